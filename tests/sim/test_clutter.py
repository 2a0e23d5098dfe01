"""Clutter over a drawn board changes the picture only where it lies."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.setups import first_game_layout
from companion.sim.picture import (
    Arm,
    CameraEffects,
    CameraPose,
    Card,
    Clutter,
    DrawnDie,
    Light,
    Mug,
    Shade,
    render_board,
)

CAMERA = CameraPose(640, 360, tilt=15)
CLEAN_LENS = CameraEffects(blur=0, vignette=0, noise=0, jpeg_quality=None)
EVEN_LIGHT = Light(warmth=0, falloff=0, shadows=0)


def render(*clutter: Clutter) -> NDArray[np.int64]:
    picture = render_board(
        first_game_layout(), camera=CAMERA, light=EVEN_LIGHT, lens=CLEAN_LENS, clutter=clutter
    )
    return picture.astype(int)


@pytest.fixture(scope="module")
def clean_picture() -> NDArray[np.int64]:
    return render()


def changed_points(clean_picture: NDArray[np.int64], *clutter: Clutter) -> NDArray[np.float64]:
    """Return the plane's points (N x 2) where the clutter changes the picture."""
    rows, columns = np.nonzero(np.abs(render(*clutter) - clean_picture).max(axis=2) > 25)
    pixels = np.column_stack([columns, rows]).astype(float)
    found = cv2.perspectiveTransform(pixels[None], np.linalg.inv(CAMERA.homography()))
    return np.asarray(found[0], np.float64)


@pytest.mark.parametrize(
    ("thing", "reach"), [(Mug((1, 2)), 2.2), (Card((1, 2), 30), 1.2), (DrawnDie((1, 2)), 0.5)]
)
def test_an_object_lies_where_it_is_placed(
    clean_picture: NDArray[np.int64], thing: Clutter, reach: float
) -> None:
    away = np.hypot(*(changed_points(clean_picture, thing) - (1, 2)).T)
    assert away.max() < reach
    assert away.min() < 0.1


def test_an_arm_reaches_from_outside_the_picture_to_its_finger_tips(clean_picture: NDArray[np.int64]) -> None:
    arm = changed_points(clean_picture, Arm((0.5, 1.0), bearing=90))
    assert arm[:, 0].min() == pytest.approx(0.5, abs=0.4)
    edge = cv2.perspectiveTransform(np.array([[[639.0, 180.0]]]), np.linalg.inv(CAMERA.homography()))[0, 0, 0]
    assert arm[:, 0].max() > edge - 0.5
    assert np.abs(arm[:, 1] - 1.0).max() < 3.5


@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_an_arm_comes_from_the_given_side(clean_picture: NDArray[np.int64], bearing: int) -> None:
    arm = changed_points(clean_picture, Arm((0, 0), bearing=bearing))
    turn = np.radians(bearing)
    assert arm.mean(axis=0) @ (np.sin(turn), -np.cos(turn)) > 2


def test_the_shadow_of_a_person_darkens_one_side_evenly(clean_picture: NDArray[np.int64]) -> None:
    shaded = render(Shade((0, 0), bearing=90, depth=0.5, softness=0.4))
    east, west = (tuple(np.rint(CAMERA.project([at])[0]).astype(int)[::-1]) for at in ((3, 0.8), (-3, 0.8)))
    assert shaded[west] == pytest.approx(clean_picture[west])
    assert shaded[east] == pytest.approx(clean_picture[east] * 0.5, abs=1)
