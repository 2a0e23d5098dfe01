"""Where the sites of the island lie, as data for the page: the page computes no coordinates."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

from companion.island.geometry import (
    COAST,
    CORNER_HEXES,
    CORNERS,
    ENDS,
    HEXES,
    HEXES_AT,
    HEXES_BESIDE,
    INTERSECTIONS,
    PATHS,
    PathId,
    position,
)
from companion.island.setups import first_game, frame_pieces

Point = list[float]

_SEA: Final = (0.98, 0.74)
"""Width of the sea around the island, to the sides and above and below, in sides of a hex."""
_HARBOR: Final = 0.62
"""How far off the coast a harbor's sign lies, in sides of a hex."""


def _round(x: float, y: float) -> Point:
    return [round(x, 4), round(y, 4)]


def _at(site: str) -> Point:
    return _round(*position(site))


@cache
def island() -> dict[str, Any]:
    """Plane coordinates of all sites by their ids; unit and axes as `companion.island.geometry` says.

    Returns:
        ``viewBox`` [x, y, width, height] around island and sea; ``hexes`` {id: {"at", "corners"}};
        ``intersections`` {id: [x, y]}; ``paths`` {id: [end, end]}; ``harbors`` {coastal path:
        {"at": where its sign lies in the sea, "ends": its two intersections}}; ``beside``
        {intersection or path: the hexes that it lies at}; ``corners`` the six corner hexes; ``frame`` the
        harbors of each of the frame's pieces, clockwise; ``beginners`` the island of the first-game diagram.
    """
    points = [position(i) for i in INTERSECTIONS]
    aside, above = _SEA
    left, right = min(x for x, _ in points) - aside, max(x for x, _ in points) + aside
    top, bottom = min(y for _, y in points) - above, max(y for _, y in points) + above
    return {
        "viewBox": [*_round(left, top), *_round(right - left, bottom - top)],
        "hexes": {h: {"at": _at(h), "corners": [_at(i) for i in CORNERS[h]]} for h in HEXES},
        "intersections": {i: _at(i) for i in INTERSECTIONS},
        "paths": {p: [_at(end) for end in ENDS[p]] for p in PATHS},
        "harbors": {p: {"at": _off_coast(p), "ends": [_at(end) for end in ENDS[p]]} for p in COAST},
        "beside": {**HEXES_AT, **HEXES_BESIDE},
        "corners": list(CORNER_HEXES),
        "frame": [list(kinds) for kinds in frame_pieces()],
        "beginners": first_game().to_json(),
    }


def _off_coast(path: PathId) -> Point:
    """The point in the sea before the middle of a coastal path."""
    x, y = position(path)
    hx, hy = position(HEXES_BESIDE[path][0])
    length = math.hypot(x - hx, y - hy)
    return _round(x + (x - hx) / length * _HARBOR, y + (y - hy) / length * _HARBOR)
