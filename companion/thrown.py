"""What two dice showed: both faces or, where people add them up and say no more, their sum alone.

Either way it is a tuple whose sum is what was rolled. As JSON it is a list of two faces, or an object that
says the ``sum``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias, TypedDict

from companion.wire import Range

Thrown: TypeAlias = tuple[int, int] | tuple[int]
"""Two faces from 1 to 6; or one number from 2 to 12, their sum."""

SUMS: Final = range(2, 13)
"""What two dice can add up to."""


class DiceSum(TypedDict):
    """Of two dice the sum alone: nobody said the faces."""

    sum: Annotated[int, Range(SUMS[0], SUMS[-1])]


def alike(one: Thrown, other: Thrown) -> bool:
    """Whether both may be of one throw: the same faces in any order; of a sum alone, the same sum."""
    if len(one) == len(other):
        return sorted(one) == sorted(other)
    return sum(one) == sum(other)


def more_exact(one: Thrown, other: Thrown) -> Thrown:
    """Of two that are alike, that which says the faces; `one`, where both or neither does."""
    return other if len(one) < len(other) else one


def thrown_to_json(thrown: Thrown) -> list[int] | DiceSum:
    """The JSON form of what was thrown."""
    return list(thrown) if len(thrown) == 2 else {"sum": thrown[0]}


def thrown_from_json(value: object) -> Thrown | None:
    """What was thrown, as its JSON form says it; None: that says nothing which two dice can show."""
    match value:
        case {"sum": int(total)} if isinstance(value, Mapping) and len(value) == 1:
            return (total,) if type(total) is int and total in SUMS else None
        case (int(a), int(b)) if all(type(face) is int and 1 <= face <= 6 for face in (a, b)):
            return (a, b)
    return None
