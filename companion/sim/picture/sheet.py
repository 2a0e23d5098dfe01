"""Draws the board as a flat sheet: sea frame, harbors, tiles and tokens, seen from straight above."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, CORNERS, ENDS, HEXES, HEXES_BESIDE, PathId, position
from companion.island.layout import HarborKind, Layout, Terrain
from companion.sim.picture.canvas import (
    Axes,
    Canvas,
    Colour,
    Field,
    Point,
    blend,
    fractal_noise,
    mix_colours,
    pixels_to_plane,
    relief,
    smoothstep,
    text_mask,
    token_print,
)

# Draws the harbors on the sea frame: two piers, and a ship whose sail shows the trade.


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


# Converts a painting to the inks of another printing of the game.


Printing = Literal["painted", "pale", "bold"]
PRINTINGS: Final[tuple[Printing, ...]] = get_args(Printing)
_INK_STEP: Final = 40.0
"""Grey levels between the inks of a bold printing."""


def apply_printing(paint: Field, printing: Printing) -> Field:
    """Return a painting (H x W x 3, BGR, 0 to 255) in the inks of a printing.

    "painted" is the painting itself, "pale" a bleached and yellowed print, "bold" one with flat strong inks.
    """
    if printing == "painted":
        return paint
    grey = paint.mean(axis=2, keepdims=True)
    if printing == "pale":
        bleached = 70 + 0.72 * (grey + 0.62 * (paint - grey))
        return np.asarray((bleached * np.array([0.86, 0.98, 1.03])).clip(0, 255), np.float32)
    smooth = np.asarray(cv2.GaussianBlur(paint, (0, 0), 1.5), np.float32)
    strong = grey + 1.35 * (smooth - grey)
    return np.asarray((np.rint(strong / _INK_STEP) * _INK_STEP).clip(0, 255), np.float32)


# Paints the six terrain tiles, different for each seed.
#
# All sizes are in hex sides, so that a tile looks the same at any resolution.


SAND: Final = (158.0, 205.0, 226.0)
"""The light sand on the borders of tiles and on the coast, BGR."""

APOTHEM: Final = math.sqrt(3) / 2

_Rng = np.random.Generator


def pixel_grid(size: int) -> tuple[Field, Field]:
    """Return x and y, in hex sides, of all pixels of a square over [-1, 1] x [-1, 1]."""
    line = ((np.arange(size, dtype=np.float32) + 0.5) / np.float32(size / 2)) - 1
    x, y = np.meshgrid(line, line)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def edge_distance(x: Field, y: Field) -> Field:
    """Return the distance to the nearest side of a hex around the origin, in hex sides; negative outside."""
    slanted = np.maximum(np.abs(0.5 * x + APOTHEM * y), np.abs(0.5 * x - APOTHEM * y))
    return np.asarray(APOTHEM - np.maximum(np.abs(x), slanted), np.float32)


def _scatter(rng: _Rng, count: int, radius: float = 0.86) -> list[tuple[float, float]]:
    """Draw uniform random points on a tile, sorted from north to south, the order of painting."""
    points = rng.uniform(-1, 1, (count, 2)) * radius
    return sorted(((float(x), float(y)) for x, y in points), key=lambda point: point[1])


def _canvas(size: int, ground: Field) -> Canvas:
    return Canvas(ground, size / 2)


def _shade_colour(colour: Colour, light: float) -> Colour:
    return (colour[0] * light, colour[1] * light, colour[2] * light)


def _paint_forest(rng: _Rng, size: int) -> Field:
    ground = mix_colours((26, 52, 40), (48, 92, 78), fractal_noise(rng, size, 5))
    canvas = _canvas(size, ground)
    conifers = rng.random() < 0.4
    for x, y in _scatter(rng, 210):
        radius = rng.uniform(0.06, 0.1)
        colour: Colour = (34, 88, 92) if rng.random() < 0.25 else (44, 78, 52)
        if rng.random() < 0.04:
            colour = (38, 92, 158)
        light = rng.uniform(0.55, 1.05)
        canvas.blob(x + 0.02, y + radius * 0.55, radius, radius * 0.6, (14, 30, 20))
        if conifers and rng.random() < 0.8:
            for level in range(3):
                wide, top = radius * (1 - 0.27 * level), y + radius * (0.5 - 0.75 * level)
                shade = _shade_colour(colour, light * (0.75 + 0.2 * level))
                canvas.polygon([(x - wide, top), (x, top - radius * 1.3), (x + wide, top)], shade)
                lit = _shade_colour(colour, light * (1.0 + 0.25 * level))
                canvas.polygon([(x - wide, top), (x, top - radius * 1.3), (x - wide * 0.2, top)], lit)
        else:
            canvas.blob(x, y, radius, radius * 0.9, _shade_colour(colour, light * 0.7))
            for _ in range(5):
                dx, dy = rng.uniform(-0.55, 0.4, 2) * radius
                canvas.blob(x + dx, y + dy, radius * 0.3, radius * 0.25, _shade_colour(colour, light * 1.25))
    return canvas.paint


def _paint_pasture(rng: _Rng, size: int) -> Field:
    low = mix_colours((42, 142, 108), (72, 198, 160), fractal_noise(rng, size, 3, 5, stretch=2))
    canvas = _canvas(size, low)
    for x, y in _scatter(rng, 500):
        dark = rng.random() < 0.5
        reach = rng.uniform(0.02, 0.06)
        tint = (36, 122, 88) if dark else (88, 206, 172)
        canvas.line([(x, y), (x + reach * 0.4, y - reach)], 0.006, tint)
    for x, y in _scatter(rng, 5, 0.7):
        for dx, dy in rng.normal(0, 0.025, (4, 2)):
            canvas.blob(x + dx, y + dy, 0.028, 0.036, (34, 84, 58))
            canvas.blob(x + dx - 0.008, y + dy - 0.01, 0.014, 0.018, (58, 122, 90))
    for x, y in _scatter(rng, 2, 0.6):
        flock = rng.normal(0, (0.11, 0.07), (9, 2))
        for dx, dy in sorted(map(tuple, flock.tolist()), key=lambda at: at[1]):
            canvas.blob(x + dx + 0.008, y + dy + 0.014, 0.024, 0.013, (38, 96, 72))
            canvas.blob(x + dx, y + dy, 0.023, 0.016, (206, 228, 232))
            canvas.blob(x + dx + 0.02, y + dy - 0.004, 0.008, 0.008, (90, 104, 110))
    return canvas.paint


def _paint_fields(rng: _Rng, size: int) -> Field:
    x, y = pixel_grid(size)
    waver = fractal_noise(rng, size, 6) - np.float32(0.5)
    corners = rng.uniform(-0.8, 0.8, (5, 2))
    distances = np.stack([np.hypot(x - cx + 0.1 * waver, y - cy + 0.1 * waver) for cx, cy in corners])
    parcel = np.argmin(distances, axis=0)
    painting = np.zeros((size, size, 3), np.float32)
    ploughed = int(rng.integers(len(corners)))
    for n in range(len(corners)):
        angle = rng.uniform(0, math.pi)
        across = x * math.cos(angle) + y * math.sin(angle) + 0.07 * waver
        rows = np.asarray(0.5 + 0.5 * np.sin(across * rng.uniform(52, 66)), np.float32)
        light = rng.uniform(0.94, 1.06)
        low, high = ((44, 96, 138), (70, 136, 186)) if n == ploughed else ((34, 154, 208), (74, 206, 246))
        crop = mix_colours(
            _shade_colour(low, light),
            _shade_colour(high, light),
            rows * 0.7 + 0.3 * fractal_noise(rng, size, 14, 3),
        )
        painting = np.where((parcel == n)[..., None], crop, painting)
    canvas = _canvas(size, painting)
    near, second = np.sort(distances, axis=0)[:2]
    canvas.paint[(second - near) < 0.016] = (48, 116, 142)
    for x0, y0 in _scatter(rng, 7, 0.7):
        canvas.blob(x0 + 0.015, y0 + 0.022, 0.05, 0.03, (34, 96, 136))
        canvas.blob(x0, y0, 0.044, 0.038, (60, 196, 240))
        canvas.blob(x0 - 0.01, y0 - 0.012, 0.022, 0.016, (130, 228, 252))
    return canvas.paint


def _paint_hills(rng: _Rng, size: int) -> Field:
    bumps = 1 - np.abs(2 * fractal_noise(rng, size, 3, 5, gain=0.55) - 1)
    rough = fractal_noise(rng, size, 7, 4, stretch=2)
    clay = mix_colours((34, 70, 128), (62, 116, 188), rough)
    lit = relief(np.asarray(bumps + 0.35 * rough, np.float32), 4.0)
    painting = clay * (0.5 + 0.85 * lit[..., None])
    pits = smoothstep(0.62, 0.9, fractal_noise(rng, size, 4, 3))
    painting = blend(
        np.asarray(painting, np.float32), mix_colours((22, 36, 74), (34, 54, 104), rough), pits * 0.75
    )
    canvas = _canvas(size, painting)
    for x, y in _scatter(rng, 46):
        tint = _shade_colour((58, 112, 176), rng.uniform(0.6, 1.35))
        canvas.blob(x, y, rng.uniform(0.02, 0.06), rng.uniform(0.006, 0.014), tint, rng.uniform(-30, 30))
    return canvas.paint


def _paint_mountains(rng: _Rng, size: int) -> Field:
    height = 1 - np.abs(2 * fractal_noise(rng, size, 3, 6, gain=0.56) - 1)
    grain = fractal_noise(rng, size, 12, 3)
    lit = relief(np.asarray(height + 0.25 * grain, np.float32), 5.0)
    rock = mix_colours((74, 56, 62), (172, 160, 164), smoothstep(0.25, 0.95, lit))
    snow = smoothstep(0.62, 0.84, height) * smoothstep(0.35, 0.7, lit)
    rock = blend(rock, mix_colours((200, 196, 200), (236, 234, 236), grain), snow * 0.85)
    _, y = pixel_grid(size)
    meadow = smoothstep(0.3, 0.85, np.asarray(y + 0.7 * (fractal_noise(rng, size, 4) - 0.5), np.float32))
    return blend(rock, mix_colours((58, 108, 104), (92, 150, 146), grain), meadow * 0.5)


def _paint_desert(rng: _Rng, size: int) -> Field:
    x, y = pixel_grid(size)
    angle = rng.uniform(-0.5, 0.5)
    warp = fractal_noise(rng, size, 3, 4)
    along = (y * math.cos(angle) + x * math.sin(angle)) * 17 + 9 * warp
    dunes = np.asarray(0.5 + 0.5 * np.sin(along), np.float32) * fractal_noise(rng, size, 4, 3)
    sand = mix_colours(
        (104, 168, 198), (140, 202, 226), dunes * 0.75 + 0.25 * fractal_noise(rng, size, 9, 4, stretch=3)
    )
    canvas = _canvas(size, sand)
    for x0, y0 in _scatter(rng, 6, 0.6):
        canvas.blob(x0, y0, 0.022, 0.012, (92, 128, 146))
    return canvas.paint


_PAINTERS: Final[Mapping[Terrain, Callable[[_Rng, int], Field]]] = {
    "hills": _paint_hills,
    "forest": _paint_forest,
    "pasture": _paint_pasture,
    "fields": _paint_fields,
    "mountains": _paint_mountains,
    "desert": _paint_desert,
}


def draw_tile(terrain: Terrain, seed: int, size: int) -> tuple[Field, NDArray[np.float32]]:
    """Paint one tile with its sand border.

    Args:
        terrain: the landscape.
        seed: seeds the details.
        size: side of the square in pixels; it is two hex sides wide.

    Returns:
        The painting (size x size x 3, BGR, 0 to 255) and the tile's outline (size x size, 0 to 1).
    """
    rng = np.random.default_rng(seed)
    x, y = pixel_grid(size)
    distance = edge_distance(x, y)
    fray = (fractal_noise(rng, size, 9, 4) - np.float32(0.5)) * np.float32(0.11)
    art = _PAINTERS[terrain](rng, size)
    sand = mix_colours(_shade_colour(SAND, 0.9), _shade_colour(SAND, 1.04), fractal_noise(rng, size, 6, 4))
    painting = blend(sand, art, smoothstep(0.06, 0.15, np.asarray(distance + fray, np.float32)))
    # Towards the border the sand shows through the paint.
    painting = blend(painting, sand, np.float32(0.35) * (1 - smoothstep(0.1, 0.26, distance)))
    pixel = 2 / size
    painting *= (0.62 + 0.38 * smoothstep(0.006, 0.03 + pixel, distance))[..., None]
    return np.clip(painting, 0, 255), smoothstep(0.004 - pixel / 2, 0.004 + pixel, distance)


FRAME_APOTHEM: Final = 5.0
"""Distance from the island's centre to a side of the sea frame, in hex sides."""
FRAME_CORNERS: Final = tuple(
    (
        FRAME_APOTHEM / math.cos(math.pi / 6) * math.cos(n * math.pi / 3),
        FRAME_APOTHEM / math.cos(math.pi / 6) * math.sin(n * math.pi / 3),
    )
    for n in range(6)
)
"""The corners of the sea frame, two of which point east and west."""
HALF_SIDE: Final = 5.9
"""Half the side of a sheet's square, in hex sides."""
TOKEN_RADIUS: Final = 0.27

