"""Tracks a dice tower's last greeting, for a reader that starts in mid-stream."""

from __future__ import annotations

from companion.sources.tower.line import Decoder, Loss
from companion.sources.tower.link import SILENT_AFTER_S
from companion.sources.tower.protocol import parse_tower_frame
from companion.sources.tower.tower_frames import Beat, ForeignHello, Hello, TowerFrame, TowerRoll


class TowerGreeting:
    """Decodes a tower's bytes, and returns its last greeting to late readers."""

    def __init__(self) -> None:
        self._decoder: Decoder[TowerFrame] = Decoder(parse_tower_frame)
        self._hello: Hello | None = None
        self._beat: Beat | None = None
        self._heard_at = 0.0

    def feed(self, data: bytes, now: float) -> None:
        """Process received bytes, possibly none; call it whenever the line is polled."""
        for frame in self._decoder.feed(data):
            if not isinstance(frame, Loss):
                self._heard_at = now
                self._update(frame)
        if now - self._heard_at >= SILENT_AFTER_S:
            # The line will greet it again: its earlier greeting is outdated.
            self._hello = None

    def _update(self, frame: TowerFrame) -> None:
        """Process a frame like the line does: another start or another tower requires a new greeting."""
        hello = self._hello
        match frame:
            case Hello():
                same_start = hello is not None and (hello.unit, hello.boot) == (frame.unit, frame.boot)
                self._beat = self._beat if same_start else None
                self._hello = frame if frame.met else None
            case ForeignHello():
                self._hello = None
            case Beat() if hello is not None:
                self._beat = frame
                self._hello = hello if frame.boot == hello.boot else None
            case TowerRoll() if hello is not None:
                self._hello = hello if frame.unit == hello.unit else None

    @property
    def hello_bytes(self) -> bytes:
        """The tower's greeting; empty if it has sent none."""
        return b"" if self._hello is None else self._hello.to_bytes()

    def greeting_bytes(self) -> bytes:
        """Return the tower's greeting and its last state; empty if there is no tower."""
        if self._hello is None:
            return b""
        return self.hello_bytes + (b"" if self._beat is None else self._beat.to_bytes())
