"""The die finder with any symbols, over its image scales."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from vision.dice import DieDetection, find_dice
from vision.dice.die_finder import MAX_DIE_PX, MIN_DIE_PX, pyramid_scales
from vision.dice.reading import DieReading, non_max_suppression
from vision.training.dice.bank import symbol_faces
from vision.training.dice.shapes import DieShape, cast_die
from vision.training.dice.sprites import paint

Draw = Callable[..., Any]


@pytest.mark.parametrize("longest", [320, 640, 1280, 1600])
def test_every_die_width_up_to_a_quarter_of_the_picture_fits_some_scale(longest: int) -> None:
    looks = pyramid_scales(longest, None)
    for width in np.arange(MIN_DIE_PX, longest / 4, 3):
        assert any(MIN_DIE_PX * 0.9 <= width * scale <= MAX_DIE_PX * 1.1 for scale in looks), width


def test_a_known_die_size_needs_fewer_scales() -> None:
    assert pyramid_scales(1280, (18, 26)) == (1.0,)
    (one,) = pyramid_scales(1280, (80, 100))
    assert MIN_DIE_PX <= 80 * one <= 100 * one <= MAX_DIE_PX


def test_a_smaller_step_adds_scales_between() -> None:
    finest, between, coarsest = pyramid_scales(640, (25, 64), 2**0.5)
    assert (finest, coarsest) == pytest.approx(pyramid_scales(640, (25, 64)))
    assert between == pytest.approx(finest / 2**0.5)


def test_a_picture_larger_than_finding_needs_is_shrunk() -> None:
    assert max(pyramid_scales(4032, None)) == pytest.approx(1600 / 4032)


def test_dice_with_symbols_are_found_too(dice_table: Draw) -> None:
    rng = np.random.default_rng(8)
    table = dice_table([], seed=1).picture
    places = [(150, 150), (400, 140), (300, 330)]
    for x, y in places:
        ground = rng.uniform(30, 240, 3).astype(np.float32)
        die = paint(
            cast_die(DieShape(tilt=0.3, turn=float(rng.uniform(0, 6)))),
            symbol_faces(ground, rng),
            ground,
            0,
            rng,
        )
        cover = die.picture[::2, ::2, 3:].astype(np.float32) / 255
        spot = table[y - 32 : y + 32, x - 32 : x + 32]
        spot[:] = (spot * (1 - cover) + die.picture[::2, ::2, :3] * cover).astype(np.uint8)
    found = find_dice(table)
    for at in places:
        assert any(np.hypot(*np.subtract(die.at, at)) < 16 for die in found), at


def test_detections_are_sorted_by_confidence_above_the_threshold(dice_table: Draw) -> None:
    found = find_dice(dice_table([(200.0, 200.0), (400.0, 300.0)], seed=2).picture, least=0.3)
    scores = [die.score for die in found]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 0.3
    assert all(isinstance(die, DieDetection) for die in found)


def reading(x: float, size: float, is_die: float) -> DieReading:
    return DieReading((x, 100.0), size, dict.fromkeys(range(1, 7), 1 / 6), is_die)


def test_the_most_confident_of_nested_readings_is_kept() -> None:
    die, pip, heap = reading(100, 40, 0.9), reading(110, 8, 0.7), reading(120, 160, 0.6)
    assert non_max_suppression([pip, die, heap]) == (die,)


def test_touching_dice_are_both_kept_from_left_to_right() -> None:
    left, right = reading(100, 40, 0.6), reading(141, 40, 0.9)
    assert non_max_suppression([right, left]) == (left, right)
