"""A die face over the light maps of a pocket: coverage and reflection into the sensors."""

import numpy as np
import pytest

from companion.sources.tower.stand_ins.die_face import (
    BulkMaterial,
    DiePose,
    PocketLight,
    ambient_light,
    build_face,
    glass_light,
    sensor_irradiance,
)

PIXEL, HALF = 0.4, 35
SQUARE = DiePose(16)
WHITE = BulkMaterial.from_reflectance(0.85, 8.0)
BLACK = BulkMaterial.from_reflectance(0.05, 8.0)
HEIGHTS = np.array([0.0, 1.0, 16.0])


@pytest.fixture
def uniform_illumination() -> PocketLight:
    """Even light of 1000 lux that ends 16 mm up; each sensor sees a radius of 1.2 mm."""
    places = (np.arange(-HALF, HALF) + 0.5) * PIXEL
    x, y = np.meshgrid(places, places)
    lit = np.stack([np.full_like(x, 1000.0), np.full_like(x, 900.0), np.zeros_like(x)])
    grid = [(column, row) for row in (4.4, 0, -4.4) for column in (-4.4, 0, 4.4)]
    seen = np.array([[(np.hypot(x - a, y - b) < 1.2) * 0.02] * 3 for a, b in grid])
    return PocketLight(PIXEL, HEIGHTS, lit[None], seen, np.full((1, 9), 0.1), np.full((1, 9), 0.1))


def body_light(
    bottom: int,
    uniform_illumination: PocketLight,
    lie: DiePose = SQUARE,
    body: BulkMaterial = WHITE,
    **more: float,
) -> np.ndarray:
    found = build_face(bottom, lie, body, 0.05, more.get("wear", 0), uniform_illumination)
    return sensor_irradiance(found, uniform_illumination, more.get("dust", 0)) - glass_light(
        uniform_illumination, more.get("dust", 0)
    )


PATTERNS = [
    (1, 0, {4}), (2, 0, {0, 8}), (2, 90, {2, 6}), (3, 0, {0, 4, 8}), (4, 0, {0, 2, 6, 8}),
    (5, 0, {0, 2, 4, 6, 8}), (6, 0, {0, 2, 3, 5, 6, 8}), (6, 90, {0, 1, 2, 6, 7, 8}),
]  # fmt: skip


@pytest.mark.parametrize(("bottom", "turn", "pips"), PATTERNS)
def test_pips_are_where_they_are_on_a_die(
    uniform_illumination: PocketLight, bottom: int, turn: float, pips: set[int]
) -> None:
    seen = body_light(bottom, uniform_illumination, DiePose(16, turn))
    dark = {sensor for sensor in range(9) if seen[sensor] < seen.max() / 2}
    assert dark == pips


def test_a_body_reflects_its_share_of_light(uniform_illumination: PocketLight) -> None:
    white, black = body_light(1, uniform_illumination)[0], body_light(1, uniform_illumination, body=BLACK)[0]
    area = uniform_illumination.seen[0, 0].sum() * PIXEL**2
    gloss = 0.1
    assert white - gloss == pytest.approx(0.85 * 1000 * area, rel=0.15)
    assert (white - gloss) / (black - gloss) == pytest.approx(17, rel=0.2)


def test_worn_pips_are_fainter(uniform_illumination: PocketLight) -> None:
    new, worn, gone = (body_light(1, uniform_illumination, wear=wear)[4] for wear in (0, 0.5, 1.0))
    assert new < worn < gone


def test_a_lifted_die_reflects_less_light(uniform_illumination: PocketLight) -> None:
    levels = [body_light(1, uniform_illumination, DiePose(16, lift=lift))[0] for lift in (0, 1, 4, 12)]
    assert levels == sorted(levels, reverse=True)


def test_dust_reflects_light_and_dims_the_die_above(uniform_illumination: PocketLight) -> None:
    assert (glass_light(uniform_illumination, 0.2) > glass_light(uniform_illumination)).all()
    assert (body_light(1, uniform_illumination, dust=0.2) < body_light(1, uniform_illumination)).all()


def test_room_light_enters_beside_a_die(uniform_illumination: PocketLight) -> None:
    inside = build_face(1, DiePose(16), WHITE, 0.05, 0, uniform_illumination)
    aside = build_face(1, DiePose(16, x=6.0), WHITE, 0.05, 0, uniform_illumination)
    assert ambient_light(inside, uniform_illumination).max() == pytest.approx(0, abs=1e-6)
    assert ambient_light(aside, uniform_illumination)[0] == pytest.approx(
        ambient_light(None, uniform_illumination)[0], rel=0.01
    )


def test_a_paper_face_has_flat_edges_and_no_gloss(uniform_illumination: PocketLight) -> None:
    die, paper = (
        build_face(6, DiePose(16, on_paper=drawn), WHITE, 0.05, 0, uniform_illumination)
        for drawn in (False, True)
    )
    assert die.height.max() > 1
    assert paper.height.max() == 0
    assert die.flat.any()
    assert not paper.flat.any()
    assert (paper.covers == die.covers).all()


def test_a_small_die_leaves_the_outer_sensors_uncovered(uniform_illumination: PocketLight) -> None:
    assert body_light(1, uniform_illumination, DiePose(6))[0] == pytest.approx(0, abs=0.2)
