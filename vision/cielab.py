"""CIELAB: colours in which equal distances look about equally large.

OpenCV's conversion builds tables for 0.2 s in each process; few colours are converted here.
Source: CIE 15:2004, for sRGB and its white (D65).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_BGR_TO_XYZ: Final = np.array(
    [[0.1804375, 0.3575761, 0.4124564], [0.0721750, 0.7151522, 0.2126729], [0.9503041, 0.1191920, 0.0193339]]
)
_WHITE_XYZ: Final = _BGR_TO_XYZ.sum(axis=1)
_LINEAR_LIMIT: Final = (6 / 29) ** 3


def to_lab(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Convert colours n x 3 from sRGB (BGR, 0 to 1) to CIELAB: lightness 0 to 100, a to red, b to yellow."""
    linear = np.where(colours > 0.04045, ((colours + 0.055) / 1.055) ** 2.4, colours / 12.92)
    xyz = linear @ (_BGR_TO_XYZ / _WHITE_XYZ[:, None]).T
    x, y, z = np.where(xyz > _LINEAR_LIMIT, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29).T
    return np.column_stack([116 * y - 16, 500 * (x - y), 200 * (y - z)])
