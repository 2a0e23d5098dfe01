"""The second check of a located island: base islands pass, all else is refused with a reason.

All pictures are this project's own drawings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.geometry import HEXES, HexId, position
from companion.sim.picture import Arm, CameraEffects, CameraPose, Light, render, render_board
from companion.sim.picture.canvas import fractal_noise
from companion.sim.picture.render import photograph
from companion.sim.picture.sheet import FlatPicture, draw_sheet
from companion.sim.world import shuffled_island
from tests.score.degradations import CAMERAS, WAYS
from tests.score.rendered import case
from vision import detector
from vision.board import MIRRORED_TEXT, read_board
from vision.board_witness import (
    ANOTHER_GAME_TEXT,
    FACE_DOWN_TEXT,
    MORE_LAND_TEXT,
    NO_COLOUR_TEXT,
    NO_SEA_TEXT,
    BoardEvidence,
    measure_tints,
    weigh_board,
)
from vision.detector import FeatureMaps
from vision.lattice import CENTRES, SURROUNDING_CENTRES, cells_to_plane, hex_corners, inverse, project
from vision.locate import PLANE_TO_VIEW

Picture = NDArray[np.uint8]
CAMERA = CameraPose(1280, 960, 22.0, 20.0, 15.0, field_of_view=55.0)
SCALE = 48


def lay_on_table(sheets: Sequence[tuple[FlatPicture, Picture, tuple[float, float]]], seed: int) -> Picture:
    """Photograph parts of sheets on a table: each with a mask, and moved on the plane."""
    size = (CAMERA.width, CAMERA.height)
    ground = CAMERA.homography() @ render.TABLE_TO_PLANE
    seen = cv2.warpPerspective(render.table_top("oak", seed), ground, size, borderMode=cv2.BORDER_REFLECT)
    for sheet, mask, (x, y) in sheets:
        onto = CAMERA.homography() @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]) @ sheet.to_plane()
        share = cv2.warpPerspective(mask, onto, size)[..., None] / 255
        art = cv2.warpPerspective(sheet.paint, onto, size, flags=cv2.INTER_AREA)
        seen = np.rint(seen * (1 - share) + art * share).astype(np.uint8)
    return photograph(np.asarray(seen, np.uint8), Light(), CameraEffects(), np.random.default_rng(seed))


def tile_mask(sheet: FlatPicture, hexes: Sequence[HexId] = HEXES, reach: float = 1.06) -> Picture:
    mask = np.zeros(sheet.shape.shape, np.uint8)
    for at in hexes:
        outline = project(inverse(sheet.to_plane()), hex_corners(at, reach))
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], (255,))
    return mask


def joined_boards(cell: tuple[int, int], seed: int) -> Picture:
    """Two islands, the second with its middle at a cell of the first one's lattice."""
    chance = random.Random(seed)
    one, other = (draw_sheet(shuffled_island(chance), seed + n, SCALE) for n in (0, 1))
    x, y = cells_to_plane(np.array([cell], float))[0]
    here, there = (0.0, 0.0), (float(x), float(y))
    frames = [(one, one.shape, here), (other, other.shape, there)]
    return lay_on_table([*frames, (one, tile_mask(one), here), (other, tile_mask(other), there)], seed)


def extended_island(cells: Sequence[tuple[int, int]], seed: int) -> Picture:
    """An island with more tiles on its sea, at cells of its lattice."""
    chance = random.Random(seed)
    one, other = (draw_sheet(shuffled_island(chance), seed + n, SCALE) for n in (0, 1))
    more = []
    for at, (x, y) in zip(HEXES, cells_to_plane(np.array(cells, float)).tolist(), strict=False):
        x0, y0 = position(at)
        more.append((other, tile_mask(other, [at], 1.0), (x - x0, y - y0)))
    return lay_on_table([(one, one.shape, (0.0, 0.0)), *more], seed)


