"""A relay that replaces a calibration session by another one while pages continue to show it."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any, Final, Protocol

POLL_INTERVAL_S: Final = 0.25
"""Maximum seconds until a waiting client notices that the session was replaced."""


class CalibrationController(Protocol):
    """A calibration in progress, as `companion.calibration.session.CalibrationSession` implements it."""

    @property
    def version(self) -> int:
        """The view's version, which rises whenever the view changes."""

    @property
    def leads(self) -> bool:
        """True if it must be finished before the table is used."""

    def view(self) -> dict[str, Any]:
        """Return everything to show, as JSON, with its ``version``."""

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until the view's version differs; return False if the time ran out first."""

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """Answer the current step."""

    def start_step(self, step: str) -> None:
        """Begin a step, or repeat it."""

    def skip(self, step: str) -> None:
        """Skip the current step."""

    def picture(self) -> bytes | None:
        """Return the live picture as JPEG; None: there is none."""


class SessionRelay:
    """Delegates to one session at a time; versions rise across all of them."""

    def __init__(self, first: CalibrationController) -> None:
        """Delegate to this session at first."""
        self._lock = threading.Lock()
        self._current, self._version_offset = first, 0

    def switch_to(self, other: CalibrationController) -> None:
        """Delegate to another session from now on; the earlier one no longer changes."""
        with self._lock:
            self._version_offset += self._current.version + 1
            self._current = other

    @property
    def version(self) -> int:
        """See `CalibrationController`."""
        with self._lock:
            return self._version_offset + self._current.version

    @property
    def leads(self) -> bool:
        """See `CalibrationController`."""
        return self._active.leads

    def view(self) -> dict[str, Any]:
        """See `CalibrationController`."""
        with self._lock:
            current, before = self._current, self._version_offset
        shown = current.view()
        return {**shown, "version": before + shown["version"]}

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """See `CalibrationController`."""
        end = time.monotonic() + timeout
        while True:
            with self._lock:
                current, before = self._current, self._version_offset
            left = end - time.monotonic()
            if before + current.version != version or left <= 0:
                return left > 0
            current.wait_for_change(version - before, min(left, POLL_INTERVAL_S))

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """See `CalibrationController`."""
        self._active.answer(step, given)

    def start_step(self, step: str) -> None:
        """See `CalibrationController`."""
        self._active.start_step(step)

    def skip(self, step: str) -> None:
        """See `CalibrationController`."""
        self._active.skip(step)

    def picture(self) -> bytes | None:
        """See `CalibrationController`."""
        return self._active.picture()

    @property
    def _active(self) -> CalibrationController:
        with self._lock:
            return self._current
