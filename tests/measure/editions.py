"""Editions of buildings that no network has seen, and tables with them, to measure the classification of
kinds.

The two sets that the simulated table plays with, and any number made up: houses and churches of other
proportions, flat tokens, huts and towers, round ones, lumps that differ from piece to piece. In each a
city is something else than a settlement, and in none is it just what a network looks for.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import (
    COLOURS,
    INTERSECTIONS,
    NEIGHBOURS,
    PATHS_AT,
    PieceKind,
    Site,
    Standing,
    position,
)
from companion.sim.picture import PRINTINGS, TABLES, CameraEffects, Light, Piece
from companion.sim.picture.render import draw_board, draw_scene, photograph
from companion.sim.picture.solids import (
    PAINT,
    PIECE_SETS,
    Body,
    ConvexSolid,
    piece_bodies,
    piece_solids,
    place_body,
)
from companion.sim.world import shuffled_island
from tests.score.rendered import frame_camera
from vision.lattice import Homography

Rng = np.random.Generator
Maker = Callable[[Rng], list[Body]]
SIZES: Final = ((1280, 720), (1280, 960), (1920, 1080))
BUILDINGS_EACH: Final = 5
"""Of each kind and colour at most, as the box holds of settlements."""


@dataclass(frozen=True)
class Edition:
    """A set of pieces: the materials and shapes of its settlements and cities, which may vary."""

    name: str
    settlement: Maker
    city: Maker


@dataclass(frozen=True)
class DrawnTable:
    """A drawn table with pieces of one edition, under a camera.

    Attributes:
        picture: BGR.
        plane: homography from the island's plane to its pixels.
        standing: what stands there.
    """

    picture: NDArray[np.uint8]
    plane: Homography
    standing: dict[Site, Standing]


OWN: Final = PIECE_SETS
"""The simulated table's own sets."""


def editions(made_up: int) -> Iterator[Edition]:
    """Return the simulated table's own editions and so many random ones, always the same."""
    for of in OWN:
        yield Edition(of, partial(piece_bodies, "settlement", of), partial(piece_bodies, "city", of))
    for seed in range(made_up):
        rng = np.random.default_rng([seed, 16])
        name, make = list(_MANNERS.items())[seed % len(_MANNERS)]
        settlement, city = make(rng)
        yield Edition(f"{name} {seed}", settlement, city)


def tables(edition: Edition, many: int, colours: int = 4) -> Iterator[DrawnTable]:
    """So many tables of an edition, the same every time: half of the buildings are cities."""
    for seed in range(many):
        yield _table(edition, seed, colours)


@dataclass(frozen=True)
class Stage:
    """A table of an edition under a camera, to be drawn again and again as it is built on."""

    edition: Edition
    seed: int

    def picture(self, standing: Mapping[Site, Standing]) -> NDArray[np.uint8]:
        """Render the table with settlements and cities without sensor noise; each keeps its place."""
        chance = random.Random(f"{self.edition.name} {self.seed}")
        rng = np.random.default_rng([self.seed, 3, *self.edition.name.encode()])
        layout = shuffled_island(chance)
        # The board tracker takes the upper corner of the picture as north.
        camera = frame_camera(1280, 720, float(rng.uniform(0, 30)), float(rng.uniform(-20, 20)), 52.0)
        light = Light(warmth=float(rng.uniform(-0.5, 0.7)), bearing=float(rng.uniform(0, 360)))
        solids: list[ConvexSolid] = []
        for site, one in standing.items():
            hands = np.random.default_rng([self.seed, *f"{one.kind} {site}".encode()])
            solids += _building(self.edition, site, one, hands)
        picture = draw_board(layout, camera, light, table=chance.choice(TABLES), seed=self.seed,
                          printing=chance.choice(PRINTINGS))  # fmt: skip
        draw_scene(picture, solids, (), camera, light)
        return photograph(picture, light, CameraEffects(noise=0, jpeg_quality=None), rng)


def _building(edition: Edition, at: Site, standing: Standing, hands: Rng) -> list[ConvexSolid]:
    """The bodies of a building that was put down as people do."""
    bodies = edition.city(hands) if standing.kind == "city" else edition.settlement(hands)
    x, y = np.add(position(at), hands.normal(0, 0.03, 2).clip(-0.08, 0.08))
    turn = float(hands.uniform(0, 2 * math.pi))
    return [ConvexSolid(place_body(body, (x, y), turn), PAINT[standing.colour]) for body in bodies]


