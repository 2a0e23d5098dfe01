"""Remove known cards from a hand, and explain missing cards by unreported trades and purchases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.base.belief.packing import COLUMNS, SECRET_COLUMN, minimum_counts
from companion.games.base.belief.particle_set import CardChanges, ParticleSet, mixture
from companion.games.base.belief.unreported_trades import possible_trades, trade_branches
from companion.games.base.rules.cards import DEVELOPMENT_COST, Cards

_SOURCE_PROBABILITIES: Final = np.array([0.8, 0.3, 0.02, 0.001])
"""Prior probabilities of where a player who lacks one card got it, if trades are not reported: the bank,
another player, an earlier trade, or an unknown source.
"""
_MAX_REPAIRED_PARTICLES: Final = 400
"""Maximal number of particles that are repaired."""
_MISSING_PRICE_FACTOR: Final = 0.4
"""An unreported purchase is less likely by this factor for each card of its price that the hand lacks now."""


_NO_DEBT: Final = minimum_counts(0, 0, 0, 0, 0)
_FIRST_DEBT_BITS: Final = (np.uint64(0), *(np.uint64(0x80 << 8 * kind) for kind in range(5)))
"""The lowest debt bit of a hand: none, or one of the five resources."""


@dataclass(frozen=True)
class UnreportedTradeModel:
    """The unreported trades that a seat may have made.

    Attributes:
        rates: the bank's rate for each resource; (): the seat is not active and can't trade with the bank.
        unreported_share: the share of trades that are not reported; 0: all are reported.
    """

    rates: tuple[int, ...]
    unreported_share: float


def pay_cards(
    particles: ParticleSet, seat: int, cost: Cards, means: UnreportedTradeModel
) -> tuple[ParticleSet, float]:
    """Return the particles after a seat gave known cards away.

    Particles that allow the payment, its unnamed cards too, keep their weights. Those that lack named cards
    are repaired by unreported trades, if trades may be unreported or if no particle allows the payment: the
    game goes on in either case. Those that lack only unnamed cards are dropped if others remain. The caller
    draws the unnamed cards.

    Returns:
        The particles, and the prior probability that the seat had the cards.
    """
    affordable, named = particles.holds_mask(seat, cost), particles.holds_mask(seat, (*cost[:5], 0))
    after = particles.apply_change({seat: [-n for n in cost[:5]]})
    if affordable.all():
        return after, 1.0
    share = float(particles.weights[affordable].sum())
    parts = []
    if (kept := after.reweight(affordable)) is not None:
        parts.append((kept, share))
    elif (kept := after.reweight(named)) is not None:
        parts.append((kept, float(particles.weights[named].sum())))
    if (lacking := after.reweight(~named)) is not None and (means.unreported_share or not parts):
        mended, likelihood = _repair_negative_hands(lacking.resample(_MAX_REPAIRED_PARTICLES), seat, means)
        parts.append((mended, float(particles.weights[~named].sum()) * likelihood))
    return mixture(parts).merge_duplicates(), share


def _repair_negative_hands(
    particles: ParticleSet, seat: int, means: UnreportedTradeModel
) -> tuple[ParticleSet, float]:
    """Repair particles in which a hand has negative counts, by the trades that must have happened.

    Returns:
        The particles, and the likelihood that all these trades happened unreported.
    """
    sources = _SOURCE_PROBABILITIES * (means.unreported_share or 1.0)
    likelihood = 1.0
    for _ in range(int(-np.minimum(particles.hand(seat), 0).sum(1, dtype=np.int64).min())):
        short = _NO_DEBT.satisfied_bits(particles.packed_hands[seat]) ^ _NO_DEBT.signs
        first = short & (~short + np.uint64(1))  # isolate the lowest bit
        kinds_short = np.bitwise_or.reduce(first)
        parts = []
        for kind, bit in enumerate(_FIRST_DEBT_BITS, -1):
            if kind >= 0 and not bit & kinds_short:
                continue
            these_are = first == bit
            if (these := particles.reweight(these_are)) is None:
                continue
            share = float(np.add.reduce(particles.weights[these_are]))
            if kind >= 0:
                trades = possible_trades(seat, particles.seats, means.rates, kind)
                rows, likelihoods, which = trade_branches(these, seat, trades, sources)
                share *= float(np.add.reduce(these.weights.take(rows) * likelihoods))
                these = these.branch(rows, likelihoods, trades.changes, which)
            parts.append((these, share))
        particles = mixture(parts).merge_duplicates().resample(_MAX_REPAIRED_PARTICLES)
        likelihood *= sum(share for _, share in parts)
    return particles, likelihood


def use_unreported_card(
    particles: ParticleSet, seat: int, unreported_share: float
) -> tuple[ParticleSet, float]:
    """Return the particles after a seat used a development card whose purchase was not reported.

    Returns:
        The particles, and the prior probability that the seat had bought such a card.
    """
    has = minimum_counts(*[None] * SECRET_COLUMN, 1).meets_all(particles.packed_hands[seat])
    share = float(particles.weights[has].sum())
    parts = []
    if (kept := particles.reweight(has)) is not None:
        parts.append((kept.apply_change({seat: [*[0] * SECRET_COLUMN, -1]}), share))
    if (lacking := particles.reweight(~has)) is not None and (unreported_share or not parts):
        cost = np.array(DEVELOPMENT_COST[:5], np.int8)
        price = np.minimum(lacking.hand(seat), cost)
        likelihood = _MISSING_PRICE_FACTOR ** (cost - price).sum(1, dtype=np.int64)
        change = np.zeros((len(price), particles.seats, COLUMNS), np.int8)
        change[:, seat, :5] = -price
        every = np.arange(len(price))
        parts.append(
            (
                lacking.branch(every, likelihood, CardChanges(change), every),
                (1 - share) * (unreported_share or 1.0) * float((lacking.weights * likelihood).sum()),
            )
        )
    return mixture(parts).merge_duplicates(), share


def missing_cards(particles: ParticleSet, seat: int, cost: Cards) -> Cards:
    """Return the named cards that a seat's likeliest hand lacks."""
    hand, _ = particles.likeliest_hand(seat)
    a, b, c, d, e = (max(0, needed - held) for needed, held in zip(cost[:5], hand[:5], strict=True))
    return (a, b, c, d, e, 0)
