"""The sea frame as a prior on harbors: their possible places and kinds, over all sides together.

The frame has six pieces, each five coastal paths long. A piece carries one harbor on its third path, or two
on its first and fourth; there are three pieces of each sort, joined in any order. Five hypotheses are
compared:

- the six printed pieces in any order;
- the same places with the box's nine harbors dealt in any way, as where harbor tokens are laid on the frame;
- those nine at any places no two of which share an intersection, as on seas laid hex by hex;
- anything anywhere;
- no harbors.

The sums over all orders, places and deals are exact. Where a picture clearly fits none of these sets,
"anything anywhere" wins and the frame has no influence.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST
from companion.island.layout import BOX_HARBORS, HARBOR_KINDS, HarborKind

SIDE_PATHS: Final = 5
"""Coastal paths along one piece of the frame; side n is `COAST[5 n : 5 n + 5]`."""
SIDE_COUNT: Final = len(COAST) // SIDE_PATHS
SINGLE_HARBOR_PATHS: Final = (2,)
DOUBLE_HARBOR_PATHS: Final = (0, 3)
FRAME_PIECES: Final[tuple[tuple[tuple[int, HarborKind], ...], ...]] = (
    ((2, "generic"),),
    ((2, "lumber"),),
    ((2, "ore"),),
    ((0, "generic"), (3, "brick")),
    ((0, "generic"), (3, "wool")),
    ((0, "generic"), (3, "grain")),
)
"""The printed pieces: (path along the side, clockwise; kind). They are the same in every edition with a
frame."""

_LAYOUT_LOG_PRIORS: Final = np.log([0.5, 0.25, 0.15, 0.05, 0.05])
"""Log prior of each hypothesis, in the order above."""
_NO_HARBOR_SHARE: Final = 0.7
"""Share of the coastal paths without a harbor: 21 of 30."""
FRAME_DOUBT_SHARE: Final = 0.08
"""Share of the frame's own conclusion that isn't believed: an unseen harbor has 94 % at most."""

_ORDERS: Final = np.array(list(permutations(range(SIDE_COUNT))))
HARBOR_LAYOUTS: Final = np.array(
    [
        [
            side * SIDE_PATHS + offset
            for side in range(SIDE_COUNT)
            for offset in (DOUBLE_HARBOR_PATHS if side in doubles else SINGLE_HARBOR_PATHS)
        ]
        for doubles in combinations(range(SIDE_COUNT), SIDE_COUNT // 2)
    ]
)
"""The nine paths with a harbor, for each of the 20 orders of the two sorts of piece."""


def _neighbouring_states() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the neighbours of each state of a partly laid box.

    A state is a number in mixed radix with one digit for each kind, the count laid; the last state is the
    whole box.

    Returns:
        For each kind and state: the state with one less of the kind, and with one more; both are one past the
            last state where there is none.
    """
    extent = tuple(BOX_HARBORS[kind] + 1 for kind in HARBOR_KINDS)
    digits = np.indices(extent).reshape(len(extent), -1)
    number = np.arange(digits.shape[1])
    less, more = np.full(digits.shape, len(number)), np.full(digits.shape, len(number))
    for k in range(len(extent)):
        stride = prod(extent[k + 1 :])
        some, room = digits[k] > 0, digits[k] + 1 < extent[k]
        less[k, some], more[k, room] = number[some] - stride, number[room] + stride
    return less, more


_FEWER_STATES, _MORE_STATES = _neighbouring_states()
_STATE_COUNT: Final = _FEWER_STATES.shape[1]
_EMPTY_STATE: Final = np.eye(_STATE_COUNT)[0]
_FULL_STATE: Final = np.eye(_STATE_COUNT)[-1]
_HARBOR_COUNT: Final = sum(BOX_HARBORS.values())
_DEAL_COUNT: Final = factorial(_HARBOR_COUNT) / prod(factorial(count) for count in BOX_HARBORS.values())
"""Ways to lay the box's harbors on nine places."""
_SCATTERING_COUNT: Final = comb(len(COAST) - _HARBOR_COUNT + 1, _HARBOR_COUNT)
"""Ways to choose nine of thirty places in a row, no two adjacent."""


