"""Where dice lie, and one roll read by the camera to see that it works."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

import cv2
import numpy as np

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.setup import DiceArea
from companion.calibration.steps.seeing import NOT_LEARNED, News, StepOverlay, hindered
from companion.calibration.steps.step import RIGHT, Answer
from companion.calibration.steps.tray import drawn, frame
from companion.calibration.world import World
from companion.i18n import sentence
from companion.sources.camera import Image
from vision.dice.reading import DieReading
from vision.dice.region import DiceRegion, Outline, beside_island
from vision.dice.rolls import RollFrameResult, RollWatch
from vision.draw import draw_dice
from vision.follow.calibration import Calibration

BESIDE: Final = Choice("beside", sentence("Dice beside the island"))
ANYWHERE: Final = Choice("anywhere", sentence("Dice also on the island"))
NOWHERE: Final = Choice("nowhere", sentence("The camera doesn't need to read dice"))
WRONG: Final = Choice("wrong", sentence("That's wrong"))
_EDGE: Final = (0, 0, 0)
_OUTLINE: Final = (0, 150, 255)
"""BGR: what stands out from the sea."""
_DIM: Final = 0.5
"""What is left of the light where dice don't count."""


class Watches(Protocol):
    """Watches dice: frames in, each roll once."""

    def take(self, image: Image, t: float) -> RollFrameResult:
        """The next frame."""


class DiceStep:
    """Where dice lie, and a test roll; `watch` makes what watches a region."""

    def __init__(self, watch: Callable[[DiceRegion], Watches] = RollWatch) -> None:
        self._make = watch
        self._area: DiceArea | None = None
        self._frame: Outline = ()
        self._overlay = StepOverlay()
        self._watch: Watches | None = None
        self._news = News()
        self._result: RollFrameResult | None = None
        self._roll: tuple[int, int] | None = None
        self._lie: tuple[DieReading, ...] = ()
        self._right = False
        self._misread = False

    def look(self, world: World) -> StepOutcome:
        """Watch for a roll; ask whether it was read right."""
        if self._area == "nowhere":
            world.setup = replace(world.setup, dice="nowhere")
            return StepOutcome("skipped", sentence("The camera doesn't read dice."))
        if (why := hindered(world)) is not None:
            return why
        if self._watch is None and world.calibration is not None:
            self._area = self._area or world.setup.dice or "beside"
            if self._area == "nowhere":
                self._area = "beside"
            region = region_of(self._area, world.calibration)
            self._frame = region.inside or frame(world.calibration)
            self._watch = self._make(region)
            self._overlay.show(world, partial(_outlined, region=region, dice=lambda: self._lie))
        if self._roll is None:
            self._take(world)
        return self._told(world)

    def answer(self, world: World, given: Answer) -> None:
        """A choice, or ``{"inside": [[x, y], ...]}``: an area's corners in shares of the picture."""
        if "inside" in given:
            if world.calibration is None:
                raise AnswerRefused(NOT_LEARNED)
            self._begin(drawn(given["inside"], world.calibration))
            return
        word = given.get("word")
        if word in (BESIDE.word, ANYWHERE.word, NOWHERE.word):
            self._begin(str(word))
        elif word == RIGHT.word and self._roll is not None:
            self._right = True
        elif word == WRONG.word and self._roll is not None:
            self._roll, self._misread = None, True
            self._lie = ()
        else:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))

    def end(self) -> None:
        """The picture is shown as it was before."""
        self._overlay.end()

    def _begin(self, area: DiceArea) -> None:
        self._area, self._watch, self._roll, self._misread = area, None, None, False
        self._result, self._lie = None, ()

    def _take(self, world: World) -> None:
        frame = self._news.of(world)
        if frame is None or self._watch is None:
            return
        self._result = self._watch.take(frame.image, frame.t)
        if self._result.roll is not None:
            one, other = self._result.roll.dice
            self._roll, self._lie = (one.value, other.value), (one, other)

    def _told(self, world: World) -> StepOutcome:
        tray = isinstance(self._area, DiceRegion)
        # Drawing begins with a frame: what was drawn, or what might be.
        about: dict[str, Any] = {"area": "tray" if tray else self._area, "frame": self._frame}
        if self._roll is not None:
            a, b = self._roll
            about |= {"dice": [a, b]}
            if self._right:
                world.setup = replace(world.setup, dice=self._area)
                return StepOutcome("good", sentence("The camera read {a} and {b}.", a=a, b=b), about=about)
            text = sentence("The camera read {a} and {b}. Is that right?", a=a, b=b)
            return StepOutcome("looking", text, (RIGHT, WRONG), about=about)
        others = tuple(each for each in (BESIDE, ANYWHERE, NOWHERE) if each.word != self._area)
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
    """The region of the picture that an area is."""
    if isinstance(area, DiceRegion):
        return area
    region = beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    return region.on_island() if area == "anywhere" else region


def _outlined(image: Image, region: DiceRegion, dice: Callable[[], Sequence[DieReading]]) -> Image:
    """A picture with the borders of where dice count, darkened where they don't; dice that are read shine."""
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
