"""Locking of a camera's exposure: auto-exposure reacts to a sleeve over the board or a lamp's flicker."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Protocol

from companion.errors import CompanionError
from companion.i18n import sentence

Exposure = Mapping[str, float]
"""Locked values by name: "exposure", "gain" and others, in the camera's own units."""


class ExposureError(CompanionError, RuntimeError):
    """A camera's exposure can't be locked; the message names the reason and the consequence."""


class AdjustableCamera(Protocol):
    """An open camera whose exposure may be lockable."""

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """Lock exposure, gain, white balance and focus, as far as the camera supports them.

        Args:
            locked: values to restore; None: the current ones.

        Returns:
            The locked values; None if this camera can't lock its exposure.
        """

    def scale_exposure(self, locked: Exposure, factor: float) -> Exposure:
        """Return values for `factor` times the light of `locked`, within the camera's range."""


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

    def restore(self, camera: AdjustableCamera) -> None:
        """Apply the earlier locked values to a camera that was just opened."""
        if self._locked is not None:
            camera.lock_exposure(self._locked)

    def apply_request(self, camera: AdjustableCamera) -> None:
        """Apply a pending request, if there is one; call it between two pictures."""
        with self._lock:
            wished, self._requested = self._requested, None
        if wished is not None:
            self._answer = camera.lock_exposure(None)
            if self._answer is not None and self._factor != 1:
                self._answer = camera.lock_exposure(camera.scale_exposure(self._answer, self._factor))
            self._locked = self._answer or self._locked
            wished.set()
