"""Negative examples for dice: close-ups of boards, and meaningless dots, which resemble pips."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import HARBOR_KINDS, TERRAINS
from vision.training.signs import draw_sign, random_sign_style
from vision.training.textures import SEA, Image, Rng, colour, surface, table_top, terrain_patch
from vision.training.tokens import draw_token, paste_token, random_token_style

CLOSEUP_PX: Final = 512
"""Pixels across a close-up."""
_NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def draw_closeup(faces: Sequence[Path], rng: Rng) -> Image:
    """Draw number tokens and harbor signs as large as dice or larger, on terrain, sea or table; or dots."""
    kind = rng.random()
    if kind < 0.25:
        return draw_dots(table_top(CLOSEUP_PX, rng), rng)
    if kind < 0.6:
        ground = terrain_patch(TERRAINS[int(rng.integers(len(TERRAINS)))], CLOSEUP_PX, rng)
    elif kind < 0.9:
        ground = surface(SEA, CLOSEUP_PX, rng).clip(0, 255).astype(np.uint8)
    else:
        ground = table_top(CLOSEUP_PX, rng)
    style = random_token_style(faces, rng)
    radius = int(np.exp(rng.uniform(np.log(16), np.log(110))))
    for _ in range(int(rng.integers(1, 8))):
        x, y = (float(v) for v in rng.uniform(0, CLOSEUP_PX, 2))
        if rng.random() < 0.6:
            token, mask = draw_token(int(rng.choice(_NUMBERS)), style, radius, rng)
            paste_token(ground, token, mask, (x, y), float(rng.uniform(0, 360)))
        else:
            _paste_sign(ground, (x, y), 2.5 * radius, faces, rng)
    return ground


def _paste_sign(
    ground: Image, at: tuple[float, float], extent: float, faces: Sequence[Path], rng: Rng
) -> None:
    """Paste a harbor sign of a given extent in pixels, at a random rotation."""
    kind = HARBOR_KINDS[int(rng.integers(len(HARBOR_KINDS)))]
    paint, mask = draw_sign(kind, random_sign_style(faces, rng), rng)
    wide = mask.shape[0]
    affine = cv2.getRotationMatrix2D((wide / 2, wide / 2), float(rng.uniform(0, 360)), extent / wide)
    affine[:, 2] += np.array(at) - wide / 2
    share = cv2.warpAffine(mask, affine, (CLOSEUP_PX, CLOSEUP_PX), flags=cv2.INTER_AREA)[..., None]
    sign = cv2.warpAffine(paint * mask[..., None], affine, (CLOSEUP_PX, CLOSEUP_PX), flags=cv2.INTER_AREA)
    ground[:] = (ground * (1 - share) + 255 * sign).clip(0, 255).astype(np.uint8)


def draw_dots(ground: Image, rng: Rng) -> Image:
    """Draw scattered dots, sometimes in rows of up to five: stars on a cloth, specks on stone, crumbs."""
    picture: NDArray[np.uint8] = ground.copy()
    count, size = int(rng.integers(20, 250)), float(np.exp(rng.uniform(0, np.log(7))))
    ink = colour(((0, 180), (0, 120), (0, 255)), rng).tolist()
    for _ in range(count):
        at, angle = rng.uniform(0, CLOSEUP_PX, 2), rng.uniform(0, 2 * np.pi)
        gap = size * rng.uniform(2.2, 6) * np.array([np.cos(angle), np.sin(angle)])
        for step in range(int(rng.integers(1, 6)) if rng.random() < 0.3 else 1):
            x, y = at + step * gap
            radius = max(1, round(size * rng.uniform(0.5, 1.2)))
            cv2.circle(picture, (round(x), round(y)), radius, ink, -1, cv2.LINE_AA)
    return picture
