"""Squares of a picture, as seen through homographies: many at once, and averaged where it is finer.

A picture that is finer than what is made of it is first halved, as often as it stays finer: the mean of two
by two pixels costs next to nothing, that of 1.7 by 1.7 twenty times as much. Where it is finer yet, a pixel
is the mean of four samples around it. All squares are read from one map.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_AS_FINE: Final = 1.5
"""Up to so many pixels of the picture for one that is made, along each side, one sample is enough."""
_FINER: Final = 1.2
"""Where there are more, what is made is as soft as if there were so many, each a mean of those it covers."""
_PIXEL, _BETWEEN = 1 / 12, 1 / 6
"""Variances, in squares of a pixel, of a mean over a pixel, and of interpolation between two."""
_MARGIN_PX: Final = 2
"""What is looked at between pixels reaches so far around a square, in pixels of the halved picture."""
_LEAST_PX: Final = 4
"""A square of which less than this is in the picture, along either side, isn't seen."""
_MOST_HALVINGS: Final = 8
_ALONE_PX: Final = 200_000
"""Making one square alone takes as long as halving a part of the picture of so many pixels."""
_FAR_PX: Final = 30000.0


def halved(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """A picture of half the size, and again, so many times; of odd sides the last pixels are left out."""
    for _ in range(times):
        height, width = picture.shape[0] // 2, picture.shape[1] // 2
        if not height or not width:
            break
        even = picture[: 2 * height, : 2 * width]
        picture = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def squares(
    picture: NDArray[np.uint8],
    back: NDArray[np.float64],
    size: int,
    outside: tuple[int, int, int] | None = None,
) -> NDArray[np.uint8]:
    """Squares of a picture.

    Args:
        picture: BGR, height x width x 3.
        back: n homographies (n x 3 x 3) from each square's pixels to the picture's; pixels' middles lie at
            whole numbers.
        size: pixels across a square.
        outside: the colour of what lies beyond the picture; None: its outermost pixels go on.

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
    halvings = np.floor(np.log2((finer / _FINER).clip(1, 2**_MOST_HALVINGS))).astype(int)
    left = finer / 2.0**halvings
    several = finer > _AS_FINE
    lacking = (_PIXEL + _BETWEEN) / _FINER**2 - (_PIXEL * (halvings > 0) + _BETWEEN) / left**2
    away = np.sqrt(lacking.clip(0, None))
    extent = np.array(picture.shape[1::-1])
    low = np.floor(corners.min(axis=1)).clip(-_FAR_PX, _FAR_PX).astype(int) - _MARGIN_PX
    high = np.ceil(corners.max(axis=1)).clip(-_FAR_PX, _FAR_PX).astype(int) + _MARGIN_PX + 1
    seen = (np.minimum(high, extent) - low.clip(0, None)).min(axis=1) >= _LEAST_PX
    more = (_MARGIN_PX * (2**halvings - 1))[:, None]
    low, high = (low - more).clip(0, None), np.minimum(high + more, extent)
    for group in _groups(low, high, halvings, several, seen):
        step = 1 << int(halvings[group[0]])
        corner = low[group].min(axis=0) // step * step
        end = high[group].max(axis=0)
        part = halved(picture[corner[1] : end[1], corner[0] : end[0]], int(halvings[group[0]]))
        # From the picture's pixels to those of the part.
        shift = (0.5 - corner) / step - 0.5
        near = np.array([[1 / step, 0, shift[0]], [0, 1 / step, shift[1]], [0, 0, 1]])
        along = np.tile(np.arange(size, dtype=np.float64), (len(group), 1))
        if several[group[0]]:
            along = (along[..., None] + away[group, None, None] * (-1, 1)).reshape(len(group), -1)
        sampled = halved(_sampled(part, near @ back[group], along, outside), int(several[group[0]]))
        made[group] = sampled.reshape(-1, size, size, 3)
    return made


def _groups(
    low: NDArray[np.int64],
    high: NDArray[np.int64],
    halvings: NDArray[np.int64],
    several: NDArray[np.bool_],
    seen: NDArray[np.bool_],
) -> list[NDArray[np.int64]]:
    """Indices of squares that are made together, of one part of the picture: few far apart are not."""
    groups = []
    for times, more in {(int(h), bool(s)) for h, s in zip(halvings[seen], several[seen], strict=True)}:
        together = np.flatnonzero(seen & (halvings == times) & (several == more))
        whole = np.prod(high[together].max(axis=0) - low[together].min(axis=0))
        alone = np.prod(high[together] - low[together], axis=1) + _ALONE_PX
        if times and alone.sum() < whole:
            groups += [together[n : n + 1] for n in range(len(together))]
        else:
            groups.append(together)
    return groups


def _sampled(
    part: NDArray[np.uint8],
    back: NDArray[np.float64],
    along: NDArray[np.float64],
    outside: tuple[int, int, int] | None,
) -> NDArray[np.uint8]:
    """Samples of a picture, between its pixels: n x m rows of m.

    Args:
        part: of the picture.
        back: n homographies, from squares to it.
        along: where samples lie in each square, across as down: n x m.
        outside: as `squares` takes it.
    """
    terms, across = back.astype(np.float32)[:, :, :, None, None], along.astype(np.float32)
    x, y, w = (
        terms[:, row, 0] * across[:, None] + (terms[:, row, 1] * across[:, :, None] + terms[:, row, 2])
        for row in range(3)
    )
    x /= w
    y /= w
    shape = (-1, along.shape[1])
    right, down = (np.clip(one, -_FAR_PX, _FAR_PX, out=one).reshape(shape) for one in (x, y))
    mode, colour = (cv2.BORDER_REPLICATE, ()) if outside is None else (cv2.BORDER_CONSTANT, outside)
    sampled = cv2.remap(part, right, down, cv2.INTER_LINEAR, borderMode=mode, borderValue=colour)
    return np.asarray(sampled, np.uint8)
