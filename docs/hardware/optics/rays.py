"""Rays out of a hole in the sensor block, through its glass, to a die's face: Monte Carlo, vectorised.

The same tracing serves lamps and sensors: light goes the same way forth and back. A lamp's rays carry
its light to the face, a sensor's carry, backwards, what it would see of the face (Helmholtz's reciprocity).

Frame of reference: millimetres, origin under the middle of a die that lies where it should, at the upper
face of the glass; x along the lane, y across it, z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from optics.surfaces import FEP, GLASS, reflectance, sheet_transmittance, shift_in_sheet

Floats = NDArray[np.float64]

PIXEL_MM: Final = 0.4
HALF_PIXELS: Final = 35
"""The resolution of the maps, and their extent on each side of the pocket's middle."""

HEIGHTS_MM: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Heights above the glass; there is a map for each."""

BLACK: Final = 0.05
"""Diffuse reflectance of black plastic."""

_BOUNCES: Final = 2  # off black walls; after these, a hundredth of a percent is left


@dataclass(frozen=True)
class Cylinder:
    """A section of a hole: from its lower to its upper end."""

    bottom: float
    top: float
    radius: float


@dataclass(frozen=True)
class Hole:
    """A hole with a lamp or a sensor at its bottom.

    Attributes:
        at: its axis, x and y.
        face: radius of the lamp's or the sensor's lens.
        depth: z of that lens.
        power: light goes out of the lens, or counts in it, as this power of the cosine of its angle.
        stretches: of the hole over the lens, from below.
        tilt: slope of the lens's axis against the hole's, dx/dz and dy/dz.
    """

    at: tuple[float, float]
    face: float
    depth: float
    power: float
    stretches: tuple[Cylinder, ...]
    tilt: tuple[float, float] = (0.0, 0.0)

    def along_axis(self, slope: Floats) -> Floats:
        """Return the cosine of each ray's angle to the lens's axis, for rays with these slopes."""
        across = 1 + slope @ np.array(self.tilt)
        return np.asarray(across / np.sqrt((1 + (slope**2).sum(axis=1)) * (1 + np.dot(self.tilt, self.tilt))))


@dataclass(frozen=True)
class Window:
    """The window over the block: an open space between black walls, and a sheet of glass.

    Attributes:
        space: height of the air between block and glass; 0: the glass lies on the block.
        glass: its thickness; 0: none.
        walls: of that space: lowest and highest x, then y.
        film: thickness of the clear liner that lies on the glass, a breath of air between; 0: none.
    """

    space: float
    glass: float
    walls: tuple[float, float, float, float] = (-1e3, 1e3, -1e3, 1e3)
    film: float = 0.0


@dataclass(frozen=True)
class Beam:
    """Rays that left the glass: position (x, y at z = 0), slope (dx/dz, dy/dz) and power of each. All that
    left the lens is 1.

    All that left the lens is 1.
    """

    at: Floats
    slope: Floats
    share: Floats

    @property
    def cosine(self) -> Floats:
        """Return the cosine of each ray's angle to the glass's normal, in air."""
        return np.asarray(1 / np.sqrt(1 + (self.slope**2).sum(axis=1)))

    def falls_at(self, height: float) -> Floats:
        """Return the rays' positions that many millimetres above the glass."""
        return self.at + height * self.slope


def half_power(degrees: float) -> float:
    """Return the power of a cosine that is a half at this angle."""
    return math.log(0.5) / math.log(math.cos(math.radians(degrees)))


def beam(hole: Hole, window: Window, count: int, chance: np.random.Generator) -> Beam:
    """Return the rays of one hole."""
    under = _under_the_glass(hole, window, count, chance)
    if not window.glass:
        return under
    cosine = under.cosine
    share = under.share * sheet_transmittance(cosine)
    if window.film:
        share = share * sheet_transmittance(cosine, FEP)
    return Beam(under.at + _lateral_shift(under.slope, window), under.slope, share)


