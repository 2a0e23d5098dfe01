"""Draws the harbors on the sea frame: two piers, and a ship whose sail shows the trade."""

from __future__ import annotations

import math
from typing import Final

from companion.island.box import HarborKind
from companion.island.geometry import ENDS, HEXES_BESIDE, PathId, position
from companion.sim.picture.canvas import Axes, Canvas, Colour, Point
from companion.sim.picture.numerals import text_mask

SHIP_DISTANCE: Final = 0.74
"""Distance from the middle of the coastal path to the ship's centre, in hex sides."""

_HULL: Final = ((-0.24, 0.13), (0.26, 0.1), (0.19, 0.26), (-0.17, 0.26))
_DECK: Final = ((-0.24, 0.13), (0.26, 0.1), (0.24, 0.15), (-0.22, 0.17))
_SAIL: Final = ((-0.18, -0.2), (0, -0.22), (0.18, -0.2), (0.2, 0.06), (0.1, 0.1), (-0.1, 0.1), (-0.2, 0.06))
_INK: Final[Colour] = (30.0, 30.0, 34.0)


def draw_harbor(canvas: Canvas, path: PathId, kind: HarborKind) -> None:
    """Draw the harbor at a coastal path; its sail is upright seen from the sea."""
    coast = Axes.from_points(position(HEXES_BESIDE[path][0]), position(path))
    ship = Axes(coast.place(0, SHIP_DISTANCE), coast.along)
    for end in ENDS[path]:
        _draw_pier(canvas, position(end), ship.origin)
    canvas.polygon(ship.place_all(*_HULL), (36, 58, 84))
    canvas.polygon(ship.place_all(*_DECK), (70, 108, 146))
    canvas.line(ship.place_all((0, 0.14), (0, -0.24)), 0.02, (44, 66, 90))
    canvas.polygon(ship.place_all(*((u + 0.012, v + 0.016) for u, v in _SAIL)), (140, 110, 70))
    canvas.polygon(ship.place_all(*_SAIL), (216, 232, 238))
    rate = text_mask("3:1" if kind == "generic" else "2:1")
    canvas.stamp(rate, *ship.place(0, 0.03), 0.26, ship.turn, _INK)
    _draw_goods(canvas, ship, kind)


def _draw_goods(canvas: Canvas, ship: Axes, kind: HarborKind) -> None:
    """Draw the harbor's resource on the sail."""

    def blob(u: float, v: float, ru: float, rv: float, colour: Colour) -> None:
        canvas.blob(*ship.place(u, v), ru, rv, colour, ship.turn)

    if kind == "generic":
        canvas.stamp(text_mask("?"), *ship.place(0, -0.12), 0.1, ship.turn, (96, 60, 44))
    elif kind == "brick":
        for u, v in ((-0.06, -0.08), (0.06, -0.08), (0, -0.14)):
            corners = ((-0.055, -0.026), (0.055, -0.026), (0.055, 0.026), (-0.055, 0.026))
            canvas.polygon(ship.place_all(*((u + du, v + dv) for du, dv in corners)), (42, 66, 176))
    elif kind == "lumber":
        for v in (-0.15, -0.11, -0.07):
            blob(0, v, 0.11, 0.022, (40, 78, 112))
            blob(0.1, v, 0.02, 0.02, (120, 176, 206))
    elif kind == "wool":
        blob(0.0, -0.11, 0.09, 0.055, (112, 122, 126))
        blob(0.0, -0.115, 0.08, 0.048, (246, 250, 250))
        blob(0.09, -0.13, 0.03, 0.025, (60, 66, 70))
    elif kind == "grain":
        for u in (-0.06, 0, 0.06):
            blob(u, -0.12, 0.026, 0.062, (30, 160, 226))
            canvas.line(ship.place_all((u, -0.1), (u * 0.4, -0.04)), 0.012, (40, 140, 190))
    else:
        for u, v, light in ((-0.05, -0.08, 96), (0.05, -0.08, 120), (0.0, -0.13, 148)):
            blob(u, v, 0.055, 0.042, (light * 1.06, light * 0.96, light))


def _draw_pier(canvas: Canvas, start: Point, towards: Point) -> None:
    """Draw a pier of nine planks from the coast towards the ship."""
    length = math.hypot(towards[0] - start[0], towards[1] - start[1])
    pier = Axes(start, ((towards[0] - start[0]) / length, (towards[1] - start[1]) / length))
    wide = 0.085
    for n in range(9):
        near, far = 0.14 + 0.034 * n, 0.168 + 0.034 * n
        shade = 0.82 + 0.3 * ((n * 7) % 5) / 5
        plank = pier.place_all((-wide, near), (wide, near), (wide, far), (-wide, far))
        canvas.polygon(plank, (92 * shade, 124 * shade, 148 * shade))
