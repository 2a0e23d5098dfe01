"""A turnstile: what comes in from many threads is taken one after the other, each at a time of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.observations import Clock


class Turnstile:
    """One passes at a time, and for who passes time stands still, at a whole millisecond.

    Whatever is told in a passage so bears the very time that its line in a log bears.
    """

    def __init__(self, clock: Clock) -> None:
        """Take a clock: monotonic seconds from anywhere."""
        self._clock = clock
        self._lock = threading.RLock()
        self._inside: int | None = None
        self._zero = self._last = self._now = round(clock(), 3)

    def pace(self) -> float:
        """Monotonic seconds from anywhere, that never jump; never waits."""
        if self.inside:
            return self._now
        return max(round(self._clock(), 3), self._last)

    def now(self) -> float:
        """Seconds since the last restart; never waits."""
        return round(self.pace() - self._zero, 3)

    @property
    def inside(self) -> bool:
        """Whether who asks passes just now."""
        return self._inside == threading.get_ident()

    @contextmanager
    def passing(self) -> Iterator[float]:
        """Pass, when nobody else does; gives the time of the passage. Who is inside may pass again."""
        with self._lock:
            if self._inside is not None:
                yield self.now()
                return
            self._last = self._now = self.pace()
            self._inside = threading.get_ident()
            try:
                yield self.now()
            finally:
                self._inside = None

    @contextmanager
    def restarting(self) -> Iterator[None]:
        """Pass; time begins anew at 0 with this passage, unless it fails."""
        with self.passing():
            before, self._zero = self._zero, self._now
            try:
                yield
            except BaseException:
                self._zero = before
                raise
