"""Choose the area for dice, and test the camera with one roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

import cv2
import numpy as np

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.setup import DiceArea
from companion.calibration.steps.picture_checks import NOT_LEARNED, NewFrames, StepOverlay, find_obstacle
from companion.calibration.steps.step import CONFIRM_CHOICE, Answer
from companion.calibration.steps.tray import region_from_corners, suggest_frame
from companion.i18n import sentence
from companion.sources.camera import Image
from vision.dice.reading import DieReading
from vision.dice.region import DiceRegion, Outline, region_beside_island
from vision.dice.rolls import RollFrameResult, RollWatch
from vision.draw import draw_dice
from vision.follow.calibration import Calibration

BESIDE_CHOICE: Final = Choice("beside", sentence("Dice beside the island"))
ANYWHERE_CHOICE: Final = Choice("anywhere", sentence("Dice also on the island"))
NOWHERE_CHOICE: Final = Choice("nowhere", sentence("The camera doesn't need to read dice"))
WRONG_CHOICE: Final = Choice("wrong", sentence("That's wrong"))
_EDGE: Final = (0, 0, 0)
_OUTLINE: Final = (0, 150, 255)
"""BGR: a colour that contrasts with the sea."""
_DIM: Final = 0.5
"""The brightness factor outside the area."""


class DiceWatcher(Protocol):
    """Watches dice: processes frames and reports each roll once."""

    def process_frame(self, image: Image, t: float) -> RollFrameResult:
        """Process the next frame."""


class DiceStep:
    """The area for dice, and a test roll; `watch` creates the roll detector of a region."""

    def __init__(self, watch: Callable[[DiceRegion], DiceWatcher] = RollWatch) -> None:
        self._make_watch = watch
        self._area: DiceArea | None = None
        self._frame: Outline = ()
        self._overlay = StepOverlay()
        self._watch: DiceWatcher | None = None
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
        if self._roll is None:
            self._watch_frame(context)
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
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))

    def end(self) -> None:
        """Remove the step's overlay."""
        self._overlay.end()

    def _begin(self, area: DiceArea) -> None:
        self._area, self._watch, self._roll, self._misread = area, None, None, False
        self._result, self._dice_read = None, ()

    def _watch_frame(self, context: CalibrationContext) -> None:
        frame = self._news.next_frame(context)
        if frame is None or self._watch is None:
            return
        self._result = self._watch.process_frame(frame.image, frame.t)
        if self._result.roll is not None:
            one, other = self._result.roll.dice
            self._roll, self._dice_read = (one.value, other.value), (one, other)

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
