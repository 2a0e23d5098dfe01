"""The light budget against hand calculations and published tables."""

from dataclasses import replace

import numpy as np
import pytest

from companion.sources.tower.stand_ins.light_budget import (
    LAMP,
    RESISTORS,
    TEPT4400,
    WAVELENGTHS_NM,
    LampDrive,
    Phototransistor,
    illuminant_a,
    luminous_efficacy,
    photopic_sensitivity,
)


def microamperes_per_lamp_lux(sensor: Phototransistor) -> float:
    """Return a sensor's current in a lux of the lamp's light on its axis."""
    return sensor.microamperes_per_irradiance(LAMP) / luminous_efficacy(LAMP.spectrum())


@pytest.mark.parametrize(
    ("nm", "expected"), [(480, 0.139), (520, 0.710), (555, 1.0), (600, 0.631), (650, 0.107)]
)
def test_the_eye_s_sensitivity_is_the_cie_s_table(nm: float, expected: float) -> None:
    assert photopic_sensitivity()[nm == WAVELENGTHS_NM][0] == pytest.approx(expected, abs=0.006)


def test_illuminant_a_is_red_as_the_cie_s_table_says() -> None:
    spectrum = illuminant_a()
    at_560 = spectrum[WAVELENGTHS_NM == 560][0]
    for nm, expected in ((450, 33.09), (520, 72.50), (650, 165.03), (780, 241.68)):
        assert 100 * spectrum[nm == WAVELENGTHS_NM][0] / at_560 == pytest.approx(expected, rel=0.01)


def test_a_green_lamp_has_460_lumens_a_watt() -> None:
    assert luminous_efficacy(LAMP.spectrum()) == pytest.approx(458, rel=0.01)


def test_a_sensor_gives_a_quarter_of_its_current_in_a_lux_of_green_light() -> None:
    assert microamperes_per_lamp_lux(TEPT4400) / TEPT4400.microamperes_per_lux == pytest.approx(
        0.256, abs=0.005
    )
    wider = replace(TEPT4400, edge_share=0.1)
    assert microamperes_per_lamp_lux(wider) / wider.microamperes_per_lux == pytest.approx(0.405, abs=0.01)


def test_a_sensor_of_the_eye_s_own_response_sees_a_lux_of_any_colour_alike() -> None:
    class Eye(Phototransistor):
        def response(self) -> np.ndarray:
            return photopic_sensitivity()

    eye = Eye("eye", 2.0, 30.0, 555.0, 510.0, 610.0)
    assert microamperes_per_lamp_lux(eye) == pytest.approx(2.0)


def test_the_lamps_currents_are_ohm_s_law_behind_the_nano_s_diode() -> None:
    # 4.7 V - 2.75 V over 68 + 22.5 Ohm and a transistor of 5 Ohm that four lamps share.
    assert RESISTORS.drive(0).milliamperes(LAMP) == pytest.approx(1950 / (68 + 22.5 + 20))
    # The dim pin: 120 Ohm and the pin's 25 Ohm, shared by four lamps.
    assert RESISTORS.drive(0).milliamperes(LAMP, dim=True) == pytest.approx(1950 / (68 + 22.5 + 580))


def test_an_open_dimming_resistor_gives_no_light() -> None:
    assert LampDrive(220.0, float("inf")).milliamperes(LAMP, dim=True) == 0
