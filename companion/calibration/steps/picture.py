"""Judge the live picture of the island; then lock the exposure and learn the board's position."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

import cv2
import numpy as np

from companion.calibration.context import CalibrationContext, CalibrationStep, Overlay
from companion.calibration.step_outcome import (
    CHECK_AGAIN_CHOICE,
    CONTINUE_CHOICE,
    LOCK_EXPOSURE_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
    word_of,
)
from companion.i18n import sentence
from companion.island.geometry import INTERSECTIONS, position
from companion.sources.camera import CameraError, ExposureError, Frame, Image
from vision.board import BoardReading, read_board
from vision.draw import draw_reading
from vision.follow.calibration import CalibrationNotReady, calibrate
from vision.lattice import Homography
from vision.markers import CORNER_CENTRES, MIN_CORNERS, plane_from_corners, project_corners
from vision.picture_quality import QualityCheck, assess_picture, exposure_factor

# Find the camera above the table: the only one, a named one, or one that people choose.


MAX_SPEC_LENGTH: Final = 500
_BY_ID: Final = re.compile(r"/dev/v4l/by-id/usb-(?:[0-9a-f]{4}_)?(.+?)(?:_[0-9A-F]{8})?-video-index\d+")
"""udev's name of a USB camera: vendor number, names, serial number."""


class CameraStep(CalibrationStep):
    """The step that finds and opens the camera.

    Args:
        ask: whether people choose although a camera is known.
    """

    def __init__(self, ask: bool = False) -> None:
        self._ask = ask
        self._spec = ""
        self._wrong = ""

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Open the camera, and wait for its first picture."""
        found = list(context.devices.cameras())
        if not self._spec:
            if not self._ask:
                only = found[0] if len(found) == 1 else ""
                self._spec = context.camera or context.setup.camera or only
            if self._spec:
                self._open(context)
        others = tuple(Choice(f"camera:{spec}", camera_name(spec)) for spec in found if spec != self._spec)
        about = {"cameras": found, "camera": self._spec}
        if not self._spec:
            return self._choice_outcome(context, found, about)
        if why := self._wrong or context.trouble:
            return StepOutcome("wrong", why, (CHECK_AGAIN_CHOICE, *others), about=about)
        frame = None if context.frame_buffer is None else context.frame_buffer.newest_frame
        if frame is None:
            text = sentence("Opening the camera {camera}.", camera=camera_name(self._spec))
            return StepOutcome("looking", text, others, about=about)
        if context.setup.camera != self._spec:
            # The locked exposure belonged to another camera.
            context.setup = replace(context.setup, camera=self._spec, exposure={}, unheld="")
        height, width = frame.image.shape[:2]
        text = sentence(
            "The camera {camera} gives pictures of {width} x {height}.",
            camera=camera_name(self._spec), width=width, height=height,
        )  # fmt: skip
        return StepOutcome("good", text, others, about=about)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept a choice, or the text of a camera as ``{"camera": ...}``."""
        word = str(given.get("word", ""))
        spec = word.removeprefix("camera:") if word.startswith("camera:") else given.get("camera")
        if word == CHECK_AGAIN_CHOICE.word:
            spec = self._spec
        if not isinstance(spec, str) or not spec.strip() or len(spec) > MAX_SPEC_LENGTH:
            raise AnswerRefused(sentence("Choose a camera, or type its number, its path or its address."))
        self._spec = spec.strip()
        self._open(context)

    def _open(self, context: CalibrationContext) -> None:
        self._wrong = ""
        try:
            context.open_camera(self._spec)
        except CameraError as error:
            context.close()
            self._wrong = str(error)

    @staticmethod
    def _choice_outcome(
        context: CalibrationContext, found: list[str], about: Mapping[str, Any]
    ) -> StepOutcome:
        """Ask people; the current camera is the usual answer."""
        before = context.camera or context.setup.camera
        offered = found if not before or before in found else [before, *found]
        choices = tuple(Choice(f"camera:{spec}", camera_name(spec), usual=spec == before) for spec in offered)
        if choices:
            return StepOutcome("looking", sentence("Which camera is above the table?"), choices, about=about)
        # No fault: a table needs no camera.
        more = (
            sentence("Without a camera: skip this step. Taps enter the game."),
            sentence(
                "With a phone as the camera: start the table with 'companion serve --camera phone', and scan "
                "the code under “Phones”."
            ),
            sentence("Or type the address of a network camera, a folder of photos or a video."),
        )
        text = sentence("No camera is connected. Plug one in, use a phone, or play without one.")
        return StepOutcome("looking", text, (CHECK_AGAIN_CHOICE,), more, about=about)


def camera_name(spec: str) -> str:
    """Return a camera's name for people: vendor and model if its text contains them, else its text."""
    if spec == "picamera":
        return "Raspberry Pi"
    if spec.isdigit():
        return sentence("Camera {number}", number=spec)
    match = _BY_ID.fullmatch(spec)
    return match[1].replace("_", " ") if match else spec


# The island's corners, which people mark on the live picture if the island isn't found.


_REACH: Final = 0.34
"""The initial distance of the corners from the picture's middle, as a share of its shorter side."""


