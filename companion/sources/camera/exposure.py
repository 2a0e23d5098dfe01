"""Exposure that stays as it is: automatic exposure follows a sleeve over the board, and a lamp's flicker."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Protocol

from companion.errors import CompanionError
from companion.i18n import sentence

Exposure = Mapping[str, float]
"""What is held at a camera, by name: "exposure", "gain" and others; units are the camera's own."""


class ExposureError(CompanionError, RuntimeError):
    """A camera's exposure can't be held; the message says why, and what that means."""


class Adjustable(Protocol):
    """An open camera whose exposure may be held."""

    def hold_exposure(self, at: Exposure | None) -> Exposure | None:
        """Hold exposure, and with it gain, white balance and focus where the camera has them.

        Args:
            at: what was held before; None: all as it is now.

        Returns:
            What is held; None: this camera doesn't let it be.
        """

    def brightened(self, held: Exposure, times: float) -> Exposure:
        """What to hold for so many times the light that `held` gives, as far as the camera goes."""


class Hold:
    """What is to be held at a camera, wished for in one thread and done in the one that reads the camera."""

    def __init__(self, held: Exposure | None = None) -> None:
        """Begin with what was held in an earlier session; None: nothing."""
        self._held = held
        self._lock = threading.Lock()
        self._wished: threading.Event | None = None
        self._times = 1.0
        self._answer: Exposure | None = None

    def wish(self, place: str, within_s: float, times: float = 1.0) -> Exposure:
        """Have all held as it is now, but for the light, and wait until that is done.

        Args:
            place: what people call the camera in a sentence.
            within_s: seconds to wait for a camera that gives pictures.
            times: so many times the light of now.

        Raises:
            ExposureError: it gives none, or doesn't let it be held.
        """
        done = threading.Event()
        with self._lock:
            self._wished, self._times = done, times
        if not done.wait(within_s):
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

    def begin(self, camera: Adjustable) -> None:
        """A camera was opened: hold what was held before."""
        if self._held is not None:
            camera.hold_exposure(self._held)

    def grant(self, camera: Adjustable) -> None:
        """Between two pictures: do what was wished for, if anything was."""
        with self._lock:
            wished, self._wished = self._wished, None
        if wished is not None:
            self._answer = camera.hold_exposure(None)
            if self._answer is not None and self._times != 1:
                self._answer = camera.hold_exposure(camera.brightened(self._answer, self._times))
            self._held = self._answer or self._held
            wished.set()
