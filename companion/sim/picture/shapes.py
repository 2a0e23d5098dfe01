"""The shapes of pieces: convex bodies in hex sides, around the origin, along x.

Two sets: the flat wooden ones of most boxes, and sculpted plastic ones (bumpy roads, huddled houses,
round walled cities).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, get_args

import numpy as np

from companion.island.pieces import PieceKind
from companion.sim.picture.pose import HEX_SIDE_CM, Floats

PieceSet = Literal["wooden", "sculpted"]
PIECE_SETS: Final[tuple[PieceSet, ...]] = get_args(PieceSet)
Body = tuple[Floats, ...]
"""The corners of each flat face, N x 3."""


def place_body(body: Body, at: tuple[float, float], turn: float) -> Body:
    """Rotate a body (radians, clockwise seen from above) and move it to a place."""
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    return tuple(face @ spin + np.array([*at, 0]) for face in body)


def piece_bodies(kind: PieceKind, piece_set: PieceSet, rng: np.random.Generator) -> list[Body]:
    """Return the bodies of a piece; sculpted pieces vary randomly."""
    if piece_set == "wooden":
        return list(_WOODEN[kind])
    return {"road": _rubble_road, "settlement": _house_cluster, "city": _walled_city}[kind](rng)


def _prism(outline: Sequence[tuple[float, float]], length: float, shift: float = 0.0) -> Body:
    """Build a prism: an outline in (y, z), extruded along x."""
    ends = [np.array([(x + shift, y, z) for y, z in outline], np.float64) for x in (-length / 2, length / 2)]
    sides = [np.array([ends[0][n], ends[0][n - 1], ends[1][n - 1], ends[1][n]]) for n in range(len(outline))]
    return (*ends, *sides)


def _cm(*points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(a / HEX_SIDE_CM, b / HEX_SIDE_CM) for a, b in points]


def _house(long: float, wide: float, wall: float, ridge: float, shift: float = 0.0) -> Body:
    half = wide / 2
    return _prism([(-half, 0), (half, 0), (half, wall), (0, wall + ridge), (-half, wall)], long, shift)


_HALF: Final = 0.5 / HEX_SIDE_CM
_WOODEN: Final[dict[PieceKind, tuple[Body, ...]]] = {
    "road": (_prism(_cm((-0.25, 0), (0.25, 0), (0.25, 0.5), (-0.25, 0.5)), 2.5 / HEX_SIDE_CM),),
    "settlement": (_prism(_cm((-0.5, 0), (0.5, 0), (0.5, 0.7), (0, 1.2), (-0.5, 0.7)), 1.4 / HEX_SIDE_CM),),
    "city": (
        _prism(_cm((-0.5, 0), (0.5, 0), (0.5, 1.4), (0, 1.9), (-0.5, 1.4)), 1.0 / HEX_SIDE_CM, -_HALF),
        _prism(_cm((-0.5, 0), (0.5, 0), (0.5, 0.9), (-0.5, 0.9)), 1.0 / HEX_SIDE_CM, _HALF),
    ),
}


def _rubble_road(rng: np.random.Generator) -> list[Body]:
    """Build a road of lumps in a row."""
    bodies = []
    for along in np.linspace(-0.18, 0.18, 5):
        lump = _house(rng.uniform(0.1, 0.15), rng.uniform(0.11, 0.18), rng.uniform(0.05, 0.08), 0.03)
        bodies.append(place_body(lump, (along, rng.normal(0, 0.012)), rng.normal(0, 0.35)))
    return bodies


def _house_cluster(rng: np.random.Generator) -> list[Body]:
    """Build a settlement of some houses, the tallest in the middle."""
    bodies = []
    first = rng.uniform(0, 2 * math.pi)
    for n in range(4):
        towards = first + n * math.pi / 2 + rng.normal(0, 0.25)
        house = _house(rng.uniform(0.16, 0.24), rng.uniform(0.1, 0.14), rng.uniform(0.08, 0.14), 0.06)
        at = (0.14 * math.cos(towards), 0.14 * math.sin(towards))
        bodies.append(place_body(house, at, rng.uniform(0, math.pi)))
    return [*bodies, place_body(_house(0.17, 0.13, 0.2, 0.08), (0, 0), rng.uniform(0, math.pi))]


def _walled_city(rng: np.random.Generator) -> list[Body]:
    """Build a round walled city with rows of roofs and a taller hall across."""
    angles = np.linspace(0, 2 * math.pi, 21)[:-1]
    ring = 0.27 * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(20)])
    high = ring + np.array([0, 0, 0.12])
    wall = tuple(np.array([ring[n - 1], ring[n], high[n], high[n - 1]]) for n in range(20))
    turn = rng.uniform(0, math.pi)
    bodies: list[Body] = [(*wall, high)]
    for across in (-0.16, -0.08, 0.0, 0.08, 0.16):
        long = 2 * math.sqrt(0.24**2 - across**2) * rng.uniform(0.75, 1)
        row = place_body(_house(long, 0.045, rng.uniform(0.15, 0.19), 0.02), (0, across), 0)
        bodies.append(place_body(row, (0, 0), turn))
    return [*bodies, place_body(_house(0.34, 0.08, 0.26, 0.04), (0, 0), turn + math.pi / 2)]
