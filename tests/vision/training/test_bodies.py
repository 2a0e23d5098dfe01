"""Bodies that networks learn from: solids that could be printed, and layers that agree with their lean."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.buildings import BUILDINGS, FAMILIES
from vision.training.bodies.figures import road, robber
from vision.training.bodies.layers import (
    GRAIN_PX,
    REACH_SIDES,
    BodyLayers,
    BodyPool,
    compose,
    load,
    rotate_and_mirror,
    save,
)
from vision.training.bodies.shapes import SolidBody, building

SIZE = int(2 * REACH_SIDES * GRAIN_PX)


@pytest.fixture(scope="module")
def bodies() -> list[SolidBody]:
    rng = np.random.default_rng(3)
    return [building(rng) for _ in range(200)]


def test_every_family_has_settlements_and_cities(bodies: list[SolidBody]) -> None:
    kinds = Counter((body.family, body.kind) for body in bodies)
    assert set(kinds) == {(family, kind) for family in FAMILIES for kind in BUILDINGS}


@pytest.fixture(scope="module")
def roads() -> list[SolidBody]:
    rng = np.random.default_rng(4)
    return [road(rng) for _ in range(100)]


@pytest.fixture(scope="module")
def robbers() -> list[SolidBody]:
    rng = np.random.default_rng(5)
    return [robber(rng) for _ in range(100)]


def test_every_solid_is_closed_and_stands_on_the_board(
    bodies: list[SolidBody], roads: list[SolidBody], robbers: list[SolidBody]
) -> None:
    for body in (*bodies, *roads, *robbers):
        for solid in body.solids:
            edges = Counter(
                (a, b) for face in solid.faces for a, b in zip(face, (*face[1:], face[0]), strict=True)
            )
            assert all(edges[b, a] == count == 1 for (a, b), count in edges.items())
        assert min(solid.points[:, 2].min() for solid in body.solids) == pytest.approx(0, abs=1e-9)


def test_bodies_have_the_size_of_pieces(bodies: list[SolidBody]) -> None:
    for body in bodies:
        points = np.vstack([solid.points for solid in body.solids])
        wide, deep, high = np.ptp(points, axis=0)
        assert 0.15 < max(wide, deep) < 0.9
        assert 0.1 < high < 0.7


def test_roads_are_long_low_and_lie_along_their_path(roads: list[SolidBody]) -> None:
    assert {body.kind for body in roads} == {"road"}
    assert {body.family for body in roads} == set(FAMILIES)
    for body in roads:
        points = np.vstack([solid.points for solid in body.solids])
        long, wide, high = np.ptp(points, axis=0)
        assert 0.35 < long < 0.75
        assert wide < 0.6 * long
        assert high < 0.2


def test_robbers_are_narrower_than_a_token_and_stand_or_lie(robbers: list[SolidBody]) -> None:
    assert {body.kind for body in robbers} == {"robber"}
    shapes = np.array([np.ptp(np.vstack([s.points for s in body.solids]), axis=0) for body in robbers])
    assert (shapes[:, :2].min(axis=1) < 0.75).all()
    assert ((shapes > 0.08) & (shapes < 1.0)).all()
    fallen = shapes[:, 2] < 0.9 * shapes[:, :2].max(axis=1)
    assert 0 < fallen.mean() < 0.5


def leaning(lean: tuple[float, float], high: float = 0.4) -> BodyLayers:
    """A needle: a spot where its top is seen."""
    spot = np.zeros((SIZE, SIZE), np.float16)
    middle = (SIZE - 1) / 2
    row, column = (round(middle + GRAIN_PX * high * by) for by in (lean[1], lean[0]))
    spot[row, column] = 1
    return BodyLayers("wooden", "city", lean, spot, spot * 0, spot, spot * 0)


def top(body: BodyLayers) -> NDArray[np.float64]:
    (at,) = np.argwhere(body.mask > 0.5)
    return (at[::-1] - (SIZE - 1) / 2) / GRAIN_PX


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_rotated_body_leans_towards_its_visible_top(quarters: int, mirrored: bool) -> None:
    turned = rotate_and_mirror(leaning((0.9, -0.3)), quarters, mirrored)
    assert top(turned) == pytest.approx(0.4 * np.array(turned.lean), abs=0.02)


def test_layers_round_trip_through_their_file(tmp_path: Path) -> None:
    save([leaning((0.5, 0.25)), leaning((0.0, 1.0))], tmp_path / "0000.npz")
    first, second = load(tmp_path)
    assert (first.lean, second.lean) == ((0.5, 0.25), (0.0, 1.0))
    assert np.array_equal(first.mask, leaning((0.5, 0.25)).mask)
    with pytest.raises(FileNotFoundError, match="cycles renders them"):
        load(tmp_path / "nowhere")


def test_a_body_covers_the_board_in_its_paint_and_casts_a_shadow() -> None:
    full = np.ones((SIZE, SIZE), np.float16)
    half = np.tile((np.arange(SIZE) < SIZE / 2).astype(np.float16), (SIZE, 1))
    body = BodyLayers("wooden", "settlement", (0.0, 0.0), half, half * 0, half, full * np.float16(0.5))
    picture = np.full((SIZE, SIZE, 3), 0.8, np.float32)
    paint = np.array([0.2, 0.4, 0.6], np.float32)
    compose(picture, body, paint, (0, 0), GRAIN_PX, light=1.0, depth=1.0)
    assert picture[5, 5] == pytest.approx(paint, abs=1e-3)
    assert picture[5, -5] == pytest.approx(0.8 * 0.5 ** (1 / 2.2), abs=1e-3)


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.5, 4.0])
def test_a_rotated_placed_body_leans_with_its_rotation(turn: float) -> None:
    picture = np.zeros((SIZE, SIZE, 3), np.float32)
    compose(
        picture,
        leaning((0.6, -0.3)),
        np.ones(3, np.float32),
        (0.1, 0),
        GRAIN_PX,
        light=1.0,
        depth=0.0,
        turn=turn,
    )
    bright = picture.sum(axis=2)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE] - (SIZE - 1) / 2
    seen = np.array([(columns * bright).sum(), (rows * bright).sum()]) / bright.sum() / GRAIN_PX
    c, s = np.cos(turn), np.sin(turn)
    assert seen == pytest.approx(np.array([[c, -s], [s, c]]) @ (0.24, -0.12) + (0.1, 0), abs=0.02)


def test_a_body_outside_the_picture_does_not_change_it() -> None:
    picture = np.full((40, 40, 3), 0.5, np.float32)
    compose(picture, leaning((0.0, 0.0)), np.ones(3, np.float32), (3.0, 0), GRAIN_PX, light=1.0, depth=1.0)
    assert (picture == 0.5).all()


@pytest.fixture(scope="module")
def pool() -> BodyPool:
    """Roads and cities rendered from everywhere around."""
    rng = np.random.default_rng(6)
    leans = [(float(x), float(y)) for x, y in rng.uniform(-1, 1, (300, 2))]
    return BodyPool([
        replace(leaning(lean), kind=kind) for kind in ("road", "city") for lean in leans
    ])  # fmt: skip


@pytest.mark.parametrize("lean", [(0.0, 0.1), (0.7, -0.2), (-0.5, -0.5)])
def test_bodies_chosen_for_a_board_lean_like_the_others(pool: BodyPool, lean: tuple[float, float]) -> None:
    rng = np.random.default_rng(7)
    found = [pool.choose_along_path("road", lean, turn, rng) for turn in (0.0, 1.05, 2.09)]
    found += [pool.choose_upright("city", lean, rng) for _ in range(3)]
    for body, turn in found:
        c, s = np.cos(turn), np.sin(turn)
        assert np.array([[c, -s], [s, c]]) @ body.lean == pytest.approx(lean, abs=0.2)
