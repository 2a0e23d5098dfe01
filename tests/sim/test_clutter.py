"""What comes over a drawn board that doesn't belong to it: where it lies, and nowhere else."""

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
CLEAN = CameraEffects(blur=0, vignette=0, noise=0, jpeg_quality=None)
EVEN = Light(warmth=0, falloff=0, shadows=0)


def render(*clutter: Clutter) -> NDArray[np.int64]:
    picture = render_board(first_game_layout(), camera=CAMERA, light=EVEN, lens=CLEAN, clutter=clutter)
    return picture.astype(int)


@pytest.fixture(scope="module")
def bare() -> NDArray[np.int64]:
    return render()


def changed(bare: NDArray[np.int64], *clutter: Clutter) -> NDArray[np.float64]:
    """The plane's points (N x 2) where the picture is another with some things in it."""
    rows, columns = np.nonzero(np.abs(render(*clutter) - bare).max(axis=2) > 25)
    pixels = np.column_stack([columns, rows]).astype(float)
    found = cv2.perspectiveTransform(pixels[None], np.linalg.inv(CAMERA.homography()))
    return np.asarray(found[0], np.float64)


@pytest.mark.parametrize(
    ("thing", "reach"), [(Mug((1, 2)), 2.2), (Card((1, 2), 30), 1.2), (DrawnDie((1, 2)), 0.5)]
)
def test_a_thing_lies_where_it_is_put(bare: NDArray[np.int64], thing: Clutter, reach: float) -> None:
    away = np.hypot(*(changed(bare, thing) - (1, 2)).T)
    assert away.max() < reach
    assert away.min() < 0.1


def test_an_arm_reaches_from_outside_the_picture_to_its_finger_tips(bare: NDArray[np.int64]) -> None:
    arm = changed(bare, Arm((0.5, 1.0), bearing=90))
    assert arm[:, 0].min() == pytest.approx(0.5, abs=0.4)
    edge = cv2.perspectiveTransform(np.array([[[639.0, 180.0]]]), np.linalg.inv(CAMERA.homography()))[0, 0, 0]
    assert arm[:, 0].max() > edge - 0.5
    assert np.abs(arm[:, 1] - 1.0).max() < 3.5


@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_an_arm_comes_from_the_side_that_is_said(bare: NDArray[np.int64], bearing: int) -> None:
    arm = changed(bare, Arm((0, 0), bearing=bearing))
    turn = np.radians(bearing)
    assert arm.mean(axis=0) @ (np.sin(turn), -np.cos(turn)) > 2


def test_a_persons_shadow_darkens_one_side_alike(bare: NDArray[np.int64]) -> None:
    shaded = render(Shade((0, 0), bearing=90, depth=0.5, softness=0.4))
    east, west = (tuple(np.rint(CAMERA.project([at])[0]).astype(int)[::-1]) for at in ((3, 0.8), (-3, 0.8)))
    assert shaded[west] == pytest.approx(bare[west])
    assert shaded[east] == pytest.approx(bare[east] * 0.5, abs=1)
