"""What the box holds, as a prior: how likely each thing is at each place, all places considered.

Two stories are weighed: the places hold just what the box holds, in any arrangement (the sum over
all arrangements is exact), or each place holds anything. Where the picture is clear that a set
departs from the box, the second story wins and the box has no say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
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

    uses = _uses(tuple(counts))
    # What the places before one can have used up, and what those after it can use up of the rest.
    before, after = np.zeros(uses.many), np.zeros(uses.many)
    before[0] = after[-1] = 1.0
    for row, steps in zip(scaled, uses.steps, strict=True):
        for likelihood, (use, then) in zip(row, steps, strict=True):
            before[then] += likelihood * before[use]
    marginals = np.zeros_like(scaled)
    for place in reversed(range(places)):
        for kind, (use, then) in enumerate(uses.steps[place]):
            marginals[place, kind] = scaled[place, kind] * (before[use] @ after[then])
            after[use] += scaled[place, kind] * after[then]
    total = before[-1]
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


@dataclass(frozen=True)
class _Uses:
    """What some places can have used up of a box: every vector of counts, by its index.

    Attributes:
        many: how many vectors there are; the first has used nothing, the last everything.
        steps: for each place and each kind: from which vectors that place can come to hold one of that kind,
            and to which.
    """

    many: int
    steps: tuple[tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...], ...]


@lru_cache(maxsize=4)
def _uses(counts: tuple[int, ...]) -> _Uses:
    """The vectors of a box that holds so many of each kind."""
    shape = tuple(count + 1 for count in counts)
    used = np.indices(shape).reshape(len(counts), -1)
    strides = [int(np.prod(shape[kind + 1 :])) for kind in range(len(counts))]
    # Before the n-th place, n things are used up.
    places = [np.flatnonzero(used.sum(axis=0) == place) for place in range(sum(counts))]
    steps = []
    for vectors in places:
        rooms = [vectors[used[kind, vectors] < count] for kind, count in enumerate(counts)]
        steps.append(tuple((room, room + stride) for room, stride in zip(rooms, strides, strict=True)))
    return _Uses(int(np.prod(shape)), tuple(steps))


def _log_factorial(n: int) -> float:
    return float(np.log(np.arange(1, n + 1)).sum())
