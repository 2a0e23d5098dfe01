"""Small squares cut from a photo, as seen from above: what the readers look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, project
from vision.network import Network

CHANNELS: Final = 5
"""Of a patch as a network takes it that is told the lean: blue, green, red, and the lean along x and y."""
CREAM: Final = np.array([0.70, 0.83, 0.86], np.float32)
"""What the board's paper becomes, BGR; what is white then is white."""
View = tuple[int, bool]
"""A way to look at a patch that has no top: by how many quarters it is turned, and whether it is mirrored."""
VIEWS: Final[tuple[View, ...]] = (
    (0, False), (2, True), (1, False), (3, True), (0, True), (2, False), (1, True), (3, False),
)  # fmt: skip
"""All of them."""
_DARKEST: Final = 0.08
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)


def cut(
    image: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    *,
    reach: float,
    size: int,
    turns: NDArray[np.float64] | None = None,
) -> NDArray[np.uint8]:
    """Patches around points of the plane, as seen from above.

    Args:
        image: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side, y to the south) to pixels.
        centres: n x 2 points of the plane.
        reach: half the extent of a patch in hex sides.
        size: pixels across a patch.
        turns: n angles in radians; a patch's x axis points there, clockwise from the plane's. None: 0.

    Returns:
        n x size x size x 3. Where the image is much finer than a patch it is averaged first; beyond
        its border its outermost pixels go on.
    """
    angles = np.zeros(len(centres)) if turns is None else turns
    target = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    patches = np.zeros((len(centres), size, size, 3), np.uint8)
    for n, (centre, angle) in enumerate(zip(centres, angles, strict=True)):
        c, s = np.cos(angle), np.sin(angle)
        corners = project(plane, centre + reach * _CORNERS @ np.array([[c, s], [-s, c]]))
        low = (np.floor(corners.min(axis=0)).astype(int) - 2).clip(0, None)
        high = np.ceil(corners.max(axis=0)).astype(int).clip(0, None) + 3
        piece: NDArray[Any] = image[low[1] : high[1], low[0] : high[0]]
        if min(piece.shape[:2]) < 4:
            continue
        corners = corners - low
        finer = float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))) / size
        if finer > 1.5:
            shrink = 1.2 / finer
            extent = (max(4, round(piece.shape[1] * shrink)), max(4, round(piece.shape[0] * shrink)))
            ratio = np.array(extent) / np.array([piece.shape[1], piece.shape[0]])
            piece = cv2.resize(piece, extent, interpolation=cv2.INTER_AREA)
            corners = (corners + 0.5) * ratio - 0.5
        move = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
        patches[n] = cv2.warpPerspective(piece, move, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return patches


def evened(
    picture: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    white: NDArray[np.float64],
    *,
    reach: float,
    size: int,
    turns: NDArray[np.float64] | None = None,
) -> NDArray[np.float32]:
    """Patches as `cut` cuts them, under white light.

    Args:
        white: n x 3, the paper's brightness around each, 0 to 1.

    Returns:
        n x size x size x 3 in [0, 1.5], BGR.
    """
    return even_out(cut(picture, plane, centres, reach=reach, size=size, turns=turns), white)


def even_out(seen: NDArray[np.uint8], white: NDArray[np.float64]) -> NDArray[np.float32]:
    """Scale patches so that what looks like the board's paper looks as paper does in white light.

    Args:
        seen: n x size x size x 3, uint8.
        white: n x 3, the paper's brightness around each, 0 to 1.

    Returns:
        n x size x size x 3 in [0, 1.5].
    """
    gain = (CREAM / 255 / np.maximum(white, _DARKEST)).astype(np.float32)
    return np.asarray(np.clip(seen * gain[:, None, None, :], 0, 1.5), np.float32)


def seen_from(
    evened: NDArray[np.float32], lean: Points, quarters: int, mirrored: bool
) -> tuple[NDArray[np.float32], Points]:
    """Patches turned to the left by quarters, then mirrored or not, and how bodies lean there then.

    Args:
        evened: n x size x size x 3.
        lean: n x 2, along the patches' axes.
        quarters: by how many quarters of a turn.
        mirrored: whether left and right change places.
    """
    patches, leaning = np.rot90(evened, quarters, (1, 2)), lean
    for _ in range(quarters % 4):
        # What pointed up points left.
        leaning = np.column_stack([leaning[:, 1], -leaning[:, 0]])
    return (patches[:, :, ::-1], leaning * (-1, 1)) if mirrored else (patches, leaning)


def answers(
    reader: Network, evened: NDArray[np.float32], lean: Points, views: Sequence[View]
) -> NDArray[np.float32]:
    """What a network says of patches, on average over ways to look at them: what it errs in differs.

    Args:
        reader: takes patches as `as_inputs` makes them.
        evened: n x size x size x 3, n being one at least.
        lean: n x 2, as `seen_from` takes it.
        views: one at least.

    Returns:
        Logits, n rows: means over the views.
    """
    inputs = [as_inputs(*seen_from(evened, lean, *view)) for view in views]
    logits = reader.run(np.concatenate(inputs))
    return np.asarray(logits.reshape(len(views), len(evened), -1).mean(axis=0), np.float32)


def as_inputs(evened: NDArray[np.float32], lean: Points | None = None) -> NDArray[np.float32]:
    """Patches as networks take them: n x 3 x size x size, or n x CHANNELS x size x size with the lean.

    Args:
        evened: n x size x size x 3, as `even_out` gives it.
        lean: n x 2, how far a body's top moves for each height of one, along the patch's axes;
            None: the network isn't told.
    """
    if lean is None:
        return np.ascontiguousarray(evened.transpose(0, 3, 1, 2), np.float32)
    inputs = np.empty((len(evened), CHANNELS, *evened.shape[1:3]), np.float32)
    inputs[:, :3] = evened.transpose(0, 3, 1, 2)
    inputs[:, 3:] = lean[:, :, None, None]
    return inputs
