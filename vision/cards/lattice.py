"""Find an island of round cards: circles of one size that lie on a hexagonal lattice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import Floats, gradient_field
from vision.cielab import picture_to_lab

Places = NDArray[np.float64]

SEARCH_PX: Final = 640
"""Longer side of the picture in which the lattice is searched."""
_RADII_PX: Final = tuple(16.0 * 1.09**n for n in range(17))
_SHOWN_RADII_PX: Final = tuple(20.0 * 1.09**n for n in range(20))
"""Radii of cards that are shown side by side."""
_MIN_DISTANCE_RADII: Final = 1.7
"""Least distance of two such cards, in radii."""
_MIN_STEP_RADII: Final = 1.0
"""Least step to the right from one such card to the next, in radii: closer ones have no clear order."""
_WHOLE_RIM: Final = 0.75
"""Least share of a shown card's rim that is an edge."""
_SAME_SIZE: Final = 0.8
"""Least radius of the cards, in that of which most edge is visible: round symbols on them are smaller."""
_FAINT_SHARE: Final = 0.1
"""Least votes of a shown card, in votes of the clearest one: it may be much like the table."""
_SPARE_CIRCLES: Final = 3
"""Circles that are verified beyond the number of shown cards."""
_ANGLES: Final = 96
_RADIAL_SHARE: Final = 0.88
"""Least radial part of an edge's direction."""
_SCALES: Final = (0.95, 0.975, 1.0, 1.025, 1.05)
"""Tried radii of each card: perspective makes a nearer card larger."""
_BAND: Final = (-0.015, 0.0, 0.015)
"""Distances from the circle at which its edge may be, in radii."""
_SHIFTS: Final = (-0.04, 0.0, 0.04)
"""Tried distances of a card from its peak, in radii."""
_USUAL_SHARE: Final = 0.7
"""Weight from which a circle counts fully, in weights of the usual card."""
_MIN_EDGE: Final = 1.2
"""Least gradient of an edge that votes, CIELAB units a pixel."""
_PEAKS: Final = 60
_LEVELS: Final = 5
"""Radii whose circles are tried as a lattice, the best ones."""
_SEEDS: Final = 12
"""Circles whose pairs are tried as neighbours, the best of a radius."""
_SPACING: Final = (1.66, 2.3)
"""Least and greatest distance of neighbours, in radii."""
_REACHES: Final = (0.3, 0.24, 0.2, 0.2)
"""Greatest distances of a circle from its place in each fit, in spacings."""
_REFITS: Final = 5
_LOOSE: Final = 0.03
"""Usual distance of a card from its place, in spacings: one much farther away counts little."""
_MIN_FOUND: Final = 14
"""Least number of the island's places with a circle of their own."""
_AXIAL: Final = np.array([[1.0, 0.5], [0.0, math.sqrt(3) / 2]])
"""From axial coordinates to the plane, in spacings."""


@dataclass(frozen=True, eq=False)
class CardLattice:
    """A lattice of cards in a picture.

    Attributes:
        matrix: 3x3 homography from the plane, in spacings, to pixels; the island's middle is the origin.
        found: number of the island's places where a circle was found.
    """

    matrix: Places
    found: int

    def locate(self, places: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
        """Return middles in pixels, n x 2, and matrices from spacings around them to pixels, n x 2 x 2."""
        plane = np.asarray(places) @ _AXIAL.T
        across, down, scale = self.matrix @ np.column_stack([plane, np.ones(len(plane))]).T
        middles = np.column_stack([across, down]) / scale[:, None]
        slopes = self.matrix[:2, :2] - middles[..., None] * self.matrix[2, :2]
        return middles.astype(np.float32), (slopes / scale[:, None, None]).astype(np.float32)

    def refine(self, places: Sequence[tuple[int, int]], middles: Floats, weights: Floats) -> CardLattice:
        """Fit the lattice to cards that lie inexactly around their places.

        Args:
            places: axial coordinates.
            middles: of their cards, pixels.
            weights: how certain each middle is, at least 0.
        """
        plane = np.array([_AXIAL @ place for place in places])
        centre = middles.mean(0).astype(np.float64)
        scale = math.sqrt(float(np.abs(np.linalg.det(self.locate([(0, 0)])[1][0]))))
        seen = (middles - centre) / scale
        x, y = plane.T
        one, zero = np.ones(len(plane)), np.zeros((len(plane), 3))
        flat = np.column_stack([x, y, one])
        rows = np.concatenate([
            np.column_stack([flat, zero, -seen[:, :1] * flat]),
            np.column_stack([zero, flat, -seen[:, 1:] * flat]),
        ])  # fmt: skip
        kept = np.asarray(weights, np.float64)
        fitted = np.eye(3)
        for _ in range(_REFITS):
            _, _, axes = np.linalg.svd(rows * np.concatenate([kept, kept])[:, None])
            fitted = axes[-1].reshape(3, 3) / axes[-1][-1]
            moved = flat @ fitted.T
            away = np.linalg.norm(moved[:, :2] / moved[:, 2:] - seen, axis=1)
            kept = weights / (1 + (away / _LOOSE) ** 2)
        back = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1]])
        return CardLattice(back @ fitted, self.found)


