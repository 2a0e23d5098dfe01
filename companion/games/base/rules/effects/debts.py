"""Hands as they can be: of no fewer cards than none, and of no more of a kind than the box has."""

from __future__ import annotations

from typing import cast

from companion.games.base.rules.cards import CARDS_A_RESOURCE, NONE, UNIDENTIFIED, Cards, add, add_one, remove
from companion.games.base.rules.state import State, evolve


def settled(state: State) -> State:
    """The state with no hand of fewer cards than none.

    Who gave more cards than the story knows of had them all the same: so many came to the hand untold, out of
    the bank or by way of others. They are gone from the bank, whichever they were.
    """
    # Nearly always so, after every payment: a loop takes half the time of a generator here and below.
    for player in state.players:
        if sum(player.hand) < 0:
            break
    else:
        return state
    untold = sum(min(0, sum(player.hand)) for player in state.players)
    return evolve(
        state,
        players=tuple(
            evolve(player, hand=NONE) if sum(player.hand) < 0 else player for player in state.players
        ),
        bank=add_one(state.bank, UNIDENTIFIED, untold),
    )


def in_the_box(state: State) -> State:
    """The state with no hand of more cards of a kind than there are.

    Who is told to have taken more of a resource than the box has took what there was: the rest never came
    to the hand, and stays in the bank.
    """
    for player in state.players:
        if max(player.hand[:UNIDENTIFIED]) > CARDS_A_RESOURCE:
            break
    else:
        return state
    players, bank = list(state.players), state.bank
    for seat, player in enumerate(players):
        more = cast(Cards, (*(max(0, held - CARDS_A_RESOURCE) for held in player.hand[:UNIDENTIFIED]), 0))
        players[seat] = evolve(player, hand=remove(player.hand, more))
        bank = add(bank, more)
    return evolve(state, players=tuple(players), bank=bank)
