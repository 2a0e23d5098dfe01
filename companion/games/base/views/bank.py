"""What lies in the bank, as it is shown."""

from __future__ import annotations

from companion.games.base.rules.cards import CARDS_A_RESOURCE, RESOURCES, UNIDENTIFIED
from companion.games.base.rules.state import State
from companion.games.base.wire import BankInPublic


def bank_in_public(state: State) -> BankInPublic:
    """How many cards of each resource are left, and how many of which nobody said what they are.

    Never more than the box holds beside what is known to be in hands: who gave more of a resource than the
    story knows of had it untold, and then it was gone from here before.

    Args:
        state: as everybody knows it.
    """
    left: dict[str, int] = {}
    for n, kind in enumerate(RESOURCES):
        held = sum(max(0, player.hand[n]) for player in state.players)
        left[kind] = max(0, min(state.bank[n], CARDS_A_RESOURCE - held))
    return {"bank": left, "bank_unidentified": max(0, state.bank[UNIDENTIFIED])}
