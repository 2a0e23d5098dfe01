"""A flat surface does to light what Snell and Fresnel say."""

import numpy as np
import pytest
from optics.surfaces import GLASS, reflected, refracted, shift_in_sheet, through_sheet

ALL_ANGLES = np.linspace(0.001, 1, 200)


def test_light_that_enters_is_bent_to_at_most_41_8_degrees() -> None:
    assert np.degrees(np.arccos(refracted(np.array([1e-9]), 1.5)))[0] == pytest.approx(41.81, abs=0.01)


def test_from_within_nothing_gets_out_beyond_that_angle() -> None:
    within = np.cos(np.radians([41.7, 41.9]))
    assert np.isnan(refracted(within, 1 / 1.5)).tolist() == [False, True]
    assert reflected(within, 1 / 1.5)[1] == 1.0


def test_four_percent_come_back_from_plastic_seen_upright() -> None:
    assert reflected(np.array([1.0]), 1.5)[0] == pytest.approx(0.04)


def test_at_brewsters_angle_half_of_the_usual_polarisation_is_missing() -> None:
    angle = np.arctan(1.5)
    across = ((np.cos(angle) - 1.5 * np.sin(angle)) / (np.cos(angle) + 1.5 * np.sin(angle))) ** 2
    assert reflected(np.array([np.cos(angle)]), 1.5)[0] == pytest.approx(across / 2)


def test_a_surface_throws_back_as_much_from_either_side() -> None:
    behind = refracted(ALL_ANGLES, 1.5)
    assert reflected(ALL_ANGLES, 1.5) == pytest.approx(reflected(behind, 1 / 1.5))


def test_a_clear_sheet_loses_nothing() -> None:
    once = reflected(ALL_ANGLES, GLASS)
    back = once + (1 - once) ** 2 * once / (1 - once**2)
    assert through_sheet(ALL_ANGLES) + back == pytest.approx(np.ones(200))


def test_light_aslant_leaves_a_sheet_to_the_side() -> None:
    assert shift_in_sheet(np.array([1.0]), 1.0)[0] == 0
    assert shift_in_sheet(np.array([1e-9]), 1.0, 1.5)[0] == pytest.approx(np.tan(np.radians(41.81)), rel=1e-3)
