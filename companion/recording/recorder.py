"""Writes everything that passes a turnstile: one recording for each game, until the disk is full."""

from __future__ import annotations

import contextlib
import logging
import math
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.i18n import join_sentences, sentence
from companion.observations import Clock, Health
from companion.recording.lines import InputLine, RollLine, SerialLine
from companion.recording.reader import RecordedSetup, RecordingWriter, free_folder
from companion.sources.camera import Frame, Image
from companion.sources.tower import protocol
from companion.sources.tower.link import SILENT_AFTER_S
from companion.sources.tower.protocol import Decoder, Loss
from companion.sources.tower.source import Announce
from vision.follow.motion import MotionGate

# A turnstile: serializes the inputs of many threads, each with a time of its own.


class Turnstile:
    """A lock that one thread passes at a time; time stands still during a passage, at a whole millisecond.

    An observation within a passage therefore has exactly the time of its line in a log.
    """

    def __init__(self, clock: Clock) -> None:
        """Set a clock: monotonic seconds from any origin."""
        self._clock = clock
        self._lock = threading.RLock()
        self._inside: int | None = None
        self._zero = self._last = self._now = round(clock(), 3)

    def monotonic_time(self) -> float:
        """Return monotonic seconds from any origin, without jumps; never waits."""
        if self.is_inside:
            return self._now
        return max(round(self._clock(), 3), self._last)

    def elapsed_time(self) -> float:
        """Return the seconds since the last restart; never waits."""
        return round(self.monotonic_time() - self._zero, 3)

    @property
    def is_inside(self) -> bool:
        """True if the calling thread is in a passage."""
        return self._inside == threading.get_ident()

    @contextmanager
    def pass_through(self) -> Iterator[float]:
        """Wait for the lock, and yield the time of the passage; it is reentrant."""
        with self._lock:
            if self._inside is not None:
                yield self.elapsed_time()
                return
            self._last = self._now = self.monotonic_time()
            self._inside = threading.get_ident()
            try:
                yield self.elapsed_time()
            finally:
                self._inside = None

    @contextmanager
    def restart(self) -> Iterator[None]:
        """Pass, and restart time at 0 with this passage, unless it fails."""
        with self.pass_through():
            before, self._zero = self._zero, self._now
            try:
                yield
            except BaseException:
                self._zero = before
                raise


# Tracks a dice tower's last greeting, for a reader that starts in mid-stream.


class TowerGreeting:
    """Decodes a tower's bytes, and returns its last greeting to late readers."""

    def __init__(self) -> None:
        self._decoder: Decoder[protocol.TowerFrame] = Decoder(protocol.parse_tower_frame)
        self._hello: protocol.Hello | None = None
        self._beat: protocol.Beat | None = None
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

    def _update(self, frame: protocol.TowerFrame) -> None:
        """Process a frame like the line does: another start or another tower requires a new greeting."""
        hello = self._hello
        match frame:
            case protocol.Hello():
                same_start = hello is not None and (hello.unit, hello.boot) == (frame.unit, frame.boot)
                self._beat = self._beat if same_start else None
                self._hello = frame if frame.met else None
            case protocol.ForeignHello():
                self._hello = None
            case protocol.Beat() if hello is not None:
                self._beat = frame
                self._hello = hello if frame.boot == hello.boot else None
            case protocol.TowerRoll() if hello is not None:
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


_LOG = logging.getLogger(__name__)

NEXT_GAME_NOTICE: Final = sentence("The next game that is started is recorded.")
JOINED_GAME_NOTICE: Final = sentence(
    "A game joined in progress is not recorded: its beginning can't be replayed."
)

INTERRUPTED_NOTICE: Final = sentence(
    "The recording ended when the table was calibrated again: the rest could not be replayed."
)

LINE_END: Final = b"\n"
MAX_PENDING_BYTES: Final = 4096
"""No line of a tower is so long; more bytes are written, whatever device sends them."""

Report = Callable[[Health, str], object]


