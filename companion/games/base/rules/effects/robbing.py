"""Effects of a seven or a knight: discards, robber moves and thefts."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    add,
    cards_of_kind,
    only_kind,
    remove,
)
from companion.games.base.rules.events import (
    Discard,
    MoveRobber,
    Steal,
)
from companion.games.base.rules.state import (
    State,
    evolve,
    with_player,
)


def discard(state: State, event: Discard) -> State:
    """Return discarded cards to the bank."""
    seat = state.seat(event.player)
    due = list(state.discards_due)
    due[seat] = max(0, due[seat] - sum(event.resources))
    return evolve(
        state,
        players=with_player(state, seat, hand=remove(state.players[seat].hand, event.resources)),
        bank=add(state.bank, event.resources),
        discards_due=tuple(due),
    )


def discard_count(size: int, limit: int) -> int:
    """The number of cards to discard on a seven: half, rounded down, of a hand above the limit."""
    return size // 2 if size > limit else 0


def discards_due_after_showing(state: State, seat: int, shown: int) -> tuple[int, ...]:
    """The discards due by seat after a hand is shown between a seven and the robber's move.

    The shown number of cards replaces the recorded one in the discard rule. If it equals the recorded number
    less the discards due, the player has already discarded, unrecorded.

    Args:
        state: before the hand was shown.
        seat: the hand's seat.
        shown: number of cards in the shown hand.
    """
    seven = state.dice is not None and sum(state.dice) == 7 and state.robber_due
    held = sum(state.players[seat].hand)
    if not seven or shown == held:
        return state.discards_due
    has_discarded = shown == held - state.discards_due[seat]
    due = list(state.discards_due)
    due[seat] = 0 if has_discarded else discard_count(shown, state.options.hand_limit)
    return tuple(due)


def move_robber(state: State, event: MoveRobber) -> State:
    """Move the robber; the players with buildings at its hex can then be robbed."""
    moved = evolve(state, robber=event.to, robber_due=False)
    return evolve(moved, steal_due=bool(moved.robbable_seats(state.seat(event.player))))


def steal(state: State, event: Steal) -> State:
    """Move a card, known or unidentified, from the victim to the thief."""
    state = evolve(state, steal_due=False)
    if event.victim is None:
        return state
    thief, victim = state.seat(event.player), state.seat(event.victim)
    hand = state.players[victim].hand
    if not sum(hand) and event.resource is None:
        return state
    kind = only_kind(hand) if event.resource is None else RESOURCE_INDEX[event.resource]
    stolen = cards_of_kind(UNIDENTIFIED_KIND if kind is None else kind)
    state = evolve(state, players=with_player(state, victim, hand=remove(hand, stolen)))
    return evolve(state, players=with_player(state, thief, hand=add(state.players[thief].hand, stolen)))
