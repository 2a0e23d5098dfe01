"""A sheet for circuit diagrams, written as SVG: wires, boxes, and the needed symbols."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Literal

Point = tuple[float, float]
INK = "#1f2937"
FAINT = "#9ca3af"


class Sheet:
    """Coordinates in pixels from the upper left corner. Later elements cover earlier ones."""

    def __init__(self, width: int, height: int, title: str, millimetre: int = 0) -> None:
        """`millimetre`: so many of the sheet's units are one, where it is to be printed at its size."""
        size = [f"{length / millimetre:g}mm" if millimetre else f"{length}" for length in (width, height)]
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{size[0]}" '
            f'height="{size[1]}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="16">\n'
            f"<title>{escape(title)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        )
        self._parts: list[str] = []

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_text("\n".join([self._head, *self._parts, "</svg>\n"]), "utf-8")

    def wire(self, *points: Point, colour: str = INK, width: float = 2.5) -> None:
        """Draw a wire along points."""
        along = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(
            f'<polyline points="{along}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        )

    def joint(self, at: Point, colour: str = INK) -> None:
        """Draw a soldered joint."""
        self.circle(at, 4.5, fill=colour, stroke=colour)

    def circle(self, at: Point, radius: float, fill: str = "#ffffff", stroke: str = INK) -> None:
        """Draw a circle."""
        self._parts.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" '
            'stroke-width="2"/>'
        )

    def box(self, corner: Point, size: Point, fill: str = "#f3f4f6", stroke: str = INK) -> None:
        """Draw a rectangle."""
        self._parts.append(
            f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" rx="5" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
        )

    def area(self, points: Sequence[Point], fill: str = INK) -> None:
        """Draw a filled polygon."""
        along = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polygon points="{along}" fill="{fill}"/>')

    def text(
        self,
        at: Point,
        words: str,
        anchor: Literal["start", "middle", "end"] = "start",
        size: int = 16,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Write a text; `at` is on its base line."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{colour}"{weight}>{escape(words)}</text>'
        )

    def resistor(self, at: Point, upright: bool = False) -> None:
        """Draw a resistor around its middle; 44 long, without legs."""
        long, thick = 44, 14
        size = (thick, long) if upright else (long, thick)
        self.box((at[0] - size[0] / 2, at[1] - size[1] / 2), size, fill="#ffffff")

    def capacitor(self, at: Point) -> None:
        """Draw an upright capacitor; `at` is its middle, its two plates are 8 apart."""
        for y in (at[1] - 4, at[1] + 4):
            self.wire((at[0] - 14, y), (at[0] + 14, y), width=4)

    def ground(self, at: Point) -> None:
        """Draw the symbol for ground, below `at`."""
        for n, half in enumerate((12, 8, 4)):
            self.wire((at[0] - half, at[1] + 5 * n), (at[0] + half, at[1] + 5 * n))

    def supply(self, at: Point, words: str = "5 V", colour: str = "#dc2626") -> None:
        """Draw the symbol for a supply, above `at`."""
        self.area([(at[0] - 8, at[1]), (at[0] + 8, at[1]), (at[0], at[1] - 13)], colour)
        self.text((at[0], at[1] - 18), words, "middle", colour=colour)

    def diode(self, at: Point, lights: bool = True) -> None:
        """Draw a diode with its current downwards; `at` is its middle, 28 high."""
        x, y = at
        self.area([(x - 12, y - 12), (x + 12, y - 12), (x, y + 11)], "#16a34a" if lights else INK)
        self.wire((x - 12, y + 12), (x + 12, y + 12))
        if lights:
            for n in (0, 9):
                self.wire((x + 16, y - 6 + n), (x + 28, y - 14 + n), width=1.5)
                self.area([(x + 31, y - 16 + n), (x + 24, y - 15 + n), (x + 27.5, y - 9.5 + n)])

    def transistor(self, at: Point, kind: Literal["light", "mosfet", "npn"]) -> None:
        """Draw a transistor around its middle. Upper leg at (x+12, y-34), lower at (x+12, y+34), gate or base
        at (x-30, y).
        """
        x, y = at
        self.circle(at, 24)
        self.wire((x - 8, y - 14), (x - 8, y + 14), width=4)
        if kind != "light":
            self.wire((x - 30, y), (x - (12 if kind == "mosfet" else 8), y))
        if kind == "mosfet":
            self.wire((x - 13, y - 12), (x - 13, y + 12))
            self.wire((x - 8, y - 10), (x + 12, y - 10), (x + 12, y - 34))
            self.wire((x - 8, y + 10), (x + 12, y + 10), (x + 12, y + 34))
            return
        self.wire((x - 8, y - 6), (x + 12, y - 20), (x + 12, y - 34))
        self.wire((x - 8, y + 6), (x + 12, y + 20), (x + 12, y + 34))
        self.area([(x + 12, y + 20), (x + 2, y + 18), (x + 7, y + 11)])
        if kind == "light":
            for n in (0, 10):
                self.wire((x - 42, y - 16 + n), (x - 28, y - 8 + n), width=1.5)
                self.area([(x - 24, y - 6 + n), (x - 32, y - 5 + n), (x - 29, y - 12 + n)])
