"""One camera, one thread, several who look through it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.observations import Clock, Emit, Health, Observation, SourceReport
from companion.sources.camera import Frame, FrameSource, LatestFrame

TICK_S: Final = 0.25
"""Without a new frame the last one is shown again so often: somebody may want to see it now."""
PUMP_STOP_S: Final = 2.0

_GRAVE: Final[tuple[Health, ...]] = ("ok", "waiting", "fault")
"""From the best to the worst."""


class Watcher(Protocol):
    """Somebody who looks through a camera."""

    @property
    def every_s(self) -> float:
        """The least time between two frames of a live camera that are worth looking at, in seconds."""

    def take(self, frame: Frame) -> Iterable[Observation]:
        """What a frame tells. It may be the one before again: its number says so."""


class Healths:
    """How a camera and those who look through it are doing, told as one: all stand under its name."""

    def __init__(self) -> None:
        self._reports: dict[int | None, SourceReport] = {}

    def worst(self, teller: int | None, report: SourceReport) -> SourceReport:
        """What is to be said of all of them after one's report.

        Args:
            teller: a watcher's number, or None for the camera.
            report: what it says; of its own it replaces the last.
        """
        self._reports[teller] = report
        return replace(max(self._reports.values(), key=lambda said: _GRAVE.index(said.health)), t=report.t)


class CameraWatch:
    """A source: shows a camera's frames to watchers, one after the other, and tells what they see.

    Args:
        camera: gives the frames; a live one is drained all the time.
        watchers: are shown them, in this order.
    """

    def __init__(self, camera: FrameSource, watchers: Sequence[Watcher]) -> None:
        self._camera = camera
        self._watchers = tuple(watchers)

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Look until `stop` is set."""
        live = self._camera.live
        looked = [clock() for _ in self._watchers]
        healths = Healths()
        for item in self._live(clock, stop) if live else self._recorded(clock, stop):
            if isinstance(item, SourceReport):
                emit(healths.worst(None, item))
                continue
            for n, watcher in enumerate(self._watchers):
                if stop.is_set():
                    return
                # A new game begins at 0 seconds: then the last look lies ahead.
                if live and looked[n] <= clock() < looked[n] + watcher.every_s:
                    continue
                looked[n] = clock()
                for seen in watcher.take(item):
                    emit(healths.worst(n, seen) if isinstance(seen, SourceReport) else seen)

    def _recorded(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Every frame in turn, then the last one, as it would be now, for as long as somebody may ask."""
        last: Frame | None = None
        ahead, before = 0.0, clock()
        for item in self._camera.frames(clock, stop):
            if isinstance(item, Frame):
                last, now = item, clock()
                # A recording may be taken faster than it was made; a game that began just then isn't ahead.
                ahead = max(0.0, last.t - now) if now >= before else 0.0
                before = now
            yield item
        while not stop.wait(TICK_S):
            if last is not None:
                yield replace(last, t=clock() + ahead)

    def _live(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """The newest frame whenever there is one; a thread of its own drains the camera meanwhile."""
        latest = LatestFrame(self.name)
        reports: queue.SimpleQueue[SourceReport] = queue.SimpleQueue()
        pump = threading.Thread(
            target=latest.pump,
            args=(self._camera, clock, stop, reports.put),
            name=f"pump {self.name}",
            daemon=True,
        )
        pump.start()
        last: Frame | None = None
        try:
            while not stop.is_set():
                while not reports.empty():
                    yield reports.get()
                hung = latest.watch(clock())
                if hung is not None:
                    yield hung
                last = latest.wait(-1 if last is None else last.number, TICK_S) or last
                if last is not None:
                    yield last
        finally:
            pump.join(PUMP_STOP_S)
