"""A glow around objects in a photo, so that a person sees at a glance what was detected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = tuple[int, int, int]
"""Blue, green, red."""

_SUBPIXEL_BITS: Final = 4
_FRACTION: Final = 2**_SUBPIXEL_BITS
_DOWNSCALE: Final = 4
"""The glow is drawn at this fraction of the resolution: it has no sharp edges."""


def draw_glow(
    image: NDArray[np.uint8], outlines: Iterable[tuple[NDArray[np.float64], Bgr]], radius_px: float
) -> None:
    """Draw a glow along closed outlines into an image, in place.

    Args:
        image: BGR, height x width x 3.
        outlines: the corners of each, n x 2 in pixels, and its colour.
        radius_px: the glow's radius.
    """
    height, width = image.shape[:2]
    size = (max(1, width // _DOWNSCALE), max(1, height // _DOWNSCALE))
    light = np.zeros((size[1], size[0], 3), np.uint8)
    thick = max(1, round(radius_px / _DOWNSCALE))
    for corners, colour in outlines:
        path = np.round(corners / _DOWNSCALE * _FRACTION).astype(np.int32)
        cv2.polylines(light, [path], True, colour, thick, cv2.LINE_AA, _SUBPIXEL_BITS)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.8, radius_px / _DOWNSCALE / 1.6)), np.uint8)
    spread = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.add(image, spread, dst=image)
