"""The coordinates of the island's sites as data for the page, which computes none itself."""

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
from companion.island.setups import first_game_layout, frame_pieces

Point = list[float]

_SEA_MARGIN: Final = (0.98, 0.74)
"""Width of the sea beside the island, and above and below it, in hex sides."""
_HARBOR_OFFSET: Final = 0.62
"""Distance of a harbor's sign from the coast, in hex sides."""


def _round(x: float, y: float) -> Point:
    return [round(x, 4), round(y, 4)]


def _site_point(site: str) -> Point:
    return _round(*position(site))


@cache
def island() -> dict[str, Any]:
    """Return the plane coordinates of all sites by id; unit and axes as in `companion.island.geometry`.

    Returns:
        ``viewBox`` [x, y, width, height] around island and sea; ``hexes`` {id: {"at", "corners"}};
        ``intersections`` {id: [x, y]}; ``paths`` {id: [end, end]}; ``harbors`` {coastal path: {"at": place of
        its sign in the sea, "ends": its two intersections}}; ``beside`` {intersection or path: the adjacent
        hexes}; ``corners`` the six corner hexes; ``frame`` the harbors of each frame piece, clockwise;
        ``beginners`` the island of the first-game diagram.
    """
    points = [position(i) for i in INTERSECTIONS]
    at_sides, at_ends = _SEA_MARGIN
    left, right = min(x for x, _ in points) - at_sides, max(x for x, _ in points) + at_sides
    top, bottom = min(y for _, y in points) - at_ends, max(y for _, y in points) + at_ends
    return {
        "viewBox": [*_round(left, top), *_round(right - left, bottom - top)],
        "hexes": {h: {"at": _site_point(h), "corners": [_site_point(i) for i in CORNERS[h]]} for h in HEXES},
        "intersections": {i: _site_point(i) for i in INTERSECTIONS},
        "paths": {p: [_site_point(end) for end in ENDS[p]] for p in PATHS},
        "harbors": {
            p: {"at": _harbor_point(p), "ends": [_site_point(end) for end in ENDS[p]]} for p in COAST
        },
        "beside": {**HEXES_AT, **HEXES_BESIDE},
        "corners": list(CORNER_HEXES),
        "coast": list(COAST),
        "frame": [list(kinds) for kinds in frame_pieces()],
        "beginners": first_game_layout().to_json(),
    }


def _harbor_point(path: PathId) -> Point:
    """Return the point in the sea in front of the middle of a coastal path."""
    x, y = position(path)
    hx, hy = position(HEXES_BESIDE[path][0])
    length = math.hypot(x - hx, y - hy)
    return _round(x + (x - hx) / length * _HARBOR_OFFSET, y + (y - hy) / length * _HARBOR_OFFSET)
