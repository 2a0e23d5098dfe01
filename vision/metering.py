"""How much light a camera should be given for the island's sake: the board's paper is metered, not the table.

A camera by itself exposes for the whole picture, most of which is table: on a dark cloth it burns the board
pale, on a white one it leaves it dull.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.lattice import Points, hex_corners

WANTED: Final = 205.0
"""Grey level of the island's lightest twentieth: its tokens' paper, and what else is printed light. Pictures
to play by have 190 to 225."""
FINE: Final = (165.0, 232.0)
"""Between these grey levels nothing is gained by another exposure."""
BURNT: Final = 250.0
"""From this level on nobody knows how much too bright it is: half as much light is tried."""
MOST: Final = 4.0
"""The largest step, either way."""
GAMMA: Final = 2.2
"""Of what a camera delivers, nearly (sRGB, IEC 61966-2-1)."""
_LIGHTEST: Final = 95
"""Percentile of grey levels."""


def light_wanted(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """How many times the light of this picture the next should be given, in [1/4, 4]; 1: as much as this.

    Args:
        picture: height x width x 3, BGR, uint8, with nothing of note over the island.
        project: points n x 2 of the island's plane as pixels of the picture.
    """
    level = paper_level(picture, project)
    low, high = FINE
    if low <= level <= high:
        return 1.0
    if level >= BURNT:
        return 0.5
    return float(np.clip((WANTED / max(level, 1.0)) ** GAMMA, 1 / MOST, MOST))


def paper_level(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Grey level, 0 to 255, of the island's lightest twentieth; `WANTED` where no island is in sight."""
    island = np.zeros(picture.shape[:2], np.uint8)
    for hex_id in HEXES:
        corners = project(hex_corners(hex_id))
        cv2.fillConvexPoly(island, np.round(corners).astype(np.int32), (1,))
    seen = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[island > 0]
    return float(np.percentile(seen, _LIGHTEST)) if seen.size else WANTED
