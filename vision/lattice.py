"""Fitting the island's lattice to points: from scattered hex centres to a homography.

Hex centres form a triangular lattice, and so three neighbours guess all others nearby. A guess
grows over the points it explains, ring by ring, turning from an affine map into a homography;
the guess that explains most wins. Which 19 of the lattice's hexes are the island is settled by
what is land. Frames: plane coordinates as in `companion.island.geometry`; pixels of the view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, DIRECTIONS, HEXES, INTERSECTIONS, HexId, axial, position

Points = NDArray[np.float64]
Homography = NDArray[np.float64]

CENTRES: Final[Points] = np.array([position(h) for h in HEXES])
"""Plane coordinates of the 19 hexes, in the order of `HEXES`."""
CROSSINGS: Final[Points] = np.array([position(i) for i in INTERSECTIONS])

_AXES: Final[Points] = np.array([[np.sqrt(3), 0.0], [np.sqrt(3) / 2, 1.5]])
_STEPS: Final = np.array(list(DIRECTIONS.values()))
_SNAP: Final = 0.27
"""How far from its guessed place a hex's centre may lie, in distances between neighbours."""
_FEWEST: Final = 7
_RINGS: Final = 6
_FAR: Final = 1024
"""More than any cell's coordinates that `_RINGS` rings come to."""
_SEEDS: Final = 12
_FITS: Final = 8
_SLANT: Final = 2.8
"""Ratio of a hex's longest to its shortest extent: 2 at a tilt of 60 degrees, 3 in a sheared lattice."""

_ORIGIN: Final[Points] = np.zeros(2)
_EAST: Final[Points] = np.array([1.0, 0.0])


def hex_corners(at: HexId, reach: float = 1.0) -> Points:
    """A hex's six corners on the plane, 6 x 2.

    Args:
        at: the hex.
        reach: how far from its middle they are taken, as a share of where they are.
    """
    corners = np.array([position(i) for i in CORNERS[at]])
    if reach == 1.0:
        return corners
    middle = np.array(position(at))
    return np.asarray(middle + (corners - middle) * reach)


def project(plane: Homography, points: Points) -> Points:
    """Points n x 2 through a homography."""
    if not len(points):
        return points
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), plane).reshape(-1, 2))


def hex_side(onto: Callable[[Points], Points], at: Points = _ORIGIN, along: Points = _EAST) -> float:
    """Length of a hex side in a picture, in pixels.

    Args:
        onto: from points of the plane (n x 2, unit: a hex side) to pixels.
        at: the point of the plane in whose middle the side lies; usually the island's middle.
        along: the direction on the plane in which it lies, of length one; usually west to east.
    """
    ends = onto(np.array([at - along / 2, at + along / 2]))
    return float(np.linalg.norm(ends[1] - ends[0]))


def inverse(plane: Homography) -> Homography:
    """The way back."""
    return np.asarray(np.linalg.inv(plane), np.float64)


@dataclass(frozen=True)
class Fit:
    """A lattice through points.

    Attributes:
        plane: homography from plane coordinates to the points' frame; some hex is the middle one.
        support: sum of the scores of the points it explains.
        explained: how many points it explains.
    """

    plane: Homography
    support: float
    explained: int


def to_plane(cells: NDArray[np.int64] | NDArray[np.float64]) -> Points:
    """Plane coordinates of axial coordinates n x 2."""
    return np.asarray(cells @ _AXES)


def fit_lattices(points: Points, scores: NDArray[np.float64]) -> list[Fit]:
    """Lattices that explain some points as hex centres, at least seven of them; the best first.

    A lattice sheared along one of its rows explains the same points, and so the one that is the
    island's need not be the first.

    Args:
        points: n x 2.
        scores: n, how sure each point is.
    """
    fits: dict[tuple[int, ...], Fit] = {}
    for seed in np.argsort(-scores)[:_SEEDS]:
        for first, second in _bases(points, int(seed)):
            fit = _grow(points, scores, points[seed], first, second)
            if fit is not None:
                # The same lattice from other seeds has its hexes at the same places.
                steps = project(fit.plane, np.vstack([np.zeros((1, 2)), _AXES]))
                shape = np.linalg.norm(
                    [steps[1] - steps[0], steps[2] - steps[0], steps[2] - steps[1]], axis=1
                )
                key = tuple(sorted(round(float(v) / 3) for v in shape))
                if key not in fits or fit.support > fits[key].support:
                    fits[key] = fit
    return sorted(fits.values(), key=lambda fit: -fit.support)[:_FITS]


def _bases(points: Points, seed: int) -> list[tuple[Points, Points]]:
    """Pairs of steps from a point to two of its neighbours, the second 60 degrees clockwise."""
    steps = points - points[seed]
    near = np.argsort(np.linalg.norm(steps, axis=1))[1:8]
    pairs = []
    for one in near:
        for other in near:
            a, b = steps[one], steps[other]
            long, wide = np.linalg.norm(a), np.linalg.norm(b)
            turn = (a[0] * b[1] - a[1] * b[0]) / (long * wide)
            if turn > 0.4 and 0.45 < long / wide < 2.2 and a @ b > -0.35 * long * wide:
                pairs.append((a, b))
    return sorted(pairs, key=lambda pair: float(np.linalg.norm(pair[0]) + np.linalg.norm(pair[1])))[:8]


