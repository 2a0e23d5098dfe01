"""Interpretation of the inputs of a match.

=================  ===========================================================================
kind               fields
=================  ===========================================================================
`game_scored`      `first_out`: colours; `counts`: by colour, before doubling; `game`: default the
                   current one
`round_scored`     `captured`: cards by colour
both               `after`: number of games and rounds that were scored when the player began to enter
                   this; the input is refused if that has changed; optional
`undo`             takes back the last entry
`redo`             restores what the last undo took back
`correct`          one of: `entry` and `event` (replacement; null: delete); `entry` and `change`
                   (changed fields of the event); `before` and `event` (insertion)
`confirm`          `entry`: confirms the entry, regardless of its source
=================  ===========================================================================

Every input may have a context, `about` (`companion.games.input_context`); `after` is the context of scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.game_api import Interpretation
from companion.games.input_context import split_context
from companion.games.schema import input_kind, shape_refusal, unknown_input
from companion.games.spot_it.corrections import MatchHistory, correct
from companion.games.spot_it.events import Event, GameScored, RoundScored, event_from_json
from companion.games.spot_it.state import MatchState
from companion.i18n import join_list, sentence
from companion.observations import InputRefused

_KINDS: Final = (GameScored.kind, RoundScored.kind, "undo", "redo", "correct", "confirm")


def interpret(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Interpret an input.

    Args:
        history: of the match.
        data: the unvalidated input.

    Raises:
        InputRefused: unknown kind, missing or invalid field, or nothing to correct.
    """
    try:
        _, data = split_context(data)
        return _interpret_kind(history, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error


def _interpret_kind(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    match input_kind(data):
        case "undo":
            return history_inputs.undo(history)
        case "redo":
            return history_inputs.redo(history)
        case "correct":
            return correct(history, data)
        case "confirm":
            return history_inputs.confirm(history, data)
        case GameScored.kind:
            return Interpretation(
                (event_from_json({"game": history.state.game, **_event_fields(history.state, data)}),)
            )
        case RoundScored.kind:
            return Interpretation((event_from_json(_event_fields(history.state, data)),))
        case other:
            raise unknown_input(other, _KINDS)


def _event_fields(state: MatchState, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a scoring event, after a check that no other device has scored it meanwhile.

    Raises:
        InputRefused: a score was added or undone since `after`.
    """
    fields = dict(data)
    after = fields.pop("after", state.count)
    if type(after) is not int:
        raise shape_refusal(sentence("after is the number of games and rounds already counted"))
    if after < state.count:
        raise InputRefused(sentence("That was already counted: {what}.", what=_describe_last_score(state)))
    if after > state.count:
        raise InputRefused(sentence("An earlier count has been undone since. Count again."))
    return fields


def _describe_last_score(state: MatchState) -> str:
    """The last score of each team, as a text."""
    points = state.last_score.points if state.last_score else ()
    gains = [
        sentence("{name} +{points}", name=team.name, points=gained)
        for team, gained in zip(state.teams, points, strict=False)
        if gained
    ]
    return join_list(gains) if gains else sentence("nobody scored")
