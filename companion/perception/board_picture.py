"""What a camera sees of a board, as a picture to look at: the island shines where it is followed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final

import cv2
import numpy as np

from companion.island.geometry import HEXES
from companion.observations import Observation
from companion.sources.camera import Frame
from vision.glow import glow
from vision.lattice import Points, hex_corners

WIDTH: Final = 640
"""Of the picture, in pixels: it is looked at in passing."""
QUALITY: Final = 80
_GOLD: Final = (90, 220, 255)
"""BGR."""
_INSET: Final = 0.94
"""Hexes shine within their borders."""

Lies = Callable[[], Callable[[Points], Points] | None]
"""How points of the island's plane lie in the newest frame; None: the board isn't found."""


class BoardPicture:
    """A watcher that tells nothing: it keeps the newest frame, to be drawn once somebody looks."""

    every_s: float = 0.04

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self.lies: Lies = lambda: None
        self._lock = threading.Lock()
        self._seen: tuple[Frame, Callable[[Points], Points] | None] | None = None

    def take(self, frame: Frame) -> Iterable[Observation]:
        """Keep a frame, with how the board lies in it."""
        with self._lock:
            self._seen = (frame, self.lies())
        return ()

    @property
    def found(self) -> bool:
        """Whether the board is followed."""
        with self._lock:
            return self._seen is not None and self._seen[1] is not None

    def jpeg(self) -> bytes | None:
        """The newest frame; None: none has come."""
        with self._lock:
            seen = self._seen
        if seen is None:
            return None
        frame, onto = seen
        height, width = frame.image.shape[:2]
        scale = WIDTH / width
        drawn = np.asarray(cv2.resize(frame.image, (WIDTH, round(height * scale))), np.uint8)
        if onto is not None:
            outlines = [(onto(hex_corners(hex_id, _INSET)) * scale, _GOLD) for hex_id in HEXES]
            glow(drawn, outlines, WIDTH / 160)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return data.tobytes() if done else None
