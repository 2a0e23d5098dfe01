"""Corrections of a match: of any log line, and of the teams.

When a team gets another colour, its recorded events follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games import history_inputs
from companion.games.game_api import GameHistory, Interpretation, Reattribute, Replace
from companion.games.names import normalize_name
from companion.games.replay import RecordedEvent
from companion.games.spot_it.events import (
    Counts,
    Event,
    GameScored,
    MatchStarted,
    RoundScored,
    event_from_json,
    event_to_json,
)
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import MatchState
from companion.i18n import sentence
from companion.observations import InputRefused

MatchHistory = GameHistory[MatchState, Event]


_CODEC: Final = history_inputs.EventCodec(event_to_json, event_from_json)


def correct(history: MatchHistory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Interpret a correction: replace or delete an entry, or insert an event.

    In a correction of the teams, each may have ``at_first``: its previous colour.

    Raises:
        InputRefused, ValueError: as `correcting.correct`; or two teams have one name.
    """
    interpretation = history_inputs.correct(history, data, _CODEC)
    (correction,) = interpretation.corrections
    if not (isinstance(correction, Replace) and isinstance(correction.event, MatchStarted)):
        return interpretation
    check_names(correction.event)
    mapping = _colour_mapping(history, correction.event, _previous_colours(data))
    return Interpretation(corrections=(correction, *_reattributions(history.recorded_events[1:], mapping)))


def check_names(started: MatchStarted) -> None:
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
    history: MatchHistory, started: MatchStarted, previous_colours: list[object]
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
    recorded_events: tuple[RecordedEvent[Event], ...], mapping: Mapping[Colour, Colour]
) -> Iterator[Reattribute[Event]]:
    for recorded in recorded_events:
        event = _recolour(recorded.event, mapping)
        if event != recorded.event:
            yield Reattribute(recorded.number, event, recorded.source, recorded.certainty)


def _recolour(event: Event, mapping: Mapping[Colour, Colour]) -> Event:
    match event:
        case GameScored(game, first_out, counts):
            out = tuple(sorted(mapping[colour] for colour in first_out if colour in mapping))
            return GameScored(game, out, _recolour_counts(counts, mapping))
        case RoundScored(captured):
            return RoundScored(_recolour_counts(captured, mapping))
    return event


def _recolour_counts(counts: Counts, mapping: Mapping[Colour, Colour]) -> Counts:
    return tuple(sorted((mapping[colour], count) for colour, count in counts if colour in mapping))
