"""Several readings of dice that lie still, made into one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.dice.reading import DieReading

SAME_PLACE: Final = 0.35
"""Dice nearer to each other than this, in widths, are one die."""
AGREEING: Final = 3
"""Readings in a row that must say the same of a die, where they follow close on each other."""
AGREEING_S: Final = 0.4
"""Two readings that say the same are enough where so many seconds lie between them: of a slow camera."""
MOST: Final = 6
"""Most readings that are made of dice that lie still."""
SURELY_P: Final = 0.8
"""What is a die with less probability may come and go between two readings."""
_FLOOR: Final = 1e-4

Dice = tuple[DieReading, ...]


@dataclass(frozen=True)
class RestingDie:
    """A die that lies still.

    Attributes:
        die: what it is, over some readings.
        since: when something last moved there, in seconds.
    """

    die: DieReading
    since: float


def apart(one: DieReading, other: DieReading) -> float:
    """How far two dice lie from each other, in widths of a die."""
    size = (one.size + other.size) / 2
    return float(np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) / max(size, 1e-6))


def steady(readings: Sequence[Dice], apart_s: float = 0.0) -> bool:
    """Whether the last readings agree in the place and value of all that surely is a die.

    Args:
        readings: of dice that lie still, the newest last.
        apart_s: how many seconds lie between the last two.
    """
    enough = 2 if apart_s >= AGREEING_S else AGREEING
    if len(readings) < enough:
        return False
    first, *others = ([die for die in dice if die.is_die >= SURELY_P] for dice in readings[-enough:])
    return all(_alike(first, other) for other in others)


def _alike(one: Sequence[DieReading], other: Sequence[DieReading]) -> bool:
    if len(one) != len(other):
        return False
    return all(any(apart(a, b) < SAME_PLACE and a.value == b.value for b in other) for a in one)


def pooled(readings: Sequence[Dice]) -> Dice:
    """The dice that most of the readings saw.

    Frames of dice at rest are nearly one picture: their probabilities are averaged (their logarithms, so
    that readings which disagree come to a doubt), not multiplied.
    """
    seen: list[list[DieReading]] = []
    for dice in readings:
        for die in dice:
            near = next((one for one in seen if apart(one[0], die) < SAME_PLACE), None)
            if near is None:
                seen.append([die])
            else:
                near.append(die)
    return tuple(_pooled(one, len(readings)) for one in seen if 2 * len(one) > len(readings))


def _pooled(seen: Sequence[DieReading], of: int) -> DieReading:
    logs = np.log([[max(die.values.get(value, 0.0), _FLOOR) for value in range(1, 7)] for die in seen])
    shares = np.exp(logs.mean(axis=0))
    shares /= shares.sum()
    x, y = np.median([die.at for die in seen], axis=0)
    return DieReading(
        at=(float(x), float(y)),
        size=float(np.median([die.size for die in seen])),
        values=MappingProxyType({value: float(shares[value - 1]) for value in range(1, 7)}),
        is_die=min(1.0, sum(die.is_die for die in seen) / of),
    )
