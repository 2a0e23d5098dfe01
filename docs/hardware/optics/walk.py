"""Trace photons through a block of scattering plastic, and return where they leave it; vectorised.

For bodies through which light gets with few turns, where diffusion (`stand_ins/die_face.py`) doesn't hold:
translucent dice. Scattering is to all sides alike; the surface mirrors within by Fresnel's law.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from optics.surfaces import reflectance, refracted_cosine

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Block:
    """A body on z = 0: sizes along x, y, z (may be infinite), scattering and absorption; mm."""

    sizes: tuple[float, float, float]
    scatter: float
    absorb: float
    index: float = 1.5


@dataclass(frozen=True)
class Out:
    """The light that left the block: through the lower face (position and amount), and elsewhere."""

    at: Floats
    share: Floats
    elsewhere: float

    @property
    def share_below(self) -> float:
        """Return the share of the light that left through the face that it entered."""
        return float(self.share.sum())


def wander(block: Block, photons: int, chance: np.random.Generator, steps: int = 4000) -> Out:
    """Send diffuse light into the middle of the lower face, and follow it."""
    at = np.zeros((photons, 3))
    outside = np.sqrt(chance.random(photons))
    way = _directions_around(refracted_cosine(outside, block.index), chance)
    share = (1 - reflectance(outside, block.index)) / photons
    half = np.array(block.sizes) / 2
    low, high = np.array([-half[0], -half[1], 0.0]), np.array([half[0], half[1], block.sizes[2]])
    places: list[Floats] = []
    shares: list[Floats] = []
    elsewhere = 0.0
    far = _to_scatter(block, photons, chance)
    for _ in range(steps):
        with np.errstate(divide="ignore", invalid="ignore"):
            walls = np.where(way > 0, (high - at) / way, np.where(way < 0, (low - at) / way, np.inf))
        walls = np.where(np.isnan(walls), np.inf, np.maximum(walls, 0))
        axis = walls.argmin(axis=1)
        nearest = walls[np.arange(len(at)), axis]
        hits = nearest < far
        step = np.minimum(nearest, far)
        at = at + way * step[:, None]
        far = far - step
        share = share * np.exp(-block.absorb * step)
        along = way[np.arange(len(at)), axis]
        leaves = hits & (chance.random(len(at)) >= reflectance(np.abs(along), 1 / block.index))
        down = leaves & (axis == 2) & (along < 0)
        places.append(at[down, :2])
        shares.append(share[down])
        elsewhere += float(share[leaves & ~down].sum())
        mirrored = hits & ~leaves
        way[mirrored, axis[mirrored]] *= -1
        turned = ~hits
        way[turned] = _directions_around(2 * chance.random(int(turned.sum())) - 1, chance)
        far[turned] = _to_scatter(block, int(turned.sum()), chance)
        stays = ~leaves & (share > 1e-4 / photons)
        at, way, share, far = at[stays], way[stays], share[stays], far[stays]
        if not len(at):
            break
    return Out(np.concatenate(places), np.concatenate(shares), elsewhere)


def _to_scatter(block: Block, count: int, chance: np.random.Generator) -> Floats:
    return np.asarray(chance.exponential(1 / block.scatter, count))


def _directions_around(cosine: Floats, chance: np.random.Generator) -> Floats:
    """Directions at these cosines to the z axis, all round."""
    turn = 2 * np.pi * chance.random(len(cosine))
    sine = np.sqrt(1 - cosine**2)
    return np.column_stack((sine * np.cos(turn), sine * np.sin(turn), cosine))


@dataclass(frozen=True, eq=False)
class Wandered:
    """A translucent die's body, as its face's maps require it; independent of the point of entry."""

    out: Out

    def spread(self, pixel: float, reach: int) -> Floats:
        """Return the light that leaves the pixels around the one that it enters; isotropic."""
        away = np.hypot(self.out.at[:, 0], self.out.at[:, 1])
        edges = np.concatenate(([0], (np.arange(reach + 1) + 0.5) * pixel))
        rings = np.histogram(away, edges, weights=self.out.share)[0] / (np.pi * np.diff(edges**2))
        places = np.arange(-reach, reach + 1) * pixel
        distance = np.hypot(places[:, None], places[None, :])
        spread = np.interp(distance, np.arange(reach + 1) * pixel, rings, right=0) * pixel**2
        return np.asarray(spread * self.out.share_below / spread.sum())
