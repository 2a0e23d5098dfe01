"""How much light a camera should be given for the island's sake: the board's paper is metered, not the table.

A camera by itself exposes for the whole picture, most of which is table: on a dark cloth it burns the board
pale, on a white one it leaves it dull. Where a lamp is mirrored in a hex, that hex wants less light than the
others, and they stand it (docs/decisions/0054-one-exposure-for-glare.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.lattice import Points, hex_corners

WANTED: Final = 205.0
"""Grey level of the island's paper: its tokens, and what else is printed light. Pictures to play by have 190
to 225."""
FINE: Final = (165.0, 232.0)
"""Between these grey levels nothing is gained by another exposure."""
BURNT: Final = 250.0
"""From this level on nobody knows how much too bright it is: half as much light is tried."""
DULL: Final = 95.0
"""Paper this dark is still read as well as any; darker it isn't made for the sake of a gleam."""
MOST: Final = 4.0
"""The largest step, either way."""
GAMMA: Final = 2.2
"""Of what a camera delivers, nearly (sRGB, IEC 61966-2-1)."""
_PAPER: Final = 95
"""Percentile of a hex's grey levels: its paper."""
_GLEAMING: Final = 90
"""Percentile of a hex's grey levels: brighter than its token alone, where a lamp is mirrored in it."""
_SPARED: Final = 240.0
"""Grey level that a gleam is kept below."""
_LITTLE: Final = 1.2
"""A step smaller than this isn't worth another exposure."""
_EVERY: Final = 2
"""Of the pixels every second one of every second row is looked at: light changes over larger parts."""


@dataclass(frozen=True)
class IslandLight:
    """How bright an island is in a picture, in grey levels of 0 to 255.

    Attributes:
        paper: the light parts of an ordinary hex: the median of the hexes.
        gleam: the same, nearly, of the brightest hex.
    """

    paper: float
    gleam: float


def light_wanted(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """How many times the light of this picture the next should be given, in [1/4, 4]; 1: as much as this.

    Args:
        picture: height x width x 3, BGR, uint8, with nothing of note over the island.
        project: points n x 2 of the island's plane as pixels of the picture.
    """
    light = island_light(picture, project)
    if light is None:
        return 1.0
    low, high = FINE
    if light.paper >= BURNT or (light.gleam >= BURNT and light.paper > DULL):
        return 0.5
    if low <= light.paper <= high:
        return 1.0
    wanted = _step(WANTED / max(light.paper, 1.0))
    if wanted < 1:
        return wanted
    spared = min(wanted, _step(_SPARED / light.gleam)) if light.gleam > 0 else wanted
    # As dark as it is for the sake of a gleam, or too dark for that.
    return spared if spared >= _LITTLE else 1.0


def _step(times: float) -> float:
    """How many times the light makes a picture so many times as bright, as far as a step goes."""
    return float(np.clip(times**GAMMA, 1 / MOST, MOST))


def paper_level(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Grey level, 0 to 255, of the island's paper; `WANTED` where no island is in sight."""
    light = island_light(picture, project)
    return WANTED if light is None else light.paper


def island_light(picture: NDArray[Any], project: Callable[[Points], Points]) -> IslandLight | None:
    """How bright the island is; None where none of it is in the picture."""
    grey = cv2.cvtColor(np.ascontiguousarray(picture[::_EVERY, ::_EVERY]), cv2.COLOR_BGR2GRAY)
    papers, gleams = [], []
    for hex_id in HEXES:
        corners = np.round(project(hex_corners(hex_id)) / _EVERY).astype(np.int32)
        left, top, wide, high = cv2.boundingRect(corners)
        across = slice(max(left, 0), max(left + wide, 0))
        window = grey[max(top, 0) : max(top + high, 0), across]
        hexagon = np.zeros(window.shape, np.uint8)
        if not hexagon.size:
            continue
        cv2.fillConvexPoly(hexagon, corners - (max(left, 0), max(top, 0)), (1,))
        seen = window[hexagon > 0]
        if seen.size:
            paper, gleaming = np.percentile(seen, (_PAPER, _GLEAMING))
            papers.append(float(paper))
            gleams.append(float(gleaming))
    return IslandLight(float(np.median(papers)), max(gleams)) if papers else None
