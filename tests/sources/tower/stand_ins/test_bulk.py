"""Light scattered inside the body of a die."""

import math

import numpy as np
import pytest

from companion.sources.tower.stand_ins.die_face import SURFACE_TRANSMISSION, BulkMaterial


@pytest.mark.parametrize("reflectance", [0.05, 0.3, 0.85])
def test_a_material_is_fitted_to_its_reflectance(reflectance: float) -> None:
    assert BulkMaterial.from_reflectance(reflectance, 5.0).reflectance == pytest.approx(reflectance)


def test_the_light_around_one_point_sums_to_the_reflectance() -> None:
    bulk = BulkMaterial(3.0, 0.1)
    far = np.geomspace(1e-4, 200, 20_000)
    ring = 2 * math.pi * far * bulk.radial_exitance(far)
    assert np.trapezoid(ring, far) == pytest.approx(bulk.reflectance, rel=0.01)


def test_a_body_without_absorption_reflects_all_light() -> None:
    assert BulkMaterial(5.0, 0.0).reflectance == pytest.approx(SURFACE_TRANSMISSION)


@pytest.mark.parametrize("scatter", [1.0, 8.0, 100.0])
def test_the_pixel_spread_sums_to_one_at_any_resolution(scatter: float) -> None:
    bulk = BulkMaterial.from_reflectance(0.5, scatter)
    assert bulk.spread(0.4, 40).sum() == pytest.approx(0.5, rel=0.02)


def test_light_exits_nearer_in_a_denser_body() -> None:
    shares = [
        BulkMaterial.from_reflectance(0.5, scatter).spread(0.4, 40)[40, 40] for scatter in (1.0, 8.0, 100.0)
    ]
    assert shares == sorted(shares)
    assert shares[-1] > 0.4
