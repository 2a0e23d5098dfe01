"""What may have happened in a turn without a word: cards bought, trades, a robbery, cards discarded."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.trades import offers, traded
from companion.games.base.belief.worlds import SECRET, Worlds, together
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
    order = np.argsort(-worlds.weights, kind="stable")
    rest = np.ones(len(worlds.weights))
    rest[order[:_ASKED]] = 0
    asked = worlds.weighed(1 - rest)
    if asked is None:
        return worlds
    sources = np.array([_BANK_SHARE, 1 - _BANK_SHARE, 0, 0]) * (often * _TRACELESS_SHARE)
    rows, likely, change = traded(asked, seat, offers(seat, worlds.seats, rates), sources)
    stays = 1 - np.bincount(rows, likely, len(asked.weights))
    every = np.arange(len(asked.weights))
    share = float(worlds.weights[order[:_ASKED]].sum())
    changed = asked.branched(
        np.concatenate([every, rows]),
        np.concatenate([stays, likely]),
        np.concatenate([np.zeros_like(asked.cards), change]),
    )
    others = worlds.weighed(rest)
    return changed if others is None else together([(changed, share), (others, 1 - share)])


def _bought(worlds: Worlds, seat: int, likely: float) -> Worlds:
    can = worlds.holding(seat, DEVELOPMENT_COST)
    if not can.any():
        return worlds
    rows = np.flatnonzero(can)
    change = np.zeros((len(can) + len(rows), worlds.seats, 6), np.int8)
    change[len(can) :, seat, :5] -= np.array(DEVELOPMENT_COST[:5], np.int8)
    change[len(can) :, seat, SECRET] += 1
    return worlds.branched(
        np.concatenate([np.arange(len(can)), rows]),
        np.concatenate([1 - can * likely, np.full(len(rows), likely)]),
        change,
    )


def stolen(worlds: Worlds, thief: int, victim: int) -> Worlds:
    """A card drawn from a hand, unseen; from an empty hand none."""
    hand = worlds.hand(victim)
    size = worlds.size(victim)
    rows, kinds = np.nonzero(hand)
    nothing = np.flatnonzero(size == 0)
    change = np.zeros((len(rows) + len(nothing), worlds.seats, 6), np.int8)
    each = np.arange(len(rows))
    change[each, victim, kinds] -= 1
    change[each, thief, kinds] += 1
    return worlds.branched(
        np.concatenate([rows, nothing]),
        np.concatenate([hand[rows, kinds] / size[rows], np.ones(len(nothing))]),
        change,
    ).merged()


def robbed_unsaid(worlds: Worlds, state: State) -> Worlds:
    """The worlds after a robbery of which nobody said whom it hit: more cards, the likelier a victim."""
    thief = state.active
    victims = state.robbable(thief)
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
