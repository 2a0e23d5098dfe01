"""Which frames of a camera a recording keeps: while nothing moves, few show all that there is to see."""

from __future__ import annotations

import math
from typing import Final

from companion.sources.camera import Frame
from vision.follow.motion import Gate

SETTLE_S: Final = 3.0
"""Seconds after the last movement during which every frame is kept: what was put down is read meanwhile."""
QUIET_EVERY_S: Final = 1.0
"""Seconds between two frames that are kept of what is quiet."""


class Thinning:
    """Looks at every frame, and says which are to be shown; the others nobody sees."""

    def __init__(self) -> None:
        self._gate = Gate()
        self._shape: tuple[int, ...] = ()
        self._number = -1
        self._moved_at = self._kept_at = -math.inf

    def keeps(self, frame: Frame, t: float) -> bool:
        """Whether a frame that comes at a time is kept."""
        if frame.number != self._number:
            self._look(frame, t)
        keep = t - self._moved_at < SETTLE_S or t - self._kept_at >= QUIET_EVERY_S
        if keep:
            self._kept_at = t
        return keep

    def _look(self, frame: Frame, t: float) -> None:
        shape = frame.image.shape
        if shape != self._shape:
            # Nothing was seen before this frame: whatever it shows is new.
            self._gate.forget()
            self._shape, self._moved_at = shape, t
        self._number = frame.number
        if not self._gate.look(frame.image, t).still:
            self._moved_at = t
