"""Simulate a hundred random towers, their calibration and their readings: `make -C firmware/tower towers`.

Each tower is drawn within the tolerances of its parts and of a printer, its light is traced, and the
firmware's own core calibrates it and reads. The aims are those of hardware.md, where the table goes.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from optics.core_tower import CoreTower
from optics.designs import measures, printed_design, trace_design
from optics.rays import Cylinder, Hole
from optics.tabulate import crop

from companion.sources.tower.stand_ins.die_face import PocketLight
from companion.sources.tower.stand_ins.light_budget import DIM_SHARE, LAMP, TEPT4400
from companion.sources.tower.stand_ins.pockets import (
    DIM_TOLERANCE,
    FINISHES,
    LAMP_SPREAD,
    LAMP_TOLERANCE,
    PAPER_FINISH,
    SENSOR_TOLERANCE,
    TUBE_SHARE,
    Finish,
    PocketContents,
    PocketDie,
    PocketOptics,
)

PAGE: Final = Path(__file__).parents[3] / "hardware.md"
BEGIN, END = "<!-- towers -->", "<!-- end of towers -->"

RAYS: Final = 20_000
TILT_DEGREES: Final = 5.0
"""Maximum tilt of a lamp or a sensor in its hole."""

DIM_SPREAD: Final = 0.2
"""Spread of the dim lamps of a pocket, as a share: their forward voltages differ by 0.05 V."""

WIDER_RESPONSE: Final = replace(TEPT4400, edge_share=0.1).microamperes_per_irradiance(
    LAMP
) / TEPT4400.microamperes_per_irradiance(LAMP)
"""Sensitivity to green if the data sheet states the spectral range at a tenth of the response, not at a half,
as a factor.
"""

PIP_MM: Final = 0.3
"""Displacement of a die's pips."""

DUST_SHARE: Final = 0.1
DUST_SPREAD: Final = 0.5
"""Mean share of the glass that dust covers, and the maximum deviation of each sensor's share."""

DUST_STEPS: Final = 4
DUST_STEP_RESTS: Final = 12
"""Dust settles in so many steps, and after each the tower is shown empty so often. In reality it takes weeks.
"""


@dataclass(frozen=True)
class DieKind:
    """A kind of dice: their finish, and the difference between their size and the tower's."""

    name: str
    finish: Finish
    oversize: float = 0.0
    wear: float = 0.0


SOLID: Final = tuple(DieKind(name, finish) for name, finish in FINISHES.items())
UNREADABLE: Final = (
    DieKind("black as soot, white pips", Finish(0.02, 0.80)),
    *(
        DieKind(f"{name}, half its paint worn off", FINISHES[name], wear=0.5)
        for name in ("white", "blue", "black")
    ),
    DieKind("red, black pips", Finish(0.08, 0.05)),
    DieKind("pearl, black pips", replace(FINISHES["white"], veins=0.25)),
    DieKind("marbled blue, white pips", replace(FINISHES["blue"], veins=0.6)),
    DieKind("milky, black pips", Finish(0.45, 0.05, 0.5)),
    DieKind("white, 1 mm too small", FINISHES["white"], -1.0),
    DieKind("white, 1 mm too big", FINISHES["white"], 1.0),
    DieKind("white, 2 mm too small", FINISHES["white"], -2.0),
)
"""Dice that the tower need not read; those that it doesn't read right must be refused."""


@dataclass(frozen=True)
class Counts:
    """Throws of two dice that lay flat: reported right, reported wrong, and refused."""

    right: int = 0
    wrong: int = 0
    refused: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.right + other.right, self.wrong + other.wrong, self.refused + other.refused)

    @property
    def throws(self) -> int:
        """Return the number of throws."""
        return self.right + self.wrong + self.refused


def draw_tower(chance: np.random.Generator, die: float = 16) -> PocketOptics:
    """Draw a tower within all tolerances, its glass clean, and trace its light."""
    given = measures(die)
    light = tuple(_trace(given, chance) for _ in range(2))
    bag = chance.uniform(1 - LAMP_TOLERANCE, 1 + LAMP_TOLERANCE)
    each = bag * chance.uniform(1 - LAMP_SPREAD, 1 + LAMP_SPREAD, (2, 1, 4))
    dim = DIM_SHARE * chance.uniform(1 - DIM_TOLERANCE, 1 + DIM_TOLERANCE, (2, 1, 1))
    uneven = chance.uniform(1 - DIM_SPREAD, 1 + DIM_SPREAD, (2, 1, 4))
    gain = chance.uniform(1, WIDER_RESPONSE) * chance.uniform(
        1 - SENSOR_TOLERANCE, 1 + SENSOR_TOLERANCE, (2, 9)
    )
    return PocketOptics(
        gain,
        np.zeros((2, 9)),
        lamps=np.concatenate((each, each * dim * uneven), axis=1),
        light=(light[0], light[1]),
    )


