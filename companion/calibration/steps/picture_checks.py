"""Shared parts of all steps with a camera: obstacles, overlays, and the judgement of the picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal

import cv2
import numpy as np

from companion.calibration.context import CalibrationContext, Overlay
from companion.calibration.outcome import Choice, StepOutcome
from companion.calibration.steps import corners
from companion.i18n import sentence
from companion.island.geometry import INTERSECTIONS, position
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board
from vision.draw import draw_reading
from vision.metering import exposure_factor
from vision.picture_quality import QualityCheck, assess_picture

NO_CAMERA: Final = sentence("There is no camera yet: choose one first.")
CORNERS_HINT: Final = sentence("If it is in the picture after all, point out its corners.")
MARKERS_HINT: Final = sentence("If nothing helps, print markers: 'companion calibrate --print-markers'.")
NOT_LEARNED: Final = sentence("Companion doesn't know yet where the island is: look at the picture first.")


def find_obstacle(context: CalibrationContext, *, island: bool = True) -> StepOutcome | None:
    """Return the outcome if a step can't see anything; None: it can.

    Without a camera, or without a known board, the step has nothing to do: people skipped that earlier step,
    which ``lacks`` names.

    Args:
        context: the table.
        island: whether the board's position must be known.
    """
    if context.frame_buffer is None:
        return StepOutcome("skipped", NO_CAMERA, about={"lacks": "camera"})
    if context.trouble:
        return StepOutcome("wrong", context.trouble)
    if island and context.calibration is None:
        return StepOutcome("skipped", NOT_LEARNED, about={"lacks": "picture"})
    return None


def island_reader(
    context: CalibrationContext, read: Callable[..., BoardReading]
) -> Callable[[Image], BoardReading]:
    """Return the function that reads the island, at its position by hand if people marked one."""
    laid = None if context.calibration is None else context.calibration.manual_plane
    return read if laid is None else partial(read, manual_plane=laid)


class StepOverlay:
    """The drawing of a step on the live picture, until the step ends."""

    def __init__(self) -> None:
        """Start without a drawing."""
        self._context: CalibrationContext | None = None
        self._before: Overlay | None = None

    def show(self, context: CalibrationContext, overlay: Overlay) -> None:
        """Replace the drawing from before the step."""
        if self._context is None:
            self._context, self._before = context, context.overlay
        context.overlay = overlay

    def add(self, context: CalibrationContext, overlay: Overlay) -> None:
        """Draw on top of the drawing from before the step."""
        self.show(context, overlay)
        if (before := self._before) is not None:
            context.overlay = lambda image: overlay(before(image))

    def end(self) -> None:
        """Restore the drawing from before the step."""
        if self._context is not None:
            self._context.overlay, self._context = self._before, None


class NewFrames:
    """Returns each new frame of the context's frame buffer once."""

    def __init__(self) -> None:
        self._number = -1

    def next_frame(self, context: CalibrationContext) -> Frame | None:
        """Return the newest frame if it wasn't returned before; otherwise None."""
        frame = None if context.frame_buffer is None else context.frame_buffer.newest_frame
        if frame is None or frame.number == self._number:
            return None
        self._number = frame.number
        return frame


def outline(image: Image, reading: BoardReading) -> tuple[tuple[float, float], ...]:
    """Return the outline of the island in a picture, in order, in shares of its width and height.

    Corners may be outside the picture; without an island the outline is empty.
    """
    if not reading.found:
        return ()
    at = reading.project(np.array([position(each) for each in INTERSECTIONS], float))
    around = cv2.convexHull(at.astype(np.float32)).reshape(-1, 2) / image.shape[1::-1]
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in around)


class PictureJudge:
    """Reads and judges one picture after another.

    Args:
        read: reads an island in a single picture, or at its position ``manual_plane``.
        pointing: whether people may mark the island's corners if it isn't found.

    Attributes:
        found: whether an island was found in the last picture.
        quality: how well its lattice fits, in [0, 1].
        light_wanted: the exposure factor that suits the island; 1: no change.
    """

    def __init__(self, read: Callable[..., BoardReading] = read_board, *, pointing: bool = False) -> None:
        self._read, self._pointing = read, pointing
        self._corners: dict[str, Any] = {}
        self._judged: tuple[QualityCheck, ...] = ()
        self._outline: tuple[tuple[float, float], ...] = ()
        self.found = False
        self.quality = 0.0
        self.light_wanted = 1.0

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems of the last picture, the worst first."""
        return tuple(one.text for one in self._judged if not one.good)

    def judge_frame(self, context: CalibrationContext, frame: Frame) -> None:
        """Judge a picture, and draw its detections on the following ones."""
        laid = context.laid
        reading = self._read(frame.image) if laid is None else self._read(frame.image, manual_plane=laid)
        self.found, self.quality = reading.found, reading.quality
        context.overlay = partial(draw_reading, reading=reading) if reading.found else None
        self._judged = assess_picture(frame.image, reading)
        self.light_wanted = exposure_factor(frame.image, reading.project) if reading.found else 1.0
        self._outline = outline(frame.image, reading)
        if self._pointing:
            found = reading.found and laid is None
            self._corners = {} if found else corners.suggest_corners(context, frame.image)

    def outcome(self, state: Literal["looking", "wrong", "good"], text: str, *choices: Choice) -> StepOutcome:
        """Return an outcome that includes the judgement of the last picture."""
        judged = [
            {"what": one.what, "good": one.good, "text": one.text, "value": round(one.value, 3)}
            for one in self._judged
        ]
        more = tuple(one.text for one in self._judged if one.text != text)
        if self._judged and not self.found:
            more = (*more, *([CORNERS_HINT] if self._pointing else []), MARKERS_HINT)
        about: dict[str, Any] = {"judged": judged, "quality": round(self.quality, 2), "drawn": self.found}
        if self._outline:
            about["outline"] = [list(corner) for corner in self._outline]
        about.update(self._corners)
        return StepOutcome(state, text, choices, more, about)
