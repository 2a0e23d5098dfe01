"""Smooth random fields for painted surfaces."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]


def fractal_noise(
    rng: np.random.Generator, size: int, cells: int, octaves: int = 4, *, stretch: int = 1, gain: float = 0.5
) -> Field:
    """Generate a square of fractal value noise, the same pattern at any size.

    Args:
        rng: its number of draws doesn't depend on the size.
        size: side of the result in pixels.
        cells: blobs across at the coarsest octave.
        octaves: number of octaves; each halves the blobs.
        stretch: ratio of the blobs' width to their height.
        gain: ratio of each octave's amplitude to the one before.

    Returns:
        size x size, scaled to 0 to 1.
    """
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        down, across = cells << octave, max(1, (cells << octave) // stretch)
        grid = rng.random((down + 3, across + 3), dtype=np.float32)
        total += np.float32(gain**octave) * _enlarge(grid, size)
    low, high = float(total.min()), float(total.max())
    return (total - np.float32(low)) / np.float32(max(high - low, 1e-6))


def _enlarge(grid: Field, size: int) -> Field:
    """Interpolate the grid without its outermost cells over a square."""
    down, across = grid.shape[0] - 3, grid.shape[1] - 3
    matrix = np.array([[across / size, 0, 1], [0, down / size, 1]], np.float64)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grid, matrix, (size, size), flags=flags), np.float32)


def relief(height: Field, scale: float) -> Field:
    """Return a surface's illumination from the upper left: 0 in shadow, 0.5 where it is flat, 1 in the light.

    Args:
        height: heights over a square.
        scale: factor for the heights before the slope per side length is computed.
    """
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    steepness = np.float32(scale * height.shape[0] / 1000)
    return np.asarray(0.5 + 0.5 * np.tanh(slope * steepness), np.float32)


def smoothstep(low: float, high: float, values: Field) -> Field:
    """Return 0 below `low`, 1 above `high`, and a smooth transition between."""
    t = np.clip((values - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(t * t * (3 - 2 * t), np.float32)


def blend(one: Field, other: Field, share: Field) -> Field:
    """Blend two pictures (H x W x 3) by a share (H x W): `one` at 0, `other` at 1."""
    return np.asarray(one + (other - one) * to_three_channels(share), np.float32)


def mix_colours(low: tuple[float, float, float], high: tuple[float, float, float], share: Field) -> Field:
    """Mix two BGR colours by a share, H x W; returns H x W x 3."""
    start, end = np.array(low, np.float32), np.array(high, np.float32)
    return np.asarray(cv2.merge([a + (b - a) * share for a, b in zip(start, end, strict=True)]), np.float32)


def to_three_channels(share: Field) -> Field:
    """Repeat a share (H x W) for three channels, H x W x 3; faster than numpy's broadcasting."""
    return np.asarray(cv2.cvtColor(share, cv2.COLOR_GRAY2BGR), np.float32)
