"""Replay of a film through a table as `companion replay` does, with or without an attentive person."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.cli.parts.device_access import camera_watchers
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, event_from_json, event_to_json
from companion.games.base.rules.state import State
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, SYMMETRIES, Symmetry
from companion.island.layout import Layout
from companion.journal import Journal
from companion.observations import InputEntered, InputRefused
from companion.recording.lines import InputLine
from companion.recording.reader import Recording
from companion.recording.replay import INPUT_SOURCE, Pace, RecordedClock, RecordingPlayer, game_start_data
from companion.recording.turns import TurnReporter, split_into_turns
from companion.sim.world import to_input
from companion.table.table import Table
from tests.measure.attending import Attentive, Story, Touch
from tests.measure.timed_game import TimedEvent

HAPPENED_FILE: Final = "happened.jsonl"
"""What happened in a film, event by event, beside its log."""
CAMERA: Final = "camera"
_PLACES: Final = frozenset((*HEXES, *INTERSECTIONS, *PATHS))


@dataclass(frozen=True)
class Replayed:
    """The result of a replayed film.

    Attributes:
        rows: a line for each turn, as `companion replay --json` prints it.
        touches: what was done on the page.
        hands, hands_right: in the end.
    """

    rows: Sequence[dict[str, Any]]
    touches: Sequence[Touch]
    hands: int
    hands_right: int


def events_in(folder: Path) -> list[TimedEvent]:
    """Load the true events of a film."""
    rows = [json.loads(line) for line in (folder / HAPPENED_FILE).read_text().splitlines()]
    return _in_course([row["t"] for row in rows], [event_from_json(row["event"]) for row in rows])


def as_reported(happened: Sequence[TimedEvent], layout: Layout) -> list[TimedEvent]:
    """Rename the places of events to the table's orientation: the table may read an island with any corner
    on top.
    """
    laid = next(done.after.land.layout for done in happened if done.after.land is not None)
    true, read_terrains = laid.to_json()["hexes"], layout.to_json()["hexes"]
    turn = max(
        SYMMETRIES[:6], key=lambda move: sum(read_terrains[move(h)] == what for h, what in true.items())
    )
    events = [event_from_json(_turn_places(event_to_json(done.event), turn)) for done in happened]
    return _in_course([done.t for done in happened], events)


def _late_entries(recording: Recording, happened: Sequence[TimedEvent]) -> list[tuple[TimedEvent, float]]:
    """Return the events that people enter in a film, each with the time of its entry."""
    entered = []
    for line in recording.lines():
        if isinstance(line, InputLine):
            done = [done for done in happened if done.t <= line.t and _enters(line, done.event)]
            entered += [(done[-1], line.t)] if done else []
    return entered


def _enters(line: InputLine, event: Event) -> bool:
    """Return whether an input reports an event; a secret card may be left out."""
    data = to_input(event)
    return line.data in (data, {**data, "card": None})


def _turn_places(data: Any, turn: Symmetry) -> Any:
    if isinstance(data, dict):
        return {_turn_places(key, turn): _turn_places(value, turn) for key, value in data.items()}
    if isinstance(data, list):
        return [_turn_places(each, turn) for each in data]
    return turn(data) if isinstance(data, str) and data in _PLACES else data


def _in_course(times: Sequence[float], events: Sequence[Event]) -> list[TimedEvent]:
    found, state = [], State()
    for t, event in zip(times, events, strict=True):
        after = apply(state, event)
        found.append(TimedEvent(t, event, state, after))
        state = after
    return found


def replay_film(film: Path, *, attended: bool, tells_all: bool = True) -> Replayed:
    """Replay a film; `attended`: a person corrects the errors on the page."""
    happened = events_in(film)
    recording = Recording(film, lambda _: None)
    rows: list[dict[str, Any]] = []
    reporter = TurnReporter()
    with tempfile.TemporaryDirectory(prefix="companion-films-") as scratch:
        folder = Path(scratch)
        with Journal.open(folder / "journal.db") as journal:
            clock = RecordedClock()
            table = Table(journal, clock)
            table.start_game(game_start_data(recording.table, lambda _: None))
            late = _late_entries(recording, happened)
            person = Attentive(happened, tells_all=tells_all, late_entries=late)
            due = person.attention_times() if attended else []

            def enter(data: Mapping[str, Any]) -> str:
                try:
                    table.observe(InputEntered(clock.t, INPUT_SOURCE, data))
                except InputRefused as refusal:
                    return str(refusal)
                return ""

            def story() -> Story:
                return () if table.session is None else table.session.steps

            def attend_after_each(*, ended: bool = False) -> None:
                while due and (ended or due[0] <= clock.t):
                    land = story()[-1].after.land if story() else None
                    if land is not None:
                        person.happened = as_reported(happened, land.layout)
                    person.attend(due.pop(0), story, enter)
                found = split_into_turns(_believed_replay(table))
                questions = len(table.snapshot()["questions"])
                rows.extend(turn.to_json(questions) for turn in reporter.due_turns(found, ended=ended))

            watching = camera_watchers(CAMERA, table, "beside", folder / "board.json")
            player = RecordingPlayer(recording, clock, table.observe, watching, lambda _: None)
            player.run(Pace(0), attend_after_each)
            with contextlib.suppress(InputRefused):
                table.conclude()
            attend_after_each(ended=True)
            right = _hands_right(table, happened[-1].after)
    return Replayed(rows, tuple(person.touches), len(right), sum(right))


def _believed_replay(table: Table) -> BelievedReplay:
    session = table.session
    assert session is not None
    assert isinstance(session.game, BaseGame)
    return session.game.believed_replay(session.history)


def _hands_right(table: Table, true: State) -> list[bool]:
    """Return for each hand whether its most likely cards are the true ones."""
    belief = _believed_replay(table).belief
    return [belief.hand(seat).cards == player.hand for seat, player in enumerate(true.players)]
