"""What is said of buildings counts for how they looked then, and for no look that came otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import IntersectionId
from companion.island.pieces import SITES, Site, Standing
from vision.follow.certain_buildings import CertainBuildings
from vision.pieces import SITE_INDEX

SITE = IntersectionId("i-2,4")
SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")
NOWHERE = np.zeros(len(SITES), np.bool_)
ALL_SITES = ~NOWHERE


def site_mask(site: Site = SITE) -> NDArray[np.bool_]:
    return np.asarray(np.arange(len(SITES)) == SITE_INDEX[site])


@pytest.fixture
def empty_board() -> CertainBuildings:
    """A board that was watched from the beginning, when nothing stood there."""
    certain = CertainBuildings()
    certain.reset(NOWHERE)
    return certain


def say(certain: CertainBuildings, standing: Standing, t: float, *, sure: bool = True) -> None:
    certain.set_statements({SITE: standing} if sure else {}, {SITE: standing}, t)


def record_placement(certain: CertainBuildings, t: float, *, on_bare: bool = False) -> None:
    certain.record_new_look(site_mask(), site_mask() & on_bare, t)


def to_learn(certain: CertainBuildings) -> list[Standing]:
    return [standing for _, standing in certain.examples_to_learn()]


def test_what_came_and_was_then_said_looks_as_said(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    assert to_learn(empty_board) == [SETTLEMENT]


def test_so_does_what_is_put_on_a_bare_corner_after_it_was_said(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    record_placement(empty_board, 2, on_bare=True)
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_city_put_down_while_a_settlement_is_still_said_is_neither(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    assert to_learn(empty_board) == []


def test_once_it_is_said_it_is_a_city(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    say(empty_board, CITY, 4)
    assert to_learn(empty_board) == [CITY]


@pytest.mark.parametrize("sure", [True, False], ids=["said", "read"])
def test_a_city_said_before_the_settlement_goes_is_one_only_then(empty_board: CertainBuildings, sure: bool) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2, sure=sure)
    say(empty_board, CITY, 3)
    assert to_learn(empty_board) == []
    record_placement(empty_board, 4)
    assert to_learn(empty_board) == [CITY]


def test_what_a_hand_hid_and_left_looks_as_it_did(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    empty_board.settle(site_mask())
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    empty_board.restore_settled_look(site_mask())
    assert to_learn(empty_board) == [SETTLEMENT]


def test_what_may_have_changed_while_nobody_watched_is_no_example(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.reset(ALL_SITES)
    assert to_learn(empty_board) == []


def test_what_stood_there_when_all_began_and_is_said_then_is(empty_board: CertainBuildings) -> None:
    say(empty_board, CITY, 1)
    assert to_learn(empty_board) == [CITY]


def test_what_was_learned_is_learned_once(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.mark_learned(SITE, "settlement")
    assert to_learn(empty_board) == []


def test_a_settlement_that_became_a_city_was_one(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.mark_learned(SITE, "settlement")
    record_placement(empty_board, 2)
    say(empty_board, CITY, 3)
    assert list(empty_board.pop_mistaken_examples()) == []
    assert to_learn(empty_board) == [CITY]


@pytest.mark.parametrize(("first", "then"), [(SETTLEMENT, CITY), (CITY, SETTLEMENT)])
def test_what_is_said_to_be_another_and_looks_the_same_was_no_example(
    empty_board: CertainBuildings, first: Standing, then: Standing
) -> None:
    say(empty_board, first, 1)
    empty_board.mark_learned(SITE, first.kind)
    say(empty_board, then, 2)
    assert list(empty_board.pop_mistaken_examples()) == [(SITE, first.kind)]
    assert list(empty_board.pop_mistaken_examples()) == []


def test_what_is_said_no_more_teaches_nothing(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.set_statements({}, {}, 2)
    assert to_learn(empty_board) == []
