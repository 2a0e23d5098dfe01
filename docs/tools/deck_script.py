"""Write the deck's cards as SVG paths for the page: `make drawings` (web/static/spot_it/deck.js)."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.games.spot_it.deck import build_deck
from companion.sim.deck.cards import OUTLINE, lay_out, symbol_circle
from companion.sim.deck.drawings import DRAWINGS, PAINTS

SCRIPT = Path(__file__).parents[2] / "web/static/spot_it/deck.js"
HEAD = """\
// The cards of the deck to print, written by docs/tools/deck_script.py. Don't edit.

/**
 * A path. `line` is 0 for an area, -1 for an outlined area, otherwise the width of a line.
 *
 * @typedef {[paint: string, path: string, line: number]} Shape
 */
/**
 * Lengths in hundredths of the card's radius; the turn in degrees, clockwise.
 *
 * @typedef {[symbol: number, x: number, y: number, radius: number, turn: number]} PlacedSymbol
 */

/**
 * The 73 symbols, each in a circle of radius 100.
 *
 * @type {Shape[][]}
 */
export const SYMBOLS = [
"""
CARDS_HEAD = """\
];

/**
 * The 73 cards with nine symbols each.
 *
 * @type {[kind: string, symbols: PlacedSymbol[]][]}
 */
export const CARDS = [
"""

UNIT: Final = 100
"""Radius of a symbol's circle and of a card."""
_FULL_TURN_DEG: Final = 360
_MIN_BORDERED_WIDTH: Final = 5
"""Least width of a line that has a dark border, in the drawing's units."""

Place = tuple[float, float]


@dataclass(frozen=True)
class SvgShape:
    """A path of a symbol, in the square from -`UNIT` to `UNIT`, y down.

    Attributes:
        paint: its colour, as ``#rrggbb``.
        path: the SVG path.
        line: 0: a filled area; -1: a filled area with a dark outline; otherwise the width of a line.
    """

    paint: str
    path: str
    line: int


@dataclass(frozen=True)
class SvgCard:
    """A card of radius `UNIT`: its kind, and for each symbol its index, middle, radius and turn (degrees)."""

    kind: str
    symbols: tuple[tuple[int, int, int, int, int], ...]


def symbol_paths(name: str) -> tuple[SvgShape, ...]:
    """Return a symbol's paths, the lowest first."""
    middle, reach = symbol_circle(name)
    scale = UNIT / reach

    def place(x: float, y: float) -> Place:
        return (x - float(middle[0])) * scale, (y - float(middle[1])) * scale

    return tuple(
        shape for stroke in DRAWINGS[name].split(";") for shape in _shapes(stroke.split(), place, scale)
    )


def card_layouts() -> tuple[SvgCard, ...]:
    """Return the 73 cards with symbols, in the order of the deck."""
    names = list(DRAWINGS)
    return tuple(
        SvgCard(
            card.kind,
            tuple(
                (
                    names.index(symbol.name),
                    round(symbol.at[0] * UNIT),
                    round(symbol.at[1] * UNIT),
                    round(symbol.radius * UNIT),
                    round(math.degrees(symbol.turn)),
                )
                for symbol in lay_out(card, number)
            ),
        )
        for number, card in enumerate(build_deck())
    )


def _shapes(words: list[str], place: Callable[[float, float], Place], scale: float) -> list[SvgShape]:
    kind, *rest = words
    if kind in ("l", "a"):
        *numbers, colour = rest
        width, *values = (float(each) for each in numbers)
        path = _arc(values, place, scale) if kind == "a" else _polyline(_pairs(values), place)
        line = SvgShape(_hex(colour), path, max(1, round(width * scale)))
        border = SvgShape(_hex("ink"), path, round((width + 2 * OUTLINE) * scale))
        return [line] if width < _MIN_BORDERED_WIDTH else [border, line]
    colour, *numbers = rest
    values = [float(each) for each in numbers]
    outlines: dict[str, Callable[[], str]] = {
        "p": lambda: _polyline(_pairs(values), place) + "Z",
        "b": lambda: _curve(_pairs(values), place),
        "c": lambda: _ellipse([*values, values[2], 0], place, scale),
        "e": lambda: _ellipse(values, place, scale),
        "r": lambda: _polyline(_corners(*values), place) + "Z",
        "s": lambda: _polyline(_star(*values), place) + "Z",
    }
    return [SvgShape(_hex(colour.removesuffix("-")), outlines[kind](), 0 if colour.endswith("-") else -1)]


def _hex(colour: str) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in PAINTS[colour])


def _pairs(values: Sequence[float]) -> list[Place]:
    return list(zip(values[::2], values[1::2], strict=True))


def _corners(left: float, top: float, width: float, height: float) -> list[Place]:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def _star(x: float, y: float, count: float, outer: float, inner: float, turn: float) -> list[Place]:
    angles = [n * math.pi / count + math.radians(turn) for n in range(2 * int(count))]
    return [
        (x + (inner if n % 2 else outer) * math.cos(angle), y + (inner if n % 2 else outer) * math.sin(angle))
        for n, angle in enumerate(angles)
    ]


def _write(at: Place) -> str:
    return f"{round(at[0])} {round(at[1])}"


def _polyline(points: Sequence[Place], place: Callable[[float, float], Place]) -> str:
    return "M" + " ".join(_write(place(*point)) for point in points)


def _curve(knots: Sequence[Place], place: Callable[[float, float], Place]) -> str:
    """Return a closed Catmull-Rom curve as cubic Bezier curves."""
    points: NDArray[np.float64] = np.array([place(*knot) for knot in knots])
    before, after, second = (np.roll(points, shift, axis=0) for shift in (1, -1, -2))
    first, last = points + (after - before) / 6, after - (second - points) / 6
    parts = [
        " ".join(_write((float(x), float(y))) for x, y in (one, other, end))
        for one, other, end in zip(first, last, after, strict=True)
    ]
    return f"M{_write((float(points[0][0]), float(points[0][1])))}C{' '.join(parts)}Z"


def _ellipse(values: Sequence[float], place: Callable[[float, float], Place], scale: float) -> str:
    x, y, across, down, turn = values
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    start, end = place(x - across * cos, y - across * sin), place(x + across * cos, y + across * sin)
    radii = f"{max(1, round(across * scale))} {max(1, round(down * scale))} {round(turn)}"
    return f"M{_write(start)}A{radii} 1 1 {_write(end)}A{radii} 1 1 {_write(start)}Z"


def _arc(values: Sequence[float], place: Callable[[float, float], Place], scale: float) -> str:
    x, y, radius, first, last = values
    if abs(last - first) >= _FULL_TURN_DEG:
        return _ellipse([x, y, radius, radius, 0], place, scale)
    start, end = (
        place(x + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))
        for angle in (first, last)
    )
    size = round(radius * scale)
    far, sweep = int(abs(last - first) > _FULL_TURN_DEG / 2), int(last > first)
    return f"M{_write(start)}A{size} {size} 0 {far} {sweep} {_write(end)}"


def deck_script() -> str:
    """Return the text of the script."""
    symbols = [[[shape.paint, shape.path, shape.line] for shape in symbol_paths(name)] for name in DRAWINGS]
    cards = [[card.kind, card.symbols] for card in card_layouts()]
    lines = [f"  {json.dumps(each, separators=(',', ':'))},\n" for each in symbols]
    more = [f"  {json.dumps(each, separators=(',', ':'))},\n" for each in cards]
    return "".join([HEAD, *lines, CARDS_HEAD, *more, "];\n"])


if __name__ == "__main__":
    SCRIPT.write_text(deck_script(), "utf-8")
