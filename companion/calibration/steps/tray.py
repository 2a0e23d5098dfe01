"""The area for dice that people draw on the live picture: parse and validate it."""

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
from vision.dice.region import DiceRegion, Outline, region_beside_island
from vision.follow.calibration import Calibration

MAX_CORNERS: Final = 24
"""A sensible maximum for dragging by hand."""
HALF_SIDE_SHARE: Final = 0.7
"""Half a side of the initial frame, as a share of the distance from its centre to the nearest excluded
place: its corners stay off the island."""
MIN_HALF_SIDE: Final = 0.06
"""The minimum of half a side, in shares of the picture's width."""
_MAX_MOVED_SHARE: Final = 0.06
"""If more of the island's outline no longer overlaps, the island has moved: about a die's width."""
_WIDTH_PX: Final = 480
"""The width of the mask that measures areas."""

Point = tuple[float, float]


def region_from_corners(given: object, calibration: Calibration) -> DiceRegion:
    """Return the region that people drew, without the part on the island, where pieces are.

    Args:
        given: its corners in order, [x, y] in shares of the picture.
        calibration: the camera's view of the board.

    Raises:
        AnswerRefused: dice can't be read in such an area.
    """
    corners = _parse_corners(given)
    if _crosses_itself(corners):
        raise AnswerRefused(sentence("The border of that area crosses itself: drag its corners apart."))
    beside = region_beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    region = replace(beside, inside=corners)
    if not _has_room_for_dice(region.including_island(), calibration):
        raise AnswerRefused(sentence("That area is too small for two dice: draw it larger."))
    if not _has_room_for_dice(region, calibration):
        raise AnswerRefused(
            sentence("That area is on the island: draw it next to the island, or allow dice on the island.")
        )
    return region


def suggest_frame(calibration: Calibration) -> Outline:
    """Return four initial corners: a square at the widest free place beside the island."""
    beside = region_beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    room = _distances_to_border(beside, calibration)
    height, width = room.shape
    # Even without any room the corners must be large enough to drag.
    half = max(HALF_SIDE_SHARE * float(room.max()), MIN_HALF_SIDE * width)
    y, x = (
        min(max(at + 0.5, half), side - half)
        for at, side in zip(np.unravel_index(int(room.argmax()), room.shape), room.shape, strict=True)
    )
    return tuple(
        (round((x + half * dx) / width, 4), round((y + half * dy) / height, 4))
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def is_island_unmoved(region: DiceRegion, calibration: Calibration) -> bool:
    """Return whether the island is where it was when a region was drawn beside it."""
    if region.outside is None:
        return True
    now = region_beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    size = _mask_size(calibration)
    then, there = (~DiceRegion(outside=outline).mask(*size) for outline in (region.outside, now.outside))
    return bool((then ^ there).sum() <= _MAX_MOVED_SHARE * (then | there).sum())


def _parse_corners(given: object) -> Outline:
    places = given if isinstance(given, list | tuple) else ()
    corners = tuple(_parse_point(each) for each in places)
    # Two corners at the same place are one.
    corners = tuple(at for n, at in enumerate(corners) if at != corners[(n + 1) % len(corners)])
    if not 3 <= len(corners) <= MAX_CORNERS:
        raise AnswerRefused(
            sentence("An area has at least three corners, and at most {most}.", most=MAX_CORNERS)
        )
    return corners


def _parse_point(given: object) -> Point:
    if isinstance(given, list | tuple) and len(given) == 2 and all(map(_is_share, given)):
        return float(given[0]), float(given[1])
    raise AnswerRefused(sentence("The area's corners must be inside the picture."))


def _is_share(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= 1


def _crosses_itself(corners: Outline) -> bool:
    """Return whether two sides that aren't neighbours touch."""
    if len(set(corners)) < len(corners):
        return True
    sides = [(corners[n - 1], corner) for n, corner in enumerate(corners)]
    apart = (two for two in combinations(sides, 2) if not set(two[0]) & set(two[1]))
    return any(_do_lines_touch(*one, *other) for one, other in apart)


def _do_lines_touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the line from a to b and that from c to d have a point in common."""
    if any(max(a[n], b[n]) < min(c[n], d[n]) or max(c[n], d[n]) < min(a[n], b[n]) for n in (0, 1)):
        return False
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, c: Point) -> float:
    """Return the side of the line from a to b on which c is: positive or negative; 0: on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _has_room_for_dice(region: DiceRegion, calibration: Calibration) -> bool:
    """Return whether two dice fit side by side where the region is widest."""
    least, most = region.sizes or (0.0, 0.0)
    return float(_distances_to_border(region, calibration).max()) >= math.sqrt(least * most) * _WIDTH_PX


def _distances_to_border(region: DiceRegion, calibration: Calibration) -> NDArray[np.float32]:
    """Return each pixel's distance to the excluded area in the mask; 0: excluded."""
    mask = np.pad(region.mask(*_mask_size(calibration)).astype(np.uint8), 1)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5)[1:-1, 1:-1], np.float32)


def _mask_size(calibration: Calibration) -> tuple[int, int]:
    """Return the width and height of the mask that measures areas."""
    return _WIDTH_PX, round(_WIDTH_PX * calibration.height / calibration.width)
