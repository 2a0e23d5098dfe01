"""The response of the circuit to light."""

import re
from pathlib import Path

import numpy as np
import pytest
from optics.electronics import FIRST_WIRING, GAINS, WIRING, Circuit

ROOT = Path(__file__).parents[3]
GAPS = WIRING.gaps_ms


def test_a_floating_sensor_through_47_kiloohm_still_shows_0_03_to_1_3_volts() -> None:
    assert FIRST_WIRING.residual_voltage(GAINS[0]) == pytest.approx(0.03, abs=0.01)
    assert FIRST_WIRING.residual_voltage(GAINS[1]) == pytest.approx(1.3, abs=0.1)


def test_through_10_kiloohm_no_more_than_two_counts() -> None:
    assert WIRING.residual_voltage(GAINS[1]) / WIRING.supply * 1023 < 2.1
    assert WIRING.lamp_seen(GAINS[1]) > 0.998


def test_a_sensor_with_its_own_load_resistor_never_floats() -> None:
    assert Circuit(47e3, True, 312, 312, GAPS).residual_voltage(1000) == 0


def test_the_circuit_follows_the_closed_form_of_a_resistor_and_a_capacitor() -> None:
    circuit = Circuit(10e3, False, 100.0, 100.0, GAPS, supply=5.0)
    assert circuit.slowness_us(2000) == pytest.approx(100.0)
    assert circuit.residual_voltage(2000) == pytest.approx(5 / np.e)


def test_four_scans_22_5_ms_apart_are_free_of_100_hertz_but_not_of_120() -> None:
    assert FIRST_WIRING.flicker_left(100) == pytest.approx(0, abs=1e-9)
    assert FIRST_WIRING.flicker_left(120) == pytest.approx(0.18, abs=0.01)


@pytest.mark.parametrize("hertz", [100, 120])
def test_the_firmware_s_scans_are_free_of_both(hertz: float) -> None:
    source = (ROOT / "firmware" / "core" / "scan.h").read_text("utf-8")
    long, short = (
        int(number) / 1000 for number in re.findall(r"(?:LONG|SHORT)_GAP_MICROSECONDS (\d+)u", source)
    )
    assert WIRING.gaps_ms == (long, short, long)
    assert WIRING.flicker_left(hertz) < 0.001


def test_mains_half_a_percent_off_leave_less_than_a_tenth_of_the_flicker() -> None:
    assert max(WIRING.flicker_left(100 * off) for off in (0.995, 1.005)) < 0.02
    assert max(WIRING.flicker_left(120 * off) for off in (0.995, 1.005)) < 0.1


def test_light_is_summed_over_four_scans_and_clipped_at_the_supply_voltage() -> None:
    circuit = Circuit(10e3, False, 312, 312, GAPS, supply=5.0)
    assert circuit.look(np.array([100.0, 1e6]), np.array([0.0, 0.0])) == pytest.approx([816, 4008])
    assert circuit.look(np.array([150.0]), np.array([50.0]))[0] == pytest.approx(816, abs=4)


def test_a_port_of_4_6_volts_changes_a_reading_in_proportion() -> None:
    weak, full = (Circuit(10e3, False, 312, 312, GAPS, supply=volts) for volts in (4.6, 5.0))
    some, none = np.array([100.0]), np.zeros(1)
    assert weak.look(some, none)[0] / full.look(some, none)[0] == pytest.approx(5 / 4.6, rel=0.01)
