"""Robber belief: departures, arrivals, and unchanged dark spots."""

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

FIRST_HEX, SECOND_HEX, THIRD_HEX = 3, 9, 15
NOWHERE = len(HEXES)
NO_HEX_HIDDEN = np.zeros(len(HEXES), np.bool_)


def read_as(odds: Mapping[int, float], others: float = -5.0) -> NDArray[np.float32]:
    """Answers of the network: log odds of some hexes bearing the robber, and those of the others."""
    logits = np.zeros((len(HEXES), CLASSES), np.float32)
    logits[:, ABSENT_CLASS], logits[:, HIDDEN_CLASS] = 0, -9
    logits[:, ROBBER_CLASS] = others
    for hex_, logit in odds.items():
        logits[hex_, ROBBER_CLASS] = logit
    return logits


def hex_mask(*hexes: int) -> NDArray[np.bool_]:
    mask = np.zeros(len(HEXES), np.bool_)
    mask[list(hexes)] = True
    return mask


def first_belief(odds: Mapping[int, float]) -> RobberBelief:
    return RobberBelief.from_first_reading(read_as(odds), ~NO_HEX_HIDDEN)


def update_belief(
    belief: RobberBelief, odds: Mapping[int, float], hidden: NDArray[np.bool_] = NO_HEX_HIDDEN
) -> RobberBelief:
    """Some hexes look otherwise, and are read so in three pictures."""
    at = np.array(list(odds), np.int64)
    belief = belief.begin_new_looks(hex_mask(*odds))
    for _ in range(3):
        belief = belief.update(at, read_as(odds)[at])
    return belief.settle(hidden)


def test_the_robber_moves_from_one_hex_to_another() -> None:
    belief = update_belief(first_belief({FIRST_HEX: 4}), {FIRST_HEX: -4, SECOND_HEX: 4})
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.95


def test_an_unchanged_dark_spot_is_no_robber_under_a_shadow() -> None:
    belief = first_belief({FIRST_HEX: 3, SECOND_HEX: 2})
    before = belief.shares(NO_HEX_HIDDEN)
    belief = update_belief(belief, {FIRST_HEX: 3, SECOND_HEX: 2.5})
    assert belief.shares(NO_HEX_HIDDEN)[FIRST_HEX] > before[FIRST_HEX] - 0.1
    assert int(belief.shares(NO_HEX_HIDDEN).argmax()) == FIRST_HEX


def test_a_dark_robber_on_a_dark_hex_is_detected_by_the_change() -> None:
    belief = update_belief(first_belief({FIRST_HEX: 5, SECOND_HEX: -2.5}), {FIRST_HEX: -3, SECOND_HEX: -0.5})
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.6


def test_an_object_elsewhere_is_no_robber_while_the_robbers_hex_is_unchanged() -> None:
    belief = update_belief(first_belief({FIRST_HEX: 5}), {SECOND_HEX: 1.5})
    assert belief.shares(NO_HEX_HIDDEN)[FIRST_HEX] > 0.9


def test_a_departed_robber_may_be_on_a_hidden_hex() -> None:
    hidden = hex_mask(SECOND_HEX)
    belief = update_belief(first_belief({FIRST_HEX: 4}), {FIRST_HEX: -4}, hidden)
    lost = belief.shares(hidden)
    assert lost[FIRST_HEX] < 0.1
    assert lost[SECOND_HEX] > lost[THIRD_HEX]
    belief = update_belief(belief, {SECOND_HEX: 4})
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.95


def test_an_uncovered_hex_is_read_like_the_first_time() -> None:
    belief = RobberBelief.from_first_reading(read_as({SECOND_HEX: 4}), ~hex_mask(SECOND_HEX))
    assert belief.shares(hex_mask(SECOND_HEX))[SECOND_HEX] < 0.7
    belief = belief.update(np.array([SECOND_HEX]), read_as({SECOND_HEX: 4})[[SECOND_HEX]])
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.9


def test_a_wrong_first_reading_is_corrected_when_the_robber_is_placed() -> None:
    belief = first_belief({FIRST_HEX: 3})
    assert int(belief.shares(NO_HEX_HIDDEN).argmax()) == FIRST_HEX
    # Its hex is looked at again with the one that changed, and is read as before.
    belief = update_belief(belief, {FIRST_HEX: 3, SECOND_HEX: 5})
    assert int(belief.shares(NO_HEX_HIDDEN).argmax()) == SECOND_HEX


BLACK, BARE_HEX_COLOUR, RED = [12.0, 0.0, 0.0], [85.0, 2.0, 10.0], [45.0, 55.0, 35.0]


def unseen(at: int) -> RobberBelief:
    """The reader is certain that the robber's stated hex is empty."""
    return first_belief({}).apply_statement(at)


def update_after_exchange(belief: RobberBelief, went: list[float], came: list[float]) -> RobberBelief:
    """Two hexes look otherwise: something of a colour left the first, and something came to the second."""
    at = np.array([FIRST_HEX, SECOND_HEX])
    paints = np.array([[went, BARE_HEX_COLOUR], [BARE_HEX_COLOUR, came]])
    belief = belief.begin_new_looks(hex_mask(FIRST_HEX, SECOND_HEX))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], paints)
    return belief


def test_the_robber_is_at_the_stated_hex_even_if_unseen() -> None:
    assert unseen(FIRST_HEX).shares(NO_HEX_HIDDEN)[FIRST_HEX] > 0.8


def test_a_robber_clearly_seen_elsewhere_overrides_the_statement() -> None:
    assert first_belief({SECOND_HEX: 9}).apply_statement(FIRST_HEX).shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.8


