"""Corrected games equal games recorded right: whole games with slips and their corrections."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    event_to_json,
)
from companion.games.game_api import GameHistory, Interpretation
from companion.games.replay import RecordedEvent, replay_events
from companion.games.seats import Seat
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS
from companion.journal import Journal
from companion.sim.world import SimulatedGame, shuffled_island
from companion.table.session import GameSession
from companion.table.table import Table

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


def game_of(seed: int, turns: int) -> tuple[Event, ...]:
    """The events of a game from the start, to the victory or for a number of turns."""
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, SEATS, rng)
    return (GameStarted(SEATS), LayoutSet(layout), *world.play(turns))


def random_event(chance: random.Random) -> Event:
    """A random event to record where it didn't happen."""
    colour, partner = (seat.colour for seat in chance.sample(SEATS, 2))
    acts: list[Callable[[], Event]] = [
        lambda: Roll(colour, (chance.randint(1, 6), chance.randint(1, 6))),
        lambda: EndTurn(colour),
        lambda: PlaceRoad(colour, chance.choice(PATHS)),
        lambda: PlaceSettlement(colour, chance.choice(INTERSECTIONS)),
        lambda: PlaceCity(colour, chance.choice(INTERSECTIONS)),
        lambda: MoveRobber(colour, chance.choice(HEXES)),
        lambda: BuyDevelopmentCard(colour),
        lambda: MaritimeTrade(colour, (4, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)),
        lambda: DomesticTrade(colour, partner, (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0)),
    ]
    return chance.choice(acts)()


def slips(
    events: tuple[Event, ...], chance: random.Random, count: int
) -> tuple[list[Event], list[dict[str, Any]]]:
    """A game recorded with slips, and its corrections in any order."""
    # The opening and the last event are entered right: a missing event must come before another.
    kinds = dict.fromkeys(chance.sample(range(2, len(events) - 1), min(count, len(events) - 3)), "")
    for n in kinds:
        kinds[n] = chance.choice(("otherwise", "missing", "too_much"))
    recorded: list[Event] = []
    entry_of: dict[int, int] = {}
    corrections: list[dict[str, Any]] = []
    for n, event in enumerate(events):
        if kinds.get(n) == "too_much":
            recorded.append(random_event(chance))
            corrections.append({"entry": len(recorded), "event": None})
        if kinds.get(n) == "missing":
            continue
        recorded.append(random_event(chance) if kinds.get(n) == "otherwise" else event)
        entry_of[n] = len(recorded)
        if kinds.get(n) == "otherwise":
            corrections.append({"entry": len(recorded), "event": event_to_json(event)})
    chance.shuffle(corrections)
    # Of several that are missing in a row, the first is inserted first.
    missing = [
        {"before": min(at for later, at in entry_of.items() if later > n), "event": event_to_json(events[n])}
        for n in sorted(kinds)
        if kinds[n] == "missing"
    ]
    places = sorted(chance.randint(0, len(corrections)) for _ in missing)
    for place, correction in reversed(list(zip(places, missing, strict=True))):
        corrections.insert(place, correction)
    return recorded, [{"kind": "correct", **correction} for correction in corrections]


@contextmanager
def table_with_events(events: list[Event]) -> Iterator[Table]:
    """A table that resumes a game with these events."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "journal.db")
        new = GameSession.create(BaseGame())
        opening, rest = Interpretation(tuple(events[:2])), events[2:]
        game = journal.begin("base", new.drafts(opening, t=0.0, source="tablet"))
        journal.append(game.id, new.drafts(Interpretation(tuple(rest)), t=1.0, source="tablet"))
        table = Table(journal, lambda: 2.0)
        try:
            yield table
        finally:
            table.stop()
            journal.close()


def history(events: tuple[Event, ...]) -> GameHistory[Any, Event]:
    recorded_events = tuple(RecordedEvent(n, event, 1.0, "tablet") for n, event in enumerate(events, 1))
    return GameHistory(replay_events(BaseGame(), recorded_events))


@pytest.mark.slow
@settings(max_examples=12, derandomize=True)
@given(seed=st.integers(0, 10**6), turns=st.integers(2, 90), count=st.integers(1, 8))
def test_a_corrected_game_equals_the_game_recorded_right(seed: int, turns: int, count: int) -> None:
    events = game_of(seed, turns)
    chance = random.Random(seed)
    recorded, corrections = slips(events, chance, count)
    with table_with_events(recorded) as table:
        assert table.session is not None
        first = table.session.state
        assert first == fold(recorded)
        for correction in corrections:
            table.submit(correction)
        after = table.session
        right = history(events)
        assert [recorded.event for recorded in after.history.recorded_events] == list(events)
        assert after.state == right.state
        assert BaseGame().view(after.history) == BaseGame().view(right)
        assert not after.violations
        for _ in corrections:
            table.submit({"kind": "undo"})
        assert table.session.state == first


@settings(max_examples=6, derandomize=True)
@given(seed=st.integers(0, 10**6))
def test_entered_events_stay_after_any_correction_before_them(seed: int) -> None:
    events = game_of(seed, 12)
    chance = random.Random(seed)
    recorded = list(events)
    with table_with_events(recorded) as table:
        assert table.session is not None
        at = chance.randrange(20, len(recorded))
        for number in chance.sample(range(3, at), 4):
            slip = event_to_json(random_event(chance))
            table.submit({"kind": "correct", "entry": number, "event": slip})
        kept = [recorded.event for recorded in table.session.history.recorded_events][at:]
        assert kept == recorded[at:]


def test_a_slip_corrected_twice_is_right() -> None:
    events = game_of(7, 10)
    roll = next(n for n, event in enumerate(events, 1) if isinstance(event, Roll))
    true = events[roll - 1]
    assert isinstance(true, Roll)
    with table_with_events(list(events)) as table:
        for dice in ((1, 1), true.dice):
            event = event_to_json(replace(true, dice=dice))
            table.submit({"kind": "correct", "entry": roll, "event": event})
        assert table.session is not None
        assert table.session.state == fold(events)
