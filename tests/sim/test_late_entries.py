"""Late entries of unseen events give the same game log."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    Steal,
)
from companion.games.game_api import Interpretation
from companion.games.seats import Seat
from companion.observations import InputEntered
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.session import GameSession
from tests.measure.public_events import reportable_events

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
UNSEEN = (DomesticTrade, MaritimeTrade, BuyDevelopmentCard, Discard, Steal)
LATE_SHARE, MAX_DELAY_EVENTS = 0.3, 2
"""Share of unseen events that are entered late, and the maximum number of events in between."""
TURNS = 30


def delay_entries(events: Iterator[Event], rng: random.Random) -> Iterator[Event]:
    """Yield the events in the order of their entry."""
    waiting: list[tuple[int, Event]] = []
    for event in events:
        if isinstance(event, UNSEEN) and rng.random() < LATE_SHARE:
            waiting.append((rng.randint(1, MAX_DELAY_EVENTS), event))
            continue
        yield event
        yield from (other for left, other in waiting if left == 1)
        waiting = [(left - 1, other) for left, other in waiting if left > 1]
    yield from (other for _, other in waiting)


@pytest.mark.parametrize("seed", [0, 3, 5, 9])
def test_late_entries_are_inserted_in_order(seed: int) -> None:
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, SEATS, rng)
    session = GameSession.create(BaseGame())

    def record(telling: Interpretation[Event]) -> None:
        nonlocal session
        session = session.with_drafts(session.drafts(telling, t=1.0, source="tablet"))

    record(Interpretation((GameStarted(SEATS), LayoutSet(layout))))
    in_order = list(reportable_events(world.play(TURNS)))
    entered = list(delay_entries(iter(in_order), random.Random(seed + 1)))
    assert entered != in_order
    for event in entered:
        record(session.game.interpret(session.history, InputEntered(1.0, "tablet", to_input(event))))
    assert session.state.players == world.state.players
    assert session.state.bank == world.state.bank
    assert not session.violations