def suggest_corners(context: CalibrationContext, image: Image) -> dict[str, Any]:
    """Return the initial corners, in a step's JSON form.

    Returns:
        ``corners``: six places [x, y] clockwise, in shares of the picture's width and height.
        ``pointed_out``: whether people have already marked them, now or in the last calibration.
    """
    height, width = image.shape[:2]
    known, made = context.laid, context.calibration
    if known is None and made is not None and (made.width, made.height) == (width, height):
        known = made.manual_plane
    if known is not None:
        places = project_corners(known)
    else:
        # An island of typical size in the picture's middle.
        reach = _REACH * min(width, height) / np.linalg.norm(CORNER_CENTRES, axis=1).max()
        places = np.array([width / 2, height / 2]) + CORNER_CENTRES * reach
    shares = np.clip(places / (width, height), 0.0, 1.0).round(4)
    return {"corners": shares.tolist(), "pointed_out": known is not None}


def homography_from_corners(given: object, width: int, height: int) -> Homography:
    """Return the homography from the island's plane to pixels that fits the marked corners.

    Args:
        given: six places in the form of `suggest_corners`; None for each that nobody moved.
        width, height: of the picture, in pixels.

    Raises:
        AnswerRefused: no island fits.
    """
    corners = given if isinstance(given, list | tuple) else ()
    if len(corners) != len(CORNER_CENTRES) or not all(each is None or is_place(each) for each in corners):
        raise AnswerRefused(sentence("The island's corners must be inside the picture."))
    places = [None if each is None else (float(each[0]) * width, float(each[1]) * height) for each in corners]
    marked = [n for n, place in enumerate(places) if place is not None]
    if len(marked) < MIN_CORNERS or (len(marked) == MIN_CORNERS and not _is_spread_out(marked)):
        raise AnswerRefused(sentence("Mark at least three corners, ideally every second one."))
    plane = plane_from_corners(places)
    if plane is None:
        raise AnswerRefused(
            sentence(
                "No island fits these corners: put each corner, in order, on the middle of a corner hex."
            )
        )
    return plane


def _is_spread_out(three: list[int]) -> bool:
    """Return whether three corners aren't all on one side of the island, which would leave the other
    undetermined."""
    next_ones = three[1:] + three[:1]
    gaps = [(after - one) % len(CORNER_CENTRES) for one, after in zip(three, next_ones, strict=True)]
    return max(gaps) < 4


def is_place(given: object) -> bool:
    """Return whether an answer is a place [x, y] in shares of the picture's width and height."""
    return (
        isinstance(given, list | tuple)
        and len(given) == 2
        and not any(isinstance(share, bool) for share in given)
        and all(isinstance(share, int | float) and 0 <= share <= 1 for share in given)
    )


# Shared parts of all steps with a camera: obstacles, overlays, and the judgement of the picture.


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

    def show(self, context: CalibrationContext, overlay: Overlay, *, on_top: bool = False) -> None:
        """Replace the drawing from before the step, or draw on top of it."""
        if self._context is None:
            self._context, self._before = context, context.overlay
        before = self._before if on_top else None
        context.overlay = overlay if before is None else lambda image: overlay(before(image))

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
        pointing: whether people may mark the island's corners if it isn't found.

    Attributes:
        found: whether an island was found in the last picture.
        quality: how well its lattice fits, in [0, 1].
        light_wanted: the exposure factor that suits the island; 1: no change.
    """

    def __init__(self, *, pointing: bool = False) -> None:
        self._pointing = pointing
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
        reading = read_board(frame.image) if laid is None else read_board(frame.image, manual_plane=laid)
        self.found, self.quality = reading.found, reading.quality
        context.overlay = partial(draw_reading, reading=reading) if reading.found else None
        self._judged = assess_picture(frame.image, reading)
        self.light_wanted = exposure_factor(frame.image, reading.project) if reading.found else 1.0
        self._outline = outline(frame.image, reading)
        if self._pointing:
            found = reading.found and laid is None
            self._corners = {} if found else suggest_corners(context, frame.image)

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


PicturePhase = Literal["judging", "settling", "learning", "learned"]
MAX_METERINGS: Final = 5
"""After so many attempts without a good exposure, the picture is judged as it is."""
SETTLE_S: Final = 1.0
"""Seconds during which a camera may still deliver pictures with the old exposure."""


class PictureStep(CalibrationStep):
    """Judges the picture, locks the exposure, and learns the board's position."""

    def __init__(self) -> None:
        self._judging = PictureJudge(pointing=True)
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

    def _use_corners(self, context: CalibrationContext, given: object) -> None:
        """Set the island's position from the marked corners; the picture is judged again."""
        newest = None if context.frame_buffer is None else context.frame_buffer.newest_frame
        if newest is None:
            raise AnswerRefused(sentence("There is no picture yet: wait a moment."))
        height, width = newest.image.shape[:2]
        context.laid = homography_from_corners(given, width, height)
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
        made = calibrate(frames, context.devices.today(), context.setup.exposure, **laid)
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


class LiveStep(CalibrationStep):
    """Judges the picture of a playing table for as long as it is viewed."""

    def __init__(self) -> None:
        self._judging = PictureJudge()
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
