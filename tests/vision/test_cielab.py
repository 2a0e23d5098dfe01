"""Conversion to CIELAB, compared with the published values of the primaries."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cielab import bgr_to_lab, picture_to_lab


def test_white_and_black_have_no_tint() -> None:
    assert bgr_to_lab(np.array([[1.0, 1, 1], [0, 0, 0]])) == pytest.approx(
        np.array([[100.0, 0, 0], [0, 0, 0]]), abs=0.01
    )


def test_the_primaries_have_their_published_values() -> None:
    blue_green_red = bgr_to_lab(np.eye(3))
    assert blue_green_red == pytest.approx(
        np.array([[32.30, 79.19, -107.86], [87.73, -86.18, 83.18], [53.24, 80.09, 67.20]]), abs=0.05
    )


def test_a_picture_is_converted_like_its_colours() -> None:
    picture = np.random.default_rng(3).integers(0, 256, (12, 20, 3)).astype(np.uint8)
    assert picture_to_lab(picture) == pytest.approx(bgr_to_lab(picture / 255), abs=1e-3)
    assert picture_to_lab(picture).dtype == np.float32


def test_dark_colours_have_no_step() -> None:
    grey = np.repeat(np.linspace(0, 0.2, 401)[:, None], 3, axis=1)
    lightness = bgr_to_lab(grey)[:, 0]
    assert (np.diff(lightness) > 0).all()
    assert np.diff(lightness).max() < 0.1


def test_no_colours_are_converted_to_none() -> None:
    assert bgr_to_lab(np.zeros((0, 3))).shape == (0, 3)
