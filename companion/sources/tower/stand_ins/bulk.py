"""Light that wanders through a die's body and comes out of it elsewhere: diffusion.

The dipole of Farrell, Patterson and Wilson (1992) for a thick body with a refractive index of 1.5: a good
account wherever light is scattered many times before it has crossed the body. Lengths in millimetres.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

INSIDE: Final = 3.96
"""(1 + r) / (1 - r) for the 60 % of diffuse light that the surface of plastic keeps within."""

ENTERS: Final = 0.92
"""The share of the light that gets past the surface of plastic, from outside."""


@dataclass(frozen=True)
class Bulk:
    """What a body is made of.

    Attributes:
        scatter: how often light is turned round, a millimetre (the reduced coefficient).
        absorb: how much of it is lost, a millimetre.
    """

    scatter: float
    absorb: float

    @classmethod
    def of_reflectance(cls, reflectance: float, scatter: float) -> Bulk:
        """The body that throws back this share of the light, 0 to 1, and scatters so much."""
        low, high = 0.0, 100.0 * scatter
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if cls(scatter, middle).reflectance > reflectance else (low, middle)
        return cls(scatter, low)

    @property
    def reflectance(self) -> float:
        """The share of the light that comes out again, anywhere."""
        albedo = self.scatter / (self.scatter + self.absorb)
        root = math.sqrt(3 * (1 - albedo))
        return ENTERS * albedo / 2 * (1 + math.exp(-4 / 3 * INSIDE * root)) * math.exp(-root)

    def comes_out(self, distance: Array) -> Array:
        """Of light that enters at one point, what comes out of a square millimetre at this distance."""
        all_turned = self.scatter + self.absorb
        decay = math.sqrt(3 * self.absorb * all_turned)
        deep = 1 / all_turned
        mirrored = deep * (1 + 4 / 3 * INSIDE)
        flows = np.zeros_like(distance)
        for depth in (deep, mirrored):
            way = np.sqrt(distance**2 + depth**2)
            flows += depth * (decay + 1 / way) * np.exp(-decay * way) / way**2
        return np.asarray(ENTERS * self.scatter / all_turned / (4 * math.pi) * flows)

    def spread(self, pixel: float, reach: int) -> Array:
        """What comes out of the pixels around one that light enters, shape (2 reach + 1, 2 reach + 1)."""
        return _spread(self, pixel, reach)


@functools.lru_cache(maxsize=64)
def _spread(bulk: Bulk, pixel: float, reach: int) -> Array:
    places = np.arange(-reach, reach + 1) * pixel
    out = bulk.comes_out(np.hypot(places[:, None], places[None, :])) * pixel**2
    # Near the point of entry the density changes within a pixel: there the sum decides.
    near = np.abs(places) <= 2 * pixel
    fine = (np.arange(-50, 50) + 0.5) * (5 * pixel / 100)
    dense = bulk.comes_out(np.hypot(fine[:, None], fine[None, :])) * (5 * pixel / 100) ** 2
    out[np.ix_(near, near)] = dense.reshape(5, 20, 5, 20).sum(axis=(1, 3))
    far = np.geomspace(reach * pixel, 100 * reach * pixel, 400)
    beyond = np.trapezoid(bulk.comes_out(far) * 2 * math.pi * far, far)
    out[reach, reach] += max(bulk.reflectance - beyond - out.sum(), 0.0)  # what a still finer peak holds
    out.flags.writeable = False
    return out
