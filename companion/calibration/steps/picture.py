"""The live picture: is the island in it, and well enough? Then exposure is held, its place learned."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.steps import corners
from companion.calibration.steps.seeing import Judging, News, hindered
from companion.calibration.steps.step import GO_ON, HOLD, Answer, word_of
from companion.calibration.world import World
from companion.i18n import sentence
from companion.sources.camera import ExposureError
from vision.follow.calibration import Calibration, NotYet, calibrate

Phase = Literal["judging", "settling", "learning", "learned"]
MOST_METERINGS: Final = 5
"""A lamp and a camera between which no light is found in so many tries are judged as they are."""
SETTLES_S: Final = 1.0
"""How long a camera may go on giving pictures of before its exposure was changed."""


class PictureStep:
    """The picture judged, exposure held, the board's place learned.

    Args:
        judging: judges pictures.
        learn: makes a calibration of the newest frames.
    """

    def __init__(
        self, judging: Judging | None = None, learn: Callable[..., Calibration | NotYet] = calibrate
    ) -> None:
        self._judging = judging or Judging(pointing=True)
        self._learn = learn
        self._news = News()
        self._phase: Phase = "judging"
        self._meterings, self._metered_at = 0, -math.inf
        self._taken: tuple[str, ...] = ()
        self._last = StepOutcome("looking", sentence("Looking for the island."))

    def look(self, world: World) -> StepOutcome:
        """Judge the newest picture; once it will do, hold exposure and learn the board's place."""
        if (why := hindered(world, island=False)) is not None:
            return why
        if self._phase == "judging":
            self._last = self._judged(world)
        elif self._phase in ("settling", "learning"):
            self._last = self._learned(world)
        return self._last

    def answer(self, world: World, given: Answer) -> None:
        """Go on though something is wrong with the picture; or ``{"corners": ...}``: it lies there."""
        if "corners" in given:
            self._point_out(world, given["corners"])
            return
        word_of(given, *(choice.word for choice in self._last.choices))
        self._taken = self._judging.wrong
        self._phase = "settling"

    def end(self) -> None:
        """Nothing is held."""

    def _point_out(self, world: World, given: object) -> None:
        """The island lies where people say; the picture is judged again by that."""
        newest = None if world.frame_buffer is None else world.frame_buffer.newest
        if newest is None:
            raise AnswerRefused(sentence("There is no picture yet: wait a moment."))
        height, width = newest.image.shape[:2]
        world.laid = corners.pointed_out(given, width, height)
        self._phase, self._news = "judging", News()

    def _judged(self, world: World) -> StepOutcome:
        frame = self._news.of(world)
        if frame is None or 0 <= frame.t - self._metered_at < SETTLES_S:
            return self._last
        judging = self._judging
        judging.take(world, frame)
        if judging.light_wanted != 1 and self._metered(world, frame.t):
            return judging.outcome("looking", sentence("The camera is adjusted to the island's light."))
        if judging.wrong:
            return judging.outcome("wrong", judging.wrong[0], *([GO_ON] if judging.found else []))
        self._phase = "settling"
        return judging.outcome("looking", sentence("The picture is good. Take your hands away."))

    def _metered(self, world: World, t: float) -> bool:
        """Whether the camera is given another exposure: the island's paper is metered, not the table."""
        if self._meterings == MOST_METERINGS:
            return False
        self._meterings, self._metered_at = self._meterings + 1, t
        if not hold_exposure(world, self._judging.light_wanted):
            self._meterings, self._metered_at = MOST_METERINGS, -math.inf
            return False
        return True

    def _learned(self, world: World) -> StepOutcome:
        """Learn where the board lies: once exposure has settled, and again as it is then held."""
        frames = [] if world.frame_buffer is None else world.frame_buffer.steady()
        if not frames:
            return self._last
        laid = {} if world.laid is None else {"laid": world.laid}
        made = self._learn(frames, world.reach.today(), world.setup.exposure, **laid)
        if isinstance(made, NotYet):
            text = sentence("Take your hands away and wait a moment: {why}.", why=made.why)
            return self._judging.outcome("looking", text)
        if self._phase == "settling":
            hold_exposure(world)
            self._phase = "learning"
            if world.setup.exposure:
                return self._last
        # What is known of the pieces stays known.
        world.calibration = made.knowing_as(world.calibration)
        world.setup = replace(world.setup, quality=round(self._judging.quality, 3), wrong=self._taken)
        self._phase = "learned"
        return self._judging.outcome("good", _exposure(world))


class LiveStep:
    """The picture judged for as long as somebody looks, at a table that plays; `judging` judges it."""

    def __init__(self, judging: Judging | None = None) -> None:
        self._judging = judging or Judging()
        self._news = News()
        self._judged = self._held = False
        self._last = StepOutcome("looking", sentence("Looking for the island."))

    def look(self, world: World) -> StepOutcome:
        """Judge the newest picture."""
        if (why := hindered(world, island=False)) is not None:
            return why
        frame = self._news.of(world)
        if frame is not None:
            self._judging.take(world, frame)
            self._judged = True
        if self._judged:
            self._last = self._told(world)
        return self._last

    def answer(self, world: World, given: Answer) -> None:
        """Hold the exposure as it is now."""
        word_of(given, *(choice.word for choice in self._last.choices))
        hold_exposure(world)
        world.save()
        self._held = True

    def end(self) -> None:
        """Nothing is held."""

    def _told(self, world: World) -> StepOutcome:
        # A recording's light is what it was.
        can = world.source is not None and world.source.live
        choices = [HOLD] if can and not self._held else []
        if self._judging.wrong:
            return self._judging.outcome("wrong", self._judging.wrong[0], *choices)
        text = _exposure(world) if self._held else sentence("The picture is good.")
        return self._judging.outcome("looking", text, *choices)


def hold_exposure(world: World, times: float = 1.0) -> bool:
    """Hold the camera's exposure at so many times the light of now; whether that can be done."""
    held, unheld = {}, ""
    try:
        if world.source is not None:
            held = dict(world.source.lock_exposure(times))
    except ExposureError as error:
        unheld = str(error)
    world.setup = replace(world.setup, exposure=held, unheld=unheld)
    if held and world.frame_buffer is not None:
        # A camera may take another picture for a moment.
        world.frame_buffer.forget()
    return bool(held)


def _exposure(world: World) -> str:
    if world.setup.unheld:
        return sentence("The island is found. {why}", why=world.setup.unheld)
    return sentence("The island is found, and the camera's exposure is locked.")
