"""Compare symbols whatever their size and turn: correlation of polar pictures over all angles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.symbols import GYRATION_PX, PATCH_PX, Symbol

Floats = NDArray[np.float32]

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
_SHIFTS: Final = ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def _rays() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return offsets from the middle, angles x rings, and the square roots of the rings' areas."""
    turn = np.arange(_ANGLES) * (2 * math.pi / _ANGLES)
    rings = (np.arange(_RINGS) + 0.5) * (_REACH_PX / _RINGS)
    return np.cos(turn)[:, None] * rings, np.sin(turn)[:, None] * rings, np.sqrt(rings / rings.sum())


def _spectra(
    symbols: Sequence[Symbol], variants: Sequence[tuple[float, float, float]]
) -> NDArray[np.complex64]:
    """Return the spectra over angles of each symbol in each variant (scale, shift in x, in y).

    Returns:
        Frequencies x (symbols x variants) x (rings x planes); each half of the planes, soft and fine, has
        half of the energy.
    """
    xs, ys, weight = _rays()
    middle = (PATCH_PX - 1) / 2
    map_x = np.concatenate([middle + dx + scale * xs for scale, dx, _ in variants]).astype(np.float32)
    map_y = np.concatenate([middle + dy + scale * ys for scale, _, dy in variants]).astype(np.float32)
    rows = []
    for symbol in symbols:
        soft = cv2.GaussianBlur(symbol.patch, (0, 0), _BLUR_PX)
        fine = soft - cv2.GaussianBlur(symbol.patch, (0, 0), _FINE_PX)
        for plane in (soft, fine):
            polar = cv2.remap(plane, map_x, map_y, cv2.INTER_LINEAR)
            polar = polar.reshape(len(variants), _ANGLES, _RINGS, 3) * weight[None, None, :, None]
            energy = np.sqrt((polar * polar).sum((1, 2, 3), keepdims=True) * 2)
            rows.append((polar / np.maximum(energy, 1e-6)).astype(np.float32))
    stacked = np.stack(rows).reshape(len(symbols), 2, len(variants), _ANGLES, -1)
    stacked = stacked.transpose(3, 0, 2, 1, 4).reshape(_ANGLES, len(symbols) * len(variants), -1)
    return np.asarray(np.fft.rfft(stacked, axis=0), np.complex64)


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
    coarse = [(scale, 0.0, 0.0) for scale in _COARSE_SCALES]
    product = np.matmul(one.conj(), _spectra(second, coarse).transpose(0, 2, 1))
    values = np.fft.irfft(product, n=_ANGLES, axis=0).max(0).reshape(len(first), len(second), -1).max(-1)
    chosen = np.argsort(-values, axis=None)[:_FINE_PAIRS]
    rows, columns = np.unravel_index(chosen, values.shape)
    used, place = np.unique(columns, return_inverse=True)
    variants = [(scale, dx * _SHIFT_PX, dy * _SHIFT_PX) for scale in _SCALES for dx, dy in _SHIFTS]
    two = _spectra([second[n] for n in used], variants)
    two = two.reshape(len(two), len(used), len(variants), -1)
    for row, column, n in zip(rows, columns, place, strict=True):
        product = np.matmul(two[:, n], one[:, row].conj()[..., None])[..., 0]
        best = np.fft.irfft(product, n=_ANGLES, axis=0).max()
        values[row, column] = max(values[row, column], best)
    return np.asarray(values, np.float32)
