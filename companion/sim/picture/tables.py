"""Procedural table tops under the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from companion.sim.picture.canvas import Colour
from companion.sim.picture.noise import Field, fractal_noise, mix_colours

Table = Literal["oak", "walnut", "redwood", "linen", "slate"]
TABLES: Final[tuple[Table, ...]] = get_args(Table)

Weave = Literal["felt", "checked", "striped", "strewn"]


@dataclass(frozen=True)
class Cloth:
    """A table cloth or a gaming mat of any colour.

    Attributes:
        colour, other: the colours of its ground and of its pattern, BGR.
        weave: the pattern: none, squares, stripes or scattered blots.
        width: of a square, a stripe, a blot, in hex sides.
    """

    colour: Colour
    other: Colour = (0.0, 0.0, 0.0)
    weave: Weave = "felt"
    width: float = 0.5


HALF_SIDE: Final = 21.0
"""Half the side of the painted square, in hex sides; the table continues as its mirror image."""
_SCALE: Final = 32
_PLANK: Final = 4.2

_WOODS: Final[Mapping[Table, tuple[Colour, Colour]]] = {
    "oak": ((92, 142, 184), (128, 180, 214)),
    "walnut": ((38, 56, 78), (64, 92, 122)),
    "redwood": ((36, 54, 118), (58, 86, 158)),
}


@lru_cache(maxsize=2)
def table_top(table: Table | Cloth, seed: int) -> NDArray[np.uint8]:
    """Draw a table from above: S x S x 3, BGR, over [-HALF_SIDE, HALF_SIDE] x [-HALF_SIDE, HALF_SIDE]."""
    size = round(2 * HALF_SIDE * _SCALE)
    rng = np.random.default_rng([seed, 2])
    if isinstance(table, Cloth):
        paint = _draw_cloth(rng, size, table)
    elif table in _WOODS:
        paint = _draw_wood(rng, size, *_WOODS[table])
    elif table == "linen":
        paint = _draw_linen(rng, size)
    else:
        paint = mix_colours((58, 54, 50), (104, 98, 92), fractal_noise(rng, size, 12, 6))
    return np.clip(np.rint(paint), 0, 255).astype(np.uint8)


def to_plane() -> NDArray[np.float64]:
    """Return the 3 x 3 matrix from a table top's pixels to the island's plane."""
    size = round(2 * HALF_SIDE * _SCALE)
    side, middle = 2 * HALF_SIDE / size, (size - 1) / 2
    return np.array([[side, 0, -side * middle], [0, side, -side * middle], [0, 0, 1]])


def _draw_wood(rng: np.random.Generator, size: int, dark: Colour, light: Colour) -> Field:
    """Draw wooden boards from west to east, with the grain along them."""
    grain = 0.55 * fractal_noise(rng, size, 320, 3, stretch=40) + 0.45 * fractal_noise(
        rng, size, 24, 4, stretch=8
    )
    y = np.arange(size) / _SCALE
    plank = (y / _PLANK).astype(int)
    tone = rng.uniform(0.88, 1.08, plank.max() + 1)[plank]
    seam = np.minimum(y % _PLANK, _PLANK - y % _PLANK) < 0.03
    tone = np.where(seam, 0.55, tone)
    return mix_colours(dark, light, np.asarray(grain, np.float32)) * tone.astype(np.float32)[:, None, None]


def _draw_linen(rng: np.random.Generator, size: int) -> Field:
    """Draw a woven cloth with long folds."""
    thread = np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / 5)
    weave = 0.5 + 0.25 * np.sin(thread)[None, :] + 0.25 * np.sin(thread)[:, None]
    folds = fractal_noise(rng, size, 4, 3)
    share = np.asarray(0.35 * weave + 0.65 * folds, np.float32)
    return mix_colours((150, 166, 172), (206, 216, 220), share)


def _draw_cloth(rng: np.random.Generator, size: int, cloth: Cloth) -> Field:
    """Draw a cloth with its pattern, its wool and its folds."""
    along = np.arange(size, dtype=np.float32) / np.float32(_SCALE * cloth.width)
    if cloth.weave == "felt":
        share = np.zeros((size, size), np.float32)
    elif cloth.weave == "striped":
        share = np.tile((along % 2 < 1).astype(np.float32), (size, 1))
    elif cloth.weave == "checked":
        stripes = (along % 2 < 1).astype(np.float32)
        share = np.asarray(0.5 * (stripes[:, None] + stripes[None, :]), np.float32)
    else:
        blots = fractal_noise(rng, size, max(1, round(HALF_SIDE / cloth.width)), 2)
        share = (blots > 0.6).astype(np.float32)
    tone = np.float32(0.9) + np.float32(0.2) * fractal_noise(rng, size, 5, 3)
    wool = rng.normal(1, 0.04, (size, size)).astype(np.float32)
    return mix_colours(cloth.colour, cloth.other, share) * (tone * wool)[..., None]