def _table(edition: Edition, seed: int, colours: int) -> DrawnTable:
    chance = random.Random(f"{edition.name} {seed}")
    rng = np.random.default_rng([seed, *edition.name.encode()])
    layout = shuffled_island(chance)
    tilt = float(rng.uniform(0, 8) if seed % 3 == 0 else rng.uniform(8, 42))
    camera = frame_camera(*chance.choice(SIZES), tilt, float(rng.uniform(0, 360)), float(rng.uniform(42, 62)))
    poor = seed % 4 == 3
    light = Light(
        brightness=float(rng.uniform(0.5, 0.7) if poor else rng.uniform(0.8, 1.1)),
        warmth=float(rng.uniform(-0.6, 0.8)),
        bearing=float(rng.uniform(0, 360)),
        height=float(rng.uniform(30, 75)),
        falloff=float(rng.uniform(0, 0.4)),
        shadows=float(rng.uniform(0.2, 0.6)),
    )
    lens = CameraEffects(
        blur=float(rng.uniform(0.3, 1.4)),
        noise=float(rng.uniform(1, 6)),
        jpeg_quality=int(rng.integers(60, 96)),
    )
    standing: dict[Site, Standing] = {}
    solids: list[ConvexSolid] = []
    free = set(INTERSECTIONS)
    hands = np.random.default_rng([seed, 7])
    palette = COLOURS[:4] if chance.random() < 0.8 else COLOURS
    for colour in chance.sample(palette, colours):
        for n in range(BUILDINGS_EACH):
            if not free:
                break
            at = chance.choice(sorted(free))
            free -= {at, *NEIGHBOURS[at]}
            kind: PieceKind = "city" if n % 2 else "settlement"
            standing[at] = Standing(kind, colour)
            solids += _building(edition, at, standing[at], hands)
            for path in chance.sample(sorted(PATHS_AT[at]), chance.choice((0, 1, 1, 2))):
                if path not in standing:
                    standing[path] = Standing("road", colour)
                    solids += piece_solids(Piece("road", path, colour), hands)
    picture = draw_board(layout, camera, light, table=chance.choice(TABLES), seed=seed,
                      printing=chance.choice(PRINTINGS))  # fmt: skip
    draw_scene(picture, solids, (), camera, light)
    return DrawnTable(photograph(picture, light, lens, hands), camera.homography(), standing)


# Parameters of editions: lengths in hex sides.


def _house(long: float, wide: float, wall: float, ridge: float, hip: float = 0.0) -> Body:
    """A house whose ridge runs along x."""
    x, y, top = long / 2, wide / 2, long / 2 * (1 - hip)
    low = np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])
    high = low + np.array([0, 0, wall])
    west, east = np.array([-top, 0, wall + ridge]), np.array([top, 0, wall + ridge])
    return (
        np.array([low[0], low[1], high[1], high[0]]),
        np.array([low[2], low[3], high[3], high[2]]),
        np.array([low[1], low[2], high[2], high[1]]),
        np.array([low[3], low[0], high[0], high[3]]),
        np.array([high[0], high[1], east, west]),
        np.array([high[2], high[3], west, east]),
        np.array([high[1], high[2], east]),
        np.array([high[3], high[0], west]),
    )


def _drum(outline: NDArray[np.float64], low: float, high: float, top: float = 1.0) -> Body:
    """An outline without dents, n x 2, from one height to another, where it is `top` times as wide."""
    below = np.column_stack([outline, np.full(len(outline), low)])
    above = np.column_stack([top * outline, np.full(len(outline), high)])
    sides = [np.array([below[n - 1], below[n], above[n], above[n - 1]]) for n in range(len(outline))]
    return (*sides, above)


def _round(radius: float, corners: int = 20) -> NDArray[np.float64]:
    angle = np.arange(corners) * 2 * np.pi / corners
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _block(long: float, wide: float) -> NDArray[np.float64]:
    return np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]]) / 2


def _always(*bodies: Body) -> Maker:
    return lambda _: list(bodies)


def _move_body(body: Body, x: float, y: float = 0.0, turn: float = 0.0, z: float = 0.0) -> Body:
    return tuple(face + np.array([0, 0, z]) for face in place_body(body, (x, y), turn))


def _wooden_like(rng: Rng) -> tuple[Maker, Maker]:
    """Houses, and churches with a tower."""
    size = rng.uniform(0.85, 1.15)
    wide, wall = 0.22 * size * rng.uniform(0.9, 1.15), 0.16 * size * rng.uniform(0.8, 1.2)
    cottage = _house(0.31 * size * rng.uniform(0.85, 1.15), wide, wall, rng.uniform(0.06, 0.13))
    part = 0.22 * size * rng.uniform(0.9, 1.1)
    tower = _house(part, wide, wall * rng.uniform(1.7, 2.1), rng.uniform(0.07, 0.13))
    hall = _drum(_block(part, wide), 0, wall * rng.uniform(1.0, 1.4))
    return _always(cottage), _always(_move_body(tower, -part / 2), _move_body(hall, part / 2))


