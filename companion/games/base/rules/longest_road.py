"""The longest road: the length of the longest trail, and the holder of the card.

A trail uses each road once and may pass an intersection twice. It can end at an opponent's
building but not pass it (clarifications.md, "Longest road").
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.games.base.rules.sites import ENDS_INDEX, PATHS_AT_MASK, STEPS, ends_of, indices

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
