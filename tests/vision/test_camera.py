"""Camera position from the plane alone."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sim.picture import CameraPose
from vision.camera import estimate_camera


@pytest.mark.parametrize("tilt", [0, 8, 15, 30, 45])
@pytest.mark.parametrize("rotation", [0, 100])
def test_the_camera_is_found_over_the_board(tilt: float, rotation: float) -> None:
    pose = CameraPose(tilt=tilt, rotation=rotation, aim=(0.4, -0.3))
    camera = estimate_camera(pose.homography(), pose.width, pose.height)
    assert np.linalg.norm(np.subtract(camera.foot, pose.position[:2])) < 0.3
    assert camera.height == pytest.approx(pose.position[2], rel=0.06)


def test_a_tilted_board_gives_the_camera_distance_for_any_lens() -> None:
    pose = CameraPose(tilt=35, field_of_view=40, distance=24)
    camera = estimate_camera(pose.homography(), pose.width, pose.height)
    assert (*camera.foot, camera.height) == pytest.approx(pose.position, rel=0.03, abs=0.1)


@pytest.mark.parametrize("tilt", [25, 35, 45])
@pytest.mark.parametrize("corner", [(0.0, 0.0), (0.0, 2.0), (-1.5, 1.5)])
def test_a_cropped_picture_gives_the_same_lean(tilt: float, corner: tuple[float, float]) -> None:
    pose = CameraPose(tilt=tilt, rotation=20)
    # Cut so, or laid on a larger picture: the lens looked through another place than the new middle.
    moved = np.array([[1, 0, corner[0] * pose.width], [0, 1, corner[1] * pose.height], [0, 0, 1]])
    camera = estimate_camera(moved @ pose.homography(), 3 * pose.width, 3 * pose.height)
    places = np.array([[0.0, 0.0], [3, 1], [-2, -3], [0, 3.5]])
    x, y, height = pose.position
    assert camera.lean(places) == pytest.approx((places - (x, y)) / height, abs=0.25)


def test_bodies_lean_away_from_the_point_below_the_camera() -> None:
    pose = CameraPose(tilt=30, rotation=40)
    camera = estimate_camera(pose.homography(), pose.width, pose.height)
    spot, high = np.array([1.5, 2.0]), 0.3
    top = pose.project(np.array([[*spot, high]]))
    where = np.linalg.inv(pose.homography()) @ np.append(top[0], 1)
    lean = (where[:2] / where[2] - spot) / high
    assert camera.lean(spot[None])[0] == pytest.approx(lean, rel=0.05)


def test_every_homography_gives_a_camera() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        camera = estimate_camera(rng.normal(0, 100, (3, 3)), 640, 480)
        assert camera.height >= 1
        assert np.isfinite(camera.foot).all()
