"""Decide whether a reading of the island is usable: clear enough, of this game, and in which rotation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import numpy as np

from companion.i18n import plural_sentence, sentence
from companion.island.layout import Layout
from companion.island.reading import IslandReading
from vision.lattice import Points

Value = TypeVar("Value")

MAX_BARE_HEXES: Final = 3
"""With more hexes without a token, they aren't deserts: tokens are still being placed."""
MAX_LAYING_S: Final = 60.0
"""The maximum time for placing tokens; after it the island counts as it is."""
MIN_CONFIDENCE_P: Final = 0.8
"""With less confidence the island may be partly hidden."""
MAX_HIDING_S: Final = 6.0
"""The maximum time to wait for a clearer view."""
MIN_AGREEMENT: Final = 0.5
"""Minimum agreement of a reading with its own island: two random islands agree by about 0.2."""
MIN_ROTATION_GAIN: Final = 0.15
"""The gain in agreement that another rotation needs."""
COVERED_CONFIDENCE_DROP: Final = 0.4
"""The loss of confidence in a hex that is covered."""
HIDDEN_AGREEMENT_DROP: Final = 0.07
"""The loss of agreement if one or two hexes are hidden."""

UNCLEAR_WARNING: Final = sentence("The island isn't seen clearly: is something over it?")
WRONG_ISLAND_WARNING: Final = sentence(
    "The island in the picture isn't the one of this game: correct the island on the page, or start a new "
    "game."
)


def best_rotation(island: IslandReading, layout: Layout) -> tuple[int, float]:
    """Return the rotation in sixths in which a reading agrees most with an island, and that agreement."""
    alike = [island.rotate(sixths).agreement(layout) for sixths in range(6)]
    best = max(range(6), key=alike.__getitem__)
    return (best, alike[best]) if alike[best] >= alike[0] + MIN_ROTATION_GAIN else (0, alike[0])


def rotation_degrees(project: Callable[[Points], Points]) -> float:
    """Return the island's rotation in a picture in degrees, clockwise: 0 if its north is up.

    Args:
        project: maps the island's plane to the picture.
    """
    (x0, y0), (x1, y1) = project(np.array([[0.0, 0.0], [0.0, -1.0]]))
    return round(math.degrees(math.atan2(x1 - x0, y0 - y1)))


def is_same_view(before: IslandReading, now: IslandReading) -> bool:
    """Return whether an unclear island looks as it did before, so it is pale or always partly hidden.

    Otherwise a hex was covered, or tiles have been placed since: a hex with another reading, or with a surer
    one, was less visible before. A doubt that alternates between two answers is the same doubt.
    """
    return all(
        _total_variation(was.terrain, seen.terrain) < COVERED_CONFIDENCE_DROP
        and _total_variation(was.number, seen.number) < COVERED_CONFIDENCE_DROP
        and abs(seen.confidence - was.confidence) < COVERED_CONFIDENCE_DROP
        for was, seen in ((before.hexes[at], now.hexes[at]) for at in before.hexes)
    )


def _total_variation(one: Mapping[Value, float], other: Mapping[Value, float]) -> float:
    """Return the total variation distance of two distributions."""
    return sum(abs(one.get(value, 0.0) - other.get(value, 0.0)) for value in {*one, *other}) / 2


def unclear_reason(island: IslandReading) -> tuple[str, float]:
    """Return why the island should be read again before it is reported, and the maximum wait in seconds."""
    bare = sum(max(seen.number, key=seen.number.__getitem__) is None for seen in island.hexes.values())
    if bare > MAX_BARE_HEXES:
        warning = plural_sentence(
            "A number token is missing on {count} hex of the island.",
            "Number tokens are missing on {count} hexes of the island.",
            bare,
        )
        return warning, MAX_LAYING_S
    if island.confidence < MIN_CONFIDENCE_P:
        return UNCLEAR_WARNING, MAX_HIDING_S
    return "", 0.0
