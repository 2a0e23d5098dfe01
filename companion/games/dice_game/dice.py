"""The resource dice, the costs of pieces, and payment with dice."""

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

MAX_DICE: Final = 6
FIRST_TURN_DICE: Final = 3
"""Number of dice in the first turn (dice-game-advanced, "Début du jeu")."""
MAX_THROWS: Final = 3
"""Maximum throws of the dice in a turn."""
GOLD_PER_RESOURCE: Final = 2
"""Number of gold that replace one of any resource (clarifications.md, "Dice game")."""

COSTS: Final[Mapping[Piece, Mapping[Resource, int]]] = {
    "road": {"lumber": 1, "brick": 1},
    "knight": {"wool": 1, "grain": 1, "ore": 1},
    "settlement": {"lumber": 1, "brick": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
}


def dice_in_turn(turn: int) -> int:
    """Return the number of dice in a turn: three in the first, one more in each that follows, up to six."""
    return min(MAX_DICE, FIRST_TURN_DICE + turn - 1)


def remaining_dice(dice: Sequence[Face], piece: Piece) -> tuple[Face, ...] | None:
    """Return the dice that remain after paying for a piece; None where they can't pay.

    Each resource is paid with its own face, or with two gold where that is missing: that leaves the most
    gold.
    """
    left = Counter(dice)
    for resource, cost in COSTS[piece].items():
        own = min(cost, left[resource])
        left[resource] -= own
        left["gold"] -= GOLD_PER_RESOURCE * (cost - own)
    if left["gold"] < 0:
        return None
    return tuple(face for face in FACES for _ in range(left[face]))
