"""Simulated dice for measuring: beside the island and on it, with exact labels.

The networks learned from dice drawn by another caster; the tables, boards and pieces here are new to them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sim.picture import TABLES, CameraEffects, CameraPose, Light, render_board
from companion.sim.picture.canvas import Colour
from companion.sim.picture.dice import EDGE, DrawnDie
from companion.sim.world import shuffled_island
from tests.score.rendered import draw_pieces

HARD: Final = ("from above", "tilt 20", "tilt 45", "touching", "on the sea", "on the land", "poor light")
"""The difficulties of tables, in rotation."""
HARDER: Final = ("tilt 55", "a table's colour", "gold pips", "faint pips", "small, tilt 40")
"""The difficulties of the dice on harder tables, in rotation."""
LOOKS: Final = (
    ((226.0, 230.0, 234.0), (30.0, 28.0, 28.0)),
    ((40.0, 40.0, 185.0), (235.0, 238.0, 240.0)),
    ((60.0, 205.0, 245.0), (30.0, 30.0, 150.0)),
    ((45.0, 42.0, 42.0), (235.0, 238.0, 240.0)),
    ((150.0, 80.0, 35.0), (235.0, 238.0, 240.0)),
    ((70.0, 130.0, 45.0), (235.0, 238.0, 240.0)),
)
"""BGR of dice and of their pips: white, red, yellow, black, blue, green."""
CLOTHS: Final = (
    ((45.0, 55.0, 138.0), (235.0, 238.0, 240.0)),
    ((205.0, 225.0, 232.0), (60.0, 60.0, 60.0)),
    ((64.0, 92.0, 122.0), (235.0, 238.0, 240.0)),
    ((70.0, 110.0, 50.0), (235.0, 238.0, 240.0)),
)
"""BGR colours of dice that resemble their ground, and of their pips: redwood, paper, walnut, felt."""


@dataclass(frozen=True)
class DiceTable:
    """A random table.

    Attributes:
        name: says the seed and what is hard about it.
        picture: BGR.
        dice: for each the middle of its top face, pixels, and the face.
        size: width of a die, pixels.
    """

    name: str
    picture: NDArray[np.uint8]
    dice: tuple[tuple[tuple[float, float], int], ...]
    size: float


def dice_tables(many: int, first: int = 0) -> Iterator[DiceTable]:
    """Return so many tables, always the same, with rotating difficulties."""
    for seed in range(first, first + many):
        yield dice_table(seed)


def hard_tables(many: int) -> Iterator[DiceTable]:
    """Return so many tables with four dice that are hard to see, with rotating difficulties."""
    for seed in range(many):
        yield dice_table(1000 + seed, HARDER[seed % len(HARDER)], 4)


def dice_table(seed: int, what: str | None = None, many: int = 2) -> DiceTable:
    """Return one table with so many dice; the seed determines its difficulty unless one is given."""
    rng, chance = random.Random(seed), np.random.default_rng(seed)
    hard = HARD[seed % len(HARD)] if what is None else what
    tilt_by_case = {
        "from above": 0.0,
        "tilt 20": 20.0,
        "tilt 45": 45.0,
        "tilt 55": 55.0,
        "small, tilt 40": 40.0,
    }
    tilt = tilt_by_case.get(hard, float(chance.uniform(0, 35)))
    distance, rotation = float(chance.uniform(13, 17)), float(chance.uniform(0, 360))
    if hard.startswith("small"):
        distance *= 1.3
    view = 60.0
    if tilt > 50:
        # From farther, that the horizon isn't in the picture.
        distance, view = 1.75 * distance, 36.0
    camera = CameraPose(1280, 720, distance=distance, tilt=tilt, rotation=rotation, field_of_view=view)
    poor = hard == "poor light"
    light = Light(
        brightness=float(chance.uniform(0.35, 0.55) if poor else chance.uniform(0.8, 1.1)),
        warmth=float(chance.uniform(-0.6, 0.9)),
        bearing=float(chance.uniform(0, 360)),
        height=float(chance.uniform(35, 75)),
        shadows=float(chance.uniform(0.2, 0.6)),
    )
    lens = CameraEffects(
        blur=float(chance.uniform(0.3, 0.9)),
        noise=float(chance.uniform(5, 9) if poor else chance.uniform(1, 3)),
        jpeg_quality=int(chance.integers(60, 96)),
    )
    dice = _draw_scattered_dice(hard, camera, chance, many)
    picture = render_board(
        shuffled_island(rng), draw_pieces(rng), camera=camera, light=light, lens=lens,
        table=TABLES[seed % len(TABLES)], clutter=dice, seed=seed,
    )  # fmt: skip
    tops = camera.project([(*die.at, EDGE) for die in dice])
    labels = tuple(((float(x), float(y)), die.value) for die, (x, y) in zip(dice, tops, strict=True))
    return DiceTable(f"{seed:02d}: {hard}, tilt {tilt:.0f}", picture, labels, EDGE * camera.pixels_per_side())


def _draw_scattered_dice(
    hard: str, camera: CameraPose, chance: np.random.Generator, many: int
) -> tuple[DrawnDie, ...]:
    """So many dice, in the picture and not in each other."""
    near, far = {"on the sea": (4.6, 5.0), "on the land": (0.0, 3.5)}.get(hard, (6.0, 8.5))
    apart = 1.02 * EDGE * np.sqrt(2) if hard == "touching" else 3 * EDGE
    places: list[tuple[float, float]] = []
    while len(places) < many:
        angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(near, far)
        x, y = reach * np.cos(angle), reach * np.sin(angle)
        if hard == "touching" and places:
            x, y = places[0][0] + apart * np.cos(angle), places[0][1] + apart * np.sin(angle)
        (seen,) = camera.project([(x, y)])
        inside = 30 < seen[0] < camera.width - 30 and 30 < seen[1] < camera.height - 30
        if inside and all(np.hypot(x - a, y - b) > 0.99 * apart for a, b in places):
            places.append((float(x), float(y)))
    dice = []
    for at in places:
        colour, pips = _look(hard, chance)
        dice.append(DrawnDie(at, int(chance.integers(1, 7)), float(chance.uniform(0, 360)), colour, pips))
    return tuple(dice)


def _look(hard: str, chance: np.random.Generator) -> tuple[Colour, Colour]:
    """BGR of a die and of its pips."""
    colour, pips = LOOKS[int(chance.integers(len(LOOKS)))]
    if hard == "a table's colour":
        colour, pips = CLOTHS[int(chance.integers(len(CLOTHS)))]
    if hard == "gold pips":
        pips = (70.0, 165.0, 205.0)
    if hard == "faint pips":
        share = float(chance.uniform(0.35, 0.6))
        blue, green, red = (p + share * (c - p) for c, p in zip(colour, pips, strict=True))
        pips = (blue, green, red)
    return colour, pips