def test_an_unknown_robber_is_detected_by_its_colour_moving_between_hexes() -> None:
    belief = update_after_exchange(unseen(FIRST_HEX), BLACK, BLACK)
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.9
    assert belief.settle(NO_HEX_HIDDEN).shares(NO_HEX_HIDDEN)[SECOND_HEX] > 0.9


def test_an_arrival_in_another_colour_is_not_the_robber() -> None:
    belief = update_after_exchange(unseen(FIRST_HEX), BARE_HEX_COLOUR, RED)
    assert belief.shares(NO_HEX_HIDDEN)[SECOND_HEX] < 0.3


def test_a_hex_with_unchanged_colours_lost_no_robber() -> None:
    at = np.array([FIRST_HEX, SECOND_HEX])
    belief = unseen(FIRST_HEX).begin_new_looks(hex_mask(FIRST_HEX, SECOND_HEX))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], np.array([[BLACK, BARE_HEX_COLOUR], [BLACK, BLACK]]))
    assert belief.shares(NO_HEX_HIDDEN)[FIRST_HEX] > 0.9


def test_the_latest_arrival_on_a_hex_is_the_next_departure() -> None:
    settled = update_after_exchange(unseen(FIRST_HEX), BLACK, BLACK).settle(NO_HEX_HIDDEN)
    at = np.array([SECOND_HEX, THIRD_HEX])

    def robber_share(gone: list[float]) -> float:
        belief = settled.begin_new_looks(hex_mask(SECOND_HEX, THIRD_HEX))
        paints = np.array([[gone, BARE_HEX_COLOUR], [RED, RED]])
        return float(belief.update(at, read_as({})[at], paints).shares(NO_HEX_HIDDEN)[SECOND_HEX])

    assert robber_share(BARE_HEX_COLOUR) > 0.6, "something red lies beside it now"
    assert robber_share(BLACK) < 0.2


def test_colours_before_the_latest_view_have_no_effect() -> None:
    belief = update_after_exchange(unseen(FIRST_HEX), BLACK, BLACK).begin_new_looks(hex_mask(SECOND_HEX))
    assert np.isnan(belief.colours[:, SECOND_HEX]).all()
    assert np.isfinite(belief.colours[:, FIRST_HEX]).all()


BLACKISH = update_tint(None, np.array(BLACK))


def came_to(belief: RobberBelief, colour: list[float]) -> RobberBelief:
    """One hex looks otherwise: something of a colour came there, from where nothing was seen to go."""
    at = np.array([SECOND_HEX])
    belief = belief.begin_new_looks(hex_mask(SECOND_HEX))
    for _ in range(3):
        belief = belief.update(at, read_as({})[at], np.array([[BARE_HEX_COLOUR], [colour]]))
    return belief


def test_a_known_tint_identifies_the_robber_without_a_seen_departure() -> None:
    bare = RobberBelief.from_first_reading(read_as({}), ~NO_HEX_HIDDEN, BLACKISH)
    unknown = came_to(replace(bare, tint=None), BLACK).shares(NO_HEX_HIDDEN)[SECOND_HEX]
    assert came_to(bare, BLACK).shares(NO_HEX_HIDDEN)[SECOND_HEX] > 10 * unknown
    assert came_to(bare, RED).shares(NO_HEX_HIDDEN)[SECOND_HEX] < unknown


def test_a_known_tint_gives_the_direction_between_similar_hexes() -> None:
    known = RobberBelief.from_first_reading(read_as({}), ~NO_HEX_HIDDEN, BLACKISH)
    # The move is entered first and made later: the stated hex looks like bare land.
    without = update_after_exchange(unseen(SECOND_HEX), BLACK, BLACK).shares(NO_HEX_HIDDEN)[SECOND_HEX]
    assert (
        update_after_exchange(known.apply_statement(SECOND_HEX), BLACK, BLACK).shares(NO_HEX_HIDDEN)[
            SECOND_HEX
        ]
        > 0.6
        > 10 * without
    )
    shares = update_after_exchange(known, BLACK, BLACK).shares(NO_HEX_HIDDEN)
    assert shares[SECOND_HEX] > 10 * shares[FIRST_HEX]


def test_the_known_tint_is_kept() -> None:
    belief = RobberBelief.from_first_reading(read_as({}), ~NO_HEX_HIDDEN, BLACKISH)
    assert (
        update_after_exchange(belief.apply_statement(FIRST_HEX), BLACK, BLACK).settle(NO_HEX_HIDDEN).tint
        == BLACKISH
    )


def test_changed_hexes_are_reported_with_departed_and_arrived_colours() -> None:
    belief = update_after_exchange(unseen(FIRST_HEX), BLACK, BLACK)
    colours_by_hex = {
        change.at: (list(change.departed_colour), list(change.arrived_colour)) for change in belief.changes
    }
    assert colours_by_hex == {
        HEXES[FIRST_HEX]: (BLACK, BARE_HEX_COLOUR),
        HEXES[SECOND_HEX]: (BARE_HEX_COLOUR, BLACK),
    }
    again = belief.begin_new_looks(hex_mask(FIRST_HEX))
    assert {change.at for change in again.changes} == {HEXES[SECOND_HEX]}
    assert belief.settle(NO_HEX_HIDDEN).changes == ()


@pytest.mark.parametrize("hidden", [NO_HEX_HIDDEN, hex_mask(SECOND_HEX, THIRD_HEX)])
def test_probabilities_add_up(hidden: NDArray[np.bool_]) -> None:
    belief = first_belief({FIRST_HEX: 4}).begin_new_looks(hex_mask(FIRST_HEX, SECOND_HEX))
    for now in (first_belief({FIRST_HEX: 4}), belief, belief.settle(hidden)):
        assert now.shares(hidden).sum() == pytest.approx(1)
        assert (now.shares(hidden) >= 0).all()
