"""Where dice lie, drawn by people on the live picture: an area to read dice in, or why it can't be one."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.calibration.outcome import AnswerRefused
from companion.i18n import sentence
from vision.dice.region import DiceRegion, Outline, beside_island
from vision.follow.calibration import Calibration

MOST_CORNERS: Final = 24
"""Nobody drags more to their places."""
FRAME: Final = 0.7
"""Half a side of the frame that drawing begins with, as a share of how far it is from there to whatever
dice can't lie on: its corners still lie beside the island."""
LEAST: Final = 0.06
"""And half a side of it at least, in shares of the picture's width."""
_MOVED: Final = 0.06
"""The island lies elsewhere where so much of its outline doesn't cover what it did: about a die's width."""
_WIDTH_PX: Final = 480
"""Pixels across the mask that areas are measured on."""

Point = tuple[float, float]


def drawn(given: object, calibration: Calibration) -> DiceRegion:
    """The region that people drew. What of it lies on the island is left out: pieces stand there.

    Args:
        given: its corners in order, [x, y] in shares of the picture.
        calibration: how the camera sees the board.

    Raises:
        AnswerRefused: dice can't be read in such an area.
    """
    corners = _corners(given)
    if _crosses(corners):
        raise AnswerRefused(sentence("The border of that area crosses itself: drag its corners apart."))
    beside = beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    region = replace(beside, inside=corners)
    if not _holds_dice(region.on_island(), calibration):
        raise AnswerRefused(sentence("That area is too small for two dice: draw it larger."))
    if not _holds_dice(region, calibration):
        raise AnswerRefused(
            sentence("That area is on the island: draw it next to the island, or allow dice on the island.")
        )
    return region


def frame(calibration: Calibration) -> Outline:
    """Four corners to begin drawing with: a square where beside the island most room is in the picture."""
    beside = beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    room = _room(beside, calibration)
    height, width = room.shape
    # Where there is no room at all, corners are still to be had hold of.
    half = max(FRAME * float(room.max()), LEAST * width)
    y, x = (
        min(max(at + 0.5, half), side - half)
        for at, side in zip(np.unravel_index(int(room.argmax()), room.shape), room.shape, strict=True)
    )
    return tuple(
        (round((x + half * dx) / width, 4), round((y + half * dy) / height, 4))
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def lies_still(region: DiceRegion, calibration: Calibration) -> bool:
    """Whether the island lies in the picture where it did when a region was drawn beside it."""
    if region.outside is None:
        return True
    now = beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    size = _size(calibration)
    then, there = (~DiceRegion(outside=outline).mask(*size) for outline in (region.outside, now.outside))
    return bool((then ^ there).sum() <= _MOVED * (then | there).sum())


def _corners(given: object) -> Outline:
    told = given if isinstance(given, list | tuple) else ()
    corners = tuple(_point(each) for each in told)
    # Two corners on one spot are one.
    corners = tuple(at for n, at in enumerate(corners) if at != corners[(n + 1) % len(corners)])
    if not 3 <= len(corners) <= MOST_CORNERS:
        raise AnswerRefused(
            sentence("An area has three corners or more, and {most} at most.", most=MOST_CORNERS)
        )
    return corners


def _point(given: object) -> Point:
    if isinstance(given, list | tuple) and len(given) == 2 and all(map(_is_share, given)):
        return float(given[0]), float(given[1])
    raise AnswerRefused(sentence("The area's corners must be inside the picture."))


def _is_share(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= 1


def _crosses(corners: Outline) -> bool:
    """Whether two sides that aren't neighbours touch."""
    if len(set(corners)) < len(corners):
        return True
    sides = [(corners[n - 1], corner) for n, corner in enumerate(corners)]
    apart = (two for two in combinations(sides, 2) if not set(two[0]) & set(two[1]))
    return any(_touch(*one, *other) for one, other in apart)


def _touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the line from a to b and that from c to d have a point in common."""
    if any(max(a[n], b[n]) < min(c[n], d[n]) or max(c[n], d[n]) < min(a[n], b[n]) for n in (0, 1)):
        return False
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, c: Point) -> float:
    """On which side of the line from a to b point c lies: above or below 0; 0 on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _holds_dice(region: DiceRegion, calibration: Calibration) -> bool:
    """Whether two dice find room beside each other where the region is widest."""
    least, most = region.sizes or (0.0, 0.0)
    return float(_room(region, calibration).max()) >= math.sqrt(least * most) * _WIDTH_PX


def _room(region: DiceRegion, calibration: Calibration) -> NDArray[np.float32]:
    """How far it is from each pixel of a small picture to where dice don't count; 0: they don't there."""
    mask = np.pad(region.mask(*_size(calibration)).astype(np.uint8), 1)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5)[1:-1, 1:-1], np.float32)


def _size(calibration: Calibration) -> tuple[int, int]:
    """Width and height of the mask that areas are measured on."""
    return _WIDTH_PX, round(_WIDTH_PX * calibration.height / calibration.width)
