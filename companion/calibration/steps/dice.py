"""Choose the area for dice, and test the camera with one roll."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.calibration.context import CalibrationContext
from companion.calibration.setup import DiceArea
from companion.calibration.step_outcome import (
    CONFIRM_CHOICE,
    WRONG_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
)
from companion.calibration.steps.picture import NOT_LEARNED, NewFrames, StepOverlay, find_obstacle, is_place
from companion.i18n import sentence
from companion.sources.camera import Image
from vision.dice.reading import DieReading
from vision.dice.region import DiceRegion, Outline, region_beside_island
from vision.dice.rolls import RollFrameResult, RollWatch
from vision.draw import draw_dice
from vision.follow.calibration import Calibration

# The area for dice that people draw on the live picture: parse and validate it.


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
    if not all(map(is_place, places)):
        raise AnswerRefused(sentence("The area's corners must be inside the picture."))
    corners = tuple((float(x), float(y)) for x, y in places)
    # Two corners at the same place are one.
    corners = tuple(at for n, at in enumerate(corners) if at != corners[(n + 1) % len(corners)])
    if not 3 <= len(corners) <= MAX_CORNERS:
        raise AnswerRefused(
            sentence("An area has at least three corners, and at most {most}.", most=MAX_CORNERS)
        )
    return corners


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


BESIDE_CHOICE: Final = Choice("beside", sentence("Dice beside the island"))
ANYWHERE_CHOICE: Final = Choice("anywhere", sentence("Dice also on the island"))
NOWHERE_CHOICE: Final = Choice("nowhere", sentence("The camera doesn't need to read dice"))
_EDGE: Final = (0, 0, 0)
_OUTLINE: Final = (0, 150, 255)
"""BGR: a colour that contrasts with the sea."""
_DIM: Final = 0.5
"""The brightness factor outside the area."""


class DiceStep:
    """The area for dice, and a test roll; `watch` creates the roll detector of a region."""

    def __init__(self, watch: Callable[[DiceRegion], RollWatch] = RollWatch) -> None:
        self._make_watch = watch
        self._area: DiceArea | None = None
        self._frame: Outline = ()
        self._overlay = StepOverlay()
        self._watch: RollWatch | None = None
        self._news = NewFrames()
        self._result: RollFrameResult | None = None
        self._roll: tuple[int, int] | None = None
        self._dice_read: tuple[DieReading, ...] = ()
        self._confirmed = False
        self._misread = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Wait for a roll; ask whether it was read correctly."""
        if self._area == "nowhere":
            context.setup = replace(context.setup, dice="nowhere")
            return StepOutcome("skipped", sentence("The camera doesn't read dice."))
        if (why := find_obstacle(context)) is not None:
            return why
        if self._watch is None and context.calibration is not None:
            self._area = self._area or context.setup.dice or "beside"
            if self._area == "nowhere":
                self._area = "beside"
            region = region_of(self._area, context.calibration)
            self._frame = region.inside or suggest_frame(context.calibration)
            self._watch = self._make_watch(region)
            self._overlay.show(context, partial(_draw_region, region=region, dice=lambda: self._dice_read))
        frame = self._news.next_frame(context) if self._roll is None else None
        if frame is not None and self._watch is not None:
            self._result = self._watch.process_frame(frame.image, frame.t)
            if self._result.roll is not None:
                one, other = self._result.roll.dice
                self._roll, self._dice_read = (one.value, other.value), (one, other)
        return self._outcome(context)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept a choice, or ``{"inside": [[x, y], ...]}``: an area's corners in shares of the picture."""
        if "inside" in given:
            if context.calibration is None:
                raise AnswerRefused(NOT_LEARNED)
            self._begin(region_from_corners(given["inside"], context.calibration))
            return
        word = given.get("word")
        if word in (BESIDE_CHOICE.word, ANYWHERE_CHOICE.word, NOWHERE_CHOICE.word):
            self._begin(str(word))
        elif word == CONFIRM_CHOICE.word and self._roll is not None:
            self._confirmed = True
        elif word == WRONG_CHOICE.word and self._roll is not None:
            self._roll, self._misread = None, True
            self._dice_read = ()
        else:
            raise AnswerRefused

    def end(self) -> None:
        """Remove the step's overlay."""
        self._overlay.end()

    def _begin(self, area: DiceArea) -> None:
        self._area, self._watch, self._roll, self._misread = area, None, None, False
        self._result, self._dice_read = None, ()

    def _outcome(self, context: CalibrationContext) -> StepOutcome:
        tray = isinstance(self._area, DiceRegion)
        # Drawing begins with a frame: the drawn area, or a suggestion.
        about: dict[str, Any] = {"area": "tray" if tray else self._area, "frame": self._frame}
        if self._roll is not None:
            a, b = self._roll
            about |= {"dice": [a, b]}
            if self._confirmed:
                context.setup = replace(context.setup, dice=self._area)
                return StepOutcome("good", sentence("The camera read {a} and {b}.", a=a, b=b), about=about)
            text = sentence("The camera read {a} and {b}. Is that right?", a=a, b=b)
            return StepOutcome("looking", text, (CONFIRM_CHOICE, WRONG_CHOICE), about=about)
        others = tuple(
            each for each in (BESIDE_CHOICE, ANYWHERE_CHOICE, NOWHERE_CHOICE) if each.word != self._area
        )
        if self._result is not None and self._result.why:
            return StepOutcome("wrong", self._result.why, others, about=about)
        if self._misread:
            text = sentence(
                "That was misread. Put more light on the dice, or use dice of one colour with clear pips. "
                "Then roll them again."
            )
            return StepOutcome("wrong", text, others, about=about)
        text = sentence("Roll two dice beside the island, where the picture shows them.")
        if self._area == "anywhere":
            text = sentence("Roll two dice, on the island or beside it, where the picture shows them.")
        if tray:
            text = sentence("Roll two dice into the area that you drew.")
        return StepOutcome("looking", text, others, about=about)


def region_of(area: DiceArea, calibration: Calibration) -> DiceRegion:
    """Return the region of the picture for an area."""
    if isinstance(area, DiceRegion):
        return area
    region = region_beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    return region.including_island() if area == "anywhere" else region


def _draw_region(image: Image, region: DiceRegion, dice: Callable[[], Sequence[DieReading]]) -> Image:
    """Draw the area's borders on a picture, darken the outside, and highlight the dice that were read."""
    height, width = image.shape[:2]
    counts = region.mask(width, height)[:, :, None]
    shown = np.where(counts, image, cv2.convertScaleAbs(image, alpha=_DIM)).astype(np.uint8)
    for outline in (region.inside, region.outside):
        if outline is not None:
            corners = np.round(np.array(outline) * (width, height)).astype(np.int32)
            thick = max(2, width // 400)
            cv2.polylines(shown, [corners], True, _EDGE, 2 * thick, cv2.LINE_AA)
            cv2.polylines(shown, [corners], True, _OUTLINE, thick, cv2.LINE_AA)
    draw_dice(shown, dice())
    return shown
