"""Where the camera stands over the board, told from the island's plane alone.

A homography from a plane fixes the focal length of a camera with square pixels that looks through
the middle of its picture (Zhang, "A flexible new technique for camera calibration", 2000, section
3.1), the better the more the camera is tilted; seen from straight above it tells nothing, and a usual lens
is taken. That is exact enough to know how bodies lean away from the point below the camera.

A picture that somebody cut to a part has another middle than the lens had. Where the camera so found
does not see the island as foreshortened as it is, foreshortening and narrowing alone say where it stands.
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
_ALIKE: Final = 1.4
"""By what factor the island may be otherwise foreshortened than for the camera that was found: in 35 photos
and 12 rendered pictures it is by 0.83 to 1.26, the farthest in photos squeezed to a square."""
_NEAREST, _FARTHEST, _LOWEST = 6.0, 200.0, 1.0
"""How far from the island's middle a camera may be, and how high above the table at least, in hex sides."""


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
    camera = Camera((float(eye[0]), float(eye[1])), max(abs(float(eye[2])), _LOWEST))
    foreshortened = 1 / np.hypot(1, np.linalg.norm(camera.lean(np.zeros((1, 2)))))
    seen = _foreshortening(plane, np.zeros(2))[0]
    return camera if 1 / _ALIKE < foreshortened / seen < _ALIKE else _by_shape(plane)


def _foreshortening(plane: Homography, at: NDArray[np.float64]) -> tuple[float, float, NDArray[np.float64]]:
    """How a small circle at a point of the plane looks: short over long, how long, and along what it is short
    (a unit vector of the plane)."""
    x, y, by = plane @ np.append(at, 1)
    slope = (plane[:2, :2] - np.outer([x / by, y / by], plane[2, :2])) / by
    _, (long, short), axes = np.linalg.svd(slope)
    return float(short / long), float(long), axes[1]


def _by_shape(plane: Homography) -> Camera:
    """The camera by how foreshortened the island is in its middle, and how much smaller farther away."""
    middle = np.zeros(2)
    share, _, away = _foreshortening(plane, middle)
    narrower = np.log(_foreshortening(plane, middle - away)[1] / _foreshortening(plane, middle + away)[1]) / 2
    slant = np.sqrt(max(1 - share**2, 0.0))
    # What is farther by one side of the plane is farther from the eye by the sine of the tilt.
    distance = float(np.clip(slant / max(abs(narrower), 1e-6), _NEAREST, _FARTHEST))
    foot = -np.sign(narrower) * away * distance * slant
    return Camera((float(foot[0]), float(foot[1])), max(distance * share, _LOWEST))
