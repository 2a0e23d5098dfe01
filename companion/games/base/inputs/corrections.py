"""What people enter about the story itself: take back, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games import correcting
from companion.games.base.belief.believed_replay import BaseHistory
from companion.games.base.inputs import laying
from companion.games.base.inputs.knights import whose_knight
from companion.games.base.inputs.passing import another_roll, no_roll, rolled_before
from companion.games.base.inputs.reseating import reseated
from companion.games.base.rules.events import (
    Event,
    GameStarted,
    TakeUp,
    entered_event,
    event_to_json,
)
from companion.games.game_api import Insert, Interpretation, Replace
from companion.games.seats import check_names

_CODEC: Final = correcting.Codec(event_to_json, entered_event)


def undo(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """All that the last observation told is taken back."""
    return correcting.undo(history)


def correct(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Another island lies there; something else happened, or nothing, or something that nobody told."""
    if "layout" in data:
        return laying.entered(history, data["layout"])
    told = correcting.correct(history, _with_sides(history, data), _CODEC)
    (said,) = told.corrections
    if isinstance(said, Replace) and isinstance(said.event, GameStarted):
        check_names(said.event.players)
        return Interpretation(
            corrections=reseated(history, correcting.recorded(history, said.number), said.event)
        )
    return rolled_before(history, said) if isinstance(said, Insert) else told


def _with_sides(history: BaseHistory, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What lay before the players when a game was taken up is changed for those of whom it is said."""
    change = data.get("change")
    if not isinstance(change, Mapping) or "sides" not in change or "entry" not in data:
        return data
    event = correcting.recorded(history, data["entry"]).event
    if not isinstance(event, TakeUp):
        return data
    return {**data, "change": {**change, "sides": _sides(event_to_json(event)["sides"], change["sides"])}}


def _sides(told: list[dict[str, Any]], changes: object) -> object:
    """What lay before the players, where only what differs is said of some of them."""
    if not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return changes
    sides = {side["colour"]: side for side in told}
    for change in changes:
        colour = str(change.get("colour"))
        sides[colour] = {**sides.get(colour, {}), **change}
    return list(sides.values())


def confirm(history: BaseHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Just what an entry says has happened: people say so now, and it stays."""
    return correcting.confirm(history, data)


KINDS: Final[Mapping[str, Callable[[BaseHistory, Mapping[str, Any]], Interpretation[Event]]]] = {
    "undo": undo,
    "correct": correct,
    "confirm": confirm,
    "whose_knight": whose_knight,
    "no_roll": no_roll,
    "another_roll": another_roll,
}
"""By the kind of the input. Each raises a ValueError, mostly `InputRefused`, where it makes no sense."""

OF_ROLLS: Final = frozenset({"no_roll", "another_roll"})
"""The kinds of those that say of dice that they were a roll, or none."""
