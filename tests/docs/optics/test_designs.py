"""The simulated light of the sensor blocks: the first design cannot read dice."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from optics.compare import score, solid
from optics.designs import FIRST_DESIGN, flush_glass_design, measures, printed_design, trace_design
from optics.electronics import FIRST_WIRING, WIRING
from optics.reading import BODY_REFLECTANCE, MIN_QUALITY, Bench, pattern_read

from companion.sources.tower.stand_ins.die_face import (
    BulkMaterial,
    DiePose,
    build_face,
    glass_light,
    sensor_irradiance,
)

CORE = Path(__file__).parents[3] / "firmware" / "core"
RAYS = 10_000


def constant(name: str, source: str) -> int:
    """Return a constant of the firmware."""
    found = re.search(rf"#define {name} (\d+)", (CORE / source).read_text("utf-8"))
    assert found is not None
    return int(found[1])


LEAST_BODY = constant("LEAST_BODY", "calibrate.c")
LIT_HIGHEST = constant("LIT_HIGHEST", "look.c")

needs_openscad = pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")


@pytest.fixture(scope="module")
def flush_bench() -> Bench:
    design = flush_glass_design(FIRST_DESIGN)
    return Bench(design, trace_design(design, RAYS), FIRST_WIRING, 16)


def bench_as_drawn(brightness: float = 1.0, die: float = 16) -> Bench:
    design = printed_design(measures(die))
    design = replace(design, watts=design.watts * brightness)
    return Bench(design, trace_design(design, RAYS), WIRING, die)


@pytest.fixture(scope="module")
def drawn_bench() -> Bench:
    return bench_as_drawn()


def counts(bench: Bench, reflectance: float, scatter: float, bottom: int = 1) -> np.ndarray:
    """Return the counts that a die adds to the empty glass, sensor by sensor."""
    body = BulkMaterial.from_reflectance(reflectance, scatter)
    lux = sensor_irradiance(build_face(bottom, DiePose(16), body, 0.05, 0, bench.light), bench.light)
    return bench.level(lux) - bench.level(glass_light(bench.light))


def test_the_model_uses_the_firmware_s_constants() -> None:
    assert constant("BODY_REFLECTANCE", "pattern.h") == BODY_REFLECTANCE
    assert constant("MIN_QUALITY", "pattern.h") == MIN_QUALITY


def test_the_firmware_reads_the_simulated_values() -> None:
    five = 60 + np.array([0, 1, 0, 1, 0, 1, 0, 1, 0]) * 440.0
    read, quality = pattern_read(five)
    assert (read, quality >= MIN_QUALITY) == (5, True)


class TestFirstBlock:
    def test_a_white_die_without_scattering_gives_hardly_a_count(self, flush_bench: Bench) -> None:
        assert counts(flush_bench, 0.85, 500.0).max() < LEAST_BODY / 8

    def test_a_real_white_die_gives_the_middle_sensors_too_little_light(self, flush_bench: Bench) -> None:
        assert counts(flush_bench, 0.85, 8.0, bottom=6)[4] < LEAST_BODY * 1.5
        assert counts(flush_bench, 0.85, 8.0)[[3, 5]].max() < LEAST_BODY * 1.2

    @pytest.mark.parametrize(("reflectance", "scatter"), [(0.05, 4.0), (0.08, 4.0), (0.10, 4.0), (0.22, 4.0)])
    def test_no_sensor_sees_enough_of_a_coloured_die(
        self, flush_bench: Bench, reflectance: float, scatter: float
    ) -> None:
        assert counts(flush_bench, reflectance, scatter).max() < LEAST_BODY / 2

    def test_no_sensor_sees_what_the_lamps_light_directly(self, flush_bench: Bench) -> None:
        light = flush_bench.light
        overlap = (light.seen[:, 0] * light.total_lit[0]).sum(axis=(1, 2))
        everywhere = light.seen[:, 0].sum(axis=(1, 2)) * light.total_lit[0].max()
        assert (overlap / everywhere).max() < 1e-3

    @pytest.mark.slow
    def test_three_throws_of_four_and_more_are_not_read(self, flush_bench: Bench) -> None:
        assert mean_right(flush_bench) < 0.25


@needs_openscad
class TestDrawnBlock:
    def test_every_sensor_sees_more_than_enough_of_a_white_die(self, drawn_bench: Bench) -> None:
        assert drawn_bench.span.min() > 3 * LEAST_BODY
        assert drawn_bench.body.max() / 4 < LIT_HIGHEST

    def test_the_sensors_see_through_the_liner(self, drawn_bench: Bench) -> None:
        bare = replace(drawn_bench.design, window=replace(drawn_bench.design.window, film=0.0))
        without = Bench(bare, trace_design(bare, RAYS), WIRING, 16)
        assert (drawn_bench.empty > without.empty).all()
        assert 0.85 < (drawn_bench.span / without.span).mean() < 0.98

    def test_ten_colours_are_read(self, drawn_bench: Bench) -> None:
        assert mean_right(drawn_bench) > 0.99

    @pytest.mark.slow
    @pytest.mark.parametrize("brightness", [0.33, 1.5])
    def test_dice_are_read_with_weaker_and_brighter_lamps(self, brightness: float) -> None:
        bench = bench_as_drawn(brightness)
        assert bench.span.min() > LEAST_BODY
        assert mean_right(bench) > 0.95

    @pytest.mark.slow
    @pytest.mark.parametrize(("die", "least"), [(15, 0.95), (17, 0.9)])
    def test_dice_of_every_printable_size_are_read(self, die: float, least: float) -> None:
        assert mean_right(bench_as_drawn(die=die)) > least


def mean_right(bench: Bench) -> float:
    chance = np.random.default_rng(1)
    dice = solid().values()
    return float(np.mean([score(bench, die, chance, bench.size).right for die in dice]))


def test_a_block_matches_its_measures() -> None:
    wider = flush_glass_design({**FIRST_DESIGN, "aperture": 3})
    assert wider.sensors[0].stretches[-1].radius == 1.5
