"""A die's bottom face over a pocket's glass, and what of the lamps' light it sends into the sensors.

What lamps light and sensors see is given as maps (`PocketLight`), found by tracing rays through the printed
block; here a die is laid over them: rounded, with pips that are hollows with paint in them, its body one in
which light wanders (`bulk`). Light that goes to and fro between die and block more than once is left out.

Frame of reference: millimetres, origin under the middle of a die that lies where it should, at the upper
face of the glass; x along the lane (uphill to the right), y across it (to the back wall), z up.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

PIP_PITCH: Final = 0.27
PIP_RADIUS: Final = 0.1
PIP_DEPTH: Final = 0.03
ROUNDING: Final = 0.1
"""Distance of two rows of pips, a pip's radius and depth, the edges' radius: as shares of the die's edge."""

_BESIDE: Final = 3.0  # over the glass: what a sensor sees there, beside a die, it sees of the room

_PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@dataclass(frozen=True)
class PocketLight:
    """What is lit and what is seen over a pocket, at several heights.

    Attributes:
        pixel: edge of the maps' pixels, millimetres; their middle is the origin.
        heights: of the maps over the glass, millimetres, from 0 upwards.
        lit: lux that the lamps give a face there, shape (heights, rows by y, columns by x).
        seen: lux in each sensor for each square millimetre that sends on one lumen a square metre,
            shape (9, heights, rows, columns).
        lower, upper: lux in each sensor of lamps mirrored in the glass's lower and upper face, shape (9,).
    """

    pixel: float
    heights: Array
    lit: Array
    seen: Array
    lower: Array
    upper: Array

    def at(self, maps: Array, heights: Array) -> Array:
        """Maps, whose last axes are heights, rows and columns, at a height for each pixel."""
        place = np.interp(heights, self.heights, np.arange(len(self.heights)))
        below = np.minimum(place.astype(int), len(self.heights) - 2)
        share = place - below
        rows, columns = np.indices(heights.shape)
        low, high = maps[..., below, rows, columns], maps[..., below + 1, rows, columns]
        return np.asarray(low * (1 - share) + high * share)


class Body(Hashable, Protocol):
    """What a die is made of, as far as light that enters it goes."""

    def spread(self, pixel: float, reach: int) -> Array:
        """What comes out of the pixels around one that light enters, shape (2 reach + 1, 2 reach + 1)."""


@dataclass(frozen=True)
class Face:
    """A die's bottom face, pixel by pixel of a pocket's maps.

    Attributes:
        covers: 1 where there is die, 0 beside it.
        height: over the glass, millimetres.
        paint: what is sent back at once, where it came (paint, 0 to 1).
        bare: the share of the surface that light may enter and leave the body through.
        flat: the share that mirrors: flat and on the glass.
        body: what it is made of.
    """

    covers: Array
    height: Array
    paint: Array
    bare: Array
    flat: Array
    body: Body


