"""A card of the deck that stands for dice, drawn by the companion: `draw_roll` is the roll that it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.base.rules import roll_deck
from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State
from companion.games.optional import DrawOrder
from companion.i18n import sentence
from companion.observations import InputRefused

KIND: Final = "draw_roll"
NO_DECK: Final = sentence("This table rolls with dice: no cards are drawn.")
NOT_DRAWN: Final = sentence("No card was drawn: cards are drawn only during a game.")
DRAWN_ALREADY: Final = sentence("A card was already drawn this turn. The next player draws the next one.")


def by_lot(state: State, data: Mapping[str, Any], order: DrawOrder) -> Mapping[str, Any]:
    """An input as the lot has it: the roll, where a card is to be drawn.

    Raises:
        InputRefused: no card is drawn at this table, or not now.
    """
    if data.get("kind") != KIND:
        return data
    cards = roll_deck.left(state)
    if not cards:
        raise InputRefused(NO_DECK)
    if state.rolled:
        raise InputRefused(DRAWN_ALREADY)
    return {**data, "kind": Roll.kind, "dice": list(cards[order(len(cards))[0]])}
