"""Find the camera above the table: the only one, a named one, or one that people choose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.step import CHECK_AGAIN_CHOICE, Answer
from companion.i18n import sentence
from companion.sources.camera import CameraError

MAX_SPEC_LENGTH: Final = 500
_BY_ID: Final = re.compile(r"/dev/v4l/by-id/usb-(?:[0-9a-f]{4}_)?(.+?)(?:_[0-9A-F]{8})?-video-index\d+")
"""udev's name of a USB camera: vendor number, names, serial number."""


class CameraStep:
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
            self._spec = self._known_spec(context, found)
            if self._spec:
                self._open(context)
        others = tuple(Choice(f"camera:{spec}", camera_name(spec)) for spec in found if spec != self._spec)
        about = {"cameras": found, "camera": self._spec}
        if not self._spec:
            return self._choice_outcome(context, found, about)
        if self._wrong or context.trouble:
            return StepOutcome(
                "wrong", self._wrong or context.trouble, (CHECK_AGAIN_CHOICE, *others), about=about
            )
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

    def end(self) -> None:
        """Leave the camera open for the following steps."""

    def _known_spec(self, context: CalibrationContext, found: list[str]) -> str:
        """Return the camera to open without asking; empty: people must choose."""
        if self._ask:
            return ""
        return context.camera or context.setup.camera or (found[0] if len(found) == 1 else "")

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
