"""What players put on the island: kinds and colours of pieces, and where each may stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from companion.i18n import sentence
from companion.island.geometry import INTERSECTIONS, PATHS, IntersectionId, PathId

PieceKind = Literal["road", "settlement", "city"]
PieceColour = Literal["red", "blue", "orange", "white", "green", "brown"]
Site = IntersectionId | PathId
"""Where a piece may stand: a road on a path, a settlement or a city on an intersection."""
SITES: Final[tuple[Site, ...]] = (*PATHS, *INTERSECTIONS)
"""All 126 sites: the 72 paths, then the 54 intersections."""

COLOURS: Final[tuple[PieceColour, ...]] = get_args(PieceColour)
COLOUR_NAMES: Final[Mapping[str, str]] = {
    "red": sentence("red"),
    "blue": sentence("blue"),
    "orange": sentence("orange"),
    "white": sentence("white"),
    "green": sentence("green"),
    "brown": sentence("brown"),
}
"""As they are said in the middle of a sentence."""
BOX_PIECES: Final[dict[PieceKind, int]] = {"road": 15, "settlement": 5, "city": 4}
"""How many of each a player has."""


@dataclass(frozen=True)
class Standing:
    """A piece as it stands on some site."""

    kind: PieceKind
    colour: PieceColour
