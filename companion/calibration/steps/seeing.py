"""What all steps with a camera share: what hinders them, and the picture judged."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

import cv2
import numpy as np

from companion.calibration.outcome import Choice, StepOutcome
from companion.calibration.steps import corners
from companion.calibration.world import Overlay, World
from companion.i18n import sentence
from companion.island.geometry import INTERSECTIONS, position
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board
from vision.draw import draw_reading
from vision.judge import Judgement, judge
from vision.metering import light_wanted

NO_CAMERA: Final = sentence("There is no camera yet: choose one first.")
POINTED_OUT: Final = sentence("If it is in the picture after all, point out its corners.")
MARKERS: Final = sentence("If nothing helps, print markers: 'companion calibrate --print-markers'.")
NOT_LEARNED: Final = sentence("Companion doesn't know yet where the island is: look at the picture first.")


def hindered(world: World, *, island: bool = True) -> StepOutcome | None:
    """What keeps a step from seeing anything; None: nothing does.

    A table without a camera, or whose board wasn't learned, has nothing to do here: people left that out.
    What it ``lacks`` is the step that comes first.

    Args:
        world: the table.
        island: whether the board's place has to be known.
    """
    if world.frame_buffer is None:
        return StepOutcome("skipped", NO_CAMERA, about={"lacks": "camera"})
    if world.trouble:
        return StepOutcome("wrong", world.trouble)
    if island and world.calibration is None:
        return StepOutcome("skipped", NOT_LEARNED, about={"lacks": "picture"})
    return None


def reader(world: World, read: Callable[..., BoardReading]) -> Callable[[Image], BoardReading]:
    """Who reads the island of a table whose calibration is known: where people pointed it out, just there."""
    laid = None if world.calibration is None else world.calibration.laid
    return read if laid is None else partial(read, laid=laid)


class StepOverlay:
    """What a step draws on the live picture, until it ends."""

    def __init__(self) -> None:
        """Nothing."""
        self._world: World | None = None
        self._before: Overlay | None = None

    def show(self, world: World, overlay: Overlay) -> None:
        """Draw this in place of what was drawn before the step."""
        if self._world is None:
            self._world, self._before = world, world.overlay
        world.overlay = overlay

    def add(self, world: World, overlay: Overlay) -> None:
        """Draw this over what was drawn before the step."""
        self.show(world, overlay)
        if (before := self._before) is not None:
            world.overlay = lambda image: overlay(before(image))

    def end(self) -> None:
        """The picture is shown as it was before."""
        if self._world is not None:
            self._world.overlay, self._world = self._before, None


class News:
    """The newest frame of the world's frame buffer, each only once."""

    def __init__(self) -> None:
        self._number = -1

    def of(self, world: World) -> Frame | None:
        """A frame that wasn't given yet; None: there is none."""
        frame = None if world.frame_buffer is None else world.frame_buffer.newest
        if frame is None or frame.number == self._number:
            return None
        self._number = frame.number
        return frame


def outline(image: Image, reading: BoardReading) -> tuple[tuple[float, float], ...]:
    """The corners of the island in a picture, in order around it, in shares of its width and height.

    They may lie outside of it; where no island is found there are none.
    """
    if not reading.found:
        return ()
    at = reading.project(np.array([position(each) for each in INTERSECTIONS], float))
    around = cv2.convexHull(at.astype(np.float32)).reshape(-1, 2) / image.shape[1::-1]
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in around)


class Judging:
    """A picture after another is read, and judged.

    Args:
        read: reads an island cold, or where it is ``laid``.
        pointing: people may point out the island's corners where it isn't found.

    Attributes:
        found: whether an island was found in the last picture.
        quality: how well its lattice fits, in [0, 1].
        light_wanted: how many times the light of that picture the island wants; 1: none other.
    """

    def __init__(self, read: Callable[..., BoardReading] = read_board, *, pointing: bool = False) -> None:
        self._read, self._pointing = read, pointing
        self._corners: dict[str, Any] = {}
        self._judged: tuple[Judgement, ...] = ()
        self._outline: tuple[tuple[float, float], ...] = ()
        self.found = False
        self.quality = 0.0
        self.light_wanted = 1.0

    @property
    def wrong(self) -> tuple[str, ...]:
        """What is wrong with the last picture, the worst first."""
        return tuple(one.text for one in self._judged if not one.good)

    def take(self, world: World, frame: Frame) -> None:
        """Judge a picture, and have what is seen drawn on those that follow."""
        laid = world.laid
        reading = self._read(frame.image) if laid is None else self._read(frame.image, laid=laid)
        self.found, self.quality = reading.found, reading.quality
        world.overlay = partial(draw_reading, reading=reading) if reading.found else None
        self._judged = judge(frame.image, reading)
        self.light_wanted = light_wanted(frame.image, reading.project) if reading.found else 1.0
        self._outline = outline(frame.image, reading)
        if self._pointing:
            found = reading.found and laid is None
            self._corners = {} if found else corners.offered(world, frame.image)

    def outcome(self, state: Literal["looking", "wrong", "good"], text: str, *choices: Choice) -> StepOutcome:
        """An outcome that tells besides how the last picture was judged."""
        judged = [
            {"what": one.what, "good": one.good, "text": one.text, "value": round(one.value, 3)}
            for one in self._judged
        ]
        more = tuple(one.text for one in self._judged if one.text != text)
        if self._judged and not self.found:
            more = (*more, *([POINTED_OUT] if self._pointing else []), MARKERS)
        about: dict[str, Any] = {"judged": judged, "quality": round(self.quality, 2), "drawn": self.found}
        if self._outline:
            about["outline"] = [list(corner) for corner in self._outline]
        about.update(self._corners)
        return StepOutcome(state, text, choices, more, about)
