"""Replays a recording at a table, line by line, in one thread: the same recording gives the same game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.registry import GAMES
from companion.observations import Clock, DiceDetection, Emit, InputEntered, InputRefused, SourceReport
from companion.perception.camera_watch import Watcher
from companion.picture_decoder import NoPictureError
from companion.recording.lines import FrameLine, InputLine, Line, RollLine, SerialLine
from companion.recording.reader import Notify, RecordedSetup, Recording
from companion.recording.recorded_table import FrameDispatcher
from companion.recording.recorder import TowerGreeting
from companion.sources.camera import Frame, read_photo
from companion.sources.tower.source import LinkReporter, create_link

# Decodes a dice tower's recorded bytes like its live line does, without answering.


SILENCE_GRACE_S: Final = 3.0
"""A live line detects silence within this time, and its recording documents it."""


class RecordedTower:
    """The tower of a recording, which is connected from its first byte on."""

    def __init__(self, emit: Emit, clock: Clock) -> None:
        """Emit as the tower; the clock is the recording's."""
        self._clock = clock
        self._reporter = LinkReporter("tower", emit, clock)
        self._link = create_link()
        self._greeting = TowerGreeting()
        self._opened = self._presumed_silent = False

    def receive(self, data: bytes) -> None:
        """Process bytes that arrived now."""
        now = self._clock()
        if not self._opened:
            self._opened = True
            self._link.open_connection(now)
        if self._presumed_silent:
            # It sent no new greeting, as a live line would have requested: it was never silent there.
            self._presumed_silent = False
            data = self._greeting.hello_bytes + data
        self._greeting.feed(data, now)
        self._process(data, now)

    def tick(self) -> None:
        """Process the time of another line: report a tower that fell silent long ago."""
        if self._opened and self._process(b"", self._clock() - SILENCE_GRACE_S):
            self._presumed_silent = True

    def _process(self, data: bytes, now: float) -> bool:
        """Process bytes up to a time; return whether anything was reported."""
        happenings = self._link.receive(data, now) + self._link.tick(now)
        for happening in happenings:
            self._reporter.report_event(happening, self._link, "the tower of the recording")
        self._link.take_outgoing()
        return bool(happenings)


INPUT_SOURCE: Final = "tablet"
"""The source of entered inputs."""


class RecordedClock:
    """The time in a recording: seconds since its start."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        """Return the current time."""
        return self.t


class Pace:
    """Delays a replay to the speed at which it was recorded."""

    def __init__(
        self,
        speed: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Replay at `speed` times the recorded speed; 0: without delay."""
        self._speed, self._clock, self._sleep = speed, clock, sleep
        self._start = clock()

    def wait(self, t: float) -> None:
        """Wait until `t` seconds since the recording's start."""
        if self._speed > 0:
            left = self._start + t / self._speed - self._clock()
            if left > 0:
                self._sleep(left)


def game_start_data(table: RecordedSetup, notify: Notify) -> dict[str, Any]:
    """Return the input that starts a recording's game; options that no game here knows are reported and
    skipped."""
    players = [dict(player) for player in table.players]
    seated = {"game": table.game, "players": players}
    options: dict[str, Any] = {}
    for name, value in table.options.items():
        try:
            _check_options(seated | {"options": {name: value}})
        except ValueError as error:
            notify(f"the recording's options: {error}: ignored")
        else:
            options[name] = value
    return {**seated, "options": options, "abandon": True}


def _check_options(chosen: Mapping[str, Any]) -> None:
    """Raise ValueError for invalid options; the table itself reports an unknown game."""
    if (game := GAMES.get(str(chosen["game"]))) is not None:
        game.opening(chosen)


class RecordingPlayer:
    """Plays the lines of a recording in order."""

    def __init__(
        self,
        recording: Recording,
        clock: RecordedClock,
        emit: Emit,
        watchers: Sequence[Watcher],
        notify: Notify,
    ) -> None:
        """Set the recipients of the lines.

        Args:
            recording: the recording.
            clock: the table's clock, set to the time of each line.
            emit: receives observations.
            watchers: process the pictures, in this order.
            notify: receives complaints about skipped lines.
        """
        self._recording, self._clock, self._emit = recording, clock, emit
        self._showing, self._notify = FrameDispatcher(watchers, emit), notify
        self._tower = RecordedTower(emit, clock)
        self._shown: Frame | None = None
        self._file = ""
        self._witnesses: set[str] = set()

    def run(self, pace: Pace, after_line: Callable[[], object] = lambda: None) -> None:
        """Play every line; `after_line` is called when its effects are recorded."""
        for line in self._recording.lines():
            pace.wait(line.t)
            self._clock.t = line.t
            self._play_line(line)
            after_line()

    def _play_line(self, line: Line) -> None:
        match line:
            case SerialLine():
                self._tower.receive(line.data)
            case FrameLine():
                self._tower.tick()
                self._show_frame(line)
            case RollLine():
                self._tower.tick()
                self._play_roll(line)
            case InputLine():
                self._tower.tick()
                try:
                    self._emit(InputEntered(line.t, INPUT_SOURCE, line.data))
                except InputRefused as refusal:
                    entered = json.dumps(line.data)[:120]
                    self._notify(f"the input of {line.t:g} s was refused: {refusal}: {entered}")

    def _play_roll(self, line: RollLine) -> None:
        """Emit a roll as its source reported it; from its first roll a source counts as working."""
        if line.source not in self._witnesses:
            self._witnesses.add(line.source)
            self._emit(SourceReport(line.t, line.source, "ok", ""))
        try:
            late, began, lay_s = line.late, line.began, line.lay_s
            seen = DiceDetection(line.t, line.source, line.dice, late=late, began=began, lay_s=lay_s)
            self._emit(seen)
        except InputRefused as refusal:
            self._notify(f"the roll of {line.t:g} s was refused: {refusal}: {line.dice}")

    def _show_frame(self, line: FrameLine) -> None:
        """Show a picture; the same file again is a repeated frame."""
        shown = self._shown
        if shown is None or self._file != line.frame:
            path = self._recording.folder / line.frame
            try:
                image = read_photo(path)
            except NoPictureError as error:
                reason = error if path.is_file() else "it is missing"
                self._notify(f"{path} is skipped: {reason}")
                return
            number = 0 if shown is None else shown.number + 1
            self._shown, self._file = Frame(line.t, image, number), line.frame
        else:
            self._shown = Frame(line.t, shown.image, shown.number)
        for report in self._showing.dispatch(self._shown):
            self._emit(report)
