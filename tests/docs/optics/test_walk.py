"""Light that scatters in plastic follows radiative transfer and diffusion theory."""

import numpy as np
import pytest
from optics.walk import Block, Wandered, wander

from companion.sources.tower.stand_ins.die_face import BulkMaterial

ENDLESS = (np.inf, np.inf)


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("thick", [5.0, 10.0])
def test_a_slab_without_absorption_transmits_what_diffusion_predicts(
    chance: np.random.Generator, thick: float
) -> None:
    out = wander(Block((*ENDLESS, thick), 1.0, 0.0, 1.0 + 1e-9), 20_000, chance)
    assert out.elsewhere == pytest.approx(4 / 3 / (thick + 2 * 0.7104), rel=0.05)


def test_light_is_conserved(chance: np.random.Generator) -> None:
    out = wander(Block((4, 4, 4), 0.5, 0.0), 5_000, chance)
    entered = 0.908  # of diffuse light, by Fresnel's law
    assert out.share_below + out.elsewhere == pytest.approx(entered, abs=0.01)


def test_a_thick_body_reflects_what_the_dipole_model_predicts(chance: np.random.Generator) -> None:
    bulk = BulkMaterial(2.0, 0.05)
    out = wander(Block((*ENDLESS, np.inf), bulk.scatter, bulk.absorb), 10_000, chance)
    assert out.share_below == pytest.approx(bulk.reflectance, rel=0.1)
    away = np.hypot(*out.at.T)
    for near, far in ((1.0, 2.0), (2.0, 4.0)):
        ring = np.linspace(near, far, 200)
        expected = np.trapezoid(bulk.radial_exitance(ring) * 2 * np.pi * ring, ring)
        assert out.share[(away > near) & (away < far)].sum() == pytest.approx(
            expected, rel=0.3
        )  # so good is diffusion


def test_the_spread_over_pixels_sums_to_the_emitted_light(chance: np.random.Generator) -> None:
    out = wander(Block((16, 16, 16), 0.3, 0.01), 5_000, chance)
    assert Wandered(out).spread(0.4, 69).sum() == pytest.approx(out.share_below)
