"""Subsurface scattering: diffusion of light in a die's body.

The dipole model of Farrell, Patterson and Wilson (1992) for a thick body with a refractive index of 1.5. It
is accurate where light scatters many times before it crosses the body. Lengths are in millimetres.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

INTERNAL_REFLECTION: Final = 3.96
"""(1 + r) / (1 - r) for the 60 % of diffuse light that the surface of plastic reflects inwards."""

SURFACE_TRANSMISSION: Final = 0.92
"""Share of the light from outside that enters the surface of plastic."""


@dataclass(frozen=True)
class BulkMaterial:
    """Optical properties of a body's material.

    Attributes:
        scatter: reduced scattering coefficient, per millimetre.
        absorb: absorption coefficient, per millimetre.
    """

    scatter: float
    absorb: float

    @classmethod
    def from_reflectance(cls, reflectance: float, scatter: float) -> BulkMaterial:
        """Return the material with this reflectance, 0 to 1, and scattering coefficient (bisection)."""
        low, high = 0.0, 100.0 * scatter
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if cls(scatter, middle).reflectance > reflectance else (low, middle)
        return cls(scatter, low)

    @property
    def reflectance(self) -> float:
        """Diffuse reflectance: the share of the light that leaves the body again, anywhere."""
        albedo = self.scatter / (self.scatter + self.absorb)
        root = math.sqrt(3 * (1 - albedo))
        return (
            SURFACE_TRANSMISSION
            * albedo
            / 2
            * (1 + math.exp(-4 / 3 * INTERNAL_REFLECTION * root))
            * math.exp(-root)
        )

    def radial_exitance(self, distance: Array) -> Array:
        """Return the share of light entering at one point that leaves per square millimetre at a distance."""
        all_turned = self.scatter + self.absorb
        decay = math.sqrt(3 * self.absorb * all_turned)
        deep = 1 / all_turned
        mirrored = deep * (1 + 4 / 3 * INTERNAL_REFLECTION)
        flows = np.zeros_like(distance)
        for depth in (deep, mirrored):
            way = np.sqrt(distance**2 + depth**2)
            flows += depth * (decay + 1 / way) * np.exp(-decay * way) / way**2
        return np.asarray(SURFACE_TRANSMISSION * self.scatter / all_turned / (4 * math.pi) * flows)

    def spread(self, pixel: float, reach: int) -> Array:
        """Return the share leaving each pixel around the point of entry, shape (2 reach + 1, 2 reach + 1)."""
        return _point_spread(self, pixel, reach)


@functools.lru_cache(maxsize=64)
def _point_spread(bulk: BulkMaterial, pixel: float, reach: int) -> Array:
    places = np.arange(-reach, reach + 1) * pixel
    out = bulk.radial_exitance(np.hypot(places[:, None], places[None, :])) * pixel**2
    # Near the point of entry the density varies within a pixel: integrate it on a finer grid.
    near = np.abs(places) <= 2 * pixel
    fine = (np.arange(-50, 50) + 0.5) * (5 * pixel / 100)
    dense = bulk.radial_exitance(np.hypot(fine[:, None], fine[None, :])) * (5 * pixel / 100) ** 2
    out[np.ix_(near, near)] = dense.reshape(5, 20, 5, 20).sum(axis=(1, 3))
    far = np.geomspace(reach * pixel, 100 * reach * pixel, 400)
    beyond = np.trapezoid(bulk.radial_exitance(far) * 2 * math.pi * far, far)
    out[reach, reach] += max(bulk.reflectance - beyond - out.sum(), 0.0)  # the rest is in a still finer peak
    out.flags.writeable = False
    return out
