"""Terrain evidence from the view from above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from companion.island.geometry import HEXES, SYMMETRIES
from companion.island.layout import TERRAINS
from companion.island.setups import first_game_layout
from vision import detector
from vision.detector import FeatureMaps
from vision.hex_contents import look_at_terrain, terrain_likelihoods
from vision.lattice import CENTRES, project, rotate_plane
from vision.locate import PLANE_TO_VIEW, BoardPose, locate, rectify
from vision.network import network

DIM = np.full((detector.VIEW_PX, detector.VIEW_PX, 3), 120, np.uint8)


def maps_with(terrains: list[int]) -> FeatureMaps:
    """Confident feature maps of an island of these terrains, surrounded by sea."""
    cells = np.arange(detector.CELLS) * detector.STRIDE_PX + 1.5
    pixels = np.stack(np.meshgrid(cells, cells), axis=-1)
    away = np.linalg.norm(pixels[:, :, None] - project(PLANE_TO_VIEW, CENTRES), axis=-1)
    surface = np.where(away.min(axis=2) < 28, np.array(terrains)[away.argmin(axis=2)], detector.SEA)
    logits = 6.0 * (np.arange(detector.SURFACE_COUNT)[:, None, None] == surface)
    return FeatureMaps(
        logits.astype(np.float32), np.zeros((detector.PEAK_COUNT, detector.CELLS, detector.CELLS))
    )


def test_each_hex_uses_only_the_area_under_it() -> None:
    terrains = [n % len(TERRAINS) for n in range(len(HEXES))]
    likelihoods = terrain_likelihoods(maps_with(terrains), DIM, PLANE_TO_VIEW)
    assert likelihoods.argmax(axis=1).tolist() == terrains
    assert (likelihoods.max(axis=1) > 0.9).all()


def test_sea_at_a_hex_is_no_evidence_for_a_terrain() -> None:
    maps = maps_with([0] * 19)
    maps.surfaces[:] = 0
    maps.surfaces[detector.SEA] = 9
    assert terrain_likelihoods(maps, DIM, PLANE_TO_VIEW) == pytest.approx(np.full((19, 6), 1 / 6))


def test_an_overexposed_hex_is_weaker_evidence() -> None:
    x, y = np.round(project(PLANE_TO_VIEW, CENTRES)[0]).astype(int)
    burnt = DIM.copy()
    burnt[y - 16 : y + 16, x - 16 : x + 16] = 255
    maps = maps_with([0] * 19)
    clear, dazzled = (terrain_likelihoods(maps, view, PLANE_TO_VIEW)[:, 0] for view in (DIM, burnt))
    assert dazzled[0] < clear[0] - 0.05
    assert dazzled[1:] == pytest.approx(clear[1:])


def test_no_terrain_is_ever_ruled_out() -> None:
    maps = maps_with([3] * 19)
    maps.surfaces[:] *= 100
    assert terrain_likelihoods(maps, DIM, PLANE_TO_VIEW).min() > 1e-4


def test_a_hex_with_one_saturated_channel_is_less_certain() -> None:
    yellow = np.full_like(DIM, (90, 200, 255))
    maps = maps_with([3] * 19)
    maps.surfaces[:] /= 3
    clear, clipped = (terrain_likelihoods(maps, view, PLANE_TO_VIEW) for view in (DIM, yellow))
    assert clipped.argmax(axis=1).tolist() == [3] * 19
    assert (clipped.max(axis=1) < clear.max(axis=1) - 0.1).all()


@pytest.mark.slow
def test_the_terrain_is_the_same_whichever_way_is_up(photograph: Callable[..., Any]) -> None:
    board = photograph(first_game_layout(), turn=10, tilt=15, side=60)
    finder = network("finder.onnx")
    found = []
    for sixths in (0, 2):
        pose = locate(board.picture, finder)
        assert isinstance(pose, BoardPose)
        plane = rotate_plane(pose.plane, sixths)
        view = rectify(board.picture, plane)
        looks = look_at_terrain(finder, board.picture, plane, (detector.detect(finder, view), view))
        found.append(dict(zip(HEXES, looks.likelihoods, strict=True)))
    for at in HEXES:
        assert found[1][SYMMETRIES[-2 % 6](at)] == pytest.approx(found[0][at], abs=1e-6)


def test_looks_that_differ_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    hills, forest = maps_with([0] * 19), maps_with([1] * 19)
    monkeypatch.setattr(detector, "detect", lambda finder, view: hills)
    finder, plane = network("finder.onnx"), PLANE_TO_VIEW
    assert not look_at_terrain(finder, DIM, plane, (hills, DIM)).disagree.any()
    assert look_at_terrain(finder, DIM, plane, (forest, DIM)).disagree.all()
