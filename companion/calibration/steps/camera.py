"""Which camera hangs over the table: the only one there is, the one that was named, or people choose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.step import AGAIN, Answer
from companion.calibration.world import World
from companion.i18n import sentence
from companion.sources.camera import CameraError

MOST_TEXT: Final = 500
_BY_ID: Final = re.compile(r"/dev/v4l/by-id/usb-(?:[0-9a-f]{4}_)?(.+?)(?:_[0-9A-F]{8})?-video-index\d+")
"""As udev names a USB camera: maker's number, names, serial number."""


class CameraStep:
    """The camera found and chosen.

    Args:
        ask: whether people are to choose though a camera is known.
    """

    def __init__(self, ask: bool = False) -> None:
        self._ask = ask
        self._spec = ""
        self._wrong = ""

    def look(self, world: World) -> StepOutcome:
        """Open the camera, and wait for its first picture."""
        found = list(world.reach.cameras())
        if not self._spec:
            self._spec = self._known(world, found)
            if self._spec:
                self._open(world)
        others = tuple(Choice(f"camera:{spec}", named(spec)) for spec in found if spec != self._spec)
        about = {"cameras": found, "camera": self._spec}
        if not self._spec:
            return self._choice(world, found, about)
        if self._wrong or world.trouble:
            return StepOutcome("wrong", self._wrong or world.trouble, (AGAIN, *others), about=about)
        frame = None if world.frame_buffer is None else world.frame_buffer.newest
        if frame is None:
            text = sentence("Opening the camera {camera}.", camera=named(self._spec))
            return StepOutcome("looking", text, others, about=about)
        if world.setup.camera != self._spec:
            # What was held was held at another camera.
            world.setup = replace(world.setup, camera=self._spec, exposure={}, unheld="")
        height, width = frame.image.shape[:2]
        text = sentence(
            "The camera {camera} gives pictures of {width} x {height}.",
            camera=named(self._spec), width=width, height=height,
        )  # fmt: skip
        return StepOutcome("good", text, others, about=about)

    def answer(self, world: World, given: Answer) -> None:
        """A choice, or the text of a camera as ``{"camera": ...}``."""
        word = str(given.get("word", ""))
        named = word.removeprefix("camera:") if word.startswith("camera:") else given.get("camera")
        if word == AGAIN.word:
            named = self._spec
        if not isinstance(named, str) or not named.strip() or len(named) > MOST_TEXT:
            raise AnswerRefused(sentence("Choose a camera, or type its number, its path or its address."))
        self._spec = named.strip()
        self._open(world)

    def end(self) -> None:
        """The camera stays open for the steps that follow."""

    def _known(self, world: World, found: list[str]) -> str:
        """The camera to take without asking."""
        if self._ask:
            return ""
        return world.camera or world.setup.camera or (found[0] if len(found) == 1 else "")

    def _open(self, world: World) -> None:
        self._wrong = ""
        try:
            world.open_camera(self._spec)
        except CameraError as error:
            world.close()
            self._wrong = str(error)

    @staticmethod
    def _choice(world: World, found: list[str], about: Mapping[str, Any]) -> StepOutcome:
        """People are asked; the one that was taken until now is the usual answer."""
        before = world.camera or world.setup.camera
        offered = found if not before or before in found else [before, *found]
        choices = tuple(Choice(f"camera:{spec}", named(spec), usual=spec == before) for spec in offered)
        if choices:
            return StepOutcome("looking", sentence("Which camera is above the table?"), choices, about=about)
        text = sentence(
            "No camera found: plug one in, or type the address of a network camera, a folder of photos or a "
            "video."
        )
        return StepOutcome("wrong", text, (AGAIN,), about=about)


def named(spec: str) -> str:
    """What people call a camera: the maker and the model where its text tells them, else its text."""
    if spec == "picamera":
        return "Raspberry Pi"
    if spec.isdigit():
        return sentence("Camera {number}", number=spec)
    told = _BY_ID.fullmatch(spec)
    return told[1].replace("_", " ") if told else spec
