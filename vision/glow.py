"""Light around what was found in a photo: a person sees at a glance what the machine saw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
"""BGR."""

_SHIFT: Final = 4
_FRACTION: Final = 2**_SHIFT
_SCALED: Final = 4
"""The light is worked out at so many times less: it has no edge that anybody would miss."""


def glow(
    image: NDArray[np.uint8], outlines: Iterable[tuple[NDArray[np.float64], Colour]], wide: float
) -> None:
    """Let closed outlines shine on an image, in place.

    Args:
        image: BGR, height x width x 3.
        outlines: of each its corners, n x 2 in pixels, and its colour.
        wide: how far the light reaches, in pixels.
    """
    height, width = image.shape[:2]
    size = (max(1, width // _SCALED), max(1, height // _SCALED))
    light = np.zeros((size[1], size[0], 3), np.uint8)
    thick = max(1, round(wide / _SCALED))
    for corners, colour in outlines:
        path = np.round(corners / _SCALED * _FRACTION).astype(np.int32)
        cv2.polylines(light, [path], True, colour, thick, cv2.LINE_AA, _SHIFT)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.8, wide / _SCALED / 1.6)), np.uint8)
    spread = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.add(image, spread, dst=image)
