"""What every camera gives, whatever it is: frames with their time, and reports on how it is doing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.observations import Clock, Health, SourceReport
from companion.sources.camera.exposure import Exposure

Image = NDArray[np.uint8]
"""H x W x 3, BGR."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture.

    Attributes:
        t: when it was taken: monotonic seconds from the start of the session.
        image: H x W x 3, BGR, uint8; the source doesn't touch it again.
        number: counts the frames of its source from 0.
    """

    t: float
    image: Image
    number: int


class FrameSource(Protocol):
    """Anything that gives frames: a camera, or a recording in its stead."""

    @property
    def name(self) -> str:
        """Stands in every report."""

    @property
    def live(self) -> bool:
        """Whether a frame not taken in time is old and better dropped.

        A live camera has to be drained all the time (`LatestFrame`). A recording waits: taken
        frame by frame it gives the same frames on every machine.
        """

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Frames as they come, and a report whenever the source's health changes.

        Ends when a recording is over or soon after `stop` is set; a live camera that is lost is
        looked for until then. Never raises for what can go wrong in the world. It blocks while
        there is nothing to give: iterate in a thread that may.
        """

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        """Hold exposure as it is now, also when the camera is opened again; what is held.

        Call it from another thread than the one that takes the frames.

        Args:
            times: so many times the light of now; the pictures change within some tenths of a second.

        Raises:
            ExposureError: it can't be held; the message says why.
        """


class CameraError(CompanionError, ValueError):
    """A description of a camera that can't be one; the message says what can."""


class CameraUnavailableError(CompanionError, OSError):
    """A camera can't be reached now.

    Attributes:
        health: "waiting" where it may still come, "fault" where a person has to do something.
    """

    def __init__(self, health: Health, text: str) -> None:
        super().__init__(text)
        self.health: Health = health


class CameraReporter:
    """Says how a source is doing, but the same thing only once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._last: tuple[Health, str] | None = None

    def say(self, t: float, health: Health, text: str = "") -> Iterator[SourceReport]:
        """One report, or none where nothing is new."""
        if self._last != (health, text):
            self._last = (health, text)
            yield SourceReport(t, self._source, health, text)


def as_bgr(image: NDArray[np.uint8] | None) -> Image | None:
    """A picture as every frame has it: grey or transparent ones converted, None for no picture."""
    if image is None or image.size == 0 or image.dtype != np.uint8:
        return None
    if image.ndim == 2 or image.shape[2] == 1:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(image[..., :3])
