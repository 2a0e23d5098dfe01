"""The longest road: the length of a trail, and who holds the card.

A trail uses each road once and may pass an intersection twice; an opponent's building may end it
but no trail goes on through it (clarifications.md, "Longest road").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.games.base.rules.sites import ENDS_INDEX, PATHS_AT_MASK, STEPS, ends_of, indices

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
    def extend(at: int, left: int) -> int:
        """The most roads of `left` that a trail standing at an intersection can still use."""
        best = 0
        for path, end in STEPS[at]:
            if left & path:
                length = 1 if blocked >> end & 1 else 1 + extend(end, left ^ path)
                if length > best:
                    best = length
        return best

    # A longest trail that isn't closed starts where a road's end can't be passed, or where an odd
    # number of roads meet: elsewhere it could be lengthened by one more road.
    best = 0
    closed = roads
    for start in indices(ends_of(roads)):
        if blocked >> start & 1 or (PATHS_AT_MASK[start] & roads).bit_count() & 1:
            best = max(best, extend(start, roads))
            closed &= ~_connected(start, closed)
    # A part of the net without such a start is one closed trail: all its roads count.
    while closed:
        part = _connected(ENDS_INDEX[next(indices(closed))][0], closed)
        best = max(best, part.bit_count())
        closed &= ~part
    return best


def _connected(at: int, roads: int) -> int:
    """Those of the roads that are connected, through whatever intersections, with one of them."""
    found, waiting = 0, [at]
    while waiting:
        for path, end in STEPS[waiting.pop()]:
            if roads & path & ~found:
                found |= path
                waiting.append(end)
    return found


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
