"""A recording told to a table, line by line, in one thread: the same recording gives the same game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.registry import GAMES
from companion.observations import Emit, InputEntered, InputRefused, RollSeen, SourceReport
from companion.perception.camera_watch import Watcher
from companion.recording.lines import FrameLine, InputLine, Line, RollLine, SerialLine
from companion.recording.reader import Recorded, Recording, Word
from companion.recording.showing import Showing
from companion.recording.tower import RecordedTower
from companion.sources.camera import Frame, read_photo

ENTERED: Final = "tablet"
"""The source of what people entered."""


class RecordedClock:
    """The time in a recording: seconds since its start."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        """Now."""
        return self.t


class Pace:
    """Keeps a replay from running ahead of the time in which it was recorded."""

    def __init__(
        self,
        speed: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Replay `speed` times as fast as it was recorded; 0: as fast as it goes."""
        self._speed, self._clock, self._sleep = speed, clock, sleep
        self._start = clock()

    def wait(self, t: float) -> None:
        """Wait until it is `t` seconds since the recording's start."""
        if self._speed > 0:
            left = self._start + t / self._speed - self._clock()
            if left > 0:
                self._sleep(left)


def game_of(table: Recorded, say: Word) -> dict[str, Any]:
    """What a table starts a recording's game with; options that no game here has are left out with a word."""
    players = [dict(player) for player in table.players]
    seated = {"game": table.game, "players": players}
    options: dict[str, Any] = {}
    for name, value in table.options.items():
        try:
            _check(seated | {"options": {name: value}})
        except ValueError as error:
            say(f"the recording's options: {error}: not taken")
        else:
            options[name] = value
    return {**seated, "options": options, "abandon": True}


def _check(chosen: Mapping[str, Any]) -> None:
    """A ValueError says what can't be chosen; of a game that isn't played here the table says so itself."""
    if (game := GAMES.get(str(chosen["game"]))) is not None:
        game.opening(chosen)


class RecordingPlayer:
    """Takes the lines of a recording in turn."""

    def __init__(
        self,
        recording: Recording,
        clock: RecordedClock,
        emit: Emit,
        watchers: Sequence[Watcher],
        say: Word,
    ) -> None:
        """Take where the lines go.

        Args:
            recording: gives them.
            clock: the table's; it is set to the time of each line.
            emit: takes observations.
            watchers: are shown the pictures, in this order.
            say: hears what was passed over.
        """
        self._recording, self._clock, self._emit = recording, clock, emit
        self._showing, self._say = Showing(watchers, emit), say
        self._tower = RecordedTower(emit, clock)
        self._shown: Frame | None = None
        self._file = ""
        self._witnesses: set[str] = set()

    def run(self, pace: Pace, after: Callable[[], object] = lambda: None) -> None:
        """Take every line; `after` is called when what it told is on record."""
        for line in self._recording.lines():
            pace.wait(line.t)
            self._clock.t = line.t
            self._take(line)
            after()

    def _take(self, line: Line) -> None:
        match line:
            case SerialLine():
                self._tower.hear(line.data)
            case FrameLine():
                self._tower.wait()
                self._show(line)
            case RollLine():
                self._tower.wait()
                self._tell(line)
            case InputLine():
                self._tower.wait()
                try:
                    self._emit(InputEntered(line.t, ENTERED, line.data))
                except InputRefused as refusal:
                    entered = json.dumps(line.data)[:120]
                    self._say(f"the input of {line.t:g} s was refused: {refusal}: {entered}")

    def _tell(self, line: RollLine) -> None:
        """A roll as its source told it; from its first on a source is taken to work."""
        if line.source not in self._witnesses:
            self._witnesses.add(line.source)
            self._emit(SourceReport(line.t, line.source, "ok", ""))
        try:
            self._emit(RollSeen(line.t, line.source, line.dice, late=line.late, began=line.began))
        except InputRefused as refusal:
            self._say(f"the roll of {line.t:g} s was refused: {refusal}: {line.dice}")

    def _show(self, line: FrameLine) -> None:
        """Show a picture; the same file again is the same picture, that still lies there."""
        shown = self._shown
        if shown is None or self._file != line.frame:
            path = self._recording.folder / line.frame
            image = read_photo(path)
            if image is None:
                missing = "can't be read as a picture" if path.is_file() else "is missing"
                self._say(f"{path} {missing}: passed over")
                return
            number = 0 if shown is None else shown.number + 1
            self._shown, self._file = Frame(line.t, image, number), line.frame
        else:
            self._shown = Frame(line.t, shown.image, shown.number)
        for report in self._showing.show(self._shown):
            self._emit(report)
