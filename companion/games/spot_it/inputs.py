"""What people enter, made events.

=================  ===========================================================================
kind               fields
=================  ===========================================================================
`game_scored`      `first_out`: colours; `counts`: by colour, nothing doubled; `game`: the one that
                   is on, unless it is said
`round_scored`     `captured`: cards by colour
both               `after`: how many games and rounds had been counted when somebody began to say it; where
                   that isn't so any more, it is refused; left out, it is taken as it comes
`undo`             takes back what was told last
`correct`          one of: `entry` and `event` (what happened instead; null: nothing); `entry` and
                   `change` (the event's fields that differ); `before` and `event` (what nobody told)
`confirm`          `entry`: just this happened, whoever told it
=================  ===========================================================================

Any may name what it is `about` (`companion.games.about`); `after` says it of what is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import correcting
from companion.games.about import split
from companion.games.game_api import Interpretation
from companion.games.shapes import kind_of, no_such_input, refused
from companion.games.spot_it.corrections import MatchStory, correct
from companion.games.spot_it.events import Event, GameScored, RoundScored, event_from_json
from companion.games.spot_it.state import State
from companion.i18n import listed, sentence
from companion.observations import InputRefused

_KINDS: Final = (GameScored.kind, RoundScored.kind, "undo", "correct", "confirm")


def interpret(history: MatchStory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """What an input tells.

    Args:
        history: so far.
        data: what was entered, not yet checked.

    Raises:
        InputRefused: no such kind, a field missing or wrong, or nothing there to correct.
    """
    try:
        _, data = split(data)
        return _interpreted(history, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error


def _interpreted(history: MatchStory, data: Mapping[str, Any]) -> Interpretation[Event]:
    match kind_of(data):
        case "undo":
            return correcting.undo(history)
        case "correct":
            return correct(history, data)
        case "confirm":
            return correcting.confirm(history, data)
        case GameScored.kind:
            return Interpretation(
                (event_from_json({"game": history.state.game, **_said(history.state, data)}),)
            )
        case RoundScored.kind:
            return Interpretation((event_from_json(_said(history.state, data)),))
        case other:
            raise no_such_input(other, _KINDS)


def _said(state: State, data: Mapping[str, Any]) -> dict[str, Any]:
    """What was counted, once it is seen to that no other tablet said the same meanwhile.

    Raises:
        InputRefused: something was counted or taken back since `after`.
    """
    said = dict(data)
    after = said.pop("after", state.count)
    if type(after) is not int:
        raise refused(sentence("after is the number of games and rounds already counted"))
    if after < state.count:
        raise InputRefused(sentence("That was already counted: {what}.", what=_last(state)))
    if after > state.count:
        raise InputRefused(sentence("An earlier count has been undone since. Count again."))
    return said


def _last(state: State) -> str:
    """What was scored last, team by team."""
    points = state.last.points if state.last else ()
    won = [
        sentence("{name} +{points}", name=team.name, points=gained)
        for team, gained in zip(state.teams, points, strict=False)
        if gained
    ]
    return listed(won) if won else sentence("nobody scored")
