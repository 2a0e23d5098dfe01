"""Decodes a dice tower's recorded bytes like its live line does, without answering."""

from __future__ import annotations

from typing import Final

from companion.observations import Clock, Emit
from companion.recording.tower_greeting import TowerGreeting
from companion.sources.tower.conversation import create_link
from companion.sources.tower.link_reporter import LinkReporter

SILENCE_GRACE_S: Final = 3.0
"""A live line detects silence within this time, and its recording documents it."""


class RecordedTower:
    """The tower of a recording, which is connected from its first byte on."""

    def __init__(self, emit: Emit, clock: Clock, name: str = "tower") -> None:
        """Emit as the source of this name; the clock is the recording's."""
        self._clock = clock
        self._reporter = LinkReporter(name, emit, clock)
        self._link = create_link()
        self._greeting = TowerGreeting()
        self._opened = self._presumed_silent = False

    def receive(self, data: bytes) -> None:
        """Process bytes that arrived now."""
        now = self._clock()
        if not self._opened:
            self._opened = True
            self._link.open_connection(now)
        if self._presumed_silent:
            # It sent no new greeting, as a live line would have requested: it was never silent there.
            self._presumed_silent = False
            data = self._greeting.hello_bytes + data
        self._greeting.feed(data, now)
        self._process(data, now)

    def tick(self) -> None:
        """Process the time of another line: report a tower that fell silent long ago."""
        if self._opened and self._process(b"", self._clock() - SILENCE_GRACE_S):
            self._presumed_silent = True

    def _process(self, data: bytes, now: float) -> bool:
        """Process bytes up to a time; return whether anything was reported."""
        happenings = self._link.receive(data, now) + self._link.tick(now)
        for happening in happenings:
            self._reporter.report_event(happening, self._link, "the tower of the recording")
        self._link.take_outgoing()
        return bool(happenings)
