"""Scripted players of every policy play legal games that end, each in a different style."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games.base.rules.legality import violations
from companion.games.seats import Seat
from companion.sim.players import Policy
from companion.sim.world import SimulatedGame, shuffled_island
from tests.measure.policies import POLICIES
from tests.measure.timed_game import MAX_TURNS

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


def create_game(policy: Policy, seed: int) -> SimulatedGame:
    rng = random.Random(seed)
    return SimulatedGame(shuffled_island(rng), SEATS[: 3 + seed % 2], rng, policies=[policy] * 4)


def count_events(name: str, games: int = 6) -> Counter[str]:
    return Counter(
        event.kind for seed in range(games) for event in create_game(POLICIES[name], seed).play(MAX_TURNS)
    )


@pytest.mark.parametrize("name", POLICIES)
def test_every_event_is_legal(name: str) -> None:
    world = create_game(POLICIES[name], 1)
    before = world.state
    for event in world.play(MAX_TURNS):
        assert not violations(before, event), event
        before = world.state


@pytest.mark.parametrize("name", POLICIES)
def test_most_games_are_won_before_the_turn_limit(name: str) -> None:
    worlds = [create_game(POLICIES[name], seed) for seed in range(6)]
    for world in worlds:
        for _ in world.play(MAX_TURNS):
            pass
    assert sum(world.state.winner is not None for world in worlds) >= 4


def test_a_game_stops_at_the_turn_limit() -> None:
    world = create_game(POLICIES["builder"], 1)
    for _ in world.play(5):
        pass
    assert (world.state.turn, world.state.winner) == (6, None)


def test_each_temperament_plays_differently() -> None:
    builder, trader, knight, cautious = (count_events(n) for n in ("builder", "trader", "knight", "cautious"))
    assert trader["domestic_trade"] > builder["domestic_trade"] > 0
    assert knight["buy_development_card"] > cautious["buy_development_card"]
    assert cautious["domestic_trade"] == 0


def test_a_knight_player_plays_knights_before_the_roll_too() -> None:
    world = create_game(POLICIES["knight"], 2)
    before, moments = world.state, set()
    for event in world.play(MAX_TURNS):
        if event.kind == "play_development_card":
            moments.add(before.dice is None)
        before = world.state
    assert moments == {True, False}
