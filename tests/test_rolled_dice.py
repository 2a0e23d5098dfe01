"""What two dice showed, as faces or as their sum alone: read back as it was written, and compared."""

from __future__ import annotations

import pytest

from companion.rolled_dice import (
    RolledDice,
    is_same_roll,
    more_precise_dice,
    rolled_dice_from_json,
    rolled_dice_to_json,
)


@pytest.mark.parametrize(("thrown", "written"), [((3, 5), [3, 5]), ((8,), {"sum": 8}), ((2,), {"sum": 2})])
def test_it_is_read_as_it_was_written(thrown: RolledDice, written: object) -> None:
    assert rolled_dice_to_json(thrown) == written
    assert rolled_dice_from_json(written) == thrown


@pytest.mark.parametrize(
    "said",
    [
        None, 8, "35", [3], [3, 7], [0, 5], [3, 5, 1], [True, 5], [3.0, 5], {}, {"sum": 1}, {"sum": 13},
        {"sum": True}, {"sum": "8"}, {"sum": 8, "dice": [3, 5]},
    ],
)  # fmt: skip
def test_what_two_dice_cant_show_is_nothing(said: object) -> None:
    assert rolled_dice_from_json(said) is None


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
def test_one_throw_may_be_told_by_its_faces_or_its_sum(
    one: RolledDice, other: RolledDice, same: bool
) -> None:
    assert is_same_roll(one, other) is is_same_roll(other, one) is same


def test_the_faces_say_more_than_the_sum() -> None:
    assert more_precise_dice((8,), (3, 5)) == more_precise_dice((3, 5), (8,)) == (3, 5)
    assert more_precise_dice((5, 3), (3, 5)) == (5, 3)
