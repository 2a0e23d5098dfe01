"""The top face of a die and its centre, in picture coordinates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.vision.dice.test_reading import WHITE
from vision.dice.die_finder import DieDetection
from vision.dice.reading import classify_pips

DIE_CENTRE_PX = (300.0, 220.0)
DIE_WIDTH_PX = 36.0
OFFSET_PX = (6.0, 6.0)
"""A find is to the right of the top face's middle and below it, as seen by whom the die is upright."""


def rotate_quarters(
    picture: np.ndarray, at: tuple[float, float], quarters: int
) -> tuple[np.ndarray, tuple[float, float]]:
    """The picture a quarter clockwise, so often; and where a place is then."""
    for _ in range(quarters):
        at = (picture.shape[0] - 1 - at[1], at[0])
        picture = np.ascontiguousarray(np.rot90(picture, -1))
    return picture, at


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("quarters", range(4))
def test_the_refined_die_centre_uses_picture_coordinates(
    dice_table: Callable[..., Any], quarters: int, mirrored: bool
) -> None:
    table = dice_table([DIE_CENTRE_PX], seed=3, size=DIE_WIDTH_PX, pips=WHITE)
    (die,) = table.dice
    found = (die.at[0] + OFFSET_PX[0], die.at[1] + OFFSET_PX[1])
    picture, at = rotate_quarters(table.picture, die.at, quarters)
    _, place = rotate_quarters(table.picture, found, quarters)
    look = classify_pips(
        picture,
        [DieDetection(place, DIE_WIDTH_PX, 1.0)],
        np.array([quarters * np.pi / 2]),
        (-0.1, 0.1),
        mirrored,
    )
    assert look.offset[0] * DIE_WIDTH_PX == pytest.approx(np.subtract(at, place), abs=4.0)
    assert look.values[0].argmax() + 1 == die.value
    assert look.is_die[0] > 0.5


def test_no_dice_give_no_readings() -> None:
    look = classify_pips(np.zeros((80, 80, 3), np.uint8), [], np.zeros(0))
    assert (len(look.is_die), look.values.shape, look.offset.shape, len(look.scale)) == (0, (0, 6), (0, 2), 0)
