"""The events of a match, and their JSON form: `{"kind": ..., ...}`. Legal or not is asked elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.games.names import as_name
from companion.games.shapes import (
    Decode,
    Encode,
    EventError,
    EventJson,
    ShapeError,
    an_object,
    by_name,
    list_of,
    one_of,
    whole_number,
)
from companion.games.spot_it.options import (
    COLOURS,
    DEFAULT_OPTIONS,
    GAME_NUMBERS,
    Colour,
    GameNumber,
    Options,
)
from companion.i18n import sentence

VERSION: Final = 1
"""The version of the events' JSON form; readers of a version read all before it."""
TEAMS: Final = (2, 3)
MOST: Final = 99
"""More than this nobody counts, however wrong."""

Counts = tuple[tuple[Colour, int], ...]
"""How many of something each team has, by its colour."""


@dataclass(frozen=True)
class Seat:
    """A team: its name and the colour of its cards."""

    name: str
    colour: Colour


@dataclass(frozen=True)
class GameStarted:
    """The teams are formed."""

    kind: ClassVar[str] = "game_started"
    players: tuple[Seat, ...]
    options: Options = DEFAULT_OPTIONS


@dataclass(frozen=True)
class GameScored:
    """One of the games 1 to 4 is over, and was counted.

    Attributes:
        game: which of them.
        first_out: the teams that laid their last card first; none in game 4.
        counts: what lies there of each team, as counted: nothing is doubled yet.
    """

    kind: ClassVar[str] = "game_scored"
    game: GameNumber
    first_out: tuple[Colour, ...]
    counts: Counts


@dataclass(frozen=True)
class RoundScored:
    """A round of game 5 is over.

    Attributes:
        captured: how many cards each team captured.
    """

    kind: ClassVar[str] = "round_scored"
    captured: Counts


Event = GameStarted | GameScored | RoundScored

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of an event."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` described.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or a value that it can't have
            (options raise their own leaf of ValueError).
    """
    event = _JSON.read(data)
    if isinstance(event, GameStarted):
        _check_alone(event)
    return event


def _check_alone(started: GameStarted) -> None:
    alone = started.options.alone
    if alone is not None and alone not in [seat.colour for seat in started.players]:
        raise EventError(sentence("The team that plays alone isn't at the table."))


def _seats(value: Any) -> tuple[Seat, ...]:
    seats: tuple[Seat, ...] = _LISTED_SEATS(value)
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("Two teams have the same colour."))
    return seats


def _seat(value: Any) -> Seat:
    said = an_object(
        value, sentence("write a team like this: {example}", example='{"name": ..., "colour": ...}')
    )
    name = as_name(said.get("name"))
    if name is None:
        raise EventError(sentence("a team's name has 1 to 40 letters"))
    return Seat(name, _COLOUR(said.get("colour")))


def _colours(value: Any) -> tuple[Colour, ...]:
    given = _LISTED_COLOURS(value)
    if len(set(given)) < len(given):
        raise ShapeError(sentence("name each team only once"))
    return tuple(sorted(given))


_COLOUR: Final = one_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))
_LISTED_COLOURS: Final = list_of(_COLOUR, sentence("colours must be a list"))
_LISTED_SEATS: Final = list_of(_seat, sentence("A match is played by 2 or 3 teams."), TEAMS)

# Both by the annotation of a field, which names what it is.
_DECODERS: Final[Mapping[str, Decode]] = {
    "tuple[Seat, ...]": _seats,
    "Options": Options.from_json,
    "GameNumber": whole_number(
        GAME_NUMBERS[0],
        GAME_NUMBERS[-2],
        sentence("Only games 1 to 4 are counted when they are over."),
    ),
    "tuple[Colour, ...]": _colours,
    "Counts": by_name(
        COLOURS,
        _COLOUR,
        whole_number(0, MOST, sentence("a count is a whole number from 0 to {most}", most=MOST)),
        sentence("counts must be an object, for example {example}", example='{"blue": 7, "red": 5}'),
    ),
}
_ENCODERS: Final[Mapping[str, Encode]] = {
    "tuple[Seat, ...]": lambda seats: [{"name": seat.name, "colour": seat.colour} for seat in seats],
    "Options": Options.to_json,
    "tuple[Colour, ...]": list,
    "Counts": dict,
}
_JSON: Final = EventJson[Event](EVENT_TYPES, _DECODERS, _ENCODERS)
