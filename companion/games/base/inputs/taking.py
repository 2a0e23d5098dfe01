"""What people took of a roll, where that isn't what was due: said of it also once the dice were passed."""

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
NOT_SEVERAL: Final = sentence(
    "When the bank runs out, nobody gets a resource only if several players are owed it. Enter what this "
    "player took."
)


def told(believed: BelievedReplay, events: Sequence[Event]) -> Interpretation[Event]:
    """What was taken instead: now, or before the dice of the last roll were passed."""
    if believed.state.rolled:
        return Interpretation(tuple(events))
    for step in reversed(believed.steps):
        if step.before.rolled and isinstance(step.recorded.event, EndTurn):
            return Interpretation(corrections=tuple(Insert(step.recorded.number, event) for event in events))
    raise InputRefused(NO_ROLL)


def bank_ran_out(believed: BelievedReplay, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The bank hadn't enough of a resource for all who were owed some: nobody took any of it.

    Raises:
        InputRefused: no such resource, or it was owed to fewer than two.
    """
    resource = data.get("resource")
    if not isinstance(resource, str) or resource not in RESOURCE_INDEX:
        raise InputRefused(sentence("no such resource: {value}", value=str(resource)[:40]))
    state, kind = _rolled(believed), RESOURCE_INDEX[resource]
    owed = [seat for seat, cards in enumerate(state.takes) if cards[kind]]
    if len(owed) < 2:
        raise InputRefused(NOT_SEVERAL)
    cards = {seat: add_one(state.takes[seat], kind, -state.takes[seat][kind]) for seat in owed}
    return told(believed, [TakeInstead(state.players[seat].colour, cards[seat]) for seat in owed])


def _rolled(believed: BelievedReplay) -> State:
    """The last state in which dice lie that were rolled."""
    for step in reversed(believed.steps):
        if step.after.rolled:
            return step.after
    raise InputRefused(NO_ROLL)
