"""What the fields of events hold, and their JSON form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

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
from companion.games.seats import Seat as Seat
from companion.games.seats import seats_from_json, seats_to_json
from companion.games.shapes import (
    EventError,
    ShapeError,
    an_object,
    by_name,
    list_of,
    one_of,
    or_none,
    whole_number,
)
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import HEX_INDEX, INTERSECTION_INDEX, PATH_INDEX
from companion.island.layout import Layout
from companion.island.pieces import BOX_PIECES, PieceKind, Site
from companion.thrown import Thrown, thrown_from_json, thrown_to_json


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


EndReason = Literal["agreement", "time"]
"""Why a game ends before somebody has enough points."""
Given = tuple[tuple[Colour, int], ...]
"""How many cards of one kind players gave, by their colours."""


@dataclass(frozen=True)
class Placed:
    """A piece on the board."""

    at: Site
    kind: PieceKind
    colour: Colour


def _seats(value: Any) -> tuple[Seat, ...]:
    # Two may play by a house rule.
    numbers = range(2, len(COLOURS) + 1)
    return seats_from_json(value, numbers, sentence("the base game is for three or four players"))


def _sides(value: Any) -> tuple[Side, ...]:
    sides: tuple[Side, ...] = _LISTED_SIDES(value)
    if len({side.colour for side in sides}) < len(sides):
        raise EventError(sentence("List each player only once."))
    return sides


def _side(value: Any) -> Side:
    otherwise = sentence("a player's cards are given as colour, hand, development_cards and played")
    said = an_object(value, otherwise, {"colour", "hand", "development_cards", "played"})
    return Side(
        _COLOUR(said.get("colour")),
        or_none(cards_from_json)(said.get("hand")),
        _DECK_COUNT(said.get("development_cards", 0)),
        cards_from_json(said.get("played", {}), DEVELOPMENT_CARDS),
    )


def _side_to_json(side: Side) -> dict[str, Any]:
    return {
        "colour": side.colour,
        "hand": None if side.hand is None else cards_to_json(side.hand),
        "development_cards": side.development_cards,
        "played": cards_to_json(side.played, DEVELOPMENT_CARDS),
    }


def _piece(value: Any) -> Placed:
    otherwise = sentence(
        "write a piece like this: {example}", example='{"at": ..., "kind": ..., "colour": ...}'
    )
    said = an_object(value, otherwise, _PLACED)
    if len(said) < len(_PLACED):
        raise ShapeError(otherwise)
    kind = _PIECE(said["kind"])
    if str(said["at"]) in (INTERSECTION_INDEX if kind == "road" else PATH_INDEX):
        raise EventError(sentence("Roads go on paths, settlements and cities on intersections."))
    at = (_PATH if kind == "road" else _INTERSECTION)(said["at"])
    return Placed(at, kind, _COLOUR(said["colour"]))


def _pieces_to_json(pieces: tuple[Placed, ...] | None) -> list[dict[str, str]] | None:
    return None if pieces is None else [{"at": p.at, "kind": p.kind, "colour": p.colour} for p in pieces]


def _thrown(value: Any) -> Thrown:
    thrown = thrown_from_json(value)
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


def one_of_both(value: Any) -> bool:
    """Reads a yes or no.

    Raises:
        ShapeError: it is neither.
    """
    if not isinstance(value, bool):
        raise ShapeError(sentence("answer yes or no with true or false"))
    return value


_COLOUR: Final = one_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))
_PATH: Final = one_of(PATH_INDEX, lambda value: sentence("no such path: {value}", value=value))
_INTERSECTION: Final = one_of(
    INTERSECTION_INDEX, lambda value: sentence("no such intersection: {value}", value=value)
)
_HEX: Final = one_of(HEX_INDEX, lambda value: sentence("no such hex: {value}", value=value))
_PIECE: Final = one_of(BOX_PIECES, lambda value: sentence("no such piece: {value}", value=value))
_RESOURCE: Final = one_of(RESOURCE_INDEX, lambda value: sentence("no such resource: {value}", value=value))
_CARD: Final = one_of(
    DEVELOPMENT_INDEX, lambda value: sentence("no such development card: {value}", value=value)
)
_END_REASON: Final = one_of(
    get_args(EndReason),
    lambda value: sentence("a game ends by agreement or by time, not by {value}", value=value),
)
_REVEALED: Final = whole_number(
    0, 5, sentence("the number of victory point cards is a whole number from 0 to 5")
)
_DECK_COUNT: Final = whole_number(
    0,
    DECK_SIZE,
    sentence("the number of development cards is a whole number from 0 to {most}", most=DECK_SIZE),
)
_LISTED_SIDES: Final = list_of(
    _side, sentence("the players' cards must be a list with one item for each player")
)
_PLACED: Final = frozenset({"at", "kind", "colour"})
_PIECES: Final = list_of(_piece, sentence("pieces must be a list"))
_GIVEN: Final = by_name(
    COLOURS,
    _COLOUR,
    whole_number(
        0,
        CARDS_A_RESOURCE,
        sentence("a player gives from 0 to {most} cards of a kind", most=CARDS_A_RESOURCE),
    ),
    sentence(
        "how many cards each player gave must be an object, for example {example}",
        example='{"blue": 2, "white": 0}',
    ),
)

# Both by the annotation of a field, which names what it is.
DECODERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "tuple[Seat, ...]": _seats,
    "tuple[Side, ...]": _sides,
    "tuple[Placed, ...] | None": or_none(_PIECES),
    "Given | None": or_none(_GIVEN),
    "Rounds | None": or_none(rounds_from_json),
    "Options": Options.from_json,
    "Layout": Layout.from_json,
    "Draft": Draft.from_json,
    "Colour": _COLOUR,
    "Colour | None": or_none(_COLOUR),
    "PathId": _PATH,
    "IntersectionId": _INTERSECTION,
    "HexId": _HEX,
    "HexId | None": or_none(_HEX),
    "EndReason": _END_REASON,
    "bool | None": or_none(one_of_both),
    "Thrown": _thrown,
    "Cards": cards_from_json,
    "Resource | None": or_none(_RESOURCE),
    "DevelopmentCard": _CARD,
    "DevelopmentCard | None": or_none(_CARD),
    "int": _REVEALED,
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
    "Thrown": thrown_to_json,
    "Cards": cards_to_json,
}
