"""Detect throws of resource dice in a live picture. The entry point is `ThrowWatch`.

A throw begins with motion and ends at rest. Players also put dice aside and pass them on. Dice that moved
were thrown only if they show other faces, or if some of them were out of sight before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection
from vision.dice.reading import cut_dice_patches
from vision.dice.region import DiceRegion
from vision.dice.resources import ResourceDiceReading, ResourceDie
from vision.dice.roll_judge import SAME_PLACE_WIDTHS, die_distance
from vision.pictures import as_bgr

SETTLE_S: Final = 0.25
"""The picture must be still for this long before the dice are read."""
MAX_PICTURES: Final = 6
"""Largest number of pictures at rest whose mean is read: their noise differs."""
CROP_PX: Final = 96
"""Width of the crop of a die."""
_CROP_REACH_WIDTHS: Final = 0.65
"""Half the extent of a crop, in widths of its die."""
_COMPARED_PX: Final = 320
"""Width of the pictures in which motion is sought, pixels."""
_CHANGED_LEVELS: Final = 14
"""Least change of a pixel's brightness, of 255, that is no noise."""
_MOVING_SHARE: Final = 4e-4
"""Share of the picture's pixels that must change: a quarter of a die 40 pixels wide at 1280 x 720."""
MIN_DIE_P: Final = 0.6
"""Less probable dice are ignored: a symbol on a sheet resembles a die."""
_SIZE_FACTORS: Final = (0.6, 1.6)
"""Range of widths that are sought, relative to the dice that were found before."""


class ResourceDiceReader(Protocol):
    """Reads the resource dice of a picture; implemented by `vision.dice.resources`."""

    def __call__(
        self,
        image: NDArray[np.uint8],
        *,
        region: NDArray[np.bool_] | None = None,
        size: tuple[float, float] | None = None,
    ) -> ResourceDiceReading:
        """Read the dice in a region, with widths in a range."""


@dataclass(frozen=True)
class ThrownDie:
    """A die of a throw.

    Attributes:
        die: its reading.
        moved: it lies elsewhere than before, or shows another face.
        crop: CROP_PX x CROP_PX x 3, BGR: its top face in the picture that was read.
    """

    die: ResourceDie
    moved: bool
    crop: NDArray[np.uint8]


@dataclass(frozen=True)
class SeenThrow:
    """Resource dice that came to rest after a throw.

    Attributes:
        t: time at which they came to rest, in seconds.
        dice: all dice in the region, from left to right.
        moves_before: how often dice moved before it and showed the same faces afterwards, since the last
            throw of all dice: they were put aside, or thrown.
    """

    t: float
    dice: tuple[ThrownDie, ...]
    moves_before: int = 0


