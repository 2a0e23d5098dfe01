"""A die's bottom face over a pocket's glass, and the lamps' light that it reflects into the sensors.

Maps (`PocketLight`), traced through the printed block, give the lamps' irradiance and the sensors'
sensitivity. This module places a die over them: with rounded edges, with pips as painted hollows, and with
scattering in its body (`bulk`). Multiple reflections between die and block are left out.

Frame of reference: millimetres, origin under the middle of a correctly placed die, at the upper
face of the glass; x along the lane (uphill to the right), y across it (to the back wall), z up.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

PIP_PITCH: Final = 0.27
PIP_RADIUS: Final = 0.1
PIP_DEPTH: Final = 0.03
ROUNDING: Final = 0.1
"""Distance of two rows of pips, a pip's radius and depth, the edges' radius: as shares of the die's edge."""

_AMBIENT_HEIGHT_MM: Final = 3.0  # over the glass: where a sensor's view beside a die reaches the room

_PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@dataclass(frozen=True, eq=False)
class PocketLight:
    """Irradiance and sensitivity maps of a pocket, at several heights.

    Attributes:
        pixel: edge of the maps' pixels, millimetres; their middle is the origin.
        heights: the maps' heights over the glass, millimetres, from 0 upwards.
        lit: irradiance of a face by each lamp in W/m2, shape (lamps, heights, rows by y, columns by x).
        seen: W/m2 in each sensor for each square millimetre that emits one watt per square metre,
            shape (9, heights, rows, columns).
        lower, upper: W/m2 in each sensor by each lamp mirrored in the glass's lower and upper face,
            shape (lamps, 9).
    """

    pixel: float
    heights: Array
    lit: Array
    seen: Array
    lower: Array
    upper: Array

    def scale_lamps(self, levels: Sequence[float]) -> PocketLight:
        """Return the same pocket with each lamp's light multiplied by its level."""
        factors = np.asarray(levels, dtype=float)
        return replace(
            self,
            lit=factors[:, None, None, None] * self.lit,
            lower=factors[:, None] * self.lower,
            upper=factors[:, None] * self.upper,
        )

    @functools.cached_property
    def total_lit(self) -> Array:
        """The irradiance by all lamps together, shape (heights, rows, columns)."""
        return np.asarray(self.lit.sum(axis=0))

    def interpolate(self, maps: Array, heights: Array) -> Array:
        """Interpolate maps (last axes: heights, rows, columns) at a height for each pixel."""
        place = np.interp(heights, self.heights, np.arange(len(self.heights)))
        below = np.minimum(place.astype(int), len(self.heights) - 2)
        share = place - below
        rows, columns = np.indices(heights.shape)
        low, high = maps[..., below, rows, columns], maps[..., below + 1, rows, columns]
        return np.asarray(low * (1 - share) + high * share)


class DieBody(Hashable, Protocol):
    """Material of a die: spreads light that enters its body."""

    def spread(self, pixel: float, reach: int) -> Array:
        """Return the share leaving each pixel around the point of entry, shape (2 reach + 1, 2 reach + 1)."""


@dataclass(frozen=True)
class DieFace:
    """A die's bottom face, pixel by pixel of a pocket's maps.

    Attributes:
        covers: 1 on the die, 0 outside it.
        height: over the glass, millimetres.
        paint: reflectance of paint, 0 to 1; it reflects light where it arrives.
        bare: share of the surface through which light enters and leaves the body.
        flat: share of the surface that mirrors: flat and on the glass.
        body: the die's material.
    """

    covers: Array
    height: Array
    paint: Array
    bare: Array
    flat: Array
    body: DieBody


@dataclass(frozen=True)
class DiePose:
    """Pose and size of a die: turn and tilt in degrees; size, place and lift in millimetres.

    `pitch` and `radius` of its pips are shares of its size. A die `on_paper` is only drawn: its edges
    are not rounded, its dots are no hollows, and it doesn't mirror.
    """

    size: float
    turn: float = 0.0
    x: float = 0.0
    y: float = 0.0
    tilt: float = 0.0
    lift: float = 0.0
    pitch: float = PIP_PITCH
    radius: float = PIP_RADIUS
    on_paper: bool = False


