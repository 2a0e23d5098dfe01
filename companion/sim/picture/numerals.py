"""Draws the numbers on tokens and harbors, in the project's own lettering with a broad nib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Mask = NDArray[np.float32]

# The nib is wide and low, which makes vertical strokes thick and horizontal ones thin.
_NIB: Final = (0.085, 0.04)
_EM_PX = 160
"""Height of a drawn glyph in pixels."""


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> list[Point]:
    """Return points of an ellipse between two angles, in degrees clockwise from the east."""
    steps = max(2, int(abs(end - start) / 6))
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


_SIX: Final = [
    (0.52, 0.06),
    (0.36, 0.14),
    (0.2, 0.32),
    (0.11, 0.52),
    *_arc(0.34, 0.69, 0.24, 0.25, 180, -180),
]

# Each glyph: its width, and its strokes in a box of height 1, y down.
_GLYPHS: Final[dict[str, tuple[float, list[list[Point]]]]] = {
    "0": (0.68, [_arc(0.34, 0.5, 0.25, 0.44, 0, 360)]),
    "1": (0.54, [[(0.06, 0.24), (0.27, 0.07), (0.27, 0.95)], [(0.1, 0.95), (0.44, 0.95)]]),
    "2": (
        0.66,
        [[*_arc(0.32, 0.3, 0.22, 0.24, 195, 395), (0.3, 0.72), (0.1, 0.94), (0.58, 0.94), (0.6, 0.84)]],
    ),
    "3": (0.64, [_arc(0.3, 0.29, 0.2, 0.23, 205, 440), _arc(0.28, 0.71, 0.26, 0.24, 280, 515)]),
    "4": (0.7, [[(0.48, 0.95), (0.48, 0.06), (0.06, 0.68), (0.64, 0.68)]]),
    "5": (0.64, [[(0.55, 0.06), (0.17, 0.06), (0.14, 0.44), *_arc(0.29, 0.67, 0.26, 0.26, 240, 510)]]),
    "6": (0.68, [_SIX]),
    "8": (0.66, [_arc(0.33, 0.28, 0.19, 0.22, 0, 360), _arc(0.33, 0.72, 0.24, 0.23, 0, 360)]),
    "9": (0.68, [[(0.68 - x, 1 - y) for x, y in _SIX]]),
    ":": (0.3, [[(0.15, 0.32), (0.15, 0.36)], [(0.15, 0.8), (0.15, 0.84)]]),
    "?": (
        0.6,
        [[*_arc(0.29, 0.26, 0.2, 0.2, 190, 410), (0.29, 0.54), (0.29, 0.68)], [(0.29, 0.92), (0.29, 0.94)]],
    ),
}


def _draw_stroke(canvas: NDArray[np.uint8], points: Sequence[Point], left: float) -> None:
    """Draw one stroke as closely spaced prints of the nib."""
    rx, ry = (max(1, round(n * _EM_PX)) for n in _NIB)
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) * _EM_PX / 2))
        for n in range(steps + 1):
            x, y = x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps
            at = (round((left + x) * _EM_PX), round(y * _EM_PX))
            cv2.ellipse(canvas, at, (rx, ry), 0, 0, 360, 255, cv2.FILLED)


@cache
def text_mask(characters: str) -> Mask:
    """Return a text's ink mask: H x W, 0 to 1, cropped to the text.

    Args:
        characters: digits except 7, colon and question mark.
    """
    width = sum(_GLYPHS[c][0] for c in characters)
    margin = 0.1
    canvas = np.zeros((round((1 + 2 * margin) * _EM_PX), round((width + 2 * margin) * _EM_PX)), np.uint8)
    left = margin
    for c in characters:
        advance, strokes = _GLYPHS[c]
        for stroke in strokes:
            _draw_stroke(canvas, [(x, y + margin) for x, y in stroke], left)
        left += advance
    return canvas.astype(np.float32) / np.float32(255)


@cache
def token_print(number: int) -> Mask:
    """Return the print of a number token: the number, and one dot for each way in 36 to roll it.

    Returns:
        320 x 320 pixels over the token's circumscribed square, 0 to 1.
    """
    size = 320
    ink = np.zeros((size, size), np.float32)
    dots = 6 - abs(7 - number)
    # Frequent numbers are printed larger.
    height = size * (0.38 + 0.022 * dots)
    glyphs = text_mask(str(number))
    scale = height / glyphs.shape[0]
    shrunk = cv2.resize(glyphs, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    glyphs = np.asarray(shrunk, np.float32)
    top, left = round(size * 0.43 - glyphs.shape[0] / 2), round((size - glyphs.shape[1]) / 2)
    ink[top : top + glyphs.shape[0], left : left + glyphs.shape[1]] = glyphs
    row = size * 0.43 + height * 0.42 + size * 0.085
    for n in range(dots):
        at = (round((size / 2 + (n - (dots - 1) / 2) * size * 0.07) * 16), round(row * 16))
        cv2.circle(ink, at, round(size * 0.024 * 16), 1.0, cv2.FILLED, cv2.LINE_AA, 4)
    return ink