def find_equal_circles(picture: NDArray[np.uint8], count: int) -> tuple[Places, float] | None:
    """Find a number of circles of one size, side by side.

    Args:
        picture: BGR.
        count: exactly as many have a rim that is visible nearly all around.

    Returns:
        Their middles in pixels, count x 2, from left to right, and the radius in pixels; or None.
    """
    scale, lab = shrink_to_search(picture)
    gradient = gradient_field(lab)
    tried: list[tuple[float, float, Places, float]] = []
    for radius, peaks, weights in _vote(gradient, _SHOWN_RADII_PX, len(_SHOWN_RADII_PX), _FAINT_SHARE):
        kept: list[int] = []
        for number in range(len(peaks)):
            if all(math.dist(peaks[number], peaks[other]) > _MIN_DISTANCE_RADII * radius for other in kept):
                kept.append(number)
        kept = kept[: count + _SPARE_CIRCLES]
        middles, rims = verify_circles(gradient, peaks[kept], radius)
        cards = np.flatnonzero(rims >= _WHOLE_RIM)
        tried.append((radius, radius * len(cards), middles[cards], float(weights[kept][cards].sum())))
    longest = max(tried, key=lambda each: each[1])[0]
    rows = [
        (weight, middles[np.argsort(middles[:, 0])], radius)
        for radius, _, middles, weight in tried
        if len(middles) == count and radius >= _SAME_SIZE * longest
    ]
    rows = [each for each in rows if np.diff(each[1][:, 0]).min(initial=np.inf) >= _MIN_STEP_RADII * each[2]]
    if not rows:
        return None
    _, middles, radius = max(rows, key=lambda each: each[0])
    return (middles + 0.5) / scale - 0.5, radius / scale


def _measure_edges(gradient: Floats) -> tuple[Floats, float]:
    """Return the strength of each pixel's edge, and the least strength that counts."""
    norm = np.asarray(np.linalg.norm(gradient, axis=-1), np.float32)
    return norm, max(_MIN_EDGE, float(np.median(norm)) * 1.5)


def vote_middles(gradient: Floats, radii: Sequence[float]) -> Iterator[tuple[float, Floats]]:
    """Yield each radius with every pixel's votes as the middle of a circle: in shares of its edge."""
    norm, least = _measure_edges(gradient)
    ys, xs = np.nonzero(norm > least)
    toward = gradient[ys, xs] / norm[ys, xs, None]
    weight = np.minimum(norm[ys, xs] / 4, 1)
    high, wide = norm.shape
    for radius in radii:
        votes = np.zeros(high * wide)
        for sign in (1, -1):
            x = np.rint(xs + sign * radius * toward[:, 0]).astype(int)
            y = np.rint(ys + sign * radius * toward[:, 1]).astype(int)
            inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
            votes += np.bincount(y[inside] * wide + x[inside], weight[inside], votes.size)
        yield radius, (votes / radius).reshape(high, wide).astype(np.float32)


def verify_circles(gradient: Floats, peaks: Places, radius: float) -> tuple[Places, NDArray[np.float64]]:
    """Move each circle of a radius to where most of its rim is an edge; return middles and shares."""
    turn = np.arange(_ANGLES) * (2 * math.pi / _ANGLES)
    unit = np.stack([np.cos(turn), np.sin(turn)], -1)
    _, least = _measure_edges(gradient)
    middles, rims = peaks.copy(), np.zeros(len(peaks))
    for number, peak in enumerate(peaks):
        centre = peak
        for step in (radius, radius / 2):
            tried = [centre + step * np.array([x, y]) for x in _SHIFTS for y in _SHIFTS]
            shares = [_rim_share(gradient, middle, radius, unit, least) for middle in tried]
            centre = tried[int(np.argmax(shares))]
        middles[number], rims[number] = centre, max(shares)
    return middles, rims


def _rim_share(gradient: Floats, middle: Places, radius: float, unit: Places, least: float) -> float:
    """Return the greatest share of a circle's rim that is an edge across its radius, of the tried radii."""
    away = radius * (np.array(_SCALES)[:, None] + np.array(_BAND)).reshape(-1)
    places = (middle + away[:, None, None] * unit).astype(np.float32)
    found = cv2.remap(gradient, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderValue=0)
    norm = np.linalg.norm(found, axis=-1)
    radial = np.abs((found * unit).sum(-1))
    is_edge = (norm > least) & (radial > _RADIAL_SHARE * norm)
    return float(is_edge.reshape(len(_SCALES), len(_BAND), -1).any(1).mean(1).max())


def shrink_to_search(picture: NDArray[np.uint8]) -> tuple[float, Floats]:
    """Return the scale of the picture that is searched, and that picture, smoothed CIELAB."""
    scale = min(1.0, SEARCH_PX / max(picture.shape[:2]))
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    lab = picture_to_lab(np.asarray(small, np.uint8))
    return scale, np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32)


