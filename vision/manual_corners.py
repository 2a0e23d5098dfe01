"""The island's plane from corners that people point out: the centres of the corner hexes in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from companion.island.geometry import CORNER_HEXES, position
from vision.lattice import Homography, Points, orient_north_up, project, solve_homography

CORNER_CENTRES: Final[Points] = np.array([position(at) for at in CORNER_HEXES])
"""The centres of the island's six corner hexes on its plane, clockwise: 6 x 2."""
MIN_CORNERS: Final = 3
"""Three corners give an affine map; four and more give the perspective too."""
_HOMOGRAPHY_CORNERS: Final = 4
_MIN_TURN: Final = 0.05
"""Corners nearly on a line determine nothing: least value of twice their triangle's area, as a share of the
square of its longest side."""

Corner = tuple[float, float]


def plane_from_corners(corners: Sequence[Corner | None]) -> Homography | None:
    """Return the homography from the island's plane to pixels that maps the corners to given places.

    Args:
        corners: six places in pixels, clockwise in the picture; None where nobody gave it. Any of them may be
            the first: the island's north is the direction nearest to the picture's up.

    Returns:
        The homography; None where the corners can't be those of an island: too few, on a line, or crosswise.
    """
    given = [n for n, corner in enumerate(corners) if corner is not None]
    if len(corners) != len(CORNER_CENTRES) or len(given) < MIN_CORNERS:
        return None
    seen = np.array([corners[n] for n in given], np.float64)
    if not _is_clockwise(seen):
        return None
    if len(given) >= _HOMOGRAPHY_CORNERS:
        plane = solve_homography(CORNER_CENTRES[given], seen)
    else:
        move = cv2.getAffineTransform(CORNER_CENTRES[given].astype(np.float32), seen.astype(np.float32))
        plane = np.vstack([move, [0.0, 0.0, 1.0]])
    if plane is None or np.linalg.det(plane) <= 0 or not _is_clockwise(project(plane, CORNER_CENTRES)):
        return None
    return orient_north_up(plane)


def project_corners(plane: Homography) -> Points:
    """Return the corners in a picture by a plane, in pixels, clockwise: 6 x 2."""
    return project(plane, CORNER_CENTRES)


def _is_clockwise(around: Points) -> bool:
    """Return whether points go clockwise around something, none of them on a line with its neighbours."""
    before, after = np.roll(around, 1, axis=0), np.roll(around, -1, axis=0)
    one, other = around - before, after - around
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    longest = max(float((one**2).sum(axis=1).max()), 1.0)
    return bool((turn > _MIN_TURN * longest).all())
