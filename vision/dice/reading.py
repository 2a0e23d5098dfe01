"""Reading the dice in a picture: each die's place, and the probabilities of its top face."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.dice.finding import DieSeen, find_dice
from vision.dice.patches import cut
from vision.dice.pips import FACES, read_pips
from vision.pictures import as_bgr

Face = TypeVar("Face")
TURNS: Final = tuple(np.deg2rad((0.0, 90.0, 180.0, 270.0)))
"""A die may lie at any turn, and so its patch is read at four and the answers averaged."""
A_DIE: Final = 0.5
"""What is less probably a die isn't told."""


@dataclass(frozen=True)
class FaceReading(Generic[Face]):
    """A die lying in a picture.

    Attributes:
        at: middle of its top face, pixels of the picture, x to the right, y down.
        size: width of the die, pixels.
        values: probability of each top face, should it be a die; they add up to one.
        is_die: probability that it is a die.
    """

    at: tuple[float, float]
    size: float
    values: Mapping[Face, float]
    is_die: float

    @property
    def value(self) -> Face:
        """The most likely top face."""
        return max(self.values, key=lambda value: self.values[value])

    @property
    def confidence(self) -> float:
        """Probability that a die with this top face lies there."""
        return self.is_die * self.values[self.value]


class DieReading(FaceReading[int]):
    """A die with pips: its faces are 1 to 6."""


@dataclass(frozen=True)
class DiceReading:
    """All dice of a picture, from left to right, and the seconds it took to read them."""

    dice: tuple[DieReading, ...]
    seconds: float


def read_dice(
    image: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> DiceReading:
    """Read every die lying in a picture.

    Args:
        image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
        region: height x width, true where the middle of a die's top face may lie; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known: reading is faster then.

    Raises:
        PictureError: the image isn't one.
    """
    begun = time.perf_counter()
    picture = as_bgr(image)
    seen = settle(picture, find_dice(picture, region=region, size=size))
    look = read_pips(cut(picture, seen, TURNS), len(TURNS))
    dice = [
        DieReading(
            at=die.at,
            size=die.size,
            values=MappingProxyType({n + 1: float(look.values[k, n]) for n in range(FACES)}),
            is_die=float(look.is_die[k]),
        )
        for k, die in enumerate(seen)
        if look.is_die[k] >= A_DIE
    ]
    dice.sort(key=lambda die: die.at)
    return DiceReading(tuple(dice), time.perf_counter() - begun)


def settle(picture: NDArray[np.uint8], seen: tuple[DieSeen, ...]) -> tuple[DieSeen, ...]:
    """Dice moved and resized to what a first look at their patches says of their top faces."""
    look = read_pips(cut(picture, seen))
    return shifted(seen, look.moved, look.grown)


def shifted(
    seen: tuple[DieSeen, ...], moved: NDArray[np.float64], grown: NDArray[np.float64]
) -> tuple[DieSeen, ...]:
    """Dice moved (n x 2, in their widths as seen) and resized (n factors)."""
    return tuple(
        replace(
            die,
            at=(die.at[0] + die.size * float(moved[n, 0]), die.at[1] + die.size * float(moved[n, 1])),
            size=die.size * float(grown[n]),
        )
        for n, die in enumerate(seen)
    )
