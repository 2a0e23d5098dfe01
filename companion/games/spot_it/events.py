"""The events of a match, and their JSON form: `{"kind": ..., ...}`. Legal or not is asked elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, cast

from companion.games.names import as_name
from companion.games.seats import EventError
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
    told: dict[str, Any] = {"kind": event.kind}
    for f in fields(event):
        value = getattr(event, f.name)
        encode = _ENCODERS.get(cast(str, f.type))
        told[f.name] = encode(value) if encode else value
    return told


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` described.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or a value that it can't have
            (options raise their own leaf of ValueError).
    """
    if not isinstance(data, Mapping):
        raise EventError("an event is given as an object")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        raise EventError(f"no such event: {str(kind)[:40]}")
    known = {f.name: cast(str, f.type) for f in fields(EVENT_TYPES[kind])}
    given = {name: value for name, value in data.items() if name != "kind"}
    if kind == GameStarted.kind:
        given.setdefault("options", {})
    if set(given) != set(known):
        raise EventError(f"{kind} has {', '.join(known)}, no more and no less")
    event = EVENT_TYPES[kind](**{name: _DECODERS[known[name]](value) for name, value in given.items()})
    if isinstance(event, GameStarted):
        _check_alone(event)
    return event


def _check_alone(started: GameStarted) -> None:
    alone = started.options.alone
    if alone is not None and alone not in [seat.colour for seat in started.players]:
        raise EventError(sentence("The team that plays alone isn't at the table."))


def _seats(value: Any) -> tuple[Seat, ...]:
    if not isinstance(value, list | tuple) or len(value) not in TEAMS:
        raise EventError(sentence("A match is played by 2 or 3 teams."))
    seats = tuple(map(_seat, value))
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("Two teams have the same colour."))
    return seats


def _seat(value: Any) -> Seat:
    if not isinstance(value, Mapping):
        raise EventError('a team is given as {"name": ..., "colour": ...}')
    name = as_name(value.get("name"))
    if name is None:
        raise EventError(sentence("a team's name has 1 to 40 letters"))
    return Seat(name, _colour(value.get("colour")))


def _colour(value: Any) -> Colour:
    for colour in COLOURS:
        if value == colour:
            return colour
    raise EventError(f"no such colour: {str(value)[:40]}")


def _colours(value: Any) -> tuple[Colour, ...]:
    if not isinstance(value, list | tuple):
        raise EventError("colours are given as a list")
    given = [_colour(each) for each in value]
    if len(set(given)) < len(given):
        raise EventError("a team is named once")
    return tuple(sorted(given))


def _counts(value: Any) -> Counts:
    if not isinstance(value, Mapping):
        raise EventError('counts are an object, as {"blue": 7, "red": 5}')
    for colour, count in value.items():
        _colour(colour)
        if type(count) is not int or not 0 <= count <= MOST:
            raise EventError(sentence("a count is a whole number from 0 to {most}", most=MOST))
    return tuple((colour, value[colour]) for colour in COLOURS if colour in value)


def _counted_game(value: Any) -> GameNumber:
    for number in GAME_NUMBERS[:-1]:
        if type(value) is int and value == number:
            return number
    raise EventError(sentence("Only the games 1 to 4 are counted when they are over."))


# Both by the annotation of a field, which names what it is.
_DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": _seats,
    "Options": Options.from_json,
    "GameNumber": _counted_game,
    "tuple[Colour, ...]": _colours,
    "Counts": _counts,
}
_ENCODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": lambda seats: [{"name": seat.name, "colour": seat.colour} for seat in seats],
    "Options": Options.to_json,
    "tuple[Colour, ...]": list,
    "Counts": dict,
}
