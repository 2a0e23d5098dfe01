"""A house rule: instead of dice a deck of 36 cards, one for each pair of dice (`Options.roll_with`).

The deck's contents follow from the rolls since the last shuffle. The caller draws the next card at random,
uniformly, outside the rules. A seven that is rolled again uses up its card like any other roll.
"""

from __future__ import annotations

from typing import Final

from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.rolled_dice import RolledDice

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
