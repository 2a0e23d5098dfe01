"""Finding the island in drawn pictures, and finding none where there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, render_board
from tests.score.degradations import CAMERAS, WAYS
from tests.score.rendered import Case, case
from vision.lattice import CENTRES, project
from vision.locate import PLANE_TO_VIEW, BoardPose, IslandNotFound, locate, rectify
from vision.network import network

# A pale printing at twice the light is white.
MAY_BE_MISSED = ("with an arm across", "four hexes cut off", "exposed by 2")


def hexes_off(plane: np.ndarray, truth: np.ndarray) -> float:
    """Return the largest hex error, in true hex sides, in the best orientation."""
    found, true = project(plane, CENTRES), project(truth, CENTRES)
    away = np.linalg.norm(found[:, None] - true[None], axis=2)
    side = np.linalg.norm(true[1] - true[0]) / np.sqrt(3)
    return float(away.min(axis=1).max() / side)


@pytest.mark.slow
@pytest.mark.parametrize("tilt", [0, 25, 45])
@pytest.mark.parametrize("turn", [0, 45, 170, 260])
def test_a_drawn_island_is_found_at_any_turn_and_tilt(
    photograph: Callable[..., Any], turn: float, tilt: float
) -> None:
    drawn_board = photograph(first_game_layout(), turn=turn, tilt=tilt)
    found = locate(drawn_board.picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    assert hexes_off(found.plane, drawn_board.plane) < 0.1


def test_a_small_island_is_found_at_a_finer_scale(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=10, tilt=10, side=24)
    found = locate(drawn_board.picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    assert hexes_off(found.plane, drawn_board.plane) < 0.1


@pytest.mark.slow
def test_north_is_the_direction_closest_to_up(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=170, tilt=20)
    found = locate(drawn_board.picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    north, middle = project(found.plane, np.array([[0.0, -1.0], [0.0, 0.0]]))
    assert (middle - north)[1] > 0.85 * np.linalg.norm(middle - north)


@pytest.mark.slow
@pytest.mark.parametrize("tilt", [0, 20, 35])
def test_the_view_matches_the_returned_plane_at_every_half_degree(tilt: float) -> None:
    """Halfway between two rotations either may be north; the view must have the rotation of the returned
    plane.
    """
    for n, off in enumerate((-1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 1, 1.5)):
        camera = CameraPose(tilt=tilt, rotation=30 + off + 60 * ((n + (tilt == 35)) % 6))
        found = locate(render_board(first_game_layout(), [], camera=camera, seed=3), network("finder.onnx"))
        assert isinstance(found, BoardPose)
        again = rectify(found.picture, found.plane)
        assert np.abs(again.astype(int) - found.view).mean() < 14, camera


def test_an_island_seen_from_above_fills_its_view(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=0, tilt=35)
    flat = rectify(drawn_board.picture, drawn_board.plane)
    x, y = np.round(project(PLANE_TO_VIEW, CENTRES)[0]).astype(int)
    beside = flat[y + 12 : y + 16, x - 2 : x + 2].reshape(-1, 3).mean(axis=0)
    blue, green, red = beside
    # The first hex of the first game is mountains: grey.
    assert max(blue, green, red) - min(blue, green, red) < 40


@cache
def table(seed: int) -> Case:
    return case(seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "seed"),
    [*((way, seed) for seed in (1, 4) for way in sorted(WAYS)), *((way, 1) for way in sorted(CAMERAS))],
)
def test_an_island_in_a_degraded_picture_is_located_correctly_or_not_at_all(way: str, seed: int) -> None:
    one = table(seed)
    picture, plane = {**WAYS, **CAMERAS}[way](
        one.picture, one.camera.homography(), np.random.default_rng(seed)
    )
    found = locate(picture, network("finder.onnx"))
    if isinstance(found, IslandNotFound):
        assert way in MAY_BE_MISSED
    else:
        assert hexes_off(found.plane, plane) < 0.2


def noise() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (600, 800, 3), np.uint8)


def checks() -> np.ndarray:
    squares = (np.indices((600, 800)) // 60).sum(axis=0) % 2
    return np.repeat(squares[..., None] * 200, 3, axis=2).astype(np.uint8)


def honeycomb() -> np.ndarray:
    """A lattice of light discs as regular as tokens, with no island under it."""
    picture = np.full((600, 800, 3), (90, 120, 100), np.uint8)
    for row in range(8):
        for column in range(10):
            at = (80 * column + 40 * (row % 2), 70 * row + 40)
            cv2.circle(picture, at, 14, (190, 220, 235), -1, cv2.LINE_AA)
    return picture


@pytest.mark.slow
@pytest.mark.parametrize("draw", [noise, checks, honeycomb])
def test_no_island_is_found_in_other_pictures_and_a_reason_is_given(draw: Callable[[], np.ndarray]) -> None:
    found = locate(draw(), network("finder.onnx"))
    assert isinstance(found, IslandNotFound)
    assert "island" in found.why