def _trace(given: Mapping[str, Any], chance: np.random.Generator) -> PocketLight:
    design = printed_design(given)
    off = replace(
        design,
        sensors=tuple(_as_printed(hole, chance) for hole in design.sensors),
        lamps=tuple(replace(hole, tilt=_lean(chance)) for hole in design.lamps),
    )
    return crop(trace_design(off, RAYS, int(chance.integers(2**31))))


def _as_printed(sensor: Hole, chance: np.random.Generator) -> Hole:
    share = float(chance.uniform(TUBE_SHARE, 1))
    tube = tuple(Cylinder(part.bottom, part.top, share * part.radius) for part in sensor.stretches)
    return replace(sensor, stretches=tube, tilt=_lean(chance))


def _lean(chance: np.random.Generator) -> tuple[float, float]:
    slope = math.tan(math.radians(TILT_DEGREES * math.sqrt(chance.random())))
    turn = 2 * math.pi * chance.random()
    return slope * math.cos(turn), slope * math.sin(turn)


def calibrate(tower: CoreTower, chance: np.random.Generator, die: float, *, paper: bool) -> bool:
    """Calibrate as `companion calibrate tower` does, with white dice or a strip of paper; return success."""
    room = _room(chance)
    tower.show(PocketContents(room=room))
    if tower.carry_out("calibrate empty") != "ok":
        return False
    white = DieKind("white", PAPER_FINISH if paper else FINISHES["white"])
    for face in (6, 1):
        dice = [replace(_lay(white, face, chance, die), on_paper=paper, wear=0.0) for _ in range(2)]
        tower.show(PocketContents((dice[0], dice[1]), room=room))
        if any(tower.carry_out(f"calibrate face {pocket} {face}") != "ok" for pocket in (1, 2)):
            return False
    return tower.carry_out("calibrate save") == "ok"


def _gather_dust(tower: CoreTower, chance: np.random.Generator) -> None:
    """Let uneven dust settle on the glass while the tower stands empty."""
    full = DUST_SHARE * chance.uniform(1 - DUST_SPREAD, 1 + DUST_SPREAD, (2, 9))
    for step in range(1, DUST_STEPS + 1):
        tower.optics = replace(tower.optics, dust=full * step / DUST_STEPS)
        for _ in range(DUST_STEP_RESTS):
            tower.rest(PocketContents(room=_room(chance)))


def throw(tower: CoreTower, kind: DieKind, chance: np.random.Generator, die: float) -> Counts:
    """Throw two dice of a kind, which come to rest flat."""
    tops = [int(top) for top in chance.integers(1, 7, 2)]
    first, second = (_lay(kind, top, chance, die) for top in tops)
    found = tower.rest(PocketContents((first, second), room=_room(chance)))
    if not found.rolled:
        return Counts(refused=1)
    return Counts(right=1) if list(found.faces) == tops else Counts(wrong=1)


def _room(chance: np.random.Generator) -> float:
    return float(10 ** chance.uniform(0.5, 2.7))


def _lay(kind: DieKind, top: int, chance: np.random.Generator, die: float) -> PocketDie:
    """Lay a die in its corner as it comes to rest, with small errors of its size and of the places of its
    pips.
    """
    size = die + kind.oversize + float(chance.uniform(-0.3, 0.3))
    corner = (size - die) / 2
    x, y = corner + chance.normal(0, 0.15, 2)
    return PocketDie(
        top,
        int(chance.integers(4)),
        kind.finish,
        skew=float(chance.normal()),
        x=float(x),
        y=float(y),
        size=size,
        wear=kind.wear,
        pitch=0.27 + float(chance.uniform(-PIP_MM, PIP_MM)) / size,
        radius=float(chance.uniform(0.09, 0.115)),
    )


