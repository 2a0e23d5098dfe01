"""Draws shapes in the island's plane: their sizes are in hex sides, independent of the resolution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sim.picture.noise import Field

Floats = NDArray[np.float64]
Colour = tuple[float, float, float]
"""BGR, 0 to 255."""
Point = tuple[float, float]


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