def _grow(
    points: Points, scores: NDArray[np.float64], origin: Points, first: Points, second: Points
) -> Fit | None:
    """Explain points ring by ring from three neighbours on."""
    basis = np.linalg.solve(_AXES, np.stack([first, second]))
    plane: Homography = np.vstack([np.column_stack([basis.T, origin]), [0.0, 0.0, 1.0]])
    cells = _STEPS
    taken: dict[tuple[int, int], int] = {}
    for _ in range(_RINGS):
        taken = _snap(points, plane, cells)
        if len(taken) < 4:
            return None
        known = to_plane(np.array(list(taken)))
        seen = points[list(taken.values())]
        better = _solve(known, seen)
        if better is None:
            return None
        plane = better
        beside = np.array(list(taken))[:, None, :] + _STEPS[None]
        cells = _each_once(beside.reshape(-1, 2))
    if len(taken) < _FEWEST or _slant(plane, to_plane(np.array(list(taken))).mean(axis=0)) > _SLANT:
        return None
    return Fit(plane, float(scores[list(taken.values())].sum()), len(taken))


def _each_once(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Cells n x 2, each once, in order: as np.unique gives rows, which takes four times as long."""
    keys = np.unique(cells @ (_FAR, 1)) + _FAR // 2
    return np.column_stack([keys // _FAR, keys % _FAR - _FAR // 2])


def _snap(points: Points, plane: Homography, cells: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """Which point lies near which cell's guessed place."""
    places = project(plane, to_plane(cells))
    reach = np.linalg.norm(project(plane, to_plane(cells + _STEPS[0])) - places, axis=1)
    away = np.linalg.norm(points[None] - places[:, None], axis=2)
    nearest = away.argmin(axis=1)
    close = away[np.arange(len(cells)), nearest] < _SNAP * reach
    found: dict[tuple[int, int], int] = {}
    used: set[int] = set()
    for cell in np.argsort(away[np.arange(len(cells)), nearest]):
        if close[cell] and int(nearest[cell]) not in used:
            used.add(int(nearest[cell]))
            found[int(cells[cell][0]), int(cells[cell][1])] = int(nearest[cell])
    return found


def _slant(plane: Homography, at: Points) -> float:
    """How much longer than wide a small circle at a point of the plane looks."""
    ends = project(plane, at + 0.1 * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    long, wide = np.linalg.svd(ends[1:] - ends[0], compute_uv=False)
    return float(long / max(wide, 1e-9))


def _solve(known: Points, seen: Points) -> Homography | None:
    """The map from the plane that fits best: affine for few points, a homography for more."""
    if len(known) < 8:
        ones = np.column_stack([known, np.ones(len(known))])
        affine, _, rank, _ = np.linalg.lstsq(ones, seen, rcond=None)
        return np.vstack([affine.T, [0.0, 0.0, 1.0]]) if rank == 3 else None
    return solve(known, seen)


def solve(known: Points, seen: Points, slack: float = 0.0) -> Homography | None:
    """The homography from plane points to seen points, or None where there is no sane one.

    Args:
        slack: if above 0, points farther off than this are left out (RANSAC with a fixed seed).
    """
    cv2.setRNGSeed(1)
    found, _ = cv2.findHomography(known, seen, cv2.RANSAC if slack else 0, slack or 3.0)
    if found is None or not np.isfinite(found).all() or abs(found[2, 2]) < 1e-9:
        return None
    plane: Homography = np.asarray(found / found[2, 2], np.float64)
    beyond = np.column_stack([known, np.ones(len(known))]) @ plane[2]
    return plane if (beyond > 0.1).all() and np.linalg.det(plane) > 0 else None


def shifted(plane: Homography, cell: NDArray[np.int64]) -> Homography:
    """The same lattice with another of its hexes, at axial coordinates `cell`, in the middle."""
    x, y = to_plane(cell)
    return np.asarray(plane @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))


def turned(plane: Homography, sixths: int) -> Homography:
    """The same lattice with the plane turned clockwise by sixths."""
    c, s = np.cos(np.pi / 3 * sixths), np.sin(np.pi / 3 * sixths)
    return np.asarray(plane @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))


def upright(plane: Homography) -> Homography:
    """Of the six turns of a lattice the one whose north is nearest to the picture's up."""

    def rise(sixths: int) -> float:
        south, middle = project(turned(plane, sixths), np.array([[0.0, 1.0], [0.0, 0.0]]))
        return float((south - middle)[1] / np.linalg.norm(south - middle))

    return turned(plane, max(range(6), key=rise))


def _ring_around() -> Points:
    land = {axial(h) for h in HEXES}
    beside = {(q + dq, r + dr) for q, r in land for dq, dr in DIRECTIONS.values()}
    return to_plane(np.array(sorted(beside - land)))


AROUND: Final[Points] = _ring_around()
"""Plane coordinates of the 18 places for hexes around the island."""
