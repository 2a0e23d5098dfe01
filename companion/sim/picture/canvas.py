"""A painting in the island's plane: shapes are given in hex sides, whatever the resolution."""

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
    def from_to(cls, start: Point, end: Point) -> Axes:
        """The origin at `end`, v pointing on, away from `start`."""
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        return cls(end, ((end[0] - start[0]) / length, (end[1] - start[1]) / length))

    def place(self, u: float, v: float) -> Point:
        """The plane's point at (u, v)."""
        x, y = self.origin
        return x + u * self.along[1] + v * self.along[0], y - u * self.along[0] + v * self.along[1]

    def all(self, *points: Point) -> list[Point]:
        """The plane's points at several (u, v)."""
        return [self.place(u, v) for u, v in points]

    @property
    def turn(self) -> float:
        """Degrees clockwise that bring something upright (v down) into these axes."""
        return -math.degrees(math.atan2(self.along[0], self.along[1]))


# OpenCV takes sixteenths of a pixel.
_SHIFT = 4
_FINE = 1 << _SHIFT


def _circle(corners: int) -> tuple[Floats, Floats]:
    """Across and down of a circle's corners, its radius 1."""
    angles = [2 * math.pi * n / corners for n in range(corners)]
    return np.array([math.cos(a) for a in angles]), np.array([math.sin(a) for a in angles])


_FEW, _MANY = _circle(12), _circle(40)


class Canvas:
    """Draws smooth-edged shapes into a picture; the origin is the picture's centre.

    Args:
        paint: H x W x 3, float32, BGR 0 to 255; it is drawn into.
        scale: pixels per hex side.
    """

    def __init__(self, paint: Field, scale: float) -> None:
        self.paint = np.ascontiguousarray(paint, np.float32)
        self.scale = scale

    def pixel(self, x: float, y: float) -> Point:
        """The pixel, in fractions, at a point of the plane."""
        height, width = self.paint.shape[:2]
        return (width - 1) / 2 + x * self.scale, (height - 1) / 2 + y * self.scale

    def _fixed(self, points: Sequence[Point] | Floats) -> NDArray[np.int32]:
        height, width = self.paint.shape[:2]
        middle = ((width - 1) / 2, (height - 1) / 2)
        fixed: NDArray[np.int32] = np.rint((np.array(points) * self.scale + middle) * _FINE).astype(np.int32)
        return fixed

    def blob(self, x: float, y: float, rx: float, ry: float, colour: Colour, angle: float = 0.0) -> None:
        """A filled ellipse with half-axes rx and ry, turned clockwise by degrees."""
        # Over its corners and not by cv2.ellipse, which turns by whole degrees only.
        turn = math.radians(angle)
        across, down = _FEW if max(rx, ry) * self.scale < 8 else _MANY
        u, v = rx * across, ry * down
        dx, dy = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        self.polygon(np.column_stack([x + dx, y + dy]), colour)

    def polygon(self, points: Sequence[Point] | Floats, colour: Colour) -> None:
        """A filled polygon without dents."""
        cv2.fillConvexPoly(self.paint, self._fixed(points), colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line through points, at least a pixel wide."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.paint, [self._fixed(points)], False, colour, thick, cv2.LINE_AA, _SHIFT)

    def stamp(self, ink: Field, x: float, y: float, width: float, turn: float, colour: Colour) -> None:
        """Prints a mask.

        Args:
            ink: H x W, 0 to 1.
            x, y: where its middle comes to lie.
            width: how wide it is printed, in hex sides.
            turn: degrees clockwise.
            colour: of the ink.
        """
        height, across = ink.shape
        shrink = width * self.scale / across
        if shrink < 1:
            # Area sampling first, so that a small print doesn't crumble.
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
