"""Events that must have happened before later ones, although nobody saw or reported them."""

from __future__ import annotations

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, cards_of_kind
from companion.games.base.rules.events import Discard, Event, MoveRobber, Steal
from companion.games.base.rules.state import State


def due_discards(state: State) -> list[Event]:
    """Return the due discards for a seven: all later events come after them."""
    return [
        Discard(player.colour, cards_of_kind(UNIDENTIFIED_KIND, owed))
        for player, owed in zip(state.players, state.discards_due, strict=True)
        if owed
    ]


def certain_robbery(state: State) -> list[Event]:
    """Return the theft that follows from the robber's position, if only one player can be robbed."""
    if not state.steal_due:
        return []
    victims = state.robbable_seats(state.active)
    if len(victims) != 1:
        return []
    return [Steal(state.players[state.active].colour, state.players[victims[0]].colour)]


def find_step_after_missed_robber(believed: BelievedReplay) -> BelievedStep | None:
    """Return the first step of this or the last turn that comes after a missing robber move."""
    for step in believed.last_turns(2):
        if step.state_before.robber_due and not isinstance(step.record.event, Discard | MoveRobber):
            return step
    return None
