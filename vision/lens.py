"""Lenses that bend straight lines: how much, told from the island's own lattice, and undone.

The model is Brown's with one radial term ("Decentering distortion of lenses", 1966): a point of the
photo at a distance r from its middle, in halves of its width, belongs 1 + k1 r^2 times as far out. A
wide lens shows barrels: k1 is above 0, near 0.1 to 0.3. (OpenCV's term goes the other way, from the
straight picture to the photo, and so has the other sign.) Phones correct their photos themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, inverse, project, solve

LEAST, MOST = -0.2, 0.6
"""Between these a lens is looked for."""
_STEP: Final = 0.04
_BETTER: Final = 0.94
"""A lens explains 73 landmarks, each 0.04 hex sides off, clearly better where it leaves less than this share.

Photos that phones have corrected leave 0.96 or more: what a network errs has its own pattern.
"""
_MATTERS: Final = 0.05
"""In hex sides: a lens that moves no landmark farther than this from where the homography has it is none."""
_ENOUGH: Final = 45
"""Number of the 73 landmarks are needed to tell a bent picture from strayed ones."""
_STRAY: Final = 0.15


@dataclass(frozen=True)
class Lens:
    """A lens and its picture's size; leads from pixels of the photo to those of a straight picture.

    The straight picture has the photo's scale in its middle, and shows as much as can be without
    edges that the photo doesn't have.

    Attributes:
        k1: the radial term.
        width, height: of the photo in pixels.
    """

    k1: float
    width: int
    height: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the straight picture."""
        high = (self.height / self.width) ** 2
        if self.k1 >= 0:
            across, along = 1 + self.k1, 1 + self.k1 * high
        else:
            across = along = 1 + self.k1 * (1 + high)
        return max(1, int(self.width * across)), max(1, int(self.height * along))

    @property
    def _middle(self) -> Points:
        return np.array([self.width - 1, self.height - 1]) / 2

    @property
    def _straight_middle(self) -> Points:
        return (np.array(self.extent) - 1) / 2

    def grown(self, width: int, height: int) -> tuple[Lens, Homography]:
        """The lens for the photo in another size, and the way from the one straight picture to the other."""
        other = Lens(self.k1, width, height)
        x, y = width / self.width, height / self.height
        at, to = self._straight_middle, other._straight_middle
        return other, np.array([[x, 0, to[0] - x * at[0]], [0, y, to[1] - y * at[1]], [0, 0, 1]])

    def straight(self, points: Points) -> Points:
        """Pixels n x 2 of the photo as pixels of the straight picture."""
        away = points - self._middle
        r2 = (away**2).sum(axis=1, keepdims=True) / (self.width / 2) ** 2
        return np.asarray(self._straight_middle + away * (1 + self.k1 * r2))

    def bent(self, points: Points) -> Points:
        """Pixels n x 2 of the straight picture as pixels of the photo."""
        away = points - self._straight_middle
        far = np.linalg.norm(away, axis=1) / (self.width / 2)
        return np.asarray(self._middle + away * self._nearer(far)[:, None])

    def straighten(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The straight picture of a photo."""
        width, height = self.extent
        (left, top), (x0, y0) = self._straight_middle, self._middle
        x = np.arange(width, dtype=np.float32)[None] - np.float32(left)
        y = np.arange(height, dtype=np.float32)[:, None] - np.float32(top)
        far = np.sqrt(x * x + y * y) / np.float32(self.width / 2)
        # The same few thousand distances come again and again.
        steps = np.linspace(0, float(far.max()), 4096)
        nearer = np.interp(far, steps, self._nearer(steps)).astype(np.float32)
        moved = cv2.remap(
            picture, x * nearer + np.float32(x0), y * nearer + np.float32(y0), cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        return np.asarray(moved, np.uint8)

    def _nearer(self, far: NDArray[np.float64]) -> NDArray[np.float64]:
        """By how much points `far` out in the straight picture lie nearer to the middle in the photo."""
        r = far / (1 + max(self.k1, 0.0))
        # Newton's method on r + k1 r^3 = far.
        for _ in range(12):
            r = r - (r + self.k1 * r**3 - far) / (1 + 3 * self.k1 * r**2)
        return np.where(far > 1e-9, r / np.maximum(far, 1e-9), 1.0)


def fit_lens(known: Points, seen: Points, width: int, height: int) -> Lens | None:
    """The lens that explains landmarks clearly better than none; None where it doesn't matter.

    Args:
        known: landmarks on the plane, n x 2.
        seen: where they were seen, in pixels of the photo, n x 2; some may have strayed.
        width, height: of the photo in pixels.
    """
    if len(known) < _ENOUGH:
        return None
    none = Lens(0.0, width, height)
    flat, without = _through(none, known, seen)
    terms = np.arange(LEAST, MOST + _STEP / 2, _STEP)
    left = np.array([_through(Lens(float(k1), width, height), known, seen)[1] ** 2 for k1 in terms])
    best = int(left.argmin())
    if flat is None or best in (0, len(terms) - 1):
        return None
    before, here, after = left[best - 1 : best + 2]
    k1 = float(terms[best] + _STEP / 2 * (before - after) / (before - 2 * here + after))
    lens = Lens(k1, width, height)
    plane, within = _through(lens, known, seen)
    if plane is None or within > _BETTER * without:
        return None
    moved = none.straight(lens.bent(project(plane, known)))
    off = np.linalg.norm(project(inverse(flat), moved) - known, axis=1)
    return lens if off.max() > _MATTERS else None


def _through(lens: Lens, known: Points, seen: Points) -> tuple[Homography | None, float]:
    """The homography through a lens, and what it leaves: root mean square in hex sides, strays held in."""
    straight = lens.straight(seen)
    plane = solve(known, straight, slack=_STRAY * _side(known, straight))
    if plane is None:
        return None, _STRAY
    off = np.linalg.norm(project(inverse(plane), straight) - known, axis=1)
    return plane, float(np.sqrt((off.clip(0, _STRAY) ** 2).mean()))


def _side(known: Points, seen: Points) -> float:
    """About how many pixels a hex side takes."""
    return float(np.sqrt(np.prod(np.ptp(seen, axis=0)) / np.prod(np.ptp(known, axis=0))))
