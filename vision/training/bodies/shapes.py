"""Buildings as solids: the wooden ones, the sculpted plastic ones, and some of no edition.

Lengths are hex sides: 4.5 cm in the cardboard game. A body stands on z = 0 around the origin, z up, y to the
south as in the plane of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.buildings import FAMILIES
from vision.training.textures import Rng

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Polyhedron:
    """A closed polyhedron.

    Attributes:
        points: n x 3.
        faces: indices of the corners of each face, consistently oriented.
    """

    points: Floats
    faces: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class SolidBody:
    """A piece made of polyhedra that may intersect.

    Attributes:
        family: one of `vision.buildings.FAMILIES`.
        kind: "settlement", "city", "road" or "robber".
        solids: its parts.
        rough: roughness of its surface: wood 0, sculpted plastic up to 1.
    """

    family: str
    kind: str
    solids: tuple[Polyhedron, ...]
    rough: float


def prism(outline: Floats, low: float, high: float, top: float = 1.0) -> Polyhedron:
    """Return an outline (n x 2) extruded from one height to another, where it is scaled by `top`."""
    many = len(outline)
    middle = outline.mean(axis=0)
    upper = middle + top * (outline - middle)
    points = np.vstack(
        [np.column_stack([outline, np.full(many, low)]), np.column_stack([upper, np.full(many, high)])]
    )
    around = [(n, (n + 1) % many, many + (n + 1) % many, many + n) for n in range(many)]
    return Polyhedron(points, (tuple(range(many))[::-1], tuple(range(many, 2 * many)), *around))


def house(long: float, wide: float, wall: float, ridge: float, *, hip: float = 0.0) -> Polyhedron:
    """Return a house whose ridge runs along x, `ridge` above its walls; `hip` shortens the ridge."""
    x, y = long / 2, wide / 2
    ends = x * (1 - hip)
    points = np.array([
        [-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0],
        [-x, -y, wall], [x, -y, wall], [x, y, wall], [-x, y, wall],
        [-ends, 0, wall + ridge], [ends, 0, wall + ridge],
    ])  # fmt: skip
    faces = (
        (3, 2, 1, 0),
        (0, 1, 5, 4),
        (2, 3, 7, 6),
        (1, 2, 6, 9, 5),
        (3, 0, 4, 8, 7),
        (4, 5, 9, 8),
        (6, 7, 8, 9),
    )
    return Polyhedron(points, faces)


def place(solid: Polyhedron, x: float = 0, y: float = 0, turn: float = 0) -> Polyhedron:
    """Return a solid rotated about the vertical, in radians, and moved."""
    c, s = np.cos(turn), np.sin(turn)
    points = solid.points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [x, y, 0]
    return Polyhedron(points, solid.faces)


def block(long: float, wide: float, high: float) -> Polyhedron:
    """Return a box: `long` along x, `wide` along y."""
    x, y = long / 2, wide / 2
    return prism(np.array([[-x, -y], [x, -y], [x, y], [-x, y]]), 0, high)


def disc(radius: float, low: float, high: float, top: float = 1.0) -> Polyhedron:
    """Return a cylinder from one height to another, where it is scaled by `top`."""
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return prism(radius * np.column_stack([np.cos(angle), np.sin(angle)]), low, high, top)


def lump(long: float, wide: float, high: float, rng: Rng, notch: float = 0.0) -> Polyhedron:
    """Return a rounded block, uneven around, narrower above.

    Args:
        long: along x.
        wide: along y.
        high: its top.
        rng: random source.
        notch: the deepest notch in its southern side, as a share of the way to its middle.
    """
    angle = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    blunt = rng.uniform(2, 5)
    radius = (abs(np.cos(angle)) ** blunt + abs(np.sin(angle)) ** blunt) ** (-1 / blunt)
    for wave in (2, 3, 5, 9):
        depth = rng.uniform(0, 0.12 / np.sqrt(wave))
        radius = radius * (1 + depth * np.sin(wave * angle + rng.uniform(0, 7)))
    off = np.angle(np.exp(1j * (angle - np.pi / 2 + rng.normal(0, 0.2))))
    radius = radius * (1 - rng.uniform(0, notch) * np.exp(-((off / rng.uniform(0.15, 0.4)) ** 2)))
    outline = radius[:, None] * np.column_stack([np.cos(angle) * long / 2, np.sin(angle) * wide / 2])
    return prism(outline, 0, high, rng.uniform(0.65, 0.95))


def on_its_side(solids: Sequence[Polyhedron]) -> tuple[Polyhedron, ...]:
    """Return solids fallen over about x: their southern side is at the bottom."""
    sunk = max(float(solid.points[:, 1].max()) for solid in solids)
    middle = max(float(solid.points[:, 2].max()) for solid in solids) / 2
    fallen = []
    for solid in solids:
        x, y, z = solid.points.T
        fallen.append(Polyhedron(np.column_stack([x, z - middle, sunk - y]), solid.faces))
    return tuple(fallen)


def _cottage(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the wooden settlement: about 14 x 10 x 12 mm."""
    size = rng.uniform(0.8, 1.25)
    wall = size * rng.uniform(0.11, 0.2)
    return (
        house(
            0.31 * size * rng.uniform(0.75, 1.15),
            0.23 * size * rng.uniform(0.85, 1.2),
            wall,
            size * rng.uniform(0.05, 0.14),
        ),
    )


