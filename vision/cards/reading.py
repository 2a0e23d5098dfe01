"""Read the cards in a photo: their places, and the symbol that each two of them share.

Symbols are cut out of a card as ink on its white, in every plausible grouping.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, cycle
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline, Floats, find_cards
from vision.cielab import picture_to_lab
from vision.pictures import as_bgr, shrink_to_limit

CARD_PX: Final = 288
"""Side of a straightened card's picture."""
CARD_RADIUS_PX: Final = 136.0
"""Radius of a straightened card."""
_INNER: Final = 0.965
"""Part of the radius that is searched for ink: a card's rim has shadows."""
_CHROMA_WEIGHT: Final = 1.4
"""Weight of differences of colour against those of lightness."""
_WHITE: Final = 80.0
"""Lightness of white to which differences are scaled."""
_RING_PX: Final = 13
"""Width of the surroundings where other ink is measured."""
_CORE: Final = 0.55
"""Share of the strongest ink around that splits symbols which touch."""
_SAME_GROUP_SHARE: Final = 0.9
"""Overlap of two groups that makes them one."""
_MIN_STRENGTH: Final = 22.0
"""Least strength of a symbol's strongest tenth; less is a stain of compression, CIELAB units."""
_MAX_PARTS: Final = 40
"""Parts of ink that are considered, the largest."""
_INK: Final = (9.0, 15.0, 32.0)
"""Distances from white above which a pixel is ink, CIELAB units."""
_MIN_AREA: Final = 14.0
"""Least area of a part, pixels of the straightened card."""
_MIN_SYMBOL_AREA: Final = 130.0
"""Least filled area of a symbol, pixels of the straightened card."""
_MAX_EXTENT: Final = 0.78
"""Greatest extent of a symbol, diameters of the card."""
_MAX_GAP: Final = 0.16
"""Greatest gap between a symbol's parts, radii of the card."""
PATCH_PX: Final = 64
"""Side of a symbol's picture."""
GYRATION_PX: Final = 13.0
"""Radius of gyration of each symbol's outline in its picture."""


@dataclass(frozen=True, eq=False)
class Symbol:
    """A group of ink that may be a symbol.

    Attributes:
        at: its middle, pixels of the photo.
        radius: of the disc with the same radius of gyration, pixels of the photo.
        bits: the same area as a coarse mask.
        area: filled area, share of the card's.
        patch: difference from the card's white (lightness, two of colour), PATCH_PX x PATCH_PX x 3, zero
            outside of the symbol; middle and radius of gyration are the same for all.
        neighbours: share of other ink just around it.
    """

    at: tuple[float, float]
    radius: float
    bits: int
    area: float
    patch: Floats
    neighbours: float

    def touches(self, other: Symbol) -> bool:
        """Return whether two groups of one card share ink, and so aren't two symbols."""
        smaller = min(self.bits.bit_count(), other.bits.bit_count())
        return (self.bits & other.bits).bit_count() > 0.3 * smaller

    def scale(self, factor: float) -> Symbol:
        """Return the symbol in a photo that is larger by a factor."""
        x, y = ((place + 0.5) * factor - 0.5 for place in self.at)
        return replace(self, at=(x, y), radius=self.radius * factor)


