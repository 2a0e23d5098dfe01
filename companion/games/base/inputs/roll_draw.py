"""Draw a card of the roll deck: `draw_roll` becomes the roll on the card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.base.rules import roll_deck
from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State
from companion.games.capabilities import DrawOrder
from companion.i18n import sentence
from companion.observations import InputRefused

KIND: Final = "draw_roll"
NO_DECK: Final = sentence("This table rolls with dice: no cards are drawn.")
NO_CARD_DRAWN: Final = sentence("No card was drawn: cards are drawn only during a game.")
CARD_ALREADY_DRAWN: Final = sentence(
    "A card was already drawn this turn. The next player draws the next one."
)


def draw_random(state: State, data: Mapping[str, Any], order: DrawOrder) -> Mapping[str, Any]:
    """Return the input with its random part drawn: a `draw_roll` becomes a roll.

    Raises:
        InputRefused: the table has no roll deck, or no card may be drawn now.
    """
    if data.get("kind") != KIND:
        return data
    cards = roll_deck.remaining_cards(state)
    if not cards:
        raise InputRefused(NO_DECK)
    if state.has_rolled:
        raise InputRefused(CARD_ALREADY_DRAWN)
    return {**data, "kind": Roll.kind, "dice": list(cards[order(len(cards))[0]])}
