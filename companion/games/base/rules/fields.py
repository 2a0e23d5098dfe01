"""Types of event fields, with their JSON decoders and encoders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    DEVELOPMENT_INDEX,
    NO_CARDS,
    RESOURCE_INDEX,
    Cards,
    cards_from_json,
    cards_to_json,
)
from companion.games.base.rules.options import COLOURS, Colour, Options
from companion.games.first_player import rounds_from_json, rounds_to_json
from companion.games.schema import (
    EventError,
    ShapeError,
    choice_of,
    counts_by_name,
    list_of,
    nullable,
    require_object,
    whole_number,
)
from companion.games.seats import Seat as Seat
from companion.games.seats import seats_from_json, seats_to_json
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import HEX_INDEX, INTERSECTION_INDEX, PATH_INDEX
from companion.island.layout import Layout
from companion.island.pieces import BOX_PIECES, PieceKind, Site
from companion.rolled_dice import RolledDice, rolled_dice_from_json, rolled_dice_to_json


@dataclass(frozen=True)
class Side:
    """A player's cards when a game is joined in progress.

    Attributes:
        colour: of the player.
        hand: resource cards, with unnamed ones as unidentified; None: even their number is unknown.
        development_cards: number of face-down development cards.
        played: face-up development cards.
    """

    colour: Colour
    hand: Cards | None = None
    development_cards: int = 0
    played: Cards = NO_CARDS


EndReason = Literal["agreement", "time"]
"""The reason of a game's end before a player has enough points."""
GivenCounts = tuple[tuple[Colour, int], ...]
"""The number of cards of one kind that each player gave, by colour."""


@dataclass(frozen=True)
class PlacedPiece:
    """A piece on the board."""

    at: Site
    kind: PieceKind
    colour: Colour


def _parse_seats(value: Any) -> tuple[Seat, ...]:
    # A house rule allows two players.
    numbers = range(2, len(COLOURS) + 1)
    return seats_from_json(value, numbers, sentence("the base game is for three or four players"))


def _parse_sides(value: Any) -> tuple[Side, ...]:
    sides: tuple[Side, ...] = _LISTED_SIDES(value)
    if len({side.colour for side in sides}) < len(sides):
        raise EventError(sentence("List each player only once."))
    return sides


def _parse_side(value: Any) -> Side:
    otherwise = sentence("a player's cards are given as colour, hand, development_cards and played")
    data = require_object(value, otherwise, {"colour", "hand", "development_cards", "played"})
    return Side(
        _COLOUR(data.get("colour")),
        nullable(cards_from_json)(data.get("hand")),
        _DECK_COUNT(data.get("development_cards", 0)),
        cards_from_json(data.get("played", {}), DEVELOPMENT_CARDS),
    )


def _side_to_json(side: Side) -> dict[str, Any]:
    return {
        "colour": side.colour,
        "hand": None if side.hand is None else cards_to_json(side.hand),
        "development_cards": side.development_cards,
        "played": cards_to_json(side.played, DEVELOPMENT_CARDS),
    }


def _parse_piece(value: Any) -> PlacedPiece:
    otherwise = sentence(
        "write a piece like this: {example}", example='{"at": ..., "kind": ..., "colour": ...}'
    )
    data = require_object(value, otherwise, _PIECE_FIELDS)
    if len(data) < len(_PIECE_FIELDS):
        raise ShapeError(otherwise)
    kind = _PIECE(data["kind"])
    if str(data["at"]) in (INTERSECTION_INDEX if kind == "road" else PATH_INDEX):
        raise EventError(sentence("Roads go on paths, settlements and cities on intersections."))
    at = (_PATH if kind == "road" else _INTERSECTION)(data["at"])
    return PlacedPiece(at, kind, _COLOUR(data["colour"]))


def _pieces_to_json(pieces: tuple[PlacedPiece, ...] | None) -> list[dict[str, str]] | None:
    return None if pieces is None else [{"at": p.at, "kind": p.kind, "colour": p.colour} for p in pieces]


