"""The trades that nobody told: for one card, with the bank or another player, or earlier, or never at all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.worlds import Counts, Rows, Weights, Worlds

BANK, PLAYER, EARLIER, NOWHERE = range(4)
"""Where a card may have come from: the bank, another player, a trade of some turn before with whomever, or
nobody knows where."""


@dataclass(frozen=True, eq=False)
class PossibleTrades:
    """Trades for one card that a seat may have made.

    Attributes:
        source: (offers,), one of BANK, PLAYER, EARLIER, NOWHERE.
        give, count: (offers,), the kind given and how many.
        take: (offers,), the kind taken.
        partner: (offers,), the seat that gave it; -1: none.
        change: int8 (offers, seats, 6), what it does.
    """

    source: Rows
    give: Rows
    count: Rows
    take: Rows
    partner: Rows
    change: Counts


@lru_cache(1 << 8)
def offers(seat: int, seats: int, rates: tuple[int, ...], take: int | None = None) -> PossibleTrades:
    """Every trade that gives a seat one card.

    Args:
        seat: whose.
        seats: how many sit at the table.
        rates: how many cards of each kind the bank asks; (): it is not on turn.
        take: only for this kind.
    """
    found: list[tuple[int, int, int, int, int]] = []
    for wanted in range(5) if take is None else (take,):
        for give in range(5):
            if give == wanted:
                continue
            if rates:
                found.append((BANK, give, rates[give], wanted, -1))
                found += [(PLAYER, give, 1, wanted, n) for n in range(seats) if n != seat]
            found.append((EARLIER, give, 1, wanted, -1))
        found.append((NOWHERE, 0, 0, wanted, -1))
    change = np.zeros((len(found), seats, 6), np.int8)
    for n, (_, give, count, wanted, partner) in enumerate(found):
        change[n, seat, give] -= count
        change[n, seat, wanted] += 1
        if partner >= 0:
            change[n, partner, give] += 1
            change[n, partner, wanted] -= 1
    source, give_, count_, take_, partner_ = np.array(found, np.intp).T
    return PossibleTrades(source, give_, count_, take_, partner_, change)


def traded(
    worlds: Worlds, seat: int, listed: PossibleTrades, sources: npt.NDArray[np.float64]
) -> tuple[Rows, Weights, Counts]:
    """Every world's branches, one for each trade that its hands allow: rows, likelihoods, changes.

    Args:
        worlds: before.
        seat: whose trade.
        listed: the trades to try.
        sources: (4,), how likely a world that can makes a trade of each source; its trades share that.
    """
    hand = worlds.hand(seat)
    # A hand that already owes cards gives none of those.
    can = (hand[:, listed.give] >= listed.count) | (listed.count == 0)
    partnered = np.flatnonzero(listed.partner >= 0)
    can[:, partnered] &= worlds.cards[:, listed.partner[partnered], listed.take[partnered]] > 0
    likelihood = np.zeros(can.shape)
    for source in range(4):
        if sources[source]:
            of_it = can & (listed.source == source)
            likelihood += of_it * (sources[source] / np.maximum(of_it.sum(1, keepdims=True), 1))
    rows, which = np.nonzero(likelihood)
    return rows, likelihood[rows, which], listed.change[which]
