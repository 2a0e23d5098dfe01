"""Pictures as they come, made into the one form that everything here works on."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError


def as_bgr(image: NDArray[Any]) -> NDArray[np.uint8]:
    """A picture as BGR uint8, height x width x 3.

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
