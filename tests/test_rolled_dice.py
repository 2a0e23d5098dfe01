"""Rolled dice, as faces or as a sum: read back as written, and compared."""

from __future__ import annotations

import pytest

from companion.observations import (
    RolledDice,
    is_same_roll,
    more_precise_dice,
    rolled_dice_from_json,
    rolled_dice_to_json,
)


@pytest.mark.parametrize(("thrown", "written"), [((3, 5), [3, 5]), ((8,), {"sum": 8}), ((2,), {"sum": 2})])
def test_dice_survive_a_json_round_trip(thrown: RolledDice, written: object) -> None:
    assert rolled_dice_to_json(thrown) == written
    assert rolled_dice_from_json(written) == thrown


@pytest.mark.parametrize(
    "value",
    [
        None, 8, "35", [3], [3, 7], [0, 5], [3, 5, 1], [True, 5], [3.0, 5], {}, {"sum": 1}, {"sum": 13},
        {"sum": True}, {"sum": "8"}, {"sum": 8, "dice": [3, 5]},
    ],
)  # fmt: skip
def test_impossible_dice_are_none(value: object) -> None:
    assert rolled_dice_from_json(value) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((3, 5), (5, 3), True),
        ((3, 5), (4, 4), False),
        ((8,), (4, 4), True),
        ((3, 5), (8,), True),
        ((8,), (8,), True),
        ((8,), (9,), False),
        ((8,), (4, 5), False),
    ],
)
def test_faces_match_their_sum(one: RolledDice, other: RolledDice, same: bool) -> None:
    assert is_same_roll(one, other) is is_same_roll(other, one) is same


def test_faces_are_more_precise_than_the_sum() -> None:
    assert more_precise_dice((8,), (3, 5)) == more_precise_dice((3, 5), (8,)) == (3, 5)
    assert more_precise_dice((5, 3), (3, 5)) == (5, 3)
