"""What people enter, made events.

=================  ===========================================================================
kind               fields
=================  ===========================================================================
`game_scored`      `first_out`: colours; `counts`: by colour, nothing doubled; `game`: the one that
                   is on, unless it is said
`round_scored`     `captured`: cards by colour
`undo`             takes back what was told last
`correct`          one of: `entry` and `event` (what happened instead; null: nothing); `entry` and
                   `change` (the event's fields that differ); `before` and `event` (what nobody told)
`confirm`          `entry`: just this happened, whoever told it
=================  ===========================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import correcting
from companion.games.seam import Telling
from companion.games.spot_it.corrections import MatchStory, correct
from companion.games.spot_it.events import Event, GameScored, RoundScored, event_from_json
from companion.observations import InputRefused


def interpret(story: MatchStory, data: Mapping[str, Any]) -> Telling[Event]:
    """What an input tells.

    Args:
        story: so far.
        data: what was entered, not yet checked.

    Raises:
        InputRefused: no such kind, a field missing or wrong, or nothing there to correct.
    """
    try:
        return _interpreted(story, data)
    except InputRefused:
        raise
    except ValueError as error:
        raise InputRefused(str(error)) from error


def _interpreted(story: MatchStory, data: Mapping[str, Any]) -> Telling[Event]:
    match data.get("kind"):
        case "undo":
            return correcting.undo(story)
        case "correct":
            return correct(story, data)
        case "confirm":
            return correcting.confirm(story, data)
        case GameScored.kind:
            return Telling((event_from_json({"game": story.state.game, **data}),))
        case RoundScored.kind:
            return Telling((event_from_json(data),))
        case other:
            raise InputRefused(f"no such input: {str(other)[:40]}")
