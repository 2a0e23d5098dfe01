"""Has the look of a place changed? Small samples around every site and hex, compared light aside.

A place is sampled where a piece would stand (its core) and around (its ring). The ring tells how the
light has changed since the place was last accepted, the core whether something else has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, PATHS
from companion.island.pieces import SITES
from vision.lattice import CENTRES, Points, project
from vision.locate import FLAT
from vision.look import VIEW
from vision.pieces import PLACES as SITE_PLACES
from vision.pieces import TURNS, turned

SPOTS: Final[Points] = np.vstack([SITE_PLACES, CENTRES])
"""Plane coordinates of all places: the 126 sites, then the 19 hexes."""
HEX_SPOTS: Final = slice(len(SITES), len(SITES) + len(HEXES))
NEAR_SIDES: Final = 0.3
"""What is this close to a place, in hex sides, is in its way."""

_CHANGED: Final = 0.045
"""Least change of a core, relative to its brightness."""
_LOUD: Final = 3.0
"""Least change, in grey levels of noise."""
_DARKEST: Final = 12.0
_WHITE: Final = 244
"""What is as bright as this, in grey levels, may be brighter: the camera doesn't tell."""
_BURNT: Final = 0.18
"""A place of which a larger share is so bright is burnt pale."""
_SAMPLES: Final = 36


def _grid(across: float, along: float) -> Points:
    """36 points of a rectangle around the origin, in hex sides."""
    x, y = np.meshgrid(np.linspace(-along, along, 9), np.linspace(-across, across, 4))
    return np.column_stack([x.ravel(), y.ravel()])


def _disc(radius: float) -> Points:
    """36 points spread evenly over a disc (a sunflower's)."""
    n = np.arange(_SAMPLES)
    r, angle = radius * np.sqrt((n + 0.5) / _SAMPLES), n * np.pi * (3 - np.sqrt(5))
    return np.column_stack([r * np.cos(angle), r * np.sin(angle)])


def _circle(radius: float) -> Points:
    angle = np.arange(_SAMPLES) * 2 * np.pi / _SAMPLES
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def _pixels() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where cores and rings are in the view: index of the pixel, places x 36."""
    cores, rings = [], []
    angles = np.append(TURNS, np.zeros(len(HEXES)))
    for n, (spot, angle) in enumerate(zip(SPOTS, angles, strict=True)):
        if n < len(PATHS):
            core, ring = _grid(0.11, 0.28), np.vstack([_grid(0.32, 0.2)[[*range(9), *range(27, 36)]]] * 2)
        elif n < len(SITES):
            core, ring = _disc(0.27), _circle(0.42)
        else:
            core, ring = _disc(0.42), _circle(0.55)
        cores.append(spot + turned(core, np.full(len(core), angle)))
        rings.append(spot + turned(ring, np.full(len(ring), angle)))
    flat = []
    for points in (cores, rings):
        at = np.round(project(FLAT, np.array(points).reshape(-1, 2))).astype(np.int64).clip(0, VIEW - 1)
        flat.append((at[:, 1] * VIEW + at[:, 0]).reshape(len(SPOTS), _SAMPLES))
    return flat[0], flat[1]


_CORES, _RINGS = _pixels()


@dataclass(frozen=True)
class Samples:
    """Places as they look: cores and rings, places x 36 x 3, BGR, float32.

    Attributes:
        cores, rings: in grey levels.
        veil: how much of these is a veil that lies over all of the picture.
    """

    cores: NDArray[np.float32]
    rings: NDArray[np.float32]
    veil: float = 0.0

    @staticmethod
    def of(view: NDArray[np.uint8], veil: float = 0.0) -> Samples:
        """Of a view from above, VIEW x VIEW x 3."""
        smooth = cv2.blur(view, (3, 3)).reshape(-1, 3)
        return Samples(smooth[_CORES].astype(np.float32), smooth[_RINGS].astype(np.float32), veil)

    def in_light_of(self, other: Samples) -> Samples:
        """These places as they would look in another picture's light, nothing else being changed."""
        # Of ratios the median: a piece that came to stand in the ring is no light.
        gain = np.median((other.rings + 4) / (self.rings + 4), axis=1)[:, None, :]
        return Samples(self.cores * gain, self.rings * gain, other.veil)

    def changed(self, known: Samples) -> NDArray[np.bool_]:
        """Which places look other than they are known, light aside."""
        off, level = self._off(known)
        return np.asarray(off > _CHANGED * level + _LOUD)

    def change(self, known: Samples) -> NDArray[np.float64]:
        """By how much each place looks other than it is known, light aside, in shares of its brightness."""
        off, level = self._off(known)
        return np.asarray(off / level, np.float64)

    @property
    def burnt(self) -> NDArray[np.bool_]:
        """Which places are burnt pale: much of them is as bright as a camera can tell."""
        return np.asarray((self.cores >= _WHITE).mean(axis=(1, 2)) > _BURNT)

    def _off(self, known: Samples) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How far each core is from what it is known to look like, and how bright that is, in grey levels."""
        there = known.in_light_of(self).cores
        off = np.sqrt(((self.cores - there) ** 2).mean(axis=(1, 2)))
        return off, np.maximum(there.mean(axis=(1, 2)) - self.veil, _DARKEST)

    def mixed(self, newer: Samples, share: NDArray[np.float64]) -> Samples:
        """A share of each place's newer look taken over, in [0, 1]."""
        part = share[:, None, None].astype(np.float32)
        return Samples(
            self.cores + part * (newer.cores - self.cores),
            self.rings + part * (newer.rings - self.rings),
            newer.veil,
        )
