"""Inputs about the game log that every game accepts: undo, redo, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.game_api import GameHistory, Insert, Interpretation, Replace, Undo
from companion.games.replay import RecordedEvent
from companion.games.schema import shape_refusal
from companion.i18n import sentence
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class EventCodec(Generic[E]):
    """The JSON codec of a game's events.

    Attributes:
        to_json: returns the JSON form of an event, with its "kind".
        from_json: parses that form; raises ValueError where it is no event.
    """

    to_json: Callable[[E], dict[str, Any]]
    from_json: Callable[[object], E]


def undo(history: GameHistory[S, E]) -> Interpretation[E]:
    """Return the interpretation that undoes everything the last observation recorded.

    Raises:
        InputRefused: nothing is recorded yet.
    """
    if history.undoable is None:
        raise InputRefused(sentence("there is nothing to undo"))
    return Interpretation(corrections=(Undo(history.undoable),))


def redo(history: GameHistory[S, E]) -> Interpretation[E]:
    """Return the interpretation that restores everything that the last undo removed.

    Raises:
        InputRefused: nothing was undone, or something else was recorded since.
    """
    if history.redoable is None:
        raise InputRefused(sentence("there is nothing to redo"))
    return Interpretation(corrections=(Undo(history.redoable),))


def confirm(history: GameHistory[S, E], data: Mapping[str, Any]) -> Interpretation[E]:
    """Return the interpretation that confirms an entry, so that it becomes certain.

    Raises:
        InputRefused: there is no such entry.
    """
    recorded_event = find_recorded(history, data.get("entry"))
    if recorded_event.certainty == 1.0:
        return Interpretation(duplicate_of=(recorded_event.number,))
    return Interpretation(corrections=(Replace(recorded_event.number, recorded_event.event),))


def correct(history: GameHistory[S, E], data: Mapping[str, Any], codec: EventCodec[E]) -> Interpretation[E]:
    """Interpret a correction (`parse_correction`). The first event, which seats the players, keeps its kind.

    Raises:
        InputRefused, ValueError: as `parse_correction`, or the correction would remove the players' seating.
    """
    change = parse_correction(history, data, codec)
    first = history.recorded_events[0]
    of_first = isinstance(change, Replace) and change.number == first.number
    if of_first and type(change.event) is not type(first.event):
        raise InputRefused(sentence("the players' seating can't be undone: start a new game"))
    return Interpretation(corrections=(change,))


def parse_correction(
    history: GameHistory[S, E], data: Mapping[str, Any], codec: EventCodec[E]
) -> Replace[E] | Insert[E]:
    """Parse a correction: replace, remove or insert an event.

    Args:
        history: the game so far.
        data: ``entry`` and ``event`` (the replacement; None removes the event), ``entry`` and ``change`` (the
            fields that differ), or ``before`` and ``event`` (the event to insert).
        codec: the codec of the game's events.

    Raises:
        InputRefused: the input has none of these forms, or there is no such entry.
        ValueError: the correction is no event of this game.
    """
    if "entry" in data and "change" in data:
        recorded_event = find_recorded(history, data["entry"])
        return Replace(recorded_event.number, _apply_changes(recorded_event.event, data["change"], codec))
    if "entry" in data and "event" in data:
        recorded_event = find_recorded(history, data["entry"])
        return Replace(
            recorded_event.number, None if data["event"] is None else codec.from_json(data["event"])
        )
    if "before" in data and "event" in data:
        recorded_event = find_recorded(history, data["before"])
        if recorded_event == history.recorded_events[0]:
            raise InputRefused(sentence("nothing can happen before the players are seated"))
        return Insert(recorded_event.number, codec.from_json(data["event"]))
    raise shape_refusal(
        sentence('a correction has an "entry" and an "event" or a "change", or a "before" and an "event"')
    )


def _apply_changes(event: E, changes: object, codec: EventCodec[E]) -> E:
    """Return the event with some fields changed; all other fields keep their recorded values."""
    if not isinstance(changes, Mapping) or "kind" in changes:
        raise shape_refusal(sentence("a change is an object with fields of an event, without its kind"))
    return codec.from_json({**codec.to_json(event), **changes})


def find_recorded(history: GameHistory[S, E], number: object) -> RecordedEvent[E]:
    """Return the recorded event with this entry number.

    Raises:
        InputRefused: there is none.
    """
    for each in history.recorded_events:
        if type(number) is int and each.number == number:
            return each
    raise InputRefused(sentence("there is no entry {number} in this game's log", number=str(number)[:20]))
