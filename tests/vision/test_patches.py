"""Patches cut from a picture: their position and rotation, and places beyond the picture."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.patches import VIEWS, cut_patches, transform_view

PLANE = np.array([[40.0, 0, 200], [0, 40, 160], [0, 0, 1]])


def picture_with_spot(at: tuple[float, float]) -> NDArray[np.uint8]:
    """A grey picture with a white spot at a point of the plane."""
    picture = np.full((320, 400, 3), 90, np.uint8)
    x, y = int(at[0] * 40 + 200), int(at[1] * 40 + 160)
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    return picture


def spot(patch: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The middle of the white spot in hex sides from the patch's middle, with a reach of one."""
    rows, columns = np.nonzero(patch[..., 0] > 200)
    size = patch.shape[0]
    return np.asarray((np.array([columns.mean(), rows.mean()]) - (size - 1) / 2) / (size / 2), np.float64)


def test_the_centre_of_a_patch_is_its_point() -> None:
    (patch,) = cut_patches(picture_with_spot((1.5, -0.5)), PLANE, np.array([[1.5, -0.5]]), reach=1, size=40)
    assert np.abs(spot(patch)).max() < 0.05


def test_a_patch_is_turned_by_its_angle() -> None:
    picture = picture_with_spot((0.5, 0))
    straight, turned = cut_patches(
        picture, PLANE, np.zeros((2, 2)), reach=1, size=40, turns=np.array([0, np.pi / 2])
    )
    assert np.abs(spot(straight) - (0.5, 0)).max() < 0.06
    # The patch's x axis points south now, so east is up.
    assert np.abs(spot(turned) - (0, -0.5)).max() < 0.06


def test_much_finer_pixels_are_averaged() -> None:
    fine = np.zeros((2000, 2000, 3), np.uint8)
    fine[::2] = 255
    plane = np.array([[900.0, 0, 1000], [0, 900, 1000], [0, 0, 1]])
    (patch,) = cut_patches(fine, plane, np.zeros((1, 2)), reach=1, size=32)
    assert patch[4:-4, 4:-4].std() < 12


def test_beyond_the_picture_the_border_is_repeated_or_blank() -> None:
    picture = np.full((320, 400, 3), 130, np.uint8)
    edge, far = cut_patches(picture, PLANE, np.array([[4.9, 0.0], [60.0, 60.0]]), reach=1, size=24)
    assert (edge == 130).all()
    assert (far == 0).all()


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_patch_from_another_side_leans_accordingly(quarters: int, mirrored: bool) -> None:
    # A spot where its lean points to.
    seen = np.zeros((1, 3, 41, 41), np.float32)
    seen[0, :, 20 - 6, 20 + 15] = 1
    turned, lean = transform_view(seen, np.array([[15.0, -6.0]]), quarters, mirrored)
    ((row, column),) = np.argwhere(turned[0, 0])
    assert (column - 20, row - 20) == tuple(lean[0])


def test_all_views_of_a_patch_differ() -> None:
    seen = np.random.default_rng(1).random((1, 3, 5, 5)).astype(np.float32)
    views = [transform_view(seen, np.zeros((1, 2)), *view)[0] for view in VIEWS]
    assert len({view.tobytes() for view in views}) == len(VIEWS) == 8
