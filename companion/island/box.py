"""The parts of the base game's box that form the island: terrain hexes, number tokens, harbors.

The counts come from the list of components in the rules of 2025.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

Terrain = Literal["hills", "forest", "pasture", "fields", "mountains", "desert"]
HarborKind = Literal["generic", "brick", "lumber", "wool", "grain", "ore"]

TERRAINS: Final[tuple[Terrain, ...]] = get_args(Terrain)
HARBOR_KINDS: Final[tuple[HarborKind, ...]] = get_args(HarborKind)

BOX_TERRAINS: Final[Mapping[Terrain, int]] = {
    "hills": 3,
    "forest": 4,
    "pasture": 4,
    "fields": 4,
    "mountains": 3,
    "desert": 1,
}
BOX_NUMBERS: Final[Mapping[int, int]] = {2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1}
BOX_HARBORS: Final[Mapping[HarborKind, int]] = {
    "generic": 4,
    "brick": 1,
    "lumber": 1,
    "wool": 1,
    "grain": 1,
    "ore": 1,
}
TOKEN_LETTERS: Final[Mapping[str, int]] = dict(
    zip("ABCDEFGHIJKLMNOPQR", (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11), strict=True)
)
"""The letter on the back of each number token and the number on its face."""

NUMBERS: Final[tuple[int, ...]] = tuple(BOX_NUMBERS)
