"""Write the deck of Spot it! CATAN to print, as PDF in two sizes: `make deck`.

Fronts and backs have marks to cut by.

python docs/tools/deck.py [FOLDER]      # build/deck, unless a folder is given
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.games.spot_it.deck import build_deck
from companion.pdf import POINTS_PER_MM, assemble_pdf
from companion.sim.deck.cards import (
    CARD_PAINTS,
    OUTLINE,
    RIM,
    SYMBOL_NAMES,
    Paint,
    PlacedSymbol,
    lay_out,
    symbol_shapes,
)
from companion.sim.deck.drawings import DRAWINGS

FOLDER = Path(__file__).parents[2] / "build" / "deck"
PAGE_MM: Final = (210.0, 297.0)
CARD_SIZES_MM: Final = {"large": 85.0, "small": 58.0}
"""Diameters of the cards; large ones are the size of the box's sister games."""
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


def main() -> None:
    """Write a file for each size and print its path."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for size, diameter in CARD_SIZES_MM.items():
        path = folder / f"spot-it-catan-{size}.pdf"
        path.write_bytes(render_deck(size))
        print(f"{path}: cards of {diameter:.0f} mm")


if __name__ == "__main__":
    main()
