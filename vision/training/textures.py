"""Surfaces drawn from noise and a few strokes: terrain of imagined printings, sea, table tops.

Every picture here is BGR, uint8, height x width x 3. Palettes are ranges of OpenCV's HSV (hue 0 to 180),
deliberately wide: a network trained on many printings depends on none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import Terrain

Image = NDArray[np.uint8]
Rng = np.random.Generator
Range = tuple[float, float]
Palette = tuple[tuple[Range, Range, Range], ...]

# For each terrain: a base and two tones to mix in, each (hue, saturation, value).
PALETTES: Final[Mapping[Terrain, Palette]] = {
    "hills": (
        ((4, 15), (110, 220), (90, 190)),
        ((0, 13), (120, 230), (50, 110)),
        ((8, 18), (70, 170), (140, 220)),
    ),
    "forest": (
        ((38, 78), (80, 200), (45, 105)),
        ((35, 80), (80, 210), (15, 55)),
        ((28, 70), (70, 190), (80, 140)),
    ),
    "pasture": (
        ((34, 56), (110, 225), (130, 215)),
        ((34, 60), (110, 225), (110, 170)),
        ((28, 50), (70, 180), (170, 235)),
    ),
    "fields": (
        ((17, 27), (120, 235), (165, 245)),
        ((12, 24), (100, 220), (110, 180)),
        ((19, 29), (80, 200), (200, 250)),
    ),
    "mountains": (
        ((95, 150), (5, 70), (95, 170)),
        ((90, 150), (5, 80), (45, 100)),
        ((80, 150), (0, 40), (180, 250)),
    ),
    "desert": (
        ((15, 24), (60, 130), (160, 235)),
        ((14, 23), (70, 145), (130, 190)),
        ((16, 26), (40, 100), (190, 245)),
    ),
}
SEA: Final[Palette] = (
    ((92, 116), (110, 240), (110, 245)),
    ((92, 118), (120, 240), (80, 190)),
    ((90, 112), (40, 160), (170, 250)),
)
SAND: Final[Palette] = (
    ((17, 26), (35, 120), (180, 245)),
    ((15, 26), (45, 120), (150, 215)),
    ((17, 28), (25, 90), (200, 250)),
)


def noise(size: int, octaves: int, rng: Rng, stretch: float = 1.0) -> NDArray[np.float32]:
    """Return smooth noise in [0, 1], size x size; `stretch` above 1 stretches it along x, like wood grain."""
    total: NDArray[Any] = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        cells = max(2, min(size, 3 * 2**octave))
        small = rng.random((cells, max(2, round(cells / stretch)))).astype(np.float32)
        total += cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC) * 0.6**octave
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / max(high - low, 1e-6), np.float32)


def colour(ranges: tuple[Range, Range, Range], rng: Rng) -> NDArray[np.float32]:
    """Return a random colour of a palette's range, BGR."""
    hsv = np.array([[[rng.uniform(*r) for r in ranges]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def surface(palette: Palette, size: int, rng: Rng, stretch: float = 1.0) -> NDArray[np.float32]:
    """Return a palette mixed by noise: float BGR in [0, 255], size x size x 3."""
    base, *tones = (colour(ranges, rng) for ranges in palette)
    picture = np.tile(base, (size, size, 1))
    for tone in tones:
        share = noise(size, int(rng.integers(3, 6)), rng, stretch)
        sharp = rng.uniform(2, 12)
        share = 1 / (1 + np.exp(-sharp * (share - rng.uniform(0.45, 0.7))))
        picture = picture + (tone - picture) * share[..., None]
    return picture


def _strokes(picture: Image, terrain: Terrain, rng: Rng) -> None:
    """Draw the small details of terrain art: trees, stones, sheep, furrows, dunes."""
    size = picture.shape[0]
    palette = PALETTES[terrain]
    for _ in range(int(rng.integers(0, 90))):
        tone = tuple(map(float, colour(palette[int(rng.integers(len(palette)))], rng)))
        x, y = (int(v) for v in rng.integers(0, size, 2))
        reach = int(rng.integers(1, max(2, size // 9)))
        angle = rng.uniform(0, 2 * np.pi)
        ahead = np.array([np.cos(angle), np.sin(angle)]) * reach
        if terrain in ("forest", "pasture"):
            cv2.circle(picture, (x, y), max(1, reach // 2), tone, -1, cv2.LINE_AA)
        elif terrain == "mountains":
            points = np.array([x, y]) + rng.normal(0, reach, (3, 2))
            cv2.fillConvexPoly(picture, points.astype(np.int32), tone, cv2.LINE_AA)
        elif terrain == "fields":
            across = np.array([-ahead[1], ahead[0]])
            points = np.array([x, y]) + np.array([ahead, across, -ahead, -across])
            cv2.fillConvexPoly(picture, points.astype(np.int32), tone, cv2.LINE_AA)
        else:
            far = (int(x + ahead[0]), int(y + ahead[1]))
            cv2.line(picture, (x, y), far, tone, int(rng.integers(1, 4)), cv2.LINE_AA)


def terrain_patch(terrain: Terrain, size: int, rng: Rng) -> Image:
    """A square of imagined terrain art, paler or sandy towards its rim as prints are."""
    drawn = surface(PALETTES[terrain], size, rng, rng.uniform(1, 3))
    picture = drawn.clip(0, 255).astype(np.uint8)
    _strokes(picture, terrain, rng)
    if rng.random() < 0.5:
        radius = np.hypot(*np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j])
        share = 1 / (1 + np.exp(-20 * (radius + 0.2 * noise(size, 4, rng) - rng.uniform(0.85, 1.1))))
        picture = (picture + (surface(SAND, size, rng) - picture) * share[..., None]).astype(np.uint8)
    return picture


def table_top(size: int, rng: Rng) -> Image:
    """An imagined table: plain, grained, patterned, or cluttered with cards and boxes."""
    value = rng.uniform(20, 240)
    ranges = ((0.0, 180.0), (0.0, float(rng.choice([30, 90, 200]))), (value * 0.7, value))
    grain = float(rng.choice([1, 1, 6, 20]))
    picture = surface((ranges, ranges, ranges), size, rng, grain)
    if rng.random() < 0.5:
        picture = np.rot90(picture)
    top = np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8))
    for _ in range(int(rng.integers(0, 14)) if rng.random() < 0.6 else 0):
        centre, extent = rng.uniform(0, size, 2), rng.uniform(size / 40, size / 6, 2)
        box = cv2.boxPoints((centre.tolist(), extent.tolist(), rng.uniform(0, 180)))
        tone = tuple(map(float, rng.integers(0, 256, 3)))
        if rng.random() < 0.3:
            cv2.circle(top, tuple(map(int, centre)), int(extent[0] / 2), tone, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(top, box.astype(np.int32), tone, cv2.LINE_AA)
    return top
