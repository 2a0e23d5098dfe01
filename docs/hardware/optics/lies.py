"""Simulate the tower's readings of dice in all possible positions: `make -C firmware/tower lies`.

Each line of the table in hardware.md is of many dice of six opaque colours, of several sizes, their pips a
little off their places, some worn, under glass that is clean to dirty. A wrong reading is worse than none.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from optics.compare import SIZE, solid
from optics.designs import measures, printed_design, trace_design
from optics.electronics import WIRING
from optics.reading import MIN_QUALITY, Bench, Material

from companion.sources.tower.stand_ins.die_face import DiePose

PAGE: Final = Path(__file__).parents[3] / "hardware.md"
BEGIN, END = "<!-- lies -->", "<!-- end of lies -->"
COLOURS: Final = ("white", "yellow", "green, white pips", "blue", "red", "black")
RAYS: Final = 40_000
DICE: Final = 3000
LANE: Final = 24.0
"""Width of the lane in millimetres, which limits how far a die can turn."""


def at_rest(chance: np.random.Generator) -> DiePose:
    """Return a die in the corner of lip and end wall: the intended position."""
    size = _size(chance)
    corner = (size - SIZE) / 2
    return DiePose(size, _quarter(chance) + chance.normal(), *(corner + chance.normal(0, 0.15, 2)))


def turned_in_the_corner(chance: np.random.Generator) -> DiePose:
    """Return a flat die that touches lip and end wall with its corners only."""
    size, turn = _size(chance), chance.uniform(-45, 45)
    away = _half_width(size, turn) - SIZE / 2
    return DiePose(size, _quarter(chance) + turn, *(away + chance.normal(0, 0.1, 2)))


def turned_in_the_lane(chance: np.random.Generator) -> DiePose:
    """Return a flat die, turned, anywhere between lip and back wall."""
    size, turn = _size(chance), chance.uniform(-45, 45)
    away = _half_width(size, turn) - SIZE / 2
    play = max(0.0, LANE - 2 * _half_width(size, turn))
    return DiePose(
        size, _quarter(chance) + turn, away + chance.uniform(0, SIZE / 2), away + chance.uniform(0, play)
    )


def short_of_its_place(chance: np.random.Generator) -> DiePose:
    """Return a flat and square die that is stuck before the lip or the end."""
    size = _size(chance)
    along, across = chance.uniform(1, SIZE / 2, 2) * ((1, 0), (0, 1), (1, 1))[chance.integers(3)]
    corner = (size - SIZE) / 2
    return DiePose(size, _quarter(chance) + chance.normal(), corner + along, corner + across)


def on_an_edge(chance: np.random.Generator) -> DiePose:
    """Return a die that leans on a wall, on crumbs or on the other die."""
    turn, (along, across) = _quarter(chance) + chance.uniform(-10, 10), chance.uniform(0, 3, 2)
    return DiePose(_size(chance), turn, along, across, tilt=chance.uniform(3, 45))


WAYS: Final[Mapping[str, Callable[[np.random.Generator], DiePose]]] = {
    "flat in its corner": at_rest,
    "flat, but turned, in the corner": turned_in_the_corner,
    "flat, but turned, anywhere in the lane": turned_in_the_lane,
    "flat, but 1 to 8 mm short of its place": short_of_its_place,
    "on an edge, by 3 to 45 degrees": on_an_edge,
}
"""The possible positions of a die."""


@dataclass(frozen=True)
class ReadShares:
    """Shares of dice that are read right and wrong. The others are refused: people are asked to lay the die
    flat.
    """

    right: float
    wrong: float


def _size(chance: np.random.Generator) -> float:
    return SIZE + float(chance.uniform(-0.3, 0.3))


def _quarter(chance: np.random.Generator) -> float:
    return 90 * float(chance.integers(4))


def _half_width(size: float, turn: float) -> float:
    """Return half the width of the square that a turned die fills."""
    angle = math.radians(turn)
    return size / 2 * (abs(math.cos(angle)) + abs(math.sin(angle)))


def bench(paper: bool = False) -> Bench:
    """Return the pocket as drawn, calibrated with white dice or with a strip of paper."""
    design = printed_design(measures())
    return Bench(design, trace_design(design, RAYS), WIRING, SIZE, paper)


def read_placed_dice(
    pocket: Bench, lies: Callable[[np.random.Generator], DiePose], dice: int, seed: int = 1
) -> ReadShares:
    """Place dice one after another and read them."""
    chance = np.random.default_rng(seed)
    materials: Mapping[str, Material] = {name: body for name, body in solid().items() if name in COLOURS}
    right = wrong = 0
    for _ in range(dice):
        body, bottom = materials[COLOURS[chance.integers(len(COLOURS))]], int(chance.integers(1, 7))
        lie = replace(lies(chance), pitch=chance.uniform(0.258, 0.282), radius=chance.uniform(0.09, 0.115))
        wear, dirt = float(chance.choice([0, 0, 0.25, 0.5])), float(chance.choice([0, 0, 0.2, 0.5]))
        dust = 0.2 * dirt * chance.random(9)
        read, quality = pocket.reads(bottom, lie, body, chance, wear=wear, dust=dust)
        if quality >= MIN_QUALITY:
            right, wrong = right + (read == bottom), wrong + (read != bottom)
    return ReadShares(right / dice, wrong / dice)


def table(pocket: Bench, dice: int) -> str:
    """Return the table in Markdown."""
    lines = ["| position of a die | read right | read wrong | refused |", "|---|---|---|---|"]
    for name, lies in WAYS.items():
        of = read_placed_dice(pocket, lies, dice)
        lines.append(f"| {name} | {of.right:.1%} | {of.wrong:.2%} | {1 - of.right - of.wrong:.1%} |")
    return "\n".join(lines)


def main() -> None:
    """Print the table; write that of a tower calibrated with white dice into hardware.md if that exists."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--paper", action="store_true", help="calibrate with a strip of paper; only print")
    args = parser.parse_args()
    made = table(bench(args.paper), DICE)
    print(made)
    if PAGE.exists() and not args.paper:
        before, _, after = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{made}\n{END}{after.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
