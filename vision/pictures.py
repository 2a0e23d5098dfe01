"""Convert pictures of any form and size to the form that this package uses."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from vision.patches import halve

# Errors of the vision package.


class PictureError(CompanionError, ValueError):
    """An input isn't a picture; the message says what a picture is."""


MAX_PX: Final = 2400
"""Pixels along a picture's longer side above which reading gains nothing."""
_BEARINGS: Final = 8
"""Directions in which edges are compared."""
_MIN_HALVED_PX: Final = 2000
"""Least size after halving, which takes a twentieth of the time of other shrinking."""


def shrink_to_limit(picture: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Shrink a picture to the size that reading needs.

    Returns:
        The picture, and the 3x3 matrix from its pixels to the original's.
    """
    whole = picture.shape[1::-1]
    picture = halve(picture, int(math.log2(max(1.0, max(whole) / _MIN_HALVED_PX))))
    height, width = picture.shape[:2]
    if max(height, width) > MAX_PX:
        scale = MAX_PX / max(height, width)
        extent = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = np.asarray(cv2.resize(picture, extent, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = whole[0] / picture.shape[1], whole[1] / picture.shape[0]
    # Pixel centres are at whole numbers.
    return picture, np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1]])


def as_bgr(image: NDArray[Any]) -> NDArray[np.uint8]:
    """Return a picture as BGR uint8, height x width x 3.

    Args:
        image: uint8; height x width (grey), height x width x 3 (BGR) or x 4 (BGRA, alpha dropped).

    Raises:
        PictureError: another type or shape, or a side without pixels.
    """
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8:
        kind = getattr(image, "dtype", type(image).__name__)
        raise PictureError(f"a picture's pixels are uint8, from 0 to 255, not {kind}: convert it first")
    if image.size == 0:
        raise PictureError(f"a picture of shape {image.shape} has no pixels")
    if image.ndim == 3 and image.shape[2] == 3:
        return np.ascontiguousarray(image)
    if image.ndim == 3 and image.shape[2] == 4:
        return cv2.cvtColor(image, cv2.COLOR_BGRA2BGR).astype(np.uint8)
    if image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 1):
        return cv2.cvtColor(image.reshape(image.shape[:2]), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    raise PictureError(f"a picture has a shape like (720, 1280, 3), not {image.shape}")


def average_pictures(pictures: Iterable[NDArray[np.uint8]], newest: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the mean of pictures of one still scene: less noise, and fewer JPEG blocks.

    Args:
        pictures: BGR; those of another size than the newest are ignored.
        newest: returned unchanged where there is no other.
    """
    alike = [picture for picture in pictures if picture.shape == newest.shape]
    if len(alike) < 2:
        return newest
    total = np.zeros(newest.shape, np.uint16)
    for picture in alike:
        total += picture
    return np.asarray((total + len(alike) // 2) // len(alike), np.uint8)


def edge_sharpness(grey: NDArray[Any], there: NDArray[np.bool_], percentile: float = 99.0) -> float:
    """Return the slope of a picture's steepest edges: shares of its contrast per pixel.

    The least steep direction counts, because a camera or table that shakes blurs one direction only.

    Args:
        grey: height x width, 0 to 255.
        there: a mask of the pixels that count.
        percentile: that of their slopes.
    """
    # Sobel's kernel divided by eight: grey levels per pixel.
    slopes = np.stack([cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=1 / 8)[there] for x in (1, 0)], axis=1)
    bearings = np.pi * np.arange(_BEARINGS) / _BEARINGS
    along = np.abs(slopes @ np.stack([np.cos(bearings), np.sin(bearings)]).astype(np.float32))
    dark, bright = np.percentile(grey[there], (2, 98))
    return float(np.percentile(along, percentile, axis=0).min() / max(bright - dark, 1.0))
