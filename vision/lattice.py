"""Fit the island's lattice to points: from scattered hex centres to a homography.

Hex centres form a triangular lattice, so three neighbours predict all others nearby. A hypothesis grows over
the points that it explains, ring by ring, from an affine map into a homography; the hypothesis that explains
most wins. The distribution of land determines which 19 of the lattice's hexes are the island. Frames: plane
coordinates as in `companion.island.geometry`; pixels of the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
INTERSECTION_CENTRES: Final[Points] = np.array([position(i) for i in INTERSECTIONS])

_AXES: Final[Points] = np.array([[np.sqrt(3), 0.0], [np.sqrt(3) / 2, 1.5]])
_STEPS: Final = np.array(list(DIRECTIONS.values()))
_STEPS_CLOCKWISE: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Axial steps to a hex's neighbours, from the east clockwise as the picture shows them."""
_SNAP_SHARE: Final = 0.27
"""Largest distance of a hex's centre from its predicted place, in distances between neighbours."""
_MIN_POINTS: Final = 7
_RING_COUNT: Final = 6
_CELL_KEY_BASE: Final = 1024
"""Greater than any cell coordinate within `_RING_COUNT` rings."""
_MAX_SEEDS: Final = 12
_MAX_FITS: Final = 8
_MAX_SLANT: Final = 2.8
"""Ratio of a hex's longest to its shortest extent: 2 at a tilt of 60 degrees, 3 in a sheared lattice."""

_ORIGIN: Final[Points] = np.zeros(2)
_EAST: Final[Points] = np.array([1.0, 0.0])


def hex_corners(at: HexId, reach: float = 1.0) -> Points:
    """Return a hex's six corners on the plane, 6 x 2.

    Args:
        at: the hex.
        reach: scale of the corners' distance from its middle.
    """
    corners = np.array([position(i) for i in CORNERS[at]])
    if reach == 1.0:
        return corners
    middle = np.array(position(at))
    return np.asarray(middle + (corners - middle) * reach)


def project(plane: Homography, points: Points) -> Points:
    """Apply a homography to points n x 2."""
    if not len(points):
        return points
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), plane).reshape(-1, 2))


def hex_side(onto: Callable[[Points], Points], at: Points = _ORIGIN, along: Points = _EAST) -> float:
    """Return the length of a hex side in a picture, in pixels.

    Args:
        onto: from points of the plane (n x 2, unit: a hex side) to pixels.
        at: the point of the plane at the side's middle; by default the island's middle.
        along: unit vector of the side on the plane; by default west to east.
    """
    ends = onto(np.array([at - along / 2, at + along / 2]))
    return float(np.linalg.norm(ends[1] - ends[0]))


def inverse(plane: Homography) -> Homography:
    """Return the inverse homography."""
    return np.asarray(np.linalg.inv(plane), np.float64)


@dataclass(frozen=True)
class LatticeFit:
    """A lattice through points.

    Attributes:
        plane: homography from plane coordinates to the points' frame; some hex is the middle one.
        support: sum of the scores of the points that it explains.
        explained: number of these points.
    """

    plane: Homography
    support: float
    explained: int


def cells_to_plane(cells: NDArray[np.int64] | NDArray[np.float64]) -> Points:
    """Return the plane coordinates of axial coordinates n x 2."""
    return np.asarray(cells @ _AXES)


