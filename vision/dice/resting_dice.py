"""Combine several readings of resting dice into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from vision.dice.pips import FACE_COUNT
from vision.dice.reading import AnyDie, DieReading, FaceReading

SAME_PLACE_WIDTHS: Final = 0.35
"""Dice nearer to each other than this, in widths, are one die."""
AGREEING_READINGS: Final = 3
"""Number of consecutive readings that must agree on a die, if they follow closely."""
AGREEING_S: Final = 0.4
"""Two agreeing readings this far apart, in seconds, are enough: for a slow camera."""
MAX_READINGS: Final = 6
"""Largest number of readings of resting dice."""
SURELY_P: Final = 0.8
"""A less probable die may appear and disappear between two readings."""
_FLOOR: Final = 1e-4
_PIP_FACES: Final = range(1, FACE_COUNT + 1)

Dice = tuple[DieReading, ...]


@dataclass(frozen=True)
class RestingDie:
    """A die at rest.

    Attributes:
        die: its reading, pooled over some frames.
        since: time of the last motion there, in seconds.
    """

    die: DieReading
    since: float


def die_distance(one: FaceReading[Any], other: FaceReading[Any]) -> float:
    """Return the distance of two dice, in widths of a die."""
    size = (one.size + other.size) / 2
    return float(np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) / max(size, 1e-6))


def is_steady(readings: Sequence[Dice], apart_s: float = 0.0) -> bool:
    """Return whether the last readings agree on place and value of every sure die.

    Args:
        readings: of resting dice, the newest last.
        apart_s: seconds between the last two.
    """
    enough = 2 if apart_s >= AGREEING_S else AGREEING_READINGS
    if len(readings) < enough:
        return False
    first, *others = ([die for die in dice if die.is_die >= SURELY_P] for dice in readings[-enough:])
    return all(_readings_agree(first, other) for other in others)


def _readings_agree(one: Sequence[DieReading], other: Sequence[DieReading]) -> bool:
    if len(one) != len(other):
        return False
    return all(any(die_distance(a, b) < SAME_PLACE_WIDTHS and a.value == b.value for b in other) for a in one)


def pool_readings(
    readings: Sequence[Sequence[AnyDie]], faces: Sequence[Any] = _PIP_FACES, exponent: float = 0.0
) -> tuple[AnyDie, ...]:
    """Return the dice that most of the readings contain.

    Frames of resting dice are almost one picture, so disagreement becomes doubt: log probabilities are
    averaged, and the evidence of n readings is that of n to the power of an exponent.

    Args:
        readings: of one picture at rest.
        faces: the faces of such a die.
        exponent: 0 if the readings repeat each other; 1 if they are independent.
    """
    seen: list[list[AnyDie]] = []
    for dice in readings:
        for die in dice:
            near = next((one for one in seen if die_distance(one[0], die) < SAME_PLACE_WIDTHS), None)
            if near is None:
                seen.append([die])
            else:
                near.append(die)
    return tuple(
        _pool_die(one, len(readings), faces, exponent) for one in seen if 2 * len(one) > len(readings)
    )


def _pool_die(seen: Sequence[AnyDie], reading_count: int, faces: Sequence[Any], exponent: float) -> AnyDie:
    logs = np.log([[max(die.values.get(face, 0.0), _FLOOR) for face in faces] for die in seen])
    shares = np.exp(len(seen) ** exponent * logs.mean(axis=0))
    shares /= shares.sum()
    x, y = np.median([die.at for die in seen], axis=0)
    return replace(
        seen[0],
        at=(float(x), float(y)),
        size=float(np.median([die.size for die in seen])),
        values=MappingProxyType(dict(zip(faces, shares.tolist(), strict=True))),
        is_die=min(1.0, sum(die.is_die for die in seen) / reading_count),
    )
