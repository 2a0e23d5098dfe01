"""What the sensor blocks' light comes to, by the model: the first one cannot read dice."""

import re
from pathlib import Path

import numpy as np
import pytest
from optics.compare import CANDIDATES, SOLID, Candidate, score
from optics.designs import NAMES, flush, light_of
from optics.electronics import LOADED
from optics.reading import BODY_REFLECTANCE, SURE_ENOUGH, Bench, Material, pattern_read

from companion.sources.tower.stand_ins.bulk import Bulk
from companion.sources.tower.stand_ins.die_face import Lie, face, sent_back, thrown_back

CORE = Path(__file__).parents[3] / "firmware" / "core"
RAYS = 10_000

GIVEN = {
    "die": 16, "slide": [76, 26, 1], "sensor_d": 3.2, "aperture": 2, "web": 1, "block_height": 6.5,
    "grid": [[x, y] for y in (4.4, 0, -4.4) for x in (-4.4, 0, 4.4)],
    "lamps": [[x, y] for y in (-7.8, 7.8) for x in (-2.2, 2.2)],
}  # fmt: skip
"""The first block's measures."""


def constant(name: str, source: str) -> int:
    """A number that the firmware is written with."""
    found = re.search(rf"#define {name} (\d+)", (CORE / source).read_text("utf-8"))
    assert found is not None
    return int(found[1])


LEAST_BODY = constant("LEAST_BODY", "calibrate.c")


@pytest.fixture(scope="module")
def benches() -> dict[str, Bench]:
    made = {}
    for candidate in CANDIDATES:
        design = candidate.draw(GIVEN)
        made[candidate.draw.__name__] = Bench(design, light_of(design, RAYS), candidate.circuit, 16)
    return made


def counts(bench: Bench, reflectance: float, scatter: float, bottom: int = 1) -> np.ndarray:
    """What a die's body adds to the empty glass, sensor by sensor."""
    body = Bulk.of_reflectance(reflectance, scatter)
    lux = sent_back(face(bottom, Lie(16), body, 0.05, 0, bench.light), bench.light)
    return bench.level(lux) - bench.level(thrown_back(bench.light))


def test_the_firmwares_numbers_are_its_own() -> None:
    assert constant("BODY_REFLECTANCE", "pattern.h") == BODY_REFLECTANCE
    assert constant("SURE_ENOUGH", "pattern.h") == SURE_ENOUGH


def test_the_firmware_reads_what_it_is_given() -> None:
    five = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0]) * 500.0
    read, quality = pattern_read(five)
    assert (read, quality >= SURE_ENOUGH) == (5, True)


class TestTheFirstBlock:
    def test_a_white_die_in_which_no_light_wanders_gives_hardly_a_count(
        self, benches: dict[str, Bench]
    ) -> None:
        assert counts(benches["flush"], 0.85, 500.0).max() < LEAST_BODY / 8

    def test_a_white_die_as_they_are_leaves_the_middle_sensors_short(self, benches: dict[str, Bench]) -> None:
        assert counts(benches["flush"], 0.85, 8.0, bottom=6)[4] < LEAST_BODY * 1.5
        assert counts(benches["flush"], 0.85, 8.0)[[3, 5]].max() < LEAST_BODY * 1.2

    @pytest.mark.parametrize(("reflectance", "scatter"), [(0.05, 4.0), (0.08, 4.0), (0.10, 4.0), (0.22, 4.0)])
    def test_of_a_coloured_die_no_sensor_sees_enough(
        self, benches: dict[str, Bench], reflectance: float, scatter: float
    ) -> None:
        assert counts(benches["flush"], reflectance, scatter).max() < LEAST_BODY / 2

    def test_what_lamps_light_directly_no_sensor_sees(self, benches: dict[str, Bench]) -> None:
        light = benches["flush"].light
        overlap = (light.seen[:, 0] * light.lit[0]).sum(axis=(1, 2))
        everywhere = light.seen[:, 0].sum(axis=(1, 2)) * light.lit[0].max()
        assert (overlap / everywhere).max() < 1e-3

    def test_three_throws_of_four_and_more_are_not_read(self, benches: dict[str, Bench]) -> None:
        assert mean_right(benches["flush"]) < 0.25


class TestLampsBetweenTheSensors:
    def test_every_sensor_sees_more_than_enough_of_a_white_die(self, benches: dict[str, Bench]) -> None:
        assert benches["between"].span.min() > 3 * LEAST_BODY
        assert benches["between"].body.max() / 4 < 960

    def test_ten_colours_are_read(self, benches: dict[str, Bench]) -> None:
        assert mean_right(benches["between"]) > 0.99

    def test_it_reads_by_three_times_weaker_and_by_brighter_lamps(self) -> None:
        candidate = next(one for one in CANDIDATES if one.draw.__name__ == "between")
        for brightness in (0.33, 1.5):
            drawn = candidate.draw(GIVEN)
            design = type(drawn)(
                drawn.sensors, drawn.lamps, drawn.window, drawn.lumens * brightness, drawn.microamperes
            )
            bench = Bench(design, light_of(design, RAYS), LOADED, 16)
            assert bench.span.min() > LEAST_BODY
            assert mean_right(bench) > 0.95


def mean_right(bench: Bench) -> float:
    chance = np.random.default_rng(1)
    dice = [Material(Bulk.of_reflectance(share, scatter), pip) for share, scatter, pip in SOLID.values()]
    return float(np.mean([score(bench, die, chance, 16).right for die in dice]))


def test_a_candidate_is_drawn_from_measures_alone() -> None:
    assert set(NAMES) >= set(GIVEN)
    assert all(isinstance(candidate, Candidate) for candidate in CANDIDATES)
    wider = flush(GIVEN | {"aperture": 3})
    assert wider.sensors[0].stretches[-1].radius == 1.5
