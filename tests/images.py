"""Pictures read by tests; an unreadable one fails the test."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sim.resource_dice import IVORY_SET, SetColours


def picture_at(path: Path | str) -> NDArray[np.uint8]:
    """The picture in a file: uint8, height x width x 3 (BGR)."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def picture_of(packed: bytes, flags: int = cv2.IMREAD_COLOR) -> NDArray[np.uint8]:
    """Decode a JPEG or PNG: uint8, height x width x 3 (BGR), or as `cv2.imdecode` takes these flags."""
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), flags)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def add_noise(picture: NDArray[np.uint8], spread: float, seed: int | None = None) -> NDArray[np.uint8]:
    """Add sensor noise of this spread (grey levels) to every channel."""
    if seed is not None:
        cv2.setRNGSeed(seed)
    grain = np.empty(picture.shape, np.int16)
    cv2.randn(grain, np.zeros(3), np.full(3, spread))
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


SET_COLOURS: Final = (
    IVORY_SET,
    SetColours((206.0, 222.0, 232.0), (40.0, 34.0, 30.0)),
    SetColours((36.0, 34.0, 32.0), (226.0, 232.0, 236.0)),
    SetColours((40.0, 40.0, 150.0), (190.0, 226.0, 240.0)),
    SetColours((110.0, 70.0, 30.0), (110.0, 210.0, 240.0)),
)
"""Sets of resource dice in whose pictures no network was trained."""
