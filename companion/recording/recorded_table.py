"""A table whose game is recorded: whatever is told to it passes the turnstile first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.games.registry import USUAL
from companion.journal import Entry, Journal
from companion.named_files import read_json
from companion.observations import Health, InputEntered, Observation, RollSeen, SourceReport
from companion.recording.lines import InputLine, RollLine
from companion.recording.reader import Recorded
from companion.recording.recorder import WAITING, Recorder
from companion.table.table import Table
from companion.table.wire import Begun, OutcomeNow

NAME: Final = "recording"
"""Under this name the recording reports how it is doing."""


class RecordedTable(Table):
    """A table that keeps a recording of each game that is started at it."""

    def __init__(
        self,
        journal: Journal,
        recorder: Recorder,
        *,
        calibration: Callable[[], Mapping[str, Any] | None] = lambda: None,
        notices: Sequence[str] = (),
        resume: bool = True,
    ) -> None:
        """A table as any other.

        Args:
            journal: as `Table` takes it.
            recorder: writes; its time is the table's.
            calibration: what is kept of the camera when a game is started.
            notices, resume: as `Table` takes them.
        """
        super().__init__(journal, recorder.turnstile.now, notices=notices, resume=resume)
        self.recorder = recorder
        self._calibration = calibration
        self._asked_before = 0
        recorder.report = self._report_recording
        self._report_recording("waiting", WAITING)

    def _report_recording(self, health: Health, text: str) -> None:
        super().observe(SourceReport(self.now(), NAME, health, text))

    def start_game(self, data: Mapping[str, Any]) -> Begun:
        """As any table; a recording begins with it."""
        with self.recorder.turnstile.restarting():
            asked = self.questions_asked
            started = super().start_game(data)
            # The page doesn't use numbers of questions again; a replay knows none but its own.
            self._asked_before = asked
            if data.get("taken_up") is not None:
                self.recorder.leave_out()
                return started
            options = data.get("options") or {}
            table = Recorded(
                str(data.get("game", USUAL)), tuple(data["players"]), options, self._calibration()
            )
            self.recorder.begin(table, data.get("layout"))
        return started

    def submit(self, data: Mapping[str, Any], source: str = "tablet") -> OutcomeNow:
        """As any table."""
        with self.recorder.turnstile.passing():
            return super().submit(data, source)

    def observe(self, observation: Observation) -> tuple[Entry, ...]:
        """As any table; what a person enters is recorded once it is taken.

        So is a roll that comes outside of a passage, before it is taken: neither picture nor bytes tell it.
        """
        alone = not self.recorder.turnstile.inside
        with self.recorder.turnstile.passing() as t:
            if alone and isinstance(observation, RollSeen):
                observation = replace(observation, t=t)
                match observation.dice:
                    case (a, b):
                        late, began = observation.late, observation.began
                        self.recorder.take(RollLine(t, observation.source, (a, b), late, began))
            if not isinstance(observation, InputEntered):
                return super().observe(observation)
            entries = super().observe(replace(observation, t=t))
            self.recorder.take(InputLine(t, self._as_replayed(observation.data)))
            return entries

    def break_off(self) -> None:
        """Not all that happens at the table will be seen and heard: the recording ends, the game goes on."""
        with self.recorder.turnstile.passing():
            self.recorder.break_off()

    def stop(self) -> None:
        """As any table; the recording ends."""
        super().stop()
        with self.recorder.turnstile.passing():
            self.recorder.end()

    def _as_replayed(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """An input as it means the same where only this game was played."""
        if isinstance(about := data.get("about"), Mapping):
            data = {**data, "about": {name: value for name, value in about.items() if name != "game"}}
        if data.get("kind") == "answer":
            return {**data, "question": data["question"] - self._asked_before}
        return data


def kept_calibration(path: Path) -> Mapping[str, Any] | None:
    """What is kept in a calibration's file, as it stands there; None where nothing can be read."""
    try:
        kept = read_json(path)
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
