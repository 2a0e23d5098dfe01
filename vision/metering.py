"""Exposure metering for the island: the board's paper is metered, not the table.

A camera's own metering exposes for the whole picture, most of which is table: on a dark cloth it overexposes
the board, on a white one it underexposes it. Where a lamp is reflected in a hex, that hex needs less light
than the others, and they tolerate it (docs/decisions/0054-reduce-exposure-for-glare.md).
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

TARGET_PAPER_LEVEL: Final = 205.0
"""Grey level of the island's paper: its tokens and other light print. Good pictures have 190 to 225."""
ACCEPTABLE_LEVELS: Final = (165.0, 232.0)
"""Between these grey levels another exposure gains nothing."""
BURNT_LEVEL: Final = 250.0
"""Grey level from which on the excess is unknown: half as much light is tried."""
DULL_LEVEL: Final = 95.0
"""Paper this dark is still read as well as any; it isn't made darker for the sake of a reflection."""
MAX_STEP: Final = 4.0
"""The largest factor of one step, either way."""
GAMMA: Final = 2.2
"""Gamma of a camera's output, approximately (sRGB, IEC 61966-2-1)."""
_PAPER_PERCENTILE: Final = 95
"""Percentile of a hex's grey levels: its paper."""
_GLEAM_PERCENTILE: Final = 90
"""Percentile of a hex's grey levels: more than its token alone, where a lamp is reflected in it."""
_MAX_GLEAM_LEVEL: Final = 240.0
"""Grey level below which a reflection is reduced."""
_MIN_STEP: Final = 1.2
"""A smaller factor isn't worth another exposure."""
_PIXEL_STEP: Final = 2
"""Every second pixel of every second row is used: light varies over larger areas."""


@dataclass(frozen=True)
class IslandLight:
    """Brightness of an island in a picture, in grey levels of 0 to 255.

    Attributes:
        paper: the light parts of an ordinary hex: the median of the hexes.
        gleam: nearly the same percentile of the brightest hex.
    """

    paper: float
    gleam: float


def exposure_factor(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Return the factor on the light of the next picture, in [1/4, 4]; 1: no change.

    Args:
        picture: height x width x 3, BGR, uint8, with nothing large over the island.
        project: points n x 2 of the island's plane as pixels of the picture.
    """
    light = measure_island_light(picture, project)
    if light is None:
        return 1.0
    low, high = ACCEPTABLE_LEVELS
    if light.paper >= BURNT_LEVEL or (light.gleam >= BURNT_LEVEL and light.paper > DULL_LEVEL):
        return 0.5
    if low <= light.paper <= high:
        return 1.0
    wanted = _exposure_step(TARGET_PAPER_LEVEL / max(light.paper, 1.0))
    if wanted < 1:
        return wanted
    spared = min(wanted, _exposure_step(_MAX_GLEAM_LEVEL / light.gleam)) if light.gleam > 0 else wanted
    # Already dark because of a reflection, or too dark for one to matter.
    return spared if spared >= _MIN_STEP else 1.0


def _exposure_step(times: float) -> float:
    """Return the factor on the light that scales grey levels by `times`, limited to one step."""
    return float(np.clip(times**GAMMA, 1 / MAX_STEP, MAX_STEP))


def paper_level(picture: NDArray[Any], project: Callable[[Points], Points]) -> float:
    """Return the grey level, 0 to 255, of the island's paper; the target where no island is visible."""
    light = measure_island_light(picture, project)
    return TARGET_PAPER_LEVEL if light is None else light.paper


def measure_island_light(picture: NDArray[Any], project: Callable[[Points], Points]) -> IslandLight | None:
    """Measure the island's brightness; None where none of it is in the picture."""
    grey = cv2.cvtColor(np.ascontiguousarray(picture[::_PIXEL_STEP, ::_PIXEL_STEP]), cv2.COLOR_BGR2GRAY)
    papers, gleams = [], []
    for hex_id in HEXES:
        corners = np.round(project(hex_corners(hex_id)) / _PIXEL_STEP).astype(np.int32)
        left, top, wide, high = cv2.boundingRect(corners)
        across = slice(max(left, 0), max(left + wide, 0))
        window = grey[max(top, 0) : max(top + high, 0), across]
        hexagon = np.zeros(window.shape, np.uint8)
        if not hexagon.size:
            continue
        cv2.fillConvexPoly(hexagon, corners - (max(left, 0), max(top, 0)), (1,))
        seen = window[hexagon > 0]
        if seen.size:
            paper, gleaming = np.percentile(seen, (_PAPER_PERCENTILE, _GLEAM_PERCENTILE))
            papers.append(float(paper))
            gleams.append(float(gleaming))
    return IslandLight(float(np.median(papers)), max(gleams)) if papers else None
