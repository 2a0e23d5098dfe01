"""The island's sites as bit sets, with each site's neighbours as masks.

Bit n stands for the n-th id of `INTERSECTIONS` or `PATHS` (see `companion.island.geometry`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from companion.island.geometry import (
    ENDS,
    INTERSECTION_INDEX,
    INTERSECTIONS,
    NEIGHBOURS,
    PATH_INDEX,
    PATHS,
    PATHS_AT,
)
from companion.island.pieces import Site


def mask(indices: Iterable[int]) -> int:
    """The bit set of the indices."""
    bits = 0
    for n in indices:
        bits |= 1 << n
    return bits


def indices(bits: int) -> Iterator[int]:
    """The indices in a bit set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


INTERSECTION_BIT: Final = {i: 1 << n for i, n in INTERSECTION_INDEX.items()}
PATH_BIT: Final = {p: 1 << n for p, n in PATH_INDEX.items()}
SITE_BIT: Final[Mapping[Site, int]] = dict([*INTERSECTION_BIT.items(), *PATH_BIT.items()])
"""By site: its bit within the intersections or within the paths."""

PATHS_AT_MASK: Final = tuple(mask(PATH_INDEX[p] for p in PATHS_AT[i]) for i in INTERSECTIONS)
"""By intersection: its paths, as bits."""
ENDS_INDEX: Final = tuple((INTERSECTION_INDEX[ENDS[p][0]], INTERSECTION_INDEX[ENDS[p][1]]) for p in PATHS)
"""By path: the indices of its two intersections."""
STEPS: Final = tuple(
    tuple((1 << PATH_INDEX[p], INTERSECTION_INDEX[end]) for p in PATHS_AT[i] for end in ENDS[p] if end != i)
    for i in INTERSECTIONS
)
"""By intersection: (bit of the path, index of the intersection at its other end) for each path."""
ENDS_MASK: Final = tuple(1 << one | 1 << other for one, other in ENDS_INDEX)
NEIGHBOURS_MASK: Final = tuple(mask(INTERSECTION_INDEX[n] for n in NEIGHBOURS[i]) for i in INTERSECTIONS)
"""By intersection: its neighbours, as bits."""
ALL_INTERSECTIONS: Final = (1 << len(INTERSECTIONS)) - 1

# A game repeats a few hundred distinct arguments of each function.
_CACHE_SIZE = 1 << 14


@lru_cache(_CACHE_SIZE)
def ends_of(roads: int) -> int:
    """The intersections at the ends of the roads, as bits."""
    found = 0
    for n in indices(roads):
        found |= ENDS_MASK[n]
    return found


@lru_cache(_CACHE_SIZE)
def paths_from(intersections: int) -> int:
    """The paths at any of the intersections, as bits."""
    found = 0
    for n in indices(intersections):
        found |= PATHS_AT_MASK[n]
    return found


@lru_cache(_CACHE_SIZE)
def within_one_path(intersections: int) -> int:
    """The intersections and their neighbours, where the distance rule forbids buildings."""
    found = intersections
    for n in indices(intersections):
        found |= NEIGHBOURS_MASK[n]
    return found
