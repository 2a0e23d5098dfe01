"""Find round cards in a photo: circles by votes of edges, then ellipses by a closed path around each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cielab import picture_to_lab

Floats = NDArray[np.float32]
Places = NDArray[np.float64]

SEARCH_PX: Final = 420
"""Longer side of the picture in which cards are searched."""
_RADII: Final = tuple(SEARCH_PX * 0.065 * 1.13**n for n in range(13))
"""Searched radii, pixels of the shrunken picture."""
_CIRCLES: Final = 16
"""Circles by votes that are refined."""
_SYMBOL_GROUPS: Final = 12
"""Groups of symbols that are considered, the largest."""
_FINALISTS: Final = 14
"""Outlines that are refined again, the best."""
_CLEAR_SHARE: Final = 0.6
"""Share of the best score from which an outline's size counts."""
_SIZE_RATIO: Final = 0.45
"""Least radius of a card, in radii of the largest one: a smaller disc is a round symbol."""
_SAME_SHARE: Final = 0.04
"""Difference of two outlines that are one, in radii."""
_PAD_PX: Final = 40
"""Centres of cards are searched this far outside of the picture."""
_MIN_EDGE: Final = 0.4
"""Least gradient of a card's edge, CIELAB units a pixel."""
_MIN_SYMBOL_EDGE: Final = 2.0
"""Least gradient of a symbol's edge, CIELAB units a pixel."""
_LINK_PX: Final = (4, 7, 10, 14)
"""Gaps across which edges of symbols are joined to a card, pixels of the shrunken picture."""
_MARGIN: Final = 1.07
"""Radius of a card divided by that of the ellipse around its symbols."""
_FAINT_SCORE: Final = 0.4
"""Score of an outline that follows from the symbols alone."""
_ANGLES: Final = 120
"""Directions from a card's centre in which its edge is searched."""
_DEPTHS: Final = 52
"""Distances from the centre that are compared in each direction."""
_GAP: Final = 2
"""Distances between the two colours that are compared, on either side of an edge."""
_BEND_COST: Final = 0.08
"""Cost of a path that changes its distance from the centre by one step."""
_INK_DISTANCE: Final = 13.0
"""Distance of a colour from the card's white that makes it ink, CIELAB units."""
_SECTORS: Final = 12
MIN_SCORE: Final = 0.3
"""Least score of a card."""
_LIGHTNESS: Final = np.array((0.7, 1, 1), np.float32)
"""Weights of a colour's difference from white: a card's shading is lightness."""


@dataclass(frozen=True)
class CardOutline:
    """A card's outline: an ellipse.

    Attributes:
        centre: pixels.
        axes: 2x2; maps the unit circle to the outline around the centre, pixels.
        score: how well the picture supports this outline, 0 to 1.
    """

    centre: tuple[float, float]
    axes: Places
    score: float = 0.0

    @property
    def radius(self) -> float:
        """Radius of the circle with the same area, pixels."""
        return math.sqrt(abs(float(np.linalg.det(self.axes))))

    @property
    def roundness(self) -> float:
        """Shorter axis divided by the longer one."""
        longer, shorter = np.linalg.svd(self.axes, compute_uv=False)
        return float(shorter / longer)

    def scale(self, factor: float) -> CardOutline:
        """Return the outline in a picture that is larger by a factor. Pixel centres are at whole numbers."""
        x, y = ((place + 0.5) * factor - 0.5 for place in self.centre)
        return CardOutline((x, y), self.axes * factor, self.score)

    def points(self, count: int) -> Places:
        """Return points on the outline, count x 2, pixels."""
        return np.asarray(np.array(self.centre) + _unit_circle(count) @ self.axes.T, np.float64)


def _unit_circle(count: int) -> Places:
    turn = np.arange(count) * (2 * math.pi / count)
    return np.stack([np.cos(turn), np.sin(turn)], -1)


