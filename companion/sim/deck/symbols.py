"""Turn the drawings of the deck's symbols into filled polygons, which a PDF and a picture can show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sim.deck.drawings import DRAWINGS, PAINTS

Points = NDArray[np.float64]
Paint = tuple[int, int, int]

OUTLINE: Final = 1.6
"""Half the width of an outline; the drawing's square has a side of 100."""
_CURVE_STEPS: Final = 8
_CIRCLE_STEPS: Final = 36


@dataclass(frozen=True, eq=False)
class FilledShape:
    """A polygon with its paint.

    Attributes:
        points: n x 2, in a square from -1 to 1, x to the right, y down.
        paint: RGB.
        outlined: whether a dark line surrounds it.
    """

    points: Points
    paint: Paint
    outlined: bool


@cache
def symbol_shapes(name: str) -> tuple[FilledShape, ...]:
    """Return a symbol's polygons, the lowest first, within the unit circle around their middle."""
    shapes = [shape for stroke in DRAWINGS[name].split(";") for shape in _parse(stroke.split())]
    every = np.concatenate([shape.points for shape in shapes])
    middle = (every.min(0) + every.max(0)) / 2
    reach = np.linalg.norm(every - middle, axis=1).max() + OUTLINE
    return tuple(
        FilledShape((shape.points - middle) / reach, shape.paint, shape.outlined) for shape in shapes
    )


def _parse(words: list[str]) -> list[FilledShape]:
    """Return the polygons of a stroke; of a line its dark border and its fill."""
    kind, *rest = words
    if kind in ("l", "a"):
        *numbers, colour = rest
        width, *values = (float(each) for each in numbers)
        points = _arc(*values) if kind == "a" else np.array(values).reshape(-1, 2)
        paint = PAINTS[colour]
        border = [] if width < 5 else _thicken(points, width / 2 + OUTLINE, PAINTS["ink"])
        return border + _thicken(points, width / 2, paint)
    colour, *numbers = rest
    values = [float(each) for each in numbers]
    points = {"p": _polygon, "b": _curve, "c": _circle, "e": _ellipse, "r": _rectangle, "s": _star}[kind](
        values
    )
    return [FilledShape(points, PAINTS[colour.removesuffix("-")], not colour.endswith("-"))]


def _polygon(values: list[float]) -> Points:
    return np.array(values).reshape(-1, 2)


def _curve(values: list[float]) -> Points:
    """Return a closed Catmull-Rom curve through points."""
    knots = _polygon(values)
    before, after, second = (np.roll(knots, shift, axis=0) for shift in (1, -1, -2))
    steps = np.arange(_CURVE_STEPS)[None, :, None] / _CURVE_STEPS
    p0, p1, p2, p3 = (each[:, None] for each in (before, knots, after, second))
    cubic = (
        2 * p1
        + (p2 - p0) * steps
        + (2 * p0 - 5 * p1 + 4 * p2 - p3) * steps**2
        + (3 * p1 - p0 - 3 * p2 + p3) * steps**3
    )
    return np.asarray(cubic.reshape(-1, 2) / 2, np.float64)


def _circle(values: list[float]) -> Points:
    x, y, radius = values
    return _ellipse([x, y, radius, radius, 0])


def _ellipse(values: list[float]) -> Points:
    x, y, across, down, turn = values
    angle = np.arange(_CIRCLE_STEPS) * (2 * math.pi / _CIRCLE_STEPS)
    points = np.stack([across * np.cos(angle), down * np.sin(angle)], -1)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float64)


def _rectangle(values: list[float]) -> Points:
    left, top, width, height = values
    return _polygon([left, top, left + width, top, left + width, top + height, left, top + height])


def _star(values: list[float]) -> Points:
    x, y, count, outer, inner, turn = values
    angle = np.arange(2 * int(count)) * (math.pi / int(count)) + math.radians(turn)
    radius = np.where(np.arange(len(angle)) % 2 == 0, outer, inner)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)


def _arc(x: float, y: float, radius: float, first: float, last: float) -> Points:
    angle = np.radians(np.linspace(first, last, max(6, round(abs(last - first) / 12))))
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)


def _thicken(points: Points, half: float, paint: Paint) -> list[FilledShape]:
    """Return a line with round ends and joints as polygons: one for each piece."""
    shapes = []
    for start, end in pairwise(points):
        along = math.atan2(end[1] - start[1], end[0] - start[0])
        turn = np.linspace(math.pi / 2, 3 * math.pi / 2, 9)
        round_start = start + half * np.stack([np.cos(along + turn), np.sin(along + turn)], -1)
        round_end = end - half * np.stack([np.cos(along + turn), np.sin(along + turn)], -1)
        shapes.append(FilledShape(np.concatenate([round_start, round_end]), paint, False))
    return shapes
