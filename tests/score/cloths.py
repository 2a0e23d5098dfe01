"""Draws table cloths and gaming mats of any colour under a drawn board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.sim.picture.canvas import Colour, fractal_noise, mix_colours
from companion.sim.picture.render import HALF_SIDE, SCALE

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


@lru_cache(maxsize=2)
def cloth_top(cloth: Cloth, seed: int) -> NDArray[np.uint8]:
    """Draw a cloth with its pattern, its wool and its folds, as `table_top` draws a table."""
    size = round(2 * HALF_SIDE * SCALE)
    rng = np.random.default_rng([seed, 2])
    along = np.arange(size, dtype=np.float32) / np.float32(SCALE * cloth.width)
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
    paint = mix_colours(cloth.colour, cloth.other, share) * (tone * wool)[..., None]
    return np.clip(np.rint(paint), 0, 255).astype(np.uint8)
