"""Recorded bytes of a dice tower, heard as its live line hears them; nobody is there to answer."""

from __future__ import annotations

from typing import Final

from companion.observations import Clock, Emit
from companion.recording.greeting import Greeting
from companion.sources.tower.conversation import new_link
from companion.sources.tower.link_reporter import LinkReporter

LATE_S: Final = 3.0
"""A live line that has fallen silent is noticed within this time, and its recording says so."""


class RecordedTower:
    """The tower of a recording: it is on the line from the first byte on."""

    def __init__(self, emit: Emit, clock: Clock, name: str = "tower") -> None:
        """Tell as the source of this name; the clock is the recording's."""
        self._clock = clock
        self._reporter = LinkReporter(name, emit, clock)
        self._link = new_link()
        self._greeting = Greeting()
        self._opened = self._presumed_silent = False

    def hear(self, data: bytes) -> None:
        """Take bytes that came now."""
        now = self._clock()
        if not self._opened:
            self._opened = True
            self._link.opened(now)
        if self._presumed_silent:
            # Nobody greeted it in the meantime, as a live line would have: it never was silent there.
            self._presumed_silent = False
            data = self._greeting.hello + data
        self._greeting.hear(data, now)
        self._pass(data, now)

    def wait(self) -> None:
        """Something else came in now: a tower that fell silent long ago is told, if nothing says so."""
        if self._opened and self._pass(b"", self._clock() - LATE_S):
            self._presumed_silent = True

    def _pass(self, data: bytes, now: float) -> bool:
        """Hear what came by now; whether anything was told."""
        happenings = self._link.receive(data, now) + self._link.tick(now)
        for happening in happenings:
            self._reporter.tell(happening, self._link, "the tower of the recording")
        self._link.outgoing()
        return bool(happenings)
