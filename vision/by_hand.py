"""Where the island lies by what people say: the middles of its corner hexes, pointed out on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from companion.island.geometry import CORNER_HEXES, position
from vision.lattice import Homography, Points, project, solve, upright

MIDDLES: Final[Points] = np.array([position(at) for at in CORNER_HEXES])
"""The middles of the hexes at the island's six corners, on its plane, clockwise: 6 x 2."""
FEWEST: Final = 3
"""Three say where it lies, how large and how slanted; from four on the perspective, too."""
_EXACT: Final = 4
_LEAST_TURN: Final = 0.05
"""Corners that lie nearly on one line say nothing: twice the area of a triangle of them, as a share of the
square of its longest side."""

Corner = tuple[float, float]


def plane_of(corners: Sequence[Corner | None]) -> Homography | None:
    """The homography from the island's plane to pixels that leads the corners to where people say they are.

    Args:
        corners: six places in pixels, clockwise as the picture shows them; None where nobody said it. Which
            of them is first makes no difference: the island's north is what is nearest to the picture's up.

    Returns:
        The homography; None where the corners can't be those of an island: too few, on a line, or crosswise.
    """
    said = [n for n, corner in enumerate(corners) if corner is not None]
    if len(corners) != len(MIDDLES) or len(said) < FEWEST:
        return None
    seen = np.array([corners[n] for n in said], np.float64)
    if not _turns(seen):
        return None
    if len(said) >= _EXACT:
        plane = solve(MIDDLES[said], seen)
    else:
        move = cv2.getAffineTransform(MIDDLES[said].astype(np.float32), seen.astype(np.float32))
        plane = np.vstack([move, [0.0, 0.0, 1.0]])
    if plane is None or np.linalg.det(plane) <= 0 or not _turns(project(plane, MIDDLES)):
        return None
    return upright(plane)


def corners_of(plane: Homography) -> Points:
    """Where the corners lie in a picture by a plane, in pixels, clockwise: 6 x 2."""
    return project(plane, MIDDLES)


def _turns(around: Points) -> bool:
    """Whether places lie around something, clockwise, none of them on a line with its neighbours."""
    before, after = np.roll(around, 1, axis=0), np.roll(around, -1, axis=0)
    one, other = around - before, after - around
    turn = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    longest = max(float((one**2).sum(axis=1).max()), 1.0)
    return bool((turn > _LEAST_TURN * longest).all())
