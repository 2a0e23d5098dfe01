"""What a dice tower has said that whoever hears it only from now on must know."""

from __future__ import annotations

from typing import Final

from companion.sources.tower.line import MAX_LINE, Decoder, Loss
from companion.sources.tower.link import SILENT_AFTER
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.tower_frames import Beat, Hello, TowerFrame

LINE_END: Final = b"\n"


class Greeting:
    """Hears what comes from a tower, and gives its last greeting to who comes late."""

    def __init__(self) -> None:
        self._decoder: Decoder[TowerFrame] = Decoder(tower_frame)
        self._hello: Hello | None = None
        self._beat: Beat | None = None
        self._begun = b""
        self._heard = 0.0

    def hear(self, data: bytes, now: float) -> None:
        """Take bytes that came."""
        for frame in self._decoder.feed(data):
            if isinstance(frame, Loss):
                continue
            self._heard = now
            if isinstance(frame, Hello) and frame.met:
                self._hello, self._beat = frame, None
            elif isinstance(frame, Beat):
                self._beat = frame
        self._begun = (self._begun + data).rpartition(LINE_END)[2][-MAX_LINE:]

    def again(self, now: float) -> bytes:
        """The greeting, how the tower is, and the beginning of the line that is on its way.

        Nothing where no tower is there.
        """
        if self._hello is None or now - self._heard >= SILENT_AFTER:
            return b""
        beat = b"" if self._beat is None else self._beat.to_bytes()
        return self._hello.to_bytes() + beat + self._begun
