"""The lamps' resistors and the bench test's voltages, into hardware.md: `make -C firmware/tower budget`.

Figures that a builder measured (`companion doctor tower --measure`) replace the estimates, and a Pi's seconds
go into docs/speed.md.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from inserts import insert
from optics.lamps import MAX_LAMP_MA, choose_resistors

from companion.cli.common.config import default_measurements
from companion.measurements import ComputerFigures, Measurements, load_measurements
from companion.sources.tower.stand_ins.bench_test import (
    USB_V,
    added_volts,
    bench_milliamperes,
    bench_volts,
    lamp_light,
)
from companion.sources.tower.stand_ins.light_budget import LAMP, POCKET_LAMPS, RESISTORS

LAMPS_MCD: Final = (800, 1000, 1300, 1600, 2000, 3000, 4000, 6000)
"""Intensities at 20 mA, as printed on bags of lamps."""

BATTERIES_V: Final = 4.5
BODIES: Final = ("white", "black")


def resistor_table(light: float = 1.0) -> str:
    """Format the resistors for lamps of every brightness, and the results of the bench test with them.

    `light`: measured light of lamps and sensors, as a share of the light budget's.
    """
    lines = [
        "| lamp, mcd at 20 mA | resistor of each lamp | dims lamp 1 | dims lamp 2 | each lamp gets |"
        " bench test: a white die adds |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for mcd in LAMPS_MCD:
        lamp = replace(LAMP, candela=light * mcd / 1000)
        resistors = choose_resistors(lamp)
        if resistors is None:
            lines.append(f"| {mcd} | too dim | – | – | – | – |")
            continue
        first, second = resistors.dim_ohm
        lines.append(
            f"| {mcd} | {resistors.resistor_ohm:g} Ohm | {first:g} Ohm | {second:g} Ohm"
            f" | {resistors.drive(0).milliamperes(lamp):.0f} mA"
            f" | {added_volts(lamp, resistors.resistor_ohm):.1f} V |"
        )
    return "\n".join(lines) + "\n"


def bench_table(light: float = 1.0) -> str:
    """Format the voltages of the bench test with the lamp of the bill; `light` as in `resistor_table`."""
    lamp, ohm = replace(LAMP, candela=light * LAMP.candela), RESISTORS.resistor_ohm
    lines = ["| over the corner's hole | at 5 V | at 4.5 V |", "|---|--:|--:|"]
    supplies = (USB_V, BATTERIES_V)
    rows = {"nothing over the slide": [bench_volts(lamp, ohm, supply) for supply in supplies]}
    for body in BODIES:
        adds = [added_volts(lamp, ohm, supply, body) for supply in supplies]
        rows[f"a {body} die's face, no pip there, adds"] = adds
    lines += [f"| {what} | {usb:.2f} V | {batteries:.2f} V |" for what, (usb, batteries) in rows.items()]
    return "\n".join(lines) + "\n"


def lamp_currents() -> str:
    """Format the currents of the lamps of the bill, and of the weakest lamps of the table."""
    weakest, strongest = next(
        (lamp, choice)
        for lamp in (replace(LAMP, candela=mcd / 1000) for mcd in LAMPS_MCD)
        if (choice := choose_resistors(lamp))
    )
    lamps = [RESISTORS.drive(pocket).milliamperes(LAMP) for pocket in (0, 1)]
    wires, most = (
        [count * choice.drive(pocket).milliamperes(lamp) for pocket, count in enumerate(POCKET_LAMPS)]
        for choice, lamp in ((RESISTORS, LAMP), (strongest, weakest))
    )
    alone = bench_milliamperes(weakest, strongest.resistor_ohm)
    return (
        f"A lamp of the bill gets {lamps[0]:.0f} mA at lamp 1 and {lamps[1]:.0f} at lamp 2, and bears"
        f" {MAX_LAMP_MA:.0f}. Lamp 1 takes {wires[0]:.0f} mA,\nlamp 2 {wires[1]:.0f} mA; with"
        f" {strongest.resistor_ohm:.0f} Ohm, the table's smallest, {most[0]:.0f} and {most[1]:.0f}. A 2N7000"
        " switches 200 mA. In the bench test on 5 V,\na lamp behind"
        f" {strongest.resistor_ohm:.0f} Ohm gets {alone:.0f} mA: leave it on for seconds only, or use the"
        " three cells.\n"
    )


def light_source(measured: Measurements | None) -> str:
    """Format where the light of both tables is from."""
    if measured is None or measured.bench is None:
        return "By the parts' data sheets; nobody has measured a pocket yet.\n"
    return (
        f"Measured on {measured.measured_on}: {lamp_light(measured.bench):.2f} of the light that follows from"
        " the parts' data sheets.\n"
    )


def pi_line(computer: ComputerFigures | None) -> str:
    """Format a computer's measured seconds, for docs/speed.md."""
    if computer is None:
        return "No figure was measured on a Raspberry Pi.\n"
    return (
        f"Measured on a {computer.name}: {computer.board_s:.1f} CPU seconds for a board's first reading in"
        " 1280 x 720 (`companion doctor tower --measure`).\n"
    )


def main() -> None:
    """Print the tables, and put them into hardware.md and docs/speed.md."""
    measured = load_measurements(default_measurements())
    light = lamp_light(measured.bench) if measured and measured.bench else 1.0
    made = {
        "resistors": resistor_table(light),
        "bench test": bench_table(light),
        "light source": light_source(measured),
        "lamp currents": lamp_currents(),
    }
    for name, text in made.items():
        print(text)
        insert("hardware.md", name, text)
    insert("docs/speed.md", "measured computer", pi_line(measured.computer if measured else None))


if __name__ == "__main__":
    main()
