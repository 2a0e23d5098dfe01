"""House rules that change a roll or the robber: the roll deck, void sevens, the friendly robber."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.base.rules.events import Roll
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import CORNERS_MASK, State
from companion.island.geometry import HEXES, HexId
from companion.observations import RolledDice

ROLL_DECK: Final[tuple[RolledDice, ...]] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
CARDS_BELOW_MARK: Final = 5
"""Number of cards below the mark; drawing the mark reshuffles the deck."""


def has_roll_deck(options: Options) -> bool:
    """Return whether the table uses a deck instead of dice."""
    return options.roll_with != "dice"


def remaining_cards(state: State) -> tuple[RolledDice, ...]:
    """The cards that can be drawn next; none if the table rolls dice."""
    if not has_roll_deck(state.options):
        return ()
    return tuple(card for n, card in enumerate(ROLL_DECK) if not state.drawn_roll_cards >> n & 1)


def is_sum_exhausted(state: State, dice: RolledDice) -> bool:
    """Return whether the table uses a deck and no remaining card has this sum.

    Players with a deck of their own may enter any pair with the card's sum, or the sum alone.
    """
    return has_roll_deck(state.options) and not any(sum(card) == sum(dice) for card in remaining_cards(state))


def drawn_cards_after(state: State, dice: RolledDice) -> int:
    """The used cards after a roll, as bits of `ROLL_DECK`; 0 after a reshuffle."""
    if not has_roll_deck(state.options):
        return state.drawn_roll_cards
    remaining = remaining_cards(state)
    same_sum = [card for card in remaining if sum(card) == sum(dice)]
    if not same_sum:
        return state.drawn_roll_cards
    card = dice if dice in remaining else same_sum[0]
    below_mark = CARDS_BELOW_MARK if state.options.roll_with == "marked_deck" else 0
    used = state.drawn_roll_cards | 1 << ROLL_DECK.index(card)
    return 0 if used.bit_count() >= len(ROLL_DECK) - below_mark else used


# House rule: a seven in the first rounds is void and rolled again (`Options.no_seven_rounds`).


def is_rolled_again(state: State, roll: Roll) -> bool:
    """Return whether a roll in a state is a seven that doesn't count.

    Rounds count from the game's first roll. A game joined in progress is past its first rounds.
    """
    rounds, seats = state.options.no_seven_rounds, len(state.players)
    if not rounds or sum(roll.dice) != 7 or state.was_taken_up:
        return False
    if state.phase == "founding":
        return True
    seat, turn, active = state.seat(roll.player), state.turn, state.active
    while active != seat and turn <= rounds * seats:
        active, turn = state.adjacent_seat(active, 1), turn + 1
    return turn <= rounds * seats


# House rule: the robber spares players with few points (`Options.friendly_robber`).


def spared_seats_by_hex(state: State, seat: int) -> Mapping[HexId, tuple[int, ...]]:
    """The hexes to which a seat must not move a friendly robber, each with the seats spared there.

    The desert stays open because it produces nothing. If no other hex remained, every hex is open:
    the robber has to move.
    """
    spared = state.spared_seats(seat)
    if not spared or state.land is None:
        return {}
    deserts = frozenset(state.land.layout.deserts())
    found = {
        h: spared_here
        for h in HEXES
        if h not in deserts
        and (spared_here := tuple(n for n in spared if state.players[n].buildings & CORNERS_MASK[h]))
    }
    return found if any(h not in found for h in HEXES if h != state.robber) else {}