class Recorder:
    """The recordings of one session of a table; all methods except `receive_bytes` run within a passage.

    Attributes:
        turnstile: every input passes it.
        recording_count: number of recordings so far: each new one requires new watchers.
        report: receives the recording's state, in words for people.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        """Record into a folder, and further games into folders next to it.

        Args:
            folder: of the first recording.
            clock: monotonic seconds from any origin.
        """
        self.turnstile = Turnstile(clock)
        self.recording_count = 0
        self.report: Report = lambda health, text: None
        self._folder = folder
        self._writer: RecordingWriter | None = None
        self._greeting = TowerGreeting()
        self._pending = b""
        self._received_at: float | None = None

    def begin(self, table: RecordedSetup, layout: Mapping[str, Any] | None = None) -> None:
        """End the last recording and begin that of a new game, at 0 seconds.

        Args:
            table: the game and its players.
            layout: the island, if people entered it before the game.
        """
        self.end()
        self.recording_count += 1
        try:
            self._writer = RecordingWriter(free_folder(self._folder), table)
        except OSError as error:
            self._stop(error)
            return
        self.report("ok", "")
        if layout is not None:
            self.write_line(InputLine(0.0, {"kind": "correct", "layout": layout}))
        if greeting := self._greeting.greeting_bytes():
            self.write_line(SerialLine(0.0, greeting))

    def skip_game(self) -> None:
        """Report a game that can't be recorded."""
        self.end()
        self.report("waiting", join_sentences((JOINED_GAME_NOTICE, NEXT_GAME_NOTICE)))

    def interrupt(self) -> None:
        """End the recording before a gap in the observations; the part so far can be replayed."""
        if self._writer is not None:
            self.end()
            self.report("waiting", join_sentences((INTERRUPTED_NOTICE, NEXT_GAME_NOTICE)))

    def end(self) -> None:
        """End the recording, if there is one."""
        if self._writer is not None:
            with contextlib.suppress(OSError):
                self._writer.close()
            self._writer = None

    def write_frame(self, t: float, image: Image) -> Image:
        """Write a new picture; return it as a replay will show it."""
        with self._stop_on_error():
            if self._writer is not None:
                return self._writer.write_frame(t, image)
        return image

    def repeat_frame(self, t: float) -> None:
        """Write that the last picture was processed again."""
        with self._stop_on_error():
            if self._writer is not None:
                self._writer.repeat_frame(t)

    def write_line(self, line: SerialLine | InputLine | RollLine) -> None:
        """Write received bytes, an input, or a roll."""
        with self._stop_on_error():
            if self._writer is not None:
                self._writer.write_line(line)

    @contextmanager
    def receive_bytes(self, data: bytes) -> Iterator[Announce]:
        """Open a passage in which bytes from the tower are processed: the gate of its line.

        They are written when a line of the tower ends, because a partial line has no effect, and when the
        passage of time alone causes a report.
        """
        with self.turnstile.pass_through() as t:
            self._greeting.feed(data, self.turnstile.monotonic_time())
            self._pending += data
            self._received_at = t
            if LINE_END in data or len(self._pending) > MAX_PENDING_BYTES:
                self._flush_pending()
            yield self._flush_pending

    def _flush_pending(self) -> None:
        """Write the tower's bytes since the last line, once in a passage."""
        if self._received_at is not None:
            line = SerialLine(self._received_at, self._pending)
            self._received_at, self._pending = None, b""
            self.write_line(line)

    @contextmanager
    def _stop_on_error(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._stop(error)

    def _stop(self, error: OSError) -> None:
        """Stop recording after a disk error: the game matters more than its recording."""
        self.end()
        why = error.strerror or str(error)
        _LOG.warning("the recording at %s stopped: %s", self._folder, why)
        self.report("fault", sentence("The recording stopped: {why}. The game goes on without one.", why=why))


# Selects the frames of a camera that a recording stores: few while nothing moves.


SETTLE_S: Final = 3.0
"""Seconds after the last movement during which every frame is stored: new pieces are read meanwhile."""
QUIET_INTERVAL_S: Final = 1.0
"""Seconds between two stored frames of a quiet table."""


class FrameThinning:
    """Examines every frame and selects those to store and show."""

    def __init__(self) -> None:
        self._gate = MotionGate()
        self._shape: tuple[int, ...] = ()
        self._number = -1
        self._moved_at = self._kept_at = -math.inf

    def should_keep(self, frame: Frame, t: float) -> bool:
        """Return whether to store a frame that arrives at a time."""
        if frame.number != self._number:
            self._detect_motion(frame, t)
        keep = t - self._moved_at < SETTLE_S or t - self._kept_at >= QUIET_INTERVAL_S
        if keep:
            self._kept_at = t
        return keep

    def _detect_motion(self, frame: Frame, t: float) -> None:
        shape = frame.image.shape
        if shape != self._shape:
            # This is the first frame of this size: all of it is new.
            self._gate.forget()
            self._shape, self._moved_at = shape, t
        self._number = frame.number
        if not self._gate.detect(frame.image, t).is_still:
            self._moved_at = t
