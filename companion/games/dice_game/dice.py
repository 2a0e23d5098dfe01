"""The resource dice, what things cost, and how dice pay for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, get_args

Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
Face = Literal["lumber", "brick", "wool", "grain", "ore", "gold"]
Piece = Literal["road", "settlement", "city", "knight"]

RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
FACES: Final[tuple[Face, ...]] = get_args(Face)
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)

MOST_DICE: Final = 6
FIRST_DICE: Final = 3
"""With so many dice the first player begins (dice-game-advanced, "Début du jeu")."""
THROWS: Final = 3
"""Most throws of the dice in a turn."""
GOLD_FOR_ONE: Final = 2
"""Number of gold that stand for one of any resource (clarifications.md, "Dice game")."""

COSTS: Final[Mapping[Piece, Mapping[Resource, int]]] = {
    "road": {"lumber": 1, "brick": 1},
    "knight": {"wool": 1, "grain": 1, "ore": 1},
    "settlement": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
}


def dice_in_turn(turn: int) -> int:
    """With how many dice a turn is played: three in the first, one more in each that follows, up to six."""
    return min(MOST_DICE, FIRST_DICE + turn - 1)


def after_paying(dice: Sequence[Face], piece: Piece) -> tuple[Face, ...] | None:
    """The dice that are left once a piece is paid; None where they don't pay it.

    Each resource is paid by its own face, and by two gold where there is none: that leaves most gold.
    """
    left = Counter(dice)
    for resource, cost in COSTS[piece].items():
        own = min(cost, left[resource])
        left[resource] -= own
        left["gold"] -= GOLD_FOR_ONE * (cost - own)
    if left["gold"] < 0:
        return None
    return tuple(face for face in FACES for _ in range(left[face]))
