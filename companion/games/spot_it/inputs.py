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

Every input may have a context, `about` (`companion.games.history_inputs`); `after` is the context of scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.game_api import GameHistory, Interpretation, Reattribute, Replace
from companion.games.history_inputs import split_context
from companion.games.replay import RecordedEvent
from companion.games.schema import input_kind, shape_refusal, unknown_input
from companion.games.seats import normalize_name
from companion.games.spot_it import events
from companion.games.spot_it.state import Colour, MatchState
from companion.i18n import join_list, sentence
from companion.observations import InputRefused

# Corrections of a match: of any log line, and of the teams.
#
# When a team gets another colour, its recorded events follow.


MatchHistory = GameHistory[MatchState, events.Event]


_CODEC: Final = history_inputs.EventCodec(events.event_to_json, events.event_from_json)


def correct(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    """Interpret a correction: replace or delete an entry, or insert an event.

    In a correction of the teams, each may have ``at_first``: its previous colour.

    Raises:
        InputRefused, ValueError: as `correcting.correct`; or two teams have one name.
    """
    interpretation = history_inputs.correct(history, data, _CODEC)
    (correction,) = interpretation.corrections
    if not (isinstance(correction, Replace) and isinstance(correction.event, events.MatchStarted)):
        return interpretation
    check_names(correction.event)
    mapping = _colour_mapping(history, correction.event, _previous_colours(data))
    return Interpretation(corrections=(correction, *_reattributions(history.recorded_events[1:], mapping)))


def check_names(started: events.MatchStarted) -> None:
    """Check that team names are unique; the archive of games identifies teams by name.

    Raises:
        InputRefused: two teams have the same name.
    """
    names = [normalize_name(seat.name) for seat in started.players]
    for n, seat in enumerate(started.players):
        if names[n] in names[:n]:
            raise InputRefused(
                sentence("Two teams are called {name}: give one of them another name.", name=seat.name)
            )


def _previous_colours(data: Mapping[str, Any]) -> list[object]:
    """The previous colour of each team; None if the input doesn't state it."""
    for key in ("change", "event"):
        fields = data.get(key)
        if isinstance(fields, Mapping) and isinstance(fields.get("players"), list):
            return [each.get("at_first") if isinstance(each, Mapping) else None for each in fields["players"]]
    return []


def _colour_mapping(
    history: MatchHistory, started: events.MatchStarted, previous_colours: list[object]
) -> Mapping[Colour, Colour]:
    """The new colour of each recorded team colour; removed teams are omitted.

    Without stated previous colours, an unchanged colour is the same team, and new colours go to the teams
    whose colours are gone, in order.
    """
    old_colours = [team.colour for team in history.state.teams]
    new_colours = [seat.colour for seat in started.players]
    mapping = {
        old: new
        for new, stated in zip(new_colours, previous_colours, strict=False)
        for old in old_colours
        if old == stated
    }
    mapping |= {
        old: old
        for old in old_colours
        if old in new_colours and old not in mapping and old not in mapping.values()
    }
    unmapped = [old for old in old_colours if old not in mapping]
    unused = [colour for colour in new_colours if colour not in mapping.values()]
    return mapping | dict(zip(unmapped, unused, strict=False))


def _reattributions(
    recorded_events: tuple[RecordedEvent[events.Event], ...], mapping: Mapping[Colour, Colour]
) -> Iterator[Reattribute[events.Event]]:
    for recorded in recorded_events:
        event = _recolour(recorded.event, mapping)
        if event != recorded.event:
            yield Reattribute(recorded.number, event, recorded.source, recorded.certainty)


def _recolour(event: events.Event, mapping: Mapping[Colour, Colour]) -> events.Event:
    match event:
        case events.GameScored(game, first_out, counts):
            out = tuple(sorted(mapping[colour] for colour in first_out if colour in mapping))
            return events.GameScored(game, out, _recolour_counts(counts, mapping))
        case events.RoundScored(captured):
            return events.RoundScored(_recolour_counts(captured, mapping))
    return event


def _recolour_counts(counts: events.Counts, mapping: Mapping[Colour, Colour]) -> events.Counts:
    return tuple(sorted((mapping[colour], count) for colour, count in counts if colour in mapping))


_KINDS: Final = (events.GameScored.kind, events.RoundScored.kind, "undo", "redo", "correct", "confirm")


def interpret(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[events.Event]:
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


def _interpret_kind(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    match input_kind(data):
        case "undo":
            return history_inputs.undo(history)
        case "redo":
            return history_inputs.redo(history)
        case "correct":
            return correct(history, data)
        case "confirm":
            return history_inputs.confirm(history, data)
        case events.GameScored.kind:
            return Interpretation(
                (events.event_from_json({"game": history.state.game, **_event_fields(history.state, data)}),)
            )
        case events.RoundScored.kind:
            return Interpretation((events.event_from_json(_event_fields(history.state, data)),))
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
