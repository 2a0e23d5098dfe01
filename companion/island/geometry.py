"""The lattice of the island: 19 hexes, 54 intersections, 72 paths, 30 of them coastal.

Ids
---
Hexes have a corner at the top and axial coordinates (q, r): q grows to the east, r to the south-east; the
middle hex is (0, 0). All other sites are derived from hexes, sea included:

==============  ======================================  =============  ====================
site            position                                id             place
==============  ======================================  =============  ====================
hex             (q, r)                                  ``h{q},{r}``   (q, r)
intersection    common corner of three hexes            ``i{Q},{R}``   (Q/3, R/3): their mean
path            border of two hexes                     ``p{Q},{R}``   (Q/2, R/2): their mean
==============  ======================================  =============  ====================

(Q, R) is the sum of the axial coordinates of the adjacent hexes. Ids are strings, never change, and are used
everywhere: rules, readings, journal, web and SVG. If a set of sites is stored as the bits of an integer, bit
n is the n-th id of `HEXES`, `INTERSECTIONS` or `PATHS`: these are in reading order, row by row from the top,
left to right.

The plane
---------
`position` gives plane coordinates (x, y) of any id: unit = the side of a hex, origin = centre of the middle
hex, x to the east, y to the *south*, as in pictures and SVG. Neighbouring hex centres are sqrt(3) apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NewType, get_args

from companion.i18n import sentence

HexId = NewType("HexId", str)
IntersectionId = NewType("IntersectionId", str)
PathId = NewType("PathId", str)

Axial = tuple[int, int]

# Clockwise from the east, as the sides of a hex are counted everywhere here.
DIRECTIONS: Final[Mapping[str, Axial]] = {
    "E": (1, 0),
    "SE": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (0, -1),
    "NE": (1, -1),
}

_RADIUS = 2
_SCALE = {"h": 1, "i": 3, "p": 2}


def _add(*points: Axial) -> Axial:
    return (sum(q for q, _ in points), sum(r for _, r in points))


def _ring(radius: int) -> list[Axial]:
    """Return the hexes at a distance from the middle, clockwise from the left-most of the top row."""
    at = (0, -radius)
    ring = []
    for side in ("E", "SE", "SW", "W", "NW", "NE"):
        for _ in range(radius):
            ring.append(at)
            at = _add(at, DIRECTIONS[side])
    return ring or [(0, 0)]


def axial(site: str) -> Axial:
    """Return the integer coordinates in an id, scaled by its kind: ``p1,-2`` gives (1, -2)."""
    q, r = site[1:].split(",")
    return int(q), int(r)


def position(site: str) -> tuple[float, float]:
    """Return the plane coordinates (x, y) of a hex's centre, an intersection or the middle of a path."""
    q, r = axial(site)
    scale = _SCALE[site[0]]
    return (math.sqrt(3) * (q + r / 2) / scale, 1.5 * r / scale)


def _reading_order(sites: Iterable[str]) -> list[str]:
    def row_by_row(site: str) -> tuple[int, int]:
        q, r = axial(site)
        return r, 2 * q + r

    return sorted(sites, key=row_by_row)


_land = [at for radius in range(_RADIUS + 1) for at in _ring(radius)]


def hex_id(at: Axial) -> HexId:
    """Return the id of the hex at axial coordinates (q, r), on the island or in the sea around it."""
    return HexId(f"h{at[0]},{at[1]}")


def _intersections_of(at: Axial) -> list[str]:
    """Return the ids of a hex's six corners, clockwise from the northern one."""
    around = [DIRECTIONS[side] for side in ("NW", "NE", "E", "SE", "SW", "W")]
    pairs = zip(around, around[1:] + around[:1], strict=True)
    corners = [_add(at, _add(at, one), _add(at, other)) for one, other in pairs]
    return [f"i{q},{r}" for q, r in corners]


def _paths_of(at: Axial) -> list[str]:
    """Return the ids of a hex's six sides, clockwise from the north-eastern one."""
    sides = [_add(at, at, DIRECTIONS[side]) for side in ("NE", "E", "SE", "SW", "W", "NW")]
    return [f"p{q},{r}" for q, r in sides]


HEXES: Final[tuple[HexId, ...]] = tuple(HexId(h) for h in _reading_order(map(hex_id, _land)))

CORNERS: Final[Mapping[HexId, tuple[IntersectionId, ...]]] = {
    h: tuple(IntersectionId(i) for i in _intersections_of(axial(h))) for h in HEXES
}
"""A hex's six intersections, clockwise from the northern one."""

SIDES: Final[Mapping[HexId, tuple[PathId, ...]]] = {
    h: tuple(PathId(p) for p in _paths_of(axial(h))) for h in HEXES
}
"""A hex's six paths, clockwise from the north-eastern one."""

INTERSECTIONS: Final[tuple[IntersectionId, ...]] = tuple(
    IntersectionId(i) for i in _reading_order({i for corners in CORNERS.values() for i in corners})
)
PATHS: Final[tuple[PathId, ...]] = tuple(
    PathId(p) for p in _reading_order({p for sides in SIDES.values() for p in sides})
)

HEX_INDEX: Final[Mapping[HexId, int]] = {h: n for n, h in enumerate(HEXES)}
INTERSECTION_INDEX: Final[Mapping[IntersectionId, int]] = {i: n for n, i in enumerate(INTERSECTIONS)}
PATH_INDEX: Final[Mapping[PathId, int]] = {p: n for n, p in enumerate(PATHS)}

