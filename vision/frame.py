"""The sea frame as a prior on harbors: where they can lie, and of which kinds, all sides considered.

The frame has six pieces, each five coastal paths long. A piece bears one harbor on its third path or
two on its first and fourth, three pieces of each sort; they are put together in any order. Five
stories are weighed: the six printed pieces in any order; the same places with the box's nine harbors
dealt in any way, as where harbor tokens are laid on the frame; those nine at any places no two of which
share an intersection, as on seas laid hex by hex; anything anywhere; and no harbors. The sums over all
orders, places and deals are exact. Where the picture is clear that a set is like none of these, "anything
anywhere" wins and the frame has no say.
"""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.box import BOX_HARBORS, HARBOR_KINDS, HarborKind
from companion.island.geometry import COAST

SIDE: Final = 5
"""Coastal paths along one piece of the frame; side n is `COAST[5 n : 5 n + 5]`."""
SIDES: Final = len(COAST) // SIDE
SINGLE: Final = (2,)
DOUBLE: Final = (0, 3)
PIECES: Final[tuple[tuple[tuple[int, HarborKind], ...], ...]] = (
    ((2, "generic"),),
    ((2, "lumber"),),
    ((2, "ore"),),
    ((0, "generic"), (3, "brick")),
    ((0, "generic"), (3, "wool")),
    ((0, "generic"), (3, "grain")),
)
"""The printed pieces: (path along the side, clockwise; kind). Seen alike on every edition with a frame."""

_STORIES: Final = np.log([0.5, 0.25, 0.15, 0.05, 0.05])
"""Before looking: how likely each story is, in the order above."""
_NONE_SHARE: Final = 0.7
"""Of the coastal paths, those without a harbor: 21 of 30."""
SLIP: Final = 0.08
"""Of what the frame alone tells, the share not believed: what nobody saw is told at 94 % at most."""

