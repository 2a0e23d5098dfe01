"""Hands that gave more cards than were told: nobody holds fewer cards than none."""

from __future__ import annotations

from companion.games.base.cards import NONE, UNIDENTIFIED, add_one
from companion.games.base.state import State, evolve


def settled(state: State) -> State:
    """The state with no hand of fewer cards than none.

    Who gave more cards than the story knows of had them all the same: so many came to the hand untold, out of
    the bank or by way of others. They are gone from the bank, whichever they were.
    """
    if all(sum(player.hand) >= 0 for player in state.players):
        return state
    untold = sum(min(0, sum(player.hand)) for player in state.players)
    return evolve(
        state,
        players=tuple(
            evolve(player, hand=NONE) if sum(player.hand) < 0 else player for player in state.players
        ),
        bank=add_one(state.bank, UNIDENTIFIED, untold),
    )
