"""What people enter of a game: all or a share of what can't be seen, in time or late, right or wrong."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.games.base.rules.events import BuyDevelopmentCard, EndTurn, Event, Roll, Seat
from companion.sim.dice_seen import DiceRates, from_camera, from_tower
from companion.sim.evening import Evening, spent
from companion.sim.telling import CARELESS, PROMPT, SILENT, UNSEEN, Entered, EnteringHabits, Mended, entered
from companion.sim.world import SimulatedGame, as_input, shuffled_island

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))


@pytest.fixture(scope="module")
def evening() -> Evening:
    rng = random.Random(3)
    return spent(SimulatedGame(shuffled_island(rng), SEATS, rng), rng)


def said(evening: Evening, habits: EnteringHabits) -> list[Entered]:
    every = entered(evening.happened, habits, random.Random(1))
    return [thing for thing in every if isinstance(thing, Entered)]


def unseen(evening: Evening) -> list[Event]:
    return [done.event for done in evening.happened if isinstance(done.event, UNSEEN)]


def test_prompt_people_enter_all_that_cannot_be_seen_before_the_next_roll(evening: Evening) -> None:
    told = [thing for thing in said(evening, PROMPT) if thing.event.kind != "reveal_victory_points"]
    assert Counter(t.event for t in told if not isinstance(t.event, EndTurn)) == Counter(unseen(evening))
    rolls = [done.t for done in evening.happened if isinstance(done.event, Roll)]
    for thing in told:
        happened = max(done.t for done in evening.happened if done.event is thing.event)
        assert not any(happened < rolled < thing.t for rolled in rolls)


def test_the_passing_of_the_dice_is_entered_only_where_no_roll_says_it(evening: Evening) -> None:
    silent = sum(
        isinstance(one.event, EndTurn) and not isinstance(other.event, Roll)
        for one, other in pairwise(evening.happened)
    )
    assert sum(isinstance(thing.event, EndTurn) for thing in said(evening, PROMPT)) == silent > 0


def test_a_share_is_entered(evening: Evening) -> None:
    assert said(evening, SILENT) == []
    half = len(said(evening, replace(CARELESS, share=0.5)))
    assert 0.3 < half / len(said(evening, PROMPT)) < 0.7


def test_bought_cards_are_mostly_kept_secret(evening: Evening) -> None:
    bought = [t for t in said(evening, PROMPT) if isinstance(t.event, BuyDevelopmentCard)]
    assert any(t.data["card"] is None for t in bought)
    for thing in bought:
        assert thing.data["card"] in (None, as_input(thing.event)["card"])


def test_what_is_entered_late_names_its_player(evening: Evening) -> None:
    for thing in said(evening, replace(PROMPT, late=1.0)):
        if not isinstance(thing.event, EndTurn):
            assert thing.data["player"] == as_input(thing.event)["player"]


def test_what_is_entered_wrongly_and_noticed_is_put_right(evening: Evening) -> None:
    every = entered(evening.happened, replace(PROMPT, wrong=1.0), random.Random(1))
    inputs = [thing for thing in every if isinstance(thing, Entered)]
    wrong = [t for t in inputs if {**as_input(t.event), **t.data} != as_input(t.event)]
    mended = [thing for thing in every if isinstance(thing, Mended)]
    assert mended
    assert {id(thing.wrong) for thing in mended} <= {id(thing) for thing in wrong}
    assert all(0 < thing.t - thing.wrong.t < 10 for thing in mended)


def test_a_tower_hears_every_throw(evening: Evening) -> None:
    rolls = list(from_tower(evening.happened))
    thrown = [done.event.dice for done in evening.happened if isinstance(done.event, Roll)]
    assert [roll.dice for roll in rolls] == thrown
    assert len({roll.token for roll in rolls}) == len(rolls)


def test_what_a_camera_does_not_read_is_entered(evening: Evening) -> None:
    rates = DiceRates(unread=0.3)
    told = list(from_camera(evening.happened, random.Random(1), rates))
    by_hand = [thing for thing in told if isinstance(thing, Entered)]
    assert 0.15 < len(by_hand) / len(told) < 0.45
    for thing in by_hand:
        assert isinstance(thing.event, Roll)
        assert thing.data == {"kind": "roll", "dice": list(thing.event.dice)}
