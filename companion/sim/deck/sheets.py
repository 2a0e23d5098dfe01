"""The deck's sheets to print: fronts and backs with marks to cut by, as PDF, in two sizes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import DeckCard, build_deck
from companion.pdf import POINTS_PER_MM, assemble_pdf
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
    middle, reach = _surrounding_circle(shapes)
    return tuple(
        FilledShape((shape.points - middle) / reach, shape.paint, shape.outlined) for shape in shapes
    )


def symbol_circle(name: str) -> tuple[Points, float]:
    """Return the middle and the radius of the circle that becomes the unit circle, in the drawing's units."""
    return _surrounding_circle(
        [shape for stroke in DRAWINGS[name].split(";") for shape in _parse(stroke.split())]
    )


def _surrounding_circle(shapes: Sequence[FilledShape]) -> tuple[Points, float]:
    every = np.concatenate([shape.points for shape in shapes])
    middle = (every.min(0) + every.max(0)) / 2
    return middle, float(np.linalg.norm(every - middle, axis=1).max() + OUTLINE)


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


PAGE_MM: Final = (210.0, 297.0)
CARD_SIZES_MM: Final = {"large": 85.0, "small": 58.0}
"""Diameters of the cards; large ones are the size of the box's sister games."""
CARD_PAINTS: Final[dict[str, Paint]] = {
    "island": (226, 198, 140),
    "blue": (40, 98, 190),
    "orange": (238, 132, 36),
    "red": (204, 44, 48),
    "harbor": (70, 168, 188),
}
"""RGB of rims and backs."""
TEAMS: Final = ("blue", "orange", "red")
LICENCE_NOTICE: Final = (
    "Drawn by the Companion project, \u00a9 2026 The Companion developers, MIT licence: "
    "print, copy, change and share it freely with this notice."
)
_BLEED_MM: Final = 2.0
"""Width of colour beyond the edge of a card, so that a cut beside the line shows no white."""
_GAP_MM: Final = 6.4
"""Between the edges of two cards."""
_MARK_MM: Final = (2.4, 4.0)
"""Distances from a card's edge between which a mark to cut by lies."""
_FOOT_MM: Final = 6.0
_CIRCLE_BEZIER: Final = 0.5522847
"""Length of the handles of four Bezier curves that make a circle, in radii."""


@dataclass(frozen=True)
class _Face:
    """Two sides of a card: each draws into a disc of radius 1 around the origin, y up."""

    front: str
    back: str
    paint: Paint