def _church(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the wooden city: about 20 x 10 x 19 mm, a tower with a gable and a lower hall beside it.

    Editions differ in the height and breadth of the tower, the direction and shape of its roof, and the roof
    of the hall. All have two parts, one higher than the other.
    """
    size = rng.uniform(0.82, 1.25)
    wide = size * 0.22 * rng.uniform(0.85, 1.2)
    tower, hall = (size * 0.22 * rng.uniform(*around) for around in ((0.75, 1.15), (0.85, 1.3)))
    wall = size * rng.uniform(0.22, 0.36)
    hip = 1.0 if rng.random() < 0.15 else 0.0
    high = house(tower, wide, wall, size * rng.uniform(0.05, 0.14), hip=hip)
    turn = np.pi / 2 if rng.random() < 0.6 else 0.0
    if turn:
        # After the rotation, width and length swap.
        high = house(wide, tower, wall, size * rng.uniform(0.05, 0.14), hip=hip)
    low = block(hall, wide, wall * rng.uniform(0.4, 0.72))
    if rng.random() < 0.45:
        low = house(hall, wide, wall * rng.uniform(0.35, 0.6), size * rng.uniform(0.03, 0.11))
    return place(high, -tower / 2, 0, turn), place(low, hall / 2 - 0.01)


def _hamlet(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the sculpted settlement: roofs on a lump of rock, about 25 x 20 mm, one long side notched.

    From above it resembles a bean or a molar tooth; the depth of the notch and the arrangement of the roofs
    vary.
    """
    size = rng.uniform(0.82, 1.12)
    arrange = (_two_lobes, _one_lump, _crag)[int(rng.choice(3, p=(0.25, 0.35, 0.4)))]
    return tuple(Polyhedron(size * solid.points, solid.faces) for solid in arrange(rng))


def _two_lobes(rng: Rng) -> list[Polyhedron]:
    apart, deep = rng.uniform(0.11, 0.16), rng.uniform(0.36, 0.48)
    base = rng.uniform(0.07, 0.16)
    solids = []
    for side in (-1, 1):
        lobe_deep = deep * rng.uniform(0.85, 1.1)
        lobe = lump(rng.uniform(0.23, 0.31), lobe_deep, base * rng.uniform(0.8, 1.2), rng)
        solids.append(place(lobe, side * apart, rng.normal(0, 0.015), side * rng.uniform(-0.25, 0.25)))
        solids += _roofs(int(rng.integers(1, 3)), side * apart, lobe_deep, base, rng)
    bridge = lump(2 * apart, deep * rng.uniform(0.4, 0.7), base * rng.uniform(0.5, 1.1), rng)
    solids.append(place(bridge, 0, -deep * rng.uniform(0.1, 0.3)))
    for _ in range(int(rng.integers(0, 4))):
        post = rng.uniform(0.03, 0.08)
        tower = block(post, post * rng.uniform(0.8, 1.8), base + rng.uniform(0, 0.14))
        solids.append(place(tower, rng.uniform(-0.09, 0.09), deep / 2 - rng.uniform(0.02, 0.2)))
    return solids


def _one_lump(rng: Rng) -> list[Polyhedron]:
    long, deep, base = rng.uniform(0.48, 0.6), rng.uniform(0.38, 0.48), rng.uniform(0.08, 0.2)
    solids = [lump(long, deep, base, rng, notch=0.5)]
    for side in (-1, 1):
        solids += _roofs(
            int(rng.integers(1, 4)), side * long * rng.uniform(0.18, 0.27), 0.8 * deep, base, rng
        )
    for _ in range(int(rng.integers(0, 5))):
        post = rng.uniform(0.03, 0.08)
        tower = block(post, post * rng.uniform(0.8, 1.8), base + rng.uniform(0.02, 0.12))
        x, y = rng.uniform(-0.3, 0.3) * long, rng.uniform(-0.3, 0.3) * deep
        solids.append(place(tower, x, y, rng.uniform(0, np.pi)))
    return solids


def _crag(rng: Rng) -> list[Polyhedron]:
    """Return a compact rock, nearly as long as wide, whose uneven roofs and chimneys hide its outline."""
    long, base = rng.uniform(0.36, 0.54), rng.uniform(0.13, 0.26)
    deep = long * rng.uniform(0.72, 1.02)
    solids = [lump(long, deep, base, rng, notch=rng.uniform(0, 0.45))]
    for _ in range(int(rng.integers(0, 3))):
        boulder = lump(long * rng.uniform(0.3, 0.6), deep * rng.uniform(0.3, 0.6), base, rng)
        towards, away = rng.uniform(0, 2 * np.pi), 0.32 * long
        x, y = float(away * np.cos(towards)), float(away * np.sin(towards))
        solids.append(place(boulder, x, y, rng.uniform(0, np.pi)))
    first = rng.uniform(0, np.pi)
    for _ in range(int(rng.integers(3, 9))):
        x, y = rng.uniform(-0.36, 0.36, 2) * (long, deep)
        size = rng.uniform(0.08, 0.22)
        high = base + rng.uniform(0.0, 0.14)
        roof = house(
            size * rng.uniform(0.8, 1.8), size, high, rng.uniform(0.02, 0.12), hip=rng.choice([0, 0.4])
        )
        if rng.random() < 0.3:
            roof = block(size * rng.uniform(0.3, 1), size * rng.uniform(0.3, 0.7), high + rng.uniform(0, 0.1))
        turn = first + rng.choice([0, np.pi / 2]) + rng.normal(0, 0.25)
        solids.append(place(roof, float(x), float(y), float(turn)))
    return solids


def _roofs(many: int, x: float, deep: float, base: float, rng: Rng) -> list[Polyhedron]:
    """Return adjacent houses on one half of a settlement, most of them along its depth."""
    solids = []
    for _ in range(many):
        long, wide = deep * rng.uniform(0.35, 0.85), rng.uniform(0.09, 0.24)
        hip = rng.choice([0, 0.15, 0.4])
        roof = house(long, wide, base + rng.uniform(0.02, 0.1), rng.uniform(0.03, 0.13), hip=hip)
        turn = (np.pi / 2 if rng.random() < 0.75 else 0.0) + rng.normal(0, 0.2)
        solids.append(place(roof, x + rng.normal(0, 0.025), rng.normal(0, 0.06), turn))
    return solids


def _cathedral(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return the sculpted city: a round walled place of about 23 mm, a nave across it, rows of roofs."""
    radius, base = rng.uniform(0.215, 0.3), rng.uniform(0.07, 0.17)
    solids = [disc(radius, 0, base, rng.uniform(0.85, 1.0))]
    if rng.random() < 0.7:
        # The wall is higher than the ground inside.
        solids[0] = disc(radius, 0, base, 0.98)
        solids.append(disc(radius * 0.86, base, base + 0.005))
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        solids += [
            place(
                block(radius * 0.28, radius * 0.1, base + rng.uniform(0.01, 0.03)),
                float(radius * 0.93 * np.cos(at)),
                float(radius * 0.93 * np.sin(at)),
                float(at + np.pi / 2),
            )
            for at in angle
        ]
    wide, wall = rng.uniform(0.06, 0.13), rng.uniform(0.2, 0.36)
    long = 2 * radius * rng.uniform(0.75, 1.02)
    off = rng.normal(0, 0.02)
    solids.append(place(house(long, wide, wall, rng.uniform(0.02, 0.08)), off))
    if rng.random() < 0.75:
        across = rng.uniform(0.07, 0.13)
        steeple = house(
            across,
            across,
            wall + rng.uniform(0.02, 0.16),
            rng.uniform(0.03, 0.12),
            hip=rng.choice([0.0, 1.0]),
        )
        solids.append(
            place(steeple, off + rng.choice([-1, 1]) * (long / 2 - across / 2) * rng.uniform(0.6, 1))
        )
    if rng.random() < 0.5:
        solids.append(
            place(
                house(
                    2 * radius * rng.uniform(0.5, 0.85),
                    wide * rng.uniform(0.6, 1),
                    wall * 0.9,
                    rng.uniform(0.02, 0.06),
                ),
                rng.normal(0, 0.05),
                0,
                np.pi / 2,
            )
        )
    rows = int(rng.integers(3, 7))
    for side in (-1, 1):
        if rng.random() < 0.08:
            continue
        slope = rng.uniform(-0.1, 0.1)
        for row in range(rows):
            x = (row + 0.5) / rows * 2 - 1
            room = np.sqrt(max(0.05, 1 - x * x)) * radius * 0.92 - wide / 2
            reach = room * rng.uniform(0.55, 1)
            high = base + (wall - base) * rng.uniform(0.25, 0.95) + slope * x
            roof = house(
                reach, 2 * radius / rows * rng.uniform(0.4, 0.8), max(base, high), rng.uniform(0, 0.05)
            )
            solids.append(
                place(roof, x * radius * 0.9, side * (wide / 2 + reach / 2), np.pi / 2 + rng.normal(0, 0.05))
            )
    return tuple(solids)


def _cluster(radius: float, high: float, many: int, rng: Rng) -> tuple[Polyhedron, ...]:
    """Return houses crowded on a lump: an invented edition."""
    solids = [lump(2 * radius, 2 * radius * rng.uniform(0.7, 1), high * rng.uniform(0.2, 0.5), rng)]
    for _ in range(many):
        distance, towards = radius * rng.uniform(0, 0.7), rng.uniform(0, 2 * np.pi)
        one = house(
            radius * rng.uniform(0.5, 1),
            radius * rng.uniform(0.35, 0.7),
            high * rng.uniform(0.5, 0.85),
            high * rng.uniform(0.1, 0.3),
        )
        solids.append(
            place(one, distance * np.cos(towards), distance * np.sin(towards), rng.uniform(0, np.pi))
        )
    return tuple(solids)


def _hut(rng: Rng) -> tuple[Polyhedron, ...]:
    return _cluster(rng.uniform(0.14, 0.22), rng.uniform(0.17, 0.24), int(rng.integers(1, 4)), rng)


def _town(rng: Rng) -> tuple[Polyhedron, ...]:
    """Return houses within a round wall, which distinguishes a city where settlements are lumps."""
    radius, wall = rng.uniform(0.24, 0.34), rng.uniform(0.06, 0.16)
    solids = [disc(radius, 0, wall, rng.uniform(0.85, 1))]
    for _ in range(int(rng.integers(4, 12))):
        distance, towards = radius * rng.uniform(0, 0.7), rng.uniform(0, 2 * np.pi)
        high = wall + rng.uniform(0.03, 0.25)
        one = house(radius * rng.uniform(0.3, 0.7), radius * rng.uniform(0.2, 0.5), high, rng.uniform(0, 0.1))
        solids.append(
            place(one, distance * np.cos(towards), distance * np.sin(towards), rng.choice([0, np.pi / 2]))
        )
    return tuple(solids)


_MAKERS: Final[dict[tuple[str, str], Callable[[Rng], tuple[Polyhedron, ...]]]] = {
    ("wooden", "settlement"): _cottage,
    ("wooden", "city"): _church,
    ("sculpted", "settlement"): _hamlet,
    ("sculpted", "city"): _cathedral,
    ("other", "settlement"): _hut,
    ("other", "city"): _town,
}
_FAMILY_SHARES: Final = (0.42, 0.5, 0.08)
_FALLEN_P: Final = 0.05


def building(rng: Rng) -> SolidBody:
    """Return a settlement or city of a random edition, sometimes fallen over; its first edge along x."""
    family = str(rng.choice(FAMILIES, p=_FAMILY_SHARES))
    kind = str(rng.choice(["settlement", "city"]))
    return building_of_family(family, kind, rng, _FALLEN_P)


def building_of_family(family: str, kind: str, rng: Rng, fallen_p: float = 0.0) -> SolidBody:
    """Return a settlement or city of one of `vision.buildings.FAMILIES`; wooden ones may have fallen over."""
    solids = _MAKERS[family, kind](rng)
    if family == "wooden" and rng.random() < fallen_p:
        solids = on_its_side(solids)
    return SolidBody(family, kind, solids, 0.0 if family == "wooden" else float(rng.uniform(0, 1)))