@dataclass(frozen=True)
class Tally:
    """Results of a number of towers, by the name of the kind of dice."""

    towers: int
    calibrated: int
    clean: Mapping[str, Counts]
    dusty: Mapping[str, Counts]


@dataclass(frozen=True)
class Plan:
    """The throws for each tower: numbers for each kind of dice, over clean glass and over dust."""

    kinds: Sequence[DieKind]
    clean: int
    dusty: int = 0


def run(towers: int, plans: Sequence[Plan], die: float = 16, seed: int = 38) -> Tally:
    """Draw towers, calibrate each, throw dice over clean glass and then over uneven dust."""
    calibrated = 0
    clean: dict[str, Counts] = {}
    dusty: dict[str, Counts] = {}
    for number in range(towers):
        chance = np.random.default_rng((seed, round(10 * die), number))
        tower = CoreTower(draw_tower(chance, die), int(chance.integers(2**31)))
        if not calibrate(tower, chance, die, paper=number % 2 == 1):
            continue
        calibrated += 1
        for plan in plans:
            _throw_all(tower, plan.kinds, plan.clean, clean, chance, die)
        if any(plan.dusty for plan in plans):
            _gather_dust(tower, chance)
        for plan in plans:
            _throw_all(tower, plan.kinds, plan.dusty, dusty, chance, die)
    return Tally(towers, calibrated, clean, dusty)


def _throw_all(
    tower: CoreTower,
    kinds: Sequence[DieKind],
    throws: int,
    counts: dict[str, Counts],
    chance: np.random.Generator,
    die: float,
) -> None:
    for kind in kinds:
        for _ in range(throws):
            counts[kind.name] = counts.get(kind.name, Counts()) + throw(tower, kind, chance, die)


def total(counts: Mapping[str, Counts], kinds: Sequence[DieKind]) -> Counts:
    """Add up the throws of these kinds."""
    return sum((counts[kind.name] for kind in kinds if kind.name in counts), Counts())


def row(name: str, counts: Counts, aim: str = "") -> str:
    """Format a line of the table."""
    throws = max(counts.throws, 1)
    return (
        f"| {name} | {counts.throws:,} | {counts.right / throws:.1%} | {counts.wrong}"
        f" | {counts.refused / throws:.1%} | {aim} |"
    )


def table(main_size: Tally, others: Mapping[float, Tally]) -> str:
    """Return the readings of the towers and the aims as a Markdown table."""
    everything = total(main_size.clean, SOLID)
    lines = [
        f"Of {main_size.towers} towers {main_size.calibrated} calibrate (aim: 95 of 100).",
        "",
        "| flat throws of two dice | throws | read right | read wrong | refused | aim |",
        "|---|--:|--:|--:|--:|---|",
        row("**ten opaque colours**", everything, "99 %; wrong 1 in 10,000"),
        *(row(kind.name, main_size.clean[kind.name]) for kind in SOLID),
        row("**uneven dust on a tenth of the glass**", total(main_size.dusty, SOLID), "97 %"),
        *(row(f"{name}, dust", main_size.dusty[name]) for name in ("white", "black")),
        *(
            row(f"dice of {size:g} mm in {of.towers} towers for them", total(of.clean, SOLID), "98 %")
            for size, of in others.items()
        ),
        *(row(kind.name, main_size.clean[kind.name], "right or refused") for kind in UNREADABLE),
    ]
    return "\n".join(lines)


def publish(made: str, page: Path = PAGE) -> None:
    """Write the table into hardware.md."""
    before, _, after = page.read_text("utf-8").partition(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{made}\n{END}{after.partition(END)[2]}", "utf-8")


def main() -> None:
    """Print the table of the aims, and write it into hardware.md."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--towers", type=int, default=100, help="towers for dice of 16 mm (%(default)s)")
    parser.add_argument("--throws", type=int, default=10, help="of each colour, in each tower (%(default)s)")
    args = parser.parse_args()
    plans = (Plan(SOLID, args.throws, math.ceil(args.throws / 2)), Plan(UNREADABLE, 2))
    main_size = run(args.towers, plans)
    print(main_size, flush=True)
    others = {size: run(math.ceil(args.towers / 4), (Plan(SOLID, 4),), size) for size in (15.0, 17.0)}
    made = table(main_size, others)
    print(made)
    if BEGIN in PAGE.read_text("utf-8"):
        publish(made)


if __name__ == "__main__":
    main()
