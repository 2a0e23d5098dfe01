"""A table that records its games: every input passes the turnstile first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.games.registry import DEFAULT_GAME
from companion.journal import Entry, Journal
from companion.named_files import read_json
from companion.observations import DiceDetection, Health, InputEntered, Observation, SourceReport
from companion.recording.lines import InputLine, RollLine
from companion.recording.reader import RecordedSetup
from companion.recording.recorder import NEXT_GAME_NOTICE, Recorder
from companion.table.api_types import Begun, OutcomeNow
from companion.table.table import Table

SOURCE_NAME: Final = "recording"
"""The source name of the recording's own reports."""


class RecordedTable(Table):
    """A table that writes a recording of each game that is started."""

    def __init__(
        self,
        journal: Journal,
        recorder: Recorder,
        *,
        calibration: Callable[[], Mapping[str, Any] | None] = lambda: None,
        notices: Sequence[str] = (),
        resume: bool = True,
    ) -> None:
        """Create the table.

        Args:
            journal: as for `Table`.
            recorder: writes the recordings; its time is the table's.
            calibration: returns the camera's stored calibration when a game is started.
            notices, resume: as for `Table`.
        """
        super().__init__(journal, recorder.turnstile.elapsed_time, notices=notices, resume=resume)
        self.recorder = recorder
        self._calibration = calibration
        self._questions_before = 0
        recorder.report = self._report_recording
        self._report_recording("waiting", NEXT_GAME_NOTICE)

    def _report_recording(self, health: Health, text: str) -> None:
        super().observe(SourceReport(self.game_time(), SOURCE_NAME, health, text))

    def start_game(self, data: Mapping[str, Any]) -> Begun:
        """Start a game like `Table`, and begin its recording."""
        with self.recorder.turnstile.restart():
            asked = self.last_question_number
            started = super().start_game(data)
            # Question numbers are never reused on a page; a replay numbers only its own questions.
            self._questions_before = asked
            if data.get("taken_up") is not None:
                self.recorder.skip_game()
                return started
            options = data.get("options") or {}
            table = RecordedSetup(
                str(data.get("game", DEFAULT_GAME)), tuple(data["players"]), options, self._calibration()
            )
            self.recorder.begin(table, data.get("layout"))
        return started

    def submit(self, data: Mapping[str, Any], source: str = "tablet") -> OutcomeNow:
        """Submit an input like `Table`, within the turnstile."""
        with self.recorder.turnstile.pass_through():
            return super().submit(data, source)

    def observe(self, observation: Observation) -> tuple[Entry, ...]:
        """Process an observation like `Table`, and record a person's input once it is accepted.

        A roll that arrives outside the turnstile is recorded before it is processed: neither a picture nor
        bytes document it.
        """
        alone = not self.recorder.turnstile.is_inside
        with self.recorder.turnstile.pass_through() as t:
            if alone and isinstance(observation, DiceDetection):
                observation = replace(observation, t=t)
                match observation.dice:
                    case (a, b):
                        late, began, lay_s = observation.late, observation.began, observation.lay_s
                        line = RollLine(t, observation.source, (a, b), late, began, lay_s)
                        self.recorder.write_line(line)
            if not isinstance(observation, InputEntered):
                return super().observe(observation)
            entries = super().observe(replace(observation, t=t))
            self.recorder.write_line(InputLine(t, self._normalize_input(observation.data)))
            return entries

    def interrupt(self) -> None:
        """End the recording before a gap in the observations; the game continues."""
        with self.recorder.turnstile.pass_through():
            self.recorder.interrupt()

    def stop(self) -> None:
        """Stop like `Table`, and end the recording."""
        super().stop()
        with self.recorder.turnstile.pass_through():
            self.recorder.end()

    def _normalize_input(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an input with the same meaning in a replay of this game alone."""
        if isinstance(about := data.get("about"), Mapping):
            data = {**data, "about": {name: value for name, value in about.items() if name != "game"}}
        if data.get("kind") == "answer":
            return {**data, "question": data["question"] - self._questions_before}
        return data


def read_calibration_data(path: Path) -> Mapping[str, Any] | None:
    """Return the content of a calibration's file; None if it can't be read."""
    try:
        kept = read_json(path)
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None
