"""A box's contents as a prior: the exact posterior of each place's content, over all arrangements.

Two hypotheses are compared: the places hold exactly the box's contents, in any arrangement (the sum over all
arrangements is exact), or each place holds anything. Where a picture clearly departs from the box's contents,
the second hypothesis wins and the box has no influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

PRIOR_DOUBT_SHARE: Final = 0.06
"""Share of a prior's own conclusion, from the box or from a game's rules, that isn't believed: a set may
differ by a few pieces, and nothing unseen may be reported as certain."""


@dataclass(frozen=True)
class BoxPosterior:
    """Posterior of each place's content.

    Attributes:
        shares: n x k probabilities; each row adds up to one.
        box_p: probability that the places hold exactly the box's contents.
    """

    shares: NDArray[np.float64]
    box_p: float


def apply_component_prior(
    likelihoods: NDArray[np.float64], counts: Sequence[int], prior_p: float
) -> BoxPosterior:
    """Combine the likelihoods of places with a box's contents.

    Args:
        likelihoods: n x k, each row proportional to P(the picture of a place | kind), all above 0.
        counts: the number of each of the k kinds in the box; they add up to n.
        prior_p: prior probability that the places hold exactly these.

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

    states = _usage_states(tuple(counts))
    # Forward and backward sums: over the contents used by the places before each, and by those after it.
    before, after = np.zeros(states.count), np.zeros(states.count)
    before[0] = after[-1] = 1.0
    for row, steps in zip(scaled, states.steps, strict=True):
        for likelihood, (use, then) in zip(row, steps, strict=True):
            before[then] += likelihood * before[use]
    marginals = np.zeros_like(scaled)
    for place in reversed(range(places)):
        for kind, (use, then) in enumerate(states.steps[place]):
            marginals[place, kind] = scaled[place, kind] * (before[use] @ after[then])
            after[use] += scaled[place, kind] * after[then]
    total = before[-1]
    if total <= 0:
        return BoxPosterior(free_shares, 0.0)
    boxed_shares = marginals / marginals.sum(axis=1, keepdims=True)
    arrangements = _log_factorial(places) - sum(_log_factorial(count) for count in counts)
    boxed_log = float(np.log(total)) - arrangements
    free_log = float(np.log(free.sum(axis=1)).sum())
    odds = np.log(prior_p) + boxed_log - np.log1p(-prior_p) - free_log
    box = float(1 / (1 + np.exp(-np.clip(odds, -500, 500))))
    boxed_shares = (1 - PRIOR_DOUBT_SHARE) * boxed_shares + PRIOR_DOUBT_SHARE * free_shares
    return BoxPosterior(box * boxed_shares + (1 - box) * free_shares, box)


@dataclass(frozen=True)
class _UsageStates:
    """The states of a partly used box: every vector of used counts, by its index.

    Attributes:
        count: the number of vectors; the first has used nothing, the last everything.
        steps: for each place and each kind, two index arrays: the states before that place takes one of that
            kind, and the states after.
    """

    count: int
    steps: tuple[tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...], ...]


@lru_cache(maxsize=4)
def _usage_states(counts: tuple[int, ...]) -> _UsageStates:
    """Return the states of a box with these counts of each kind."""
    shape = tuple(count + 1 for count in counts)
    used = np.indices(shape).reshape(len(counts), -1)
    strides = [int(np.prod(shape[kind + 1 :])) for kind in range(len(counts))]
    # Before the n-th place, n things are used up.
    places = [np.flatnonzero(used.sum(axis=0) == place) for place in range(sum(counts))]
    steps = []
    for vectors in places:
        rooms = [vectors[used[kind, vectors] < count] for kind, count in enumerate(counts)]
        steps.append(tuple((room, room + stride) for room, stride in zip(rooms, strides, strict=True)))
    return _UsageStates(int(np.prod(shape)), tuple(steps))


def _log_factorial(n: int) -> float:
    return float(np.log(np.arange(1, n + 1)).sum())
