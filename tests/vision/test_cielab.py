"""Conversion to CIELAB, compared with the published values of the primaries."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board_witness import to_lab


def test_white_and_black_have_no_tint() -> None:
    assert to_lab(np.array([[1.0, 1, 1], [0, 0, 0]])) == pytest.approx(
        np.array([[100.0, 0, 0], [0, 0, 0]]), abs=0.01
    )


def test_the_primaries_have_their_published_values() -> None:
    blue_green_red = to_lab(np.eye(3))
    assert blue_green_red == pytest.approx(
        np.array([[32.30, 79.19, -107.86], [87.73, -86.18, 83.18], [53.24, 80.09, 67.20]]), abs=0.05
    )
