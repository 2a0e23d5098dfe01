"""What has to have been done before people went on, though nobody saw or said it."""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import UNIDENTIFIED, single
from companion.games.base.rules.events import Discard, Event, MoveRobber, Steal
from companion.games.base.rules.state import State


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


def overtaken(believed: BelievedReplay) -> BelievedStep | None:
    """The first thing told of this turn or the last that comes only after a robber's move nobody told."""
    for step in believed.last_turns(2):
        if step.before.robber_due and not isinstance(step.recorded.event, Discard | MoveRobber):
            return step
    return None
