"""The events of a dice game: what happened at the table. Legal or not is asked elsewhere.

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`. `player` is always the colour of who acted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Final

from companion.games.dice_game.dice import FACES, MOST_DICE, PIECES, RESOURCES, Face, Piece, Resource
from companion.games.dice_game.options import DEFAULT_OPTIONS, Options
from companion.games.dice_game.seats import Colour, seats_from_json
from companion.games.first_player import Rounds, rounds_from_json, rounds_to_json
from companion.games.seats import EventError as EventError
from companion.games.seats import Seat, colour_from_json, seats_to_json

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


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of an event."""
    told = {f.name: getattr(event, f.name) for f in fields(event)}
    told = {name: value for name, value in told.items() if value is not None or name not in _SELDOM}
    written = {name: _ENCODERS[name](value) if name in _ENCODERS else value for name, value in told.items()}
    return {"kind": event.kind, **written}


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
    required = _FIELDS[kind]
    if unknown := set(data) - set(required) - {"kind"}:
        raise EventError(f"{kind} has no {', '.join(sorted(str(name)[:40] for name in unknown))}")
    for name in required:
        if required[name] and name not in data:
            raise EventError(f"{kind} needs {name}")
    return EVENT_TYPES[kind](**{name: _DECODERS[name](data[name]) for name in required if name in data})


def _one_of(what: str, known: Collection[str]) -> Callable[[Any], Any]:
    def decode(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise EventError(f"no such {what}: {str(value)[:40]}")
        return value

    return decode


def _dice(value: Any) -> tuple[Face, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_DICE:
        raise EventError(f'dice are given as a list of one to {MOST_DICE} faces, as ["wool", "gold"]')
    return tuple(_FACE(face) for face in value)


def _id(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 40:
        raise EventError("what is on the sheet is named by its id")
    return value


_FACE: Final = _one_of("face of a die", FACES)

_FIELDS: Final[Mapping[str, Mapping[str, bool]]] = {
    kind: {f.name: f.default is MISSING for f in fields(event_type)}
    for kind, event_type in EVENT_TYPES.items()
}
"""By kind of event, its fields and whether each has to be said."""
_SELDOM: Final = frozenset(
    f.name
    for event_type in EVENT_TYPES.values()
    for f in fields(event_type)
    if f.metadata.get("seldom", False)
)
"""Fields that are left out where they are None."""

_DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "players": seats_from_json,
    "options": Options.from_json,
    "who_begins": lambda value: None if value is None else rounds_from_json(value),
    "player": colour_from_json,
    "dice": _dice,
    "knight": _id,
    "resource": _one_of("resource", RESOURCES),
    "die": lambda value: None if value is None else _FACE(value),
    "piece": _one_of("piece", PIECES),
    "at": _id,
}
_ENCODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "players": seats_to_json,
    "options": Options.to_json,
    "who_begins": rounds_to_json,
    "dice": list,
}
