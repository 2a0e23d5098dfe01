"""The direction of a reaching hand, which identifies the player who made a change.

Motion over the board is accumulated. Seen from the changed place, an arm points towards its owner. The length
of its visible part doesn't matter, so the board need not be in the middle of the picture.
"""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow.motion import Motion
from vision.lattice import Homography

_MIN_ARM_SIDES, _MAX_ARM_SIDES = 1.2, 8.0
"""Range of distances of an arm from a place, in hex sides: nearer are the fingers themselves."""
_MIN_ARM_PX: Final = 25
"""Pixels of the gate's small picture from which on motion is an arm."""
_MIN_COHERENCE: Final = 0.8
"""Least length of the mean direction, 1 where all directions are equal: less is two arms, or none."""


class ReachTracker:
    """Accumulates the motion over the board between two readings."""

    def __init__(self) -> None:
        """Start without motion."""
        self._moved: NDArray[np.float32] | None = None
        self._scale = (1.0, 1.0)
        self._looked = False

    def record_motion(self, motion: Motion) -> None:
        """Add motion; the first motion after a reading replaces earlier motion."""
        if self._moved is None or self._looked or self._moved.shape != motion.moved.shape:
            self._moved = np.zeros(motion.moved.shape, np.float32)
        self._moved += motion.moved
        self._scale, self._looked = motion.scale, False

    def record_look(self) -> None:
        """Record that the board was read: motion has stopped."""
        self._looked = True

    def reset(self) -> None:
        """Drop all motion: frames were missed, or the camera was moved."""
        self._moved = None

    def hand_side_deg(self, place: NDArray[np.float64], plane: Homography) -> float | None:
        """Return the direction of the hand that touched a place.

        Args:
            place: x, y in the island's plane.
            plane: homography from the plane to pixels of the frame.

        Returns:
            Degrees clockwise from the island's north, 0 to 360; None if unclear.
        """
        if self._moved is None:
            return None
        rows, columns = np.nonzero(self._moved)
        if len(rows) < _MIN_ARM_PX:
            return None
        pixels = np.column_stack([columns + 0.5, rows + 0.5]) * self._scale
        points = cv2.perspectiveTransform(pixels[None].astype(np.float64), np.linalg.inv(plane))[0]
        away = points - place
        far = np.linalg.norm(away, axis=1)
        arm = (far > _MIN_ARM_SIDES) & (far < _MAX_ARM_SIDES)
        if np.count_nonzero(arm) < _MIN_ARM_PX:
            return None
        # Points farther out determine the direction more precisely.
        weights = self._moved[rows[arm], columns[arm]] * far[arm]
        x, y = (weights[:, None] * away[arm] / far[arm, None]).sum(axis=0) / weights.sum()
        if math.hypot(x, y) < _MIN_COHERENCE:
            return None
        return math.degrees(math.atan2(x, -y)) % 360.0