def _flat(rng: Rng) -> tuple[Maker, Maker]:
    """Tokens: a little house and a bigger one, or a square and a cross, lying flat."""
    thick, size = rng.uniform(0.04, 0.1), rng.uniform(0.26, 0.36)
    home = size * np.array([[-0.5, 0.5], [-0.5, -0.1], [0, -0.6], [0.5, -0.1], [0.5, 0.5]])
    settlement = _drum(home if rng.random() < 0.6 else _round(size / 2), 0, thick)
    wider = size * rng.uniform(1.2, 1.5)
    if rng.random() < 0.5:
        city = [_move_body(_drum(wider / size * home, 0, thick), 0)]
    else:
        city = [_drum(_block(wider, 0.45 * wider), 0, thick), _drum(_block(0.45 * wider, wider), 0, thick)]
    return _always(settlement), _always(*city)


def _huts(rng: Rng) -> tuple[Maker, Maker]:
    """Blocks with tents on them, and blocks on blocks."""
    wide, high = rng.uniform(0.22, 0.32), rng.uniform(0.1, 0.18)
    hut = [_drum(_block(wide, wide), 0, high), _move_body(_house(wide, wide, 0.01, high, 0.9), 0, z=high)]
    broad = wide * rng.uniform(1.1, 1.4)
    upper = _drum(_block(0.6 * broad, 0.6 * broad), high, high * rng.uniform(1.8, 2.6), rng.uniform(0.5, 1))
    return _always(*hut), _always(_drum(_block(broad, broad * rng.uniform(0.8, 1)), 0, high), upper)


def _rounds(rng: Rng) -> tuple[Maker, Maker]:
    """Round huts with pointed roofs, and round towers or rings of them."""
    radius, high = rng.uniform(0.12, 0.17), rng.uniform(0.1, 0.16)
    hut = [_drum(_round(radius), 0, high), _drum(_round(1.1 * radius), high, 1.9 * high, 0.1)]
    if rng.random() < 0.5:
        tower = 1.1 * radius
        city = [_drum(_round(tower), 0, 2.2 * high), _drum(_round(1.15 * tower), 2.2 * high, 3 * high, 0.1)]
    else:
        turret, ring = _drum(_round(0.75 * radius), 0, 1.6 * high), _round(1.1 * radius, 4)
        city = [_move_body(turret, east, south) for east, south in ring]
        city.append(_drum(_round(1.2 * radius), 0, high))
    return _always(*hut), _always(*city)


def _lumps(rng: Rng) -> tuple[Maker, Maker]:
    """Sculpted: rock with roofs strewn on it, and round walled places; as wide as each other."""
    long, deep, base = rng.uniform(0.42, 0.58), rng.uniform(0.36, 0.46), rng.uniform(0.05, 0.16)
    blunt, roofs = int(rng.integers(7, 13)), int(rng.integers(3, 7))
    tall, radius, wall = rng.uniform(0.06, 0.12), rng.uniform(0.24, 0.3), rng.uniform(0.09, 0.15)
    rows, bar = int(rng.integers(3, 6)), rng.random() < 0.7

    def settlement(one: Rng) -> list[Body]:
        rock = _round(0.5, blunt) * [long, deep] * one.uniform(0.9, 1.05, (blunt, 1))
        bodies = [_drum(_hull(rock), 0, base, 0.85)]
        for n in range(roofs):
            long_, wide, low = one.uniform([0.14, 0.08, 0.05], [0.22, 0.12, 0.1])
            house = _house(long_, wide, low, tall, 0.2)
            towards = 2 * math.pi * (n + one.normal(0, 0.2)) / roofs
            at = 0.28 * np.array([long * math.cos(towards), deep * math.sin(towards)])
            bodies.append(_move_body(house, at[0], at[1], float(one.uniform(0, math.pi)), base))
        return bodies

    def city(one: Rng) -> list[Body]:
        bodies = [_drum(_round(radius), 0, wall)]
        for across in np.linspace(-0.6, 0.6, rows) * radius:
            row = _house(1.5 * math.sqrt(radius**2 - across**2), 0.05, one.uniform(0.02, 0.06), 0.03)
            bodies.append(_move_body(row, 0, across, 0, wall))
        if bar:
            bodies.append(_move_body(_house(1.3 * radius, 0.09, 0.11, 0.04), 0, 0, math.pi / 2, wall))
        return bodies

    return settlement, city


def _hull(outline: NDArray[np.float64]) -> NDArray[np.float64]:
    """Drop the dents."""
    return np.asarray(cv2.convexHull(outline.astype(np.float32))[:, 0], np.float64)


_MANNERS: Final[dict[str, Callable[[Rng], tuple[Maker, Maker]]]] = {
    "wooden": _wooden_like,
    "flat": _flat,
    "huts": _huts,
    "round": _rounds,
    "lumps": _lumps,
}
