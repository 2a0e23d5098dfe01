"""A die's face over a pocket's maps: what it covers, what it sends into the sensors."""

import numpy as np
import pytest

from companion.sources.tower.stand_ins.bulk import BulkMaterial
from companion.sources.tower.stand_ins.die_face import (
    DiePose,
    PocketLight,
    ambient_light,
    build_face,
    glass_light,
    sensor_illuminance,
)

PIXEL, HALF = 0.4, 35
SQUARE = DiePose(16)
WHITE = BulkMaterial.from_reflectance(0.85, 8.0)
BLACK = BulkMaterial.from_reflectance(0.05, 8.0)
HEIGHTS = np.array([0.0, 1.0, 16.0])


@pytest.fixture
def light() -> PocketLight:
    """Even light of 1000 lux that is gone 16 mm up; sensors that each see 1.2 mm around their places."""
    places = (np.arange(-HALF, HALF) + 0.5) * PIXEL
    x, y = np.meshgrid(places, places)
    lit = np.stack([np.full_like(x, 1000.0), np.full_like(x, 900.0), np.zeros_like(x)])
    grid = [(column, row) for row in (4.4, 0, -4.4) for column in (-4.4, 0, 4.4)]
    seen = np.array([[(np.hypot(x - a, y - b) < 1.2) * 0.02] * 3 for a, b in grid])
    return PocketLight(PIXEL, HEIGHTS, lit, seen, np.full(9, 0.1), np.full(9, 0.1))


def body_light(
    bottom: int, light: PocketLight, lie: DiePose = SQUARE, body: BulkMaterial = WHITE, **more: float
) -> np.ndarray:
    found = build_face(bottom, lie, body, 0.05, more.get("wear", 0), light)
    return sensor_illuminance(found, light, more.get("dust", 0)) - glass_light(light, more.get("dust", 0))


PATTERNS = [
    (1, 0, {4}), (2, 0, {0, 8}), (2, 90, {2, 6}), (3, 0, {0, 4, 8}), (4, 0, {0, 2, 6, 8}),
    (5, 0, {0, 2, 4, 6, 8}), (6, 0, {0, 2, 3, 5, 6, 8}), (6, 90, {0, 1, 2, 6, 7, 8}),
]  # fmt: skip


@pytest.mark.parametrize(("bottom", "turn", "pips"), PATTERNS)
def test_pips_are_where_they_are_on_a_die(
    light: PocketLight, bottom: int, turn: float, pips: set[int]
) -> None:
    seen = body_light(bottom, light, DiePose(16, turn))
    dark = {sensor for sensor in range(9) if seen[sensor] < seen.max() / 2}
    assert dark == pips


def test_a_body_sends_back_its_share(light: PocketLight) -> None:
    white, black = body_light(1, light)[0], body_light(1, light, body=BLACK)[0]
    area = light.seen[0, 0].sum() * PIXEL**2
    gloss = 0.1
    assert white - gloss == pytest.approx(0.85 * 1000 * area, rel=0.15)
    assert (white - gloss) / (black - gloss) == pytest.approx(17, rel=0.2)


def test_worn_pips_are_fainter(light: PocketLight) -> None:
    new, worn, gone = (body_light(1, light, wear=wear)[4] for wear in (0, 0.5, 1.0))
    assert new < worn < gone


def test_a_die_that_is_lifted_sends_back_less(light: PocketLight) -> None:
    levels = [body_light(1, light, DiePose(16, lift=lift))[0] for lift in (0, 1, 4, 12)]
    assert levels == sorted(levels, reverse=True)


def test_dust_sends_back_light_by_itself_and_dims_what_lies_over_it(light: PocketLight) -> None:
    assert (glass_light(light, 0.2) > glass_light(light)).all()
    assert (body_light(1, light, dust=0.2) < body_light(1, light)).all()


def test_beside_a_die_the_rooms_light_falls_in(light: PocketLight) -> None:
    inside = build_face(1, DiePose(16), WHITE, 0.05, 0, light)
    aside = build_face(1, DiePose(16, x=6.0), WHITE, 0.05, 0, light)
    assert ambient_light(inside, light).max() == pytest.approx(0, abs=1e-6)
    assert ambient_light(aside, light)[0] == pytest.approx(ambient_light(None, light)[0], rel=0.01)


def test_a_face_drawn_on_paper_has_edges_that_lie_flat_and_mirrors_nothing(light: PocketLight) -> None:
    die, paper = (
        build_face(6, DiePose(16, on_paper=drawn), WHITE, 0.05, 0, light) for drawn in (False, True)
    )
    assert die.height.max() > 1
    assert paper.height.max() == 0
    assert die.flat.any()
    assert not paper.flat.any()
    assert (paper.covers == die.covers).all()


def test_a_small_die_does_not_cover_the_outer_sensors(light: PocketLight) -> None:
    assert body_light(1, light, DiePose(6))[0] == pytest.approx(0, abs=0.2)
