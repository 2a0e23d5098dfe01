"""Branch particles on actions that may have happened unreported: purchases, trades, thefts, discards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, SECRET_COLUMN
from companion.games.base.belief.particle_set import CardChanges, ParticleSet, Rows, mixture
from companion.games.base.belief.unreported_trades import possible_trades, trade_branches
from companion.games.base.rules.cards import DEVELOPMENT_COST
from companion.games.base.rules.state import State

_MAX_TRADING_PARTICLES: Final = 40
"""Number of particles, the heaviest ones, that are branched on unreported trades in a turn."""
_TRACELESS_SHARE: Final = 0.5
"""Share of unreported trades that no later build reveals."""
_BANK_SHARE: Final = 0.4
"""Share of those that are with the bank."""
_PURCHASE_P: Final = 0.6
"""Probability that a player who can afford a development card at the end of a turn buys one."""
_NO_ROBBERY_P: Final = 0.02
"""Probability that nobody is robbed although somebody could be."""


def add_unreported_actions(
    particles: ParticleSet, state: State, trades: float, purchases: float
) -> ParticleSet:
    """Return the particles with the unreported actions of the active player.

    Args:
        particles: the particles with the recorded events.
        state: the state before the turn ends.
        trades: the expected number of unreported trades in such a turn.
        purchases: the share of purchases that is not reported.
    """
    seat = state.active
    particles = _add_unreported_trades(particles, state, seat, trades)
    if state.deck:
        particles = _add_unreported_purchases(particles, seat, purchases * _PURCHASE_P)
    return particles.merge_duplicates()


def _add_unreported_trades(
    particles: ParticleSet, state: State, seat: int, expected_trades: float
) -> ParticleSet:
    rates = () if state.land is None else state.land.rates(state.players[seat].buildings)
    heaviest = _heaviest_rows(particles, _MAX_TRADING_PARTICLES)
    rest = np.ones(len(particles.weights))
    rest[heaviest] = 0
    trading = particles.reweight(1 - rest)
    if trading is None:
        return particles
    sources = np.array([_BANK_SHARE, 1 - _BANK_SHARE, 0, 0]) * (expected_trades * _TRACELESS_SHARE)
    trades = possible_trades(seat, particles.seats, rates)
    rows, likelihoods, which = trade_branches(trading, seat, trades, sources)
    unchanged_p = 1 - np.bincount(rows, likelihoods, len(trading.weights))
    every = np.arange(len(trading.weights))
    share = float(particles.weights[heaviest].sum())
    changed = trading.branch(
        np.concatenate([every, rows]),
        np.concatenate([unchanged_p, likelihoods]),
        trades.changes,
        np.concatenate([np.full(len(every), -1), which]),
    )
    others = particles.reweight(rest)
    return changed if others is None else mixture([(changed, share), (others, 1 - share)])


def _heaviest_rows(particles: ParticleSet, count: int) -> Rows:
    """Return the rows of the heaviest particles, the heaviest first; equal weights keep their order."""
    weights = particles.weights
    if len(weights) <= count:
        return np.argsort(-weights, kind="stable")
    least = np.partition(weights, len(weights) - count)[len(weights) - count]
    heavy: Rows = (weights >= least).nonzero()[0]
    return heavy[np.argsort(-weights[heavy], kind="stable")[:count]]


@lru_cache
def _purchase_change(seats: int, seat: int) -> CardChanges:
    """Return the change by which a seat buys a development card without a report."""
    change = np.zeros((1, seats, COLUMNS), np.int8)
    change[0, seat, :5] -= np.array(DEVELOPMENT_COST[:5], np.int8)
    change[0, seat, SECRET_COLUMN] += 1
    return CardChanges(change)


def _add_unreported_purchases(particles: ParticleSet, seat: int, purchase_p: float) -> ParticleSet:
    affordable = particles.holds_mask(seat, DEVELOPMENT_COST)
    if not affordable.any():
        return particles
    rows = affordable.nonzero()[0]
    which = np.zeros(len(affordable) + len(rows), np.intp)
    which[: len(affordable)] = -1
    return particles.branch(
        np.concatenate([np.arange(len(affordable)), rows]),
        np.concatenate([1 - affordable * purchase_p, np.full(len(rows), purchase_p)]),
        _purchase_change(particles.seats, seat),
        which,
    )


@lru_cache
def _robbery_changes(seats: int, thief: int, victim: int) -> CardChanges:
    """Return the changes by which one card of each kind moves from a victim to a thief."""
    change = np.zeros((5, seats, COLUMNS), np.int8)
    for kind in range(5):
        change[kind, victim, kind] -= 1
        change[kind, thief, kind] += 1
    return CardChanges(change)


def steal_unseen_card(particles: ParticleSet, thief: int, victim: int) -> ParticleSet:
    """Draw an unseen card from a hand; an empty hand gives none."""
    hand = np.ascontiguousarray(particles.hand(victim)).ravel()
    size = particles.hand_sizes(victim)
    held = (hand != 0).nonzero()[0]
    rows, kinds = np.divmod(held, 5)
    nothing = (size == 0).nonzero()[0]
    return particles.branch(
        np.concatenate([rows, nothing]),
        np.concatenate([hand.take(held) / size.take(rows), np.ones(len(nothing))]),
        _robbery_changes(particles.seats, thief, victim),
        np.concatenate([kinds, np.full(len(nothing), -1)]),
    ).merge_duplicates()


def add_unreported_robbery(particles: ParticleSet, state: State) -> ParticleSet:
    """Return the particles after a robbery with an unreported victim: a larger hand is a likelier victim."""
    thief = state.active
    victims = state.robbable_seats(thief)
    if not victims:
        return particles
    sizes = np.array([particles.hand_sizes(victim) for victim in victims], float)
    total = sizes.sum(0)
    p_nobody = np.where(total > 0, _NO_ROBBERY_P, 1.0)
    parts = []
    if (without_robbery := particles.reweight(p_nobody)) is not None:
        parts.append((without_robbery, float((particles.weights * p_nobody).sum())))
    for victim, likelihood in zip(victims, (1 - p_nobody) * sizes / np.maximum(total, 1), strict=True):
        if (robbed := particles.reweight(likelihood)) is not None:
            parts.append(
                (steal_unseen_card(robbed, thief, victim), float((particles.weights * likelihood).sum()))
            )
    return mixture(parts).merge_duplicates()


def discard_counts(particles: ParticleSet, seat: int, limit: int) -> npt.NDArray[np.int64]:
    """Return how many cards a seven costs a seat in each particle: (particles,)."""
    size = particles.hand_sizes(seat)
    return np.where(size > limit, size // 2, 0)
