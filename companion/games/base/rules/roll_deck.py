"""A house rule: instead of dice a deck of 36 cards, one for each pair of dice (`Options.roll_with`).

What lies in it follows from what was rolled since it was shuffled; which card is on top is drawn by lot
outside of the rules, each as likely as any other. A seven that is rolled again is used up like any card.
"""

from __future__ import annotations

from typing import Final

from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.thrown import Thrown

CARDS: Final[tuple[Thrown, ...]] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
UNDER_THE_MARK: Final = 5
"""So many cards lie under the mark that has the deck shuffled anew."""


def is_played(options: Options) -> bool:
    """Whether the table rolls with a deck."""
    return options.roll_with != "dice"


def left(state: State) -> tuple[Thrown, ...]:
    """The cards that may be drawn next; none where the table rolls with dice."""
    if not is_played(state.options):
        return ()
    return tuple(card for n, card in enumerate(CARDS) if not state.drawn >> n & 1)


def lacks(state: State, dice: Thrown) -> bool:
    """Whether the table rolls with a deck, and none of its cards has such a sum.

    Who enters a card of a deck of their own may name any pair that comes to it, or the sum alone.
    """
    return is_played(state.options) and not any(sum(card) == sum(dice) for card in left(state))


def drawn_with(state: State, dice: Thrown) -> int:
    """The cards that are used up, as bits, once one was rolled; none where the deck is shuffled then."""
    if not is_played(state.options):
        return state.drawn
    there = left(state)
    alike = [card for card in there if sum(card) == sum(dice)]
    if not alike:
        return state.drawn
    card = dice if dice in there else alike[0]
    under = UNDER_THE_MARK if state.options.roll_with == "marked_deck" else 0
    used = state.drawn | 1 << CARDS.index(card)
    return 0 if used.bit_count() >= len(CARDS) - under else used
