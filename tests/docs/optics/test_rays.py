"""Rays out of a hole follow geometry, and light is conserved."""

import numpy as np
import pytest
from optics.rays import BLACK, PIXEL_MM, Cylinder, Hole, Window, beam, density, glance, half_power
from optics.surfaces import FEP, reflectance

OPEN = Window(0.0, 0.0)
RAYS = 200_000


def disk(radius: float, power: float = 1.0) -> Hole:
    return Hole((0.0, 0.0), radius, 0.0, power, ())


@pytest.fixture
def chance() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize(("radius", "other", "distance"), [(1.0, 1.0, 1.0), (1.0, 2.0, 3.0), (2.0, 0.5, 1.0)])
def test_facing_disks_have_the_view_factor_of_the_textbook(
    chance: np.random.Generator, radius: float, other: float, distance: float
) -> None:
    near, far = radius / distance, other / distance
    whole = 1 + (1 + far**2) / near**2
    expected = (whole - np.sqrt(whole**2 - 4 * (far / near) ** 2)) / 2
    rays = beam(disk(radius), OPEN, RAYS, chance)
    hits = np.hypot(*rays.falls_at(distance).T) < other
    assert rays.share[hits].sum() == pytest.approx(expected, rel=0.02)


def test_a_small_lambertian_disk_lights_a_plane_with_the_fourth_power_of_the_cosine(
    chance: np.random.Generator,
) -> None:
    lit = density([beam(disk(0.1), OPEN, 2_000_000, chance)], (4.0,))[0]
    middle = lit.shape[0] // 2
    for pixels in (0, 5, 10, 15):
        cosine = 4 / np.hypot(4, pixels * PIXEL_MM)
        seen = lit[middle - 1 : middle + 1, middle - 1 + pixels : middle + 1 + pixels].mean()
        assert seen == pytest.approx(cosine**4 / (np.pi * 16), rel=0.05)


def test_a_diode_is_half_as_bright_at_its_angle(chance: np.random.Generator) -> None:
    power = half_power(30)
    assert np.cos(np.radians(30)) ** power == pytest.approx(0.5)
    rays = beam(disk(0.01, power), OPEN, RAYS, chance)
    within = rays.share[rays.cosine > np.cos(np.radians(30))].sum()
    assert within == pytest.approx(1 - np.cos(np.radians(30)) ** (power + 1), abs=0.005)


class TestHoles:
    def test_a_hole_without_walls_passes_all_light(self, chance: np.random.Generator) -> None:
        assert beam(disk(1.0), OPEN, RAYS, chance).share.sum() == pytest.approx(1)

    def test_a_deeper_lamp_passes_less_light(self, chance: np.random.Generator) -> None:
        shares = [
            beam(Hole((0, 0), 1.0, -deep, 1.0, (Cylinder(-deep, 0, 1.0),)), OPEN, RAYS, chance).share.sum()
            for deep in (0.5, 1.0, 2.0, 4.0)
        ]
        assert shares == sorted(shares, reverse=True)
        # What goes straight through is the view factor of two disks a diameter apart; black walls add little.
        straight = (6 - np.sqrt(6**2 - 4)) / 2
        assert straight < shares[2] < straight + BLACK

    def test_a_narrower_aperture_blocks_the_rest(self, chance: np.random.Generator) -> None:
        hole = Hole((0, 0), 1.5, -1.0, 1e6, (Cylinder(-1.0, 0.0, 0.75),))
        assert beam(hole, OPEN, RAYS, chance).share.sum() == pytest.approx(0.25, abs=0.01)

    def test_walls_above_the_block_absorb_rays_that_hit_them(self, chance: np.random.Generator) -> None:
        rays = beam(disk(0.1), Window(2.0, 0.0, (-1e3, 0.0, -1e3, 1e3)), RAYS, chance)
        assert rays.share.sum() == pytest.approx(0.5, abs=0.01)
        assert (rays.at[:, 0] < 0).all()


class TestGlass:
    def test_refraction_limits_how_far_flush_light_reaches(self, chance: np.random.Generator) -> None:
        rays = beam(disk(1.6), Window(0.0, 1.0), RAYS, chance)
        assert np.hypot(*rays.at.T).max() < 1.6 + np.tan(np.arcsin(1 / 1.52))
        assert np.hypot(*rays.at.T).max() > 2.4

    def test_glass_transmits_what_it_does_not_reflect(self, chance: np.random.Generator) -> None:
        rays = beam(disk(0.1, 1e6), Window(0.0, 1.0), 1000, chance)
        once = reflectance(np.array([1.0]), 1.52)[0]
        assert rays.share.sum() == pytest.approx((1 - once) / (1 + once), rel=1e-3)

    def test_glass_mirrors_a_lamp(self, chance: np.random.Generator) -> None:
        # A small lamp next to a small open sensor, 3 mm under the mirror: its image is 6 mm up, 4 aside.
        lamp, sensor = Hole((4.0, 0.0), 0.5, -3.0, 1.0, ()), Hole((0.0, 0.0), 0.1, -3.0, 1.0, ())
        seen = glance(sensor, (lamp,), Window(3.0, 0.0), 1_000_000, chance)
        cosine = 6 / np.hypot(6, 4)
        expected = reflectance(np.array([cosine]), 1.52)[0] * cosine**2 / np.pi**2 / (36 + 16)
        assert seen.lower == pytest.approx(expected, rel=0.1)

    def test_a_film_on_the_glass_loses_what_its_two_faces_reflect(self, chance: np.random.Generator) -> None:
        bare, lined = (
            beam(disk(0.1, 1e6), Window(0.0, 1.0, film=film), 1000, chance).share.sum() for film in (0, 0.1)
        )
        once = reflectance(np.array([1.0]), FEP)[0]
        assert lined / bare == pytest.approx((1 - once) / (1 + once), rel=1e-3)

    def test_a_film_spreads_light_further_and_brightens_the_mirrored_lamp(
        self, chance: np.random.Generator
    ) -> None:
        bare, lined = Window(0.0, 1.0), Window(0.0, 1.0, film=0.5)
        far = [np.hypot(*beam(disk(1.6), window, RAYS, chance).at.T).max() for window in (bare, lined)]
        assert 0 < far[1] - far[0] < 0.5 * np.tan(np.arcsin(1 / FEP)) + 0.01
        lamp, sensor = Hole((1.0, 0.0), 0.5, -1.0, 1.0, ()), Hole((0.0, 0.0), 0.1, -1.0, 1.0, ())
        seen = [
            glance(sensor, (lamp,), window, RAYS, np.random.default_rng(3)).lower for window in (bare, lined)
        ]
        assert seen[1] > seen[0]
