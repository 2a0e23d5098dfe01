"""Is the island that was read one to go by: is it seen well, is it the game's, and which way round?"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import numpy as np

from companion.i18n import counted, sentence
from companion.island.layout import Layout
from companion.island.reading import IslandReading
from vision.lattice import Points

Told = TypeVar("Told")

BARE: Final = 3
"""More hexes without a token are no deserts: tokens are still being laid."""
LAYING_S: Final = 60.0
"""People lay tokens for so long at most; what lies there then is the island."""
CLEAR: Final = 0.8
"""An island read with less confidence may be half hidden."""
HIDING_S: Final = 6.0
"""And for so long at most."""
SAME_ISLAND: Final = 0.5
"""Least agreement of a reading with the island that it is of: two islands laid by chance have about 0.2."""
CLEARLY: Final = 0.15
"""By how much an island must be more alike another way round to be turned."""
COVERED: Final = 0.4
"""By how much less surely a hex is told over which something lies."""
HIDDEN: Final = 0.07
"""By how much less an island is alike of which a hex or two are hidden."""

UNCLEAR: Final = sentence("The island isn't seen clearly: is something over it?")
ANOTHER_ISLAND: Final = sentence(
    "The island in the picture isn't the one of this game: correct the island on the page, or start a new "
    "game."
)


def way_round(island: IslandReading, layout: Layout) -> tuple[int, float]:
    """By how many sixths a reading is to be turned to be most like an island, and how alike it then is."""
    alike = [island.turned(sixths).agreement(layout) for sixths in range(6)]
    best = max(range(6), key=alike.__getitem__)
    return (best, alike[best]) if alike[best] >= alike[0] + CLEARLY else (0, alike[0])


def turn(project: Callable[[Points], Points]) -> float:
    """By how many degrees the island is turned in a picture, clockwise: 0 where its north is up there.

    Args:
        project: from the island's plane to the picture.
    """
    (x0, y0), (x1, y1) = project(np.array([[0.0, 0.0], [0.0, -1.0]]))
    return round(math.degrees(math.atan2(x1 - x0, y0 - y1)))


def seen_alike(before: IslandReading, now: IslandReading) -> bool:
    """Whether an island that isn't seen clearly looks as it did before: it is pale then, or always hidden.

    Else something lay over a hex, or tiles have been laid since: of one that is told otherwise now, or surely
    now, less was seen before. A doubt that leans now to the one side and now to the other is the same doubt.
    """
    return all(
        _apart(was.terrain, seen.terrain) < COVERED
        and _apart(was.number, seen.number) < COVERED
        and abs(seen.confidence - was.confidence) < COVERED
        for was, seen in ((before.hexes[at], now.hexes[at]) for at in before.hexes)
    )


def _apart(one: Mapping[Told, float], other: Mapping[Told, float]) -> float:
    """Which share of what is believed of one lies elsewhere than what is of the other."""
    return sum(abs(one.get(told, 0.0) - other.get(told, 0.0)) for told in {*one, *other}) / 2


def unclear(island: IslandReading) -> tuple[str, float]:
    """Why an island is better looked at again before it is told, and for how many seconds at most."""
    bare = sum(max(seen.number, key=seen.number.__getitem__) is None for seen in island.hexes.values())
    if bare > BARE:
        told = counted(
            "A number token is missing on {count} hex of the island.",
            "Number tokens are missing on {count} hexes of the island.",
            bare,
        )
        return told, LAYING_S
    if island.confidence < CLEAR:
        return UNCLEAR, HIDING_S
    return "", 0.0
