"""The sea frame as a prior on harbors: where they can lie, and of which kinds, all sides considered.

The frame has six pieces, each five coastal paths long. A piece bears one harbor on its third path or
two on its first and fourth, three pieces of each sort; they are put together in any order. Four
stories are weighed: the six printed pieces in any order; the same places with the box's nine harbors
dealt in any way, as where harbor tokens are laid on the frame; anything anywhere; and no harbors. The
sums over all orders and deals are exact. Where the picture is clear that a set is like none of these,
"anything anywhere" wins and the frame has no say.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST
from companion.island.layout import BOX_HARBORS, HARBOR_KINDS, HarborKind

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

_STORIES: Final = np.log([0.7, 0.15, 0.1, 0.05])
_NONE_SHARE: Final = 0.7
"""Of the coastal paths, those without a harbor: 21 of 30."""
_SLIP: Final = 0.03
"""Of what the frame alone tells, the share not believed, as in `vision.box`."""

_ORDERS: Final = np.array(list(permutations(range(SIDES))))
LAID: Final = np.array(
    [
        [side * SIDE + offset for side in range(SIDES) for offset in (DOUBLE if side in doubles else SINGLE)]
        for doubles in combinations(range(SIDES), SIDES // 2)
    ]
)
"""For each of the 20 orders of the two sorts of piece: the nine paths with a harbor."""


def _taking() -> NDArray[np.float64]:
    """For each kind: the step from one set of kinds that are laid to the next, as 0/1 matrices.

    Sets are bit masks of the kinds of which the box holds one; the others are generic and unmarked.
    """
    singles = [k for k, kind in enumerate(HARBOR_KINDS) if BOX_HARBORS[kind] == 1]
    steps = np.zeros((len(HARBOR_KINDS), 2 ** len(singles), 2 ** len(singles)))
    for k in range(len(HARBOR_KINDS)):
        if k not in singles:
            steps[k] = np.eye(2 ** len(singles))
            continue
        bit = 1 << singles.index(k)
        for taken in range(2 ** len(singles)):
            if not taken & bit:
                steps[k, taken, taken | bit] = 1
    return steps


_TAKING: Final = _taking()
_DEALS: Final = float(np.prod(np.arange(5, sum(BOX_HARBORS.values()) + 1)))
"""Ways to lay four generic harbors and one of each other kind on nine places: 9! / 4!."""


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
    bare = np.zeros_like(scaled)
    bare[:, 0] = 1
    # Everything is told relative to no harbor at all, so that bare paths need not be multiplied.
    ratios = scaled[:, 1:] / scaled[:, :1]
    nothing = float(np.log(scaled[:, 0]).sum())
    printed, printed_shares = _printed(ratios)
    laid, dealt_shares = dealt(ratios)
    evidence = np.array([nothing + printed, nothing + laid, np.log(free.sum(axis=1)).sum(), nothing])
    odds = np.exp(_STORIES + evidence - (_STORIES + evidence).max())
    odds /= odds.sum()
    framed = odds[0] * printed_shares + odds[1] * dealt_shares + odds[3] * bare
    slipped = (1 - _SLIP) * framed + _SLIP * (1 - odds[2]) * free_shares
    return np.asarray(slipped + odds[2] * free_shares)


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
    steps = np.einsum("pk,kij->pij", ratios, _TAKING)
    total = 0.0
    shares = np.zeros_like(ratios)
    for places in LAID:
        forward, backward = [np.eye(1, steps.shape[1])[0]], [np.eye(steps.shape[1])[-1]]
        for place in places:
            forward.append(forward[-1] @ steps[place])
        for place in places[::-1]:
            backward.append(steps[place] @ backward[-1])
        left, right = np.array(forward[:-1]), np.array(backward[-2::-1])
        shares[places] += ratios[places] * np.einsum("ni,kij,nj->nk", left, _TAKING, right, optimize=True)
        total += forward[-1][-1]
    return float(np.log(total / (len(LAID) * _DEALS))), _with_none(shares / total)


def _with_none(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([1 - shares.sum(axis=1), shares]).clip(0, 1)
