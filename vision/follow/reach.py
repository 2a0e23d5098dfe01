"""From which side a hand reached in: who sits there did what it left behind.

While something moves over the board, where it moves is gathered. Seen from the place that it left looking
otherwise, an arm lies towards whoever it belongs to: how far out it is seen doesn't matter, so that the
board need not be in the middle of the picture.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow.motion import Motion
from vision.lattice import Homography

_NEAR, _FAR = 1.2, 8.0
"""An arm is seen from a place between so far and so far, in hex sides: nearer are the fingers themselves."""
_ENOUGH_PX: Final = 25
"""Pixels of the gate's small picture from which on what moves is an arm."""
_ONE_WAY: Final = 0.8
"""Least length of the mean direction, 1 where all is seen the same way: less is two arms, or none."""


class ReachTracker:
    """Gathers what moves over the board from one look at it to the next."""

    def __init__(self) -> None:
        """Begin with nothing that moved."""
        self._moved: NDArray[np.float32] | None = None
        self._scale = (1.0, 1.0)
        self._looked = False

    def moved(self, motion: Motion) -> None:
        """Something moves; after a look what moved before it is another story."""
        if self._moved is None or self._looked or self._moved.shape != motion.moved.shape:
            self._moved = np.zeros(motion.moved.shape, np.float32)
        self._moved += motion.moved
        self._scale, self._looked = motion.scale, False

    def looked(self) -> None:
        """The board was looked at: nothing moved any more."""
        self._looked = True

    def forget(self) -> None:
        """Frames were missed, or the camera was moved: nobody knows who was there."""
        self._moved = None

    def side(self, place: NDArray[np.float64], plane: Homography) -> float | None:
        """From which side the hand came that was at a place.

        Args:
            place: x, y in the island's plane.
            plane: homography from the plane to pixels of the frame.

        Returns:
            Degrees clockwise from the island's north, 0 to 360; None where it can't be told.
        """
        if self._moved is None:
            return None
        rows, columns = np.nonzero(self._moved)
        if len(rows) < _ENOUGH_PX:
            return None
        pixels = np.column_stack([columns + 0.5, rows + 0.5]) * self._scale
        points = cv2.perspectiveTransform(pixels[None].astype(np.float64), np.linalg.inv(plane))[0]
        away = points - place
        far = np.linalg.norm(away, axis=1)
        arm = (far > _NEAR) & (far < _FAR)
        if np.count_nonzero(arm) < _ENOUGH_PX:
            return None
        # What is farther out says more precisely where it points.
        weights = self._moved[rows[arm], columns[arm]] * far[arm]
        x, y = (weights[:, None] * away[arm] / far[arm, None]).sum(axis=0) / weights.sum()
        if math.hypot(x, y) < _ONE_WAY:
            return None
        return math.degrees(math.atan2(x, -y)) % 360.0
