"""What a dice tower has said that whoever hears it only from now on must know."""

from __future__ import annotations

from companion.sources.tower.line import Decoder, Loss
from companion.sources.tower.link import SILENT_AFTER_S
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.tower_frames import Beat, Hello, StrangeHello, TowerFrame, TowerRoll


class Greeting:
    """Hears what comes from a tower, and gives its last greeting to who comes late."""

    def __init__(self) -> None:
        self._decoder: Decoder[TowerFrame] = Decoder(tower_frame)
        self._hello: Hello | None = None
        self._beat: Beat | None = None
        self._heard = 0.0

    def hear(self, data: bytes, now: float) -> None:
        """Take bytes that came, or none: call it as often as the line is looked at."""
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Loss):
                self._heard = now
                self._take(frame)
        if now - self._heard >= SILENT_AFTER_S:
            # The line greets it anew: what it was is no news any more.
            self._hello = None

    def _take(self, frame: TowerFrame) -> None:
        """Take a frame, as the line does: one from another start or another tower has it greeted anew."""
        hello = self._hello
        match frame:
            case Hello():
                same_start = hello is not None and (hello.unit, hello.boot) == (frame.unit, frame.boot)
                self._beat = self._beat if same_start else None
                self._hello = frame if frame.met else None
            case StrangeHello():
                self._hello = None
            case Beat() if hello is not None:
                self._beat = frame
                self._hello = hello if frame.boot == hello.boot else None
            case TowerRoll() if hello is not None:
                self._hello = hello if frame.unit == hello.unit else None

    @property
    def hello(self) -> bytes:
        """Who the tower is; nothing where none has said."""
        return b"" if self._hello is None else self._hello.to_bytes()

    def again(self) -> bytes:
        """Who the tower is, and how it is; nothing where no tower is there."""
        if self._hello is None:
            return b""
        return self.hello + (b"" if self._beat is None else self._beat.to_bytes())
