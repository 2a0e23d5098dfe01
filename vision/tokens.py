"""Number tokens: where one lies on a hex, and what it says.

Reading is done on small patches cut from the photo at full resolution, seen as from above, evened
out so that the token's paper is nearly white: what is then red is red in any light.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import NUMBERS
from vision.lattice import project
from vision.network import Network, softmax

PATCH: Final = 48
"""Pixels across a patch."""
REACH: Final = 0.38
"""Half the extent of a patch in hex sides; a token's radius is 0.25 to 0.36 of a side."""
BARE: Final = len(NUMBERS)
"""Class of a patch without a token, after the classes of `NUMBERS`."""
COVERED: Final = BARE + 1
"""Class of a patch with something on a token."""
CLASSES: Final = COVERED + 1
_WHITE: Final = 0.85
_TURNS: Final[Sequence[int]] = (0, 1, 2, 3)
_TEMPERATURE: Final = 0.7
"""Training with smoothed labels makes the reader more modest than it needs to be."""


def even_out(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Scale each channel so that the brighter part of a patch's middle becomes nearly white.

    Args:
        patches: n x PATCH x PATCH x 3, uint8.

    Returns:
        n x PATCH x PATCH x 3 in [0, 1.5].
    """
    rows, columns = np.mgrid[0:PATCH, 0:PATCH] - (PATCH - 1) / 2
    middle = rows**2 + columns**2 < (0.3 * PATCH) ** 2
    pixels = patches.astype(np.float32) / 255
    paper = np.percentile(pixels[:, middle], 75, axis=1).astype(np.float32)
    return np.clip(pixels * (_WHITE / np.maximum(paper, 0.08))[:, None, None, :], 0, 1.5)


def cut(image: NDArray[np.uint8], plane: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Patches around points of the plane, as seen from above.

    Args:
        image: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side) to pixels.
        at: n x 2 points of the plane.

    Returns:
        n x PATCH x PATCH x 3. Where the image is much finer than a patch it is averaged first.
    """
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * REACH
    target = np.array([[0, 0], [PATCH, 0], [PATCH, PATCH], [0, PATCH]], np.float32) - 0.5
    patches: list[NDArray[Any]] = []
    for point in at:
        corners = project(plane, point + square)
        low = np.floor(corners.min(axis=0)).astype(int).clip(0, None) - 2
        high = np.ceil(corners.max(axis=0)).astype(int) + 3
        low = low.clip(0, None)
        piece: NDArray[Any] = image[low[1] : high[1], low[0] : high[0]]
        if min(piece.shape[:2]) < 4:
            patches.append(np.zeros((PATCH, PATCH, 3), np.uint8))
            continue
        corners = corners - low
        finer = float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))) / PATCH
        if finer > 1.5:
            shrink = 1.2 / finer
            extent = (max(4, round(piece.shape[1] * shrink)), max(4, round(piece.shape[0] * shrink)))
            ratio = np.array(extent) / np.array([piece.shape[1], piece.shape[0]])
            piece = cv2.resize(piece, extent, interpolation=cv2.INTER_AREA)
            corners = (corners + 0.5) * ratio - 0.5
        move = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
        patches.append(cv2.warpPerspective(piece, move, (PATCH, PATCH), borderMode=cv2.BORDER_REPLICATE))
    return np.stack(patches).astype(np.uint8)


def read(reader: Network, patches: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Probabilities n x CLASSES of what each patch shows, in the order `NUMBERS`, bare, covered.

    A token may lie at any turn, and so a patch is read at four turns and the answers averaged.
    """
    logits = np.zeros((len(patches), CLASSES))
    for quarter in _TURNS:
        turned = np.rot90(even_out(patches), quarter, axes=(1, 2))
        logits += reader.run(np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32))
    return softmax(logits / len(_TURNS) / _TEMPERATURE)
