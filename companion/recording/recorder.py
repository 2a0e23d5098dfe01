"""Writes down what passes a turnstile: one recording for each game, until the disk takes no more."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.i18n import joined, sentence
from companion.observations import Clock, Health
from companion.recording.greeting import Greeting
from companion.recording.lines import InputLine, RollLine, SerialLine
from companion.recording.reader import Recorded
from companion.recording.turnstile import Turnstile
from companion.recording.writer import RecordingWriter, free_folder
from companion.sources.camera import Image
from companion.sources.tower.conversation import Announce

_LOG = logging.getLogger(__name__)

WAITING: Final = sentence("The next game that is started is recorded.")
TAKEN_UP: Final = sentence("A game joined in progress is not recorded: its beginning can't be replayed.")

BROKEN_OFF: Final = sentence(
    "The recording ended when the table was calibrated again: the rest could not be replayed."
)

LINE_END: Final = b"\n"
MOST_HELD: Final = 4096
"""No line of a tower is so long: whatever else it is that sends these bytes, they are written."""

Report = Callable[[Health, str], object]


class Recorder:
    """The recordings of one session of a table; every method but `hearing` is called in a passage.

    Attributes:
        turnstile: what comes in passes it.
        begun: how many recordings were begun: with each, all that watches has to begin anew.
        report: hears how the recording is doing, in words for people.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        """Record into a folder, and further games beside it.

        Args:
            folder: of the first recording.
            clock: monotonic seconds from anywhere.
        """
        self.turnstile = Turnstile(clock)
        self.begun = 0
        self.report: Report = lambda health, text: None
        self._folder = folder
        self._writer: RecordingWriter | None = None
        self._greeting = Greeting()
        self._held = b""
        self._heard_at: float | None = None

    def begin(self, table: Recorded, layout: Mapping[str, Any] | None = None) -> None:
        """A game was started: end the recording before, and begin its own at 0 seconds.

        Args:
            table: who sits there.
            layout: the island, where people said before the game which one lies there.
        """
        self.end()
        self.begun += 1
        try:
            self._writer = RecordingWriter(free_folder(self._folder), table)
        except OSError as error:
            self._stop(error)
            return
        self.report("ok", "")
        if layout is not None:
            self.take(InputLine(0.0, {"kind": "correct", "layout": layout}))
        if greeting := self._greeting.again():
            self.take(SerialLine(0.0, greeting))

    def leave_out(self) -> None:
        """A game was started of which no recording can be kept."""
        self.end()
        self.report("waiting", joined((TAKEN_UP, WAITING)))

    def break_off(self) -> None:
        """There will be a gap in what is seen or heard: what was recorded until now can be replayed."""
        if self._writer is not None:
            self.end()
            self.report("waiting", joined((BROKEN_OFF, WAITING)))

    def end(self) -> None:
        """Nothing more is recorded."""
        if self._writer is not None:
            with contextlib.suppress(OSError):
                self._writer.close()
            self._writer = None

    def frame(self, t: float, image: Image) -> Image:
        """A new picture is shown; returns it as whoever replays will see it."""
        with self._stopping():
            if self._writer is not None:
                return self._writer.frame(t, image)
        return image

    def frame_again(self, t: float) -> None:
        """The last picture is shown again."""
        with self._stopping():
            if self._writer is not None:
                self._writer.frame_again(t)

    def take(self, line: SerialLine | InputLine | RollLine) -> None:
        """Bytes came, something was entered, or a roll was told."""
        with self._stopping():
            if self._writer is not None:
                self._writer.take(line)

    @contextmanager
    def hearing(self, data: bytes) -> Iterator[Announce]:
        """A passage in which bytes from the tower are heard: the gate of its line.

        They are written when a line of the tower ends, for before nothing comes of them, and when
        something is told though none ends, by mere time.
        """
        with self.turnstile.passing() as t:
            self._greeting.hear(data, self.turnstile.pace())
            self._held += data
            self._heard_at = t
            if LINE_END in data or len(self._held) > MOST_HELD:
                self._say_heard()
            yield self._say_heard

    def _say_heard(self) -> None:
        """Write what came from the tower since the last line, once in a passage."""
        if self._heard_at is not None:
            line = SerialLine(self._heard_at, self._held)
            self._heard_at, self._held = None, b""
            self.take(line)

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._stop(error)

    def _stop(self, error: OSError) -> None:
        """The disk takes no more: the game matters, its recording doesn't."""
        self.end()
        why = error.strerror or str(error)
        _LOG.warning("the recording at %s stopped: %s", self._folder, why)
        self.report("fault", sentence("The recording stopped: {why}. The game goes on without one.", why=why))
