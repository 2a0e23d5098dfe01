"""Shapes from which drawings of resources are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.training.textures import Rng

Shape = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Part:
    """A filled shape.

    Attributes:
        shape: n x 2 points in shares of the picture, -0.5 to 0.5, y down.
        tone: brightness, relative to the drawing's colour.
        second: whether it has the drawing's second colour (a trunk, a face) instead of its first.
    """

    shape: Shape
    tone: float = 1.0
    second: bool = False


Drawing = list[Part]
"""Parts in painting order."""
Drawer = Callable[[Rng], Drawing]


def oval(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Shape:
    """Return an ellipse with two half axes; radians."""
    a = np.arange(0, 2 * np.pi, 0.3)
    c, s = np.cos(turn), np.sin(turn)
    round_ = np.stack([wide * np.cos(a), high * np.sin(a)], axis=1)
    return np.asarray(round_ @ np.array([[c, s], [-s, c]]) + (x, y))


def box(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Shape:
    """Return a rectangle around a point; radians."""
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + (x, y))


def bar(start: tuple[float, float], end: tuple[float, float], thick: float) -> Shape:
    """Return a straight stroke."""
    (x0, y0), (x1, y1) = start, end
    length = float(np.hypot(x1 - x0, y1 - y0))
    return box((x0 + x1) / 2, (y0 + y1) / 2, length, thick, float(np.arctan2(y1 - y0, x1 - x0)))


def stone(x: float, y: float, reach: float, rng: Rng, corners: int = 7) -> Shape:
    """Return a rough stone's outline around a point."""
    a = 2 * np.pi * (np.arange(corners) + rng.uniform(-0.25, 0.25, corners)) / corners
    around = reach * rng.uniform(0.85, 1.12, (corners, 1)) * np.stack([np.cos(a), 0.85 * np.sin(a)], axis=1)
    return np.asarray(around + np.array([x, y]))


def tone(rng: Rng, low: float = 0.7, high: float = 1.2) -> float:
    """Return a random brightness for a `Part`."""
    return float(rng.uniform(low, high))
