"""Branch particles on unidentified cards: blind draws from a hand and unnamed gains from the bank."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import ceil, comb, floor, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, RESOURCES_BITS, Counts
from companion.games.base.belief.particle_set import CardChanges, ParticleSet, Weights, find_distinct

MAX_BRANCHES: Final = 6_000
"""Approximate limit of branches of all particles together; beyond it each particle keeps its likeliest
draws.
"""
MAX_DRAWS_TRIED: Final = 20_000
"""Limit of enumerated draws from one hand; a larger hand enumerates only draws near its mean."""
_MEAN_MARGIN_CARDS: Final = 2
MAX_UNNAMED_CARDS: Final = 4
"""Limit of unnamed cards gained from the bank in one step."""


@lru_cache(1 << 12)
def _enumerate_draws(hand: tuple[int, ...], count: int, most: int) -> tuple[Counts, Weights, bool]:
    """Enumerate the draws of `count` cards from a hand, the likeliest first.

    Args:
        hand: the counts of the five resources.
        count: the number of cards to draw.
        most: the maximal number of draws to return.

    Returns:
        The draws, int8 (draws, 5), their probabilities, (draws,), and whether some were left out.
    """
    tried = [range(min(n, count) + 1) for n in hand]
    if narrowed := prod(map(len, tried)) > MAX_DRAWS_TRIED:
        tried = [_numbers_near_mean(count * n / sum(hand), each) for n, each in zip(hand, tried, strict=True)]
    ways = [way for way in product(*tried) if sum(way) == count]
    weights = np.array([prod(map(comb, hand, way)) for way in ways], float)
    order = np.argsort(-weights, kind="stable")[:most]
    return np.array(ways, np.int8)[order], weights[order] / weights[order].sum(), narrowed or len(ways) > most


def _numbers_near_mean(mean: float, numbers: range) -> range:
    """Return the numbers near the mean: in a large hand, the likeliest counts."""
    return range(
        max(0, floor(mean) - _MEAN_MARGIN_CARDS), min(numbers.stop, ceil(mean) + _MEAN_MARGIN_CARDS + 1)
    )


def draw_blind(
    particles: ParticleSet, seat: int, count: npt.ArrayLike, to: int | None = None
) -> tuple[ParticleSet, bool]:
    """Draw cards blindly from a hand; each card is equally likely.

    Args:
        particles: the particles before the draw.
        seat: the seat of the hand.
        count: the number of cards, for all particles or (particles,); a smaller hand gives all its cards.
        to: the seat that receives the cards; None: the bank.

    Returns:
        The particles after the draw, and whether unlikely draws were left out.
    """
    counts = np.minimum(count, particles.hand_sizes(seat))
    if not np.count_nonzero(counts):
        return particles, False
    hands = particles.packed_hand(seat) & RESOURCES_BITS
    first, which = find_distinct(hands | counts.astype(np.uint64) << np.uint64(8 * COLUMNS))
    most = max(5, MAX_BRANCHES // len(particles.weights))
    ways, likelihoods, truncated = [], [], False
    for hand, n in zip(particles.hand(seat)[first].tolist(), counts[first].tolist(), strict=True):
        way, likelihood, more = _enumerate_draws(tuple(hand), n, most)
        ways.append(way)
        likelihoods.append(likelihood)
        truncated |= more
    if which is None:
        which = np.empty_like(first)
        which[first] = np.arange(len(first))
    counts_per_hand = np.array([len(way) for way in ways])
    starts = np.concatenate([[0], counts_per_hand.cumsum()[:-1]])
    rows = np.repeat(np.arange(len(particles.weights)), counts_per_hand[which])
    begins = np.repeat(np.concatenate([[0], counts_per_hand[which].cumsum()[:-1]]), counts_per_hand[which])
    at = starts[which][rows] + np.arange(len(rows)) - begins
    way = np.concatenate(ways)
    change = np.zeros((len(way), particles.seats, COLUMNS), np.int8)
    change[:, seat, :5] = -way
    if to is not None:
        change[:, to, :5] += way
    return particles.branch(rows, np.concatenate(likelihoods)[at], CardChanges(change), at), truncated


@lru_cache
def _card_multisets(count: int) -> Counts:
    """Return all multisets of `count` cards: int8 (multisets, 5)."""
    found = [way for way in product(range(count + 1), repeat=5) if sum(way) == count]
    return np.array(found, np.int8)


@lru_cache
def _unnamed_gains(seats: int, seat: int, count: int) -> CardChanges:
    """Return the changes by which a seat gains each multiset of `count` cards."""
    sums = _card_multisets(count)
    change = np.zeros((len(sums), seats, COLUMNS), np.int8)
    change[:, seat, :5] = sums
    return CardChanges(change)


def gain_unnamed_cards(particles: ParticleSet, seat: int, count: int) -> ParticleSet:
    """Give a seat unnamed cards of the bank; every multiset that the bank can pay is equally likely."""
    if not count:
        return particles
    unnamed = min(count, MAX_UNNAMED_CARDS)
    sums = _card_multisets(unnamed)
    rows, which = np.nonzero((particles.bank()[:, None, :] >= sums).all(2))
    if not len(rows):
        return gain_unnamed_cards(particles, seat, count - 1)
    ways = np.bincount(rows, minlength=len(particles.weights))
    return particles.branch(rows, 1 / ways[rows], _unnamed_gains(particles.seats, seat, unnamed), which)
