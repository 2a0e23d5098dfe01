"""What may have happened in a turn without a word: cards bought, trades, a robbery, cards discarded."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import COLUMNS, SECRET
from companion.games.base.belief.trades import offers, traded
from companion.games.base.belief.worlds import Changes, Rows, Worlds, together
from companion.games.base.rules.cards import DEVELOPMENT_COST
from companion.games.base.rules.state import State

_ASKED: Final = 40
"""So many worlds, the heaviest, are asked for what may have been traded in a turn."""
_TRACELESS_SHARE: Final = 0.5
"""The share of untold trades after which nothing was built that needed them."""
_BANK_SHARE: Final = 0.4
"""The share of those that are with the bank."""
_BUYS_P: Final = 0.6
"""How likely a player whose hand allows it at the end of a turn buys a development card."""
_NOT_ROBBED_P: Final = 0.02
"""How likely nobody is robbed though somebody could be."""


def end_of_turn(worlds: Worlds, state: State, trades: float, purchases: float) -> Worlds:
    """The worlds with what the player on turn may have done and nobody told.

    Args:
        worlds: as told.
        state: before the turn ends.
        trades: how many untold trades happen in such a turn.
        purchases: the share of purchases that is not told.
    """
    seat = state.active
    worlds = _traded(worlds, state, seat, trades)
    if state.deck:
        worlds = _bought(worlds, seat, purchases * _BUYS_P)
    return worlds.merged()


def _traded(worlds: Worlds, state: State, seat: int, often: float) -> Worlds:
    rates = () if state.land is None else state.land.rates(state.players[seat].buildings)
    heaviest = _heaviest(worlds, _ASKED)
    rest = np.ones(len(worlds.weights))
    rest[heaviest] = 0
    asked = worlds.weighed(1 - rest)
    if asked is None:
        return worlds
    sources = np.array([_BANK_SHARE, 1 - _BANK_SHARE, 0, 0]) * (often * _TRACELESS_SHARE)
    listed = offers(seat, worlds.seats, rates)
    rows, likely, which = traded(asked, seat, listed, sources)
    stays = 1 - np.bincount(rows, likely, len(asked.weights))
    every = np.arange(len(asked.weights))
    share = float(worlds.weights[heaviest].sum())
    changed = asked.branched(
        np.concatenate([every, rows]),
        np.concatenate([stays, likely]),
        listed.changes,
        np.concatenate([np.full(len(every), -1), which]),
    )
    others = worlds.weighed(rest)
    return changed if others is None else together([(changed, share), (others, 1 - share)])


def _heaviest(worlds: Worlds, most: int) -> Rows:
    """So many worlds, the heaviest first; of equal ones those that stand first."""
    weights = worlds.weights
    if len(weights) <= most:
        return np.argsort(-weights, kind="stable")
    least = np.partition(weights, len(weights) - most)[len(weights) - most]
    heavy: Rows = (weights >= least).nonzero()[0]
    return heavy[np.argsort(-weights[heavy], kind="stable")[:most]]


@lru_cache
def _purchase(seats: int, seat: int) -> Changes:
    """A seat buys a development card untold."""
    change = np.zeros((1, seats, COLUMNS), np.int8)
    change[0, seat, :5] -= np.array(DEVELOPMENT_COST[:5], np.int8)
    change[0, seat, SECRET] += 1
    return Changes(change)


def _bought(worlds: Worlds, seat: int, likely: float) -> Worlds:
    can = worlds.holding(seat, DEVELOPMENT_COST)
    if not can.any():
        return worlds
    rows = can.nonzero()[0]
    which = np.zeros(len(can) + len(rows), np.intp)
    which[: len(can)] = -1
    return worlds.branched(
        np.concatenate([np.arange(len(can)), rows]),
        np.concatenate([1 - can * likely, np.full(len(rows), likely)]),
        _purchase(worlds.seats, seat),
        which,
    )


@lru_cache
def _robbery(seats: int, thief: int, victim: int) -> Changes:
    """A card of each kind goes from a victim to a thief."""
    change = np.zeros((5, seats, COLUMNS), np.int8)
    for kind in range(5):
        change[kind, victim, kind] -= 1
        change[kind, thief, kind] += 1
    return Changes(change)


def stolen(worlds: Worlds, thief: int, victim: int) -> Worlds:
    """A card drawn from a hand, unseen; from an empty hand none."""
    hand = np.ascontiguousarray(worlds.hand(victim)).ravel()
    size = worlds.size(victim)
    held = (hand != 0).nonzero()[0]
    rows, kinds = np.divmod(held, 5)
    nothing = (size == 0).nonzero()[0]
    return worlds.branched(
        np.concatenate([rows, nothing]),
        np.concatenate([hand.take(held) / size.take(rows), np.ones(len(nothing))]),
        _robbery(worlds.seats, thief, victim),
        np.concatenate([kinds, np.full(len(nothing), -1)]),
    ).merged()


def robbed_unsaid(worlds: Worlds, state: State) -> Worlds:
    """The worlds after a robbery of which nobody said whom it hit: more cards, the likelier a victim."""
    thief = state.active
    victims = state.robbable(thief)
    if not victims:
        return worlds
    sizes = np.array([worlds.size(victim) for victim in victims], float)
    total = sizes.sum(0)
    nobody = np.where(total > 0, _NOT_ROBBED_P, 1.0)
    parts = []
    if (unhurt := worlds.weighed(nobody)) is not None:
        parts.append((unhurt, float((worlds.weights * nobody).sum())))
    for victim, likelihood in zip(victims, (1 - nobody) * sizes / np.maximum(total, 1), strict=True):
        if (robbed := worlds.weighed(likelihood)) is not None:
            parts.append((stolen(robbed, thief, victim), float((worlds.weights * likelihood).sum())))
    return together(parts).merged()


def due(worlds: Worlds, seat: int, limit: int) -> npt.NDArray[np.int64]:
    """How many cards a seven costs a seat in each world: (worlds,)."""
    size = worlds.size(seat)
    return np.where(size > limit, size // 2, 0)
