"""What is said of buildings counts for how they looked then, and for no look that came otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import IntersectionId
from companion.island.pieces import SITES, Site, Standing
from vision.follow.certain_buildings import CertainBuildings
from vision.pieces import SITE_INDEX

AT = IntersectionId("i-2,4")
SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")
NOWHERE = np.zeros(len(SITES), np.bool_)
EVERYWHERE = ~NOWHERE


def at(site: Site = AT) -> NDArray[np.bool_]:
    return np.asarray(np.arange(len(SITES)) == SITE_INDEX[site])


@pytest.fixture
def bare() -> CertainBuildings:
    """A board that was watched from the beginning, when nothing stood there."""
    certain = CertainBuildings()
    certain.reset(NOWHERE)
    return certain


def say(certain: CertainBuildings, standing: Standing, t: float, *, sure: bool = True) -> None:
    certain.set_statements({AT: standing} if sure else {}, {AT: standing}, t)


def put_down(certain: CertainBuildings, t: float, *, on_bare: bool = False) -> None:
    certain.record_new_look(at(), at() & on_bare, t)


def to_learn(certain: CertainBuildings) -> list[Standing]:
    return [standing for _, standing in certain.examples_to_learn()]


def test_what_came_and_was_then_said_looks_as_said(bare: CertainBuildings) -> None:
    put_down(bare, 1, on_bare=True)
    say(bare, SETTLEMENT, 2)
    assert to_learn(bare) == [SETTLEMENT]


def test_so_does_what_is_put_on_a_bare_corner_after_it_was_said(bare: CertainBuildings) -> None:
    say(bare, SETTLEMENT, 1)
    put_down(bare, 2, on_bare=True)
    assert to_learn(bare) == [SETTLEMENT]


def test_a_city_put_down_while_a_settlement_is_still_said_is_neither(bare: CertainBuildings) -> None:
    put_down(bare, 1, on_bare=True)
    say(bare, SETTLEMENT, 2)
    put_down(bare, 3)
    assert to_learn(bare) == []


def test_once_it_is_said_it_is_a_city(bare: CertainBuildings) -> None:
    put_down(bare, 1, on_bare=True)
    say(bare, SETTLEMENT, 2)
    put_down(bare, 3)
    say(bare, CITY, 4)
    assert to_learn(bare) == [CITY]


@pytest.mark.parametrize("sure", [True, False], ids=["said", "read"])
def test_a_city_said_before_the_settlement_goes_is_one_only_then(bare: CertainBuildings, sure: bool) -> None:
    put_down(bare, 1, on_bare=True)
    say(bare, SETTLEMENT, 2, sure=sure)
    say(bare, CITY, 3)
    assert to_learn(bare) == []
    put_down(bare, 4)
    assert to_learn(bare) == [CITY]


def test_what_a_hand_hid_and_left_looks_as_it_did(bare: CertainBuildings) -> None:
    put_down(bare, 1, on_bare=True)
    bare.settle(at())
    say(bare, SETTLEMENT, 2)
    put_down(bare, 3)
    bare.restore_settled_look(at())
    assert to_learn(bare) == [SETTLEMENT]


def test_what_may_have_changed_while_nobody_watched_is_no_example(bare: CertainBuildings) -> None:
    say(bare, SETTLEMENT, 1)
    bare.reset(EVERYWHERE)
    assert to_learn(bare) == []


def test_what_stood_there_when_all_began_and_is_said_then_is(bare: CertainBuildings) -> None:
    say(bare, CITY, 1)
    assert to_learn(bare) == [CITY]


def test_what_was_learned_is_learned_once(bare: CertainBuildings) -> None:
    say(bare, SETTLEMENT, 1)
    bare.mark_learned(AT, "settlement")
    assert to_learn(bare) == []


def test_a_settlement_that_became_a_city_was_one(bare: CertainBuildings) -> None:
    say(bare, SETTLEMENT, 1)
    bare.mark_learned(AT, "settlement")
    put_down(bare, 2)
    say(bare, CITY, 3)
    assert list(bare.pop_mistaken_examples()) == []
    assert to_learn(bare) == [CITY]


@pytest.mark.parametrize(("first", "then"), [(SETTLEMENT, CITY), (CITY, SETTLEMENT)])
def test_what_is_said_to_be_another_and_looks_the_same_was_no_example(
    bare: CertainBuildings, first: Standing, then: Standing
) -> None:
    say(bare, first, 1)
    bare.mark_learned(AT, first.kind)
    say(bare, then, 2)
    assert list(bare.pop_mistaken_examples()) == [(AT, first.kind)]
    assert list(bare.pop_mistaken_examples()) == []


def test_what_is_said_no_more_teaches_nothing(bare: CertainBuildings) -> None:
    say(bare, SETTLEMENT, 1)
    bare.set_statements({}, {}, 2)
    assert to_learn(bare) == []
