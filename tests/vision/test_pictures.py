"""Downscaling of pictures before reading."""

from __future__ import annotations

import numpy as np
import pytest

from vision.lattice import project
from vision.pictures import MAX_PX, shrink_to_limit


@pytest.mark.parametrize(
    ("width", "height", "left"),
    [(640, 480, 640), (2400, 1800, 2400), (3280, 2464, 2400), (4032, 3024, 2016), (3024, 4032, 1512)],
)
def test_a_large_picture_is_halved_if_enough_resolution_remains(width: int, height: int, left: int) -> None:
    small, _ = shrink_to_limit(np.zeros((height, width, 3), np.uint8))
    assert small.shape[1] == left
    assert max(small.shape) <= MAX_PX


@pytest.mark.parametrize(("width", "height"), [(640, 480), (3280, 2464), (4033, 3023)])
def test_the_returned_transform_maps_back(width: int, height: int) -> None:
    picture = np.zeros((height, width, 3), np.uint8)
    picture[300:340, 500:540] = 255
    small, grow = shrink_to_limit(picture)
    rows, columns = np.nonzero(small[..., 0] > 127)
    ((x, y),) = project(grow, np.array([[columns.mean(), rows.mean()]]))
    assert abs(x - 519.5) < 0.6
    assert abs(y - 319.5) < 0.6
