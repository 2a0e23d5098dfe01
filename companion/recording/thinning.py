"""Selects the frames of a camera that a recording stores: few while nothing moves."""

from __future__ import annotations

import math
from typing import Final

from companion.sources.camera import Frame
from vision.follow.motion import MotionGate

SETTLE_S: Final = 3.0
"""Seconds after the last movement during which every frame is stored: new pieces are read meanwhile."""
QUIET_INTERVAL_S: Final = 1.0
"""Seconds between two stored frames of a quiet table."""


class FrameThinning:
    """Examines every frame and selects those to store and show."""

    def __init__(self) -> None:
        self._gate = MotionGate()
        self._shape: tuple[int, ...] = ()
        self._number = -1
        self._moved_at = self._kept_at = -math.inf

    def should_keep(self, frame: Frame, t: float) -> bool:
        """Return whether to store a frame that arrives at a time."""
        if frame.number != self._number:
            self._detect_motion(frame, t)
        keep = t - self._moved_at < SETTLE_S or t - self._kept_at >= QUIET_INTERVAL_S
        if keep:
            self._kept_at = t
        return keep

    def _detect_motion(self, frame: Frame, t: float) -> None:
        shape = frame.image.shape
        if shape != self._shape:
            # This is the first frame of this size: all of it is new.
            self._gate.forget()
            self._shape, self._moved_at = shape, t
        self._number = frame.number
        if not self._gate.detect(frame.image, t).is_still:
            self._moved_at = t
