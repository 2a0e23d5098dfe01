"""The bench test of hardware.md: the light budget's voltages, and a tower's light by a builder's voltages."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from companion.measurements import BenchTest
from companion.sources.tower.stand_ins import pockets
from companion.sources.tower.stand_ins.light_budget import LAMP, RESISTORS, LightDiode

CORNERS: Final = (0, 2, 6, 8)
USB_V: Final = 5.0
SATURATED_V: Final = 0.1
"""Voltage over a phototransistor that conducts as well as it can."""

MAX_SHARE: Final = 10.0
"""Lamps and sensors within their tolerances give half to two and a quarter times the predicted light."""


def bench_milliamperes(lamp: LightDiode, resistor_ohm: float, supply_v: float = USB_V) -> float:
    """Return the current through each lamp of the bench test, which has no transistor."""
    return 1000 * (supply_v - lamp.threshold_v) / (resistor_ohm + lamp.slope_ohm)


def bench_volts(
    lamp: LightDiode, resistor_ohm: float, supply_v: float = USB_V, body: str | None = None
) -> float:
    """Return the voltage of the bench test over 10 kOhm, a typical sensor in a corner hole, in a dark room.

    Args:
        lamp: the four lamps.
        resistor_ohm: of each lamp, between supply and ground.
        supply_v: of lamps and sensor.
        body: the colour of the die over it, without a pip there; None: nothing over the slide.
    """
    optics = pockets.PocketOptics(np.ones((2, 9)), np.zeros((2, 9)))
    die = None if body is None else pockets.PocketDie(6, finish=pockets.FINISHES[body])
    nominal = (
        pockets.millivolts(pockets.PocketContents((die, None), room=0), optics)[0, 1, list(CORNERS)].mean()
        / 1000
    )
    light = lamp.candela * bench_milliamperes(lamp, resistor_ohm, supply_v)
    reckoned = LAMP.candela * RESISTORS.drive(0).milliamperes(LAMP)
    return float(min(nominal * light / reckoned, supply_v - SATURATED_V))


def added_volts(lamp: LightDiode, resistor_ohm: float, supply_v: float = USB_V, body: str = "white") -> float:
    """Return the voltage that a die's face adds in the bench test."""
    with_die = bench_volts(lamp, resistor_ohm, supply_v, body)
    return with_die - bench_volts(lamp, resistor_ohm, supply_v)


def lamp_light(bench: BenchTest) -> float:
    """Return the light of a builder's lamps and sensors, as a share of what the light budget predicts.

    Raises:
        ValueError: no such voltages are possible: the white die adds nothing, or the sensor is saturated.
    """
    lamp = replace(LAMP, candela=bench.lamp_mcd / 1000)
    if bench.resistor_ohm <= 0 or bench.supply_v <= lamp.threshold_v or bench.lamp_mcd <= 0:
        raise ValueError("no light with these parts")
    predicted = added_volts(lamp, bench.resistor_ohm, bench.supply_v)
    share = (bench.white_v - bench.empty_v) / predicted
    if not 1 / MAX_SHARE <= share <= MAX_SHARE or bench.white_v >= bench.supply_v - SATURATED_V:
        raise ValueError("no such voltages with these parts")
    return share
