"""The events of a dice game. Legality is checked elsewhere.

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`. `player` is always the acting player's
colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from companion.games.dice_game.options import DEFAULT_OPTIONS, Colour, DiceGameSettings, seats_from_json
from companion.games.dice_game.sheet import FACES, MAX_DICE, PIECES, RESOURCES, Face, Piece, Resource
from companion.games.schema import (
    Decode,
    Encode,
    EventJson,
    ShapeError,
    choice_of,
    list_of,
    nullable,
)
from companion.games.seats import (
    Rounds,
    Seat,
    colour_from_json,
    rounds_from_json,
    rounds_to_json,
    seats_to_json,
)
from companion.i18n import sentence

VERSION: Final = 1
"""Version of the events' JSON form; readers of a version accept all earlier ones."""


@dataclass(frozen=True)
class DiceGameStarted:
    """The players sit down, in seat order, clockwise, the first player first.

    Attributes:
        who_begins: the rolls for the first player; None: unknown.
    """

    kind: ClassVar[str] = "game_started"
    schema_name: ClassVar[str] = "GameStarted"
    players: tuple[Seat, ...]
    options: DiceGameSettings = DEFAULT_OPTIONS
    who_begins: Rounds | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class Throw:
    """The dice after a throw, including those that were set aside."""

    kind: ClassVar[str] = "throw"
    player: Colour
    dice: tuple[Face, ...]


@dataclass(frozen=True)
class UseKnight:
    """A player spent a knight to turn a die.

    Attributes:
        knight: the knight's id on the sheet.
        resource: the die's new face.
        die: the die's old face; None: unknown.
    """

    kind: ClassVar[str] = "use_knight"
    player: Colour
    knight: str
    resource: Resource
    die: Face | None = None


@dataclass(frozen=True)
class Build:
    """A player drew in a road, settlement, city or knight at its id on the sheet."""

    kind: ClassVar[str] = "build"
    player: Colour
    piece: Piece
    at: str


@dataclass(frozen=True)
class PassDice:
    """A player passed the dice to the left; unspent dice are lost."""

    kind: ClassVar[str] = "end_turn"
    schema_name: ClassVar[str] = "EndTurn"
    player: Colour


Event = DiceGameStarted | Throw | UseKnight | Build | PassDice

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


def _id(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 40:
        raise ShapeError(sentence("name what is on the sheet by its id"))
    return value


_FACE: Final = choice_of(FACES, lambda value: sentence("no such face of a die: {value}", value=value))

_DECODERS: Final[Mapping[str, Decode]] = {
    "tuple[Seat, ...]": seats_from_json,
    "DiceGameSettings": DiceGameSettings.from_json,
    "Rounds | None": nullable(rounds_from_json),
    "Colour": colour_from_json,
    "tuple[Face, ...]": list_of(
        _FACE,
        sentence(
            "dice must be a list of one to {most} faces, for example {example}",
            most=MAX_DICE,
            example='["wool", "gold"]',
        ),
        range(1, MAX_DICE + 1),
    ),
    "str": _id,
    "Resource": choice_of(RESOURCES, lambda value: sentence("no such resource: {value}", value=value)),
    "Face | None": nullable(_FACE),
    "Piece": choice_of(PIECES, lambda value: sentence("no such piece: {value}", value=value)),
}
"""The decoder for each annotation of an event's field."""
_ENCODERS: Final[Mapping[str, Encode]] = {
    "tuple[Seat, ...]": seats_to_json,
    "DiceGameSettings": DiceGameSettings.to_json,
    "Rounds | None": nullable(rounds_to_json),
    "tuple[Face, ...]": list,
}
_JSON: Final = EventJson[Event](EVENT_TYPES, _DECODERS, _ENCODERS)


def event_to_json(event: Event) -> dict[str, Any]:
    """Return the JSON form of an event."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """Parse the JSON form that `event_to_json` returns.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or an impossible value (options raise
            their own subclass of ValueError).
    """
    return _JSON.read(data)
