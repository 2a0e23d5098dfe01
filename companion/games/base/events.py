"""The events of a base game: what happened at the table. Legal or not is asked elsewhere.

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`, whose fields are named as the
inputs of a recording are. `player` is always the colour of who acted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Final, cast

from companion.errors import CompanionError
from companion.games.base.cards import (
    DEVELOPMENT_INDEX,
    NONE,
    RESOURCE_INDEX,
    Cards,
    DevelopmentCard,
    Resource,
    cards_from_json,
    cards_to_json,
)
from companion.games.base.options import COLOURS, DEFAULT_OPTIONS, Colour, Options
from companion.island.geometry import (
    HEX_INDEX,
    INTERSECTION_INDEX,
    PATH_INDEX,
    HexId,
    IntersectionId,
    PathId,
)
from companion.island.layout import Layout

VERSION: Final = 1
"""The version of the events' JSON form; readers of a version read all before it."""


class EventError(CompanionError, ValueError):
    """A description of an event that can't be one."""


@dataclass(frozen=True)
class Seat:
    """Who sits there, with which pieces."""

    name: str
    colour: Colour


@dataclass(frozen=True)
class GameStarted:
    """The players sit down, in seat order, clockwise, the first player first."""

    kind: ClassVar[str] = "game_started"
    players: tuple[Seat, ...]
    options: Options = DEFAULT_OPTIONS


@dataclass(frozen=True)
class LayoutSet:
    """The island was laid, or laid differently: the robber stands on its desert."""

    kind: ClassVar[str] = "layout_set"
    layout: Layout


@dataclass(frozen=True)
class FirstPlayerChosen:
    """Who begins, where that isn't the first in seat order."""

    kind: ClassVar[str] = "first_player"
    player: Colour


@dataclass(frozen=True)
class PlaceRoad:
    """A road was put on a path."""

    kind: ClassVar[str] = "place_road"
    player: Colour
    at: PathId


@dataclass(frozen=True)
class PlaceSettlement:
    """A settlement was put on an intersection."""

    kind: ClassVar[str] = "place_settlement"
    player: Colour
    at: IntersectionId


@dataclass(frozen=True)
class PlaceCity:
    """A settlement was replaced by a city."""

    kind: ClassVar[str] = "place_city"
    player: Colour
    at: IntersectionId


@dataclass(frozen=True)
class TakeStartingResources:
    """The starting resources of one settlement (first game: the starred one)."""

    kind: ClassVar[str] = "take_starting_resources"
    player: Colour
    at: IntersectionId


@dataclass(frozen=True)
class Roll:
    """The player on turn threw the dice."""

    kind: ClassVar[str] = "roll"
    player: Colour
    dice: tuple[int, int]


@dataclass(frozen=True)
class Discard:
    """Cards given back to the bank because of a seven; all that is owed, or a part of it."""

    kind: ClassVar[str] = "discard"
    player: Colour
    resources: Cards


@dataclass(frozen=True)
class MoveRobber:
    """The robber was moved."""

    kind: ClassVar[str] = "move_robber"
    player: Colour
    to: HexId


@dataclass(frozen=True)
class Steal:
    """A card was drawn from a victim's hand, known or not; or nobody was robbed."""

    kind: ClassVar[str] = "steal"
    player: Colour
    victim: Colour | None = field(metadata={"json": "from"})
    resource: Resource | None = None


@dataclass(frozen=True)
class DomesticTrade:
    """The player on turn gave and took cards of another player."""

    kind: ClassVar[str] = "domestic_trade"
    player: Colour
    partner: Colour = field(metadata={"json": "with"})
    give: Cards
    take: Cards


@dataclass(frozen=True)
class MaritimeTrade:
    """The player on turn gave cards to the bank and took others."""

    kind: ClassVar[str] = "maritime_trade"
    player: Colour
    give: Cards
    take: Cards


@dataclass(frozen=True)
class BuyDevelopmentCard:
    """The top card of the deck was bought; None: nobody said which."""

    kind: ClassVar[str] = "buy_development_card"
    player: Colour
    card: DevelopmentCard | None = None


@dataclass(frozen=True)
class PlayDevelopmentCard:
    """A knight or progress card was played; victory points are revealed instead."""

    kind: ClassVar[str] = "play_development_card"
    player: Colour
    card: DevelopmentCard
    resources: Cards = NONE
    resource: Resource | None = None


@dataclass(frozen=True)
class RevealVictoryPoints:
    """Victory point cards were turned face up."""

    kind: ClassVar[str] = "reveal_victory_points"
    player: Colour
    count: int


@dataclass(frozen=True)
class ShowHand:
    """A player said, or showed, which resource cards are in the hand: whatever was thought of it."""

    kind: ClassVar[str] = "show_hand"
    player: Colour
    resources: Cards


