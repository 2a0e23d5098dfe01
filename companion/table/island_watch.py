"""The camera looks for the island: while the game wants it watched, new frames are read cold."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Final

from companion.observations import Clock, Emit, IslandSeen, SourceReport
from companion.sources.camera import Frame, FrameSource, Image, LatestFrame
from vision.board import BoardReading, read_board

LOOK_EVERY_S: Final = 0.25
PUMP_STOP_S: Final = 2.0


class IslandWatch:
    """A source: tells the island once somebody wants to know it and a frame shows it."""

    def __init__(
        self,
        camera: FrameSource,
        wanted: Callable[[], bool],
        read: Callable[[Image], BoardReading] = read_board,
    ) -> None:
        """Watch through a camera.

        Args:
            camera: gives the frames; a live one is drained all the time.
            wanted: whether the island is to be looked for now.
            read: what reads a frame.
        """
        self._camera = camera
        self._wanted = wanted
        self._read = read

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Look until `stop` is set."""
        looked_at = -1
        items = self._live(clock, stop) if self._camera.live else self._recorded(clock, stop)
        for item in items:
            if isinstance(item, SourceReport):
                emit(item)
            elif not self._wanted():
                # Asked again, the picture that lies there is looked at again.
                looked_at = -1
            elif item.number != looked_at:
                looked_at = item.number
                self._look(item, emit)

    def _look(self, frame: Frame, emit: Emit) -> None:
        reading = self._read(frame.image)
        if reading.found:
            emit(SourceReport(frame.t, self.name, "ok"))
            emit(IslandSeen(frame.t, self.name, reading.island))
        else:
            emit(SourceReport(frame.t, self.name, "waiting", f"No island is seen: {reading.why}"))

    def _recorded(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Every frame in turn, then the last one for as long as somebody may ask."""
        last: Frame | None = None
        for item in self._camera.frames(clock, stop):
            if isinstance(item, Frame):
                last = item
            yield item
        while not stop.wait(LOOK_EVERY_S):
            if last is not None:
                yield last

    def _live(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """The newest frame now and then; a thread of its own drains the camera meanwhile."""
        latest = LatestFrame(self.name)
        reports: queue.SimpleQueue[SourceReport] = queue.SimpleQueue()
        pump = threading.Thread(
            target=latest.pump,
            args=(self._camera, clock, stop, reports.put),
            name=f"pump {self.name}",
            daemon=True,
        )
        pump.start()
        try:
            while not stop.wait(LOOK_EVERY_S):
                while not reports.empty():
                    yield reports.get()
                hung = latest.watch(clock())
                if hung is not None:
                    yield hung
                frame = latest.wait(-1, 0.0)
                if frame is not None:
                    yield frame
        finally:
            pump.join(PUMP_STOP_S)