_CREAM: Final[Colour] = (172.0, 220.0, 240.0)
_BLACK: Final[Colour] = (30.0, 30.0, 34.0)
_RED: Final[Colour] = (40.0, 36.0, 186.0)
_RED_NUMBERS: Final = (6, 8)


class FlatPicture(NamedTuple):
    """A flat picture over [-HALF_SIDE, HALF_SIDE] x [-HALF_SIDE, HALF_SIDE].

    Attributes:
        paint: S x S x 3, BGR.
        shape: S x S, 255 on the cardboard.
    """

    paint: NDArray[np.uint8]
    shape: NDArray[np.uint8]

    def to_plane(self) -> NDArray[np.float64]:
        """Return the 3 x 3 matrix from the sheet's pixels to the island's plane."""
        return pixels_to_plane(len(self.paint), HALF_SIDE)


@lru_cache(maxsize=4)
def draw_sheet(layout: Layout, seed: int, scale: int, printing: Printing = "painted") -> FlatPicture:
    """Draw the board without pieces.

    Args:
        layout: terrain, tokens and harbors.
        seed: seeds the tiles' art and the tokens' offsets.
        scale: pixels per hex side.
        printing: the inks.
    """
    rng = np.random.default_rng([seed, 1])
    canvas = Canvas(_draw_sea_frame(rng, scale), scale)
    _draw_joints(canvas)
    _draw_rocks(canvas, rng)
    for path, kind in layout.harbors:
        draw_harbor(canvas, path, kind)
    for n, at in enumerate(HEXES):
        _draw_tile(
            canvas, position(at), *draw_tile(layout.terrains[n], int(rng.integers(1 << 30)), 2 * scale)
        )
    canvas.paint[:] = apply_printing(canvas.paint, printing)
    for n, at in enumerate(HEXES):
        turn, angle, offset = rng.uniform(0, 360), rng.uniform(0, 2 * math.pi), abs(rng.normal(0, 0.045))
        number = layout.numbers[n]
        if number is not None:
            x, y = position(at)
            offset = min(offset, 0.12)
            _draw_token(canvas, x + offset * math.cos(angle), y + offset * math.sin(angle), number, turn)
    shape = np.zeros(canvas.paint.shape[:2], np.uint8)
    corners = np.rint(np.array([canvas.pixel(x, y) for x, y in FRAME_CORNERS]) * 16).astype(np.int32)
    cv2.fillConvexPoly(shape, corners, (255,), cv2.LINE_AA, 4)
    return FlatPicture(np.clip(np.rint(canvas.paint), 0, 255).astype(np.uint8), shape)


