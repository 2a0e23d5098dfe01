"""Simulated inputs: all or a share of the unseen events, on time or late, right or wrong."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, Event, Roll
from companion.games.seats import Seat
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from tests.measure.human_inputs import (
    CARELESS_HABITS,
    NO_INPUT_HABITS,
    PROMPT_HABITS,
    UNSEEN_EVENTS,
    DiceRates,
    EnteredInput,
    EnteringHabits,
    NoticedMistake,
    observe_camera_rolls,
    observe_tower_rolls,
    simulate_inputs,
)
from tests.measure.timed_game import TimedGame, play_timed_game

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


@pytest.fixture(scope="module")
def game() -> TimedGame:
    rng = random.Random(3)
    return play_timed_game(SimulatedGame(shuffled_island(rng), SEATS, rng), rng)


def entered_inputs(game: TimedGame, habits: EnteringHabits) -> list[EnteredInput]:
    every = simulate_inputs(game.events, habits, random.Random(1))
    return [thing for thing in every if isinstance(thing, EnteredInput)]


def unseen_events(game: TimedGame) -> list[Event]:
    return [done.event for done in game.events if isinstance(done.event, UNSEEN_EVENTS)]


def test_prompt_people_enter_every_unseen_event_before_the_next_roll(game: TimedGame) -> None:
    inputs = [
        thing for thing in entered_inputs(game, PROMPT_HABITS) if thing.event.kind != "reveal_victory_points"
    ]
    assert Counter(t.event for t in inputs if not isinstance(t.event, EndTurn)) == Counter(
        unseen_events(game)
    )
    rolls = [done.t for done in game.events if isinstance(done.event, Roll)]
    for thing in inputs:
        happened = max(done.t for done in game.events if done.event is thing.event)
        assert not any(happened < rolled < thing.t for rolled in rolls)


def test_an_end_of_turn_is_entered_only_when_no_roll_implies_it(game: TimedGame) -> None:
    implied_turn_ends = sum(
        isinstance(one.event, EndTurn) and not isinstance(other.event, Roll)
        for one, other in pairwise(game.events)
    )
    assert (
        sum(isinstance(thing.event, EndTurn) for thing in entered_inputs(game, PROMPT_HABITS))
        == implied_turn_ends
        > 0
    )


def test_careless_people_enter_a_share_of_the_events(game: TimedGame) -> None:
    assert entered_inputs(game, NO_INPUT_HABITS) == []
    half = len(entered_inputs(game, replace(CARELESS_HABITS, share=0.5)))
    assert 0.3 < half / len(entered_inputs(game, PROMPT_HABITS)) < 0.7


def test_most_bought_cards_stay_secret(game: TimedGame) -> None:
    bought_card_inputs = [
        t for t in entered_inputs(game, PROMPT_HABITS) if isinstance(t.event, BuyDevelopmentCard)
    ]
    assert any(t.data["card"] is None for t in bought_card_inputs)
    for thing in bought_card_inputs:
        assert thing.data["card"] in (None, to_input(thing.event)["card"])


def test_a_late_input_names_its_player(game: TimedGame) -> None:
    for thing in entered_inputs(game, replace(PROMPT_HABITS, late=1.0)):
        if not isinstance(thing.event, EndTurn):
            assert thing.data["player"] == to_input(thing.event)["player"]


def test_a_noticed_wrong_input_is_corrected(game: TimedGame) -> None:
    every = simulate_inputs(game.events, replace(PROMPT_HABITS, wrong=1.0), random.Random(1))
    inputs = [thing for thing in every if isinstance(thing, EnteredInput)]
    wrong_inputs = [t for t in inputs if {**to_input(t.event), **t.data} != to_input(t.event)]
    corrections = [thing for thing in every if isinstance(thing, NoticedMistake)]
    assert corrections
    assert {id(thing.wrong) for thing in corrections} <= {id(thing) for thing in wrong_inputs}
    assert all(0 < thing.t - thing.wrong.t < 10 for thing in corrections)


def test_the_tower_reports_every_throw(game: TimedGame) -> None:
    rolls = list(observe_tower_rolls(game.events))
    thrown = [done.event.dice for done in game.events if isinstance(done.event, Roll)]
    assert [roll.dice for roll in rolls] == thrown
    assert len({roll.token for roll in rolls}) == len(rolls)


def test_people_enter_rolls_that_the_camera_misses(game: TimedGame) -> None:
    rates = DiceRates(unread=0.3)
    inputs = list(observe_camera_rolls(game.events, random.Random(1), rates))
    by_hand = [thing for thing in inputs if isinstance(thing, EnteredInput)]
    assert 0.15 < len(by_hand) / len(inputs) < 0.45
    for thing in by_hand:
        assert isinstance(thing.event, Roll)
        assert thing.data == {"kind": "roll", "dice": list(thing.event.dice)}
