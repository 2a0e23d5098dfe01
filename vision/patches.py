"""Small squares cut from a photo, as seen from above: what the readers look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points
from vision.network import Network
from vision.sampling import squares

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
    c, s = np.cos(angles), np.sin(angles)
    # From a patch's pixels to the plane: its middle is its point.
    each, middle = 2 * reach / size, reach * (1 - 1 / size)
    onto = np.zeros((len(centres), 3, 3))
    onto[:, 0, 0], onto[:, 0, 1], onto[:, 1, 0], onto[:, 1, 1] = each * c, -each * s, each * s, each * c
    onto[:, 0, 2] = centres[:, 0] - middle * (c - s)
    onto[:, 1, 2] = centres[:, 1] - middle * (c + s)
    onto[:, 2, 2] = 1
    return squares(image, plane @ onto, size)


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
    evened: NDArray[np.float32] = seen * gain[:, None, None, :]
    return np.minimum(evened, np.float32(1.5), out=evened)


def seen_from(
    patches: NDArray[np.float32], lean: Points, quarters: int, mirrored: bool
) -> tuple[NDArray[np.float32], Points]:
    """Patches turned to the left by quarters, then mirrored or not, and how bodies lean there then.

    Args:
        patches: n x colours x size x size.
        lean: n x 2, along the patches' axes.
        quarters: by how many quarters of a turn.
        mirrored: whether left and right change places.
    """
    turned, leaning = np.rot90(patches, quarters, (2, 3)), lean
    for _ in range(quarters % 4):
        # What pointed up points left.
        leaning = np.column_stack([leaning[:, 1], -leaning[:, 0]])
    return (turned[..., ::-1], leaning * (-1, 1)) if mirrored else (turned, leaning)


def answers(
    reader: Network, evened: NDArray[np.float32], lean: Points, views: Sequence[View]
) -> NDArray[np.float32]:
    """What a network says of patches, on average over ways to look at them: what it errs in differs.

    Args:
        reader: takes patches as `as_inputs` makes them.
        evened: n x size x size x colours, n being one at least.
        lean: n x 2, how bodies lean along the patches' axes.
        views: one at least.

    Returns:
        Logits, n rows: means over the views.
    """
    patches = as_inputs(evened)
    colours = patches.shape[1]
    inputs = np.empty((len(views), len(patches), colours + 2, *patches.shape[2:]), np.float32)
    for view, shown in zip(views, inputs, strict=True):
        turned, leaning = seen_from(patches, lean, *view)
        shown[:, :colours], shown[:, colours:] = turned, leaning[:, :, None, None]
    logits = reader.run(inputs.reshape(-1, *inputs.shape[2:]))
    return np.asarray(logits.reshape(len(views), len(evened), -1).mean(axis=0), np.float32)


def as_inputs(evened: NDArray[np.float32], lean: Points | None = None) -> NDArray[np.float32]:
    """Patches as networks take them: n x colours x size x size, two more with the lean (`CHANNELS`).

    Args:
        evened: n x size x size x colours, as `even_out` gives it: three, or those of several scales.
        lean: n x 2, how far a body's top moves for each height of one, along the patch's axes;
            None: the network isn't told.
    """
    if lean is None:
        return np.ascontiguousarray(evened.transpose(0, 3, 1, 2), np.float32)
    colours = evened.shape[3]
    inputs = np.empty((len(evened), colours + 2, *evened.shape[1:3]), np.float32)
    inputs[:, :colours] = evened.transpose(0, 3, 1, 2)
    inputs[:, colours:] = lean[:, :, None, None]
    return inputs
