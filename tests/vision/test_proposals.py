"""Proposals for the place of an island on its lattice and in a picture."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.island.layout import TERRAINS
from tests.score.degradations import shrink_on_cloth
from tests.score.rendered import case
from vision import detector
from vision.detector import CELLS, STRIDE_PX, FeatureMaps
from vision.lattice import CENTRES, SURROUNDING_CENTRES, inverse, project, shift_lattice
from vision.locate import PLANE_TO_VIEW, IslandPlacement, place_island, proposals
from vision.network import network


def feature_maps(around: bool = False) -> FeatureMaps:
    """Feature maps of an island from above; with `around`, of a table that resembles land too."""
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    at = project(
        inverse(PLANE_TO_VIEW), ((np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) * STRIDE_PX - 0.5)
    )
    land = np.vstack([CENTRES, SURROUNDING_CENTRES]) if around else CENTRES
    away = np.linalg.norm(at[:, None] - land[None], axis=2).min(axis=1).reshape(CELLS, CELLS)
    surfaces = np.zeros((detector.SURFACE_COUNT, CELLS, CELLS), np.float32)
    surfaces[TERRAINS.index("forest")] = np.where(away < 0.87, 8, -8)
    surfaces[detector.OTHER_SURFACE] = np.where(away < 0.87, -8, 8)
    peaks = np.zeros((detector.PEAK_COUNT, CELLS, CELLS))
    peaks[detector.HEX] = np.exp(-((away / 0.2) ** 2))
    return FeatureMaps(surfaces, peaks)


def cover_all(points: np.ndarray) -> np.ndarray:
    return np.ones(len(points), bool)


def east_of(edge: float) -> Callable[[np.ndarray], np.ndarray]:
    """A finder that sees only the part east of a line, in hex sides from the island's middle."""
    return lambda points: project(inverse(PLANE_TO_VIEW), points)[:, 0] > edge


def placement_error(placed: IslandPlacement) -> float:
    """Return the distance of the placed island from its true place, in hex sides."""
    return float(np.linalg.norm(project(inverse(PLANE_TO_VIEW), project(placed.plane, np.zeros((1, 2))))))


@pytest.mark.parametrize("cell", [(0, 0), (1, 0), (-1, 2), (2, -2)])
def test_the_island_is_placed_on_land_surrounded_by_none(cell: tuple[int, int]) -> None:
    placed = place_island(shift_lattice(PLANE_TO_VIEW, np.array(cell)), feature_maps(), cover_all)
    assert placement_error(placed) < 1e-6
    assert placed.margin > 10


def test_areas_outside_the_picture_support_no_placement() -> None:
    placed = place_island(PLANE_TO_VIEW, feature_maps(), east_of(-2.5))
    assert placement_error(placed) < 1e-6
    assert placed.margin > 3


def test_surrounding_land_leaves_a_small_margin() -> None:
    assert (
        place_island(PLANE_TO_VIEW, feature_maps(around=True), east_of(-2.5)).margin
        < place_island(PLANE_TO_VIEW, feature_maps(), cover_all).margin / 4
    )


@pytest.mark.slow
def test_a_small_island_on_a_busy_cloth_is_among_the_proposals() -> None:
    one = case(4)
    for seed in range(2):
        picture, plane = shrink_on_cloth(one.picture, one.camera.homography(), np.random.default_rng(seed))
        true = project(plane, CENTRES)
        side = np.linalg.norm(true[1] - true[0]) / np.sqrt(3)
        off = [
            np.linalg.norm(project(plane, CENTRES)[:, None] - true[None], axis=2).min(axis=1).max() / side
            for plane in proposals(picture, network("finder.onnx"))
        ]
        assert min(off) < 0.5


def test_an_empty_picture_has_no_proposals() -> None:
    assert list(proposals(np.full((300, 400, 3), 90, np.uint8), network("finder.onnx"))) == []
