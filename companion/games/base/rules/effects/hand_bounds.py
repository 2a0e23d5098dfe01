"""Bounds on hands: no negative hand, and no more cards of a kind than the box has."""

from __future__ import annotations

from typing import cast

from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    NO_CARDS,
    UNIDENTIFIED_KIND,
    Cards,
    add,
    add_one,
    remove,
)
from companion.games.base.rules.state import State, evolve


def floor_hands_at_zero(state: State) -> State:
    """The state with every negative hand raised to zero.

    A player who paid more cards than recorded must have received them unrecorded, from the bank or
    from other players. They are removed from the bank as unidentified cards.
    """
    # The common case after every payment; a loop takes half the time of a generator here and below.
    for player in state.players:
        if sum(player.hand) < 0:
            break
    else:
        return state
    unrecorded = sum(min(0, sum(player.hand)) for player in state.players)
    return evolve(
        state,
        players=tuple(
            evolve(player, hand=NO_CARDS) if sum(player.hand) < 0 else player for player in state.players
        ),
        bank=add_one(state.bank, UNIDENTIFIED_KIND, unrecorded),
    )


def cap_hands_at_supply(state: State) -> State:
    """The state with every hand limited to the cards of a kind that the box has.

    A recorded gain above that limit is impossible: the excess stays in the bank.
    """
    for player in state.players:
        if max(player.hand[:UNIDENTIFIED_KIND]) > CARDS_PER_RESOURCE:
            break
    else:
        return state
    players, bank = list(state.players), state.bank
    for seat, player in enumerate(players):
        excess = cast(
            Cards, (*(max(0, held - CARDS_PER_RESOURCE) for held in player.hand[:UNIDENTIFIED_KIND]), 0)
        )
        players[seat] = evolve(player, hand=remove(player.hand, excess))
        bank = add(bank, excess)
    return evolve(state, players=tuple(players), bank=bank)
