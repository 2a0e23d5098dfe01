"""The players' pieces: kinds, colours, and their possible sites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from companion.i18n import sentence
from companion.island.geometry import INTERSECTIONS, PATHS, IntersectionId, PathId

PieceKind = Literal["road", "settlement", "city"]
PieceColour = Literal["red", "blue", "orange", "white", "green", "brown"]
Site = IntersectionId | PathId
"""The site of a piece: a path for a road, an intersection for a settlement or a city."""
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
"""The colours' names within a sentence."""
BOX_PIECES: Final[dict[PieceKind, int]] = {"road": 15, "settlement": 5, "city": 4}
"""Each player's number of pieces of each kind."""


@dataclass(frozen=True)
class Standing:
    """The piece on a site."""

    kind: PieceKind
    colour: PieceColour
