"""Runs one camera in one thread and shows its frames to several watchers."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.i18n import sentence
from companion.observations import Clock, Emit, Health, Observation, SourceReport
from companion.sources.camera import Frame, FrameSource, LatestFrame
from companion.supervised_thread import SupervisedThread

REPEAT_INTERVAL_S: Final = 0.25
"""Without a new frame the last one is repeated at this interval: a watcher may need it now."""
PUMP_STOP_S: Final = 2.0

_SEVERITY: Final[tuple[Health, ...]] = ("ok", "waiting", "fault")
"""From the best to the worst."""


class Watcher(Protocol):
    """A consumer of a camera's frames."""

    @property
    def every_s(self) -> float:
        """The minimum time between two useful frames of a live camera, in seconds."""

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Return the observations of a frame. It may be a repeated frame, with the same number."""


class HealthMerger:
    """Merges the reports of a camera and its watchers, since all have the camera's name."""

    def __init__(self) -> None:
        self._reports: dict[int | None, SourceReport] = {}

    def merge(self, watcher: int | None, report: SourceReport) -> SourceReport:
        """Store a report and return the worst of all current ones.

        Args:
            watcher: a watcher's number, or None for the camera.
            report: its report, which replaces its last one.
        """
        self._reports[watcher] = report
        return replace(
            max(self._reports.values(), key=lambda report: _SEVERITY.index(report.health)), t=report.t
        )


class CameraWatch:
    """A source that shows a camera's frames to watchers in turn and emits their observations.

    Args:
        camera: the source of the frames; a live one is drained all the time.
        watchers: process each frame, in this order.
    """

    def __init__(self, camera: FrameSource, watchers: Sequence[Watcher]) -> None:
        self._camera = camera
        self._watchers = tuple(watchers)

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Watch until `stop` is set."""
        live = self._camera.is_live
        looked = [clock() for _ in self._watchers]
        healths = HealthMerger()
        for item in self._live_frames(clock, stop) if live else self._recorded_frames(clock, stop):
            if isinstance(item, SourceReport):
                emit(healths.merge(None, item))
                continue
            for n, watcher in enumerate(self._watchers):
                if stop.is_set():
                    return
                # A new game begins at 0 seconds; the last look is then in the future.
                if live and looked[n] <= clock() < looked[n] + watcher.every_s:
                    continue
                looked[n] = clock()
                for seen in watcher.process(item):
                    emit(healths.merge(n, seen) if isinstance(seen, SourceReport) else seen)

    def _recorded_frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Yield every frame in turn, then repeat the last one with the current time until `stop` is set."""
        last: Frame | None = None
        ahead, before = 0.0, clock()
        for item in self._camera.frames(clock, stop):
            if isinstance(item, Frame):
                last, now = item, clock()
                # A recording may be replayed faster than real time; a game that has just begun isn't ahead.
                ahead = max(0.0, last.t - now) if now >= before else 0.0
                before = now
            yield item
        while not stop.wait(REPEAT_INTERVAL_S):
            if last is not None:
                yield replace(last, t=clock() + ahead)

    def _live_frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Yield the newest frame whenever there is one; a separate thread drains the camera."""
        latest = LatestFrame(self.name)
        reports: queue.SimpleQueue[SourceReport] = queue.SimpleQueue()

        def report_failure(error: BaseException) -> None:
            text = sentence("{source} failed and is restarting: {error}", source=self.name, error=error)
            reports.put(SourceReport(clock(), self.name, "fault", text))

        pump = SupervisedThread(
            f"pump {self.name}",
            lambda: latest.pump(self._camera, clock, stop, reports.put),
            stop,
            report_failure,
        )
        pump.start()
        last: Frame | None = None
        try:
            while not stop.is_set():
                while not reports.empty():
                    yield reports.get()
                hung = latest.check_hung(clock())
                if hung is not None:
                    yield hung
                last = latest.wait(-1 if last is None else last.number, REPEAT_INTERVAL_S) or last
                if last is not None:
                    yield last
        finally:
            pump.join(PUMP_STOP_S)