def face_down_island(colour: tuple[int, int, int], seed: int) -> Picture:
    """An island whose tiles show their backs: one colour, grainy, with a ring."""
    sheet = draw_sheet(shuffled_island(random.Random(seed)), seed, SCALE)
    paint, size = sheet.paint.copy(), len(sheet.paint)
    grain = 0.8 + 0.4 * fractal_noise(np.random.default_rng(seed), size, 30, 4)
    backs = (np.array(colour) * grain[..., None]).clip(0, 255).astype(np.uint8)
    for x, y in project(inverse(sheet.to_plane()), CENTRES).round().astype(int).tolist():
        cv2.circle(backs, (x, y), SCALE // 3, [min(255, 1.5 * c) for c in colour], 4, cv2.LINE_AA)
    inside = tile_mask(sheet, reach=0.95) > 0
    paint[inside] = backs[inside]
    return lay_on_table([(FlatPicture(paint, sheet.shape), sheet.shape, (0.0, 0.0))], seed)


def reason(picture: NDArray[Any]) -> str:
    reading = read_board(picture)
    assert not reading.found
    assert (reading.hexes, reading.sites, reading.harbors) == ((), (), ())
    return reading.why


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "seed"), [((5, 0), 1), ((2, 3), 2)])
def test_two_joined_boards_are_more_land_than_an_island(cell: tuple[int, int], seed: int) -> None:
    assert reason(joined_boards(cell, seed)) == MORE_LAND_TEXT


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seed"), [(2, 1), (6, 1), (6, 2)])
def test_tiles_beyond_the_nineteen_are_more_land_than_an_island(count: int, seed: int) -> None:
    cells = [(3, 0), (3, -1), (2, 1), (1, 2), (0, 3), (3, -2)][:count]
    assert reason(extended_island(cells, seed)) == MORE_LAND_TEXT


@pytest.mark.slow
@pytest.mark.parametrize("colour", [(150, 110, 60), (60, 90, 140), (90, 90, 90)])
def test_tiles_that_lie_face_down_are_reported(colour: tuple[int, int, int]) -> None:
    assert reason(face_down_island(colour, 4)) == FACE_DOWN_TEXT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4])
def test_a_picture_without_colour_is_reported(seed: int) -> None:
    grey = cv2.cvtColor(case(seed).picture, cv2.COLOR_BGR2GRAY)
    assert reason(grey) == NO_COLOUR_TEXT
    brown = (grey[..., None] * np.array([0.7, 0.9, 1.0])).astype(np.uint8)
    assert reason(brown) == NO_COLOUR_TEXT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4])
def test_an_island_without_a_sea_frame_is_refused(seed: int) -> None:
    one = case(seed)
    bare, _ = WAYS["without frame, on a busy cloth"](
        one.picture, one.camera.homography(), np.random.default_rng(seed)
    )
    assert reason(bare) == NO_SEA_TEXT
    assert read_board(bare, one.camera.homography()).found, "people have pointed at it"


@pytest.mark.slow
def test_a_mirrored_table_is_reported_as_mirrored() -> None:
    assert reason(np.ascontiguousarray(case(5).picture[:, ::-1])) == MIRRORED_TEXT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 4])
def test_hexes_under_a_hand_are_covered_and_doubtful(seed: int) -> None:
    chance = np.random.default_rng(seed)
    camera = CameraPose(1280, 960, 18.0, 8.0 * seed, 10.0 * seed, field_of_view=50.0)
    x, y = chance.uniform(-2.5, 2.5, 2).tolist()
    arm = Arm((x, y), float(chance.uniform(0, 360)))
    layout = shuffled_island(random.Random(seed))
    without, picture = (
        render_board(layout, camera=camera, seed=seed, clutter=clutter) for clutter in ([], [arm])
    )
    changed = (np.abs(picture.astype(int) - without).max(axis=2) > 25).astype(np.uint8)
    reading = read_board(picture)
    assert reading.found
    assert any(seen.covered for seen in reading.hexes)
    for seen in reading.hexes:
        area = cv2.fillPoly(
            np.zeros(changed.shape, np.uint8),
            [np.round(reading.project(hex_corners(seen.id))).astype(int)],
            (1,),
        )
        share = float(changed[area > 0].mean())
        if share > 0.75:
            assert max(seen.reading.terrain.values()) <= 0.94
        assert share > 0.3 or not seen.covered


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 7])
@pytest.mark.parametrize("way", ["exposed by 0.3", "washed out", "with glare", "four hexes cut off", "warm"])
def test_base_islands_pass_in_any_light(way: str, seed: int) -> None:
    one = case(seed)
    picture, _ = {**WAYS, **CAMERAS}[way](one.picture, one.camera.homography(), np.random.default_rng(seed))
    assert read_board(picture).found