def render_deck(size: str) -> bytes:
    """Return the sheets of a size as a PDF: each sheet of fronts is followed by its backs.

    Print on both sides, turned over the long edge.
    """
    diameter = CARD_SIZES_MM[size]
    faces = [*_symbol_faces(), *(_score_face(team) for team in TEAMS)]
    cell = diameter + _GAP_MM
    columns, rows = int(PAGE_MM[0] // cell), int((PAGE_MM[1] - 2 * _FOOT_MM) // cell)
    pages = []
    for start in range(0, len(faces), columns * rows):
        sheet = faces[start : start + columns * rows]
        pages.append(_page(sheet, columns, rows, cell, diameter, lambda face: face.front, mirrored=False))
        pages.append(_page(sheet, columns, rows, cell, diameter, lambda face: face.back, mirrored=True))
    forms = {f"S{n}": _symbol_form(name) for n, name in enumerate(DRAWINGS)}
    return assemble_pdf(pages, PAGE_MM, forms)


def _symbol_faces() -> list[_Face]:
    return [
        _Face(_front(lay_out(card, number)), _draw_back(), CARD_PAINTS[card.kind])
        for number, card in enumerate(build_deck())
    ]


def _page(
    faces: Sequence[_Face],
    columns: int,
    rows: int,
    cell: float,
    diameter: float,
    side: Callable[[_Face], str],
    *,
    mirrored: bool,
) -> bytes:
    drawn = []
    left, top = (PAGE_MM[0] - columns * cell) / 2, (PAGE_MM[1] - _FOOT_MM - rows * cell) / 2
    radius = diameter / 2
    for number, face in enumerate(faces):
        column, row = number % columns, number // columns
        if mirrored:
            column = columns - 1 - column
        x = (left + (column + 0.5) * cell) * POINTS_PER_MM
        y = (PAGE_MM[1] - top - (row + 0.5) * cell) * POINTS_PER_MM
        unit = radius * POINTS_PER_MM
        drawn.append(f"q {unit:.4f} 0 0 {unit:.4f} {x:.3f} {y:.3f} cm")
        drawn.append(f"{_fill(face.paint)} {_circle_path(1 + _BLEED_MM / radius)} f")
        drawn += [side(face), _marks(radius), "Q"]
    drawn.append(f"BT /F1 7 Tf 0.3 g 28 {_FOOT_MM * POINTS_PER_MM:.2f} Td ({LICENCE_NOTICE}) Tj ET")
    return "\n".join(drawn).encode("cp1252")


def _fill(paint: Paint) -> str:
    return " ".join(f"{each / 255:.3f}" for each in paint) + " rg"


def _circle_path(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    handle = _CIRCLE_BEZIER * radius
    parts = [f"{x + radius:.4f} {y:.4f} m"]
    for turn in range(4):
        cos, sin = (1, 0, -1, 0)[turn], (0, 1, 0, -1)[turn]
        points = [(radius, handle), (handle, radius), (0.0, radius)]
        flat = (f"{x + cos * a - sin * b:.4f} {y + sin * a + cos * b:.4f}" for a, b in points)
        parts.append(" ".join(flat) + " c")
    return " ".join(parts)


def _marks(radius_mm: float) -> str:
    """Return the line to cut along, and a mark on either side of the card in both directions."""
    near, far = (1 + each / radius_mm for each in _MARK_MM)
    lines = [f"{x * near:.4f} {y * near:.4f} m {x * far:.4f} {y * far:.4f} l S"
             for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]  # fmt: skip
    width = 0.15 / radius_mm
    return f"0 G {width:.5f} w {' '.join(lines)} 0.45 G [{4 * width:.4f}] 0 d {_circle_path(1)} s [] 0 d"


def _front(symbols: Sequence[PlacedSymbol]) -> str:
    drawn = [f"1 1 1 rg {_circle_path(RIM)} f"]
    for symbol in symbols:
        cos, sin = symbol.radius * math.cos(symbol.turn), symbol.radius * math.sin(symbol.turn)
        x, y = symbol.at
        # The page's y points up, that of the drawings down.
        matrix = f"{cos:.4f} {-sin:.4f} {-sin:.4f} {-cos:.4f} {x:.4f} {-y:.4f}"
        drawn.append(f"q {matrix} cm /S{SYMBOL_NAMES.index(symbol.name)} Do Q")
    return "\n".join(drawn)


def _symbol_form(name: str) -> bytes:
    drawn = [f"1 j {2 * OUTLINE / 50:.4f} w {' '.join(f'{each / 255:.3f}' for each in (30, 30, 36))} RG"]
    for shape in symbol_shapes(name):
        first, *others = (f"{x:.4f} {y:.4f}" for x, y in shape.points)
        path = " ".join([f"{first} m", *(f"{point} l" for point in others), "h"])
        drawn.append(f"{_fill(shape.paint)} {path} {'B' if shape.outlined else 'f'}")
    return "\n".join(drawn).encode()


def _hexagon(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    turns = [math.pi / 6 + n * math.pi / 3 for n in range(6)]
    first, *others = (f"{x + radius * math.cos(a):.4f} {y + radius * math.sin(a):.4f}" for a in turns)
    return " ".join([f"{first} m", *(f"{point} l" for point in others), "h"])


def _draw_back() -> str:
    """Return an island of seven outlined hexes."""
    drawn = [f"1 1 1 RG 0.025 w {_circle_path(0.9)} s"]
    places = [(0.0, 0.0)] + [
        (0.46 * math.cos(n * math.pi / 3), 0.46 * math.sin(n * math.pi / 3)) for n in range(6)
    ]
    drawn += [f"0.035 w {_hexagon(0.235, x, y)} S" for x, y in places]
    return "\n".join([*drawn, f"1 1 1 rg {_hexagon(0.13)} f"])


def _score_face(team: str) -> _Face:
    """Return a team's score card: 0 to 5 in front, 6 to 10 behind; the number at the top counts."""
    return _Face(_numbers(range(6)), _numbers(range(6, 11)), CARD_PAINTS[team])


def _numbers(numbers: range) -> str:
    drawn = [f"1 1 1 rg {_circle_path(0.4)} f {_hexagon(0.3)} 0.3 G 0.03 w S 1 1 1 rg"]
    for place, number in enumerate(numbers):
        angle = -place * 2 * math.pi / len(numbers)
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = -0.66 * sin, 0.66 * cos
        shift = 0.083 * len(str(number))
        drawn.append(
            f"BT /F2 0.3 Tf {cos:.4f} {sin:.4f} {-sin:.4f} {cos:.4f} "
            f"{x - shift * cos:.4f} {y - shift * sin:.4f} Tm ({number}) Tj ET"
        )
    return "\n".join(drawn)
