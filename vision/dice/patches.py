"""Cut small square patches around dice: the face readers' input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection

PATCH_PX: Final = 48
"""Pixels across a patch."""
REACH_WIDTHS: Final = 0.85
"""Half the extent of a patch in widths of the die: the top face in its middle, the sides around it."""


def cut_dice_patches(
    image: NDArray[np.uint8],
    dice: Sequence[DieDetection],
    turns: Sequence[float] = (0.0,),
    *,
    upright: Sequence[float] | None = None,
    reach: float = REACH_WIDTHS,
    size: int = PATCH_PX,
) -> NDArray[np.uint8]:
    """Cut patches around dice, each at every rotation.

    Args:
        image: BGR, height x width x 3.
        dice: the dice.
        turns: angles in radians: the direction of a patch's x axis, clockwise from the image's.
        upright: angles in radians, one for each die, added to `turns`; None: zero.
        reach: half the extent of a patch in widths of its die.
        size: pixels across a patch.

    Returns:
        (dice * turns) x size x size x 3, a die's rotations together. Where the image is much finer than a
            patch it is averaged first; beyond its border its outermost pixels are repeated.
    """
    patches = np.zeros((len(dice), len(turns), size, size, 3), np.uint8)
    for n, die in enumerate(dice):
        finer = 2 * reach * die.size / size
        source, at = image, np.array(die.at, np.float64)
        if finer > 1.5:
            half = int(np.ceil(1.5 * reach * die.size)) + 2
            low = (np.floor(at).astype(int) - half).clip(0, None)
            high = np.ceil(at).astype(int) + half
            piece = image[low[1] : max(high[1], low[1] + 2), low[0] : max(high[0], low[0] + 2)]
            if min(piece.shape[:2]) < 2:
                continue
            extent = (
                max(2, round(piece.shape[1] * 1.2 / finer)),
                max(2, round(piece.shape[0] * 1.2 / finer)),
            )
            ratio = np.array(extent) / (piece.shape[1], piece.shape[0])
            source = np.asarray(cv2.resize(piece, extent, interpolation=cv2.INTER_AREA), np.uint8)
            at = (at - low + 0.5) * ratio - 0.5
            step = finer * ratio
        else:
            step = np.array([finer, finer])
        for k, turn in enumerate(turns):
            angle = turn if upright is None else turn + upright[n]
            c, s = np.cos(angle), np.sin(angle)
            # Map from the patch's pixels to the source's.
            move = np.column_stack([np.array([c, s]) * step, np.array([-s, c]) * step, at])
            move[:, 2] -= move[:, :2] @ np.full(2, (size - 1) / 2)
            patches[n, k] = cv2.warpAffine(
                source, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
    return patches.reshape(-1, size, size, 3)
