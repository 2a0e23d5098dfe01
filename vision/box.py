"""What the box holds, as a prior: how likely each thing is at each place, all places considered.

Two stories are weighed: the places hold just what the box holds, in any arrangement (the sum over
all arrangements is exact), or each place holds anything. Where the picture is clear that a set
departs from the box, the second story wins and the box has no say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

SLIP: Final = 0.06
"""Of what the box, or a game, alone tells of a place, the share not believed: a set may differ by a few
pieces, and what nobody saw is not to be told as sure."""


@dataclass(frozen=True)
class BoxPosterior:
    """What lies where.

    Attributes:
        shares: n x k probabilities; each row adds up to one.
        box: probability that the places hold just what the box holds.
    """

    shares: NDArray[np.float64]
    box: float


def weigh(likelihoods: NDArray[np.float64], counts: Sequence[int], trust: float) -> BoxPosterior:
    """Combine what each place looks like with what the box holds.

    Args:
        likelihoods: n x k, each row proportional to P(what was seen there | kind), all above 0.
        counts: how many of each of the k kinds the box holds; they add up to n.
        trust: probability, before looking, that the places hold just that.

    Raises:
        ValueError: the counts don't add up to the number of places.
    """
    places = len(likelihoods)
    if sum(counts) != places:
        raise ValueError(f"{sum(counts)} things for {places} places")
    scaled = likelihoods / likelihoods.max(axis=1, keepdims=True)
    prior = np.array(counts, float) / places
    free = scaled * prior
    free_shares = free / free.sum(axis=1, keepdims=True)

    forward = _partial_sums(scaled, counts)
    backward = _partial_sums(scaled[::-1], counts)[::-1]
    marginals = np.zeros_like(scaled)
    for place in range(places):
        rest = np.flip(backward[place + 1])
        for kind in range(len(counts)):
            without, with_it = _steps(len(counts), kind)
            # Left of this place some are used up, right of it the rest less this one.
            ways = float((forward[place][without] * rest[with_it]).sum())
            marginals[place, kind] = scaled[place, kind] * ways
    total = forward[-1].flat[-1]
    if total <= 0:
        return BoxPosterior(free_shares, 0.0)
    boxed_shares = marginals / marginals.sum(axis=1, keepdims=True)
    arrangements = _log_factorial(places) - sum(_log_factorial(count) for count in counts)
    boxed_log = float(np.log(total)) - arrangements
    free_log = float(np.log(free.sum(axis=1)).sum())
    odds = np.log(trust) + boxed_log - np.log1p(-trust) - free_log
    box = float(1 / (1 + np.exp(-np.clip(odds, -500, 500))))
    boxed_shares = (1 - SLIP) * boxed_shares + SLIP * free_shares
    return BoxPosterior(box * boxed_shares + (1 - box) * free_shares, box)


def _steps(kinds: int, kind: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Index all count vectors that have room for one more of a kind, and those with the one more."""
    without, with_it = [slice(None)] * kinds, [slice(None)] * kinds
    without[kind], with_it[kind] = slice(None, -1), slice(1, None)
    return tuple(without), tuple(with_it)


def _partial_sums(likelihoods: NDArray[np.float64], counts: Sequence[int]) -> list[NDArray[np.float64]]:
    """For the first 0, 1, ... n places: the summed likelihood of every way to use up some counts."""
    sums = [np.zeros([count + 1 for count in counts])]
    sums[0].flat[0] = 1.0
    for row in likelihoods:
        after = np.zeros_like(sums[0])
        for kind, likelihood in enumerate(row):
            without, with_it = _steps(len(counts), kind)
            after[with_it] += likelihood * sums[-1][without]
        sums.append(after)
    return sums


def _log_factorial(n: int) -> float:
    return float(np.log(np.arange(1, n + 1)).sum())