def _parse_dice(value: Any) -> RolledDice:
    thrown = rolled_dice_from_json(value)
    if thrown is None:
        raise ShapeError(
            sentence(
                "write dice as two numbers from 1 to 6, for example {example}, or as their sum, for example "
                "{other}",
                example="[3, 5]",
                other='{"sum": 8}',
            )
        )
    return thrown


def parse_bool(value: Any) -> bool:
    """Decode a boolean.

    Raises:
        ShapeError: the value isn't true or false.
    """
    if not isinstance(value, bool):
        raise ShapeError(sentence("answer yes or no with true or false"))
    return value


_COLOUR: Final = choice_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))
_PATH: Final = choice_of(PATH_INDEX, lambda value: sentence("no such path: {value}", value=value))
_INTERSECTION: Final = choice_of(
    INTERSECTION_INDEX, lambda value: sentence("no such intersection: {value}", value=value)
)
_HEX: Final = choice_of(HEX_INDEX, lambda value: sentence("no such hex: {value}", value=value))
_PIECE: Final = choice_of(BOX_PIECES, lambda value: sentence("no such piece: {value}", value=value))
_RESOURCE: Final = choice_of(RESOURCE_INDEX, lambda value: sentence("no such resource: {value}", value=value))
_CARD: Final = choice_of(
    DEVELOPMENT_INDEX, lambda value: sentence("no such development card: {value}", value=value)
)
_END_REASON: Final = choice_of(
    get_args(EndReason),
    lambda value: sentence("a game ends by agreement or by time, not by {value}", value=value),
)
_REVEALED_COUNT: Final = whole_number(
    0, 5, sentence("the number of victory point cards is a whole number from 0 to 5")
)
_DECK_COUNT: Final = whole_number(
    0,
    DECK_SIZE,
    sentence("the number of development cards is a whole number from 0 to {most}", most=DECK_SIZE),
)
_LISTED_SIDES: Final = list_of(
    _parse_side, sentence("the players' cards must be a list with one item for each player")
)
_PIECE_FIELDS: Final = frozenset({"at", "kind", "colour"})
_PIECES: Final = list_of(_parse_piece, sentence("pieces must be a list"))
_GIVEN_COUNTS: Final = counts_by_name(
    COLOURS,
    _COLOUR,
    whole_number(
        0,
        CARDS_PER_RESOURCE,
        sentence("a player gives from 0 to {most} cards of a kind", most=CARDS_PER_RESOURCE),
    ),
    sentence(
        "how many cards each player gave must be an object, for example {example}",
        example='{"blue": 2, "white": 0}',
    ),
)

# Decoders and encoders by the annotation of an event's field.
DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": _parse_seats,
    "tuple[Side, ...]": _parse_sides,
    "tuple[PlacedPiece, ...] | None": nullable(_PIECES),
    "GivenCounts | None": nullable(_GIVEN_COUNTS),
    "Rounds | None": nullable(rounds_from_json),
    "Options": Options.from_json,
    "Layout": Layout.from_json,
    "Draft": Draft.from_json,
    "Colour": _COLOUR,
    "Colour | None": nullable(_COLOUR),
    "PathId": _PATH,
    "IntersectionId": _INTERSECTION,
    "HexId": _HEX,
    "HexId | None": nullable(_HEX),
    "EndReason": _END_REASON,
    "bool | None": nullable(parse_bool),
    "RolledDice": _parse_dice,
    "Cards": cards_from_json,
    "Resource | None": nullable(_RESOURCE),
    "DevelopmentCard": _CARD,
    "DevelopmentCard | None": nullable(_CARD),
    "int": _REVEALED_COUNT,
}
ENCODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": seats_to_json,
    "tuple[Side, ...]": lambda sides: [_side_to_json(side) for side in sides],
    "tuple[PlacedPiece, ...] | None": _pieces_to_json,
    "GivenCounts | None": lambda given: None if given is None else dict(given),
    "Rounds | None": rounds_to_json,
    "Options": Options.to_json,
    "Layout": Layout.to_json,
    "Draft": Draft.to_json,
    "RolledDice": rolled_dice_to_json,
    "Cards": cards_to_json,
}
