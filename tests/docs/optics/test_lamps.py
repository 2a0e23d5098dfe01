"""The lamps' resistors against hand calculations."""

from dataclasses import replace

import numpy as np
import pytest
from optics.lamps import (
    FIRST_DRIVE,
    FIRST_LAMP,
    LAMP_CANDELA,
    MAX_LAMP_MA,
    choose_resistors,
    dim_share,
    radiant_watts,
)

from companion.sources.tower.stand_ins.light_budget import (
    DIM_SHARE,
    LAMP,
    RESISTORS,
    LightDiode,
    luminous_efficacy,
)


def test_a_lamp_s_flux_is_its_intensity_over_its_lobe() -> None:
    # Over a lobe of cos^m: 2 pi / (m + 1) times the axial intensity; m = 4.82 for a half at 30 degrees.
    assert radiant_watts(LAMP, 20.0) == pytest.approx(
        2 * np.pi / 5.82 * 1.3 / luminous_efficacy(LAMP.spectrum()), rel=0.01
    )


def test_the_first_lamps_had_7_milliamperes() -> None:
    assert FIRST_DRIVE.milliamperes(FIRST_LAMP) == pytest.approx(7.4, abs=0.1)


@pytest.mark.parametrize("mcd", [1000, 1300, 1600, 2000, 3000, 4000, 6000])
def test_the_resistors_run_every_lamp_alike_and_within_its_limits(mcd: int) -> None:
    lamp = replace(LAMP, candela=mcd / 1000)
    resistors = choose_resistors(lamp)
    assert resistors is not None
    for pocket in (0, 1):
        drive = resistors.drive(pocket)
        current = drive.milliamperes(lamp)
        assert current <= MAX_LAMP_MA
        assert lamp.candela * current / lamp.rated_ma == pytest.approx(LAMP_CANDELA, rel=0.2)
        assert dim_share(drive) == pytest.approx(DIM_SHARE, rel=0.12)
        # A pin of the ATmega328P sinks 20 mA at 0.9 V (its data sheet's table of DC characteristics).
        assert drive.count * drive.milliamperes(lamp, dim=True) < 20


def test_lamps_too_dim_have_no_resistor() -> None:
    assert choose_resistors(FIRST_LAMP) is None
    assert choose_resistors(LightDiode("yellow-green GaP", 0.05)) is None


def test_the_bill_s_resistors_are_those_of_its_lamp() -> None:
    assert choose_resistors(LAMP) == RESISTORS
