"""CIELAB: colours in which equal distances look about equally large.

Source: CIE 15:2004, for sRGB (IEC 61966-2-1) and its white (D65). OpenCV's conversion builds tables for 0.2 s
in each process, clips, and differs by up to half a unit.
"""

from __future__ import annotations

from typing import Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

_Float = TypeVar("_Float", np.float32, np.float64)

_BGR_TO_XYZ: Final = np.array(
    [[0.1804375, 0.3575761, 0.4124564], [0.0721750, 0.7151522, 0.2126729], [0.9503041, 0.1191920, 0.0193339]]
)
_TO_WHITE: Final = _BGR_TO_XYZ / _BGR_TO_XYZ.sum(axis=1, keepdims=True)
"""From linear BGR to XYZ, divided by the white's."""
_ROOTS_TO_LAB: Final = np.array([[0, 116, 0, -16], [500, -500, 0, 0], [0, 200, -200, 0]], np.float64)
"""From the cube roots of XYZ; the last column is added."""
_LINEAR_LIMIT: Final = (6 / 29) ** 3


def bgr_to_linear(colours: NDArray[_Float]) -> NDArray[_Float]:
    """Convert sRGB from 0 to 1 to linear light from 0 to 1, in any order of channels."""
    return np.asarray(
        np.where(colours > 0.04045, ((np.maximum(colours, 0) + 0.055) / 1.055) ** 2.4, colours / 12.92),
        colours.dtype,
    )


_BYTE_TO_LINEAR: Final = bgr_to_linear(np.arange(256) / 255).astype(np.float32)


def linear_to_lab(colours: NDArray[_Float]) -> NDArray[_Float]:
    """Convert linear light (... x 3, BGR, 0 to 1) to CIELAB: lightness 0 to 100, a to red, b to yellow."""
    if not colours.size:
        return colours.copy()
    scaled = cv2.transform(np.ascontiguousarray(colours).reshape(-1, 1, 3), _TO_WHITE).reshape(-1, 3)
    root = np.cbrt(scaled)
    is_dark = scaled <= _LINEAR_LIMIT
    if is_dark.any():
        root[is_dark] = scaled[is_dark] / (3 * (6 / 29) ** 2) + 4 / 29
    lab = cv2.transform(root.reshape(-1, 1, 3), _ROOTS_TO_LAB)
    return np.asarray(lab.reshape(colours.shape), colours.dtype)


def bgr_to_lab(colours: NDArray[_Float]) -> NDArray[_Float]:
    """Convert sRGB (... x 3, BGR, 0 to 1) to CIELAB: lightness 0 to 100, a to red, b to yellow."""
    return linear_to_lab(bgr_to_linear(colours))


def picture_to_lab(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert a picture (height x width x 3, BGR) to CIELAB."""
    return linear_to_lab(picture_to_linear(picture))


def picture_to_linear(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert a picture to linear light from 0 to 1, in its order of channels."""
    return np.asarray(_BYTE_TO_LINEAR[picture], np.float32)
