"""A table that records its games: every input passes the turnstile first."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion import observations
from companion.checksummed_json import read_json
from companion.games.game_api import Sensor
from companion.games.registry import DEFAULT_GAME
from companion.journal import Entry, Journal
from companion.perception.camera_watch import HealthMerger, Watcher
from companion.recording.lines import InputLine, RollLine
from companion.recording.reader import RecordedSetup
from companion.recording.recorder import NEXT_GAME_NOTICE, FrameThinning, Recorder
from companion.sources.camera import Frame
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
        learned_dice: Callable[[], Mapping[str, Any] | None] = lambda: None,
        notices: Sequence[str] = (),
        resume: bool = True,
    ) -> None:
        """Create the table.

        Args:
            journal: as for `Table`.
            recorder: writes the recordings; its time is the table's.
            calibration: returns the camera's stored calibration when a game is started.
            learned_dice: returns the stored set of resource dice then; recorded if the game has such dice.
            notices, resume: as for `Table`.
        """
        super().__init__(journal, recorder.turnstile.elapsed_time, notices=notices, resume=resume)
        self.recorder = recorder
        self._calibration, self._learned_dice = calibration, learned_dice
        self._questions_before = 0
        recorder.report = self._report_recording
        self._report_recording("waiting", NEXT_GAME_NOTICE)

    def _report_recording(self, health: observations.Health, text: str) -> None:
        super().observe(observations.SourceReport(self.game_time(), SOURCE_NAME, health, text))

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
                str(data.get("game", DEFAULT_GAME)),
                tuple(data["players"]),
                options,
                self._calibration(),
                self._learned_dice() if self.requires(Sensor.RESOURCE_DICE) else None,
            )
            self.recorder.begin(table, data.get("layout"))
        return started

    def submit(self, data: Mapping[str, Any], source: str = "tablet") -> OutcomeNow:
        """Submit an input like `Table`, within the turnstile."""
        with self.recorder.turnstile.pass_through():
            return super().submit(data, source)

    def observe(self, observation: observations.Observation) -> tuple[Entry, ...]:
        """Process an observation like `Table`, and record a person's input once it is accepted.

        A roll that arrives outside the turnstile is recorded before it is processed: neither a picture nor
        bytes document it.
        """
        alone = not self.recorder.turnstile.is_inside
        with self.recorder.turnstile.pass_through() as t:
            if alone and isinstance(observation, observations.DiceDetection):
                observation = replace(observation, t=t)
                match observation.dice:
                    case (a, b):
                        late, began, lay_s = observation.late, observation.began, observation.lay_s
                        line = RollLine(t, observation.source, (a, b), late, began, lay_s)
                        self.recorder.write_line(line)
            if not isinstance(observation, observations.InputEntered):
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
    """Return the content of a file of calibration or learned dice; None if it can't be read."""
    try:
        kept = read_json(path)
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None


# Shows frames to watchers, in the same way while a recording is written and when it is replayed.


_LOG = logging.getLogger(__name__)


class FrameDispatcher:
    """Shows every frame to every watcher in turn; one's observations are emitted before the next one's
    turn."""

    def __init__(self, watchers: Sequence[Watcher], emit: observations.Emit) -> None:
        """Set the watchers, and the receiver of their observations."""
        self._watchers, self._emit = tuple(watchers), emit
        self._healths = HealthMerger()

    def dispatch(self, frame: Frame) -> Iterator[observations.SourceReport]:
        """Show a frame, and yield the changed reports of the watchers, which aren't emitted yet.

        Observations that the table refuses are skipped: in a replay nobody would see them again.
        """
        for number, watcher in enumerate(self._watchers):
            for seen in _process_frame(watcher, frame):
                if isinstance(seen, observations.SourceReport):
                    yield self._healths.merge(number, seen)
                    continue
                try:
                    self._emit(seen)
                except observations.InputRefused as refusal:
                    _LOG.warning("the table refused an observation at %.3f s: %s", frame.t, refusal)


def _process_frame(watcher: Watcher, frame: Frame) -> Iterator[observations.Observation]:
    """Yield a watcher's observations; after an exception it continues with the next frame."""
    try:
        yield from watcher.process(frame)
    except Exception:
        _LOG.exception("a watcher failed on the frame at %.3f s", frame.t)


# Records a camera's frames and shows them to the other watchers exactly as recorded.


MIN_FRAME_INTERVAL_S: Final = 0.2
"""The minimum time between two recorded frames of a live camera, in seconds."""


class RecordingWatcher:
    """A watcher that shows frames to others: each as it was written, with the time of its line."""

    every_s: float = MIN_FRAME_INTERVAL_S

    def __init__(
        self, recorder: Recorder, watchers: Callable[[], Sequence[Watcher]], emit: observations.Emit
    ) -> None:
        """Watch through one camera.

        Args:
            recorder: writes the frames.
            watchers: creates the watchers, new for each recording, so they have no earlier state.
            emit: receives their observations within the same passage of the turnstile.
        """
        self._recorder, self._watchers, self._emit = recorder, watchers, emit
        self._reset()

    def _reset(self) -> None:
        self._begun = self._recorder.recording_count
        self._showing = FrameDispatcher(self._watchers(), self._emit)
        self._thinning = FrameThinning()
        self._shown: Frame | None = None
        self._number = -1

    def process(self, frame: Frame) -> list[observations.SourceReport]:
        """Record and show a frame if it is selected; emit the observations and return the watchers'
        reports."""
        with self._recorder.turnstile.pass_through() as t:
            if self._recorder.recording_count != self._begun:
                self._reset()
            if not self._thinning.should_keep(frame, t):
                return []
            shown = self._shown
            if shown is not None and self._number == frame.number:
                self._recorder.repeat_frame(t)
                self._shown = Frame(t, shown.image, shown.number)
            else:
                number = 0 if shown is None else shown.number + 1
                self._shown = Frame(t, self._recorder.write_frame(t, frame.image), number)
            self._number = frame.number
            return list(self._showing.dispatch(self._shown))
