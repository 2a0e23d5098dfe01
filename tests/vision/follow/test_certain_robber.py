"""The robber's colour is learned only from certain moves."""

from __future__ import annotations

import numpy as np
import pytest

from companion.island.geometry import HEXES, HexId
from vision.follow.robber_belief import CertainRobber
from vision.follow.tints import HexChange, Tint, update_tint

FIRST_HEX, SECOND_HEX, THIRD_HEX = HEXES[3], HEXES[9], HEXES[15]
Lab = tuple[float, float, float]
BLACK, BARE_HEX_COLOUR, RED = (12.0, 0.0, 0.0), (85.0, 2.0, 10.0), (45.0, 55.0, 35.0)


def looking(at: HexId, gone: Lab, come: Lab) -> HexChange:
    return HexChange(at, np.array(gone), np.array(come))


def move_robber(
    robber: CertainRobber, old: HexId, new: HexId, colour: Lab = BLACK, came: Lab | None = None
) -> None:
    """Move the robber from one hex to another, and read both together."""
    robber.process_changes(
        [looking(old, colour, BARE_HEX_COLOUR), looking(new, BARE_HEX_COLOUR, came or colour)]
    )


def mean(tint: Tint | None) -> Lab:
    assert tint is not None
    return tint.mean


@pytest.fixture
def robber() -> CertainRobber:
    """A game begins, with the robber in the desert."""
    robber = CertainRobber()
    robber.set_hex(FIRST_HEX)
    robber.reset(game_begins=True)
    return robber


def test_the_colour_that_left_the_desert_for_the_entered_hex_is_the_robbers(robber: CertainRobber) -> None:
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    assert robber.tint is None, "only a camera saw it"
    robber.set_hex(SECOND_HEX)
    assert robber.tint == update_tint(None, np.array(BLACK))


def test_the_colour_is_learned_if_the_entry_comes_before_the_move(robber: CertainRobber) -> None:
    robber.set_hex(SECOND_HEX)
    assert robber.tint is None
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    assert mean(robber.tint) == BLACK


def test_one_move_is_one_example_and_the_next_is_another(robber: CertainRobber) -> None:
    robber.set_hex(SECOND_HEX)
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    robber.set_hex(SECOND_HEX)
    robber.process_changes([])
    robber.set_hex(None)
    robber.set_hex(THIRD_HEX)
    move_robber(robber, SECOND_HEX, THIRD_HEX)
    assert robber.tint is not None
    assert robber.tint.pieces == 2


def test_a_move_reported_only_by_the_camera_is_never_learned(robber: CertainRobber) -> None:
    for old, new in ((FIRST_HEX, SECOND_HEX), (SECOND_HEX, THIRD_HEX)):
        move_robber(robber, old, new)
        robber.set_hex(None)
    assert robber.tint is None


def test_a_move_that_differs_from_its_entry_is_not_learned(robber: CertainRobber) -> None:
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    robber.set_hex(THIRD_HEX)
    assert robber.tint is None
    move_robber(robber, SECOND_HEX, THIRD_HEX)
    assert robber.tint is None, "people said nothing of the second hex"


def test_a_move_with_two_different_colours_is_not_learned(robber: CertainRobber) -> None:
    move_robber(robber, FIRST_HEX, SECOND_HEX, came=RED)
    robber.set_hex(SECOND_HEX)
    assert robber.tint is None


def test_an_arrival_at_another_time_than_the_departure_is_not_learned(robber: CertainRobber) -> None:
    robber.process_changes([looking(FIRST_HEX, BLACK, BARE_HEX_COLOUR)])
    robber.process_changes([looking(SECOND_HEX, BARE_HEX_COLOUR, BLACK)])
    robber.set_hex(SECOND_HEX)
    assert robber.tint is None


def test_bare_hexes_are_not_learned_if_the_first_entry_moves_the_robber_back(robber: CertainRobber) -> None:
    robber.set_hex(SECOND_HEX)
    move_robber(robber, FIRST_HEX, SECOND_HEX, came=RED)
    robber.set_hex(FIRST_HEX)
    assert robber.tint is None, "of the move before, what went and came the other way"


def test_one_view_does_not_give_the_direction_of_a_move_from_an_unknown_hex() -> None:
    robber = CertainRobber()
    robber.set_hex(FIRST_HEX)
    robber.reset(game_begins=False)
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    robber.set_hex(SECOND_HEX)
    assert robber.tint is None


def test_a_known_tint_gives_the_direction_of_a_move() -> None:
    robber = CertainRobber(update_tint(None, np.array(BLACK)))
    robber.set_hex(FIRST_HEX)
    robber.reset(game_begins=False)
    move_robber(robber, SECOND_HEX, FIRST_HEX)
    robber.set_hex(SECOND_HEX)
    assert robber.tint is not None
    assert robber.tint.pieces == 1, "it came there"
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    assert robber.tint.pieces == 2


def test_the_robber_of_another_box_replaces_the_known_one() -> None:
    robber = CertainRobber(update_tint(None, np.array(BLACK)))
    robber.set_hex(FIRST_HEX)
    robber.reset(game_begins=True)
    move_robber(robber, FIRST_HEX, SECOND_HEX, RED)
    robber.set_hex(SECOND_HEX)
    assert robber.tint == update_tint(None, np.array(RED))


def test_earlier_observations_are_discarded_when_everything_is_read_again(robber: CertainRobber) -> None:
    move_robber(robber, FIRST_HEX, SECOND_HEX)
    robber.reset(game_begins=False)
    robber.set_hex(SECOND_HEX)
    assert robber.tint is None
