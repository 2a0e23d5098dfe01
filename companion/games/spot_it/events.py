"""The events of a match, legal or not, and their JSON form: `{"kind": ..., ...}`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.games.api_types import OfferedOption, SetupOptions
from companion.games.schema import (
    Decode,
    Encode,
    EventError,
    EventJson,
    ShapeError,
    choice_of,
    counts_by_name,
    list_of,
    require_object,
    whole_number,
)
from companion.games.seats import parse_name
from companion.games.spot_it.state import (
    COLOURS,
    DEFAULT_OPTIONS,
    GAME_NUMBERS,
    Colour,
    GameNumber,
    MatchOptions,
)
from companion.i18n import Message, message_to_json, sentence

VERSION: Final = 1
"""The version of the events' JSON form; readers also accept all earlier versions."""
TEAMS: Final = (2, 3)
MAX_COUNT: Final = 99
"""Upper bound of an entered count, legal or not."""

Counts = tuple[tuple[Colour, int], ...]
"""A count for each team, by colour."""


@dataclass(frozen=True)
class SeatedTeam:
    """A team: its name and the colour of its cards."""

    name: str
    colour: Colour


@dataclass(frozen=True)
class MatchStarted:
    """The teams are formed."""

    kind: ClassVar[str] = "game_started"
    players: tuple[SeatedTeam, ...]
    options: MatchOptions = DEFAULT_OPTIONS


@dataclass(frozen=True)
class GameScored:
    """One of the games 1 to 4 was scored.

    Attributes:
        game: its number.
        first_out: the teams that first played their last card; empty in game 4.
        counts: the counted cards or harbors of each team, before doubling.
    """

    kind: ClassVar[str] = "game_scored"
    game: GameNumber
    first_out: tuple[Colour, ...]
    counts: Counts


@dataclass(frozen=True)
class RoundScored:
    """A round of game 5 was scored.

    Attributes:
        captured: number of cards that each team captured.
    """

    kind: ClassVar[str] = "round_scored"
    captured: Counts


Event = MatchStarted | GameScored | RoundScored

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


def event_to_json(event: Event) -> dict[str, Any]:
    """Encode an event as JSON."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """Decode the JSON of `event_to_json`.

    Raises:
        EventError: unknown kind, missing or unknown field, or invalid value (options raise their own
            subclass of ValueError).
    """
    event = _JSON.read(data)
    if isinstance(event, MatchStarted):
        _check_solo_team(event)
    return event


def _check_solo_team(started: MatchStarted) -> None:
    alone = started.options.alone
    if alone is not None and alone not in [seat.colour for seat in started.players]:
        raise EventError(sentence("The team that plays alone isn't at the table."))


def _parse_seats(value: Any) -> tuple[SeatedTeam, ...]:
    seats: tuple[SeatedTeam, ...] = _LISTED_SEATS(value)
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("Two teams have the same colour."))
    return seats


def _parse_seat(value: Any) -> SeatedTeam:
    data = require_object(
        value, sentence("write a team like this: {example}", example='{"name": ..., "colour": ...}')
    )
    name = parse_name(data.get("name"))
    if name is None:
        raise EventError(sentence("a team's name has 1 to 40 letters"))
    return SeatedTeam(name, _COLOUR(data.get("colour")))


def _parse_colours(value: Any) -> tuple[Colour, ...]:
    colours = _LISTED_COLOURS(value)
    if len(set(colours)) < len(colours):
        raise ShapeError(sentence("name each team only once"))
    return tuple(sorted(colours))


_COLOUR: Final = choice_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))
_LISTED_COLOURS: Final = list_of(_COLOUR, sentence("colours must be a list"))
_LISTED_SEATS: Final = list_of(_parse_seat, sentence("A match is played by 2 or 3 teams."), TEAMS)

# Decoders and encoders by the annotation of an event's field.
_DECODERS: Final[Mapping[str, Decode]] = {
    "tuple[SeatedTeam, ...]": _parse_seats,
    "MatchOptions": MatchOptions.from_json,
    "GameNumber": whole_number(
        GAME_NUMBERS[0],
        GAME_NUMBERS[-2],
        sentence("Only games 1 to 4 are counted when they are over."),
    ),
    "tuple[Colour, ...]": _parse_colours,
    "Counts": counts_by_name(
        COLOURS,
        _COLOUR,
        whole_number(0, MAX_COUNT, sentence("a count is a whole number from 0 to {most}", most=MAX_COUNT)),
        sentence("counts must be an object, for example {example}", example='{"blue": 7, "red": 5}'),
    ),
}
_ENCODERS: Final[Mapping[str, Encode]] = {
    "tuple[SeatedTeam, ...]": lambda seats: [{"name": seat.name, "colour": seat.colour} for seat in seats],
    "MatchOptions": MatchOptions.to_json,
    "tuple[Colour, ...]": list,
    "Counts": dict,
}
_JSON: Final = EventJson[Event](EVENT_TYPES, _DECODERS, _ENCODERS)


# The setup form of a new match: teams, mode, and choices that the rules leave open.


_Values = tuple[tuple[Any, Message], ...]

MODE_CHOICES: Final[_Values] = (
    ("discovery", sentence("Discovery: one game, several times")),
    ("adventure", sentence("Adventure: the five games in order")),
)
GAME_CHOICES: Final[_Values] = (
    (1, sentence("1: Welcome to Catan")),
    (2, sentence("2: The harbors")),
    (3, sentence("3: The longest road")),
    (4, sentence("4: The barbarians")),
    (5, sentence("5: The knights")),
)
SOLO_TEAM_CHOICES: Final[_Values] = (
    (None, sentence("nobody")),
    ("blue", sentence("the blue team")),
    ("orange", sentence("the orange team")),
    ("red", sentence("the red team")),
)
TWO_AGAINST_ONE_CHOICES: Final[_Values] = (
    ("no_adjustment", sentence("nothing changes")),
    ("as_of_five", sentence("as for the solo player in a five-player game")),
)
BOTH_OUT_CHOICES: Final[_Values] = (
    ("both", sentence("each scores the point")),
    ("neither", sentence("neither scores the point")),
)
PILE_OUT_CHOICES: Final[_Values] = (
    ("match_ends", sentence("the match ends: the most points win")),
    ("shuffle_again", sentence("all shuffle and continue")),
)


def setup_options() -> SetupOptions:
    """The setup form as JSON (`companion.games.game_api.Game.setup_options`)."""
    return {
        "name": message_to_json(sentence("Spot it! CATAN")),
        "players": list(TEAMS),
        "seats": "teams",
        "colours": list(COLOURS),
        "options": [
            _choice("mode", sentence("Mode"), MODE_CHOICES),
            _choice("game", sentence("Game in discovery mode"), GAME_CHOICES),
            _choice("alone", sentence("Plays alone against teams of two"), SOLO_TEAM_CHOICES),
            _choice(
                "two_against_one", sentence("One alone against two"), TWO_AGAINST_ONE_CHOICES, house_rule=True
            ),
            _choice(
                "both_out",
                sentence("Two teams play their last card at the same time"),
                BOTH_OUT_CHOICES,
                house_rule=True,
            ),
            _choice("pile_out", sentence("The piles of game 5 run out"), PILE_OUT_CHOICES, house_rule=True),
        ],
        "editions": [],
    }


def _choice(name: str, label: Message, values: _Values, *, house_rule: bool = False) -> OfferedOption:
    return {
        "name": name,
        "label": message_to_json(label),
        "about": None,
        "house_rule": house_rule,
        "kind": "choice",
        "values": [[value, message_to_json(words)] for value, words in values],
    }
