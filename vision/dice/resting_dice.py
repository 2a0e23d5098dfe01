"""Combine several readings of resting dice into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from vision.dice.reading import DieReading, FaceReading

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


def pool_readings(readings: Sequence[Dice]) -> Dice:
    """Return the dice that most of the readings contain.

    Frames of resting dice are almost one picture: their log probabilities are averaged, not multiplied, so
    that disagreement becomes doubt.
    """
    seen: list[list[DieReading]] = []
    for dice in readings:
        for die in dice:
            near = next((one for one in seen if die_distance(one[0], die) < SAME_PLACE_WIDTHS), None)
            if near is None:
                seen.append([die])
            else:
                near.append(die)
    return tuple(_pool_die(one, len(readings)) for one in seen if 2 * len(one) > len(readings))


def _pool_die(seen: Sequence[DieReading], reading_count: int) -> DieReading:
    logs = np.log([[max(die.values.get(value, 0.0), _FLOOR) for value in range(1, 7)] for die in seen])
    shares = np.exp(logs.mean(axis=0))
    shares /= shares.sum()
    x, y = np.median([die.at for die in seen], axis=0)
    return DieReading(
        at=(float(x), float(y)),
        size=float(np.median([die.size for die in seen])),
        values=MappingProxyType({value: float(shares[value - 1]) for value in range(1, 7)}),
        is_die=min(1.0, sum(die.is_die for die in seen) / reading_count),
    )