def straighten(
    picture: NDArray[np.uint8], outline: CardOutline
) -> tuple[Floats, NDArray[np.bool_], NDArray[np.float64]]:
    """Map a card to a circle.

    Returns:
        CIELAB, CARD_PX x CARD_PX x 3; which pixels the photo has; the 2x3 matrix from the card's pixels
        to the photo's.
    """
    reach = np.abs(outline.axes).sum(1).max() * 1.2 + 4
    left, top = (max(0, int(place - reach)) for place in outline.centre)
    right, low = (max(1, int(place + reach) + 1) for place in outline.centre)
    crop = picture[top:low, left:right]
    middle = (CARD_PX - 1) / 2
    linear = outline.axes / CARD_RADIUS_PX
    matrix = np.column_stack([linear, np.array(outline.centre) - linear @ (middle, middle)])
    shrink = outline.radius / CARD_RADIUS_PX
    if shrink > 1.3:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), 0.4 * shrink), np.uint8)
    cut = matrix - np.array([[0, 0, left], [0, 0, top]])
    size = (CARD_PX, CARD_PX)
    card = cv2.warpAffine(
        crop, cut, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    known = cv2.warpAffine(
        np.ones(crop.shape[:2], np.uint8), cut, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    return picture_to_lab(np.asarray(card, np.uint8)), np.asarray(known > 0), matrix


def _disc(radius: float) -> NDArray[np.bool_]:
    ys, xs = np.mgrid[:CARD_PX, :CARD_PX] - (CARD_PX - 1) / 2
    return np.asarray(np.hypot(xs, ys) < radius * CARD_RADIUS_PX)


def subtract_white(card: Floats, inside: NDArray[np.bool_]) -> Floats:
    """Return the difference from the card's own white, which may vary across the card like a quadratic.

    It is scaled as if the white had a fixed lightness, so that a dark photo's ink counts as much.
    """
    ys, xs = np.mgrid[:CARD_PX, :CARD_PX].astype(np.float32) / (CARD_PX / 2) - 1
    basis = np.stack([np.ones_like(xs), xs, ys, xs * xs, xs * ys, ys * ys], -1)
    thin = np.zeros_like(inside)
    thin[::3, ::3] = True
    rows, colours = basis[inside & thin].astype(np.float64), card[inside & thin]
    chosen = colours[:, 0] > np.quantile(colours[:, 0], 0.62)
    weights = np.zeros((6, 3))
    for limit in (14.0, 9.0, 7.0, 6.0):
        if chosen.sum() < 60:
            break
        kept = rows[chosen]
        weights = np.asarray(np.linalg.solve(kept.T @ kept, kept.T @ colours[chosen]), np.float64)
        chosen = np.linalg.norm(colours - rows @ weights, axis=-1) < limit
    white = (basis @ weights).astype(np.float32)
    scale = _WHITE / np.clip(white[..., :1], 25, 100)
    return np.asarray((card - white) * scale * (1, _CHROMA_WEIGHT, _CHROMA_WEIGHT), np.float32)


def cut_symbols(picture: NDArray[np.uint8], outline: CardOutline) -> list[Symbol]:
    """Return all groups of ink on a card that may be a symbol; many overlap."""
    card, known, matrix = straighten(picture, outline)
    inside = _disc(_INNER) & known
    if inside.sum() < 2000:
        return []
    field = subtract_white(card, inside)
    field[~inside] = 0
    strength = np.linalg.norm(cv2.GaussianBlur(field, (0, 0), 1.0), axis=-1)
    peak = cv2.GaussianBlur(cv2.dilate(strength, np.ones((13, 13), np.uint8)), (0, 0), 3)
    masks = [strength > limit for limit in _INK]
    masks.append((strength > _CORE * peak) & (strength > _INK[0]))
    found: list[Symbol] = []
    for mask in masks:
        for group in _groups((mask & inside).astype(np.uint8)):
            filled = _fill(group)
            bits = _pack(filled)
            if any(_overlap(bits, each.bits) > _SAME_GROUP_SHARE for each in found):
                continue
            symbol = _symbol(field, strength, filled, bits, matrix)
            if symbol is not None:
                found.append(symbol)
    return found


def _pack(mask: NDArray[np.uint8]) -> int:
    small = cv2.resize(mask, (72, 72), interpolation=cv2.INTER_AREA) > 0
    return int.from_bytes(np.packbits(small).tobytes(), "big")


def _overlap(first: int, second: int) -> float:
    return (first & second).bit_count() / max(1, (first | second).bit_count())


def _fill(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), contours, -1, 1, -1), np.uint8)


