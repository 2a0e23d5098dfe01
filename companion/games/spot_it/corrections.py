"""What people correct of a match: any line; and of its first, who the teams are.

A team that is given another colour takes what was told of it along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.games import correcting
from companion.games.game_api import GameHistory, Interpretation, Reattribute, Replace
from companion.games.names import alike
from companion.games.replay import RecordedEvent
from companion.games.spot_it.events import (
    Counts,
    Event,
    GameScored,
    GameStarted,
    RoundScored,
    event_from_json,
    event_to_json,
)
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import State
from companion.i18n import sentence
from companion.observations import InputRefused

MatchStory = GameHistory[State, Event]


_CODEC: Final = correcting.Codec(event_to_json, event_from_json)


def correct(history: MatchStory, data: Mapping[str, Any]) -> Interpretation[Event]:
    """Something else happened than an entry says, or nothing, or something that nobody told.

    Where the teams are corrected, one may have ``at_first``: the colour that it had until now.

    Raises:
        InputRefused, ValueError: as `correcting.correct`; or two teams have one name.
    """
    telling = correcting.correct(history, data, _CODEC)
    (said,) = telling.corrections
    if not (isinstance(said, Replace) and isinstance(said.event, GameStarted)):
        return telling
    check_names(said.event)
    now = _now(history, said.event, _had(data))
    return Interpretation(corrections=(said, *_retold(history.recorded[1:], now)))


def check_names(started: GameStarted) -> None:
    """See to it that no two teams are called the same: the evenings' history knows them by name.

    Raises:
        InputRefused: two are.
    """
    names = [alike(seat.name) for seat in started.players]
    for n, seat in enumerate(started.players):
        if names[n] in names[:n]:
            raise InputRefused(
                sentence("Two teams are called {name}: give one of them another name.", name=seat.name)
            )


def _had(data: Mapping[str, Any]) -> list[object]:
    """The colour that each team had until now, where it is said."""
    for key in ("change", "event"):
        said = data.get(key)
        if isinstance(said, Mapping) and isinstance(said.get("players"), list):
            return [each.get("at_first") if isinstance(each, Mapping) else None for each in said["players"]]
    return []


def _now(history: MatchStory, started: GameStarted, said: list[object]) -> Mapping[Colour, Colour]:
    """The colours of the teams as told, each with the one that it has from now on; none: it never played.

    Where nothing is said: who keeps a colour is the same team, and a new colour is that of a team whose own
    is gone.
    """
    had = [team.colour for team in history.state.teams]
    has = [seat.colour for seat in started.players]
    now = {old: new for new, given in zip(has, said, strict=False) for old in had if old == given}
    now |= {old: old for old in had if old in has and old not in now and old not in now.values()}
    left = [old for old in had if old not in now]
    new = [colour for colour in has if colour not in now.values()]
    return now | dict(zip(left, new, strict=False))


def _retold(
    recorded_events: tuple[RecordedEvent[Event], ...], now: Mapping[Colour, Colour]
) -> Iterator[Reattribute[Event]]:
    for recorded in recorded_events:
        event = _recoloured(recorded.event, now)
        if event != recorded.event:
            yield Reattribute(recorded.number, event, recorded.source, recorded.certainty)


def _recoloured(event: Event, now: Mapping[Colour, Colour]) -> Event:
    match event:
        case GameScored(game, first_out, counts):
            out = tuple(sorted(now[colour] for colour in first_out if colour in now))
            return GameScored(game, out, _counts(counts, now))
        case RoundScored(captured):
            return RoundScored(_counts(captured, now))
    return event


def _counts(counts: Counts, now: Mapping[Colour, Colour]) -> Counts:
    return tuple(sorted((now[colour], count) for colour, count in counts if colour in now))
