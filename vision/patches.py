"""Cut small square patches from a photo, as seen from above: the readers' input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points
from vision.network import Network

# Sample squares of a picture through homographies: many in one call, averaged where the picture is finer.
#
# A picture that is finer than the result is first halved, as often as it stays finer: the mean of two by two
# pixels costs almost nothing, that of 1.7 by 1.7 twenty times as much. Where it is still finer, a pixel is
# the mean of four samples around it. All squares are read from one map.


_SINGLE_SAMPLE_RATIO: Final = 1.5
"""Up to this many pixels of the picture for one of the result, along each side, one sample is enough."""
_TARGET_RATIO: Final = 1.2
"""Above it, the result is as soft as with this ratio and means over the covered pixels."""
_PIXEL_VARIANCE, _INTERPOLATION_VARIANCE = 1 / 12, 1 / 6
"""Variances, in squares of a pixel, of a mean over a pixel, and of interpolation between two."""
_MARGIN_PX: Final = 2
"""Margin around a square for interpolation, in pixels of the halved picture."""
_MIN_VISIBLE_PX: Final = 4
"""A square with less than this in the picture, along either side, is unseen."""
_MAX_HALVINGS: Final = 8
_SEPARATE_COST_PX: Final = 200_000
"""Sampling one square separately takes as long as halving a part of the picture with this many pixels."""
_MAX_COORDINATE_PX: Final = 30000.0


def halve(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """Halve a picture's size repeatedly; with an odd side the last pixels are dropped."""
    for _ in range(times):
        height, width = picture.shape[0] // 2, picture.shape[1] // 2
        if not height or not width:
            break
        even = picture[: 2 * height, : 2 * width]
        picture = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def sample_squares(
    picture: NDArray[np.uint8],
    back: NDArray[np.float64],
    size: int,
    outside: tuple[int, int, int] | None = None,
) -> NDArray[np.uint8]:
    """Sample squares of a picture.

    Args:
        picture: BGR, height x width x 3.
        back: n homographies (n x 3 x 3) from each square's pixels to the picture's; pixel centres are at
            whole numbers.
        size: pixels across a square.
        outside: the colour beyond the picture; None: its outermost pixels are repeated.

    Returns:
        n x size x size x 3; black where hardly any of a square is in the picture.
    """
    made = np.zeros((len(back), size, size, 3), np.uint8)
    if not len(back):
        return made
    ends = np.array([[0, 0, 1], [size, 0, 1], [size, size, 1], [0, size, 1]]) - (0.5, 0.5, 0)
    at = np.einsum("nij,cj->nci", back, ends)
    corners = at[..., :2] / np.where(np.abs(at[..., 2:]) < 1e-9, 1e-9, at[..., 2:])
    x, y = corners[..., 0], corners[..., 1]
    area = np.abs((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)) / 2
    finer = np.sqrt(area) / size
    halvings = np.floor(np.log2((finer / _TARGET_RATIO).clip(1, 2**_MAX_HALVINGS))).astype(int)
    left = finer / 2.0**halvings
    several = finer > _SINGLE_SAMPLE_RATIO
    lacking = (_PIXEL_VARIANCE + _INTERPOLATION_VARIANCE) / _TARGET_RATIO**2 - (
        _PIXEL_VARIANCE * (halvings > 0) + _INTERPOLATION_VARIANCE
    ) / left**2
    away = np.sqrt(lacking.clip(0, None))
    extent = np.array(picture.shape[1::-1])
    low = np.floor(corners.min(axis=1)).clip(-_MAX_COORDINATE_PX, _MAX_COORDINATE_PX).astype(int) - _MARGIN_PX
    high = (
        np.ceil(corners.max(axis=1)).clip(-_MAX_COORDINATE_PX, _MAX_COORDINATE_PX).astype(int)
        + _MARGIN_PX
        + 1
    )
    seen = (np.minimum(high, extent) - low.clip(0, None)).min(axis=1) >= _MIN_VISIBLE_PX
    more = (_MARGIN_PX * (2**halvings - 1))[:, None]
    low, high = (low - more).clip(0, None), np.minimum(high + more, extent)
    for group in _group_squares(low, high, halvings, several, seen):
        step = 1 << int(halvings[group[0]])
        corner = low[group].min(axis=0) // step * step
        end = high[group].max(axis=0)
        part = halve(picture[corner[1] : end[1], corner[0] : end[0]], int(halvings[group[0]]))
        # Homography from the picture's pixels to those of the part.
        shift = (0.5 - corner) / step - 0.5
        near = np.array([[1 / step, 0, shift[0]], [0, 1 / step, shift[1]], [0, 0, 1]])
        along = np.tile(np.arange(size, dtype=np.float64), (len(group), 1))
        if several[group[0]]:
            along = (along[..., None] + away[group, None, None] * (-1, 1)).reshape(len(group), -1)
        sampled = halve(_sample(part, near @ back[group], along, outside), int(several[group[0]]))
        made[group] = sampled.reshape(-1, size, size, 3)
    return made


def _group_squares(
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    halvings: NDArray[np.int64],
    several: NDArray[np.bool_],
    seen: NDArray[np.bool_],
) -> list[NDArray[np.int64]]:
    """Group the indices of squares that share a part of the picture; a few distant ones stay separate."""
    groups = []
    for times, more in {(int(h), bool(s)) for h, s in zip(halvings[seen], several[seen], strict=True)}:
        together = np.flatnonzero(seen & (halvings == times) & (several == more))
        whole = np.prod(high[together].max(axis=0) - low[together].min(axis=0))
        alone = np.prod(high[together] - low[together], axis=1) + _SEPARATE_COST_PX
        if times and alone.sum() < whole:
            groups += [together[n : n + 1] for n in range(len(together))]
        else:
            groups.append(together)
    return groups


def _sample(
    part: NDArray[np.uint8],
    back: NDArray[np.float64],
    along: NDArray[np.float64],
    outside: tuple[int, int, int] | None,
) -> NDArray[np.uint8]:
    """Interpolate samples of a picture: n x m rows of m.

    Args:
        part: of the picture.
        back: n homographies, from squares to it.
        along: coordinates of the samples in each square, across as well as down: n x m.
        outside: as of `sample_squares`.
    """
    terms, across = back.astype(np.float32)[:, :, :, None, None], along.astype(np.float32)
    x, y, w = (
        terms[:, row, 0] * across[:, None] + (terms[:, row, 1] * across[:, :, None] + terms[:, row, 2])
        for row in range(3)
    )
    x /= w
    y /= w
    shape = (-1, along.shape[1])
    right, down = (
        np.clip(one, -_MAX_COORDINATE_PX, _MAX_COORDINATE_PX, out=one).reshape(shape) for one in (x, y)
    )
    mode, colour = (cv2.BORDER_REPLICATE, ()) if outside is None else (cv2.BORDER_CONSTANT, outside)
    sampled = cv2.remap(part, right, down, cv2.INTER_LINEAR, borderMode=mode, borderValue=colour)
    return np.asarray(sampled, np.uint8)


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