def _groups(ink: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return the parts of ink, and parts joined across ever larger gaps: one mask each."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink)
    parts = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] >= _MIN_AREA]
    parts = sorted(parts, key=lambda n: -stats[n, cv2.CC_STAT_AREA])[:_MAX_PARTS]
    masks = [np.asarray(labels == n, np.uint8) for n in parts]
    if not masks:
        return []
    halves = [np.maximum.reduce([mask[y::2, x::2] for y in (0, 1) for x in (0, 1)]) for mask in masks]
    rims = [np.nonzero(half - cv2.erode(half, np.ones((3, 3), np.uint8))) for half in halves]
    rims = [rim if len(rim[0]) else np.nonzero(half) for rim, half in zip(rims, halves, strict=True)]
    starts = np.cumsum([0] + [len(ys) for ys, _ in rims[:-1]])
    rim = tuple(np.concatenate([each[axis] for each in rims]) for axis in (0, 1))
    gaps = np.array([
        2 * np.minimum.reduceat(cv2.distanceTransform(1 - half, cv2.DIST_L2, 3)[rim], starts)
        for half in halves
    ])  # fmt: skip
    together = [frozenset([n]) for n in range(len(parts))]
    groups = dict.fromkeys(together)
    first, second = np.nonzero(np.triu(gaps < _MAX_GAP * CARD_RADIUS_PX, 1))
    for n in np.argsort(gaps[first, second], kind="stable"):
        joined = together[first[n]] | together[second[n]]
        if joined != together[first[n]]:
            groups[joined] = None
            for member in joined:
                together[member] = joined
    return [np.bitwise_or.reduce([masks[n] for n in group]) for group in groups]


