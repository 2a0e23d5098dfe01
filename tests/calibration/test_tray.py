"""Dice areas drawn by people: valid areas, and the reasons for refusing others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.calibration.setup import TableSetup
from companion.calibration.setup_report import describe_setup
from companion.calibration.step_outcome import AnswerRefused
from companion.calibration.steps.dice import is_island_unmoved, region_from_corners, suggest_frame
from companion.sim.camera import DICE_SPOT
from tests.calibration.conftest import POSE
from vision.dice.region import DiceRegion, region_beside_island
from vision.follow.calibration import Calibration

TRAY = [[0.78, 0.3], [0.97, 0.3], [0.97, 0.7], [0.78, 0.7]]
"""Area around the place where dice fall."""


def tabletop_point(x: float, y: float) -> tuple[float, float]:
    """Point of the table as fractions of the picture."""
    seen = POSE.project([(x, y)])[0]
    return seen[0] / POSE.width, seen[1] / POSE.height


def counts(region: DiceRegion, at: tuple[float, float]) -> bool:
    """Return whether a die centred at this point counts."""
    mask = region.mask(960, 540)
    return bool(mask[int(at[1] * 540), int(at[0] * 960)])


def test_dice_count_only_inside_the_area(calibration: Calibration) -> None:
    region = region_from_corners(TRAY, calibration)
    assert region.inside == tuple(map(tuple, TRAY))
    assert counts(region, tabletop_point(*DICE_SPOT))
    assert not counts(region, (0.75, 0.5))
    assert not counts(region, (0.9, 0.25))
    assert region.sizes is not None, "how wide dice are is known from the island"


def test_an_area_may_have_any_shape(calibration: Calibration) -> None:
    round_ = [[0.87 + 0.09 * math.cos(n / 2), 0.5 + 0.16 * math.sin(n / 2)] for n in range(12)]
    assert counts(region_from_corners(round_, calibration), (0.87, 0.5))
    hollow = [[0.75, 0.2], [0.97, 0.2], [0.97, 0.8], [0.75, 0.8], [0.88, 0.5]]
    assert not counts(region_from_corners(hollow, calibration), (0.8, 0.5))


def test_the_area_excludes_the_island(calibration: Calibration) -> None:
    region = region_from_corners([[0.3, 0.1], [0.97, 0.1], [0.97, 0.9], [0.3, 0.9]], calibration)
    assert counts(region, tabletop_point(*DICE_SPOT))
    assert not counts(region, tabletop_point(0, 0))


def test_coinciding_corners_are_merged(calibration: Calibration) -> None:
    assert region_from_corners([*TRAY, TRAY[0]], calibration) == region_from_corners(TRAY, calibration)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([[0.1, 0.1]], "at least three corners"),
        (TRAY[:2], "at least three corners"),
        ([TRAY[0], TRAY[0], TRAY[1]], "at least three corners"),
        ([[0.5 + n / 100, n % 2] for n in range(40)], "at most 24"),
        ("everywhere", "at least three corners"),
        (None, "at least three corners"),
        ([*TRAY[:2], [1.2, 0.5]], "inside the picture"),
        ([*TRAY[:2], [math.nan, 0.5]], "inside the picture"),
        ([*TRAY[:2], [True, 0.5]], "inside the picture"),
        ([*TRAY[:2], [0.5]], "inside the picture"),
        ([*TRAY[:2], "ab"], "inside the picture"),
        ([TRAY[0], TRAY[2], TRAY[1], TRAY[3]], "crosses itself"),
        ([[0.7, 0.3], [0.9, 0.3], [0.8, 0.3], [0.8, 0.6]], "crosses itself"),
        ([TRAY[0], TRAY[1], [0.85, 0.5], TRAY[2], TRAY[3], [0.85, 0.5]], "crosses itself"),
        ([[0.8, 0.4], [0.82, 0.4], [0.82, 0.43], [0.8, 0.43]], "too small"),
        ([[0.7, 0.4], [0.97, 0.4], [0.97, 0.42], [0.7, 0.42]], "too small"),
        ([[0.4, 0.4], [0.5, 0.4], [0.5, 0.6], [0.4, 0.6]], "is on the island"),
    ],
)
def test_an_invalid_dice_area_is_refused_with_a_reason(
    calibration: Calibration, given: Any, reason: str
) -> None:
    with pytest.raises(AnswerRefused, match=reason):
        region_from_corners(given, calibration)


def test_drawing_starts_with_a_valid_area(calibration: Calibration) -> None:
    corners = suggest_frame(calibration)
    assert len(corners) == 4
    region = region_from_corners([list(at) for at in corners], calibration)
    beside = region_beside_island(calibration.plane, calibration.width, calibration.height, calibration.lens)
    assert (region.mask(960, 540) <= beside.mask(960, 540)).all()


def test_the_suggested_area_stays_inside_the_picture(
    calibration: Calibration,
) -> None:
    nearer = np.array([[4.0, 0.0, -3 * 480], [0.0, 4.0, -3 * 270], [0.0, 0.0, 1.0]])
    corners = np.array(suggest_frame(replace(calibration, plane=nearer @ calibration.plane)))
    assert (corners >= 0).all()
    assert (corners <= 1).all()
    assert (np.ptp(corners, axis=0) > 0.1).all(), "each corner can be had hold of"


class TestMovedIsland:
    def shift_calibration(self, calibration: Calibration, shift_px: float) -> Calibration:
        """Return the calibration shifted right by some pixels."""
        shift = np.array([[1.0, 0.0, shift_px], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        return replace(calibration, plane=shift @ calibration.plane)

    def test_the_area_stays_valid_after_a_small_shift(self, calibration: Calibration) -> None:
        assert is_island_unmoved(
            region_from_corners(TRAY, calibration), self.shift_calibration(calibration, 3)
        )

    def test_the_area_must_be_redrawn_after_a_large_shift(self, calibration: Calibration) -> None:
        region = region_from_corners(TRAY, calibration)
        assert not is_island_unmoved(region, self.shift_calibration(calibration, 40))
        setup = TableSetup(dice=region)
        for seen, good in (
            (calibration, True),
            (self.shift_calibration(calibration, 40), False),
            (None, True),
        ):
            dice = next(each for each in describe_setup(setup, seen, ()) if each.what == "dice")
            assert dice.good is good

    def test_an_area_without_a_saved_island_stays_valid(self, calibration: Calibration) -> None:
        assert is_island_unmoved(DiceRegion(((0, 0), (1, 0), (1, 1))), calibration)
