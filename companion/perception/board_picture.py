"""A camera's picture of the board, with the island highlighted while it is tracked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final

import cv2
import numpy as np

from companion.island.geometry import HEXES
from companion.observations import Observation
from companion.sources.camera import Frame
from vision.glow import draw_glow
from vision.lattice import Points, hex_corners

WIDTH_PX: Final = 640
"""The picture's width: people only glance at it."""
JPEG_QUALITY: Final = 80
_GOLD: Final = (90, 220, 255)
"""BGR."""
_INSET: Final = 0.94
"""The size of the highlighted hexes, as a share of the real ones."""

ProjectionGetter = Callable[[], Callable[[Points], Points] | None]
"""Returns the projection from the island's plane to the newest frame; None: the board isn't found."""


class BoardPicture:
    """A watcher without observations: it stores the newest frame and draws it on request."""

    every_s: float = 0.04

    def __init__(self) -> None:
        """Start without a frame."""
        self.get_projection: ProjectionGetter = lambda: None
        self._lock = threading.Lock()
        self._newest: tuple[Frame, Callable[[Points], Points] | None] | None = None

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Store a frame, with the board's projection in it."""
        with self._lock:
            self._newest = (frame, self.get_projection())
        return ()

    @property
    def is_followed(self) -> bool:
        """True if the board is tracked."""
        with self._lock:
            return self._newest is not None and self._newest[1] is not None

    def jpeg(self) -> bytes | None:
        """Return the newest frame with the island highlighted; None: there is none yet."""
        with self._lock:
            seen = self._newest
        if seen is None:
            return None
        frame, onto = seen
        height, width = frame.image.shape[:2]
        scale = WIDTH_PX / width
        drawn = np.asarray(cv2.resize(frame.image, (WIDTH_PX, round(height * scale))), np.uint8)
        if onto is not None:
            outlines = [(onto(hex_corners(hex_id, _INSET)) * scale, _GOLD) for hex_id in HEXES]
            draw_glow(drawn, outlines, WIDTH_PX / 160)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return data.tobytes() if done else None
