"""Who looks for the island: while the game wants it watched, new frames are read cold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.observations import IslandSeen, Observation, SourceReport
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board

LOOK_EVERY_S: Final = 0.25


class IslandWatch:
    """A watcher: tells the island once somebody wants to know it and a frame shows it."""

    every_s: float = LOOK_EVERY_S

    def __init__(
        self,
        source: str,
        wanted: Callable[[], bool],
        read: Callable[[Image], BoardReading] = read_board,
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; stands in every observation.
            wanted: whether the island is to be looked for now.
            read: what reads a frame.
        """
        self._source = source
        self._wanted = wanted
        self._read = read
        self._looked_at = -1

    def take(self, frame: Frame) -> Iterator[Observation]:
        """The island, if it is wanted and this frame, not read before, shows it."""
        if not self._wanted():
            # Asked again, the picture that lies there is looked at again.
            self._looked_at = -1
        elif frame.number != self._looked_at:
            self._looked_at = frame.number
            yield from self._look(frame)

    def _look(self, frame: Frame) -> Iterator[Observation]:
        reading = self._read(frame.image)
        if reading.found:
            yield SourceReport(frame.t, self._source, "ok")
            yield IslandSeen(frame.t, self._source, reading.island)
        else:
            why = f"No island is seen: {reading.why}"
            yield SourceReport(frame.t, self._source, "waiting", why)
