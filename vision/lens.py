"""Radial lens distortion: estimate it from the island's own lattice, and undo it.

The model is Brown's with one radial term ("Decentering distortion of lenses", 1966): a point of the photo at
a distance r from its middle, in halves of its width, belongs 1 + k1 r^2 times as far out. A wide lens shows
barrels: k1 is above 0, near 0.1 to 0.3. (OpenCV's term maps the undistorted picture to the photo, and so has
the opposite sign.) Phones correct their photos themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, inverse, project, solve_homography

MIN_K1, MAX_K1 = -0.2, 0.6
"""Range of the search for k1."""
_K1_STEP: Final = 0.04
_MAX_RESIDUAL_RATIO: Final = 0.94
"""A lens clearly explains 73 landmarks, each 0.04 hex sides off, where it leaves less than this share of the
error.

Photos that phones have corrected leave 0.96 or more: a network's errors have a pattern of their own."""
_MIN_EFFECT_SIDES: Final = 0.05
"""Largest shift of a landmark, in hex sides, below which the distortion is ignored."""
_MIN_LANDMARKS: Final = 45
"""Landmarks of the 73 that are needed to separate distortion from outliers."""
_MAX_STRAY_SIDES: Final = 0.15


@dataclass(frozen=True)
class Lens:
    """A lens and its picture's size; maps pixels of the photo to those of an undistorted picture.

    The undistorted picture has the photo's scale in its middle, and shows as much as possible without edges
    that the photo doesn't have.

    Attributes:
        k1: the radial term.
        width, height: of the photo in pixels.
    """

    k1: float
    width: int
    height: int

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the undistorted picture."""
        high = (self.height / self.width) ** 2
        if self.k1 >= 0:
            across, along = 1 + self.k1, 1 + self.k1 * high
        else:
            across = along = 1 + self.k1 * (1 + high)
        return max(1, int(self.width * across)), max(1, int(self.height * along))

    @property
    def _photo_centre(self) -> Points:
        return np.array([self.width - 1, self.height - 1]) / 2

    @property
    def _straight_centre(self) -> Points:
        return (np.array(self.extent) - 1) / 2

    def rescale(self, width: int, height: int) -> tuple[Lens, Homography]:
        """Return the lens for another size of the photo, and the map between the undistorted pictures."""
        other = Lens(self.k1, width, height)
        x, y = width / self.width, height / self.height
        at, to = self._straight_centre, other._straight_centre
        return other, np.array([[x, 0, to[0] - x * at[0]], [0, y, to[1] - y * at[1]], [0, 0, 1]])

    def undistort_points(self, points: Points) -> Points:
        """Map pixels n x 2 of the photo to pixels of the undistorted picture."""
        away = points - self._photo_centre
        r2 = (away**2).sum(axis=1, keepdims=True) / (self.width / 2) ** 2
        return np.asarray(self._straight_centre + away * (1 + self.k1 * r2))

    def distort_points(self, points: Points) -> Points:
        """Map pixels n x 2 of the undistorted picture to pixels of the photo."""
        away = points - self._straight_centre
        far = np.linalg.norm(away, axis=1) / (self.width / 2)
        return np.asarray(self._photo_centre + away * self._radial_scale(far)[:, None])

    def undistort(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the undistorted picture of a photo."""
        width, height = self.extent
        (left, top), (x0, y0) = self._straight_centre, self._photo_centre
        x = np.arange(width, dtype=np.float32)[None] - np.float32(left)
        y = np.arange(height, dtype=np.float32)[:, None] - np.float32(top)
        far = np.sqrt(x * x + y * y) / np.float32(self.width / 2)
        # The few thousand distinct distances are tabulated once.
        steps = np.linspace(0, float(far.max()), 4096)
        nearer = np.interp(far, steps, self._radial_scale(steps)).astype(np.float32)
        moved = cv2.remap(
            picture, x * nearer + np.float32(x0), y * nearer + np.float32(y0), cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        return np.asarray(moved, np.uint8)

    def _radial_scale(self, far: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the radial scale from undistorted picture to photo, at distances `far` in the former."""
        r = far / (1 + max(self.k1, 0.0))
        # Newton's method on r + k1 r^3 = far.
        for _ in range(12):
            r = r - (r + self.k1 * r**3 - far) / (1 + 3 * self.k1 * r**2)
        return np.where(far > 1e-9, r / np.maximum(far, 1e-9), 1.0)


def fit_lens(known: Points, seen: Points, width: int, height: int) -> Lens | None:
    """Return the lens that explains landmarks clearly better than no distortion, or None.

    Args:
        known: landmarks on the plane, n x 2.
        seen: the same landmarks in pixels of the photo, n x 2; there may be outliers.
        width, height: of the photo in pixels.
    """
    if len(known) < _MIN_LANDMARKS:
        return None
    none = Lens(0.0, width, height)
    flat, without = _fit_through(none, known, seen)
    terms = np.arange(MIN_K1, MAX_K1 + _K1_STEP / 2, _K1_STEP)
    left = np.array([_fit_through(Lens(float(k1), width, height), known, seen)[1] ** 2 for k1 in terms])
    best = int(left.argmin())
    if flat is None or best in (0, len(terms) - 1):
        return None
    before, here, after = left[best - 1 : best + 2]
    k1 = float(terms[best] + _K1_STEP / 2 * (before - after) / (before - 2 * here + after))
    lens = Lens(k1, width, height)
    plane, within = _fit_through(lens, known, seen)
    if plane is None or within > _MAX_RESIDUAL_RATIO * without:
        return None
    moved = none.undistort_points(lens.distort_points(project(plane, known)))
    off = np.linalg.norm(project(inverse(flat), moved) - known, axis=1)
    return lens if off.max() > _MIN_EFFECT_SIDES else None


def _fit_through(lens: Lens, known: Points, seen: Points) -> tuple[Homography | None, float]:
    """Fit the homography through a lens, and its error: root mean square in hex sides, outliers clipped."""
    straight = lens.undistort_points(seen)
    plane = solve_homography(known, straight, slack=_MAX_STRAY_SIDES * _side(known, straight))
    if plane is None:
        return None, _MAX_STRAY_SIDES
    off = np.linalg.norm(project(inverse(plane), straight) - known, axis=1)
    return plane, float(np.sqrt((off.clip(0, _MAX_STRAY_SIDES) ** 2).mean()))


def _side(known: Points, seen: Points) -> float:
    """Return the approximate length of a hex side in pixels."""
    return float(np.sqrt(np.prod(np.ptp(seen, axis=0)) / np.prod(np.ptp(known, axis=0))))
