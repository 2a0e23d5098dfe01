"""The events of a dice game: what happened at the table. Legal or not is asked elsewhere.

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`. `player` is always the colour of who acted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from companion.games.dice_game.dice import FACES, MOST_DICE, PIECES, RESOURCES, Face, Piece, Resource
from companion.games.dice_game.options import DEFAULT_OPTIONS, Options
from companion.games.dice_game.seats import Colour, seats_from_json
from companion.games.first_player import Rounds, rounds_from_json, rounds_to_json
from companion.games.seats import Seat, colour_from_json, seats_to_json
from companion.games.shapes import Decode, Encode, EventJson, ShapeError, list_of, one_of, or_none
from companion.games.shapes import EventError as EventError
from companion.i18n import sentence

VERSION: Final = 1
"""The version of the events' JSON form; readers of a version read all before it."""


@dataclass(frozen=True)
class GameStarted:
    """The players sit down, in seat order, clockwise, the first player first.

    Attributes:
        who_begins: what was thrown for who begins; None: nobody says.
    """

    kind: ClassVar[str] = "game_started"
    players: tuple[Seat, ...]
    options: Options = DEFAULT_OPTIONS
    who_begins: Rounds | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class Throw:
    """The dice as they lie after a throw, those that were set aside too."""

    kind: ClassVar[str] = "throw"
    player: Colour
    dice: tuple[Face, ...]


@dataclass(frozen=True)
class UseKnight:
    """A knight was spent to turn a die.

    Attributes:
        knight: which, by its id on the sheet.
        resource: what the die shows now.
        die: what it showed; None: nobody said.
    """

    kind: ClassVar[str] = "use_knight"
    player: Colour
    knight: str
    resource: Resource
    die: Face | None = None


@dataclass(frozen=True)
class Build:
    """A road, settlement, city or knight was drawn in, at its id on the sheet."""

    kind: ClassVar[str] = "build"
    player: Colour
    piece: Piece
    at: str


@dataclass(frozen=True)
class EndTurn:
    """The dice went to the left; what was left over is lost."""

    kind: ClassVar[str] = "end_turn"
    player: Colour


Event = GameStarted | Throw | UseKnight | Build | EndTurn

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


def _id(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 40:
        raise ShapeError(sentence("name what is on the sheet by its id"))
    return value


_FACE: Final = one_of(FACES, lambda value: sentence("no such face of a die: {value}", value=value))

_DECODERS: Final[Mapping[str, Decode]] = {
    "tuple[Seat, ...]": seats_from_json,
    "Options": Options.from_json,
    "Rounds | None": or_none(rounds_from_json),
    "Colour": colour_from_json,
    "tuple[Face, ...]": list_of(
        _FACE,
        sentence(
            "dice must be a list of one to {most} faces, for example {example}",
            most=MOST_DICE,
            example='["wool", "gold"]',
        ),
        range(1, MOST_DICE + 1),
    ),
    "str": _id,
    "Resource": one_of(RESOURCES, lambda value: sentence("no such resource: {value}", value=value)),
    "Face | None": or_none(_FACE),
    "Piece": one_of(PIECES, lambda value: sentence("no such piece: {value}", value=value)),
}
"""By the annotation of an event's field, what reads it."""
_ENCODERS: Final[Mapping[str, Encode]] = {
    "tuple[Seat, ...]": seats_to_json,
    "Options": Options.to_json,
    "Rounds | None": or_none(rounds_to_json),
    "tuple[Face, ...]": list,
}
_JSON: Final = EventJson[Event](EVENT_TYPES, _DECODERS, _ENCODERS)


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of an event."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` described.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or a value that it can't have
            (options raise their own leaf of ValueError).
    """
    return _JSON.read(data)
