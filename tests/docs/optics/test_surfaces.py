"""A flat surface refracts and reflects light by Snell's law and Fresnel's equations."""

import numpy as np
import pytest
from optics.surfaces import GLASS, reflectance, refracted_cosine, sheet_transmittance, shift_in_sheet

ALL_ANGLES = np.linspace(0.001, 1, 200)


def test_entering_light_is_refracted_to_at_most_41_8_degrees() -> None:
    assert np.degrees(np.arccos(refracted_cosine(np.array([1e-9]), 1.5)))[0] == pytest.approx(41.81, abs=0.01)


def test_light_beyond_that_angle_is_totally_reflected() -> None:
    within = np.cos(np.radians([41.7, 41.9]))
    assert np.isnan(refracted_cosine(within, 1 / 1.5)).tolist() == [False, True]
    assert reflectance(within, 1 / 1.5)[1] == 1.0


def test_plastic_reflects_four_percent_at_normal_incidence() -> None:
    assert reflectance(np.array([1.0]), 1.5)[0] == pytest.approx(0.04)


def test_at_brewsters_angle_half_of_the_usual_polarisation_is_missing() -> None:
    angle = np.arctan(1.5)
    across = ((np.cos(angle) - 1.5 * np.sin(angle)) / (np.cos(angle) + 1.5 * np.sin(angle))) ** 2
    assert reflectance(np.array([np.cos(angle)]), 1.5)[0] == pytest.approx(across / 2)


def test_a_surface_reflects_the_same_from_either_side() -> None:
    behind = refracted_cosine(ALL_ANGLES, 1.5)
    assert reflectance(ALL_ANGLES, 1.5) == pytest.approx(reflectance(behind, 1 / 1.5))


def test_a_clear_sheet_loses_nothing() -> None:
    once = reflectance(ALL_ANGLES, GLASS)
    back = once + (1 - once) ** 2 * once / (1 - once**2)
    assert sheet_transmittance(ALL_ANGLES) + back == pytest.approx(np.ones(200))


def test_slanted_light_leaves_a_sheet_displaced() -> None:
    assert shift_in_sheet(np.array([1.0]), 1.0)[0] == 0
    assert shift_in_sheet(np.array([1e-9]), 1.0, 1.5)[0] == pytest.approx(np.tan(np.radians(41.81)), rel=1e-3)
