"""The island's sites as bit sets, with each site's neighbours as masks.

Bit n stands for the n-th id of `INTERSECTIONS` or `PATHS` (see `companion.island.geometry`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.island import geometry


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


INTERSECTION_BIT: Final = {i: 1 << n for i, n in geometry.INTERSECTION_INDEX.items()}
PATH_BIT: Final = {p: 1 << n for p, n in geometry.PATH_INDEX.items()}
SITE_BIT: Final[Mapping[geometry.Site, int]] = dict([*INTERSECTION_BIT.items(), *PATH_BIT.items()])
"""By site: its bit within the intersections or within the paths."""

PATHS_AT_MASK: Final = tuple(
    mask(geometry.PATH_INDEX[p] for p in geometry.PATHS_AT[i]) for i in geometry.INTERSECTIONS
)
"""By intersection: its paths, as bits."""
ENDS_INDEX: Final = tuple(
    (geometry.INTERSECTION_INDEX[geometry.ENDS[p][0]], geometry.INTERSECTION_INDEX[geometry.ENDS[p][1]])
    for p in geometry.PATHS
)
"""By path: the indices of its two intersections."""
STEPS: Final = tuple(
    tuple(
        (1 << geometry.PATH_INDEX[p], geometry.INTERSECTION_INDEX[end])
        for p in geometry.PATHS_AT[i]
        for end in geometry.ENDS[p]
        if end != i
    )
    for i in geometry.INTERSECTIONS
)
"""By intersection: (bit of the path, index of the intersection at its other end) for each path."""
ENDS_MASK: Final = tuple(1 << one | 1 << other for one, other in ENDS_INDEX)
NEIGHBOURS_MASK: Final = tuple(
    mask(geometry.INTERSECTION_INDEX[n] for n in geometry.NEIGHBOURS[i]) for i in geometry.INTERSECTIONS
)
"""By intersection: its neighbours, as bits."""
ALL_INTERSECTIONS: Final = (1 << len(geometry.INTERSECTIONS)) - 1

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


# The longest road: the length of the longest trail, and the holder of the card.
#
# A trail uses each road once and may pass an intersection twice. It can end at an opponent's
# building but not pass it (clarifications.md, "Longest road").


MIN_LONGEST_ROAD_LENGTH: Final = 5


def longest_road(roads: int, opponents: int) -> int:
    """The number of roads in the longest trail.

    Args:
        roads: the player's roads, as bits of paths.
        opponents: the opponents' buildings, as bits of intersections.
    """
    return _longest_trail(roads, opponents & ends_of(roads))


@lru_cache(1 << 14)
def _longest_trail(roads: int, blocked: int) -> int:
    def extend(at: int, left: int) -> int:
        """The number of roads of `left` that a trail ending at an intersection can still add."""
        best = 0
        for path, end in STEPS[at]:
            if left & path:
                length = 1 if blocked >> end & 1 else 1 + extend(end, left ^ path)
                if length > best:
                    best = length
        return best

    # An open longest trail starts at a blocked intersection or where an odd number of roads meet:
    # from any other start it could be extended by one more road.
    best = 0
    closed = roads
    for start in indices(ends_of(roads)):
        if blocked >> start & 1 or (PATHS_AT_MASK[start] & roads).bit_count() & 1:
            best = max(best, extend(start, roads))
            closed &= ~_connected_roads(start, closed)
    # A connected part without such a start is one closed trail, so all its roads count.
    while closed:
        part = _connected_roads(ENDS_INDEX[next(indices(closed))][0], closed)
        best = max(best, part.bit_count())
        closed &= ~part
    return best


def _connected_roads(at: int, roads: int) -> int:
    """The roads connected to an intersection; opponents' buildings don't separate them here."""
    found, waiting = 0, [at]
    while waiting:
        for path, end in STEPS[waiting.pop()]:
            if roads & path & ~found:
                found |= path
                waiting.append(end)
    return found


def longest_road_holder(holder: int | None, lengths: Sequence[int]) -> int | None:
    """The seat that holds the card, given its last holder and the trail length of each seat.

    The holder keeps it with five or more roads while nobody has strictly more. Otherwise the only player
    with the most roads, at least five, gets it; in a tie nobody holds it
    (clarifications.md; 5th edition, p. 9).
    """
    most = max(lengths)
    if most < MIN_LONGEST_ROAD_LENGTH:
        return None
    if holder is not None and lengths[holder] == most:
        return holder
    leaders = [seat for seat, length in enumerate(lengths) if length == most]
    return leaders[0] if len(leaders) == 1 else None
