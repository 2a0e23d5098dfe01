"""The longest road: the length of a trail, and who holds the card.

A trail uses each road once and may pass an intersection twice; an opponent's building may end it
but no trail goes on through it (clarifications.md, "Longest road").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.games.base.sites import ENDS_INDEX, ENDS_MASK, PATHS_AT_MASK, ends_of, indices

SHORTEST_THAT_COUNTS: Final = 5


def longest_road(roads: int, opponents: int) -> int:
    """The number of roads in the longest trail.

    Args:
        roads: the player's roads, as bits of paths.
        opponents: the opponents' buildings, as bits of intersections.
    """
    return _longest_trail(roads, opponents & ends_of(roads))


@lru_cache(1 << 14)
def _longest_trail(roads: int, blocked: int) -> int:
    if not roads & (roads - 1):
        return int(roads > 0)

    def extend(at: int, left: int) -> int:
        """The most roads of `left` that a trail standing at an intersection can still use."""
        best = 0
        for path in indices(PATHS_AT_MASK[at] & left):
            one, other = ENDS_INDEX[path]
            end = other if one == at else one
            rest = left ^ 1 << path
            length = 1 if blocked >> end & 1 else 1 + extend(end, rest)
            best = max(best, length)
        return best

    # A longest trail that isn't closed starts where a road's end can't be passed, or where an odd
    # number of roads meet: elsewhere it could be lengthened by one more road.
    starts = [
        n
        for n in indices(ends_of(roads))
        if blocked >> n & 1 or (PATHS_AT_MASK[n] & roads).bit_count() & 1
    ]
    best = max((extend(start, roads) for start in starts), default=0)
    # A part of the net without such a start is one closed trail: all its roads count.
    for part in _parts_without(roads, starts):
        best = max(best, part.bit_count())
    return best


def _parts_without(roads: int, starts: Sequence[int]) -> list[int]:
    """The connected parts of a road net that touch none of the intersections."""
    avoid = 0
    for n in starts:
        avoid |= 1 << n
    parts = []
    left = roads
    while left:
        part = left & -left
        touched = ends_of(part)
        while True:
            grown = part
            for path in indices(left & ~part):
                if ENDS_MASK[path] & touched:
                    grown |= 1 << path
            if grown == part:
                break
            part = grown
            touched = ends_of(part)
        if not touched & avoid:
            parts.append(part)
        left &= ~part
    return parts


def award(holder: int | None, lengths: Sequence[int]) -> int | None:
    """The seat that holds the card, given who held it and everybody's longest trails.

    The holder keeps it while nobody has strictly more, and five; else it goes to the one player
    who alone has most, five or more; else nobody holds it (clarifications.md; 5th edition, p. 9).
    """
    most = max(lengths)
    if most < SHORTEST_THAT_COUNTS:
        return None
    if holder is not None and lengths[holder] == most:
        return holder
    leaders = [seat for seat, length in enumerate(lengths) if length == most]
    return leaders[0] if len(leaders) == 1 else None