class ThrowWatch:
    """Follows the resource dice in a region; give it every frame in order.

    Args:
        read: reads the dice of a picture.
        region: where dice may lie.
    """

    def __init__(self, read: ResourceDiceReader, region: DiceRegion) -> None:
        self._read = read
        self._region = region
        self._small: NDArray[np.uint8] | None = None
        self._still_since = 0.0
        self._pictures: list[NDArray[np.uint8]] | None = None
        """The last pictures since the last motion; None: these dice were read."""
        self._resting: tuple[ResourceDie, ...] | None = None
        """The dice of the last reading; None: nothing was read yet."""
        self._complete: tuple[ResourceDie, ...] = ()
        """The dice of the last reading in which none was missing."""
        self._moves = 0
        """See `SeenThrow.moves_before`."""

    def process_frame(self, image: NDArray[np.uint8], t: float) -> SeenThrow | None:
        """Process a frame.

        Args:
            image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
            t: seconds, not decreasing.

        Returns:
            A throw that has just come to rest; None: there is none. The first dice at rest are none: nobody
            saw them fall.
        """
        picture = as_bgr(image)
        if self._is_moving(picture):
            self._still_since, self._pictures = t, []
            return None
        if self._pictures is None:
            return None
        self._pictures = [*self._pictures[1 - MAX_PICTURES :], picture.copy()]
        if t - self._still_since < SETTLE_S:
            return None
        mean = average_pictures(self._pictures)
        self._pictures = None
        return self._compare(self._read_picture(mean), mean)

    def _is_moving(self, picture: NDArray[np.uint8]) -> bool:
        small = shrink_to_grey(picture)
        before, self._small = self._small, small
        if before is None or before.shape != small.shape:
            return True
        return has_changed(before, small, self._region.mask(small.shape[1], small.shape[0]))

    def _read_picture(self, picture: NDArray[np.uint8]) -> tuple[ResourceDie, ...]:
        height, width = picture.shape[:2]
        size = self._region.die_widths_px(width)
        if self._complete:
            typical = float(np.median([die.size for die in self._complete]))
            size = _SIZE_FACTORS[0] * typical, _SIZE_FACTORS[1] * typical
        reading = self._read(picture, region=self._region.mask(width, height), size=size)
        return tuple(sorted((die for die in reading.dice if die.is_die >= MIN_DIE_P), key=lambda die: die.at))

    def _compare(self, dice: tuple[ResourceDie, ...], picture: NDArray[np.uint8]) -> SeenThrow | None:
        """Compare dice at rest with those before; return the throw, if they were thrown."""
        before, self._resting = self._resting, dice
        known = self._complete
        moved = tuple(not any(_is_same_die(die, other) for other in known) for die in dice)
        if before is None:
            self._complete = dice
            return None
        if len(dice) < len(before):
            # The others are in a hand, or under it.
            return None
        were_hidden = len(dice) > len(before)
        show_others = Counter(die.value for die in dice) != Counter(die.value for die in known)
        is_throw = any(moved) and (were_hidden or show_others)
        if is_throw or len(dice) >= len(known):
            self._complete = dice
        if not is_throw:
            self._moves += any(moved)
            return None
        moves, self._moves = self._moves, 0 if all(moved) else self._moves
        crops = crop_dice(picture, dice)
        thrown = tuple(ThrownDie(*each) for each in zip(dice, moved, crops, strict=True))
        return SeenThrow(self._still_since, thrown, moves)


def shrink_to_grey(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture (BGR) in which motion is sought: grey, _COMPARED_PX wide, without fine noise."""
    height, width = picture.shape[:2]
    extent = (_COMPARED_PX, max(1, round(height * _COMPARED_PX / width)))
    grey = cv2.cvtColor(cv2.resize(picture, extent, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)


def has_changed(
    before: NDArray[np.uint8], after: NDArray[np.uint8], mask: NDArray[np.bool_] | None = None
) -> bool:
    """Return whether something moved between two pictures as `shrink_to_grey` returns them.

    Args:
        before, after: height x width, of one size.
        mask: height x width, true where motion counts; None: everywhere.
    """
    changed = cv2.absdiff(before, after) > _CHANGED_LEVELS
    return bool((changed if mask is None else changed & mask).sum() > _MOVING_SHARE * before.size)


def _is_same_die(one: ResourceDie, other: ResourceDie) -> bool:
    """Return whether a die lies where another lay, and may show the same face."""
    return die_distance(one, other) < SAME_PLACE_WIDTHS and one.value == other.value


def crop_dice(picture: NDArray[np.uint8], dice: Sequence[ResourceDie]) -> NDArray[np.uint8]:
    """Return a crop of each die for people to look at, n x CROP_PX x CROP_PX x 3, BGR."""
    places = [DieDetection(die.at, die.size, die.is_die) for die in dice]
    return cut_dice_patches(picture, places, reach=_CROP_REACH_WIDTHS, size=CROP_PX)


def average_pictures(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the mean of pictures of one size, which has less noise than each."""
    total = np.zeros(pictures[0].shape, np.float32)
    for picture in pictures:
        cv2.accumulate(picture, total)
    return np.asarray(np.rint(total / len(pictures)), np.uint8)