def maps_of(land: Sequence[Any], sea: Sequence[Any]) -> FeatureMaps:
    """Return maps with tiles at places of the plane, sea at others, and the table elsewhere."""
    surfaces = np.zeros((detector.SURFACE_COUNT, detector.CELLS, detector.CELLS), np.float32)
    surfaces[detector.OTHER_SURFACE] = 4
    peaks = np.zeros((detector.PEAK_COUNT, detector.CELLS, detector.CELLS))
    rows, columns = np.indices((detector.CELLS, detector.CELLS))
    cells = np.stack([columns, rows], axis=-1).reshape(-1, 2).astype(np.float64)
    pixels = (cells + 0.5) * detector.STRIDE_PX - 0.5
    at = project(inverse(PLANE_TO_VIEW), pixels).reshape(detector.CELLS, detector.CELLS, 2)
    for surface, places in ((detector.SEA, sea), (0, land)):
        for place in places:
            surfaces[surface, np.linalg.norm(at - place, axis=2) < 0.9] = 9 if surface == 0 else 6
    for place in land:
        angles = np.pi / 6 + np.arange(6) * np.pi / 3
        corners = np.asarray(place) + np.column_stack([np.cos(angles), np.sin(angles)])
        peaks[detector.HEX, np.linalg.norm(at - place, axis=2) < 0.3] = 0.8
        for corner in corners:
            peaks[detector.INTERSECTION, np.linalg.norm(at - corner, axis=2) < 0.3] = 0.8
    return FeatureMaps(surfaces, peaks)


def cover_all_hexes(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    return np.ones(len(points), np.bool_)


def weigh(
    maps: FeatureMaps, is_in_picture: Callable[..., NDArray[np.bool_]] = cover_all_hexes
) -> BoardEvidence:
    return weigh_board([(maps, PLANE_TO_VIEW)], is_in_picture)


def test_an_island_in_its_sea_has_no_contradiction() -> None:
    evidence = weigh(maps_of(list(CENTRES), list(SURROUNDING_CENTRES)))
    assert evidence.find_contradiction() is None
    assert not evidence.covered_tiles.any()


def test_sea_all_round_needs_no_corner_of_a_frame() -> None:
    wide = [*SURROUNDING_CENTRES, *(1.2 * SURROUNDING_CENTRES)]
    assert weigh(maps_of(list(CENTRES), wide)).find_contradiction() is None


def test_a_row_of_sea_among_the_tiles_is_another_game() -> None:
    row = [n for n, (_, y) in enumerate(CENTRES) if y < -2.5]
    land = [place for n, place in enumerate(CENTRES) if n not in row]
    sea = [*SURROUNDING_CENTRES, *CENTRES[row]]
    assert weigh(maps_of(land, sea)).find_contradiction() == ANOTHER_GAME_TEXT


def test_surroundings_outside_the_picture_prove_nothing() -> None:
    def is_near(points: NDArray[np.float64]) -> NDArray[np.bool_]:
        return np.asarray(np.linalg.norm(points, axis=1) < 4.1)

    maps = maps_of([*CENTRES, *SURROUNDING_CENTRES], [])
    assert weigh(maps).find_contradiction() == MORE_LAND_TEXT
    assert weigh(maps, is_near).find_contradiction() is None


def test_a_tile_without_its_middle_and_corners_is_covered() -> None:
    maps = maps_of(list(CENTRES), list(SURROUNDING_CENTRES))
    x, y = np.round((project(PLANE_TO_VIEW, CENTRES[:1])[0] + 0.5) / detector.STRIDE_PX - 0.5).astype(int)
    maps.peaks[:, y - 9 : y + 10, x - 9 : x + 10] = 0.05
    assert np.flatnonzero(weigh(maps).covered_tiles).tolist() == [0]


def test_colour_is_missed_in_dim_pictures_no_more_than_in_bright_ones() -> None:
    picture = case(0).picture
    dim = (picture * 0.2).astype(np.uint8)
    assert not measure_tints(picture).lack_colour
    assert not measure_tints(dim).lack_colour
    assert measure_tints(np.repeat(dim[..., :1], 3, axis=2)).lack_colour
