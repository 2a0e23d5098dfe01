"""The camera's position over the board, estimated from the island's plane alone.

A homography from a plane fixes the focal length of a camera with square pixels whose optical axis meets the
middle of its picture (Zhang, "A flexible new technique for camera calibration", 2000, section 3.1), the
better the more the camera is tilted. Seen from straight above it determines nothing, and a default lens is
assumed. That is exact enough to know how bodies lean away from the point below the camera.

A cropped picture has another middle than the lens had. Where the estimated camera does not see the island as
foreshortened as it is, its position is estimated from foreshortening and narrowing alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, inverse, project, solve_homography

_DEFAULT_FOCAL_WIDTHS: Final = 0.85
"""Focal length of an ordinary lens, in widths of the picture."""
_MIN_FOCAL_WIDTHS, _MAX_FOCAL_WIDTHS = 0.5, 3.0
_MIN_TILT_STRENGTH: Final = np.sin(np.deg2rad(12)) ** 4
"""Tilt from which on the plane outweighs the default focal length."""
_MAX_FORESHORTENING_RATIO: Final = 1.4
"""Largest ratio between the island's foreshortening and that of the estimated camera: in 35 photos and 12
rendered pictures it is 0.83 to 1.26, the farthest in photos squeezed to a square."""
_MIN_DISTANCE_SIDES, _MAX_DISTANCE_SIDES, _MIN_HEIGHT_SIDES = 6.0, 200.0, 1.0
"""Bounds of a camera's distance from the island's middle, and its least height above the table, in hex sides.
"""


@dataclass(frozen=True)
class Camera:
    """A camera over the island, in the plane's coordinates (unit: a hex side, y to the south).

    Attributes:
        foot: the point of the plane right below it, (x, y).
        height: above the plane.
    """

    foot: tuple[float, float]
    height: float

    def lean(self, places: Points) -> Points:
        """Return the displacement of a body's top per unit of height, at places n x 2 of the plane: n x 2."""
        return np.asarray((places - np.array(self.foot)) / self.height)


def estimate_camera(plane: Homography, width: int, height: int) -> Camera:
    """Estimate the camera from its image of the plane.

    Args:
        plane: homography from the plane to pixels.
        width, height: of the picture in pixels.
    """
    longer = max(width, height)
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, longer]]) @ plane
    centred = centred / np.linalg.norm(centred[:, 0])
    across, along, to = centred.T / np.array([longer, longer, longer])
    # Both axes of the plane are equally long and at right angles; each gives one equation for 1 / f^2.
    knowns = np.array([across[:2] @ along[:2], across[:2] @ across[:2] - along[:2] @ along[:2]])
    rests = np.array([across[2] * along[2], across[2] ** 2 - along[2] ** 2])
    strength = float(across[:2] @ across[:2]) ** 2 * _MIN_TILT_STRENGTH
    inverse_square = (strength / _DEFAULT_FOCAL_WIDTHS**2 - knowns @ rests) / (strength + knowns @ knowns)
    focal = float(np.clip(inverse_square, _MAX_FOCAL_WIDTHS**-2, _MIN_FOCAL_WIDTHS**-2)) ** -0.5
    unit = np.array([1 / focal, 1 / focal, 1])
    x, y, shift = across * unit, along * unit, to * unit
    scale = (np.linalg.norm(x) + np.linalg.norm(y)) / 2
    turn, _, back = np.linalg.svd(np.column_stack([x, y, np.cross(x, y) / scale]))
    rotation: NDArray[np.float64] = turn @ back
    eye = -rotation.T @ (shift / scale)
    camera = Camera((float(eye[0]), float(eye[1])), max(abs(float(eye[2])), _MIN_HEIGHT_SIDES))
    foreshortened = 1 / np.hypot(1, np.linalg.norm(camera.lean(np.zeros((1, 2)))))
    seen = _foreshortening(plane, np.zeros(2))[0]
    return (
        camera
        if 1 / _MAX_FORESHORTENING_RATIO < foreshortened / seen < _MAX_FORESHORTENING_RATIO
        else _camera_from_foreshortening(plane)
    )


def _foreshortening(plane: Homography, at: NDArray[np.float64]) -> tuple[float, float, NDArray[np.float64]]:
    """Return the image of a small circle at a point of the plane.

    Returns:
        Its short axis over its long one, its long axis, and the direction of the short one (a unit vector of
            the plane).
    """
    x, y, by = plane @ np.append(at, 1)
    slope = (plane[:2, :2] - np.outer([x / by, y / by], plane[2, :2])) / by
    _, (long, short), axes = np.linalg.svd(slope)
    return float(short / long), float(long), axes[1]


def _camera_from_foreshortening(plane: Homography) -> Camera:
    """Estimate the camera from the island's foreshortening and its narrowing with distance."""
    middle = np.zeros(2)
    share, _, away = _foreshortening(plane, middle)
    narrower = np.log(_foreshortening(plane, middle - away)[1] / _foreshortening(plane, middle + away)[1]) / 2
    slant = np.sqrt(max(1 - share**2, 0.0))
    # One side farther on the plane is the sine of the tilt farther from the eye.
    distance = float(np.clip(slant / max(abs(narrower), 1e-6), _MIN_DISTANCE_SIDES, _MAX_DISTANCE_SIDES))
    foot = -np.sign(narrower) * away * distance * slant
    return Camera((float(foot[0]), float(foot[1])), max(distance * share, _MIN_HEIGHT_SIDES))


# Radial lens distortion: estimate it from the island's own lattice, and undo it.
#
# The model is Brown's with one radial term ("Decentering distortion of lenses", 1966): a point of the photo
# at a distance r from its middle, in halves of its width, belongs 1 + k1 r^2 times as far out. A wide lens
# shows barrels: k1 is above 0, near 0.1 to 0.3. (OpenCV's term maps the undistorted picture to the photo, and
# so has the opposite sign.) Phones correct their photos themselves.


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
