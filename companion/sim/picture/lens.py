"""Turns a clean picture into a photograph: light, lens, sensor, JPEG."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.picture_decoder import decode_picture
from companion.sim.picture.pose import Floats

Floats32 = NDArray[np.float32]


class LightError(CompanionError, ValueError):
    """A light or a lens with an invalid value."""


@dataclass(frozen=True)
class Light:
    """The lamp over the table.

    Attributes:
        brightness: exposure; 1 is well lit, 0.4 dim, 1.4 overexposed.
        warmth: -1 bluish daylight, 0 neutral, 1 a yellow bulb.
        bearing: the lamp's direction, in degrees clockwise from the picture's north.
        height: degrees above the table.
        falloff: darkening of the side away from the lamp, 0 to 1.
        glare: strength of the lamp's reflection on the board, 0 to 1.
        shadows: darkness of shadows, 0 to 1.
    """

    brightness: float = 1.0
    warmth: float = 0.15
    bearing: float = 320.0
    height: float = 55.0
    falloff: float = 0.2
    glare: float = 0.0
    shadows: float = 0.45

    def __post_init__(self) -> None:
        if not 0 < self.brightness <= 4:
            raise LightError(f"the brightness must be above 0 and at most 4, not {self.brightness:g}")
        if not 10 <= self.height <= 90:
            raise LightError(f"the lamp must be 10 to 90 degrees above the table, not {self.height:g}")

    def direction(self, rotation: float) -> Floats:
        """Return the unit vector towards the light, (x, y, z), in the axes of a rotated board (degrees)."""
        bearing, height = math.radians(self.bearing - rotation), math.radians(self.height)
        flat = math.cos(height)
        return np.array([flat * math.sin(bearing), -flat * math.cos(bearing), math.sin(height)])


@dataclass(frozen=True)
class CameraEffects:
    """The effects of lens, sensor and compression.

    Attributes:
        blur: standard deviation of the unsharpness in pixels.
        vignette: darkening of the corners, 0 to 1.
        noise: standard deviation of the sensor's noise in grey levels at middle grey.
        jpeg_quality: 1 to 100; None: the picture isn't compressed.
    """

    blur: float = 0.6
    vignette: float = 0.2
    noise: float = 2.5
    jpeg_quality: int | None = 92

    def __post_init__(self) -> None:
        if self.jpeg_quality is not None and not 1 <= self.jpeg_quality <= 100:
            raise LightError(f"the JPEG quality must be 1 to 100, not {self.jpeg_quality}")


def photograph(
    picture: NDArray[np.uint8], light: Light, lens: CameraEffects, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the picture (H x W x 3, BGR) as a camera would deliver it, in the same size."""
    exposure, spot = _exposure_maps(picture.shape[0], picture.shape[1], light, lens.vignette)
    seen = np.asarray(cv2.multiply(picture, exposure, dtype=cv2.CV_32F), np.float32)
    if spot is not None:
        seen += spot
    if lens.blur > 0:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), lens.blur), np.float32)
    if lens.noise > 0:
        grain = rng.standard_normal(seen.shape, dtype=np.float32)
        # Shot noise grows with the root of the light.
        seen += grain * np.float32(lens.noise) * np.sqrt(np.clip(seen, 8, 255) / np.float32(128))
    developed = _to_bytes(seen)
    if lens.jpeg_quality is None:
        return developed
    _, packed = cv2.imencode(".jpg", developed, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg_quality])
    return decode_picture(packed.tobytes())


def _to_bytes(seen: Floats32) -> NDArray[np.uint8]:
    """Round each value to an integer from 0 to 255."""
    return np.asarray(cv2.add(seen, np.zeros(4), dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=2)
def _exposure_maps(
    height: int, width: int, light: Light, vignette: float
) -> tuple[Floats32, Floats32 | None]:
    """Return the factors of each pixel's colours, H x W x 3, and the lamp's reflection, H x W x 1."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.float32(height / width)
    bearing = math.radians(light.bearing)
    towards = np.float32(math.sin(bearing)) * x - np.float32(math.cos(bearing)) * y
    exposure = np.float32(light.brightness) * (1 + np.float32(light.falloff / 2) * towards)
    exposure *= 1 - np.float32(vignette * width**2 / (width**2 + height**2)) * (x * x + y * y)
    balance = np.array([1 - 0.16 * light.warmth, 1.0, 1 + 0.1 * light.warmth], np.float32)
    if light.glare <= 0:
        return exposure[..., None] * balance, None
    spot_x, spot_y = np.float32(0.35 * math.sin(bearing)), np.float32(-0.35 * math.cos(bearing))
    spot = np.exp(-((x - spot_x) ** 2 + (y - spot_y) ** 2) / np.float32(0.03))
    return exposure[..., None] * balance, (np.float32(190 * light.glare) * spot)[..., None]
