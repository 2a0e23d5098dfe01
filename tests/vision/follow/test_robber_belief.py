"""Where the robber is believed to stand: what went, what came, and what was as dark before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.follow.robber_belief import RobberBelief
from vision.follow.tints import update_tint
from vision.robber import ABSENT_CLASS, CLASSES, HIDDEN_CLASS, ROBBER_CLASS

FIRST, SECOND, THIRD = 3, 9, 15
NOWHERE = len(HEXES)
ALL_SEEN = np.zeros(len(HEXES), np.bool_)


def read_as(odds: Mapping[int, float], others: float = -5.0) -> NDArray[np.float32]:
    """Answers of the network: log odds of some hexes bearing the robber, and those of the others."""
    logits = np.zeros((len(HEXES), CLASSES), np.float32)
    logits[:, ABSENT_CLASS], logits[:, HIDDEN_CLASS] = 0, -9
    logits[:, ROBBER_CLASS] = others
    for hex_, said in odds.items():
        logits[hex_, ROBBER_CLASS] = said
    return logits


def only(*hexes: int) -> NDArray[np.bool_]:
    mask = np.zeros(len(HEXES), np.bool_)
    mask[list(hexes)] = True
    return mask


def begun(odds: Mapping[int, float]) -> RobberBelief:
    return RobberBelief.from_first_reading(read_as(odds), ~ALL_SEEN)


def after(
    belief: RobberBelief, odds: Mapping[int, float], hidden: NDArray[np.bool_] = ALL_SEEN
) -> RobberBelief:
    """Some hexes look otherwise, and are read so in three pictures."""
    at = np.array(list(odds), np.int64)
    belief = belief.begin_new_looks(only(*odds))
    for _ in range(3):
        belief = belief.update(at, read_as(odds)[at])
    return belief.settle(hidden)


def test_the_robber_goes_from_one_hex_to_another() -> None:
    belief = after(begun({FIRST: 4}), {FIRST: -4, SECOND: 4})
    assert belief.shares(ALL_SEEN)[SECOND] > 0.95


def test_a_hollow_that_was_as_dark_before_is_no_robber_when_a_shadow_falls_on_it() -> None:
    belief = begun({FIRST: 3, SECOND: 2})
    before = belief.shares(ALL_SEEN)
    belief = after(belief, {FIRST: 3, SECOND: 2.5})
    assert belief.shares(ALL_SEEN)[FIRST] > before[FIRST] - 0.1
    assert int(belief.shares(ALL_SEEN).argmax()) == FIRST


def test_a_dark_robber_on_a_dark_hex_is_told_by_what_changed_there() -> None:
    belief = after(begun({FIRST: 5, SECOND: -2.5}), {FIRST: -3, SECOND: -0.5})
    assert belief.shares(ALL_SEEN)[SECOND] > 0.6


def test_what_stands_on_another_hex_is_no_robber_while_its_own_looks_as_it_did() -> None:
    belief = after(begun({FIRST: 5}), {SECOND: 1.5})
    assert belief.shares(ALL_SEEN)[FIRST] > 0.9


def test_a_robber_that_left_may_be_where_nothing_can_be_seen() -> None:
    hidden = only(SECOND)
    belief = after(begun({FIRST: 4}), {FIRST: -4}, hidden)
    lost = belief.shares(hidden)
    assert lost[FIRST] < 0.1
    assert lost[SECOND] > lost[THIRD]
    belief = after(belief, {SECOND: 4})
    assert belief.shares(ALL_SEEN)[SECOND] > 0.95


def test_a_hex_that_comes_to_light_is_read_as_at_the_beginning() -> None:
    belief = RobberBelief.from_first_reading(read_as({SECOND: 4}), ~only(SECOND))
    assert belief.shares(only(SECOND))[SECOND] < 0.7
    belief = belief.update(np.array([SECOND]), read_as({SECOND: 4})[[SECOND]])
    assert belief.shares(ALL_SEEN)[SECOND] > 0.9


def test_where_the_first_reading_was_wrong_the_robber_is_told_once_it_is_put_down() -> None:
    belief = begun({FIRST: 3})
    assert int(belief.shares(ALL_SEEN).argmax()) == FIRST
    # Its hex is looked at again with the one that changed, and is read as before.
    belief = after(belief, {FIRST: 3, SECOND: 5})
    assert int(belief.shares(ALL_SEEN).argmax()) == SECOND


BLACK, BARE, RED = [12.0, 0.0, 0.0], [85.0, 2.0, 10.0], [45.0, 55.0, 35.0]


def unseen(at: int) -> RobberBelief:
    """The reader is sure that nothing stands where the robber is said to be."""
    return begun({}).apply_statement(at)


def exchanged(belief: RobberBelief, went: list[float], came: list[float]) -> RobberBelief:
    """Two hexes look otherwise: something of a colour left the first, and something came to the second."""
    at = np.array([FIRST, SECOND])
    paints = np.array([[went, BARE], [BARE, came]])
    belief = belief.begin_new_looks(only(FIRST, SECOND))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], paints)
    return belief


def test_it_is_where_the_rules_or_people_say_though_nothing_is_seen_there() -> None:
    assert unseen(FIRST).shares(ALL_SEEN)[FIRST] > 0.8


def test_a_robber_that_is_surely_seen_elsewhere_is_not_where_it_is_said() -> None:
    assert begun({SECOND: 9}).apply_statement(FIRST).shares(ALL_SEEN)[SECOND] > 0.8


def test_one_that_no_reader_knows_is_told_by_its_colour_that_left_one_hex_and_came_to_another() -> None:
    belief = exchanged(unseen(FIRST), BLACK, BLACK)
    assert belief.shares(ALL_SEEN)[SECOND] > 0.9
    assert belief.settle(ALL_SEEN).shares(ALL_SEEN)[SECOND] > 0.9


def test_what_came_to_another_hex_in_another_colour_is_not_it() -> None:
    belief = exchanged(unseen(FIRST), BARE, RED)
    assert belief.shares(ALL_SEEN)[SECOND] < 0.3


def test_from_a_hex_that_is_looked_at_again_and_keeps_its_colours_no_robber_went() -> None:
    at = np.array([FIRST, SECOND])
    belief = unseen(FIRST).begin_new_looks(only(FIRST, SECOND))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], np.array([[BLACK, BARE], [BLACK, BLACK]]))
    assert belief.shares(ALL_SEEN)[FIRST] > 0.9


def test_what_came_last_to_its_hex_is_what_goes_from_there() -> None:
    settled = exchanged(unseen(FIRST), BLACK, BLACK).settle(ALL_SEEN)
    at = np.array([SECOND, THIRD])

    def later(gone: list[float]) -> float:
        belief = settled.begin_new_looks(only(SECOND, THIRD))
        paints = np.array([[gone, BARE], [RED, RED]])
        return float(belief.update(at, read_as({})[at], paints).shares(ALL_SEEN)[SECOND])

    assert later(BARE) > 0.6, "something red lies beside it now"
    assert later(BLACK) < 0.2


def test_colours_of_a_look_before_the_last_say_nothing() -> None:
    belief = exchanged(unseen(FIRST), BLACK, BLACK).begin_new_looks(only(SECOND))
    assert np.isnan(belief.colours[:, SECOND]).all()
    assert np.isfinite(belief.colours[:, FIRST]).all()


BLACKISH = update_tint(None, np.array(BLACK))


def came_to(belief: RobberBelief, colour: list[float]) -> RobberBelief:
    """One hex looks otherwise: something of a colour came there, from where nothing was seen to go."""
    at = np.array([SECOND])
    belief = belief.begin_new_looks(only(SECOND))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], np.array([[BARE], [colour]]))
    return belief


def test_whose_tint_is_known_is_told_by_it_where_nothing_is_seen_to_go() -> None:
    bare = RobberBelief.from_first_reading(read_as({}), ~ALL_SEEN, BLACKISH)
    unknown = came_to(replace(bare, tint=None), BLACK).shares(ALL_SEEN)[SECOND]
    assert came_to(bare, BLACK).shares(ALL_SEEN)[SECOND] > 10 * unknown
    assert came_to(bare, RED).shares(ALL_SEEN)[SECOND] < unknown


def test_a_tint_that_is_known_tells_the_way_between_hexes_that_look_alike() -> None:
    known = RobberBelief.from_first_reading(read_as({}), ~ALL_SEEN, BLACKISH)
    # It is said first and done then: what went from the hex where it is said to stand is its bare land.
    without = exchanged(unseen(SECOND), BLACK, BLACK).shares(ALL_SEEN)[SECOND]
    assert (
        exchanged(known.apply_statement(SECOND), BLACK, BLACK).shares(ALL_SEEN)[SECOND] > 0.6 > 10 * without
    )
    told = exchanged(known, BLACK, BLACK).shares(ALL_SEEN)
    assert told[SECOND] > 10 * told[FIRST]


def test_what_is_known_of_its_look_stays_known() -> None:
    belief = RobberBelief.from_first_reading(read_as({}), ~ALL_SEEN, BLACKISH)
    assert exchanged(belief.apply_statement(FIRST), BLACK, BLACK).settle(ALL_SEEN).tint == BLACKISH


def test_hexes_that_look_otherwise_are_told_with_what_went_and_came() -> None:
    belief = exchanged(unseen(FIRST), BLACK, BLACK)
    told = {
        change.at: (list(change.departed_colour), list(change.arrived_colour)) for change in belief.changes
    }
    assert told == {HEXES[FIRST]: (BLACK, BARE), HEXES[SECOND]: (BARE, BLACK)}
    again = belief.begin_new_looks(only(FIRST))
    assert {change.at for change in again.changes} == {HEXES[SECOND]}
    assert belief.settle(ALL_SEEN).changes == ()


@pytest.mark.parametrize("hidden", [ALL_SEEN, only(SECOND, THIRD)])
def test_probabilities_add_up(hidden: NDArray[np.bool_]) -> None:
    belief = begun({FIRST: 4}).begin_new_looks(only(FIRST, SECOND))
    for now in (begun({FIRST: 4}), belief, belief.settle(hidden)):
        assert now.shares(hidden).sum() == pytest.approx(1)
        assert (now.shares(hidden) >= 0).all()
