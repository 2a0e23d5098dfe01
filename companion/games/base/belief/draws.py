"""Cards that leave or come without anybody saying which: every way in which they may, how probable each."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import ceil, comb, floor, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, RESOURCES_BITS, Counts
from companion.games.base.belief.worlds import Changes, Weights, Worlds, distinct

MOST_WAYS: Final = 6_000
"""About so many branches are made of all worlds together; of more, the likeliest ways of each world."""
MOST_TRIED: Final = 20_000
"""So many draws from a hand are tried at most; a hand so large that it has more gives about its mean."""
_NEAR: Final = 2
MOST_UNNAMED: Final = 4
"""So many cards at most come from the bank unnamed at once."""


@lru_cache(1 << 12)
def _ways(hand: tuple[int, ...], count: int, most: int) -> tuple[Counts, Weights, bool]:
    """The ways to draw so many of a hand's cards, the likeliest first: int8 (ways, 5), (ways,).

    Last: whether there are more than are asked for.
    """
    tried = [range(min(n, count) + 1) for n in hand]
    if narrowed := prod(map(len, tried)) > MOST_TRIED:
        tried = [_around(count * n / sum(hand), each) for n, each in zip(hand, tried, strict=True)]
    ways = [way for way in product(*tried) if sum(way) == count]
    weights = np.array([prod(map(comb, hand, way)) for way in ways], float)
    order = np.argsort(-weights, kind="stable")[:most]
    return np.array(ways, np.int8)[order], weights[order] / weights[order].sum(), narrowed or len(ways) > most


def _around(mean: float, numbers: range) -> range:
    """Those of some numbers from 0 on that are near the mean: of a large hand, the likeliest to be drawn."""
    return range(max(0, floor(mean) - _NEAR), min(numbers.stop, ceil(mean) + _NEAR + 1))


def drawn(worlds: Worlds, seat: int, count: npt.ArrayLike, to: int | None = None) -> tuple[Worlds, bool]:
    """Cards drawn blindly from a hand, each as likely as any other.

    Args:
        worlds: before.
        seat: whose hand.
        count: how many, in all worlds or in each; a hand that has fewer gives all.
        to: the seat that gets them; None: the bank.

    Returns:
        The worlds after it, and whether unlikely ways were left out.
    """
    counts = np.minimum(count, worlds.size(seat))
    if not np.count_nonzero(counts):
        return worlds, False
    hands = worlds.packed_hand(seat) & RESOURCES_BITS
    first, which = distinct(hands | counts.astype(np.uint64) << np.uint64(8 * COLUMNS))
    most = max(5, MOST_WAYS // len(worlds.weights))
    ways, likelihoods, short = [], [], False
    for hand, n in zip(worlds.hand(seat)[first].tolist(), counts[first].tolist(), strict=True):
        way, likelihood, more = _ways(tuple(hand), n, most)
        ways.append(way)
        likelihoods.append(likelihood)
        short |= more
    if which is None:
        which = np.empty_like(first)
        which[first] = np.arange(len(first))
    many = np.array([len(way) for way in ways])
    starts = np.concatenate([[0], many.cumsum()[:-1]])
    rows = np.repeat(np.arange(len(worlds.weights)), many[which])
    begins = np.repeat(np.concatenate([[0], many[which].cumsum()[:-1]]), many[which])
    at = starts[which][rows] + np.arange(len(rows)) - begins
    way = np.concatenate(ways)
    change = np.zeros((len(way), worlds.seats, COLUMNS), np.int8)
    change[:, seat, :5] = -way
    if to is not None:
        change[:, to, :5] += way
    return worlds.branched(rows, np.concatenate(likelihoods)[at], Changes(change), at), short


@lru_cache
def _any_cards(count: int) -> Counts:
    """All sums of so many cards: int8 (sums, 5)."""
    found = [way for way in product(range(count + 1), repeat=5) if sum(way) == count]
    return np.array(found, np.int8)


@lru_cache
def _any_gain(seats: int, seat: int, count: int) -> Changes:
    """A seat gets one of these sums."""
    sums = _any_cards(count)
    change = np.zeros((len(sums), seats, COLUMNS), np.int8)
    change[:, seat, :5] = sums
    return Changes(change)


def gained(worlds: Worlds, seat: int, count: int) -> Worlds:
    """So many cards of the bank that nobody named: any that it has are as likely."""
    if not count:
        return worlds
    unnamed = min(count, MOST_UNNAMED)
    sums = _any_cards(unnamed)
    rows, which = np.nonzero((worlds.bank()[:, None, :] >= sums).all(2))
    if not len(rows):
        return gained(worlds, seat, count - 1)
    ways = np.bincount(rows, minlength=len(worlds.weights))
    return worlds.branched(rows, 1 / ways[rows], _any_gain(worlds.seats, seat, unnamed), which)
