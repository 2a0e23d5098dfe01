"""The public view of the bank."""

from __future__ import annotations

from companion.games.base.api_types import BankInPublic
from companion.games.base.rules.cards import CARDS_PER_RESOURCE, RESOURCES, UNIDENTIFIED_KIND
from companion.games.base.rules.state import State


def bank_in_public(state: State) -> BankInPublic:
    """Return the number of cards of each resource, and of unidentified cards.

    The known cards of the hands limit each resource. A player who gave more of a resource than recorded had
    gained it without a report, and then it had left the bank before.

    Args:
        state: the public state.
    """
    left: dict[str, int] = {}
    for n, kind in enumerate(RESOURCES):
        held = sum(max(0, player.hand[n]) for player in state.players)
        left[kind] = max(0, min(state.bank[n], CARDS_PER_RESOURCE - held))
    return {"bank": left, "bank_unidentified": max(0, state.bank[UNIDENTIFIED_KIND])}
