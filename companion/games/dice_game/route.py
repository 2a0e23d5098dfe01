"""The longest route: the most of a player's roads in a row, without branches.

Computed from the sheet's own graph (clarifications.md, "Dice game"): two roads that continue the same road
meet there, and a route may lead from either to the other. Whether a route counts for the card also depends on
the road with the cross (`companion.games.dice_game.effects`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.games.dice_game.sheet import Sheet
from companion.island.geometry import ENDS


def longest_route(sheet: Sheet, roads: frozenset[str], *, start_counts: bool) -> int:
    """Return the length of the longest route in roads.

    Args:
        sheet: the players' sheet.
        roads: ids of the roads that are built.
        start_counts: whether the printed road counts.
    """
    counted = roads if start_counts else roads - {sheet.start}
    return _longest_path(frozenset(sheet.roads_by_id[each].at for each in counted))


@lru_cache(1 << 12)
def _longest_path(paths: frozenset[str]) -> int:
    ends: Mapping[str, tuple[str, str]] = {path: both for path, both in ENDS.items() if path in paths}

    def extend(at: str, left: frozenset[str]) -> int:
        """Return the most paths of `left` that a route ending at an intersection can still add."""
        return max(
            (
                1 + extend(ends[path][1] if ends[path][0] == at else ends[path][0], left - {path})
                for path in left
                if at in ends[path]
            ),
            default=0,
        )

    return max((extend(at, paths) for at in {end for each in ends.values() for end in each}), default=0)
