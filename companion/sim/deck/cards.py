"""The deck's cards: the places of their symbols, and the symbols as filled polygons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import DeckCard
from companion.sim.deck.drawings import DRAWINGS, PAINTS

# Layout of each card: places, sizes and turns of its symbols, different on each card.


SYMBOL_NAMES: Final = tuple(DRAWINGS)
"""By the index of the symbol in the deck."""
RIM: Final = 0.93
"""Inner radius of the coloured rim; a card's radius is 1."""
_REACH: Final = 0.9
"""Radius of the circle that holds all symbols."""
_GAP: Final = 0.025
"""Least distance of two symbols' circles."""
_SIZES: Final = (0.2, 0.38)
"""Radii of symbols, before they are packed."""
_PACKING_STEPS: Final = 1500


@dataclass(frozen=True)
class PlacedSymbol:
    """A symbol on a card.

    Attributes:
        name: of the drawing.
        at: middle, in radii of the card, x to the right, y down.
        radius: of the circle around it, in radii of the card.
        turn: clockwise, radians.
    """

    name: str
    at: tuple[float, float]
    radius: float
    turn: float


@cache
def lay_out(card: DeckCard, number: int) -> tuple[PlacedSymbol, ...]:
    """Return a card's symbols in their places; the same number always gives the same ones."""
    rng = np.random.default_rng((2026, number))
    places, radii = _pack(rng.uniform(*_SIZES, len(card.symbols)), rng)
    return tuple(
        PlacedSymbol(
            SYMBOL_NAMES[symbol], (float(x), float(y)), float(radius), float(rng.uniform(0, 2 * math.pi))
        )
        for symbol, (x, y), radius in zip(card.symbols, places, radii, strict=True)
    )


def _pack(
    wanted: Sequence[float] | NDArray[np.float64], rng: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return middles and radii of circles in a disc that don't overlap: all shrunk alike until they fit."""
    radii = np.array(wanted, np.float64)
    places = rng.uniform(-0.5, 0.5, (len(radii), 2))
    diagonal = np.eye(len(radii), dtype=bool)
    for _ in range(_PACKING_STEPS):
        between = places[:, None] - places
        distance = np.linalg.norm(between, axis=-1) + 1e-9
        overlap = np.maximum(0, radii[:, None] + radii + _GAP - distance)
        overlap[diagonal] = 0
        push = (between / distance[..., None] * overlap[..., None]).sum(1) / 2
        away = np.linalg.norm(places, axis=1) + 1e-9
        beyond = np.maximum(0, away + radii - _REACH)
        if max(overlap.max(), beyond.max()) < 1e-3:
            return places, radii - 1e-3
        places = places + push - places / away[:, None] * beyond[:, None]
        radii *= 0.9995
    raise ArithmeticError("the circles don't fit into the disc")


# Turn the drawings of the deck's symbols into filled polygons, which a PDF and a picture can show.


Points = NDArray[np.float64]
Paint = tuple[int, int, int]

CARD_PAINTS: Final[dict[str, Paint]] = {
    "island": (226, 198, 140),
    "blue": (40, 98, 190),
    "orange": (238, 132, 36),
    "red": (204, 44, 48),
    "harbor": (70, 168, 188),
}
"""RGB of rims and backs."""

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
    middle, reach = symbol_circle(name)
    return tuple(
        FilledShape((shape.points - middle) / reach, shape.paint, shape.outlined) for shape in _shapes(name)
    )


def symbol_circle(name: str) -> tuple[Points, float]:
    """Return the middle and the radius of the circle that becomes the unit circle, in the drawing's units."""
    every = np.concatenate([shape.points for shape in _shapes(name)])
    middle = (every.min(0) + every.max(0)) / 2
    return middle, float(np.linalg.norm(every - middle, axis=1).max() + OUTLINE)


def _shapes(name: str) -> list[FilledShape]:
    return [shape for stroke in DRAWINGS[name].split(";") for shape in _parse(stroke.split())]


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
