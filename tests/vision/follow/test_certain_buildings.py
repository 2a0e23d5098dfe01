"""Entered buildings are examples for their appearance at that time only."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import SITES, IntersectionId, Site, Standing
from vision.follow.readers import CertainBuildings
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
    certain.reset(NOWHERE, 0)
    return certain


def say(certain: CertainBuildings, standing: Standing, t: float, *, sure: bool = True) -> None:
    certain.set_statements({SITE: standing} if sure else {}, {SITE: standing}, t)


def record_placement(certain: CertainBuildings, t: float, *, on_bare: bool = False) -> None:
    certain.record_new_look(site_mask(), site_mask() & on_bare, t)


def to_learn(certain: CertainBuildings) -> list[Standing]:
    return [standing for _, standing in certain.examples_to_learn()]


def test_a_change_that_was_then_entered_is_an_example(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_piece_placed_on_an_empty_corner_after_its_entry_is_an_example(
    empty_board: CertainBuildings,
) -> None:
    say(empty_board, SETTLEMENT, 1)
    record_placement(empty_board, 2, on_bare=True)
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_city_placed_while_a_settlement_is_recorded_is_no_example(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    assert to_learn(empty_board) == []


def test_a_city_on_the_corner_of_a_lifted_settlement_is_no_example_of_it(
    empty_board: CertainBuildings,
) -> None:
    record_placement(empty_board, 1, on_bare=True)
    empty_board.settle(site_mask())
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    empty_board.settle(site_mask())
    record_placement(empty_board, 5, on_bare=True)
    empty_board.settle(site_mask())
    assert to_learn(empty_board) == []
    say(empty_board, CITY, 6)
    assert to_learn(empty_board) == [CITY]


def test_a_shadow_on_an_empty_corner_does_not_change_which_piece_was_entered(
    empty_board: CertainBuildings,
) -> None:
    say(empty_board, SETTLEMENT, 1)
    for t in (2, 3):
        record_placement(empty_board, t, on_bare=True)
        empty_board.settle(site_mask())
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_piece_entered_for_an_empty_corner_after_a_gap_is_an_example(empty_board: CertainBuildings) -> None:
    empty_board.reset(ALL_SITES, 1)
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3, on_bare=True)
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_settlement_nudged_during_the_founding_is_learned_again(empty_board: CertainBuildings) -> None:
    for t, founding in ((2, True), (4, False)):
        record_placement(empty_board, t - 1, on_bare=t == 2)
        empty_board.set_statements({SITE: SETTLEMENT}, {SITE: SETTLEMENT}, t, founding=founding)
        empty_board.mark_learned(SITE, "settlement")
        empty_board.settle(site_mask())
        assert to_learn(empty_board) == ([SETTLEMENT] if founding else [])


def test_a_city_becomes_an_example_once_it_is_entered(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    say(empty_board, CITY, 4)
    assert to_learn(empty_board) == [CITY]


@pytest.mark.parametrize("sure", [True, False], ids=["said", "read"])
def test_a_city_entered_early_is_an_example_only_after_the_settlement_is_removed(
    empty_board: CertainBuildings, sure: bool
) -> None:
    record_placement(empty_board, 1, on_bare=True)
    say(empty_board, SETTLEMENT, 2, sure=sure)
    say(empty_board, CITY, 3)
    assert to_learn(empty_board) == []
    record_placement(empty_board, 4)
    assert to_learn(empty_board) == [CITY]


def test_a_site_that_was_only_covered_keeps_its_example(empty_board: CertainBuildings) -> None:
    record_placement(empty_board, 1, on_bare=True)
    empty_board.settle(site_mask())
    say(empty_board, SETTLEMENT, 2)
    record_placement(empty_board, 3)
    empty_board.restore_settled_look(site_mask())
    assert to_learn(empty_board) == [SETTLEMENT]


def test_a_site_that_may_have_changed_unwatched_is_no_example(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.reset(ALL_SITES, 1)
    assert to_learn(empty_board) == []


def test_a_piece_present_at_the_start_and_entered_then_is_an_example(empty_board: CertainBuildings) -> None:
    say(empty_board, CITY, 1)
    assert to_learn(empty_board) == [CITY]


def test_an_example_is_learned_once(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.mark_learned(SITE, "settlement")
    assert to_learn(empty_board) == []


def test_an_upgraded_settlement_remains_an_example(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.mark_learned(SITE, "settlement")
    record_placement(empty_board, 2)
    say(empty_board, CITY, 3)
    assert list(empty_board.pop_mistaken_examples()) == []
    assert to_learn(empty_board) == [CITY]


@pytest.mark.parametrize(("first", "then"), [(SETTLEMENT, CITY), (CITY, SETTLEMENT)])
def test_an_entry_corrected_without_a_visible_change_is_no_example(
    empty_board: CertainBuildings, first: Standing, then: Standing
) -> None:
    say(empty_board, first, 1)
    empty_board.mark_learned(SITE, first.kind)
    say(empty_board, then, 2)
    assert list(empty_board.pop_mistaken_examples()) == [(SITE, first.kind)]
    assert list(empty_board.pop_mistaken_examples()) == []


def test_a_deleted_entry_is_no_example(empty_board: CertainBuildings) -> None:
    say(empty_board, SETTLEMENT, 1)
    empty_board.set_statements({}, {}, 2)
    assert to_learn(empty_board) == []
