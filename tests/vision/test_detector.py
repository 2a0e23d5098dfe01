"""The detector: letterboxing, subcell peaks, sampling."""

from __future__ import annotations

import numpy as np
import pytest

from vision import detector


def bump(x: float, y: float, sigma: float = 1.0) -> np.ndarray:
    """A bump at pixels (x, y) of the view."""
    cells = (np.arange(detector.CELLS) + 0.5) * detector.STRIDE_PX - 0.5
    width = sigma * detector.STRIDE_PX
    return np.exp(-((cells[None, :] - x) ** 2 + (cells[:, None] - y) ** 2) / (2 * width**2))


def test_a_peak_is_found_to_a_fraction_of_a_cell() -> None:
    peaks = detector.find_peaks(np.maximum(bump(101.0, 57.0), 0.6 * bump(211.5, 200.0)), 0.3)
    assert peaks.points == pytest.approx(np.array([[101.0, 57.0], [211.5, 200.0]]), abs=1.0)
    assert peaks.scores[0] > peaks.scores[1]


def test_a_score_below_the_threshold_is_no_peak() -> None:
    assert detector.find_peaks(0.2 * bump(100, 100), 0.3).points.shape == (0, 2)


def test_a_sample_outside_the_view_is_empty() -> None:
    inside, outside = detector.sample_map(bump(101.5, 101.5), np.array([[101.5, 101.5], [1000.0, -400.0]]))
    assert inside == pytest.approx(1.0, abs=0.01)
    assert outside == 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 4000), (3000, 2), (2400, 3200), (90, 160)])
def test_any_shape_fits_into_a_view(shape: tuple[int, int]) -> None:
    view, scale = detector.letterbox(np.full((*shape, 3), 200, np.uint8))
    assert view.shape == (detector.VIEW_PX, detector.VIEW_PX, 3)
    assert scale == pytest.approx(detector.VIEW_PX / max(shape))
    assert (view[0, 0] == 200).all()