@dataclass(frozen=True)
class Glance:
    """The lamps' reflections in the glass that a sensor sees: light in it for each unit that a lamp sends.

    Attributes:
        lower: off the glass's lower face, and off the film over it.
        upper: off its upper face; a die's polished face over it throws back as much again.
    """

    lower: float
    upper: float


def glance(
    sensor: Hole, lamps: Sequence[Hole], window: Window, count: int, chance: np.random.Generator
) -> Glance:
    """Follow a sensor's rays to the mirror and down to the lamps' lenses."""
    rays = _under_the_glass(sensor, window, count, chance)
    cosine = rays.cosine
    once = reflectance(cosine, GLASS)
    down = rays.at + window.space * rays.slope
    lower = _lamps_seen(down, rays.slope, lamps, window)
    upper = _lamps_seen(down + 2 * _lateral_shift(rays.slope, window), rays.slope, lamps, window)
    off_film = (
        (1 - sheet_transmittance(cosine, FEP)) * sheet_transmittance(cosine) ** 2 if window.film else 0.0
    )
    return Glance(
        float((rays.share * (once * lower + off_film * upper)).sum()),
        float((rays.share * once * (1 - once) ** 2 * upper).sum()),
    )


def _lamps_seen(at: Floats, slope: Floats, lamps: Sequence[Hole], window: Window) -> Floats:
    """Return the radiance of the rays that reach the block's top; each lamp sends one unit of light."""
    cosine = 1 / np.sqrt(1 + (slope**2).sum(axis=1))
    top = -window.glass - window.space
    seen = np.zeros(len(at))
    for lamp in lamps:
        free = np.ones(len(at), dtype=bool)
        for stretch in lamp.stretches:
            for z in (stretch.bottom, stretch.top):
                free &= np.hypot(*(at + slope * (top - z) - lamp.at).T) < stretch.radius
        free &= np.hypot(*(at + slope * (top - lamp.depth) - lamp.at).T) < lamp.face
        aim = np.maximum(lamp.along_axis(slope), 0)
        intensity = (lamp.power + 1) / (2 * np.pi) * aim**lamp.power
        seen += np.where(free, intensity / (np.pi * lamp.face**2 * cosine), 0)
    return seen


def _lateral_shift(slope: Floats, window: Window) -> Floats:
    """Return the lateral shift of each ray within the glass and the film on it."""
    if not window.glass:
        return np.zeros_like(slope)
    steepness = np.maximum(np.hypot(slope[:, 0], slope[:, 1]), 1e-12)
    cosine = 1 / np.sqrt(1 + steepness**2)
    far = shift_in_sheet(cosine, window.glass) + shift_in_sheet(cosine, window.film, FEP)
    return np.asarray(slope * (far / steepness)[:, None])


def _under_the_glass(hole: Hole, window: Window, count: int, chance: np.random.Generator) -> Beam:
    """Return the rays that reach the glass's lower face."""
    at, way = _start(hole, count, chance)
    up = way[:, 2] > 1e-6  # a tilted lens sends some rays into its seat
    at, way = at[up], way[up]
    share = np.full(len(at), 1 / count)
    for stretch in hole.stretches:
        at, way, share = _transmit(stretch, at, way, share, chance)
    slope = way[:, :2] / way[:, 2:]
    places = at[:, :2] + hole.at + window.space * slope
    low_x, high_x, low_y, high_y = window.walls
    x, y = places.T
    inside = (x > low_x) & (x < high_x) & (y > low_y) & (y < high_y)
    return Beam(places[inside], slope[inside], share[inside])


