"""What a roll produces, and what the bank can pay of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base.rules.cards import (
    NONE,
    UNIDENTIFIED,
    Cards,
    add,
    add_one,
    remove,
    single,
)
from companion.games.base.rules.events import TakeInstead
from companion.games.base.rules.state import (
    State,
    evolve,
    land_of,
    with_player,
)

WAYS: Final[Mapping[int, int]] = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""In how many of 36 throws of two dice a sum comes."""
THROWS: Final = sum(WAYS.values())


def owed_for(state: State, total: int) -> tuple[list[Cards], int]:
    """What each seat is owed for a roll, whatever the bank holds, and how many cards that is."""
    takes = [NONE] * len(state.players)
    cards = 0
    for h, kind, corners in land_of(state).yields[total]:
        if h == state.robber:
            continue
        for seat, player in enumerate(state.players):
            settlements, cities = player.settlements & corners, player.cities & corners
            if (settlements or cities) and not player.resting:
                count = settlements.bit_count() + 2 * cities.bit_count()
                take = single(kind, count)
                takes[seat] = take if takes[seat] is NONE else add(takes[seat], take)
                cards += count
    return takes, cards


def production(state: State, total: int) -> tuple[tuple[Cards, ...], int]:
    """What each seat takes for a roll, and bits of the resources the bank can't pay in full.

    Where a resource runs short, one player owed gets what is left, several get none of it
    (clarifications.md, "Bank shortage").
    """
    takes, cards = owed_for(state, total)
    if cards <= min(state.bank[:5]):
        return tuple(takes), 0
    return _rationed(takes, state.bank)


def _rationed(takes: Sequence[Cards], bank: Cards) -> tuple[tuple[Cards, ...], int]:
    """What a bank that may run short pays of what is owed, and bits of what it can't pay in full."""
    paid = list(takes)
    shortage = 0
    for kind in range(5):
        takers = [seat for seat, take in enumerate(takes) if take[kind]]
        asked = sum(takes[seat][kind] for seat in takers)
        if asked > bank[kind] + max(0, bank[UNIDENTIFIED]):
            shortage |= 1 << kind
            left = bank[kind] if len(takers) == 1 else 0
            for seat in takers:
                paid[seat] = add_one(paid[seat], kind, left - takes[seat][kind])
    return tuple(paid), shortage


def take_instead(state: State, event: TakeInstead) -> State:
    """What was due goes back to the bank, and what was taken comes from it."""
    seat = state.seat(event.player)
    due = state.takes[seat]
    hand = add(remove(state.players[seat].hand, due), event.resources)
    takes = tuple(event.resources if n == seat else cards for n, cards in enumerate(state.takes))
    bank = remove(add(state.bank, due), event.resources)
    return evolve(state, players=with_player(state, seat, hand=hand), bank=bank, takes=takes)