@dataclass(frozen=True)
class EndTurn:
    """The dice went to the left."""

    kind: ClassVar[str] = "end_turn"
    player: Colour


Event = (
    GameStarted
    | LayoutSet
    | FirstPlayerChosen
    | PlaceRoad
    | PlaceSettlement
    | PlaceCity
    | TakeStartingResources
    | Roll
    | Discard
    | MoveRobber
    | Steal
    | DomesticTrade
    | MaritimeTrade
    | BuyDevelopmentCard
    | PlayDevelopmentCard
    | RevealVictoryPoints
    | ShowHand
    | EndTurn
)

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


def _one_of(what: str, known: Collection[str]) -> Callable[[Any], Any]:
    def decode(value: Any) -> Any:
        if not isinstance(value, str) or value not in known:
            raise EventError(f"no such {what}: {str(value)[:40]}")
        return value

    return decode


def _or_none(decode: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else decode(value)


def _dice(value: Any) -> tuple[int, int]:
    if (
        not isinstance(value, list | tuple)
        or len(value) != 2
        or any(type(face) is not int or not 1 <= face <= 6 for face in value)
    ):
        raise EventError("dice are given as two numbers from 1 to 6, as [3, 5]")
    return (value[0], value[1])


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 5:
        raise EventError("the number of victory point cards is a whole number from 0 to 5")
    return value


def _seats(value: Any) -> tuple[Seat, ...]:
    if not isinstance(value, list | tuple):
        raise EventError("players are given as a list, in seat order")
    seats = tuple(_seat(entry) for entry in value)
    if not 2 <= len(seats) <= len(COLOURS):
        raise EventError("the base game is for three or four players")
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError("two players can't have the same colour")
    return seats


def _seat(value: Any) -> Seat:
    if not isinstance(value, Mapping):
        raise EventError('a player is given as {"name": ..., "colour": ...}')
    colour = _COLOUR(value.get("colour"))
    name = value.get("name", colour)
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 40 or not name.isprintable():
        raise EventError("a player's name has 1 to 40 letters")
    return Seat(name.strip(), colour)


_COLOUR = _one_of("colour", COLOURS)
_RESOURCE = _one_of("resource", RESOURCE_INDEX)
_CARD = _one_of("development card", DEVELOPMENT_INDEX)

# By the annotation of a field, which names what it is.
_DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": _seats,
    "Options": Options.from_json,
    "Layout": Layout.from_json,
    "Colour": _COLOUR,
    "Colour | None": _or_none(_COLOUR),
    "PathId": _one_of("path", PATH_INDEX),
    "IntersectionId": _one_of("intersection", INTERSECTION_INDEX),
    "HexId": _one_of("hex", HEX_INDEX),
    "tuple[int, int]": _dice,
    "Cards": cards_from_json,
    "Resource | None": _or_none(_RESOURCE),
    "DevelopmentCard": _CARD,
    "DevelopmentCard | None": _or_none(_CARD),
    "int": _count,
}
_ENCODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": lambda seats: [{"name": seat.name, "colour": seat.colour} for seat in seats],
    "Options": Options.to_json,
    "Layout": Layout.to_json,
    "tuple[int, int]": list,
    "Cards": cards_to_json,
}


@dataclass(frozen=True)
class _Field:
    attribute: str
    json: str
    decode: Callable[[Any], Any]
    encode: Callable[[Any], Any] | None
    required: bool


_FIELDS: Final[Mapping[str, tuple[_Field, ...]]] = {
    kind: tuple(
        _Field(
            f.name,
            f.metadata.get("json", f.name),
            _DECODERS[cast(str, f.type)],
            _ENCODERS.get(cast(str, f.type)),
            f.default is MISSING,
        )
        for f in fields(event_type)
    )
    for kind, event_type in EVENT_TYPES.items()
}


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of an event."""
    data: dict[str, Any] = {"kind": event.kind}
    for f in _FIELDS[event.kind]:
        value = getattr(event, f.attribute)
        data[f.json] = f.encode(value) if f.encode else value
    return data


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` described.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or a value that it can't have
            (cards, options and layouts raise their own leaves of ValueError).
    """
    if not isinstance(data, Mapping):
        raise EventError("an event is given as an object")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in EVENT_TYPES:
        raise EventError(f"no such event: {str(kind)[:40]}")
    values: dict[str, Any] = {}
    read = 1
    for f in _FIELDS[kind]:
        if f.json in data:
            values[f.attribute] = f.decode(data[f.json])
            read += 1
        elif f.required:
            raise EventError(f"{kind} needs {f.json}")
    if read != len(data):
        unknown = set(data) - {f.json for f in _FIELDS[kind]} - {"kind"}
        raise EventError(f"{kind} has no {', '.join(sorted(str(name)[:40] for name in unknown))}")
    return EVENT_TYPES[kind](**values)
