"""What a seven or a knight brings: cards discarded, the robber moved, a card stolen."""

from __future__ import annotations

from companion.games.base.cards import (
    RESOURCE_INDEX,
    UNIDENTIFIED,
    add,
    only_kind,
    remove,
    single,
)
from companion.games.base.events import (
    Discard,
    MoveRobber,
    Steal,
)
from companion.games.base.state import (
    CORNERS_MASK,
    State,
    evolve,
    with_player,
)


def discard(state: State, event: Discard) -> State:
    """Cards go back to the bank because of a seven."""
    seat = state.seat(event.player)
    owed = list(state.owed)
    owed[seat] = max(0, owed[seat] - sum(event.resources))
    return evolve(
        state,
        players=with_player(state, seat, hand=remove(state.players[seat].hand, event.resources)),
        bank=add(state.bank, event.resources),
        owed=tuple(owed),
    )


def move_robber(state: State, event: MoveRobber) -> State:
    """The robber stands on another hex; whoever has built there may be robbed."""
    moved = evolve(state, robber=event.to, robber_due=False)
    corners = CORNERS_MASK[event.to]
    due = bool(state.opponents(state.seat(event.player)) & corners)
    return evolve(moved, steal_due=due)


def steal(state: State, event: Steal) -> State:
    """A card goes from the victim to the thief, known or not."""
    state = evolve(state, steal_due=False)
    if event.victim is None:
        return state
    thief, victim = state.seat(event.player), state.seat(event.victim)
    hand = state.players[victim].hand
    if not sum(hand) and event.resource is None:
        return state
    kind = only_kind(hand) if event.resource is None else RESOURCE_INDEX[event.resource]
    stolen = single(UNIDENTIFIED if kind is None else kind)
    state = evolve(state, players=with_player(state, victim, hand=remove(hand, stolen)))
    return evolve(state, players=with_player(state, thief, hand=add(state.players[thief].hand, stolen)))