@dataclass(frozen=True)
class Lie:
    """How a die of some size lies: turned and tilted by degrees; size, place and lift in millimetres.

    `pitch` and `radius` of its pips are shares of its size. One `on_paper` is only drawn: its edges
    are not rounded, its dots no hollows, and nothing of it mirrors.
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


def face(bottom: int, lie: Lie, body: Body, pip: float, wear: float, light: PocketLight) -> Face:
    """The face with this number, below; `pip`: what its paint sends back, `wear`: how much of it is gone."""
    half_pixels = light.lit.shape[-1] // 2
    places = (np.arange(-half_pixels, half_pixels) + 0.5) * light.pixel
    x, y = np.meshgrid(places, places)
    angle = math.radians(lie.turn)
    along = (x - lie.x) * math.cos(angle) + (y - lie.y) * math.sin(angle)
    across = (y - lie.y) * math.cos(angle) - (x - lie.x) * math.sin(angle)
    half, rounding = lie.size / 2, ROUNDING * lie.size
    covers = _edge(half - np.abs(along), light.pixel) * _edge(half - np.abs(across), light.pixel)
    into = np.hypot(*(np.clip(np.abs(side) - half + rounding, 0, rounding) for side in (along, across)))
    rise = (rounding - np.sqrt(np.maximum(rounding**2 - into**2, 0))) * (not lie.on_paper)
    height = lie.lift + np.tan(math.radians(lie.tilt)) * (along + half) + rise
    pips = np.zeros_like(x)
    radius = lie.radius * lie.size
    for column, row in _PIPS[bottom]:
        away = np.hypot(along - column * lie.pitch * lie.size, across - row * lie.pitch * lie.size)
        pips += _edge(radius - away, light.pixel)
        hollow = 0 if lie.on_paper else PIP_DEPTH * lie.size
        height = height + hollow * np.clip(1 - (away / radius) ** 2, 0, 1)
    pips = np.clip(pips, 0, 1)
    painted = pips * (1 - wear)
    flat = covers * (1 - pips) * (rise < 0.02) * (lie.tilt < 2 and not lie.on_paper)
    return Face(covers, height, painted * pip * covers, (1 - painted) * covers, flat, body)


def _edge(inside: Array, pixel: float) -> Array:
    """How much of a pixel lies inside, by its middle's distance from the edge."""
    return np.asarray(np.clip(inside / pixel + 0.5, 0, 1))


def sent_back(seen_face: Face, light: PocketLight, dust: Array | float = 0.0) -> Array:
    """Lux in each sensor of the lamps' light, by a face and the glass it lies on, shape (9,).

    `dust`: the share of the glass that it covers, over each sensor or everywhere.
    """
    of_face = spread_back(seen_face, light) * (1 - dust) ** 2 + mirrored(seen_face, light)
    return np.asarray(of_face + thrown_back(light, dust))


def spread_back(seen_face: Face, light: PocketLight) -> Array:
    """Lux in each sensor of the lamps' light that a face spreads, through clean glass, shape (9,)."""
    lit = light.at(light.lit, seen_face.height)
    seen = light.at(light.seen, seen_face.height)
    leaves = seen_face.paint * lit + seen_face.bare * _wandered(seen_face.bare * lit, light, seen_face.body)
    return np.asarray((seen * leaves).sum(axis=(1, 2)) * light.pixel**2)


def mirrored(seen_face: Face, light: PocketLight) -> Array:
    """Lux in each sensor of lamps that a polished face mirrors, shape (9,)."""
    weights = light.seen[:, 0]
    shares = (weights * seen_face.flat).sum(axis=(1, 2)) / weights.sum(axis=(1, 2))
    return np.asarray(shares * light.upper)


def thrown_back(light: PocketLight, dust: Array | float = 0.0) -> Array:
    """Lux in each sensor of the lamps' light, by glass and dust (half of what meets it), shape (9,)."""
    of_dust = 0.5 * dust * (light.seen[:, 0] * light.lit[0]).sum(axis=(1, 2)) * light.pixel**2
    return np.asarray(light.lower + light.upper + of_dust)


def from_the_room(seen_face: Face | None, light: PocketLight) -> Array:
    """Lux in each sensor for each lux of the room: what comes down beside a die; None: an empty pocket."""
    high = light.seen[:, np.searchsorted(light.heights, _BESIDE)]
    free = 1.0 if seen_face is None else 1 - seen_face.covers
    return np.asarray((high * free).sum(axis=(1, 2)) * light.pixel**2)


def _wandered(entered: Array, light: PocketLight, body: Body) -> Array:
    """What comes out of the body, of what entered it."""
    reach = entered.shape[0] - 1
    # Transforms are quickest of sizes that are products of small primes.
    size = 16 * math.ceil((3 * reach + 1) / 16)
    product = np.fft.rfft2(entered, (size, size)) * _spectrum(body, light.pixel, reach, size)
    whole = np.fft.irfft2(product, (size, size))
    return np.asarray(whole[reach : 2 * reach + 1, reach : 2 * reach + 1])


@functools.lru_cache(maxsize=64)
def _spectrum(body: Body, pixel: float, reach: int, size: int) -> npt.NDArray[np.complex128]:
    return np.fft.rfft2(body.spread(pixel, reach), (size, size))
