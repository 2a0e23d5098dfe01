"""Smooth random fields: what makes a painted surface look painted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]


def fractal(
    rng: np.random.Generator, size: int, cells: int, octaves: int = 4, *, stretch: int = 1, gain: float = 0.5
) -> Field:
    """A square of value noise, the same picture at any size.

    Args:
        rng: draws the same amount whatever the size.
        size: side of the result in pixels.
        cells: blobs across at the coarsest octave.
        octaves: how often the blobs are halved and added.
        stretch: how much longer than high the blobs are.
        gain: how much fainter each octave is than the one before.

    Returns:
        size x size, spread over 0 to 1.
    """
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        down, across = cells << octave, max(1, (cells << octave) // stretch)
        grid = rng.random((down + 3, across + 3), dtype=np.float32)
        total += np.float32(gain**octave) * _enlarged(grid, size)
    low, high = float(total.min()), float(total.max())
    return (total - np.float32(low)) / np.float32(max(high - low, 1e-6))


def _enlarged(grid: Field, size: int) -> Field:
    """The grid's inside (without its outermost cells) stretched smoothly over a square."""
    down, across = grid.shape[0] - 3, grid.shape[1] - 3
    matrix = np.array([[across / size, 0, 1], [0, down / size, 1]], np.float64)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grid, matrix, (size, size), flags=flags), np.float32)


def relief(height: Field, scale: float) -> Field:
    """How a surface is lit from the upper left: 0 in shadow to 1 in the light, 0.5 where it is flat.

    Args:
        height: heights over a square.
        scale: how steep: heights are multiplied with it before the slope is taken per side length.
    """
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    steepness = np.float32(scale * height.shape[0] / 1000)
    return np.asarray(0.5 + 0.5 * np.tanh(slope * steepness), np.float32)


def smoothstep(low: float, high: float, values: Field) -> Field:
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def blend(one: Field, other: Field, share: Field) -> Field:
    """`one` where the share is 0, `other` where it is 1; H x W x 3 pictures, H x W share."""
    return np.asarray(one + (other - one) * thrice(share), np.float32)


def colours(low: tuple[float, float, float], high: tuple[float, float, float], share: Field) -> Field:
    """From one BGR colour to another, by an H x W share: H x W x 3."""
    start, end = np.array(low, np.float32), np.array(high, np.float32)
    return np.asarray(cv2.merge([a + (b - a) * share for a, b in zip(start, end, strict=True)]), np.float32)


def thrice(share: Field) -> Field:
    """A share for each colour of every pixel, H x W x 3: numpy takes long to spread one of H x W so."""
    return np.asarray(cv2.cvtColor(share, cv2.COLOR_GRAY2BGR), np.float32)
