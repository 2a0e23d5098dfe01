"""Record the cards that players took of a roll instead of the production, even after the turn's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import RESOURCE_INDEX, add_one
from companion.games.base.rules.events import EndTurn, Event, TakeInstead
from companion.games.base.rules.state import State
from companion.games.game_api import Insert, Interpretation
from companion.i18n import sentence
from companion.observations import InputRefused

NO_ROLL: Final = sentence("No cards have been taken for a roll yet.")
TOO_FEW_CLAIMANTS: Final = sentence(
    "When the bank runs out, nobody gets a resource only if several players are owed it. Enter what this "
    "player took."
)


def correct_production(believed: BelievedReplay, events: Sequence[Event]) -> Interpretation[Event]:
    """Record the cards that were taken: now, or before the end of the last roll's turn."""
    if believed.state.has_rolled:
        return Interpretation(tuple(events))
    for step in reversed(believed.steps):
        if step.state_before.has_rolled and isinstance(step.record.event, EndTurn):
            return Interpretation(corrections=tuple(Insert(step.record.number, event) for event in events))
    raise InputRefused(NO_ROLL)


def record_bank_shortage(believed: BelievedReplay, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Record that the bank lacked a resource for all claimants, so nobody took any.

    Raises:
        InputRefused: the resource is unknown, or it was due to fewer than two players.
    """
    resource = data.get("resource")
    if not isinstance(resource, str) or resource not in RESOURCE_INDEX:
        raise InputRefused(sentence("no such resource: {value}", value=str(resource)[:40]))
    state, kind = _last_rolled_state(believed), RESOURCE_INDEX[resource]
    owed = [seat for seat, cards in enumerate(state.production) if cards[kind]]
    if len(owed) < 2:
        raise InputRefused(TOO_FEW_CLAIMANTS)
    cards = {seat: add_one(state.production[seat], kind, -state.production[seat][kind]) for seat in owed}
    return correct_production(
        believed, [TakeInstead(state.players[seat].colour, cards[seat]) for seat in owed]
    )


def _last_rolled_state(believed: BelievedReplay) -> State:
    """Return the last state with a roll."""
    for step in reversed(believed.steps):
        if step.state_after.has_rolled:
            return step.state_after
    raise InputRefused(NO_ROLL)
