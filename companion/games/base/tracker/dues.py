"""What has to have been done before people went on, though nobody saw or said it."""

from __future__ import annotations

from companion.games.base.cards import UNIDENTIFIED, single
from companion.games.base.events import Discard, Event, Steal
from companion.games.base.state import State


def settled_dues(state: State) -> list[Event]:
    """The discards that are owed because of a seven: nobody goes on before they are made."""
    return [
        Discard(player.colour, single(UNIDENTIFIED, owed))
        for player, owed in zip(state.players, state.owed, strict=True)
        if owed
    ]


def only_victim(state: State) -> list[Event]:
    """The robbery that follows from where the robber stands: where just one can be robbed, who was."""
    if not state.steal_due:
        return []
    victims = state.robbable(state.active)
    if len(victims) != 1:
        return []
    return [Steal(state.players[state.active].colour, state.players[victims[0]].colour)]
