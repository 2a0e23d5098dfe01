"""Production of a roll, and its rationing when the bank runs short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base.rules.cards import (
    NO_CARDS,
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    Cards,
    add,
    add_one,
    cards_of_kind,
    only_kind,
    remove,
)
from companion.games.base.rules.events import Discard, MoveRobber, Steal, TakeInstead
from companion.games.base.rules.state import State, evolve, land_of, with_player

COMBINATIONS_BY_SUM: Final[Mapping[int, int]] = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""By sum: the number of the 36 outcomes of two dice that show it."""
COMBINATION_COUNT: Final = sum(COMBINATIONS_BY_SUM.values())


def unrationed_production(state: State, total: int) -> tuple[list[Cards], int]:
    """The cards that each seat earns by a roll, regardless of the bank, and their total number."""
    takes = [NO_CARDS] * len(state.players)
    cards = 0
    for h, kind, corners in land_of(state).yields[total]:
        if h == state.robber:
            continue
        for seat, player in enumerate(state.players):
            settlements, cities = player.settlements & corners, player.cities & corners
            if (settlements or cities) and not player.resting:
                count = settlements.bit_count() + 2 * cities.bit_count()
                take = cards_of_kind(kind, count)
                takes[seat] = take if takes[seat] is NO_CARDS else add(takes[seat], take)
                cards += count
    return takes, cards


def compute_production(state: State, total: int) -> tuple[tuple[Cards, ...], int]:
    """The cards that each seat receives for a roll, and bits of the resources that run short.

    If a resource runs short, a single entitled player gets the rest, several get none of it
    (clarifications.md, "Bank shortage").
    """
    takes, cards = unrationed_production(state, total)
    if cards <= min(state.bank[:5]):
        return tuple(takes), 0
    return _ration(takes, state.bank)


def _ration(takes: Sequence[Cards], bank: Cards) -> tuple[tuple[Cards, ...], int]:
    """The cards that the bank pays of the production, and bits of the resources it can't pay in full."""
    paid = list(takes)
    shortage = 0
    for kind in range(5):
        takers = [seat for seat, take in enumerate(takes) if take[kind]]
        asked = sum(takes[seat][kind] for seat in takers)
        if asked > bank[kind] + max(0, bank[UNIDENTIFIED_KIND]):
            shortage |= 1 << kind
            left = bank[kind] if len(takers) == 1 else 0
            for seat in takers:
                paid[seat] = add_one(paid[seat], kind, left - takes[seat][kind])
    return tuple(paid), shortage


def take_instead(state: State, event: TakeInstead) -> State:
    """Replace the production of a seat by the cards that the player really took."""
    seat = state.seat(event.player)
    due = state.production[seat]
    hand = add(remove(state.players[seat].hand, due), event.resources)
    takes = tuple(event.resources if n == seat else cards for n, cards in enumerate(state.production))
    bank = remove(add(state.bank, due), event.resources)
    return evolve(state, players=with_player(state, seat, hand=hand), bank=bank, production=takes)


# Effects of a seven or a knight: discards, robber moves and thefts.


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
