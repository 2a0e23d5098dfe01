"""Recorded bytes of a dice tower, heard as its live line hears them; nobody is there to answer."""

from __future__ import annotations

from typing import Final

from companion.observations import Clock, Emit
from companion.sources.tower.conversation import new_link
from companion.sources.tower.teller import Teller

LATE_S: Final = 3.0
"""A live line that has fallen silent is noticed within this time, and its recording says so."""


class RecordedTower:
    """The tower of a recording: it is on the line from the first byte on."""

    def __init__(self, emit: Emit, clock: Clock, name: str = "tower") -> None:
        """Tell as the source of this name; the clock is the recording's."""
        self._clock = clock
        self._teller = Teller(name, emit, clock)
        self._link = new_link()
        self._opened = False

    def hear(self, data: bytes) -> None:
        """Take bytes that came now."""
        if not self._opened:
            self._opened = True
            self._link.opened(self._clock())
        self._pass(data, self._clock())

    def wait(self) -> None:
        """Something else came in now: a tower that fell silent long ago is told, if nothing says so."""
        if self._opened:
            self._pass(b"", self._clock() - LATE_S)

    def _pass(self, data: bytes, now: float) -> None:
        for happening in self._link.receive(data, now) + self._link.tick(now):
            self._teller.tell(happening, self._link, "the tower of the recording")
        self._link.outgoing()
