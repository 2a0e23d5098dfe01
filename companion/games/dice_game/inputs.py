"""Inputs of the dice game, interpreted as events: the inputs of `POST /api/inputs`.

An input without a `player` is about the active player. Any may have a context, `about`
(`companion.games.input_context`): an input about a past turn is refused, and a duplicate is confirmed.

============  ====================================================================
kind          fields
============  ====================================================================
`throw`       `dice`: as they lie after this throw
`use_knight`  `knight`, `resource`, `die`
`build`       `piece`, `at`: its id on the sheet
`end_turn`
`undo`        undoes everything the last observation recorded
`redo`        restores everything the last undo removed
`correct`     see `companion.games.history_inputs.parse_correction`
`confirm`     `entry`: this is correct
============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.dice_game.events import (
    Build,
    DiceGameStarted,
    Event,
    PassDice,
    Throw,
    UseKnight,
    event_from_json,
    event_to_json,
)
from companion.games.dice_game.reseating import reseat
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace
from companion.games.input_context import InputContext, find_unseen_duplicate, split_context
from companion.games.schema import input_kind, unknown_input
from companion.i18n import sentence
from companion.observations import InputRefused

_EVENT_KINDS: Final = frozenset({Throw.kind, UseKnight.kind, Build.kind, PassDice.kind})
_CORRECTION_KINDS: Final = frozenset({"undo", "redo", "correct", "confirm"})


_CODEC: Final = history_inputs.EventCodec(event_to_json, event_from_json)


def interpret(history: GameHistory[DiceGameState, Event], data: Mapping[str, Any]) -> Interpretation[Event]:
    """Interpret an input.

    Args:
        history: the game so far.
        data: the unvalidated input.

    Raises:
        InputRefused: no such kind, a field missing or wrong, nothing to correct, or the input is about
            another turn.
    """
    about, data = split_context(data)
    kind = input_kind(data)
    try:
        if kind in _EVENT_KINDS:
            return _interpret_event(history, data, about)
        if kind == "undo":
            return history_inputs.undo(history)
        if kind == "redo":
            return history_inputs.redo(history)
        if kind == "confirm":
            return history_inputs.confirm(history, data)
        if kind == "correct":
            return _interpret_correction(history, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error
    raise unknown_input(kind, _EVENT_KINDS | _CORRECTION_KINDS)


def _interpret_event(
    history: GameHistory[DiceGameState, Event], data: Mapping[str, Any], about: InputContext
) -> Interpretation[Event]:
    state = history.state
    if not state.players:
        raise InputRefused(sentence("no players are seated yet"))
    on_turn = state.players[state.active]
    about.check_turn(
        state.turn, on_turn.name, same_player=data.get("player", on_turn.colour) == on_turn.colour
    )
    event = event_from_json({"player": on_turn.colour, **data})
    if (duplicate := _find_duplicate(history, event, about)) is not None:
        return Interpretation(duplicate_of=(duplicate,))
    if isinstance(event, Throw) and not state.throws and (first := _first_build_entry(history)) is not None:
        # The dice precede the pieces they paid for, however late they are entered.
        return Interpretation(corrections=(Insert(first, event),))
    return Interpretation((event,))


def _find_duplicate(
    history: GameHistory[DiceGameState, Event], event: Event, about: InputContext
) -> int | None:
    """Return the number of the entry that an event duplicates, or None.

    A building is a duplicate if the sheet already has it, any other event if its sender hadn't seen the
    entry.
    """
    if isinstance(event, Build):
        for recorded in history.recorded_events:
            if recorded.event == event:
                return recorded.number
    duplicate = find_unseen_duplicate(history, about, event)
    return None if duplicate is None else duplicate.number


def _first_build_entry(history: GameHistory[DiceGameState, Event]) -> int | None:
    """Return the number of the first build entry since the last other event; None: nothing was built.

    Dice that are entered after a knight was spent are recorded as the knight left them.
    """
    first = None
    for recorded in reversed(history.recorded_events):
        if not isinstance(recorded.event, Build):
            break
        first = recorded.number
    return first


def _interpret_correction(
    history: GameHistory[DiceGameState, Event], data: Mapping[str, Any]
) -> Interpretation[Event]:
    interpretation = history_inputs.correct(history, data, _CODEC)
    (correction,) = interpretation.corrections
    if isinstance(correction, Replace) and isinstance(correction.event, DiceGameStarted):
        recorded = history_inputs.find_recorded(history, correction.number)
        if isinstance(recorded.event, DiceGameStarted):
            return Interpretation(corrections=reseat(history, recorded, correction.event))
    return interpretation
