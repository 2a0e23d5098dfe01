"""Draws the board as a flat sheet: sea frame, harbors, tiles and tokens, seen from straight above."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, CORNERS, ENDS, HEXES, HEXES_BESIDE, position
from companion.island.layout import Layout
from companion.sim.picture.canvas import Axes, Canvas, Colour
from companion.sim.picture.harbors import draw_harbor
from companion.sim.picture.noise import Field, blend, fractal_noise, mix_colours, smoothstep
from companion.sim.picture.numerals import token_print
from companion.sim.picture.printing import Printing, apply_printing
from companion.sim.picture.terrain import SAND, draw_tile

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


@dataclass(frozen=True)
class FlatPicture:
    """A flat picture over [-HALF_SIDE, HALF_SIDE] x [-HALF_SIDE, HALF_SIDE].

    Attributes:
        paint: S x S x 3, BGR.
        shape: S x S, 255 on the cardboard.
    """

    paint: NDArray[np.uint8]
    shape: NDArray[np.uint8]

    def to_plane(self) -> NDArray[np.float64]:
        """Return the 3 x 3 matrix from the sheet's pixels to the island's plane."""
        size = len(self.paint)
        side, middle = 2 * HALF_SIDE / size, (size - 1) / 2
        return np.array([[side, 0, -side * middle], [0, side, -side * middle], [0, 0, 1]])


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