def apply_frame_prior(likelihoods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine the likelihoods of coastal paths with the possible frames.

    Args:
        likelihoods: 30 x 7, in the order of `COAST`, each row proportional to P(the picture | no harbor, then
            each of `HARBOR_KINDS`), all above 0.

    Returns:
        30 x 7 probabilities; each row adds up to one.
    """
    scaled = likelihoods / likelihoods.max(axis=1, keepdims=True)
    prior = np.array(
        [_NO_HARBOR_SHARE] + [(1 - _NO_HARBOR_SHARE) * BOX_HARBORS[kind] / 9 for kind in HARBOR_KINDS]
    )
    free = scaled * prior
    free_shares = free / free.sum(axis=1, keepdims=True)
    # All evidence is relative to no harbor at all, so that bare paths need not be multiplied.
    ratios = scaled[:, 1:] / scaled[:, :1]
    nothing = float(np.log(scaled[:, 0]).sum())
    bare = np.tile(np.eye(1, scaled.shape[1]), (len(COAST), 1))
    hypotheses = [
        _evaluate_printed_pieces(ratios),
        evaluate_dealt_harbors(ratios),
        evaluate_scattered_harbors(ratios),
        (0.0, bare),
    ]
    anything = np.log(free.sum(axis=1)).sum() - nothing
    odds = _LAYOUT_LOG_PRIORS + np.array([*(evidence for evidence, _ in hypotheses), anything])
    odds = np.exp(odds - odds.max())
    odds /= odds.sum()
    framed = np.zeros_like(scaled)
    for share, (_, shares) in zip(odds[:-1], hypotheses, strict=True):
        framed += share * ((1 - FRAME_DOUBT_SHARE) * shares + FRAME_DOUBT_SHARE * free_shares)
    return np.asarray(framed + odds[-1] * free_shares)


def _evaluate_printed_pieces(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return the log evidence of the printed pieces in any order, and the shares under that hypothesis."""
    kinds = {kind: k for k, kind in enumerate(HARBOR_KINDS)}
    fits = np.array(
        [
            [
                np.prod([ratios[side * SIDE_PATHS + at, kinds[kind]] for at, kind in piece])
                for piece in FRAME_PIECES
            ]
            for side in range(SIDE_COUNT)
        ]
    )
    weights = fits[np.arange(SIDE_COUNT), _ORDERS].prod(axis=1)
    evidence = float(np.log(weights.mean()))
    weights /= weights.sum()
    shares = np.zeros((len(COAST), len(HARBOR_KINDS)))
    for side in range(SIDE_COUNT):
        for n, piece in enumerate(FRAME_PIECES):
            share = weights[_ORDERS[:, side] == n].sum()
            for at, kind in piece:
                shares[side * SIDE_PATHS + at, kinds[kind]] += share
    return evidence, _prepend_none_share(shares)


def evaluate_dealt_harbors(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Sum over every deal of the box's nine harbors to the places of every order of a frame's pieces.

    Args:
        ratios: 30 x 6, likelihood ratio of each kind to no harbor.

    Returns:
        The log of their mean evidence relative to no harbors at all, and the 30 x 7 shares under that
            hypothesis.
    """
    left, right = (
        [np.tile(_EMPTY_STATE, (len(HARBOR_LAYOUTS), 1))],
        [np.tile(_FULL_STATE, (len(HARBOR_LAYOUTS), 1))],
    )
    for place in HARBOR_LAYOUTS.T:
        left.append(_add_harbor(left[-1], ratios[place], _FEWER_STATES))
    for place in HARBOR_LAYOUTS.T[:0:-1]:
        right.append(_add_harbor(right[-1], ratios[place], _MORE_STATES))
    total = float(left[-1][:, -1].sum())
    shares = np.zeros_like(ratios)
    for place, before, after in zip(HARBOR_LAYOUTS.T, left[:-1], right[::-1], strict=True):
        np.add.at(shares, place, _marginals(ratios[place], before, after))
    return float(np.log(total / (len(HARBOR_LAYOUTS) * _DEAL_COUNT))), _prepend_none_share(shares / total)


def evaluate_scattered_harbors(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Sum over the box's nine harbors at any places of the coast no two of which are adjacent.

    Arguments and result as of `evaluate_dealt_harbors`. The coast is cut open before its first path, so that
    path and the last one may both have a harbor.
    """
    # Sums over the ways up to a path (or from it on): all of them, and those that leave the adjacent path
    # free.
    left, left_free = [_EMPTY_STATE], [_EMPTY_STATE]
    for row in ratios:
        taken = _add_harbor(left_free[-1], row, _FEWER_STATES)
        left_free.append(left[-1])
        left.append(left[-1] + taken)
    right, right_free = [_FULL_STATE], [_FULL_STATE]
    for row in ratios[::-1]:
        taken = _add_harbor(right_free[-1], row, _MORE_STATES)
        right_free.append(right[-1])
        right.append(right[-1] + taken)
    shares = _marginals(ratios, np.array(left_free[:-1]), np.array(right_free[-2::-1]))
    total = float(left[-1][-1])
    return float(np.log(total / (_SCATTERING_COUNT * _DEAL_COUNT))), _prepend_none_share(shares / total)


def _add_harbor(
    ways: NDArray[np.float64], ratios: NDArray[np.float64], neighbours: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the summed evidence by state, after one more harbor.

    `neighbours` is `_FEWER_STATES` where the harbor is added to those laid, `_MORE_STATES` for those still to
    lay.

    Args:
        ways: ... x states, before.
        ratios: ... x 6, of the harbor's place.
        neighbours: kinds x states.
    """
    return np.asarray(np.einsum("...k,...kn->...n", ratios, _neighbour_ways(ways, neighbours)))


def _neighbour_ways(ways: NDArray[np.float64], neighbours: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return for each kind and state the ways of the neighbouring state; ... x 6 x states."""
    padded = np.concatenate([ways, np.zeros((*ways.shape[:-1], 1))], axis=-1)
    return np.asarray(padded[..., neighbours])


def _marginals(
    ratios: NDArray[np.float64], left: NDArray[np.float64], right: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the summed evidence of each kind at each of n places: n x 6.

    Args:
        ratios: n x 6.
        left: n x states, summed evidence of the places before each.
        right: n x states, of the places after it, up to the whole box.
    """
    return np.asarray(ratios * np.einsum("ni,nki->nk", left, _neighbour_ways(right, _MORE_STATES)))


def _prepend_none_share(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([1 - shares.sum(axis=1), shares]).clip(0, 1)


# Classify harbors jointly: the box's nine are dealt to the nine places found, one to each.
#
# Signs differ between printings, and a reader that never saw a question mark may call it wool. But the four
# generic harbors look alike in every printing, and unlike all others. The similarity of two signs, over all
# rotations, shows which are of one kind without knowing any. And wool is printed lighter than ore. Every deal
# of the box to the nine places is weighed by these and by the reader's answers, averaged over several views.


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
