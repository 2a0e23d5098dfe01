"""Cut small square patches from a photo, as seen from above: the readers' input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points
from vision.network import Network
from vision.sampling import sample_squares

CHANNELS: Final = 5
"""Channels of a patch for a network that is given the lean: blue, green, red, and the lean along x and y."""
PAPER_COLOUR: Final = np.array([0.70, 0.83, 0.86], np.float32)
"""The board's paper after white balance, BGR; white is then white."""
PatchView = tuple[int, bool]
"""A view of a patch without a fixed top: its rotation in quarter turns, and whether it is mirrored."""
VIEWS: Final[tuple[PatchView, ...]] = (
    (0, False), (2, True), (1, False), (3, True), (0, True), (2, False), (1, True), (3, False),
)  # fmt: skip
"""All eight views, for test-time augmentation."""
_MIN_PAPER: Final = 0.08


def cut_patches(
    image: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    *,
    reach: float,
    size: int,
    turns: NDArray[np.float64] | None = None,
) -> NDArray[np.uint8]:
    """Cut patches around points of the plane, as seen from above.

    Args:
        image: BGR, height x width x 3.
        plane: homography from the plane (unit: a hex side, y to the south) to pixels.
        centres: n x 2 points of the plane.
        reach: half the extent of a patch in hex sides.
        size: pixels across a patch.
        turns: n angles in radians: the direction of a patch's x axis, clockwise from the plane's. None: 0.

    Returns:
        n x size x size x 3. Where the image is much finer than a patch it is averaged first; beyond its
            border its outermost pixels are repeated.
    """
    angles = np.zeros(len(centres)) if turns is None else turns
    c, s = np.cos(angles), np.sin(angles)
    # Homography from a patch's pixels to the plane: its middle is its point.
    each, middle = 2 * reach / size, reach * (1 - 1 / size)
    onto = np.zeros((len(centres), 3, 3))
    onto[:, 0, 0], onto[:, 0, 1], onto[:, 1, 0], onto[:, 1, 1] = each * c, -each * s, each * s, each * c
    onto[:, 0, 2] = centres[:, 0] - middle * (c - s)
    onto[:, 1, 2] = centres[:, 1] - middle * (c + s)
    onto[:, 2, 2] = 1
    return sample_squares(image, plane @ onto, size)


def cut_white_balanced(
    picture: NDArray[np.uint8],
    plane: Homography,
    centres: Points,
    white: NDArray[np.float64],
    *,
    reach: float,
    size: int,
    turns: NDArray[np.float64] | None = None,
) -> NDArray[np.float32]:
    """Cut patches as `cut_patches` does, and white-balance them.

    Args:
        picture, plane, centres, reach, size, turns: as of `cut_patches`.
        white: n x 3, the paper's brightness around each, 0 to 1.

    Returns:
        n x size x size x 3 in [0, 1.5], BGR.
    """
    return white_balance(cut_patches(picture, plane, centres, reach=reach, size=size, turns=turns), white)


def white_balance(seen: NDArray[np.uint8], white: NDArray[np.float64]) -> NDArray[np.float32]:
    """Scale patches so that the board's paper has its colour in white light.

    Args:
        seen: n x size x size x 3, uint8.
        white: n x 3, the paper's brightness around each, 0 to 1.

    Returns:
        n x size x size x 3 in [0, 1.5].
    """
    gain = (PAPER_COLOUR / 255 / np.maximum(white, _MIN_PAPER)).astype(np.float32)
    evened: NDArray[np.float32] = seen * gain[:, None, None, :]
    return np.minimum(evened, np.float32(1.5), out=evened)


def transform_view(
    patches: NDArray[np.float32], lean: Points, quarters: int, mirrored: bool
) -> tuple[NDArray[np.float32], Points]:
    """Return patches rotated to the left by quarters, then mirrored or not, and the lean of bodies in them.

    Args:
        patches: n x colours x size x size.
        lean: n x 2, along the patches' axes.
        quarters: number of quarter turns.
        mirrored: whether left and right are swapped.
    """
    turned, leaning = np.rot90(patches, quarters, (2, 3)), lean
    for _ in range(quarters % 4):
        # After a quarter turn up becomes left.
        leaning = np.column_stack([leaning[:, 1], -leaning[:, 0]])
    return (turned[..., ::-1], leaning * (-1, 1)) if mirrored else (turned, leaning)


def mean_logits(
    reader: Network, evened: NDArray[np.float32], lean: Points, views: Sequence[PatchView]
) -> NDArray[np.float32]:
    """Return a network's logits for patches, averaged over views, whose errors differ.

    Args:
        reader: takes patches in the form of `to_network_inputs`.
        evened: n x size x size x colours, n being one at least.
        lean: n x 2, the lean of bodies along the patches' axes.
        views: one at least.

    Returns:
        Logits, n rows: means over the views.
    """
    patches = to_network_inputs(evened)
    colours = patches.shape[1]
    inputs = np.empty((len(views), len(patches), colours + 2, *patches.shape[2:]), np.float32)
    for view, shown in zip(views, inputs, strict=True):
        turned, leaning = transform_view(patches, lean, *view)
        shown[:, :colours], shown[:, colours:] = turned, leaning[:, :, None, None]
    logits = reader.run(inputs.reshape(-1, *inputs.shape[2:]))
    return np.asarray(logits.reshape(len(views), len(evened), -1).mean(axis=0), np.float32)


def to_network_inputs(patches: NDArray[np.float32], lean: Points | None = None) -> NDArray[np.float32]:
    """Convert patches to a network's input: n x colours x size x size, with the lean as two more channels.

    Args:
        patches: n x size x size x colours, as `white_balance` gives them: three colours, or those of several
            scales.
        lean: n x 2, displacement of a body's top for each unit of its height, along the patch's axes; None:
            the network takes no lean.
    """
    if lean is None:
        return np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
    colours = patches.shape[3]
    inputs = np.empty((len(patches), colours + 2, *patches.shape[1:3]), np.float32)
    inputs[:, :colours] = patches.transpose(0, 3, 1, 2)
    inputs[:, colours:] = lean[:, :, None, None]
    return inputs
