"""What people enter, made events: the inputs of `POST /api/inputs`.

Where an input names no `player`, the player on turn is meant. Any may name what it is `about`
(`companion.games.about`): where that turn is over it is refused; what was told already is confirmed.

============  ====================================================================
kind          fields
============  ====================================================================
`throw`       `dice`: as they lie after this throw
`use_knight`  `knight`, `resource`, `die`
`build`       `piece`, `at`: its id on the sheet
`end_turn`
`undo`        takes back all that the last observation told
`correct`     as `companion.games.correcting.correction` says
`confirm`     `entry`: just this happened
============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import correcting
from companion.games.about import About, split, told_since
from companion.games.dice_game.events import (
    Build,
    EndTurn,
    Event,
    GameStarted,
    Throw,
    UseKnight,
    event_from_json,
    event_to_json,
)
from companion.games.dice_game.reseating import reseated
from companion.games.dice_game.state import State
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace
from companion.games.shapes import kind_of, no_such_input
from companion.i18n import sentence
from companion.observations import InputRefused

_PLAIN: Final = frozenset({Throw.kind, UseKnight.kind, Build.kind, EndTurn.kind})
_CORRECTING: Final = frozenset({"undo", "correct", "confirm"})


_CODEC: Final = correcting.Codec(event_to_json, event_from_json)


def interpret(history: GameHistory[State, Event], data: Mapping[str, Any]) -> Interpretation[Event]:
    """What an input tells.

    Args:
        history: so far.
        data: what was entered, not yet checked.

    Raises:
        InputRefused: no such kind, a field missing or wrong, nothing there to correct, or it is about a
            turn that isn't on.
    """
    about, data = split(data)
    kind = kind_of(data)
    try:
        if kind in _PLAIN:
            return _told(history, data, about)
        if kind == "undo":
            return correcting.undo(history)
        if kind == "confirm":
            return correcting.confirm(history, data)
        if kind == "correct":
            return _corrected(history, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error
    raise no_such_input(kind, _PLAIN | _CORRECTING)


def _told(history: GameHistory[State, Event], data: Mapping[str, Any], about: About) -> Interpretation[Event]:
    state = history.state
    if not state.players:
        raise InputRefused(sentence("no players are seated yet"))
    on_turn = state.players[state.active]
    about.in_turn(state.turn, on_turn.name, same=data.get("player", on_turn.colour) == on_turn.colour)
    event = event_from_json({"player": on_turn.colour, **data})
    if (already := _told_already(history, event, about)) is not None:
        return Interpretation(already=(already,))
    if isinstance(event, Throw) and not state.throws and (first := _first_paid(history)) is not None:
        # The dice came before what was done with them, however late they are entered.
        return Interpretation(corrections=(Insert(first, event),))
    return Interpretation((event,))


def _told_already(history: GameHistory[State, Event], event: Event, about: About) -> int | None:
    """The number of the entry that told the same: drawn in on a sheet, or told since what was seen."""
    if isinstance(event, Build):
        for recorded in history.recorded:
            if recorded.event == event:
                return recorded.number
    same = told_since(history, about, event)
    return None if same is None else same.number


def _first_paid(history: GameHistory[State, Event]) -> int | None:
    """The number of the first entry of the turn that is on that its dice paid; None: nothing was built.

    Dice that are entered after a knight was spent lie as it turned them.
    """
    first = None
    for recorded in reversed(history.recorded):
        if not isinstance(recorded.event, Build):
            break
        first = recorded.number
    return first


def _corrected(history: GameHistory[State, Event], data: Mapping[str, Any]) -> Interpretation[Event]:
    told = correcting.correct(history, data, _CODEC)
    (said,) = told.corrections
    if isinstance(said, Replace) and isinstance(said.event, GameStarted):
        recorded = correcting.recorded(history, said.number)
        if isinstance(recorded.event, GameStarted):
            return Interpretation(corrections=reseated(history, recorded, said.event))
    return told
