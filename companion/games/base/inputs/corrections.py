"""Interpret inputs about the log itself: undo, redo, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.base.belief.believed_replay import BaseHistory
from companion.games.base.inputs import island_input
from companion.games.base.inputs.knights import reassign_knight
from companion.games.base.inputs.missed_rolls import insert_earlier_roll, insert_missed_event, remove_roll
from companion.games.base.inputs.reseating import reseat
from companion.games.base.rules.events import (
    Event,
    GameStarted,
    TakeUp,
    event_from_input,
    event_to_json,
)
from companion.games.game_api import Insert, Interpretation, Replace
from companion.games.seats import check_distinct_names
from companion.i18n import sentence
from companion.observations import InputRefused

_CODEC: Final = history_inputs.EventCodec(event_to_json, event_from_input)


def undo(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Undo everything that the last observation recorded."""
    return history_inputs.undo(history)


def redo(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Restore everything that the last undo removed."""
    return history_inputs.redo(history)


def correct(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Correct the island, an event, or insert or delete one."""
    if "layout" in data:
        return island_input.correct_layout(history, data["layout"])
    if {"entry", "before", "event"} <= data.keys():
        return _move(history, data)
    interpretation = history_inputs.correct(history, _with_sides(history, data), _CODEC)
    (correction,) = interpretation.corrections
    if isinstance(correction, Replace) and isinstance(correction.event, GameStarted):
        check_distinct_names(correction.event.players)
        return Interpretation(
            corrections=reseat(
                history, history_inputs.find_recorded(history, correction.number), correction.event
            )
        )
    return insert_missed_event(history, correction) if isinstance(correction, Insert) else interpretation


def _move(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Move an entry before another one, or to the end; its event may change with its place."""
    recorded = history_inputs.find_recorded(history, data["entry"])
    removal, event = Replace[Event](recorded.number, None), event_from_input(data["event"])
    if data["before"] is None:
        return Interpretation((event,), (removal,))
    place = history_inputs.find_recorded(history, data["before"])
    if isinstance(recorded.event, GameStarted) or isinstance(place.event, GameStarted):
        raise InputRefused(sentence("nothing can happen before the players are seated"))
    return Interpretation(corrections=(removal, Insert[Event](place.number, event)))


def _with_sides(history: BaseHistory, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Merge a change of the sides into the recorded sides of a game that was joined in progress."""
    change = data.get("change")
    if not isinstance(change, Mapping) or "sides" not in change or "entry" not in data:
        return data
    event = history_inputs.find_recorded(history, data["entry"]).event
    if not isinstance(event, TakeUp):
        return data
    return {**data, "change": {**change, "sides": _sides(event_to_json(event)["sides"], change["sides"])}}


def _sides(recorded: list[dict[str, Any]], changes: object) -> object:
    """Return all sides, with the changes merged into those of the same colour."""
    if not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return changes
    sides = {side["colour"]: side for side in recorded}
    for change in changes:
        colour = str(change.get("colour"))
        sides[colour] = {**sides.get(colour, {}), **change}
    return list(sides.values())


def confirm(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Confirm that an entry happened exactly as recorded."""
    return history_inputs.confirm(history, data)


INTERPRETERS: Final[Mapping[str, Callable[[BaseHistory, Mapping[str, Any]], Interpretation[Event]]]] = {
    "undo": undo,
    "redo": redo,
    "correct": correct,
    "confirm": confirm,
    "whose_knight": reassign_knight,
    "no_roll": remove_roll,
    "another_roll": insert_earlier_roll,
}
"""Interpreters by the kind of input. Each raises a ValueError, usually `InputRefused`, for an impossible
input.
"""

ROLL_CORRECTION_KINDS: Final = frozenset({"no_roll", "another_roll"})
"""Kinds of the inputs that decide whether dice were a roll."""