def fit_lattices(points: Points, scores: NDArray[np.float64]) -> list[LatticeFit]:
    """Return the lattices that explain at least seven points as hex centres; the best first.

    A lattice sheared along one of its rows explains the same points, so the island's own need not be the
    first. Three neighbours of a lattice that has already grown would grow into the same lattice, so they are
    skipped.

    Args:
        points: n x 2.
        scores: n, the probability of each point.
    """
    fits: dict[tuple[int, ...], LatticeFit] = {}
    grown: set[tuple[int, int, int]] = set()
    for seed in (int(n) for n in np.argsort(-scores)[:_MAX_SEEDS]):
        for first, second in _neighbour_bases(points, seed):
            if (seed, first, second) in grown:
                continue
            fit, taken = _grow_lattice(points, scores, (seed, first, second))
            grown.update(_neighbour_triples(taken))
            if fit is not None:
                # A lattice found from several seeds has the same steps between its hexes.
                steps = project(fit.plane, np.vstack([np.zeros((1, 2)), _AXES]))
                shape = np.linalg.norm(
                    [steps[1] - steps[0], steps[2] - steps[0], steps[2] - steps[1]], axis=1
                )
                key = tuple(sorted(round(float(v) / 3) for v in shape))
                if key not in fits or fit.support > fits[key].support:
                    fits[key] = fit
    return sorted(fits.values(), key=lambda fit: -fit.support)[:_MAX_FITS]


def _neighbour_bases(points: Points, seed: int) -> list[tuple[int, int]]:
    """Return pairs of a point's neighbours, by index, the second 60 degrees clockwise of the first."""
    steps = points - points[seed]
    near = np.argsort(np.linalg.norm(steps, axis=1))[1:8]
    away = {int(n): float(np.linalg.norm(steps[n])) for n in near}
    pairs = []
    for one, long in away.items():
        for other, wide in away.items():
            a, b = steps[one], steps[other]
            turn = (a[0] * b[1] - a[1] * b[0]) / (long * wide)
            if turn > 0.4 and 0.45 < long / wide < 2.2 and a @ b > -0.35 * long * wide:
                pairs.append((one, other))
    return sorted(pairs, key=lambda pair: away[pair[0]] + away[pair[1]])[:8]


def _neighbour_triples(taken: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, int, int]]:
    """Yield a lattice's points and pairs of their neighbours, as `_neighbour_bases` orders them.

    Args:
        taken: the point of each cell.
    """
    for (q, r), seed in taken.items():
        around = [taken.get((q + dq, r + dr)) for dq, dr in _STEPS_CLOCKWISE]
        for first, second in zip(around, around[1:] + around[:1], strict=True):
            if first is not None and second is not None:
                yield seed, first, second


def _grow_lattice(
    points: Points, scores: NDArray[np.float64], start: tuple[int, int, int]
) -> tuple[LatticeFit | None, dict[tuple[int, int], int]]:
    """Explain points ring by ring, starting from three neighbours.

    Args:
        points: n x 2.
        scores: n, the probability of each point.
        start: indices of a point and of two neighbours, the second 60 degrees clockwise of the first.

    Returns:
        The lattice, or None where there is no sane one; and the point of each of its cells.
    """
    origin, first, second = points[list(start)]
    basis = np.linalg.solve(_AXES, np.stack([first - origin, second - origin]))
    plane: Homography = np.vstack([np.column_stack([basis.T, origin]), [0.0, 0.0, 1.0]])
    cells = _STEPS
    taken: dict[tuple[int, int], int] = {}
    for _ in range(_RING_COUNT):
        taken = _snap(points, plane, cells)
        if len(taken) < 4:
            return None, {}
        known = cells_to_plane(np.array(list(taken)))
        seen = points[list(taken.values())]
        better = _fit_map(known, seen)
        if better is None:
            return None, {}
        plane = better
        beside = np.array(list(taken))[:, None, :] + _STEPS[None]
        cells = _unique_cells(beside.reshape(-1, 2))
    if (
        len(taken) < _MIN_POINTS
        or _slant(plane, cells_to_plane(np.array(list(taken))).mean(axis=0)) > _MAX_SLANT
    ):
        return None, taken
    return LatticeFit(plane, float(scores[list(taken.values())].sum()), len(taken)), taken


