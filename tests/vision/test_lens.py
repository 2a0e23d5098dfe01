"""Lens distortion: estimated from the lattice, corrected, and never invented."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import HEXES, position
from tests.score.rendered import case
from vision.board import read_board
from vision.camera import Lens, fit_lens
from vision.lattice import CENTRES, INTERSECTION_CENTRES, project
from vision.locate import BoardPose, locate, undistort_pose
from vision.network import network

WIDTH, HEIGHT = 1280, 960
KNOWN_POINTS = np.vstack([CENTRES, INTERSECTION_CENTRES])
PLANE = np.array([[88.0, 20, 650], [-14, 74, 470], [0.002, 0.012, 1]])
"""A tilted view of an island that fills most of the picture."""


def opencv_lens(k1: float, width: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Camera matrix and coefficients whose k1 holds at half the picture's width from its middle."""
    half = width / 2
    return np.array([[half, 0, 0], [0, half, 0], [0, 0, 1.0]]), np.array([k1, 0, 0, 0])


def distort(points: NDArray[np.float64], k1: float, width: int, height: int) -> NDArray[np.float64]:
    """Map points of an undistorted picture to the photo by OpenCV's model."""
    middle = np.array([width - 1, height - 1]) / 2
    away = points - middle
    r2 = (away**2).sum(axis=1, keepdims=True) / (width / 2) ** 2
    return np.asarray(middle + away * (1 + k1 * r2))


def photograph_through_lens(picture: NDArray[np.uint8], k1: float) -> NDArray[np.uint8]:
    """The photo of a straight picture through a lens of OpenCV's model."""
    height, width = picture.shape[:2]
    middle = np.array([width - 1, height - 1]) / 2
    y, x = np.mgrid[0:height, 0:width]
    pixels = np.column_stack([x.ravel(), y.ravel()]) - middle
    straight = cv2.undistortPoints(pixels[:, None], *opencv_lens(k1, width))[:, 0] * (width / 2) + middle
    moved = straight.reshape(height, width, 2).astype(np.float32)
    return np.asarray(cv2.remap(picture, moved[..., 0], moved[..., 1], cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("k1", [-0.15, 0.0, 0.1, 0.4])
def test_distortion_inverts_undistortion(k1: float) -> None:
    lens = Lens(k1, WIDTH, HEIGHT)
    points = np.random.default_rng(1).uniform(0, (WIDTH, HEIGHT), (100, 2))
    assert lens.distort_points(lens.undistort_points(points)) == pytest.approx(points, abs=1e-6)


@pytest.mark.parametrize("k1", [-0.15, 0.25])
def test_an_undistorted_picture_has_no_area_outside_the_photo(k1: float) -> None:
    lens = Lens(k1, WIDTH, HEIGHT)
    width, height = lens.extent
    y, x = np.mgrid[0:height:7, 0:width:7]
    at = lens.distort_points(np.column_stack([x.ravel(), y.ravel()]).astype(float))
    assert at.min() >= -1
    assert (at <= [WIDTH, HEIGHT]).all()


def test_a_picture_and_its_points_are_undistorted_alike() -> None:
    lens = Lens(0.2, 320, 240)
    picture = np.zeros((240, 320, 3), np.uint8)
    spot = np.array([[255.0, 60.0]])
    cv2.circle(picture, (255, 60), 3, (255, 255, 255), -1)
    grey = lens.undistort(picture)[..., 0].astype(float)
    rows, columns = np.nonzero(grey > 128)
    assert (columns.mean(), rows.mean()) == pytest.approx(lens.undistort_points(spot)[0], abs=0.3)


def test_a_lens_scales_with_its_picture() -> None:
    lens = Lens(0.2, 320, 240)
    grown, move = lens.rescale(1280, 960)
    points = np.array([[10.0, 20], [300, 200], [150, 7]])
    photo = (points + 0.5) * 4 - 0.5
    assert project(move, lens.undistort_points(points)) == pytest.approx(
        grown.undistort_points(photo), abs=1e-6
    )


@pytest.mark.parametrize("k1", [-0.1, -0.2, -0.3])
def test_the_lattice_gives_the_distortion_of_a_wide_lens(k1: float) -> None:
    rng = np.random.default_rng(2)
    seen = distort(project(PLANE, KNOWN_POINTS), k1, WIDTH, HEIGHT) + rng.normal(0, 2.5, KNOWN_POINTS.shape)
    seen[::12] += rng.uniform(-20, 20, seen[::12].shape)
    lens = fit_lens(KNOWN_POINTS, seen, WIDTH, HEIGHT)
    assert lens is not None
    straight, _ = cv2.findHomography(KNOWN_POINTS, lens.undistort_points(seen), cv2.RANSAC, 6.0)
    photo = lens.distort_points(project(np.asarray(straight, np.float64), KNOWN_POINTS))
    side = np.linalg.norm(np.subtract(*project(PLANE, np.array([[0.0, 0], [1, 0]]))))
    off = np.linalg.norm(photo - distort(project(PLANE, KNOWN_POINTS), k1, WIDTH, HEIGHT), axis=1) / side
    assert off.max() < 0.05


def test_noisy_landmarks_give_no_lens() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        seen = project(PLANE, KNOWN_POINTS) + rng.normal(0, 3.5, KNOWN_POINTS.shape)
        assert fit_lens(KNOWN_POINTS, seen, WIDTH, HEIGHT) is None


def test_a_few_landmarks_give_no_lens() -> None:
    seen = distort(project(PLANE, KNOWN_POINTS), -0.3, WIDTH, HEIGHT)
    assert fit_lens(KNOWN_POINTS[:30], seen[:30], WIDTH, HEIGHT) is None


@pytest.mark.slow
@pytest.mark.parametrize("k1", [-0.1, -0.2, -0.3])
@pytest.mark.parametrize("seed", [1, 5])
def test_a_board_seen_through_a_wide_lens_is_located_correctly(seed: int, k1: float) -> None:
    one = case(seed)
    height, width = one.picture.shape[:2]
    reading = read_board(photograph_through_lens(one.picture, k1))
    assert reading.found
    truth = distort(one.camera.project([position(h) for h in HEXES]), k1, width, height)
    at = np.array([seen.at for seen in reading.hexes])
    side = np.median(np.linalg.norm(at[1:3] - at[:2], axis=1)) / np.sqrt(3)
    off = np.linalg.norm(at[:, None] - truth[None], axis=2).min(axis=1) / side
    assert off.max() < 0.06
    assert [seen.at for seen in reading.hexes] == pytest.approx(reading.project(CENTRES))


def test_an_undistorted_picture_is_unchanged() -> None:
    one = case(5)
    found = locate(one.picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    assert undistort_pose(found, network("finder.onnx")) is found
