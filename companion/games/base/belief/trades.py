"""The trades that nobody told: for one card, with the bank or another player, or earlier, or never at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, Packed, at_least
from companion.games.base.belief.worlds import Changes, Rows, Weights, Worlds

BANK, PLAYER, EARLIER, NOWHERE = range(4)
"""Where a card may have come from: the bank, another player, a trade of some turn before with whomever, or
nobody knows where."""


@dataclass(frozen=True, eq=False)
class PossibleTrades:
    """Trades for one card that a seat may have made.

    Attributes:
        source: (offers,), one of BANK, PLAYER, EARLIER, NOWHERE.
        needs: uint64 (offers,), what hands must allow for it, as bits of `_allowed`.
        changes: what a trade for any card does.
        which: (offers,), which of those changes.
        rates: how many cards of each kind the bank asks; (): the seat is not on turn.
    """

    source: Rows
    needs: Packed
    changes: Changes
    which: Rows
    rates: tuple[int, ...]


class _Offer(NamedTuple):
    """One trade: how many cards of a kind a seat gives, and the kind that it takes; -1: of nobody known."""

    source: int
    give: int
    cards: int
    take: int
    partner: int = -1


@lru_cache(1 << 8)
def offers(seat: int, seats: int, rates: tuple[int, ...], take: int | None = None) -> PossibleTrades:
    """Every trade that gives a seat one card.

    Args:
        seat: whose.
        seats: how many sit at the table.
        rates: how many cards of each kind the bank asks; (): it is not on turn.
        take: only for this kind.
    """
    every, changes = _every_offer(seat, seats, rates)
    which = [n for n, offer in enumerate(every) if take in (None, offer.take)]
    needs = [_needs(every[n], seat) for n in which]
    return PossibleTrades(
        np.array([every[n].source for n in which], np.intp),
        np.array(needs, np.uint64),
        changes,
        np.array(which, np.intp),
        rates,
    )


@lru_cache(1 << 6)
def _every_offer(seat: int, seats: int, rates: tuple[int, ...]) -> tuple[tuple[_Offer, ...], Changes]:
    """As `offers`, for any kind, and what each does."""
    found: list[_Offer] = []
    for wanted in range(5):
        for give in range(5):
            if give == wanted:
                continue
            if rates:
                found.append(_Offer(BANK, give, rates[give], wanted))
                found += [_Offer(PLAYER, give, 1, wanted, n) for n in range(seats) if n != seat]
            found.append(_Offer(EARLIER, give, 1, wanted))
        found.append(_Offer(NOWHERE, 0, 0, wanted))
    change = np.zeros((len(found), seats, COLUMNS), np.int8)
    for n, offer in enumerate(found):
        change[n, seat, offer.give] -= offer.cards
        change[n, seat, offer.take] += 1
        if offer.partner >= 0:
            change[n, offer.partner, offer.give] += 1
            change[n, offer.partner, offer.take] -= 1
    return tuple(found), Changes(change)


_ONE, _RATE, _PARTNERS = 0, 1, 2
"""What is asked of each kind: whether the seat holds one; as many as the bank asks; whether each other one
holds one, the first of them first. A kind's byte has a bit for each, from the highest down: eight seats fit.
"""


def _bit(question: int, kind: int) -> int:
    return 0x80 >> question << 8 * kind


def _needs(offer: _Offer, seat: int) -> int:
    """The bits of `_allowed` that a trade needs."""
    if not offer.cards:
        return 0
    needs = _bit(_RATE if offer.source == BANK else _ONE, offer.give)
    if offer.partner >= 0:
        needs |= _bit(_PARTNERS + offer.partner - (offer.partner > seat), offer.take)
    return needs


def _allowed(hands: Packed, seat: int, rates: tuple[int, ...]) -> Packed:
    """What the hands of every world allow, a bit for each kind and question: (worlds,).

    A hand that already owes cards gives none of those.
    """
    one = at_least(1, 1, 1, 1, 1)
    allowed = one.bits(hands[seat])
    if rates:
        allowed |= at_least(*rates).bits(hands[seat]) >> np.uint64(_RATE)
        others = (hand for n, hand in enumerate(hands) if n != seat)
        for question, hand in enumerate(others, _PARTNERS):
            allowed |= one.bits(hand) >> np.uint64(question)
    return allowed


def traded(
    worlds: Worlds, seat: int, listed: PossibleTrades, sources: npt.NDArray[np.float64]
) -> tuple[Rows, Weights, Rows]:
    """Every world's branches, one for each trade that its hands allow: rows, likelihoods, which changes.

    Args:
        worlds: before.
        seat: whose trade.
        listed: the trades to try.
        sources: (4,), how likely a world that can makes a trade of each source; its trades share that.
    """
    source, needs, which = listed.source, listed.needs, listed.which
    if not sources.all():
        likely = sources.take(source).nonzero()[0]
        source, needs, which = source.take(likely), needs.take(likely), which.take(likely)
    allowed = _allowed(worlds.packed, seat, listed.rates)
    can = ((allowed[:, None] & needs) == needs).ravel().nonzero()[0]
    rows = can // max(1, len(needs))
    offer = can - rows * len(needs)
    of = source.take(offer)
    # By world and source: its trades share what is likely.
    shared = 4 * rows + of
    many = np.bincount(shared)
    return rows, sources.take(of) / many.take(shared), which.take(offer)
