"""Draws shapes in the island's plane: their sizes are in hex sides, independent of the resolution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

# Smooth random fields for painted surfaces.


Field = NDArray[np.float32]


def fractal_noise(
    rng: np.random.Generator, size: int, cells: int, octaves: int = 4, *, stretch: int = 1, gain: float = 0.5
) -> Field:
    """Generate a square of fractal value noise, the same pattern at any size.

    Args:
        rng: its number of draws doesn't depend on the size.
        size: side of the result in pixels.
        cells: blobs across at the coarsest octave.
        octaves: number of octaves; each halves the blobs.
        stretch: ratio of the blobs' width to their height.
        gain: ratio of each octave's amplitude to the one before.

    Returns:
        size x size, scaled to 0 to 1.
    """
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        down, across = cells << octave, max(1, (cells << octave) // stretch)
        grid = rng.random((down + 3, across + 3), dtype=np.float32)
        total += np.float32(gain**octave) * _enlarge(grid, size)
    low, high = float(total.min()), float(total.max())
    return (total - np.float32(low)) / np.float32(max(high - low, 1e-6))


def _enlarge(grid: Field, size: int) -> Field:
    """Interpolate the grid without its outermost cells over a square."""
    down, across = grid.shape[0] - 3, grid.shape[1] - 3
    matrix = np.array([[across / size, 0, 1], [0, down / size, 1]], np.float64)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grid, matrix, (size, size), flags=flags), np.float32)


def relief(height: Field, scale: float) -> Field:
    """Return a surface's illumination from the upper left: 0 in shadow, 0.5 where it is flat, 1 in the light.

    Args:
        height: heights over a square.
        scale: factor for the heights before the slope per side length is computed.
    """
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    steepness = np.float32(scale * height.shape[0] / 1000)
    return np.asarray(0.5 + 0.5 * np.tanh(slope * steepness), np.float32)


def smoothstep(low: float, high: float, values: Field) -> Field:
    """Return 0 below `low`, 1 above `high`, and a smooth transition between."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def blend(one: Field, other: Field, share: Field) -> Field:
    """Blend two pictures (H x W x 3) by a share (H x W): `one` at 0, `other` at 1."""
    return np.asarray(one + (other - one) * to_three_channels(share), np.float32)


def mix_colours(low: tuple[float, float, float], high: tuple[float, float, float], share: Field) -> Field:
    """Mix two BGR colours by a share, H x W; returns H x W x 3."""
    start, end = np.array(low, np.float32), np.array(high, np.float32)
    return np.asarray(cv2.merge([a + (b - a) * share for a, b in zip(start, end, strict=True)]), np.float32)


def to_three_channels(share: Field) -> Field:
    """Repeat a share (H x W) for three channels, H x W x 3; faster than numpy's broadcasting."""
    return np.asarray(cv2.cvtColor(share, cv2.COLOR_GRAY2BGR), np.float32)


Floats = NDArray[np.float64]
Colour = tuple[float, float, float]
"""BGR, 0 to 255."""
Point = tuple[float, float]


def pixels_to_plane(size: int, half_side: float) -> Floats:
    """Return the 3 x 3 matrix from a flat square picture's pixels to the island's plane.

    Args:
        size: side of the picture in pixels.
        half_side: half its side in the plane, whose origin is its middle.
    """
    side, middle = 2 * half_side / size, (size - 1) / 2
    return np.array([[side, 0, -side * middle], [0, side, -side * middle], [0, 0, 1]])


@dataclass(frozen=True)
class Axes:
    """A shape's own axes in the plane: v along a direction, u to the left of it in a picture (y down).

    Attributes:
        origin: where u = v = 0.
        along: unit vector of v.
    """

    origin: Point
    along: Point

    @classmethod
    def from_points(cls, start: Point, end: Point) -> Axes:
        """Create axes with the origin at `end` and v pointing away from `start`."""
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        return cls(end, ((end[0] - start[0]) / length, (end[1] - start[1]) / length))

    def place(self, u: float, v: float) -> Point:
        """Return the plane's point at (u, v)."""
        x, y = self.origin
        return x + u * self.along[1] + v * self.along[0], y - u * self.along[0] + v * self.along[1]

    def place_all(self, *points: Point) -> list[Point]:
        """Return the plane's points at several (u, v)."""
        return [self.place(u, v) for u, v in points]

    @property
    def turn(self) -> float:
        """The rotation from an upright shape (v down) to these axes, in degrees clockwise."""
        return -math.degrees(math.atan2(self.along[0], self.along[1]))


