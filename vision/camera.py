"""Where the camera stands over the board, told from the island's plane alone.

A homography from a plane fixes the focal length of a camera with square pixels that looks through
the middle of its picture (Zhang, "A flexible new technique for camera calibration", 2000, section
3.1), the better the more the camera is tilted; seen from straight above it tells nothing, and a usual lens
is taken. That is exact enough to know how bodies lean away from the point below the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points

_USUAL: Final = 0.85
"""Focal length of a usual lens, in widths of the picture."""
_SHORTEST, _LONGEST = 0.5, 3.0
_TELLING: Final = np.sin(np.deg2rad(12)) ** 4
"""From about this tilt on the plane says more of the focal length than habit does."""


@dataclass(frozen=True)
class Camera:
    """A camera over the island, in the plane's coordinates (unit: a hex side, y to the south).

    Attributes:
        foot: the point of the plane right below it, (x, y).
        height: above the plane.
        focal_length: in pixels.
    """

    foot: tuple[float, float]
    height: float
    focal_length: float

    def lean(self, places: Points) -> Points:
        """By how much a body's top leans away at places n x 2 of the plane, for each height of one: n x 2."""
        return np.asarray((places - np.array(self.foot)) / self.height)


def camera_over(plane: Homography, width: int, height: int) -> Camera:
    """The camera that sees the plane so.

    Args:
        plane: homography from the plane to pixels.
        width, height: of the picture in pixels.
    """
    longer = max(width, height)
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, longer]]) @ plane
    centred = centred / np.linalg.norm(centred[:, 0])
    across, along, to = centred.T / np.array([longer, longer, longer])
    # Both axes of the plane are equally long and at right angles; each says something of 1 / f^2.
    knowns = np.array([across[:2] @ along[:2], across[:2] @ across[:2] - along[:2] @ along[:2]])
    rests = np.array([across[2] * along[2], across[2] ** 2 - along[2] ** 2])
    strength = float(across[:2] @ across[:2]) ** 2 * _TELLING
    inverse_square = (strength / _USUAL**2 - knowns @ rests) / (strength + knowns @ knowns)
    focal = float(np.clip(inverse_square, _LONGEST**-2, _SHORTEST**-2)) ** -0.5
    unit = np.array([1 / focal, 1 / focal, 1])
    x, y, shift = across * unit, along * unit, to * unit
    scale = (np.linalg.norm(x) + np.linalg.norm(y)) / 2
    turn, _, back = np.linalg.svd(np.column_stack([x, y, np.cross(x, y) / scale]))
    rotation: NDArray[np.float64] = turn @ back
    eye = -rotation.T @ (shift / scale)
    return Camera((float(eye[0]), float(eye[1])), max(abs(float(eye[2])), 1.0), focal * longer)
