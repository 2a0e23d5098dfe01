"""Squares read from a picture through homographies, and how soft they are where the picture is finer."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.patches import halve, sample_squares


def square_to_picture(corner: tuple[float, float], step: float) -> NDArray[np.float64]:
    """Homography from a square's pixels to the picture's: `corner` is its outer corner, a pixel covers
    `step` of them.
    """
    x, y = corner
    return np.array([[step, 0, x + step / 2 - 0.5], [0, step, y + step / 2 - 0.5], [0, 0, 1]])


def ramps() -> NDArray[np.uint8]:
    """A grey level brighter for each pixel to the right (blue), and for each down (green)."""
    rows, columns = np.mgrid[0:256, 0:256]
    return np.stack([columns, rows, rows], axis=2).astype(np.uint8)


def test_a_picture_is_halved_to_the_means_of_two_by_two() -> None:
    picture = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)
    small = halve(picture, 1)
    assert small.shape == (3, 4, 3)
    assert np.abs(small[1, 2].astype(float) - picture[2:4, 4:6].mean(axis=(0, 1))).max() <= 0.5
    assert halve(picture, 0) is picture


def test_the_last_pixels_of_odd_sides_are_left_out() -> None:
    assert halve(np.zeros((7, 9, 3), np.uint8), 1).shape == (3, 4, 3)
    assert halve(np.zeros((1, 9, 3), np.uint8), 1).shape == (1, 9, 3)


@pytest.mark.parametrize("step", [1.0, 1.3, 1.7, 2.2, 2.9, 4.5, 9.7])
def test_squares_keep_their_place_at_any_resolution(step: float) -> None:
    (seen,) = sample_squares(ramps(), square_to_picture((31, 13), step)[None], 20)
    along = (np.arange(20) + 0.5) * step - 0.5
    # Means are rounded up.
    assert np.abs(seen[..., 0] - (31 + along)).max() < 1.6
    assert np.abs(seen[..., 1] - (13 + along)[:, None]).max() < 1.6


def test_squares_sampled_together_equal_squares_sampled_alone() -> None:
    picture = np.random.default_rng(3).integers(0, 256, (900, 1200, 3), np.uint8)
    each = np.array([square_to_picture((40 + 90 * n, 30 + 60 * n), 1.1 + 0.4 * n) for n in range(8)])
    together = sample_squares(picture, each, 24)
    for n, one in enumerate(each):
        assert np.abs(together[n].astype(int) - sample_squares(picture, one[None], 24)[0]).max() <= 1


@pytest.mark.parametrize("step", [1.6, 2.0, 2.6, 3.6, 6.0, 11.0])
def test_sampled_squares_are_as_soft_as_an_exact_mean(step: float) -> None:
    """Samples equal those of a picture shrunk by exact means to 1.2 pixels for each one."""
    picture = np.random.default_rng(4).integers(0, 256, (1200, 1200, 3), np.uint8)
    (seen,) = sample_squares(picture, square_to_picture((20, 20), step)[None], 90)
    small = cv2.resize(picture, None, fx=1.2 / step, fy=1.2 / step, interpolation=cv2.INTER_AREA)
    exact = cv2.resize(small[: 60 * 2, : 60 * 2], (100, 100), interpolation=cv2.INTER_LINEAR)
    assert abs(seen.std() / exact.std() - 1) < 0.2


def test_beyond_the_picture_the_border_or_a_colour_is_sampled() -> None:
    picture = np.full((100, 100, 3), 130, np.uint8)
    over = square_to_picture((80, 80), 1.0)[None]
    assert (sample_squares(picture, over, 40) == 130).all()
    (seen,) = sample_squares(picture, over, 40, (1, 2, 3))
    assert (seen[:18, :18] == 130).all()
    assert (seen[22:, 22:] == (1, 2, 3)).all()


def test_squares_outside_the_picture_are_black_and_no_squares_give_none() -> None:
    picture = np.full((100, 100, 3), 130, np.uint8)
    assert not sample_squares(picture, square_to_picture((400, 400), 1.0)[None], 20).any()
    assert sample_squares(picture, np.zeros((0, 3, 3)), 20).shape == (0, 20, 20, 3)
