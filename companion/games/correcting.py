"""What people enter about the story itself, in whatever game: take back, correct, confirm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.game_api import GameHistory, Insert, Interpretation, Replace, Undo
from companion.games.replay import RecordedEvent
from companion.games.shapes import refused
from companion.i18n import sentence
from companion.observations import InputRefused

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class Codec(Generic[E]):
    """How a game's events are written.

    Attributes:
        to_json: the JSON form of an event, with its "kind".
        from_json: the event that it described; a ValueError where it describes none.
    """

    to_json: Callable[[E], dict[str, Any]]
    from_json: Callable[[object], E]


def undo(history: GameHistory[S, E]) -> Interpretation[E]:
    """All that the last observation told is taken back.

    Raises:
        InputRefused: nothing was told yet.
    """
    if history.undoable is None:
        raise InputRefused(sentence("there is nothing to undo"))
    return Interpretation(corrections=(Undo(history.undoable),))


def confirm(history: GameHistory[S, E], data: Mapping[str, Any]) -> Interpretation[E]:
    """Just what an entry says has happened: people say so now, and it stays.

    Raises:
        InputRefused: there is no such entry.
    """
    told = recorded(history, data.get("entry"))
    if told.certainty == 1.0:
        return Interpretation(already=(told.number,))
    return Interpretation(corrections=(Replace(told.number, told.event),))


def correct(history: GameHistory[S, E], data: Mapping[str, Any], codec: Codec[E]) -> Interpretation[E]:
    """As `correction`; the game's first event, with which its players sat down, stays one of its kind.

    Raises:
        InputRefused, ValueError: as `correction`; or it would leave nobody sitting there.
    """
    said = correction(history, data, codec)
    first = history.recorded[0]
    of_first = isinstance(said, Replace) and said.number == first.number
    if of_first and type(said.event) is not type(first.event):
        raise InputRefused(sentence("the players' seating can't be undone: start a new game"))
    return Interpretation(corrections=(said,))


def correction(
    history: GameHistory[S, E], data: Mapping[str, Any], codec: Codec[E]
) -> Replace[E] | Insert[E]:
    """What an input says happened otherwise, not at all, or besides.

    Args:
        history: so far.
        data: ``entry`` and ``event`` (what happened instead; None: nothing), ``entry`` and ``change`` (the
            event's fields that differ), or ``before`` and ``event`` (what nobody told).
        codec: of its events.

    Raises:
        InputRefused: it says none of this, or of an entry that isn't there.
        ValueError: what it says is no event of this game.
    """
    if "entry" in data and "change" in data:
        told = recorded(history, data["entry"])
        return Replace(told.number, _changed(told.event, data["change"], codec))
    if "entry" in data and "event" in data:
        told = recorded(history, data["entry"])
        return Replace(told.number, None if data["event"] is None else codec.from_json(data["event"]))
    if "before" in data and "event" in data:
        told = recorded(history, data["before"])
        if told == history.recorded[0]:
            raise InputRefused(sentence("nothing can happen before the players are seated"))
        return Insert(told.number, codec.from_json(data["event"]))
    raise refused(
        sentence('a correction has an "entry" and an "event" or a "change", or a "before" and an "event"')
    )


def _changed(event: E, changes: object, codec: Codec[E]) -> E:
    """The same event, but for what differs: what isn't said of it stays as it was told."""
    if not isinstance(changes, Mapping) or "kind" in changes:
        raise refused(sentence("a change is an object with fields of an event, without its kind"))
    return codec.from_json({**codec.to_json(event), **changes})


def recorded(history: GameHistory[S, E], number: object) -> RecordedEvent[E]:
    """The recorded event of a number.

    Raises:
        InputRefused: there is none.
    """
    for each in history.recorded:
        if type(number) is int and each.number == number:
            return each
    raise InputRefused(sentence("there is no entry {number} in this game's log", number=str(number)[:20]))