_ORDERS: Final = np.array(list(permutations(range(SIDES))))
LAID: Final = np.array(
    [
        [side * SIDE + offset for side in range(SIDES) for offset in (DOUBLE if side in doubles else SINGLE)]
        for doubles in combinations(range(SIDES), SIDES // 2)
    ]
)
"""For each of the 20 orders of the two sorts of piece: the nine paths with a harbor."""


def _neighbouring_states() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """States: what is laid of the box, in mixed radix, a digit for each kind; the last is the whole box.

    Returns:
        For each kind and state: the state with one less of the kind, and with one more; both are one past
        the last state where there is none.
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


_LESS, _MORE = _neighbouring_states()
_STATES: Final = _LESS.shape[1]
_NOTHING: Final = np.eye(_STATES)[0]
_ALL: Final = np.eye(_STATES)[-1]
_HARBORS: Final = sum(BOX_HARBORS.values())
_DEALS: Final = factorial(_HARBORS) / prod(factorial(count) for count in BOX_HARBORS.values())
"""Ways to lay the box's harbors on nine places."""
_SCATTERINGS: Final = comb(len(COAST) - _HARBORS + 1, _HARBORS)
"""Ways to choose nine of thirty places in a row, no two side by side."""


def weigh(likelihoods: NDArray[np.float64]) -> NDArray[np.float64]:
    """Combine what each coastal path looks like with what frames there are.

    Args:
        likelihoods: 30 x 7, in the order of `COAST`, each row proportional to P(what was seen there | no
            harbor, then each of `HARBOR_KINDS`), all above 0.

    Returns:
        30 x 7 probabilities; each row adds up to one.
    """
    scaled = likelihoods / likelihoods.max(axis=1, keepdims=True)
    prior = np.array([_NONE_SHARE] + [(1 - _NONE_SHARE) * BOX_HARBORS[kind] / 9 for kind in HARBOR_KINDS])
    free = scaled * prior
    free_shares = free / free.sum(axis=1, keepdims=True)
    # Everything is told relative to no harbor at all, so that bare paths need not be multiplied.
    ratios = scaled[:, 1:] / scaled[:, :1]
    nothing = float(np.log(scaled[:, 0]).sum())
    bare = np.tile(np.eye(1, scaled.shape[1]), (len(COAST), 1))
    told = [_printed(ratios), dealt(ratios), scattered(ratios), (0.0, bare)]
    anything = np.log(free.sum(axis=1)).sum() - nothing
    odds = _STORIES + np.array([*(evidence for evidence, _ in told), anything])
    odds = np.exp(odds - odds.max())
    odds /= odds.sum()
    framed = np.zeros_like(scaled)
    for share, (_, shares) in zip(odds[:-1], told, strict=True):
        framed += share * ((1 - SLIP) * shares + SLIP * free_shares)
    return np.asarray(framed + odds[-1] * free_shares)


def _printed(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Log evidence of the printed pieces in any order, and the shares then."""
    kinds = {kind: k for k, kind in enumerate(HARBOR_KINDS)}
    fits = np.array(
        [
            [np.prod([ratios[side * SIDE + at, kinds[kind]] for at, kind in piece]) for piece in PIECES]
            for side in range(SIDES)
        ]
    )
    weights = fits[np.arange(SIDES), _ORDERS].prod(axis=1)
    evidence = float(np.log(weights.mean()))
    weights /= weights.sum()
    shares = np.zeros((len(COAST), len(HARBOR_KINDS)))
    for side in range(SIDES):
        for n, piece in enumerate(PIECES):
            share = weights[_ORDERS[:, side] == n].sum()
            for at, kind in piece:
                shares[side * SIDE + at, kinds[kind]] += share
    return evidence, _with_none(shares)


def dealt(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Sum over every deal of the box's nine harbors to the places of every order of a frame's pieces.

    Args:
        ratios: 30 x 6, how much better each kind explains what was seen than no harbor does.

    Returns:
        The log of their mean evidence relative to no harbors at all, and the 30 x 7 shares then.
    """
    left, right = [np.tile(_NOTHING, (len(LAID), 1))], [np.tile(_ALL, (len(LAID), 1))]
    for place in LAID.T:
        left.append(_taken(left[-1], ratios[place], _LESS))
    for place in LAID.T[:0:-1]:
        right.append(_taken(right[-1], ratios[place], _MORE))
    total = float(left[-1][:, -1].sum())
    shares = np.zeros_like(ratios)
    for place, before, after in zip(LAID.T, left[:-1], right[::-1], strict=True):
        np.add.at(shares, place, _marginals(ratios[place], before, after))
    return float(np.log(total / (len(LAID) * _DEALS))), _with_none(shares / total)


def scattered(ratios: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """As `dealt`, of the box's nine harbors at any places of the coast no two of which lie side by side.

    The coast is cut open before its first path: that path and the last one may both be taken.
    """
    # Ways up to a path (from it on): any, and those that leave the path itself (the path before) free.
    left, left_free = [_NOTHING], [_NOTHING]
    for row in ratios:
        taken = _taken(left_free[-1], row, _LESS)
        left_free.append(left[-1])
        left.append(left[-1] + taken)
    right, right_free = [_ALL], [_ALL]
    for row in ratios[::-1]:
        taken = _taken(right_free[-1], row, _MORE)
        right_free.append(right[-1])
        right.append(right[-1] + taken)
    shares = _marginals(ratios, np.array(left_free[:-1]), np.array(right_free[-2::-1]))
    total = float(left[-1][-1])
    return float(np.log(total / (_SCATTERINGS * _DEALS))), _with_none(shares / total)


def _taken(
    ways: NDArray[np.float64], ratios: NDArray[np.float64], neighbours: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Summed evidence by what is laid, one harbor more being laid (`_LESS`), or having been (`_MORE`).

    Args:
        ways: ... x states, before.
        ratios: ... x 6, of the place at which it is laid.
    """
    return np.asarray(np.einsum("...k,...kn->...n", ratios, _beside(ways, neighbours)))


def _beside(ways: NDArray[np.float64], neighbours: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each kind and state, the ways of the neighbouring state; ... x 6 x states."""
    padded = np.concatenate([ways, np.zeros((*ways.shape[:-1], 1))], axis=-1)
    return np.asarray(padded[..., neighbours])


def _marginals(
    ratios: NDArray[np.float64], left: NDArray[np.float64], right: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Summed evidence of each kind at each of n places: n x 6.

    Args:
        ratios: n x 6.
        left: n x states, summed evidence of what is laid before each place.
        right: n x states, of what is laid after it up to the whole box.
    """
    return np.asarray(ratios * np.einsum("ni,nki->nk", left, _beside(right, _MORE)))


def _with_none(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([1 - shares.sum(axis=1), shares]).clip(0, 1)