# OpenCV's fixed-point coordinates: sixteenths of a pixel.
_SHIFT = 4
_SUBPIXELS = 1 << _SHIFT


def _circle(corners: int) -> tuple[Floats, Floats]:
    """Return x and y of the corners of a polygon in the unit circle."""
    angles = [2 * math.pi * n / corners for n in range(corners)]
    return np.array([math.cos(a) for a in angles]), np.array([math.sin(a) for a in angles])


_COARSE_CIRCLE, _FINE_CIRCLE = _circle(12), _circle(40)


class Canvas:
    """Draws anti-aliased shapes into a picture; the origin is the picture's centre.

    Args:
        paint: H x W x 3, float32, BGR 0 to 255; changed in place.
        scale: pixels per hex side.
    """

    def __init__(self, paint: Field, scale: float) -> None:
        self.paint = np.ascontiguousarray(paint, np.float32)
        self.scale = scale

    def pixel(self, x: float, y: float) -> Point:
        """Return the fractional pixel at a point of the plane."""
        height, width = self.paint.shape[:2]
        return (width - 1) / 2 + x * self.scale, (height - 1) / 2 + y * self.scale

    def _to_fixed_point(self, points: Sequence[Point] | Floats) -> NDArray[np.int32]:
        height, width = self.paint.shape[:2]
        middle = ((width - 1) / 2, (height - 1) / 2)
        fixed: NDArray[np.int32] = np.rint((np.array(points) * self.scale + middle) * _SUBPIXELS).astype(
            np.int32
        )
        return fixed

    def blob(self, x: float, y: float, rx: float, ry: float, colour: Colour, angle: float = 0.0) -> None:
        """Draw a filled ellipse with half-axes rx and ry, turned clockwise by degrees."""
        # Drawn as a polygon, because cv2.ellipse turns by whole degrees only.
        turn = math.radians(angle)
        across, down = _COARSE_CIRCLE if max(rx, ry) * self.scale < 8 else _FINE_CIRCLE
        u, v = rx * across, ry * down
        dx, dy = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        self.polygon(np.column_stack([x + dx, y + dy]), colour)

    def polygon(self, points: Sequence[Point] | Floats, colour: Colour) -> None:
        """Draw a filled convex polygon."""
        cv2.fillConvexPoly(self.paint, self._to_fixed_point(points), colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line through points, at least a pixel wide."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.paint, [self._to_fixed_point(points)], False, colour, thick, cv2.LINE_AA, _SHIFT)

    def stamp(self, ink: Field, x: float, y: float, width: float, turn: float, colour: Colour) -> None:
        """Print a mask.

        Args:
            ink: H x W, 0 to 1.
            x, y: the position of its centre.
            width: the printed width, in hex sides.
            turn: degrees clockwise.
            colour: of the ink.
        """
        height, across = ink.shape
        shrink = width * self.scale / across
        if shrink < 1:
            # Shrink by area sampling first, so that thin strokes of a small print survive.
            new = (max(1, round(across * shrink)), max(1, round(height * shrink)))
            ink = np.asarray(cv2.resize(ink, new, interpolation=cv2.INTER_AREA), np.float32)
        height, across = ink.shape
        zoom = width * self.scale / across
        reach = math.ceil(math.hypot(height, across) * zoom / 2) + 2
        at_x, at_y = self.pixel(x, y)
        left, top = math.floor(at_x) - reach, math.floor(at_y) - reach
        bottom, right = top + 2 * reach + 1, left + 2 * reach + 1
        if left < 0 or top < 0 or bottom > self.paint.shape[0] or right > self.paint.shape[1]:
            return
        matrix = cv2.getRotationMatrix2D(((across - 1) / 2, (height - 1) / 2), -turn, zoom)
        matrix[:, 2] += (at_x - left - (across - 1) / 2, at_y - top - (height - 1) / 2)
        size = (2 * reach + 1, 2 * reach + 1)
        share = np.asarray(cv2.warpAffine(ink, matrix, size, flags=cv2.INTER_LINEAR), np.float32)[..., None]
        patch = self.paint[top:bottom, left:right]
        patch += (np.array(colour, np.float32) - patch) * share


# Draws the numbers on tokens and harbors, in the project's own lettering with a broad nib.


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
def text_mask(characters: str) -> Field:
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
def token_print(number: int) -> Field:
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
