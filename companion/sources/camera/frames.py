"""The interface of all cameras: frames with their time, and reports of the camera's health."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.observations import Clock, Health, SourceReport
from companion.picture_decoder import check_picture_size

# Locking of a camera's exposure: auto-exposure reacts to a sleeve over the board or a lamp's flicker.


Exposure = Mapping[str, float]
"""Locked values by name: "exposure", "gain" and others, in the camera's own units."""


class ExposureError(CompanionError, RuntimeError):
    """A camera's exposure can't be locked; the message names the reason and the consequence."""


Image = NDArray[np.uint8]
"""H x W x 3, BGR."""


class Capture(Protocol):
    """An open camera, whose exposure may be lockable. By default it isn't."""

    def read(self) -> Image | None:
        """Read the next picture; None if none arrived this time.

        Any exception means the same, and gives the reason: a `NoPictureError`, or a driver's own.
        """

    def close(self) -> None:
        """Release the camera, if there is anything to release."""
        return

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """Lock exposure, gain, white balance and focus, as far as the camera supports them.

        Args:
            locked: values to restore; None: the current ones.

        Returns:
            The locked values; None if this camera can't lock its exposure.
        """
        return None

    def scale_exposure(self, locked: Exposure, factor: float) -> Exposure:
        """Return values for `factor` times the light of `locked`, within the camera's range."""
        return locked


class ExposureLock:
    """An exposure lock that one thread requests and the camera's reading thread applies."""

    def __init__(self, locked: Exposure | None = None) -> None:
        """Start with the values of an earlier session; None: automatic exposure."""
        self._locked = locked
        self._lock = threading.Lock()
        self._requested: threading.Event | None = None
        self._factor = 1.0
        self._answer: Exposure | None = None

    def request(self, place: str, timeout_s: float, factor: float = 1.0) -> Exposure:
        """Request a lock of the current values, scaled in light, and wait until it is applied.

        Args:
            place: the camera's name in a sentence.
            timeout_s: seconds to wait for the camera to read a picture.
            factor: multiple of the current light.

        Raises:
            ExposureError: the camera sends no pictures, or can't lock its exposure.
        """
        done = threading.Event()
        with self._lock:
            self._requested, self._factor = done, factor
        if not done.wait(timeout_s):
            raise ExposureError(
                sentence("{place} sends no pictures now: its exposure can't be locked.", place=place)
            )
        if self._answer is None:
            raise ExposureError(
                sentence(
                    "{place} can't lock its exposure: keep lamps and shadows as they are while you play.",
                    place=place,
                )
            )
        return self._answer

    def restore(self, camera: Capture) -> None:
        """Apply the earlier locked values to a camera that was just opened."""
        if self._locked is not None:
            camera.lock_exposure(self._locked)

    def apply_request(self, camera: Capture) -> None:
        """Apply a pending request, if there is one; call it between two pictures."""
        with self._lock:
            wished, self._requested = self._requested, None
        if wished is not None:
            self._answer = camera.lock_exposure(None)
            if self._answer is not None and self._factor != 1:
                self._answer = camera.lock_exposure(camera.scale_exposure(self._answer, self._factor))
            self._locked = self._answer or self._locked
            wished.set()


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture.

    Attributes:
        t: time of capture: monotonic seconds from the start of the session.
        image: H x W x 3, BGR, uint8; the source doesn't modify it afterwards.
        number: the frame's number within its source, from 0.
    """

    t: float
    image: Image
    number: int


class FrameSource(Protocol):
    """A source of frames: a camera, or a recording in its place."""

    @property
    def name(self) -> str:
        """The source's name in every report."""

    @property
    def is_live(self) -> bool:
        """True if a frame that isn't consumed in time is stale and should be dropped.

        A live camera must be drained continuously (`LatestFrame`). A recording waits for its consumer:
        it yields the same frames on every machine.
        """

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Yield frames as they arrive, and a report whenever the source's health changes.

        The iterator ends with the recording, or soon after `stop` is set; until then it searches for a
        lost live camera. It reports failures of devices and files instead of raising. It blocks between
        frames, so iterate in a thread of its own.
        """

    def lock_exposure(self, factor: float = 1.0) -> Exposure:
        """Lock the exposure at its current values, also for later reopenings; return the locked values.

        Call it from another thread than the one that iterates `frames`.

        Args:
            factor: multiple of the current light; the pictures change within some tenths of a second.

        Raises:
            ExposureError: it can't be locked; the message says why.
        """


class CameraError(CompanionError, ValueError):
    """A specification that names no camera; the message lists the valid ones."""


class CameraUnavailableError(CompanionError, OSError):
    """A camera can't be reached now.

    Attributes:
        health: "waiting" if it may still appear, "fault" if a person must act.
    """

    def __init__(self, health: Health, text: str) -> None:
        super().__init__(text)
        self.health: Health = health


def to_bgr(image: NDArray[np.uint8] | None) -> Image | None:
    """Convert a driver's grey, BGR or BGRA picture to BGR; None if it is no picture.

    Raises:
        NoPictureError: it has too many pixels.
    """
    if image is None or image.size == 0 or image.dtype != np.uint8:
        return None
    check_picture_size(image.shape[1], image.shape[0])
    if image.ndim == 2 or image.shape[2] == 1:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    return np.ascontiguousarray(image[..., :3])
