"""The bench test of hardware.md: predicted voltages, and what measured ones say of a tower's light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.measurements import BenchTest
from companion.sources.tower.stand_ins.bench_test import added_volts, bench_volts, lamp_light
from companion.sources.tower.stand_ins.light_budget import LAMP, RESISTORS
from companion.sources.tower.stand_ins.pockets import PocketOptics

OHM = RESISTORS.resistor_ohm
EMPTY_VOLTS = bench_volts(LAMP, OHM)
BENCH = BenchTest(1300, OHM, 5.0, EMPTY_VOLTS, bench_volts(LAMP, OHM, body="white"))


def test_the_voltage_is_current_times_load() -> None:
    assert 0.2 < EMPTY_VOLTS < 0.4
    assert 1.2 < added_volts(LAMP, OHM) < 1.8
    half = replace(LAMP, candela=LAMP.candela / 2)
    assert bench_volts(half, OHM, body="white") == pytest.approx(BENCH.white_v / 2)


def test_parts_as_in_their_data_sheets_give_the_predicted_light() -> None:
    assert lamp_light(replace(BENCH, lamp_mcd=1000 * LAMP.candela)) == pytest.approx(1.0)


def test_half_the_voltage_is_half_the_light() -> None:
    dim = replace(BENCH, lamp_mcd=1000 * LAMP.candela, white_v=EMPTY_VOLTS + added_volts(LAMP, OHM) / 2)
    assert lamp_light(dim) == pytest.approx(0.5)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(BENCH, white_v=EMPTY_VOLTS),
        replace(BENCH, white_v=4.95),
        replace(BENCH, supply_v=2.0),
        replace(BENCH, lamp_mcd=0),
        replace(BENCH, resistor_ohm=0),
    ],
)
def test_impossible_voltages_are_refused(wrong: BenchTest) -> None:
    with pytest.raises(ValueError, match="with these parts"):
        lamp_light(wrong)


def test_an_emulated_tower_has_the_measured_light() -> None:
    towers = [PocketOptics.from_seed(seed, light=0.6) for seed in range(40)]
    levels = np.array([tower.lamps[:, 0] for tower in towers])
    assert levels.mean() == pytest.approx(0.6, rel=0.02)
    assert levels.min() >= 0.6 * 0.85
