"""Parts of boards seen from near, and dots of no meaning: what has pips, or seems to, and is no die."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import HARBOR_KINDS, TERRAINS
from vision.training.signs import draw_sign
from vision.training.signs import random_style as sign_style
from vision.training.textures import SEA, Image, Rng, colour, surface, table_top, terrain_patch
from vision.training.tokens import draw_token, lay, random_style

CLOSEUP_PX: Final = 512
"""Pixels across a closeup."""
_NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def closeup(faces: Sequence[Path], rng: Rng) -> Image:
    """Number tokens and harbor signs as large as dice and larger, on terrain, sea or table; or dots."""
    kind = rng.random()
    if kind < 0.25:
        return dots(table_top(CLOSEUP_PX, rng), rng)
    if kind < 0.6:
        ground = terrain_patch(TERRAINS[int(rng.integers(len(TERRAINS)))], CLOSEUP_PX, rng)
    elif kind < 0.9:
        ground = surface(SEA, CLOSEUP_PX, rng).clip(0, 255).astype(np.uint8)
    else:
        ground = table_top(CLOSEUP_PX, rng)
    style = random_style(faces, rng)
    radius = int(np.exp(rng.uniform(np.log(16), np.log(110))))
    for _ in range(int(rng.integers(1, 8))):
        x, y = (float(v) for v in rng.uniform(0, CLOSEUP_PX, 2))
        if rng.random() < 0.6:
            token, mask = draw_token(int(rng.choice(_NUMBERS)), style, radius, rng)
            lay(ground, token, mask, (x, y), float(rng.uniform(0, 360)))
        else:
            _sign(ground, (x, y), 2.5 * radius, faces, rng)
    return ground


def _sign(ground: Image, at: tuple[float, float], extent: float, faces: Sequence[Path], rng: Rng) -> None:
    """Lay a harbor sign, so many pixels across, at any turn."""
    kind = HARBOR_KINDS[int(rng.integers(len(HARBOR_KINDS)))]
    paint, mask = draw_sign(kind, sign_style(faces, rng), rng)
    wide = mask.shape[0]
    move = cv2.getRotationMatrix2D((wide / 2, wide / 2), float(rng.uniform(0, 360)), extent / wide)
    move[:, 2] += np.array(at) - wide / 2
    share = cv2.warpAffine(mask, move, (CLOSEUP_PX, CLOSEUP_PX), flags=cv2.INTER_AREA)[..., None]
    laid = cv2.warpAffine(paint * mask[..., None], move, (CLOSEUP_PX, CLOSEUP_PX), flags=cv2.INTER_AREA)
    ground[:] = (ground * (1 - share) + 255 * laid).clip(0, 255).astype(np.uint8)


def dots(ground: Image, rng: Rng) -> Image:
    """Stars on a cloth, specks on stone, crumbs: dots strewn, in rows of one to five now and then."""
    strewn: NDArray[np.uint8] = ground.copy()
    many, size = int(rng.integers(20, 250)), float(np.exp(rng.uniform(0, np.log(7))))
    ink = colour(((0, 180), (0, 120), (0, 255)), rng).tolist()
    for _ in range(many):
        at, angle = rng.uniform(0, CLOSEUP_PX, 2), rng.uniform(0, 2 * np.pi)
        gap = size * rng.uniform(2.2, 6) * np.array([np.cos(angle), np.sin(angle)])
        for step in range(int(rng.integers(1, 6)) if rng.random() < 0.3 else 1):
            x, y = at + step * gap
            radius = max(1, round(size * rng.uniform(0.5, 1.2)))
            cv2.circle(strewn, (round(x), round(y)), radius, ink, -1, cv2.LINE_AA)
    return strewn