def find_cards(picture: NDArray[np.uint8]) -> list[CardOutline]:
    """Find the round cards of a picture, BGR, the clearest first. They may overlap or be cut by the edge."""
    scale = SEARCH_PX / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    smooth = cv2.GaussianBlur(picture_to_lab(np.asarray(small, np.uint8)), (0, 0), 1.0)
    lab = np.asarray(smooth, np.float32)
    gradient = gradient_field(lab)
    around_symbols = _enclose_symbols(np.linalg.norm(gradient, axis=-1))
    first = _refine(lab, [*_circles_by_votes(lab, gradient), *around_symbols], 0.68, 1.4)
    second = _refine(lab, _select_distinct(first, 0.1, 0.55), 0.84, 1.16)
    found = _refine(lab, _select_distinct(second, 0.2, 0.6), 0.92, 1.08)
    found += [replace(one, score=_FAINT_SCORE * _likeness(lab, one)) for one in around_symbols]
    found = [one for one in found if one.roundness > 0.6 and one.score > MIN_SCORE]
    clear = _CLEAR_SHARE * max((one.score for one in found), default=0.0)
    least = _SIZE_RATIO * max((one.radius for one in found if one.score >= clear), default=0.0)
    kept: list[CardOutline] = []
    for one in sorted(found, key=lambda each: -each.score):
        apart = all(math.dist(one.centre, each.centre) > 0.6 * (one.radius + each.radius) for each in kept)
        if apart and one.radius >= least:
            kept.append(one)
    return [one.scale(1 / scale) for one in kept]


def _select_distinct(outlines: Sequence[CardOutline], score: float, roundness: float) -> list[CardOutline]:
    """Return the best outlines that differ, if they have a score and a roundness."""
    kept: list[CardOutline] = []
    for one in sorted(outlines, key=lambda each: -each.score):
        if one.score < score or one.roundness < roundness or len(kept) == _FINALISTS:
            continue
        near = _SAME_SHARE * one.radius
        if all(
            math.dist(one.centre, each.centre) > near or np.abs(one.axes - each.axes).max() > near
            for each in kept
        ):
            kept.append(one)
    return kept


def gradient_field(lab: Floats) -> Floats:
    """Return the gradient of the plane with the strongest one, height x width x 2, CIELAB units a pixel."""
    dx, dy = (
        np.stack([cv2.Scharr(lab[..., n], cv2.CV_32F, *order) for n in range(3)], -1) / 32
        for order in ((1, 0), (0, 1))
    )
    plane = (dx * dx + dy * dy).argmax(-1)[..., None]
    return np.concatenate([np.take_along_axis(each, plane, -1) for each in (dx, dy)], -1)


def _circles_by_votes(lab: Floats, gradient: Floats) -> list[CardOutline]:
    """Vote for circles that are white inside and have an edge, the best first."""
    norm = np.linalg.norm(gradient, axis=-1)
    ys, xs = np.nonzero(norm > max(_MIN_EDGE, 1.2 * float(np.median(norm))))
    toward = gradient[ys, xs] / norm[ys, xs, None]
    weight = np.minimum(norm[ys, xs] / 2, 1)
    height, width = lab.shape[:2]
    wide, high = width + 2 * _PAD_PX, height + 2 * _PAD_PX
    is_bright = (lab[..., 0] > 0.6 * np.percentile(lab[..., 0], 97)).astype(np.float32)
    bright = cv2.copyMakeBorder(is_bright, _PAD_PX, _PAD_PX, _PAD_PX, _PAD_PX, cv2.BORDER_REPLICATE)
    found = []
    for radius in _RADII:
        votes = np.zeros(high * wide)
        for sign in (1, -1):
            x = np.rint(xs + sign * radius * toward[:, 0]).astype(int) + _PAD_PX
            y = np.rint(ys + sign * radius * toward[:, 1]).astype(int) + _PAD_PX
            inside = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
            votes += np.bincount(y[inside] * wide + x[inside], weight[inside], votes.size)
        sigma = 0.07 * radius
        votes *= sigma * sigma / radius
        share = cv2.GaussianBlur(votes.reshape(high, wide).astype(np.float32), (0, 0), sigma)
        side = 2 * round(0.75 * radius) + 1
        share = np.asarray(share * np.clip(cv2.blur(bright, (side, side)) * 2 - 0.4, 0, 1), np.float32)
        for _ in range(4):
            _, best, _, (column, row) = cv2.minMaxLoc(share)
            found.append((best, float(column - _PAD_PX), float(row - _PAD_PX), radius))
            cv2.circle(share, (column, row), round(0.4 * radius), 0.0, -1)
    best_circles = sorted(found, reverse=True)[:_CIRCLES]
    return [CardOutline((x, y), np.eye(2) * radius) for _, x, y, radius in best_circles]