def _start(hole: Hole, count: int, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Return starting points on the lens, relative to the hole's axis, and directions."""
    radius, turn = hole.face * np.sqrt(chance.random(count)), 2 * np.pi * chance.random(count)
    at = np.column_stack((radius * np.cos(turn), radius * np.sin(turn), np.full(count, hole.depth)))
    return at, _tilt_directions(_to_sides(chance.random(count) ** (1 / (hole.power + 1)), chance), hole.tilt)


def _tilt_directions(way: Floats, tilt: tuple[float, float]) -> Floats:
    """Turn directions about the z axis to directions about an axis with this slope."""
    slope = math.hypot(*tilt)
    if not slope:
        return way
    sideways = np.array([-tilt[1], tilt[0], 0.0]) / slope  # the axis of the turn
    angle = math.atan(slope)
    return np.asarray(
        way * math.cos(angle)
        + np.cross(sideways, way) * math.sin(angle)
        + np.outer(way @ sideways, sideways) * (1 - math.cos(angle))
    )


def _to_sides(cosine: Floats, chance: np.random.Generator) -> Floats:
    """Return unit directions at these cosines to the z axis, in all directions around it."""
    turn = 2 * np.pi * chance.random(len(cosine))
    sine = np.sqrt(1 - cosine**2)
    return np.column_stack((sine * np.cos(turn), sine * np.sin(turn), cosine))


def _transmit(
    stretch: Cylinder, at: Floats, way: Floats, share: Floats, chance: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    """Return the light at the upper end of a section, given the rays at its lower end, with reflections off
    its walls.
    """
    inside = np.hypot(at[:, 0], at[:, 1]) < stretch.radius
    at, way, share = at[inside], way[inside], share[inside]
    done = []
    for bounce in range(_BOUNCES + 1):
        end = at + way * ((stretch.top - at[:, 2:]) / way[:, 2:])
        free = np.hypot(end[:, 0], end[:, 1]) < stretch.radius
        done.append((end[free], way[free], share[free]))
        if bounce == _BOUNCES or free.all():
            break
        at, way, share = at[~free], way[~free], share[~free] * BLACK
        at = at + way * _to_wall(at, way, stretch.radius)[:, None]
        way = _off_wall(at, chance)
        up = way[:, 2] > 1e-6
        at, way, share = at[up], way[up], share[up]
    ends, ways, shares = zip(*done, strict=True)
    return np.concatenate(ends), np.concatenate(ways), np.concatenate(shares)


def _to_wall(at: Floats, way: Floats, radius: float) -> Floats:
    """Return the length of each ray to a cylinder's wall around the z axis, from within."""
    steep = (way[:, :2] ** 2).sum(axis=1)
    along = (at[:, :2] * way[:, :2]).sum(axis=1)
    within = (at[:, :2] ** 2).sum(axis=1) - radius**2
    return np.asarray((-along + np.sqrt(np.maximum(along**2 - steep * within, 0))) / steep)


def _off_wall(at: Floats, chance: np.random.Generator) -> Floats:
    """Return directions by Lambert's law about the wall's normal, which points to the axis."""
    normal = -at[:, :2] / np.hypot(at[:, 0], at[:, 1])[:, None]
    about = _to_sides(np.sqrt(chance.random(len(at))), chance)
    x = about[:, 2] * normal[:, 0] - about[:, 0] * normal[:, 1]
    y = about[:, 2] * normal[:, 1] + about[:, 0] * normal[:, 0]
    return np.column_stack((x, y, about[:, 1]))


def density(beams: Sequence[Beam], heights: Sequence[float] = HEIGHTS_MM) -> Floats:
    """Return the share of the light that falls on a square millimetre, shape (heights, rows by y, columns by
    x).
    """
    edges = (np.arange(2 * HALF_PIXELS + 1) - HALF_PIXELS) * PIXEL_MM
    maps = np.zeros((len(heights), 2 * HALF_PIXELS, 2 * HALF_PIXELS))
    for rays in beams:
        for level, height in enumerate(heights):
            x, y = rays.falls_at(height).T
            maps[level] += np.histogram2d(y, x, (edges, edges), weights=rays.share)[0]
    return maps / PIXEL_MM**2
