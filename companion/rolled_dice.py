"""The values of two rolled dice: both faces, or only their sum if people enter nothing more.

The sum of the tuple is the roll in both cases. Its JSON is a list of two faces, or an object with the
``sum``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, TypedDict

from companion.wire import Range

RolledDice: TypeAlias = tuple[int, int] | tuple[int]
"""Two faces from 1 to 6; or one number from 2 to 12, their sum."""

DICE_SUMS: Final = range(2, 13)
"""The possible sums of two dice."""


class DiceSum(TypedDict):
    """The sum of two dice whose faces are unknown."""

    sum: Annotated[int, Range(DICE_SUMS[0], DICE_SUMS[-1])]


def is_same_roll(one: RolledDice, other: RolledDice) -> bool:
    """Return whether both may describe one roll: equal faces in any order, or equal sums if a face is
    unknown."""
    if len(one) == len(other):
        return sorted(one) == sorted(other)
    return sum(one) == sum(other)


def more_precise_dice(one: RolledDice, other: RolledDice) -> RolledDice:
    """Return the one of two matching values that has the faces; `one` if both or neither does."""
    return other if len(one) < len(other) else one


def rolled_dice_to_json(dice: RolledDice) -> list[int] | DiceSum:
    """Return the JSON form of rolled dice."""
    return list(dice) if len(dice) == 2 else {"sum": dice[0]}


def rolled_dice_from_json(value: object) -> RolledDice | None:
    """Parse the JSON form of rolled dice; None if two dice can't show that."""
    match value:
        case {"sum": int(total)} if isinstance(value, Mapping) and len(value) == 1:
            return (total,) if type(total) is int and total in DICE_SUMS else None
        case (int(a), int(b)) if all(type(face) is int and 1 <= face <= 6 for face in (a, b)):
            return (a, b)
    return None
