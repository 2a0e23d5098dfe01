"""Judge the live picture of the island; then lock the exposure and learn the board's position."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.steps import corners
from companion.calibration.steps.picture_checks import NewFrames, PictureJudge, find_obstacle
from companion.calibration.steps.step import CONTINUE_CHOICE, LOCK_EXPOSURE_CHOICE, Answer, word_of
from companion.i18n import sentence
from companion.sources.camera import ExposureError
from vision.follow.calibration import Calibration, CalibrationNotReady, calibrate

PicturePhase = Literal["judging", "settling", "learning", "learned"]
MAX_METERINGS: Final = 5
"""After so many attempts without a good exposure, the picture is judged as it is."""
SETTLE_S: Final = 1.0
"""Seconds during which a camera may still deliver pictures with the old exposure."""


class PictureStep:
    """Judges the picture, locks the exposure, and learns the board's position.

    Args:
        judging: judges pictures.
        learn: creates a calibration from the newest frames.
    """

    def __init__(
        self,
        judging: PictureJudge | None = None,
        learn: Callable[..., Calibration | CalibrationNotReady] = calibrate,
    ) -> None:
        self._judging = judging or PictureJudge(pointing=True)
        self._learn = learn
        self._news = NewFrames()
        self._phase: PicturePhase = "judging"
        self._meterings, self._metered_at = 0, -math.inf
        self._accepted_problems: tuple[str, ...] = ()
        self._last = StepOutcome("looking", sentence("Looking for the island."))

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Judge the newest picture; if it is good, lock the exposure and learn the board's position."""
        if (why := find_obstacle(context, island=False)) is not None:
            return why
        if self._phase == "judging":
            self._last = self._judge_picture(context)
        elif self._phase in ("settling", "learning"):
            self._last = self._learn_place(context)
        return self._last

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept the picture despite its problems; or ``{"corners": ...}``: the island's corners."""
        if "corners" in given:
            self._use_corners(context, given["corners"])
            return
        word_of(given, *(choice.word for choice in self._last.choices))
        self._accepted_problems = self._judging.problems
        self._phase = "settling"

    def end(self) -> None:
        """Do nothing: the step has no resources."""

    def _use_corners(self, context: CalibrationContext, given: object) -> None:
        """Set the island's position from the marked corners; the picture is judged again."""
        newest = None if context.frame_buffer is None else context.frame_buffer.newest_frame
        if newest is None:
            raise AnswerRefused(sentence("There is no picture yet: wait a moment."))
        height, width = newest.image.shape[:2]
        context.laid = corners.homography_from_corners(given, width, height)
        self._phase, self._news = "judging", NewFrames()

    def _judge_picture(self, context: CalibrationContext) -> StepOutcome:
        frame = self._news.next_frame(context)
        if frame is None or 0 <= frame.t - self._metered_at < SETTLE_S:
            return self._last
        judging = self._judging
        judging.judge_frame(context, frame)
        if judging.light_wanted != 1 and self._meter(context, frame.t):
            return judging.outcome("looking", sentence("The camera is adjusted to the island's light."))
        if judging.problems:
            return judging.outcome(
                "wrong", judging.problems[0], *([CONTINUE_CHOICE] if judging.found else [])
            )
        self._phase = "settling"
        return judging.outcome("looking", sentence("The picture is good. Take your hands away."))

    def _meter(self, context: CalibrationContext, t: float) -> bool:
        """Change the exposure to suit the island's paper, not the table; return whether that was possible."""
        if self._meterings == MAX_METERINGS:
            return False
        self._meterings, self._metered_at = self._meterings + 1, t
        if not lock_exposure(context, self._judging.light_wanted):
            self._meterings, self._metered_at = MAX_METERINGS, -math.inf
            return False
        return True

    def _learn_place(self, context: CalibrationContext) -> StepOutcome:
        """Learn the board's position: once the exposure has settled, and again after it is locked."""
        frames = [] if context.frame_buffer is None else context.frame_buffer.steady_images()
        if not frames:
            return self._last
        laid = {} if context.laid is None else {"manual_plane": context.laid}
        made = self._learn(frames, context.devices.today(), context.setup.exposure, **laid)
        if isinstance(made, CalibrationNotReady):
            text = sentence("Take your hands away and wait a moment: {why}.", why=made.why)
            return self._judging.outcome("looking", text)
        if self._phase == "settling":
            lock_exposure(context)
            self._phase = "learning"
            if context.setup.exposure:
                return self._last
        # Keep the learned look of the pieces.
        context.calibration = made.with_knowledge_from(context.calibration)
        context.setup = replace(
            context.setup, quality=round(self._judging.quality, 3), wrong=self._accepted_problems
        )
        self._phase = "learned"
        return self._judging.outcome("good", _exposure(context))


class LiveStep:
    """Judges the picture of a playing table for as long as it is viewed; `judging` judges it."""

    def __init__(self, judging: PictureJudge | None = None) -> None:
        self._judging = judging or PictureJudge()
        self._news = NewFrames()
        self._judged = self._held = False
        self._last = StepOutcome("looking", sentence("Looking for the island."))

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Judge the newest picture."""
        if (why := find_obstacle(context, island=False)) is not None:
            return why
        frame = self._news.next_frame(context)
        if frame is not None:
            self._judging.judge_frame(context, frame)
            self._judged = True
        if self._judged:
            self._last = self._outcome(context)
        return self._last

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Lock the current exposure."""
        word_of(given, *(choice.word for choice in self._last.choices))
        lock_exposure(context)
        context.save()
        self._held = True

    def end(self) -> None:
        """Do nothing: the step has no resources."""

    def _outcome(self, context: CalibrationContext) -> StepOutcome:
        # A recording has no adjustable exposure.
        can = context.source is not None and context.source.is_live
        choices = [LOCK_EXPOSURE_CHOICE] if can and not self._held else []
        if self._judging.problems:
            return self._judging.outcome("wrong", self._judging.problems[0], *choices)
        text = _exposure(context) if self._held else sentence("The picture is good.")
        return self._judging.outcome("looking", text, *choices)


def lock_exposure(context: CalibrationContext, times: float = 1.0) -> bool:
    """Lock the camera's exposure at `times` the present light; return whether it can."""
    held, unheld = {}, ""
    try:
        if context.source is not None:
            held = dict(context.source.lock_exposure(times))
    except ExposureError as error:
        unheld = str(error)
    context.setup = replace(context.setup, exposure=held, unheld=unheld)
    if held and context.frame_buffer is not None:
        # A camera's picture may change for a moment.
        context.frame_buffer.clear_steady_frames()
    return bool(held)


def _exposure(context: CalibrationContext) -> str:
    if context.setup.unheld:
        return sentence("The island is found. {why}", why=context.setup.unheld)
    return sentence("The island is found, and the camera's exposure is locked.")
