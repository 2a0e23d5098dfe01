"""What the board lies on: procedural table tops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from companion.sim.picture.canvas import Colour
from companion.sim.picture.noise import Field, colours, fractal

Table = Literal["oak", "walnut", "redwood", "linen", "slate"]
TABLES: Final[tuple[Table, ...]] = get_args(Table)

Weave = Literal["felt", "checked", "striped", "strewn"]


@dataclass(frozen=True)
class Cloth:
    """A table cloth or a gaming mat of any colour.

    Attributes:
        colour, other: BGR of its ground and of what is on it.
        weave: nothing but wool; squares; stripes; or blots strewn all over it.
        width: of a square, a stripe, a blot, in hex sides.
    """

    colour: Colour
    other: Colour = (0.0, 0.0, 0.0)
    weave: Weave = "felt"
    width: float = 0.5


HALF: Final = 21.0
"""Half the side of the square that is painted, in hex sides; a table goes on as its mirror image."""
_SCALE: Final = 32
_PLANK: Final = 4.2

_WOODS: Final[Mapping[Table, tuple[Colour, Colour]]] = {
    "oak": ((92, 142, 184), (128, 180, 214)),
    "walnut": ((38, 56, 78), (64, 92, 122)),
    "redwood": ((36, 54, 118), (58, 86, 158)),
}


@lru_cache(maxsize=2)
def table_top(table: Table | Cloth, seed: int) -> NDArray[np.uint8]:
    """A table seen from above: S x S x 3, BGR, over [-HALF, HALF] x [-HALF, HALF]."""
    size = round(2 * HALF * _SCALE)
    rng = np.random.default_rng([seed, 2])
    if isinstance(table, Cloth):
        paint = _cloth(rng, size, table)
    elif table in _WOODS:
        paint = _wood(rng, size, *_WOODS[table])
    elif table == "linen":
        paint = _linen(rng, size)
    else:
        paint = colours((58, 54, 50), (104, 98, 92), fractal(rng, size, 12, 6))
    return np.clip(np.rint(paint), 0, 255).astype(np.uint8)


def to_plane() -> NDArray[np.float64]:
    """The 3 x 3 matrix from a table top's pixels to the island's plane."""
    size = round(2 * HALF * _SCALE)
    side, middle = 2 * HALF / size, (size - 1) / 2
    return np.array([[side, 0, -side * middle], [0, side, -side * middle], [0, 0, 1]])


def _wood(rng: np.random.Generator, size: int, dark: Colour, light: Colour) -> Field:
    """Boards from west to east, their grain along them."""
    grain = 0.55 * fractal(rng, size, 320, 3, stretch=40) + 0.45 * fractal(rng, size, 24, 4, stretch=8)
    y = np.arange(size) / _SCALE
    plank = (y / _PLANK).astype(int)
    tone = rng.uniform(0.88, 1.08, plank.max() + 1)[plank]
    seam = np.minimum(y % _PLANK, _PLANK - y % _PLANK) < 0.03
    tone = np.where(seam, 0.55, tone)
    return colours(dark, light, np.asarray(grain, np.float32)) * tone.astype(np.float32)[:, None, None]


def _linen(rng: np.random.Generator, size: int) -> Field:
    """A woven cloth with long folds."""
    thread = np.arange(size, dtype=np.float32) * np.float32(2 * np.pi / 5)
    weave = 0.5 + 0.25 * np.sin(thread)[None, :] + 0.25 * np.sin(thread)[:, None]
    folds = fractal(rng, size, 4, 3)
    share = np.asarray(0.35 * weave + 0.65 * folds, np.float32)
    return colours((150, 166, 172), (206, 216, 220), share)


def _cloth(rng: np.random.Generator, size: int, cloth: Cloth) -> Field:
    """A cloth, its wool and its folds."""
    along = np.arange(size, dtype=np.float32) / np.float32(_SCALE * cloth.width)
    if cloth.weave == "felt":
        share = np.zeros((size, size), np.float32)
    elif cloth.weave == "striped":
        share = np.tile((along % 2 < 1).astype(np.float32), (size, 1))
    elif cloth.weave == "checked":
        stripes = (along % 2 < 1).astype(np.float32)
        share = np.asarray(0.5 * (stripes[:, None] + stripes[None, :]), np.float32)
    else:
        blots = fractal(rng, size, max(1, round(HALF / cloth.width)), 2)
        share = (blots > 0.6).astype(np.float32)
    tone = np.float32(0.9) + np.float32(0.2) * fractal(rng, size, 5, 3)
    wool = rng.normal(1, 0.04, (size, size)).astype(np.float32)
    return colours(cloth.colour, cloth.other, share) * (tone * wool)[..., None]
