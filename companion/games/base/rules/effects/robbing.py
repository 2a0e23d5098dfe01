"""What a seven or a knight brings: cards discarded, the robber moved, a card stolen."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    RESOURCE_INDEX,
    UNIDENTIFIED,
    add,
    only_kind,
    remove,
    single,
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


def discards_due(size: int, limit: int) -> int:
    """Half of the cards, rounded down, of a hand that holds more than the limit as a seven is thrown."""
    return size // 2 if size > limit else 0


def owed_by_who_shows(state: State, seat: int, shown: int) -> tuple[int, ...]:
    """What is owed for a seven once somebody has shown a hand, until the robber is moved.

    Who holds another number of cards than was thought held it as the dice fell, too: that counts, and not
    what was thought; or has given up what is owed without a word.

    Args:
        state: before.
        seat: whose hand it is.
        shown: how many cards are in it.
    """
    seven = state.dice is not None and sum(state.dice) == 7 and state.robber_due
    held = sum(state.players[seat].hand)
    if not seven or shown == held:
        return state.owed
    given_up = shown == held - state.owed[seat]
    owed = list(state.owed)
    owed[seat] = 0 if given_up else discards_due(shown, state.options.hand_limit)
    return tuple(owed)


def move_robber(state: State, event: MoveRobber) -> State:
    """The robber stands on another hex; whoever has built there may be robbed."""
    moved = evolve(state, robber=event.to, robber_due=False)
    return evolve(moved, steal_due=bool(moved.robbable(state.seat(event.player))))


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
