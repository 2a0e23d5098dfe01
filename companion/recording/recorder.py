"""Writes everything that passes a turnstile: one recording for each game, until the disk is full."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.i18n import join_sentences, sentence
from companion.observations import Clock, Health
from companion.recording.lines import InputLine, RollLine, SerialLine
from companion.recording.reader import RecordedSetup
from companion.recording.tower_greeting import TowerGreeting
from companion.recording.turnstile import Turnstile
from companion.recording.writer import RecordingWriter, free_folder
from companion.sources.camera import Image
from companion.sources.tower.conversation import Announce

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
