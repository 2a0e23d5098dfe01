"""Site patches at two scales: the input of the context network."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detector import VIEW_PX
from vision.lattice import project
from vision.locate import PLANE_TO_VIEW
from vision.patches import (
    CONTEXT_CHANNELS,
    PAPER_COLOUR,
    PATCH_PX,
    REACH_SIDES,
    cut_two_scales,
    to_network_inputs,
)

WHITE = np.tile(PAPER_COLOUR.astype(np.float64), (2, 1))
PLACES = np.array([[0.0, 0.0], [1.5, 0.5]])


@pytest.fixture
def picture() -> np.ndarray:
    rng = np.random.default_rng(8)
    coarse = rng.integers(30, 220, (VIEW_PX // 8, VIEW_PX // 8, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("turns", [(0.0, 0.0), (0.7, 2.1)])
def test_the_near_patch_is_the_centre_of_the_far_patch(
    picture: np.ndarray, turns: tuple[float, float]
) -> None:
    seen = cut_two_scales(picture, PLANE_TO_VIEW, PLACES, WHITE, np.array(turns))
    assert seen.shape == (2, PATCH_PX, PATCH_PX, 6)
    assert REACH_SIDES[1] == 2 * REACH_SIDES[0]
    quarter = PATCH_PX // 4
    for near, far in zip(seen[..., :3], seen[..., 3:], strict=True):
        small = cv2.resize(near, (PATCH_PX // 2, PATCH_PX // 2), interpolation=cv2.INTER_AREA)
        assert np.abs(small - far[quarter:-quarter, quarter:-quarter]).mean() < 0.02


def test_a_patch_is_rotated_with_its_place() -> None:
    marked = np.full((VIEW_PX, VIEW_PX, 3), 90, np.uint8)
    ((x, y),) = project(PLANE_TO_VIEW, np.array([[0.0, 0.4]]))
    cv2.circle(marked, (round(x), round(y)), 3, (0, 0, 255), -1)
    (seen,) = cut_two_scales(marked, PLANE_TO_VIEW, PLACES[:1], WHITE[:1], np.array([np.pi / 2]))
    # South of the place is along the x axis of a patch that points south.
    rows, columns = np.nonzero(seen[..., 2] - seen[..., 0] > 0.5)
    at = np.array([columns.mean(), rows.mean()]) / PATCH_PX - 0.5
    assert at == pytest.approx((0.4 / (2 * REACH_SIDES[0]), 0), abs=0.05)


def test_the_network_receives_the_lean_with_both_patches(picture: np.ndarray) -> None:
    seen = cut_two_scales(picture, PLANE_TO_VIEW, PLACES, WHITE, np.zeros(2))
    inputs = to_network_inputs(seen, np.array([[0.25, -0.5], [0.0, 1.0]]))
    assert inputs.shape == (2, CONTEXT_CHANNELS, PATCH_PX, PATCH_PX)
    assert (inputs[0, 6] == 0.25).all()
    assert (inputs[0, 7] == -0.5).all()
    assert np.array_equal(inputs[1, 3:6], seen[1, ..., 3:].transpose(2, 0, 1))
