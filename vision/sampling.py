"""Sample squares of a picture through homographies: many in one call, averaged where the picture is finer.

A picture that is finer than the result is first halved, as often as it stays finer: the mean of two by two
pixels costs almost nothing, that of 1.7 by 1.7 twenty times as much. Where it is still finer, a pixel is the
mean of four samples around it. All squares are read from one map.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

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
