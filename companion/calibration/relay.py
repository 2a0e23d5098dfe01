"""A calibration that becomes another one while pages look at it: they go on as if it were one."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any, Final, Protocol

LOOK_EVERY_S: Final = 0.25
"""Most seconds until whoever waits for a change hears that another session was handed to."""


class Walkable(Protocol):
    """Steps that are being gone through, as `companion.calibration.session.CalibrationSession` has them."""

    @property
    def version(self) -> int:
        """That of the view: it rises whenever the view changes."""

    @property
    def leads(self) -> bool:
        """Whether it is to be gone through before the table is used."""

    def view(self) -> dict[str, Any]:
        """All there is to show, as JSON, with its ``version``."""

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until the view is another than that of a version; False if the time ran out first."""

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """Answer the step that is on."""

    def go_to(self, step: str) -> None:
        """Begin a step, or repeat it."""

    def skip(self, step: str) -> None:
        """Leave out the step that is on."""

    def picture(self) -> bytes | None:
        """The live picture as JPEG; None: there is none."""


class Relay:
    """Hands on to one at a time; versions rise over all of them."""

    def __init__(self, first: Walkable) -> None:
        """Hand on to this one at first."""
        self._lock = threading.Lock()
        self._current, self._before = first, 0

    def hand_to(self, other: Walkable) -> None:
        """From now on hand on to another one; the one before changes no more."""
        with self._lock:
            self._before += self._current.version + 1
            self._current = other

    @property
    def version(self) -> int:
        """As `Walkable` says."""
        with self._lock:
            return self._before + self._current.version

    @property
    def leads(self) -> bool:
        """As `Walkable` says."""
        return self._now.leads

    def view(self) -> dict[str, Any]:
        """As `Walkable` says."""
        with self._lock:
            current, before = self._current, self._before
        shown = current.view()
        return {**shown, "version": before + shown["version"]}

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """As `Walkable` says."""
        end = time.monotonic() + timeout
        while True:
            with self._lock:
                current, before = self._current, self._before
            left = end - time.monotonic()
            if before + current.version != version or left <= 0:
                return left > 0
            current.wait_for_change(version - before, min(left, LOOK_EVERY_S))

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """As `Walkable` says."""
        self._now.answer(step, given)

    def go_to(self, step: str) -> None:
        """As `Walkable` says."""
        self._now.go_to(step)

    def skip(self, step: str) -> None:
        """As `Walkable` says."""
        self._now.skip(step)

    def picture(self) -> bytes | None:
        """As `Walkable` says."""
        return self._now.picture()

    @property
    def _now(self) -> Walkable:
        with self._lock:
            return self._current