def _symbol(
    field: Floats, strength: Floats, filled: NDArray[np.uint8], bits: int, matrix: NDArray[np.float64]
) -> Symbol | None:
    left, top, wide, high = cv2.boundingRect(filled)
    if max(wide, high) > _MAX_EXTENT * 2 * CARD_RADIUS_PX:
        return None
    left, top = max(0, left - 12), max(0, top - 12)
    crop = np.s_[top : top + high + 24, left : left + wide + 24]
    filled = filled[crop]
    moments = cv2.moments(filled, binaryImage=True)
    area = moments["m00"]
    if area < _MIN_SYMBOL_AREA:
        return None
    if np.quantile(strength[crop][filled > 0], 0.9) < _MIN_STRENGTH:
        return None
    centre = np.array([moments["m10"], moments["m01"]]) / area
    gyration = float(np.sqrt((moments["mu20"] + moments["mu02"]) / area))
    own = cv2.dilate(filled, np.ones((5, 5), np.uint8)).astype(np.float32)
    source = field[crop] * cv2.GaussianBlur(own, (0, 0), 0.8)[..., None]
    scale = gyration / GYRATION_PX
    if scale > 1:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.5 * scale), np.float32)
    middle = np.array([(PATCH_PX - 1) / 2] * 2)
    cut = np.column_stack([np.eye(2) * scale, centre - scale * middle])
    patch = cv2.warpAffine(source, cut, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    ring = cv2.dilate(filled, np.ones((_RING_PX, _RING_PX), np.uint8)) > own
    at = matrix[:, :2] @ (centre + np.array([left, top])) + matrix[:, 2]
    return Symbol(
        at=(float(at[0]), float(at[1])),
        radius=math.sqrt(2 * abs(float(np.linalg.det(matrix[:, :2])))) * gyration,
        bits=bits,
        area=area / (np.pi * CARD_RADIUS_PX**2),
        patch=np.asarray(patch, np.float32),
        neighbours=float((strength[crop][ring] > _INK[1]).mean()) if ring.any() else 0.0,
    )


# Compare symbols whatever their size and turn: correlation of polar pictures over all angles.


_NEIGHBOUR_COST: Final = 0.3
"""Share of the likeness that is lost if other ink surrounds a symbol: it is likely a part of a larger one."""
_WHOLE_SHARE: Final = 0.93
"""Share of the greatest likeness from which a pair may be the whole of which the best is a part."""
_BIAS: Final = -9.0
_MARGIN_WEIGHT: Final = 34.0
_LIKENESS_WEIGHT: Final = 9.0
"""Logistic model of the confidence, cautious: pairs of drawn cards that share no symbol stay unknown."""
_MAX_P: Final = 0.995
_ANGLES: Final = 64
_RINGS: Final = 18
_REACH_PX: Final = 2.1 * GYRATION_PX
"""Greatest compared distance from a symbol's middle."""
_COARSE_SCALES: Final = (0.88, 1.0, 1.13)
"""Tried sizes in the comparison of all pairs."""
_FINE_PAIRS: Final = 40
"""Pairs that are compared in every size and place."""
_SCALES: Final = (0.84, 0.92, 1.0, 1.09, 1.19)
"""Tried sizes of the second symbol."""
_SHIFT_PX: Final = 2.2
"""Tried shifts of the second symbol's middle."""
_BLUR_PX: Final = 1.2
_FINE_PX: Final = 2.6
"""Blur that is subtracted for the comparison of details."""
_WAVES: Final = np.stack([
    part(np.fft.rfft(np.eye(_ANGLES), axis=0)).astype(np.float32) for part in (np.real, np.imag)
])  # fmt: skip
"""Discrete Fourier transform over the angles: real and imaginary part x frequencies x angles."""
_SHIFTS: Final = ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def _rays() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return offsets from the middle, angles x rings, and the square roots of the rings' areas."""
    turn = np.arange(_ANGLES) * (2 * math.pi / _ANGLES)
    rings = (np.arange(_RINGS) + 0.5) * (_REACH_PX / _RINGS)
    return np.cos(turn)[:, None] * rings, np.sin(turn)[:, None] * rings, np.sqrt(rings / rings.sum())


def _spectra(symbols: Sequence[Symbol], variants: Sequence[tuple[float, float, float]]) -> Floats:
    """Return the spectra over angles of each symbol in each variant (scale, shift in x, in y).

    Returns:
        Real and imaginary part x frequencies x (symbols x variants) x (rings x planes); each half of the
        planes, soft and fine, has half of the energy.
    """
    xs, ys, weight = _rays()
    middle = (PATCH_PX - 1) / 2
    map_x = np.concatenate([middle + dx + scale * xs for scale, dx, _ in variants]).astype(np.float32)
    map_y = np.concatenate([middle + dy + scale * ys for scale, _, dy in variants]).astype(np.float32)
    spectra = np.empty((*_WAVES.shape[:2], len(symbols), len(variants), 6 * _RINGS), np.float32)
    for n, symbol in enumerate(symbols):
        soft = cv2.GaussianBlur(symbol.patch, (0, 0), _BLUR_PX)
        fine = soft - cv2.GaussianBlur(symbol.patch, (0, 0), _FINE_PX)
        seen = cv2.remap(np.concatenate([soft, fine], -1), map_x, map_y, cv2.INTER_LINEAR)
        polar = seen.reshape(len(variants), _ANGLES, _RINGS, 2, 3) * weight.astype(np.float32)[:, None, None]
        energy = np.sqrt(2 * np.einsum("varpc,varpc->vp", polar, polar))
        flat = (polar / np.maximum(energy, 1e-6)[:, None, None, :, None]).reshape(len(variants), _ANGLES, -1)
        spectra[:, :, n] = (_WAVES[:, None] @ flat).transpose(0, 2, 1, 3)
    return spectra.reshape(*_WAVES.shape[:2], len(symbols) * len(variants), -1)


def _correlate(first: Floats, second: Floats) -> Floats:
    """Return the greatest correlation over all turns of spectra, rows of the first x rows of the second.

    Real products of this size run on one thread; complex ones wake others, whose waiting costs more.
    """
    turned = second.transpose(0, 1, 3, 2)
    product = np.empty((first.shape[1], first.shape[2], second.shape[2]), np.complex64)
    product.real = first[0] @ turned[0] + first[1] @ turned[1]
    product.imag = first[0] @ turned[1] - first[1] @ turned[0]
    return np.asarray(np.fft.irfft(product, n=_ANGLES, axis=0).max(0), np.float32)


@dataclass(frozen=True)
class CommonSymbol:
    """The pair of symbols that are most alike.

    Attributes:
        first: on the first card.
        second: on the second card.
        likeness: of the two, at most 1.
        margin: by which the next pair, of other symbols, is less alike.
    """

    first: Symbol
    second: Symbol
    likeness: float
    margin: float

    @property
    def confidence(self) -> float:
        """Probability that these two are the symbol that both cards share."""
        evidence = _BIAS + _MARGIN_WEIGHT * self.margin + _LIKENESS_WEIGHT * self.likeness
        return min(_MAX_P, 1 / (1 + math.exp(-evidence)))

    def scale(self, factor: float) -> CommonSymbol:
        """Return the same in a picture that is larger by a factor."""
        first, second = (each.scale(factor) for each in (self.first, self.second))
        return replace(self, first=first, second=second)


def find_common(first: Sequence[Symbol], second: Sequence[Symbol]) -> CommonSymbol | None:
    """Return the most alike pair of symbols of two cards that share exactly one, or None without symbols."""
    values = compare(first, second)
    if not values.size:
        return None
    penalty = np.add.outer([one.neighbours for one in first], [one.neighbours for one in second])
    values = values * (1 - _NEIGHBOUR_COST * penalty)
    row, column = divmod(int(values.argmax()), values.shape[1])
    best = float(values[row, column])
    # A symbol's parts are as alike as the whole: two pairs are one answer if pairs that hold both are alike.
    whole = values > _WHOLE_SHARE * best
    same = np.zeros(values.shape, bool)
    for n, m in np.argwhere(whole):
        if first[n].touches(first[row]) and second[m].touches(second[column]):
            same |= np.outer(
                [one.touches(first[n]) for one in first], [one.touches(second[m]) for one in second]
            )
    other = float(values[~same].max(initial=0.0))
    return CommonSymbol(first[row], second[column], best, best - other)


def compare(first: Sequence[Symbol], second: Sequence[Symbol]) -> Floats:
    """Return the likeness of each symbol of one card to each of another, at most 1, first x second.

    Every pair is compared coarsely, and the most alike finely, for which alone the likeness is exact.
    """
    if not first or not second:
        return np.zeros((len(first), len(second)), np.float32)
    one = _spectra(first, [(1.0, 0.0, 0.0)])
    values = np.maximum.reduce([
        _correlate(one, _spectra(second, [(scale, 0.0, 0.0)])) for scale in _COARSE_SCALES
    ])  # fmt: skip
    chosen = np.argsort(-values, axis=None)[:_FINE_PAIRS]
    rows, columns = np.unravel_index(chosen, values.shape)
    variants = [(scale, dx * _SHIFT_PX, dy * _SHIFT_PX) for scale in _SCALES for dx, dy in _SHIFTS]
    for column in np.unique(columns):
        own = rows[columns == column]
        best = _correlate(one[:, :, own], _spectra([second[column]], variants)).max(1)
        values[own, column] = np.maximum(values[own, column], best)
    return np.asarray(values, np.float32)


# Each two cards of a photo.


MIN_ANSWER_P: Final = 0.6
"""Least probability of a reported common symbol."""
_NEIGHBOUR_RADII: Final = 1.5
"""Where there are more than two cards: greatest distance of two that are compared, in sums of their radii."""
_MAX_PAIRS: Final = 12
"""Pairs of cards that are compared, the nearest ones."""


@dataclass(frozen=True)
class CardPair:
    """Two cards and the symbol that they share.

    Attributes:
        cards: their indices, the smaller one first.
        common: the most alike symbols, or None where a card shows no symbol.
    """

    cards: tuple[int, int]
    common: CommonSymbol | None

    @property
    def answer(self) -> CommonSymbol | None:
        """The common symbol, or None where it is unknown."""
        if self.common is None or self.common.confidence < MIN_ANSWER_P:
            return None
        return self.common


@dataclass(frozen=True)
class CardsReading:
    """The round cards in a photo.

    Attributes:
        cards: outlines, pixels of the photo, from left to right.
        pairs: the compared pairs.
        seconds: time of the reading.
    """

    cards: tuple[CardOutline, ...]
    pairs: tuple[CardPair, ...]
    seconds: float


def read_cards(image: NDArray[Any]) -> CardsReading:
    """Find the cards in a photo and the symbol that each two of them share.

    Args:
        image: uint8; height x width (grey), or x 3 (BGR), or x 4 (BGRA).

    Raises:
        PictureError: it isn't a picture.
    """
    start = time.perf_counter()
    picture = as_bgr(image)
    small, back = shrink_to_limit(picture)
    cards = sorted(find_cards(small), key=lambda one: one.centre)
    symbols = [cut_symbols(small, card) for card in cards]
    pairs = tuple(
        CardPair((first, second), find_common(symbols[first], symbols[second]))
        for first, second in _pairs(cards)
    )
    move = float(np.sqrt(back[0, 0] * back[1, 1]))
    return CardsReading(
        tuple(card.scale(move) for card in cards),
        tuple(CardPair(pair.cards, pair.common and pair.common.scale(move)) for pair in pairs),
        time.perf_counter() - start,
    )


def _pairs(cards: list[CardOutline]) -> list[tuple[int, int]]:
    """Return the pairs of cards that lie side by side; of two cards their only one."""
    gaps = {
        (first, second): math.dist(cards[first].centre, cards[second].centre)
        / (cards[first].radius + cards[second].radius)
        for first, second in combinations(range(len(cards)), 2)
    }
    near = [pair for pair, gap in gaps.items() if len(cards) == 2 or gap < _NEIGHBOUR_RADII]
    return sorted(sorted(near, key=gaps.__getitem__)[:_MAX_PAIRS])


# Draw the reading of cards on its photo, for the players to check at a glance.


_LINE: Final = (0, 0, 0)
_OUTLINE: Final = (255, 255, 255)
_ANSWERS: Final = ((255, 0, 255), (0, 220, 0), (255, 160, 0), (0, 140, 255))
"""BGR of the rings around common symbols, a pair each."""
_RING: Final = 1.25
"""Radius of the ring divided by that of the symbol."""


def draw_cards(image: NDArray[np.uint8], reading: CardsReading) -> NDArray[np.uint8]:
    """Return a copy of the photo with each card outlined, and the common symbols ringed and joined by a line.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its cards.
    """
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 320))
    for card in reading.cards:
        _draw_outline(drawn, card, thick)
    for pair, colour in zip(reading.pairs, cycle(_ANSWERS)):
        answer = pair.answer
        if answer is None:
            continue
        places = [(*symbol.at, _RING * symbol.radius) for symbol in (answer.first, answer.second)]
        (x1, y1, r1), (x2, y2, r2) = places
        along = np.array([x2 - x1, y2 - y1]) / max(1.0, float(np.hypot(x2 - x1, y2 - y1)))
        ends = [np.array([x1, y1]) + along * r1, np.array([x2, y2]) - along * r2]
        for tone, wide in ((_LINE, 3 * thick), (colour, 2 * thick)):
            cv2.line(drawn, _to_sixteenths(ends[0]), _to_sixteenths(ends[1]), tone, wide, cv2.LINE_AA, 4)
            for x, y, radius in places:
                cv2.circle(
                    drawn, _to_sixteenths(np.array([x, y])), round(16 * radius), tone, wide, cv2.LINE_AA, 4
                )
    return drawn


def _to_sixteenths(place: NDArray[np.float64]) -> tuple[int, int]:
    """Return a place in sixteenths of a pixel, as OpenCV draws it."""
    return round(16 * float(place[0])), round(16 * float(place[1]))


def _draw_outline(drawn: NDArray[np.uint8], card: CardOutline, thick: int) -> None:
    points = np.rint(card.points(120) * 16).astype(np.int32)
    for tone, wide in ((_LINE, 2 * thick), (_OUTLINE, thick)):
        cv2.polylines(drawn, [points], True, tone, wide, cv2.LINE_AA, 4)