def _enclose_symbols(norm: Floats) -> list[CardOutline]:
    """Return ellipses around groups of symbols, for cards whose edge is faint, the largest first."""
    symbols = (norm > _MIN_SYMBOL_EDGE).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(symbols)
    unlike = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > 0.3 * SEARCH_PX
    unlike |= stats[:, cv2.CC_STAT_AREA] < 12
    symbols[unlike[labels]] = 0
    found: list[tuple[int, int, NDArray[np.int_]]] = []
    for link in _LINK_PX:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (link + 1, link + 1))
        _, groups = cv2.connectedComponents(cv2.dilate(symbols, kernel))
        groups = groups * symbols
        members = np.unique(groups.astype(np.int64) * count + labels * symbols)
        for group in np.nonzero(np.bincount(members // count) >= 3)[0]:
            if group == 0:
                continue
            ys, xs = np.nonzero(groups == group)
            found.append((len(xs), len(found), np.stack([xs, ys], -1)))
    outlines = [_enclose(points) for _, _, points in sorted(found, reverse=True)[:_SYMBOL_GROUPS]]
    return [one for one in outlines if _RADII[0] * 0.9 < one.radius < _RADII[-1] and one.roundness > 0.5]


def _enclose(points: NDArray[np.int_]) -> CardOutline:
    """Return an ellipse a little larger than the smallest around points (Khachiyan's algorithm)."""
    hull = cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
    lifted = np.column_stack([hull, np.ones(len(hull))])
    weights = np.full(len(hull), 1 / len(hull))
    for _ in range(25):
        inverse = np.linalg.inv(lifted.T @ (weights[:, None] * lifted) + 1e-9 * np.eye(3))
        spread = np.einsum("ni,ij,nj->n", lifted, inverse, lifted)
        weights *= spread / 3
    centre = weights @ hull
    values, vectors = np.linalg.eigh(2 * np.cov(hull.T, aweights=weights, ddof=0))
    axes = vectors @ np.diag(np.sqrt(np.maximum(values, 1))) @ vectors.T
    return CardOutline((float(centre[0]), float(centre[1])), axes * _MARGIN)


def _refine(lab: Floats, guesses: Sequence[CardOutline], low: float, high: float) -> list[CardOutline]:
    """Fit an ellipse to the closed edge around each guess.

    Args:
        lab: smoothed CIELAB, height x width x 3.
        guesses: outlines.
        low: least distance of the edge from the centre, in radii of the guess.
        high: greatest distance.
    """
    if not guesses:
        return []
    depths = np.concatenate([np.linspace(0.15, 0.9, 14) * low, np.linspace(low, high, _DEPTHS)])
    directions = _unit_circle(_ANGLES)
    places = np.stack([
        np.array(one.centre) + (directions @ one.axes.T)[:, None] * depths[:, None] for one in guesses
    ])  # fmt: skip
    colours = _sample(lab, places)
    inner = colours[:, :, :14].reshape(len(guesses), -1, 3)
    places, colours = places[:, :, 14:], colours[:, :, 14:]
    known = ~np.isnan(inner[..., 0])
    lightness = np.where(known, inner[..., 0], -1.0)
    limit = np.quantile(lightness, 0.6, axis=1, keepdims=True)
    white = np.array([
        np.median(one[chosen], axis=0) for one, chosen in zip(inner, lightness >= limit, strict=True)
    ])  # fmt: skip
    step = np.linalg.norm(colours[:, :, 2 * _GAP :] - colours[:, :, : -2 * _GAP], axis=-1)
    inside = np.linalg.norm((colours[:, :, : -2 * _GAP] - white[:, None, None]) * _LIGHTNESS, axis=-1)
    gain = np.nan_to_num(step / (step + 3) * np.exp(-((inside / 18) ** 2)))
    paths = _closed_paths(gain)
    rows = np.arange(_ANGLES)
    refined = []
    for n, path in enumerate(paths):
        seen = ~np.isnan(step[n, rows, path])
        if known[n].mean() < 0.4 or seen.mean() < 0.4:
            continue
        fitted = _fit(places[n, rows, path + _GAP], gain[n, rows, path] * seen)
        if fitted is None:
            continue
        outline, kept = fitted
        share = float(kept.sum() / seen.sum())
        support = float(gain[n, rows, path][kept].sum() / seen.sum())
        score = share * support / (support + 0.15) * 1.15 * _likeness(lab, outline)
        refined.append(CardOutline(outline.centre, outline.axes, score))
    return refined


def _sample(lab: Floats, places: Places) -> Floats:
    """Sample a picture at places, ... x 2; NaN outside."""
    flat = places.reshape(-1, places.shape[-2], 2).astype(np.float32)
    colours = cv2.remap(
        lab, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=(math.nan,) * 4,
    )  # fmt: skip
    return np.asarray(colours, np.float32).reshape(*places.shape[:-1], 3)


def _closed_paths(gain: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the closed path of the greatest gain around each polar picture.

    Args:
        gain: pictures x angles x depths.

    Returns:
        Depths, pictures x angles.
    """
    pictures, angles, depths = gain.shape
    rounds = np.concatenate([gain[:, angles // 2 :], gain, gain[:, : angles // 2]], axis=1)
    steps = np.zeros(rounds.shape, np.int8)
    total = rounds[:, 0]
    choices = np.full((3, pictures, depths), -1e9)
    for n in range(1, rounds.shape[1]):
        choices[0, :, 1:] = total[:, :-1] - _BEND_COST
        choices[1] = total
        choices[2, :, :-1] = total[:, 1:] - _BEND_COST
        best = choices.argmax(0)
        steps[:, n] = best - 1
        total = np.take_along_axis(choices, best[None], 0)[0] + rounds[:, n]
    path = np.empty(rounds.shape[:2], np.intp)
    path[:, -1] = total.argmax(-1)
    one = np.arange(pictures)
    for n in range(rounds.shape[1] - 1, 0, -1):
        path[:, n - 1] = path[:, n] + steps[one, n, path[:, n]]
    half = angles - angles // 2
    return path[:, half : half + angles]


def _fit(points: Places, gain: NDArray[np.float64]) -> tuple[CardOutline, NDArray[np.bool_]] | None:
    """Fit an ellipse to an edge's points.

    Returns:
        The ellipse and the points on it, or None without enough of them.
    """
    held = gain > 0.1
    kept = held
    outline = None
    for _ in range(4):
        if kept.sum() < 24:
            return None
        (x, y), (wide, high), turn = cv2.fitEllipseAMS(points[kept].astype(np.float32))
        if not (8 < wide < 4 * SEARCH_PX and 8 < high < 4 * SEARCH_PX):
            return None
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        rotation = np.array([[cos, -sin], [sin, cos]])
        outline = CardOutline((x, y), rotation @ np.diag([wide / 2, high / 2]) @ rotation.T)
        offset = (points - outline.centre) @ np.linalg.inv(outline.axes).T
        kept = held & (np.abs(np.linalg.norm(offset, axis=-1) - 1) < 0.035)
    return None if outline is None else (outline, kept)


def _likeness(lab: Floats, outline: CardOutline) -> float:
    """Return how much the inside looks like a card, 0 to 1: white along its edge, and symbols all around."""
    depths = np.array([0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.93, 0.96])
    places = np.array(outline.centre) + (_unit_circle(_ANGLES) @ outline.axes.T)[:, None] * depths[:, None]
    colours = _sample(lab, places)
    known = ~np.isnan(colours[..., 0])
    if known.mean() < 0.4:
        return 0.0
    rim = colours[:, -2:][known[:, -2:]]
    white = np.median(rim, axis=0)
    ink = np.linalg.norm((colours - white) * _LIGHTNESS, axis=-1) > _INK_DISTANCE
    clean = 1 - float(ink[:, -2:][known[:, -2:]].mean())
    sectors = (ink & known)[:, :-2].reshape(_SECTORS, -1).mean(1) > 0.08
    seen = known[:, :-2].reshape(_SECTORS, -1).mean(1) > 0.5
    if seen.sum() < _SECTORS / 3:
        return 0.0
    spread = float(sectors[seen].mean())
    return min(1.0, max(0.0, clean * 3 - 1.9)) * min(1.0, spread * 1.4) * (1.0 if white[0] > 35 else 0.3)
