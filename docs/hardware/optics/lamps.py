"""The resistors that run and dim a tower's lamps, by the light budget, and the lamps of its first model."""

from __future__ import annotations

import math
from typing import Final

from companion.sources.tower.stand_ins.light_budget import (
    DIM_SHARE,
    POCKET_LAMPS,
    LampDrive,
    LightDiode,
    ResistorChoice,
    luminous_efficacy,
)

FIRST_LAMP: Final = LightDiode("green diode, 1.8 mm, 400 mcd", 0.4)
FIRST_DRIVE: Final = LampDrive(220.0, math.inf)
"""The lamp and drive of the first model."""

RESISTORS_OHM: Final = (
    33.0,
    47.0,
    56.0,
    68.0,
    82.0,
    100.0,
    120.0,
    150.0,
    180.0,
    220.0,
    270.0,
    330.0,
    470.0,
    680.0,
)
DIM_RESISTORS_OHM: Final = (*RESISTORS_OHM[1:], 820.0, 1000.0)
"""Values of a lamp's own resistor and of a dimming one, of those that shops have."""

MAX_LAMP_MA: Final = 25.0
"""Continuous current of such diodes (Kingbright's sheets: 25 to 30 mA)."""

LAMP_CANDELA: Final = 1.2
"""Intensity at which a lamp is to be run: corners and centre of a pocket then fit the converter's range."""


def radiant_watts(lamp: LightDiode, milliamperes: float) -> float:
    """Return a lamp's radiant flux; its intensity grows in proportion to the current up to the rated one."""
    axial = lamp.candela * milliamperes / lamp.rated_ma / luminous_efficacy(lamp.spectrum())
    # The power of the cosine that is a half at the half angle.
    lobe_power = math.log(0.5) / math.log(math.cos(math.radians(lamp.half_angle)))
    return 2 * math.pi / (lobe_power + 1) * axial


def dim_share(drive: LampDrive) -> float:
    """Return the light of dim lamps as a share of the bright ones'; the same for all lamps of one kind."""
    lamp = LightDiode("any", 1.0)
    return drive.milliamperes(lamp, dim=True) / drive.milliamperes(lamp)


def choose_resistors(lamp: LightDiode) -> ResistorChoice | None:
    """Choose the resistors that run a lamp nearest to `LAMP_CANDELA`; None if it is too weak.

    A lamp that reaches nine tenths of that at its highest current is strong enough.
    """

    def candela(ohm: float) -> float:
        return LampDrive(ohm, math.inf).milliamperes(lamp) / lamp.rated_ma * lamp.candela

    allowed = [ohm for ohm in RESISTORS_OHM if LampDrive(ohm, math.inf).milliamperes(lamp) <= MAX_LAMP_MA]
    resistor = min(allowed, key=lambda ohm: abs(math.log(candela(ohm) / LAMP_CANDELA)))
    if candela(resistor) < 0.9 * LAMP_CANDELA:
        return None
    first, second = (
        min(
            DIM_RESISTORS_OHM,
            key=lambda ohm: abs(math.log(dim_share(LampDrive(resistor, ohm, count)) / DIM_SHARE)),
        )
        for count in POCKET_LAMPS
    )
    return ResistorChoice(resistor, (first, second))