ENDS: Final[Mapping[PathId, tuple[IntersectionId, IntersectionId]]] = {
    # The n-th side of a hex runs from its n-th corner to the next.
    path: (corners[n], corners[(n + 1) % 6])
    for h, corners in CORNERS.items()
    for n, path in enumerate(SIDES[h])
}
"""A path's two intersections."""

HEXES_AT: Final[Mapping[IntersectionId, tuple[HexId, ...]]] = {
    i: tuple(h for h in HEXES if i in CORNERS[h]) for i in INTERSECTIONS
}
"""The one to three hexes that meet at an intersection, without the sea."""

PATHS_AT: Final[Mapping[IntersectionId, tuple[PathId, ...]]] = {
    i: tuple(p for p in PATHS if i in ENDS[p]) for i in INTERSECTIONS
}
"""The two or three paths that start at an intersection."""

HEXES_BESIDE: Final[Mapping[PathId, tuple[HexId, ...]]] = {
    p: tuple(h for h in HEXES if p in SIDES[h]) for p in PATHS
}
"""The one (coast) or two hexes beside a path."""

NEIGHBOURS: Final[Mapping[IntersectionId, tuple[IntersectionId, ...]]] = {
    i: tuple(end for p in PATHS_AT[i] for end in ENDS[p] if end != i) for i in INTERSECTIONS
}
"""The two or three intersections one path away."""

HEX_NEIGHBOURS: Final[Mapping[HexId, tuple[HexId, ...]]] = {
    h: tuple(n for step in DIRECTIONS.values() if (n := hex_id(_add(axial(h), step))) in HEX_INDEX)
    for h in HEXES
}
"""The three to six hexes that share a side with a hex, clockwise from the east."""

RIM: Final[tuple[HexId, ...]] = tuple(hex_id(at) for at in _ring(_RADIUS))
"""The 12 hexes that touch the sea, clockwise from ``h0,-2``."""

CORNER_HEXES: Final[tuple[HexId, ...]] = RIM[::_RADIUS]
"""The island's six corners, clockwise from ``h0,-2``."""


def _coast() -> tuple[PathId, ...]:
    """Return the coastal paths clockwise, from the north-western side of the top row's left-most hex."""
    paths = []
    for h in RIM:
        sides = SIDES[h]
        seaward = [len(HEXES_BESIDE[p]) == 1 for p in sides]
        # The sides that face the sea follow one another; the first comes after one that doesn't.
        first = next(n for n in range(6) if seaward[n] and not seaward[n - 1])
        paths += [sides[(first + n) % 6] for n in range(sum(seaward))]
    return tuple(paths[1:] + paths[:1])


COAST: Final[tuple[PathId, ...]] = _coast()
"""The 30 coastal paths, clockwise from the north-western side of the hex ``h0,-2``."""


def spiral(start: HexId, *, clockwise: bool) -> tuple[HexId, ...]:
    """Return all 19 hexes in a spiral from one on the rim, ring by ring, to the middle.

    Each hex borders on the one before it.

    Raises:
        ValueError: `start` is not on the island's rim.
    """
    if start not in RIM:
        raise ValueError(f"{start} does not lie on the rim of the island")
    step = 1 if clockwise else -1
    first = RIM.index(start)
    # If it starts half-way between two corners, the inner rings begin at the previous corner.
    corner = first * step // _RADIUS * step
    hexes = []
    for radius in range(_RADIUS, -1, -1):
        ring = _ring(radius)
        hexes += [hex_id(ring[(first + step * n) % len(ring)]) for n in range(len(ring))]
        first = corner * (radius - 1)
    return tuple(hexes)


Symmetry = Callable[[str], str]


def _symmetry(sixths: int, mirrored: bool) -> Symmetry:
    def move(site: str) -> str:
        q, r = axial(site)
        if mirrored:
            q, r = r, q
        for _ in range(sixths):
            q, r = -r, q + r
        return f"{site[0]}{q},{r}"

    return move


SYMMETRIES: Final[tuple[Symmetry, ...]] = tuple(
    _symmetry(sixths, mirrored) for mirrored in (False, True) for sixths in range(6)
)
"""The 12 symmetries, each a function that maps an id to its image.

`SYMMETRIES[n]` for n below 6 rotates the island clockwise by n sixths; the others first mirror it at the axis
through ``h-1,-1`` and ``h1,1``.
"""


# The players' pieces: kinds, colours, and their possible sites.


PieceKind = Literal["road", "settlement", "city"]
PieceColour = Literal["red", "blue", "orange", "white", "green", "brown"]
Site = IntersectionId | PathId
"""The site of a piece: a path for a road, an intersection for a settlement or a city."""
SITES: Final[tuple[Site, ...]] = (*PATHS, *INTERSECTIONS)
"""All 126 sites: the 72 paths, then the 54 intersections."""

COLOURS: Final[tuple[PieceColour, ...]] = get_args(PieceColour)
COLOUR_NAMES: Final[Mapping[str, str]] = {
    "red": sentence("red"),
    "blue": sentence("blue"),
    "orange": sentence("orange"),
    "white": sentence("white"),
    "green": sentence("green"),
    "brown": sentence("brown"),
}
"""The colours' names within a sentence."""
BOX_PIECES: Final[dict[PieceKind, int]] = {"road": 15, "settlement": 5, "city": 4}
"""Each player's number of pieces of each kind."""


@dataclass(frozen=True)
class Standing:
    """The piece on a site."""

    kind: PieceKind
    colour: PieceColour