def _unique_cells(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return cells n x 2 without duplicates, sorted; np.unique on rows takes four times as long."""
    keys = np.unique(cells @ (_CELL_KEY_BASE, 1)) + _CELL_KEY_BASE // 2
    return np.column_stack([keys // _CELL_KEY_BASE, keys % _CELL_KEY_BASE - _CELL_KEY_BASE // 2])


def _snap(points: Points, plane: Homography, cells: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """Assign points to the predicted places of cells: cell to index of its point."""
    places = project(plane, cells_to_plane(cells))
    reach = np.linalg.norm(project(plane, cells_to_plane(cells + _STEPS[0])) - places, axis=1)
    away = np.linalg.norm(points[None] - places[:, None], axis=2)
    nearest = away.argmin(axis=1)
    close = away[np.arange(len(cells)), nearest] < _SNAP_SHARE * reach
    found: dict[tuple[int, int], int] = {}
    used: set[int] = set()
    for cell in np.argsort(away[np.arange(len(cells)), nearest]):
        if close[cell] and int(nearest[cell]) not in used:
            used.add(int(nearest[cell]))
            found[int(cells[cell][0]), int(cells[cell][1])] = int(nearest[cell])
    return found


def _slant(plane: Homography, at: Points) -> float:
    """Return the ratio of the axes of a small circle's image at a point of the plane."""
    ends = project(plane, at + 0.1 * np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    long, wide = np.linalg.svd(ends[1:] - ends[0], compute_uv=False)
    return float(long / max(wide, 1e-9))


def _fit_map(known: Points, seen: Points) -> Homography | None:
    """Fit the map from the plane: affine for few points, a homography for more."""
    if len(known) < 8:
        ones = np.column_stack([known, np.ones(len(known))])
        affine, _, rank, _ = np.linalg.lstsq(ones, seen, rcond=None)
        return np.vstack([affine.T, [0.0, 0.0, 1.0]]) if rank == 3 else None
    return solve_homography(known, seen)


def solve_homography(known: Points, seen: Points, slack: float = 0.0) -> Homography | None:
    """Return the homography from plane points to seen points, or None where there is no sane one.

    Args:
        known: points of the plane, n x 2.
        seen: the same points in the picture, n x 2.
        slack: if above 0, points farther off than this are left out (RANSAC with a fixed seed).
    """
    cv2.setRNGSeed(1)
    found, _ = cv2.findHomography(known, seen, cv2.RANSAC if slack else 0, slack or 3.0)
    if found is None or not np.isfinite(found).all() or abs(found[2, 2]) < 1e-9:
        return None
    plane: Homography = np.asarray(found / found[2, 2], np.float64)
    beyond = np.column_stack([known, np.ones(len(known))]) @ plane[2]
    return plane if (beyond > 0.1).all() and np.linalg.det(plane) > 0 else None


def shift_lattice(plane: Homography, cell: NDArray[np.int64]) -> Homography:
    """Return the same lattice with another of its hexes, at axial coordinates `cell`, in the middle."""
    x, y = cells_to_plane(cell)
    return np.asarray(plane @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))


def rotate_plane(plane: Homography, sixths: int) -> Homography:
    """Return the same lattice with the plane rotated clockwise by sixths of a turn."""
    c, s = np.cos(np.pi / 3 * sixths), np.sin(np.pi / 3 * sixths)
    return np.asarray(plane @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))


def orient_north_up(plane: Homography) -> Homography:
    """Return the one of a lattice's six rotations whose north is nearest to the picture's up."""

    def rise(sixths: int) -> float:
        south, middle = project(rotate_plane(plane, sixths), np.array([[0.0, 1.0], [0.0, 0.0]]))
        return float((south - middle)[1] / np.linalg.norm(south - middle))

    return rotate_plane(plane, max(range(6), key=rise))


def _surrounding_centres() -> Points:
    land = {axial(h) for h in HEXES}
    beside = {(q + dq, r + dr) for q, r in land for dq, dr in DIRECTIONS.values()}
    return cells_to_plane(np.array(sorted(beside - land)))


SURROUNDING_CENTRES: Final[Points] = _surrounding_centres()
"""Plane coordinates of the 18 places for hexes around the island."""
