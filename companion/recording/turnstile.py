"""A turnstile: serializes the inputs of many threads, each with a time of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.observations import Clock


class Turnstile:
    """A lock that one thread passes at a time; time stands still during a passage, at a whole millisecond.

    An observation within a passage therefore has exactly the time of its line in a log.
    """

    def __init__(self, clock: Clock) -> None:
        """Set a clock: monotonic seconds from any origin."""
        self._clock = clock
        self._lock = threading.RLock()
        self._inside: int | None = None
        self._zero = self._last = self._now = round(clock(), 3)

    def monotonic_time(self) -> float:
        """Return monotonic seconds from any origin, without jumps; never waits."""
        if self.is_inside:
            return self._now
        return max(round(self._clock(), 3), self._last)

    def elapsed_time(self) -> float:
        """Return the seconds since the last restart; never waits."""
        return round(self.monotonic_time() - self._zero, 3)

    @property
    def is_inside(self) -> bool:
        """True if the calling thread is in a passage."""
        return self._inside == threading.get_ident()

    @contextmanager
    def pass_through(self) -> Iterator[float]:
        """Wait for the lock, and yield the time of the passage; it is reentrant."""
        with self._lock:
            if self._inside is not None:
                yield self.elapsed_time()
                return
            self._last = self._now = self.monotonic_time()
            self._inside = threading.get_ident()
            try:
                yield self.elapsed_time()
            finally:
                self._inside = None

    @contextmanager
    def restart(self) -> Iterator[None]:
        """Pass, and restart time at 0 with this passage, unless it fails."""
        with self.pass_through():
            before, self._zero = self._zero, self._now
            try:
                yield
            except BaseException:
                self._zero = before
                raise
