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

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points

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
