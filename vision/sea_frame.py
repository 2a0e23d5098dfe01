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

from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.box import BOX_HARBORS, HARBOR_KINDS, HarborKind
from companion.island.geometry import COAST

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