def _draw_sea_frame(rng: np.random.Generator, scale: int) -> Field:
    """Draw the sea frame: sand around the island, foam, water."""
    size = round(2 * HALF_SIDE * scale)
    waves = 0.6 * fractal_noise(rng, size, 60, 4, stretch=3) + 0.4 * fractal_noise(rng, size, 5, 3)
    sea = mix_colours((206, 128, 30), (232, 164, 62), np.asarray(waves, np.float32))
    land_mask = np.zeros((size, size), np.uint8)
    for at in HEXES:
        corners = np.array([position(i) for i in CORNERS[at]]) * scale + (size - 1) / 2
        cv2.fillConvexPoly(land_mask, np.rint(corners * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    distance = np.asarray(cv2.distanceTransform(1 - land_mask, cv2.DIST_L2, 5), np.float32) / np.float32(
        scale
    )
    # The coastline is irregular: broad bays and fine teeth.
    wander = 0.12 * (fractal_noise(rng, size, 14, 2) - 0.5) + 0.16 * (fractal_noise(rng, size, 50, 3) - 0.5)
    shore = np.asarray(distance + wander, np.float32)
    shallow = mix_colours((214, 178, 120), (232, 204, 150), np.asarray(waves, np.float32))
    sea = blend(sea, shallow, 0.8 * (1 - smoothstep(0.24, 0.55, shore)))
    foam = smoothstep(0.2, 0.24, shore) * (1 - smoothstep(0.27, 0.36, shore))
    sea = blend(sea, np.full_like(sea, 240.0), 0.75 * foam)
    sand = mix_colours((140, 186, 208), SAND, fractal_noise(rng, size, 60, 3))
    frame = blend(sand, sea, smoothstep(0.19, 0.22, shore))
    # The ground in the gaps between the tiles.
    frame[land_mask > 0] = (34.0, 44.0, 54.0)
    return frame


def _draw_joints(canvas: Canvas) -> None:
    """Draw the seams of the six frame pieces, with their knobs."""
    for n in range(6):
        # A frame piece starts at the corner before the middle seaward side of a corner hex.
        start = position(ENDS[COAST[5 * n]][0])
        facing = math.radians(60 * n)
        out = (math.sin(facing), -math.cos(facing))
        length = FRAME_APOTHEM - (start[0] * out[0] + start[1] * out[1])
        middle = 0.6 * length
        # The outline enters and leaves the knob through its neck.
        angles = np.linspace(math.radians(130), math.radians(-130), 20)
        knob = [(0.13 + 0.13 * math.cos(a), middle - 0.13 * math.sin(a)) for a in angles]
        seam = [(0.0, 0.0), (0.0, middle - 0.11), *knob, (0.0, middle + 0.11), (0.0, length)]
        canvas.line(Axes(start, out).place_all(*seam), 0.012, (112.0, 70.0, 18.0))


def _draw_rocks(canvas: Canvas, rng: np.random.Generator) -> None:
    """Draw boulders in the surf."""
    for path in COAST:
        (x0, y0), (x1, y1) = (position(i) for i in ENDS[path])
        for along, out, size, shade in rng.uniform((0, 0.16, 0.012, 0.7), (1, 0.34, 0.034, 1.2), (5, 4)):
            foot = (x0 + (x1 - x0) * along, y0 + (y1 - y0) * along)
            x, y = Axes.from_points(position(HEXES_BESIDE[path][0]), foot).place(0, out)
            canvas.blob(x + 0.006, y + 0.008, size, size * 0.7, (66, 72, 80))
            canvas.blob(x, y, size * 0.9, size * 0.6, (118 * shade, 132 * shade, 146 * shade))


def _draw_tile(canvas: Canvas, at: tuple[float, float], painting: Field, outline: Field) -> None:
    x, y = canvas.pixel(*at)
    left, top = (round(middle - (len(outline) - 1) / 2) for middle in (x, y))
    patch = canvas.paint[top : top + len(outline), left : left + len(outline)]
    patch += (painting - patch) * outline[..., None]


def _draw_token(canvas: Canvas, x: float, y: float, number: int, turn: float) -> None:
    r = TOKEN_RADIUS
    # The shadow on the tile, then the rounded rim, then the face.
    canvas.blob(x + 0.014, y + 0.02, r, r, (58, 82, 92))
    canvas.blob(x, y, r, r, (122, 168, 190))
    canvas.blob(x - 0.005, y - 0.005, r * 0.96, r * 0.96, (192, 234, 248))
    canvas.blob(x, y, r * 0.92, r * 0.92, _CREAM)
    canvas.stamp(token_print(number), x, y, 2 * r, turn, _RED if number in _RED_NUMBERS else _BLACK)
