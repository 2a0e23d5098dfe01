"""What people enter of a game: all or a share of what can't be seen, in time or late, right or wrong."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, Event, Roll, Seat
from companion.sim.dice_observations import DiceRates, observe_camera_rolls, observe_tower_rolls
from companion.sim.human_inputs import (
    CARELESS_HABITS,
    NO_INPUT_HABITS,
    PROMPT_HABITS,
    UNSEEN_EVENTS,
    EnteredInput,
    EnteringHabits,
    NoticedMistake,
    simulate_inputs,
)
from companion.sim.timed_game import TimedGame, play_timed_game
from companion.sim.world import SimulatedGame, shuffled_island, to_input

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


@pytest.fixture(scope="module")
def evening() -> TimedGame:
    rng = random.Random(3)
    return play_timed_game(SimulatedGame(shuffled_island(rng), SEATS, rng), rng)


def said(evening: TimedGame, habits: EnteringHabits) -> list[EnteredInput]:
    every = simulate_inputs(evening.events, habits, random.Random(1))
    return [thing for thing in every if isinstance(thing, EnteredInput)]


def unseen(evening: TimedGame) -> list[Event]:
    return [done.event for done in evening.events if isinstance(done.event, UNSEEN_EVENTS)]


def test_prompt_people_enter_all_that_cannot_be_seen_before_the_next_roll(evening: TimedGame) -> None:
    told = [thing for thing in said(evening, PROMPT_HABITS) if thing.event.kind != "reveal_victory_points"]
    assert Counter(t.event for t in told if not isinstance(t.event, EndTurn)) == Counter(unseen(evening))
    rolls = [done.t for done in evening.events if isinstance(done.event, Roll)]
    for thing in told:
        happened = max(done.t for done in evening.events if done.event is thing.event)
        assert not any(happened < rolled < thing.t for rolled in rolls)


def test_the_passing_of_the_dice_is_entered_only_where_no_roll_says_it(evening: TimedGame) -> None:
    silent = sum(
        isinstance(one.event, EndTurn) and not isinstance(other.event, Roll)
        for one, other in pairwise(evening.events)
    )
    assert sum(isinstance(thing.event, EndTurn) for thing in said(evening, PROMPT_HABITS)) == silent > 0


def test_a_share_is_entered(evening: TimedGame) -> None:
    assert said(evening, NO_INPUT_HABITS) == []
    half = len(said(evening, replace(CARELESS_HABITS, share=0.5)))
    assert 0.3 < half / len(said(evening, PROMPT_HABITS)) < 0.7


def test_bought_cards_are_mostly_kept_secret(evening: TimedGame) -> None:
    bought = [t for t in said(evening, PROMPT_HABITS) if isinstance(t.event, BuyDevelopmentCard)]
    assert any(t.data["card"] is None for t in bought)
    for thing in bought:
        assert thing.data["card"] in (None, to_input(thing.event)["card"])


def test_what_is_entered_late_names_its_player(evening: TimedGame) -> None:
    for thing in said(evening, replace(PROMPT_HABITS, late=1.0)):
        if not isinstance(thing.event, EndTurn):
            assert thing.data["player"] == to_input(thing.event)["player"]


def test_what_is_entered_wrongly_and_noticed_is_put_right(evening: TimedGame) -> None:
    every = simulate_inputs(evening.events, replace(PROMPT_HABITS, wrong=1.0), random.Random(1))
    inputs = [thing for thing in every if isinstance(thing, EnteredInput)]
    wrong = [t for t in inputs if {**to_input(t.event), **t.data} != to_input(t.event)]
    mended = [thing for thing in every if isinstance(thing, NoticedMistake)]
    assert mended
    assert {id(thing.wrong) for thing in mended} <= {id(thing) for thing in wrong}
    assert all(0 < thing.t - thing.wrong.t < 10 for thing in mended)


def test_a_tower_hears_every_throw(evening: TimedGame) -> None:
    rolls = list(observe_tower_rolls(evening.events))
    thrown = [done.event.dice for done in evening.events if isinstance(done.event, Roll)]
    assert [roll.dice for roll in rolls] == thrown
    assert len({roll.token for roll in rolls}) == len(rolls)


def test_what_a_camera_does_not_read_is_entered(evening: TimedGame) -> None:
    rates = DiceRates(unread=0.3)
    told = list(observe_camera_rolls(evening.events, random.Random(1), rates))
    by_hand = [thing for thing in told if isinstance(thing, EnteredInput)]
    assert 0.15 < len(by_hand) / len(told) < 0.45
    for thing in by_hand:
        assert isinstance(thing.event, Roll)
        assert thing.data == {"kind": "roll", "dice": list(thing.event.dice)}
