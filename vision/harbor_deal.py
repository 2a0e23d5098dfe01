"""Classify harbors jointly: the box's nine are dealt to the nine places found, one to each.

Signs differ between printings, and a reader that never saw a question mark may call it wool. But the four
generic harbors look alike in every printing, and unlike all others. The similarity of two signs, over all
rotations, shows which are of one kind without knowing any. And wool is printed lighter than ore. Every deal
of the box to the nine places is weighed by these and by the reader's answers, averaged over several views.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import BOX_HARBORS, HARBOR_KINDS
from vision.sea_frame import FRAME_DOUBT_SHARE, FRAME_PIECES, SIDE_COUNT, SIDE_PATHS

PLACE_COUNT: Final = sum(BOX_HARBORS.values())
PATCH_PX: Final = 72
"""Pixels across a patch for comparing signs."""
REACH_SIDES: Final = 0.6
"""Half a patch's extent, in hex sides."""
OUT_SIDES: Final = 0.7
"""Distance of a patch's middle from its path, outwards, in hex sides: about where signs are."""

_RADIAL_OFFSETS_PX: Final = (6.0, 0.0, -6.0)
"""A printing's signs may be nearer or farther out, in pixels of a patch."""
_SHIFTS_PX: Final = [(x, y) for x in (-2.0, 0.0, 2.0) for y in (-2.0, 0.0, 2.0)]
"""Possible offsets between two signs in their patches."""
_RADIUS_PX: Final = 11.0
"""Radius of the compared area around a sign's middle."""
_RING_COUNT, _RING_SAMPLES = 6, 32
_BLUR_SIGMA_PX: Final = 1.0
_CHROMA_WEIGHT: Final = 1.5
"""Weight of colour against brightness."""
_MIN_PAPER: Final = 0.3
_DISTANCE_KNOTS: Final = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1.0)
_SAME_KIND_LOG_ODDS: Final = (3.5, 3.2, 1.4, 0.6, -0.3, -0.6, -0.7)
"""Log odds that two signs are of one kind, by their distance relative to the median of all pairs: counted on
photos (sculpted, webcam, standard, crowded-640) and rendered tables of three printings."""
_SAME_KIND_PAIRS: Final = sum(count * (count - 1) // 2 for count in BOX_HARBORS.values())
"""Number of pairs of the box's harbors that are of one kind."""
_PAIR_WEIGHT: Final = 0.5
"""Weight of these log odds: four signs make six pairs, which are hardly more evidence than three."""
_WOOL_LIGHTNESS_LOG_ODDS: Final = 8.0
_MAX_LIGHTNESS_LOG_ODDS: Final = 1.2
"""Log odds of the order of wool and ore for each share of the paper's brightness by which wool is then
lighter, and their limit. On those photos and tables wool is lighter by 0.04; in one printing it isn't."""
_PRINTED_LOG_PRIOR, _DEALT_LOG_PRIOR, _ANY_LOG_PRIOR = np.log([0.55, 0.4, 0.05])
"""Log priors: the printed pieces of a frame in any order; the box's harbors dealt at random; any kinds."""

_GENERIC: Final = HARBOR_KINDS.index("generic")
_SINGLE_KINDS: Final = [k for k in range(len(HARBOR_KINDS)) if k != _GENERIC]


def _deals() -> NDArray[np.int64]:
    """Return all deals of the box's harbors to as many places: n x places, of indices in `HARBOR_KINDS`."""
    orders = np.array(list(permutations(_SINGLE_KINDS)))
    made = []
    for same in combinations(range(PLACE_COUNT), BOX_HARBORS["generic"]):
        deal = np.full((len(orders), PLACE_COUNT), _GENERIC)
        deal[:, [n for n in range(PLACE_COUNT) if n not in same]] = orders
        made.append(deal)
    return np.concatenate(made)


_DEALS: Final = _deals()
_WOOL, _ORE = (np.argmax(HARBOR_KINDS.index(kind) == _DEALS, axis=1) for kind in ("wool", "ore"))
"""The place of wool in each deal, and of ore."""
_DEAL_CODES: Final = _DEALS @ len(HARBOR_KINDS) ** np.arange(PLACE_COUNT)


def kind_probabilities(
    likelihoods: NDArray[np.float64],
    distances: NDArray[np.float64],
    lightness: NDArray[np.float64],
    places: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the probabilities of each place's kind over all deals: places x 6.

    Args:
        likelihoods: places x 6, of each of `HARBOR_KINDS` at each place.
        distances: places x places, as in `SignComparison`.
        lightness: of each place, as in `SignComparison`.
        places: indices in `companion.island.geometry.COAST`, as many as the box has harbors.
    """
    likelihoods = likelihoods / likelihoods.sum(axis=1, keepdims=True)
    alike = _PAIR_WEIGHT * np.interp(distances, _DISTANCE_KNOTS, _SAME_KIND_LOG_ODDS)
    np.fill_diagonal(alike, 0.0)
    generic = (_DEALS == _GENERIC).astype(np.float64)
    fits = np.log(likelihoods)[np.arange(PLACE_COUNT), _DEALS].sum(axis=1)
    fits += ((generic @ alike) * generic).sum(axis=1) / 2
    fits += np.clip(
        _WOOL_LIGHTNESS_LOG_ODDS * (lightness[_WOOL] - lightness[_ORE]),
        -_MAX_LIGHTNESS_LOG_ODDS,
        _MAX_LIGHTNESS_LOG_ODDS,
    )
    prior = np.full(len(_DEALS), _DEALT_LOG_PRIOR - np.log(len(_DEALS)))
    printed = np.isin(_DEAL_CODES, _printed_deals(tuple(map(int, places))))
    if printed.any():
        prior[printed] = np.logaddexp(prior[printed], _PRINTED_LOG_PRIOR - np.log(printed.sum()))
    usual = np.array([BOX_HARBORS[kind] / PLACE_COUNT for kind in HARBOR_KINDS])
    free = likelihoods * usual
    fits = np.append(fits + prior, _ANY_LOG_PRIOR + np.log(free.sum(axis=1)).sum())
    odds = np.exp(fits - fits.max())
    odds /= odds.sum()
    free /= free.sum(axis=1, keepdims=True)
    shares = np.stack([odds[:-1] @ (k == _DEALS) for k in range(len(HARBOR_KINDS))], axis=1)
    return np.asarray(
        (1 - FRAME_DOUBT_SHARE) * shares + (FRAME_DOUBT_SHARE * (1 - odds[-1]) + odds[-1]) * free
    )


@cache
def _printed_deals(places: tuple[int, ...]) -> list[int]:
    """Return the codes of the deals that the printed pieces show at these places; none elsewhere."""
    found = set()
    at = {place: n for n, place in enumerate(places)}
    for order in permutations(FRAME_PIECES):
        laid = {SIDE_PATHS * side + path: kind for side in range(SIDE_COUNT) for path, kind in order[side]}
        if laid.keys() == at.keys():
            found.add(sum(HARBOR_KINDS.index(kind) * len(HARBOR_KINDS) ** at[p] for p, kind in laid.items()))
    return sorted(found)


@dataclass(frozen=True)
class SignComparison:
    """Distances between a board's signs.

    Attributes:
        distances: n x n, the difference of two signs at the rotation where they are most alike; 1 is the
            median of all pairs.
        lightness: the brightness of each, relative to paper.
    """

    distances: NDArray[np.float64]
    lightness: NDArray[np.float64]

    @staticmethod
    def from_patches(patches: NDArray[np.float32]) -> SignComparison:
        """Compare signs.

        Args:
            patches: n x PATCH_PX x PATCH_PX x 3, white-balanced, around the signs, with the sea up.
        """
        pairs = np.triu_indices(len(patches), 1)
        seen = [_normalize_patch(patch) for patch in patches]
        found = []
        for further in _RADIAL_OFFSETS_PX:
            rings = np.stack(
                [[_ring_spectra(patch, further, shift) for shift in _SHIFTS_PX] for patch in seen]
            )
            away = _sign_distances(rings)
            away /= max(float(np.median(away[pairs])), 1e-6)
            # A ring's mean is its zero frequency.
            still = rings[:, len(_SHIFTS_PX) // 2, :, 0, 0].real / _RING_SAMPLES
            light = still @ _RADII[:, 0] / _RADII.sum()
            found.append(SignComparison(away, np.asarray(light)))
        # Of all radial offsets, the right one makes signs of one kind most alike relative to all others.
        return min(found, key=lambda signs: float(np.sort(signs.distances[pairs])[_SAME_KIND_PAIRS - 1]))


def _normalize_patch(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a patch's brightness and colours, normalised to its own paper."""
    paper = np.maximum(np.percentile(patch.reshape(-1, 3), 97, axis=0), _MIN_PAPER)
    white = cv2.GaussianBlur(np.clip(patch / paper, 0, 1.2).astype(np.float32), (0, 0), _BLUR_SIGMA_PX)
    grey = white.mean(axis=2)
    return np.dstack([grey, _CHROMA_WEIGHT * (white[..., 0] - grey), _CHROMA_WEIGHT * (white[..., 2] - grey)])


_ANGLES: Final = np.arange(_RING_SAMPLES) * 2 * np.pi / _RING_SAMPLES
_RADII: Final = (np.arange(_RING_COUNT) + 0.5)[:, None] * _RADIUS_PX / _RING_COUNT
_WEIGHTS: Final = _RADII[..., None] / (3 * _RING_SAMPLES * _RADII.sum())
"""Outer rings cover more of the sign."""


def _ring_spectra(
    patch: NDArray[np.float32], further: float, shift: tuple[float, float]
) -> NDArray[np.complex128]:
    """Return the spectra of rings around a sign's middle: rings x frequencies x 3."""
    middle = (PATCH_PX - 1) / 2
    x = (middle + shift[0] + _RADII * np.cos(_ANGLES)).astype(np.float32)
    y = (middle + further + shift[1] + _RADII * np.sin(_ANGLES)).astype(np.float32)
    return np.asarray(np.fft.rfft(cv2.remap(patch, x, y, cv2.INTER_LINEAR), axis=1))


def _sign_distances(rings: NDArray[np.complex128]) -> NDArray[np.float64]:
    """Return the distance between all signs, the least over shifts and rotations: n x n.

    Args:
        rings: n x shifts x rings x frequencies x 3; the middle shift is zero.
    """
    still = rings[:, len(_SHIFTS_PX) // 2]
    around = np.einsum("irfc,jsrfc,rxy->ijsf", still.conj(), rings, _WEIGHTS)
    alike = np.fft.irfft(around, _RING_SAMPLES, axis=-1).max(axis=-1)
    # By Parseval: the first frequency once, the last once, those between twice.
    twice = np.full(rings.shape[3], 2.0)
    twice[[0, -1]] = 1.0
    size = np.einsum("jsrfc,f,rxy->js", np.abs(rings) ** 2, twice, _WEIGHTS) / _RING_SAMPLES
    middle = size[:, len(_SHIFTS_PX) // 2]
    apart = (middle[:, None, None] + size[None] - 2 * alike).min(axis=2)
    return np.asarray(np.sqrt(np.maximum(np.minimum(apart, apart.T), 0.0)))
