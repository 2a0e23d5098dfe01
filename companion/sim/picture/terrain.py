"""Paints the six terrain tiles, different for each seed.

All sizes are in hex sides, so that a tile looks the same at any resolution.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.box import Terrain
from companion.sim.picture.canvas import Canvas, Colour
from companion.sim.picture.noise import Field, blend, fractal_noise, mix_colours, relief, smoothstep

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
