"""Cards that are known to leave a hand, and how they may have come there where it lacked them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.base.belief.packing import COLUMNS, SECRET, at_least
from companion.games.base.belief.trades import offers, traded
from companion.games.base.belief.worlds import Changes, Worlds, together
from companion.games.base.rules.cards import DEVELOPMENT_COST, Cards

_SOURCES: Final = np.array([0.8, 0.3, 0.02, 0.001])
"""How likely a player who lacks one card gets it at the bank, of another player, got it earlier, or had it
for whatever reason: where trades are not told."""
_MENDED: Final = 400
"""So many worlds at most are asked how a card may have come there."""
_MENDED_PRICE_FACTOR: Final = 0.4
"""How much less likely an untold purchase was, for each card of its price that the hand lacks by now."""


_PAID: Final = at_least(0, 0, 0, 0, 0)
_FIRST_SHORT: Final = (np.uint64(0), *(np.uint64(0x80 << 8 * kind) for kind in range(5)))
"""What a hand owes first, as a bit: nothing, or a kind."""


@dataclass(frozen=True)
class Means:
    """What a seat may have done untold.

    Attributes:
        rates: what the bank asks of each kind; (): it is not on turn, and can't trade with the bank.
        untold: the share of trades that is not told; 0: everything is.
    """

    rates: tuple[int, ...]
    untold: float


def paid(worlds: Worlds, seat: int, cost: Cards, means: Means) -> tuple[Worlds, float]:
    """The worlds after a seat gave known cards away.

    Worlds that allow it stay as likely as they were. Those that don't are mended by untold trades where
    trades may be untold, or where no world allows it: the story goes on either way.

    Returns:
        The worlds, and the probability that it had the cards, as was thought before.
    """
    able = worlds.holding(seat, (*cost[:5], 0))
    after = worlds.moved({seat: [-n for n in cost[:5]]})
    if able.all():
        return after, 1.0
    share = float(worlds.weights[able].sum())
    parts = []
    if (kept := after.weighed(able)) is not None:
        parts.append((kept, share))
    if (lacking := after.weighed(~able)) is not None and (means.untold or not parts):
        mended, likelihood = _mended(lacking.fewer(_MENDED), seat, means)
        parts.append((mended, (1 - share) * likelihood))
    return together(parts).merged(), share


def _mended(worlds: Worlds, seat: int, means: Means) -> tuple[Worlds, float]:
    """Worlds in which a hand holds less than nothing of some kinds, with the trades that it must have made.

    Returns:
        The worlds, and how likely it was that all of it happened untold.
    """
    sources = _SOURCES * (means.untold or 1.0)
    likelihood = 1.0
    for _ in range(int(-np.minimum(worlds.hand(seat), 0).sum(1, dtype=np.int64).min())):
        short = _PAID.bits(worlds.packed[seat]) ^ _PAID.signs
        first = short & (~short + np.uint64(1))  # the lowest bit alone
        kinds_short = np.bitwise_or.reduce(first)
        parts = []
        for kind, bit in enumerate(_FIRST_SHORT, -1):
            if kind >= 0 and not bit & kinds_short:
                continue
            these_are = first == bit
            if (these := worlds.weighed(these_are)) is None:
                continue
            share = float(np.add.reduce(worlds.weights[these_are]))
            if kind >= 0:
                listed = offers(seat, worlds.seats, means.rates, kind)
                rows, likely, which = traded(these, seat, listed, sources)
                share *= float(np.add.reduce(these.weights.take(rows) * likely))
                these = these.branched(rows, likely, listed.changes, which)
            parts.append((these, share))
        worlds = together(parts).merged().fewer(_MENDED)
        likelihood *= sum(share for _, share in parts)
    return worlds, likelihood


def bought_before(worlds: Worlds, seat: int, untold: float) -> tuple[Worlds, float]:
    """The worlds after a seat played a development card of which no purchase was told.

    Returns:
        The worlds, and the probability that it had bought one untold, as was thought before.
    """
    has = at_least(*[None] * SECRET, 1).all(worlds.packed[seat])
    share = float(worlds.weights[has].sum())
    parts = []
    if (kept := worlds.weighed(has)) is not None:
        parts.append((kept.moved({seat: [*[0] * SECRET, -1]}), share))
    if (without := worlds.weighed(~has)) is not None and (untold or not parts):
        cost = np.array(DEVELOPMENT_COST[:5], np.int8)
        price = np.minimum(without.hand(seat), cost)
        likely = _MENDED_PRICE_FACTOR ** (cost - price).sum(1, dtype=np.int64)
        change = np.zeros((len(price), worlds.seats, COLUMNS), np.int8)
        change[:, seat, :5] = -price
        every = np.arange(len(price))
        parts.append(
            (
                without.branched(every, likely, Changes(change), every),
                (1 - share) * (untold or 1.0) * float((without.weights * likely).sum()),
            )
        )
    return together(parts).merged(), share


def missing(worlds: Worlds, seat: int, cost: Cards) -> Cards:
    """The cards that a seat's likeliest hand lacks."""
    hand, _ = worlds.likeliest(seat)
    a, b, c, d, e = (max(0, asked - held) for asked, held in zip(cost[:5], hand[:5], strict=True))
    return (a, b, c, d, e, 0)
