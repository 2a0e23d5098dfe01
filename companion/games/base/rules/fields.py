"""What the fields of events hold, and their JSON form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games.base.rules.cards import (
    CARDS_A_RESOURCE,
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    DEVELOPMENT_INDEX,
    NONE,
    RESOURCE_INDEX,
    Cards,
    cards_from_json,
    cards_to_json,
)
from companion.games.base.rules.options import COLOURS, Colour, Options
from companion.games.first_player import rounds_from_json, rounds_to_json
from companion.games.seats import EventError as EventError
from companion.games.seats import Seat as Seat
from companion.games.seats import seats_from_json, seats_to_json
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import HEX_INDEX, INTERSECTION_INDEX, PATH_INDEX
from companion.island.layout import Layout
from companion.island.pieces import BOX_PIECES, PieceKind, Site


@dataclass(frozen=True)
class Side:
    """What lies in front of a player when a game is taken up.

    Attributes:
        hand: resource cards, those that nobody names unidentified; None: nobody says even how many.
        development_cards: face down.
        played: development cards face up.
    """

    colour: Colour
    hand: Cards | None = None
    development_cards: int = 0
    played: Cards = NONE


Given = tuple[tuple[Colour, int], ...]
"""How many cards of one kind players gave, by their colours."""


@dataclass(frozen=True)
class Placed:
    """A piece on the board."""

    at: Site
    kind: PieceKind
    colour: Colour


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
    # Two may play by a house rule.
    numbers = range(2, len(COLOURS) + 1)
    return seats_from_json(value, numbers, sentence("the base game is for three or four players"))


def _sides(value: Any) -> tuple[Side, ...]:
    if not isinstance(value, list | tuple):
        raise EventError("what lies in front of the players is given as a list, a player each")
    sides = tuple(_side(entry) for entry in value)
    if len({side.colour for side in sides}) < len(sides):
        raise EventError(sentence("What lies in front of a player is said once."))
    return sides


def _side(value: Any) -> Side:
    if not isinstance(value, Mapping) or set(value) - {"colour", "hand", "development_cards", "played"}:
        raise EventError("what lies in front of a player: colour, hand, development_cards and played")
    count = value.get("development_cards", 0)
    if type(count) is not int or not 0 <= count <= DECK_SIZE:
        raise EventError(f"the number of development cards is a whole number from 0 to {DECK_SIZE}")
    hand = value.get("hand")
    return Side(
        _COLOUR(value.get("colour")),
        None if hand is None else cards_from_json(hand),
        count,
        cards_from_json(value.get("played", {}), DEVELOPMENT_CARDS),
    )


def _side_to_json(side: Side) -> dict[str, Any]:
    return {
        "colour": side.colour,
        "hand": None if side.hand is None else cards_to_json(side.hand),
        "development_cards": side.development_cards,
        "played": cards_to_json(side.played, DEVELOPMENT_CARDS),
    }


def _given(value: Any) -> Given:
    if not isinstance(value, Mapping):
        raise EventError('how many cards each player gave is an object, as {"blue": 2, "white": 0}')
    for colour, count in value.items():
        _COLOUR(colour)
        if type(count) is not int or not 0 <= count <= CARDS_A_RESOURCE:
            raise EventError(f"a player gives from 0 to {CARDS_A_RESOURCE} cards of a kind")
    return tuple((colour, value[colour]) for colour in COLOURS if colour in value)


def _pieces(value: Any) -> tuple[Placed, ...]:
    if not isinstance(value, list | tuple):
        raise EventError("pieces are given as a list")
    return tuple(_piece(entry) for entry in value)


def _piece(value: Any) -> Placed:
    if not isinstance(value, Mapping) or set(value) != {"at", "kind", "colour"}:
        raise EventError('a piece is given as {"at": ..., "kind": ..., "colour": ...}')
    kind = _one_of("piece", BOX_PIECES)(value["kind"])
    if str(value["at"]) in (INTERSECTION_INDEX if kind == "road" else PATH_INDEX):
        raise EventError(sentence("Roads stand on paths, settlements and cities on intersections."))
    at = (_PATH if kind == "road" else _INTERSECTION)(value["at"])
    return Placed(at, kind, _COLOUR(value["colour"]))


def _pieces_to_json(pieces: tuple[Placed, ...] | None) -> list[dict[str, str]] | None:
    return None if pieces is None else [{"at": p.at, "kind": p.kind, "colour": p.colour} for p in pieces]


_COLOUR = _one_of("colour", COLOURS)
_PATH = _one_of("path", PATH_INDEX)
_INTERSECTION = _one_of("intersection", INTERSECTION_INDEX)
_HEX = _one_of("hex", HEX_INDEX)
_RESOURCE = _one_of("resource", RESOURCE_INDEX)
_CARD = _one_of("development card", DEVELOPMENT_INDEX)

# Both by the annotation of a field, which names what it is.
DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": _seats,
    "tuple[Side, ...]": _sides,
    "tuple[Placed, ...] | None": _or_none(_pieces),
    "Given | None": _or_none(_given),
    "Rounds | None": _or_none(rounds_from_json),
    "Options": Options.from_json,
    "Layout": Layout.from_json,
    "Draft": Draft.from_json,
    "Colour": _COLOUR,
    "Colour | None": _or_none(_COLOUR),
    "PathId": _PATH,
    "IntersectionId": _INTERSECTION,
    "HexId": _HEX,
    "HexId | None": _or_none(_HEX),
    "tuple[int, int]": _dice,
    "Cards": cards_from_json,
    "Resource | None": _or_none(_RESOURCE),
    "DevelopmentCard": _CARD,
    "DevelopmentCard | None": _or_none(_CARD),
    "int": _count,
}
ENCODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": seats_to_json,
    "tuple[Side, ...]": lambda sides: [_side_to_json(side) for side in sides],
    "tuple[Placed, ...] | None": _pieces_to_json,
    "Given | None": lambda given: None if given is None else dict(given),
    "Rounds | None": rounds_to_json,
    "Options": Options.to_json,
    "Layout": Layout.to_json,
    "Draft": Draft.to_json,
    "tuple[int, int]": list,
    "Cards": cards_to_json,
}
