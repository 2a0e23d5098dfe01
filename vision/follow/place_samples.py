"""Detect changed places: small samples around every site and hex, compared independently of light.

A place is sampled at a piece's position (its core) and around it (its ring). The ring measures the change of
light since the place was last accepted, the core any other change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, PATHS, SITES
from vision.detector import VIEW_PX
from vision.lattice import CENTRES, Points, project
from vision.locate import PLANE_TO_VIEW
from vision.pieces import SITE_PLACES, TURNS, rotate_vectors

SPOTS: Final[Points] = np.vstack([SITE_PLACES, CENTRES])
"""Plane coordinates of all places: the 126 sites, then the 19 hexes."""
HEX_SPOTS: Final = slice(len(SITES), len(SITES) + len(HEXES))
NEAR_SIDES: Final = 0.3
"""An object this close to a place, in hex sides, obstructs it."""

_MIN_CHANGE_SHARE: Final = 0.045
"""Least change of a core, relative to its brightness."""
_MIN_CHANGE_LEVEL: Final = 3.0
"""Least change, in grey levels of noise."""
_MIN_BRIGHTNESS: Final = 12.0
_WHITE_LEVEL: Final = 244
"""Grey level at which the camera may saturate."""
_BURNT_SHARE: Final = 0.18
"""A place with a larger saturated share is burnt."""
_SAMPLE_COUNT: Final = 36


def _grid(across: float, along: float) -> Points:
    """Return 36 points of a rectangle around the origin, in hex sides."""
    x, y = np.meshgrid(np.linspace(-along, along, 9), np.linspace(-across, across, 4))
    return np.column_stack([x.ravel(), y.ravel()])


def _disc(radius: float) -> Points:
    """Return 36 points spread evenly over a disc (like a sunflower's seeds)."""
    n = np.arange(_SAMPLE_COUNT)
    r, angle = radius * np.sqrt((n + 0.5) / _SAMPLE_COUNT), n * np.pi * (3 - np.sqrt(5))
    return np.column_stack([r * np.cos(angle), r * np.sin(angle)])


def _circle(radius: float) -> Points:
    angle = np.arange(_SAMPLE_COUNT) * 2 * np.pi / _SAMPLE_COUNT
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _pixels() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pixels of cores and rings in the view: indices, places x 36."""
    cores, rings = [], []
    angles = np.append(TURNS, np.zeros(len(HEXES)))
    for n, (spot, angle) in enumerate(zip(SPOTS, angles, strict=True)):
        if n < len(PATHS):
            core, ring = _grid(0.11, 0.28), np.vstack([_grid(0.32, 0.2)[[*range(9), *range(27, 36)]]] * 2)
        elif n < len(SITES):
            core, ring = _disc(0.27), _circle(0.42)
        else:
            core, ring = _disc(0.42), _circle(0.55)
        cores.append(spot + rotate_vectors(core, np.full(len(core), angle)))
        rings.append(spot + rotate_vectors(ring, np.full(len(ring), angle)))
    flat = []
    for points in (cores, rings):
        at = (
            np.round(project(PLANE_TO_VIEW, np.array(points).reshape(-1, 2)))
            .astype(np.int64)
            .clip(0, VIEW_PX - 1)
        )
        flat.append((at[:, 1] * VIEW_PX + at[:, 0]).reshape(len(SPOTS), _SAMPLE_COUNT))
    return flat[0], flat[1]


_CORES, _RINGS = _pixels()


@dataclass(frozen=True)
class PlaceSamples:
    """The look of all places: cores and rings, places x 36 x 3, BGR, float32.

    Attributes:
        cores, rings: in grey levels.
        haze: the part of these that is haze over the whole picture.
    """

    cores: NDArray[np.float32]
    rings: NDArray[np.float32]
    haze: float = 0.0

    @staticmethod
    def from_view(view: NDArray[np.uint8], haze: float = 0.0) -> PlaceSamples:
        """Sample a view from above, VIEW_PX x VIEW_PX x 3."""
        smooth = cv2.blur(view, (3, 3)).reshape(-1, 3)
        return PlaceSamples(smooth[_CORES].astype(np.float32), smooth[_RINGS].astype(np.float32), haze)

    def relight(self, other: PlaceSamples) -> PlaceSamples:
        """Return these places in another picture's light, otherwise unchanged."""
        # The ratios' median: a piece that arrived in the ring is no change of light.
        gain = np.median((other.rings + 4) / (self.rings + 4), axis=1)[:, None, :]
        return PlaceSamples(self.cores * gain, self.rings * gain, other.haze)

    def has_changed(self, known: PlaceSamples) -> NDArray[np.bool_]:
        """Return a mask of the places that differ from a known look, independently of light."""
        off, level = self._core_difference(known)
        return np.asarray(off > _MIN_CHANGE_SHARE * level + _MIN_CHANGE_LEVEL)

    def relative_change(self, known: PlaceSamples) -> NDArray[np.float64]:
        """Return each place's difference from a known look, light aside, in shares of its brightness."""
        off, level = self._core_difference(known)
        return np.asarray(off / level, np.float64)

    @property
    def is_burnt(self) -> NDArray[np.bool_]:
        """Mask of the burnt places: much of them is saturated."""
        return np.asarray((self.cores >= _WHITE_LEVEL).mean(axis=(1, 2)) > _BURNT_SHARE)

    def _core_difference(self, known: PlaceSamples) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return each core's difference from its known look, and its brightness, in grey levels."""
        there = known.relight(self).cores
        off = np.sqrt(((self.cores - there) ** 2).mean(axis=(1, 2)))
        return off, np.maximum(there.mean(axis=(1, 2)) - self.haze, _MIN_BRIGHTNESS)

    def blend(self, newer: PlaceSamples, share: NDArray[np.float64]) -> PlaceSamples:
        """Blend in a share of each place's newer look, in [0, 1]."""
        part = share[:, None, None].astype(np.float32)
        return PlaceSamples(
            self.cores + part * (newer.cores - self.cores),
            self.rings + part * (newer.rings - self.rings),
            newer.haze,
        )