def find_lattice(picture: NDArray[np.uint8], places: Sequence[tuple[int, int]]) -> CardLattice | None:
    """Find the lattice whose places carry circles.

    Args:
        picture: BGR.
        places: the island's, axial coordinates around its middle.
    """
    scale, lab = shrink_to_search(picture)
    levels = _vote(gradient_field(lab), _RADII_PX, _LEVELS)
    best: tuple[float, Places, Places, NDArray[np.float64]] | None = None
    island = set(places)
    for radius, peaks, strengths in levels:
        # A clear circle counts no more than a usual one: the places decide, not a few clear cards beside.
        usual = _USUAL_SHARE * float(np.median(strengths[: len(places)]))
        weights = np.minimum(strengths / usual, 1) * (1 + 1e-3 * radius)
        for basis, origin in _hypotheses(radius, peaks):
            score, centre = _score_lattice(basis, origin, peaks, weights, island)
            if best is None or score > best[0]:
                linear = np.column_stack([basis @ _AXIAL @ (0, 0), basis[:, 0], basis[:, 1]])[:, 1:]
                best = (score, linear, origin + linear @ _AXIAL @ centre, peaks)
    if best is None:
        return None
    _, linear, origin, peaks = best
    matrix = np.vstack([np.column_stack([linear, origin]), [0, 0, 1]])
    fitted = _fit(matrix, peaks, places)
    if fitted is None or fitted.found < _MIN_FOUND:
        return None
    grow = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    return CardLattice(grow @ fitted.matrix, fitted.found)


def _vote(
    gradient: Floats, radii: Sequence[float], levels: int, least: float = 0.2
) -> list[tuple[float, Places, NDArray[np.float64]]]:
    """Vote for circles of each radius; return the best radii, each with its circles' middles and weights."""
    found = []
    for radius, votes in vote_middles(gradient, radii):
        sigma = 0.06 * radius + 0.5
        share = cv2.GaussianBlur(votes, (0, 0), sigma) * sigma * sigma
        side = 2 * round(0.6 * radius) + 1
        top = (share == cv2.dilate(share, np.ones((side, side), np.uint8))) & (share > least * share.max())
        rows, columns = np.nonzero(top)
        order = np.argsort(-share[rows, columns])[:_PEAKS]
        strength = share[rows, columns][order].astype(np.float64)
        middles = np.stack([columns[order], rows[order]], -1).astype(np.float64)
        found.append((float(strength[:19].sum()), radius, middles, strength))
    best = sorted(found, key=lambda each: -each[0])[:levels]
    return [(radius, middles, strength) for _, radius, middles, strength in best]


def _hypotheses(radius: float, peaks: Places) -> list[tuple[Places, Places]]:
    """Return lattices spanned by two circles as neighbours: the plane's 2x2 matrix, and the first circle."""
    found = []
    for first, second in combinations(peaks[:_SEEDS], 2):
        step = second - first
        if _SPACING[0] * radius < math.hypot(*step) < _SPACING[1] * radius:
            found.append((np.array([[step[0], -step[1]], [step[1], step[0]]]), first))
    return found


def _score_lattice(
    basis: Places, origin: Places, peaks: Places, weights: NDArray[np.float64], island: set[tuple[int, int]]
) -> tuple[float, tuple[int, int]]:
    """Return the greatest weight of an island on a lattice, and the place of that island's middle."""
    plane = np.linalg.solve(basis, (peaks - origin).T)
    axial = np.linalg.solve(_AXIAL, plane)
    cells = np.rint(axial)
    off = np.linalg.norm(_AXIAL @ (axial - cells), axis=0)
    near = off < _REACHES[0]
    filled: dict[tuple[int, int], float] = {}
    for column, row, weight, away in zip(*cells[:, near], weights[near], off[near], strict=True):
        cell = (int(column), int(row))
        filled[cell] = max(filled.get(cell, 0.0), float(weight * (1 - away)))
    best = (0.0, (0, 0))
    for column, row in filled:
        score = sum(filled.get((column + x, row + y), 0.0) for x, y in island)
        best = max(best, (score, (column, row)))
    return best


def _fit(matrix: Places, peaks: Places, places: Sequence[tuple[int, int]]) -> CardLattice | None:
    """Fit the homography to the circles nearest to the places."""
    plane = np.array([_AXIAL @ place for place in places])
    found = 0
    for reach in _REACHES:
        moved = np.column_stack([plane, np.ones(len(plane))]) @ matrix.T
        middles = moved[:, :2] / moved[:, 2:]
        spacing = math.sqrt(abs(float(np.linalg.det(matrix[:2, :2]))))
        gaps = np.linalg.norm(middles[:, None] - peaks[None], axis=-1)
        nearest = gaps.argmin(1)
        near = gaps.min(1) < reach * spacing
        found = int(near.sum())
        if found < _MIN_FOUND:
            return None
        fitted, _ = cv2.findHomography(plane[near], peaks[nearest[near]], 0)
        if fitted is None:
            return None
        matrix = np.asarray(fitted, np.float64)
    return CardLattice(matrix, found)
