"""The lamps' resistors and the bench test's voltages, into hardware.md: `make -C firmware/tower budget`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from inserts import insert

from companion.sources.tower.stand_ins.light_budget import (
    LAMP,
    RESISTORS,
    LightDiode,
    ResistorChoice,
    choose_resistors,
)
from companion.sources.tower.stand_ins.pockets import (
    FINISHES,
    PocketContents,
    PocketDie,
    PocketOptics,
    millivolts,
)

LAMPS_MCD: Final = (800, 1000, 1300, 1600, 2000, 3000, 4000, 6000)
"""Intensities at 20 mA, as printed on bags of lamps."""

CORNERS: Final = (0, 2, 6, 8)
USB_V: Final = 5.0
BATTERIES_V: Final = 4.5
BODIES: Final = ("white", "black")
SATURATED_V: Final = 0.1


def bench_milliamperes(lamp: LightDiode, resistors: ResistorChoice, supply_v: float) -> float:
    """Return the current through a lamp between supply and ground, over its resistor only."""
    return 1000 * (supply_v - lamp.threshold_v) / (resistors.resistor_ohm + lamp.slope_ohm)


def bench_volts(
    lamp: LightDiode, resistors: ResistorChoice, supply_v: float = USB_V, body: str | None = None
) -> float:
    """Return the voltage of the bench test over 10 kOhm, a typical sensor in a corner hole, in a dark room.

    Args:
        lamp: the four lamps.
        resistors: one of each lamp.
        supply_v: of lamps and sensor.
        body: the colour of the die over it, without a pip there; None: nothing over the slide.
    """
    optics = PocketOptics(np.ones((2, 9)), np.zeros((2, 9)))
    die = None if body is None else PocketDie(6, finish=FINISHES[body])
    nominal = millivolts(PocketContents((die, None), room=0), optics)[0, 1, list(CORNERS)].mean() / 1000
    reckoned = LAMP.candela * RESISTORS.drive(0).milliamperes(LAMP)
    bench = lamp.candela * bench_milliamperes(lamp, resistors, supply_v)
    return float(min(nominal * bench / reckoned, supply_v - SATURATED_V))


def resistor_table() -> str:
    """Format the resistors for lamps of every brightness, and the results of the bench test with them."""
    lines = [
        "| lamp, mcd at 20 mA | resistor of each lamp | dims lamp 1 | dims lamp 2 | each lamp gets |"
        " bench test: a white die adds |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for mcd in LAMPS_MCD:
        lamp = replace(LAMP, candela=mcd / 1000)
        resistors = choose_resistors(lamp)
        if resistors is None:
            lines.append(f"| {mcd} | too dim | – | – | – | – |")
            continue
        first, second = resistors.dim_ohm
        adds = bench_volts(lamp, resistors, body="white") - bench_volts(lamp, resistors)
        lines.append(
            f"| {mcd} | {resistors.resistor_ohm:g} Ohm | {first:g} Ohm | {second:g} Ohm"
            f" | {resistors.drive(0).milliamperes(lamp):.0f} mA | {adds:.1f} V |"
        )
    return "\n".join(lines) + "\n"


def bench_table() -> str:
    """Format the voltages of the bench test with the lamp of the bill."""
    lines = ["| over the corner's hole | at 5 V | at 4.5 V |", "|---|--:|--:|"]
    empty = [bench_volts(LAMP, RESISTORS, supply) for supply in (USB_V, BATTERIES_V)]
    lines.append(f"| nothing over the slide | {empty[0]:.2f} V | {empty[1]:.2f} V |")
    for body in BODIES:
        volts = [bench_volts(LAMP, RESISTORS, supply, body) for supply in (USB_V, BATTERIES_V)]
        adds = [with_die - without for with_die, without in zip(volts, empty, strict=True)]
        lines.append(f"| a {body} die's face, no pip there, adds | {adds[0]:.2f} V | {adds[1]:.2f} V |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print both tables, and write them into hardware.md."""
    for name, made in {"resistors": resistor_table(), "bench test": bench_table()}.items():
        print(made)
        insert("hardware.md", name, made)


if __name__ == "__main__":
    main()