def build_face(
    bottom: int, pose: DiePose, body: DieBody, pip: float, wear: float, light: PocketLight
) -> DieFace:
    """Build the maps of a bottom face.

    Args:
        bottom: the face's number, 1 to 6.
        pose: the die's pose and size.
        body: the die's material.
        pip: reflectance of the pips' paint, 0 to 1.
        wear: share of the paint that is worn off, 0 to 1.
        light: the pocket's maps.
    """
    half_pixels = light.lit.shape[-1] // 2
    places = (np.arange(-half_pixels, half_pixels) + 0.5) * light.pixel
    x, y = np.meshgrid(places, places)
    angle = math.radians(pose.turn)
    along = (x - pose.x) * math.cos(angle) + (y - pose.y) * math.sin(angle)
    across = (y - pose.y) * math.cos(angle) - (x - pose.x) * math.sin(angle)
    half, rounding = pose.size / 2, ROUNDING * pose.size
    covers = _coverage(half - np.abs(along), light.pixel) * _coverage(half - np.abs(across), light.pixel)
    into = np.hypot(*(np.clip(np.abs(side) - half + rounding, 0, rounding) for side in (along, across)))
    rise = (rounding - np.sqrt(np.maximum(rounding**2 - into**2, 0))) * (not pose.on_paper)
    height = pose.lift + np.tan(math.radians(pose.tilt)) * (along + half) + rise
    pips = np.zeros_like(x)
    radius = pose.radius * pose.size
    for column, row in _PIPS[bottom]:
        away = np.hypot(along - column * pose.pitch * pose.size, across - row * pose.pitch * pose.size)
        pips += _coverage(radius - away, light.pixel)
        hollow = 0 if pose.on_paper else PIP_DEPTH * pose.size
        height = height + hollow * np.clip(1 - (away / radius) ** 2, 0, 1)
    pips = np.clip(pips, 0, 1)
    painted = pips * (1 - wear)
    flat = covers * (1 - pips) * (rise < 0.02) * (pose.tilt < 2 and not pose.on_paper)
    return DieFace(covers, height, painted * pip * covers, (1 - painted) * covers, flat, body)


def _coverage(inside: Array, pixel: float) -> Array:
    """Return the share of a pixel inside an edge, by its middle's distance from it."""
    return np.asarray(np.clip(inside / pixel + 0.5, 0, 1))


def sensor_irradiance(seen_face: DieFace, light: PocketLight, dust: Array | float = 0.0) -> Array:
    """Return the lamps' light in each sensor, reflected by a face and its glass, in W/m2, shape (9,).

    `dust`: the share of the glass that dust covers, over each sensor or everywhere.
    """
    of_face = diffuse_light(seen_face, light) * (1 - dust) ** 2 + specular_light(seen_face, light)
    return np.asarray(of_face + glass_light(light, dust))


def diffuse_light(seen_face: DieFace, light: PocketLight) -> Array:
    """Return the lamps' light in each sensor, diffused by a face through clean glass, in W/m2, shape (9,)."""
    lit = light.interpolate(light.total_lit, seen_face.height)
    seen = light.interpolate(light.seen, seen_face.height)
    leaves = seen_face.paint * lit + seen_face.bare * _diffuse(seen_face.bare * lit, light, seen_face.body)
    return np.asarray((seen * leaves).sum(axis=(1, 2)) * light.pixel**2)


def specular_light(seen_face: DieFace, light: PocketLight) -> Array:
    """Return the lamps' light in each sensor, mirrored by a polished face, in W/m2, shape (9,)."""
    weights = light.seen[:, 0]
    shares = (weights * seen_face.flat).sum(axis=(1, 2)) / weights.sum(axis=(1, 2))
    return np.asarray(shares * light.upper.sum(axis=0))


def glass_light(light: PocketLight, dust: Array | float = 0.0) -> Array:
    """Return the lamps' light by glass and dust (which reflects half), in W/m2, shape (9,)."""
    of_dust = 0.5 * dust * (light.seen[:, 0] * light.total_lit[0]).sum(axis=(1, 2)) * light.pixel**2
    return np.asarray((light.lower + light.upper).sum(axis=0) + of_dust)


def ambient_light(seen_face: DieFace | None, light: PocketLight) -> Array:
    """Return the share of a room's light that reaches each sensor, past a die; None for an empty pocket."""
    high = light.seen[:, np.searchsorted(light.heights, _AMBIENT_HEIGHT_MM)]
    free = 1.0 if seen_face is None else 1 - seen_face.covers
    return np.asarray((high * free).sum(axis=(1, 2)) * light.pixel**2)


def _diffuse(entered: Array, light: PocketLight, body: DieBody) -> Array:
    """Return the light that leaves the body for the light that entered it (a convolution)."""
    reach = entered.shape[0] - 1
    # Fourier transforms are fastest for sizes with small prime factors.
    size = 16 * math.ceil((3 * reach + 1) / 16)
    product = np.fft.rfft2(entered, (size, size)) * _spectrum(body, light.pixel, reach, size)
    whole = np.fft.irfft2(product, (size, size))
    return np.asarray(whole[reach : 2 * reach + 1, reach : 2 * reach + 1])


@functools.lru_cache(maxsize=64)
def _spectrum(body: DieBody, pixel: float, reach: int, size: int) -> npt.NDArray[np.complex128]:
    return np.fft.rfft2(body.spread(pixel, reach), (size, size))


# Subsurface scattering: diffusion of light in a die's body.
#
# The dipole model of Farrell, Patterson and Wilson (1992) for a thick body with a refractive index of 1.5. It
# is accurate where light scatters many times before it crosses the body. Lengths are in millimetres.


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
