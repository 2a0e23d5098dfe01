"""Random towers by the firmware's core: the first parts can't be calibrated, today's can."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from optics.budget import bench_table, lamp_currents, light_source, pi_line, resistor_table
from optics.core_tower import CoreTower
from optics.lamps import FIRST_DRIVE, FIRST_LAMP, radiant_watts
from optics.towers import SOLID, Plan, calibrate, draw_tower, run, total

from companion.measurements import BenchTest, ComputerFigures, Measurements
from companion.sources.tower.stand_ins.light_budget import LAMP, RESISTORS
from companion.sources.tower.stand_ins.pockets import FINISHES, PocketContents, PocketDie, PocketOptics
from tests.docs.test_hardware import DOCUMENT

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

SEEDS = range(6)


def with_one_exposure(optics: PocketOptics, share: float) -> PocketOptics:
    """Return the tower with lamps of this share of the light, which can't be dimmed."""
    bright = share * optics.lamps[:, :1]
    return replace(optics, lamps=np.concatenate((bright, bright), axis=1))


def count_calibrated(share: float | None) -> int:
    found = 0
    for seed in SEEDS:
        optics = PocketOptics.from_seed(seed)
        if share is not None:
            optics = with_one_exposure(optics, share)
        found += calibrate(CoreTower(optics, seed + 1), np.random.default_rng(seed), 16, paper=False)
    return found


@pytest.mark.slow
def test_no_tower_of_the_first_parts_calibrates() -> None:
    first = radiant_watts(FIRST_LAMP, FIRST_DRIVE.milliamperes(FIRST_LAMP))
    today = radiant_watts(LAMP, RESISTORS.drive(0).milliamperes(LAMP))
    assert count_calibrated(first / today) == 0


def test_all_towers_of_today_s_parts_calibrate() -> None:
    assert count_calibrated(None) == len(SEEDS)


def test_one_exposure_of_the_same_lamps_dazzles_most_towers() -> None:
    assert count_calibrated(1.0) < len(SEEDS) / 2


def test_a_tower_reads_what_it_was_calibrated_for() -> None:
    tower = CoreTower(PocketOptics.from_seed(3), 4)
    assert calibrate(tower, np.random.default_rng(3), 16, paper=True)
    found = tower.rest(PocketContents((PocketDie(5), PocketDie(2, finish=FINISHES["black"]))))
    assert (found.rolled, found.faces) == (True, (5, 2))


def test_dice_that_lean_are_refused() -> None:
    tower = CoreTower(PocketOptics.from_seed(3), 4)
    assert calibrate(tower, np.random.default_rng(3), 16, paper=False)
    assert not tower.rest(PocketContents((PocketDie(5, tilt=35, skew=12), PocketDie(2)))).rolled


def test_dust_that_comes_slowly_is_learned() -> None:
    tower = CoreTower(PocketOptics.from_seed(5), 6)
    assert calibrate(tower, np.random.default_rng(5), 16, paper=False)
    black = PocketDie(3, finish=FINISHES["black"])
    dust = np.random.default_rng(1).uniform(0.05, 0.15, (2, 9))
    for step in (0.25, 0.5, 0.75, 1.0):
        tower.optics = replace(tower.optics, dust=step * dust)
        for _ in range(12):
            tower.rest(PocketContents())
    found = tower.rest(PocketContents((black, black)))
    assert (found.rolled, found.faces) == (True, (3, 3))


@pytest.mark.parametrize(
    ("name", "made"),
    [("resistors", resistor_table), ("bench test", bench_table), ("lamp currents", lamp_currents)],
)
def test_the_page_s_figures_are_those_of_the_budget(name: str, made: object) -> None:
    table = DOCUMENT.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- end of {name} -->")[0]
    assert callable(made)
    assert table.strip() == made().strip()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")
def test_traced_towers_calibrate_and_read_ten_colours() -> None:
    tally = run(6, (Plan(SOLID, 3, 1),), seed=7)
    assert tally.calibrated >= 5
    clean = total(tally.clean, SOLID)
    assert clean.wrong == 0
    assert clean.right > 0.99 * clean.throws


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not installed")
def test_towers_differ() -> None:
    one, other = (draw_tower(np.random.default_rng(seed)) for seed in (1, 2))
    assert one.light is not None
    assert other.light is not None
    assert not np.allclose(one.light[0].lit, other.light[0].lit, rtol=0.05)
    assert not np.allclose(one.gain, other.gain)


def test_measured_figures_replace_the_estimates() -> None:
    bench = BenchTest(1300, RESISTORS.resistor_ohm, 5.0, 0.2, 0.9)
    measured = Measurements("2026-11-27", bench, computer=ComputerFigures("Raspberry Pi 4", 2.04))
    assert "nobody has measured" in light_source(None)
    assert light_source(measured).startswith("Measured on 2026-11-27: 0.4")
    assert bench_table(0.5) != bench_table()
    assert "too dim" in resistor_table(0.5).splitlines()[3]
    assert "Raspberry Pi 4: 2.0 CPU seconds" in pi_line(measured.computer)
