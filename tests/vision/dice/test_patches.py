"""Patches show the top face in their middle, at any turn, as large as the die is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.dice.die_finder import DieDetection
from vision.dice.reading import PATCH_PX, REACH_WIDTHS, cut_dice_patches


def picture_with(x: int, y: int, half: int) -> np.ndarray:
    """Grey, with a white square whose right half is red."""
    picture = np.full((300, 400, 3), 90, np.uint8)
    picture[y - half : y + half + 1, x - half : x + half + 1] = 255
    picture[y - half : y + half + 1, x + 1 : x + half + 1] = (0, 0, 255)
    return picture


@pytest.mark.parametrize("size", [10, 30, 80])
def test_a_die_fills_the_same_share_of_its_patch_at_any_size(size: int) -> None:
    (patch,) = cut_dice_patches(
        picture_with(150, 120, size // 2), [DieDetection((150.0, 120.0), float(size), 1.0)]
    )
    assert patch.shape == (PATCH_PX, PATCH_PX, 3)
    inside = np.abs(patch.astype(int) - 90).max(axis=2) > 60
    expected = PATCH_PX / (2 * REACH_WIDTHS) * (2 * (size // 2) + 1) / size
    assert inside[PATCH_PX // 2].sum() == pytest.approx(expected, abs=2.5)
    assert inside.any(axis=0).nonzero()[0].mean() == pytest.approx((PATCH_PX - 1) / 2, abs=1)


def test_a_patch_is_turned_so_that_its_x_axis_points_along_the_turn() -> None:
    die = DieDetection((150.0, 120.0), 40.0, 1.0)
    turns = [math.radians(turn) for turn in (0, 90, 180, 270)]
    patches = cut_dice_patches(picture_with(150, 120, 20), [die], turns)
    red = [
        np.argwhere((p[..., 2] > 200) & (p[..., 0] < 60)).mean(axis=0) - (PATCH_PX - 1) / 2 for p in patches
    ]
    # The place of red as (row, column): right, then after each quarter turn up, left, down.
    for (row, column), (down, right) in zip(red, [(0, 1), (-1, 0), (0, -1), (1, 0)], strict=True):
        assert (round(row / 6.5), round(column / 6.5)) == (down, right)


def test_a_die_turn_is_added_to_every_patch_turn() -> None:
    picture, die = picture_with(150, 120, 20), DieDetection((150.0, 120.0), 40.0, 1.0)
    quarter = math.pi / 2
    own = cut_dice_patches(picture, [die, die], [0.0, quarter], upright=[0.0, quarter])
    usual = cut_dice_patches(picture, [die], [0.0, quarter, 2 * quarter])
    assert [np.array_equal(one, usual[n]) for one, n in zip(own, (0, 1, 1, 2), strict=True)] == [True] * 4


def test_all_turns_of_a_die_are_consecutive() -> None:
    dice = [DieDetection((60.0, 60.0), 20.0, 1.0), DieDetection((200.0, 200.0), 20.0, 1.0)]
    patches = cut_dice_patches(picture_with(60, 60, 10), dice, [0.0, math.pi / 2])
    assert [bool((patch > 200).any()) for patch in patches] == [True, True, False, False]


@pytest.mark.parametrize("at", [(-30.0, 20.0), (0.0, 0.0), (399.0, 299.0), (500.0, 400.0)])
def test_beyond_the_border_the_outermost_pixels_are_repeated(at: tuple[float, float]) -> None:
    for size in (20.0, 120.0):
        (patch,) = cut_dice_patches(np.full((300, 400, 3), 77, np.uint8), [DieDetection(at, size, 1.0)])
        assert set(np.unique(patch)) <= {0, 77}


def test_no_dice_give_no_patches() -> None:
    assert cut_dice_patches(picture_with(150, 120, 20), []).shape == (0, PATCH_PX, PATCH_PX, 3)
