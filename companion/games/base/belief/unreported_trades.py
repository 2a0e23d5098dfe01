"""Enumerate the unreported trades that could have given a seat one card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, Packed, minimum_counts
from companion.games.base.belief.particle_set import CardChanges, ParticleSet, Rows, Weights

BANK, PLAYER, EARLIER_TRADE, UNKNOWN_SOURCE = range(4)
"""The source of a card: the bank, another player, a trade in an earlier turn with anybody, or unknown."""


@dataclass(frozen=True, eq=False)
class PossibleTrades:
    """The trades for one card that a seat may have made.

    Attributes:
        source: (trades,), one of BANK, PLAYER, EARLIER_TRADE, UNKNOWN_SOURCE.
        needs: uint64 (trades,), the bits of `_allowed_bits` that the trade requires.
        changes: the changes of the trades for any card.
        change_index: (trades,), the change of each trade.
        rates: the bank's rate for each resource; (): the seat is not active.
    """

    source: Rows
    needs: Packed
    changes: CardChanges
    change_index: Rows
    rates: tuple[int, ...]


class _Offer(NamedTuple):
    """One trade: a seat gives `cards` of the kind `give` for one of the kind `take`; partner -1: unknown."""

    source: int
    give: int
    cards: int
    take: int
    partner: int = -1


@lru_cache(1 << 8)
def possible_trades(seat: int, seats: int, rates: tuple[int, ...], take: int | None = None) -> PossibleTrades:
    """Return every trade that gives a seat one card.

    Args:
        seat: the seat.
        seats: the number of players.
        rates: the bank's rate for each resource; (): the seat is not active.
        take: only trades for this resource.
    """
    every, changes = _all_offers(seat, seats, rates)
    which = [n for n, offer in enumerate(every) if take in (None, offer.take)]
    needs = [_required_bits(every[n], seat) for n in which]
    return PossibleTrades(
        np.array([every[n].source for n in which], np.intp),
        np.array(needs, np.uint64),
        changes,
        np.array(which, np.intp),
        rates,
    )


@lru_cache(1 << 6)
def _all_offers(seat: int, seats: int, rates: tuple[int, ...]) -> tuple[tuple[_Offer, ...], CardChanges]:
    """Return every trade for any resource, and the changes of all of them."""
    offers: list[_Offer] = []
    for wanted in range(5):
        for give in range(5):
            if give == wanted:
                continue
            if rates:
                offers.append(_Offer(BANK, give, rates[give], wanted))
                offers += [_Offer(PLAYER, give, 1, wanted, n) for n in range(seats) if n != seat]
            offers.append(_Offer(EARLIER_TRADE, give, 1, wanted))
        offers.append(_Offer(UNKNOWN_SOURCE, 0, 0, wanted))
    change = np.zeros((len(offers), seats, COLUMNS), np.int8)
    for n, offer in enumerate(offers):
        change[n, seat, offer.give] -= offer.cards
        change[n, seat, offer.take] += 1
        if offer.partner >= 0:
            change[n, offer.partner, offer.give] += 1
            change[n, offer.partner, offer.take] -= 1
    return tuple(offers), CardChanges(change)


_HOLDS_ONE_BIT, _HOLDS_RATE_BIT, _FIRST_PARTNER_BIT = 0, 1, 2
"""Bit positions within the byte of a resource, from the highest down: the seat has one card, the seat has as
many as the bank asks, and each other player has one card, from the first player on. Eight seats fit.
"""


def _bit(question: int, kind: int) -> int:
    return 0x80 >> question << 8 * kind


def _required_bits(offer: _Offer, seat: int) -> int:
    """Return the bits of `_allowed_bits` that a trade requires."""
    if not offer.cards:
        return 0
    needs = _bit(_HOLDS_RATE_BIT if offer.source == BANK else _HOLDS_ONE_BIT, offer.give)
    if offer.partner >= 0:
        needs |= _bit(_FIRST_PARTNER_BIT + offer.partner - (offer.partner > seat), offer.take)
    return needs


def _allowed_bits(hands: Packed, seat: int, rates: tuple[int, ...]) -> Packed:
    """Return what the hands of each particle allow, one bit for each resource and question: (particles,).

    A hand with a debt of a resource can't give it.
    """
    one = minimum_counts(1, 1, 1, 1, 1)
    allowed = one.satisfied_bits(hands[seat])
    if rates:
        allowed |= minimum_counts(*rates).satisfied_bits(hands[seat]) >> np.uint64(_HOLDS_RATE_BIT)
        others = (hand for n, hand in enumerate(hands) if n != seat)
        for question, hand in enumerate(others, _FIRST_PARTNER_BIT):
            allowed |= one.satisfied_bits(hand) >> np.uint64(question)
    return allowed


def trade_branches(
    particles: ParticleSet, seat: int, trades: PossibleTrades, sources: npt.NDArray[np.float64]
) -> tuple[Rows, Weights, Rows]:
    """Return one branch for each trade that a particle's hands allow: rows, likelihoods and change indices.

    Args:
        particles: the particles before the trade.
        seat: the trading seat.
        trades: the trades to try.
        sources: (4,), the probability of a trade from each source if the particle allows one; the trades of a
            source share it equally.
    """
    source, needs, which = trades.source, trades.needs, trades.change_index
    if not sources.all():
        likely = sources.take(source).nonzero()[0]
        source, needs, which = source.take(likely), needs.take(likely), which.take(likely)
    allowed = _allowed_bits(particles.packed_hands, seat, trades.rates)
    can = ((allowed[:, None] & needs) == needs).ravel().nonzero()[0]
    rows = can // max(1, len(needs))
    offer = can - rows * len(needs)
    source_of = source.take(offer)
    # The trades of a particle from one source share its probability.
    shared = 4 * rows + source_of
    counts = np.bincount(shared)
    return rows, sources.take(source_of) / counts.take(shared), which.take(offer)
