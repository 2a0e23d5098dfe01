"""The simulated world: complete legal games, reported as people would report them."""

from __future__ import annotations

import random

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Event, GameStarted, LayoutSet, Roll
from companion.games.base.rules.legality import violations
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.seats import Seat
from companion.observations import DiceDetection, InputEntered
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from tests.measure.public_events import reportable_events

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


def create_game(seed: int, players: int) -> SimulatedGame:
    rng = random.Random(seed)
    return SimulatedGame(shuffled_island(rng), SEATS[:players], rng)


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 4)])
def test_every_simulated_event_is_legal_and_the_game_ends(seed: int, players: int) -> None:
    world = create_game(seed, players)
    state = world.state
    for event in world.play():
        assert not violations(state, event), event
        state = apply(state, event)
        assert state == world.state
    assert state.winner is not None
    assert state.points(state.winner) >= 10


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(4, 3), (5, 4)])
def test_the_reported_events_reproduce_the_game(seed: int, players: int) -> None:
    """Dice as rolls, the rest as inputs, most turn ends omitted: the same final state."""
    world = create_game(seed, players)
    game = BaseGame()
    assert world.state.land is not None
    opening: tuple[Event, ...] = (GameStarted(SEATS[:players]), LayoutSet(world.state.land.layout))
    history = GameHistory(replay_events(game, tuple(RecordedEvent(n, e) for n, e in enumerate(opening, 1))))
    for event in reportable_events(world.play()):
        observation = (
            DiceDetection(0.0, "tower", event.dice)
            if isinstance(event, Roll)
            else InputEntered(0.0, "people", to_input(event))
        )
        for happened in game.interpret(history, observation).events:
            recorded = RecordedEvent(len(history.recorded_events) + 1, happened)
            history = GameHistory(replay_events(game, (*history.recorded_events, recorded), history.replay))
    assert history.state == world.state


def test_an_end_of_turn_is_reported_only_when_no_roll_implies_it() -> None:
    roll, end = Roll("red", (1, 2)), EndTurn("red")
    world = list(reportable_events(iter([roll, end, roll, end])))
    assert world == [roll, roll, end]


def test_an_island_uses_the_pieces_of_one_box() -> None:
    for seed in range(5):
        assert shuffled_island(random.Random(seed)).departures() == []
