"""People at a simulated table who enter what no camera sees a little late: the story comes out as it was."""

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
    Seat,
    Steal,
)
from companion.games.game_api import Interpretation
from companion.observations import InputEntered
from companion.sim.world import SimulatedGame, reportable_events, shuffled_island, to_input
from companion.table.session import GameSession

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
UNSEEN = (DomesticTrade, MaritimeTrade, BuyDevelopmentCard, Discard, Steal)
SHARE, LATEST = 0.3, 2
"""Of what no camera sees, so much is entered late: after at most so many other things."""
TURNS = 30


def late(events: Iterator[Event], rng: random.Random) -> Iterator[Event]:
    """The events in the order in which they are entered."""
    waiting: list[tuple[int, Event]] = []
    for event in events:
        if isinstance(event, UNSEEN) and rng.random() < SHARE:
            waiting.append((rng.randint(1, LATEST), event))
            continue
        yield event
        yield from (other for left, other in waiting if left == 1)
        waiting = [(left - 1, other) for left, other in waiting if left > 1]
    yield from (other for _, other in waiting)


@pytest.mark.parametrize("seed", [0, 3, 5, 9])
def test_what_is_entered_late_finds_its_place(seed: int) -> None:
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, SEATS, rng)
    session = GameSession.create(BaseGame())

    def tell(telling: Interpretation[Event]) -> None:
        nonlocal session
        session = session.with_drafts(session.drafts(telling, t=1.0, source="tablet"))

    tell(Interpretation((GameStarted(SEATS), LayoutSet(layout))))
    in_order = list(reportable_events(world.play(TURNS)))
    entered = list(late(iter(in_order), random.Random(seed + 1)))
    assert entered != in_order
    for event in entered:
        tell(session.game.interpret(session.history, InputEntered(1.0, "tablet", to_input(event))))
    assert session.state.players == world.state.players
    assert session.state.bank == world.state.bank
    assert not session.violations
