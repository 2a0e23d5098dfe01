"""The events of a base game, legal or not (`companion.games.base.rules.legality`).

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`, whose fields have the names of
the inputs in recordings. `player` is always the colour of the acting player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal, get_args

from companion.games.base.rules import cards
from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    DEVELOPMENT_INDEX,
    NO_CARDS,
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    Cards,
    DevelopmentCard,
    Resource,
    cards_from_json,
    cards_to_json,
)
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.schema import (
    EventError,
    EventJson,
    ShapeError,
    choice_of,
    counts_by_name,
    list_of,
    nullable,
    require_object,
    whole_number,
)
from companion.games.seats import (
    Rounds,
    Seat,
    rounds_from_json,
    rounds_to_json,
    seats_from_json,
    seats_to_json,
)
from companion.i18n import sentence
from companion.island.geometry import (
    BOX_PIECES,
    COLOURS,
    HEX_INDEX,
    INTERSECTION_INDEX,
    PATH_INDEX,
    HexId,
    IntersectionId,
    PathId,
    PieceKind,
    Site,
)
from companion.island.layout import Draft, Layout
from companion.observations import RolledDice, rolled_dice_from_json, rolled_dice_to_json

# Types of event fields, with their JSON decoders and encoders.


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


VERSION: Final = 1
"""The version of the events' JSON form; readers also accept all earlier versions."""


@dataclass(frozen=True)
class GameStarted:
    """The players are seated.

    Attributes:
        players: in seat order, clockwise from the first player.
        options: of the game.
        who_begins: the rolls that decided the first player; None if not entered.
    """

    kind: ClassVar[str] = "game_started"
    players: tuple[Seat, ...]
    options: Options = DEFAULT_OPTIONS
    who_begins: Rounds | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class LayoutSet:
    """The island was laid or corrected; the robber starts on its desert."""

    kind: ClassVar[str] = "layout_set"
    layout: Layout


@dataclass(frozen=True)
class LayoutEntered:
    """Parts of an unfinished island were entered: hexes or harbors."""

    kind: ClassVar[str] = "layout_entered"
    layout: Draft


@dataclass(frozen=True)
class FirstPlayerChosen:
    """The first player was chosen, other than the first in seat order."""

    kind: ClassVar[str] = "first_player"
    player: Colour


@dataclass(frozen=True)
class PlaceRoad:
    """A road was placed on a path."""

    kind: ClassVar[str] = "place_road"
    player: Colour
    at: PathId


@dataclass(frozen=True)
class PlaceSettlement:
    """A settlement was placed on an intersection."""

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
    """The active player rolled; `dice` has two faces, or one number if only the sum was entered."""

    kind: ClassVar[str] = "roll"
    player: Colour
    dice: RolledDice


@dataclass(frozen=True)
class UnseenRoll:
    """The active player rolled, but the result is unknown.

    The production stays uncertain until a player enters the dice.
    """

    kind: ClassVar[str] = "unseen_roll"
    player: Colour


@dataclass(frozen=True)
class TakeInstead:
    """A player took these cards for this turn's roll instead of the due ones.

    The player missed some, took too many, or the bank ran out.
    """

    kind: ClassVar[str] = "take_instead"
    player: Colour
    resources: Cards


@dataclass(frozen=True)
class Discard:
    """A player discarded some or all of the cards due after a seven."""

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
    """The thief took a card, known or not, from a victim's hand; without a victim, no card."""

    kind: ClassVar[str] = "steal"
    player: Colour
    victim: Colour | None = field(metadata={"json": "from"})
    resource: Resource | None = None


@dataclass(frozen=True)
class DomesticTrade:
    """The active player exchanged cards with another player."""

    kind: ClassVar[str] = "domestic_trade"
    player: Colour
    partner: Colour = field(metadata={"json": "with"})
    give: Cards
    take: Cards


@dataclass(frozen=True)
class MaritimeTrade:
    """The active player exchanged cards with the bank."""

    kind: ClassVar[str] = "maritime_trade"
    player: Colour
    give: Cards
    take: Cards


@dataclass(frozen=True)
class BuyDevelopmentCard:
    """The active player bought the deck's top card; `card` is None if it wasn't named."""

    kind: ClassVar[str] = "buy_development_card"
    player: Colour
    card: DevelopmentCard | None = None


@dataclass(frozen=True)
class PlayDevelopmentCard:
    """A knight or progress card was played; for victory points see `RevealVictoryPoints`.

    Attributes:
        player: the acting player's colour.
        card: the kind of card.
        resources: cards taken with year of plenty.
        resource: the kind demanded by monopoly.
        given: number of these cards that each counted opponent gave.
    """

    kind: ClassVar[str] = "play_development_card"
    player: Colour
    card: DevelopmentCard
    resources: Cards = NO_CARDS
    resource: Resource | None = None
    given: GivenCounts | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class RevealVictoryPoints:
    """Victory point cards were turned face up."""

    kind: ClassVar[str] = "reveal_victory_points"
    player: Colour
    count: int


@dataclass(frozen=True)
class ClaimVictory:
    """A player claimed victory, which a house rule requires."""

    kind: ClassVar[str] = "claim_victory"
    player: Colour


@dataclass(frozen=True)
class EndGame:
    """The game was ended early; the player with the most points wins.

    Attributes:
        because: agreement or time.
    """

    kind: ClassVar[str] = "end_game"
    because: EndReason


@dataclass(frozen=True)
class LeaveTable:
    """A player left; the seat rests, its cards and pieces remain."""

    kind: ClassVar[str] = "leave_table"
    player: Colour


@dataclass(frozen=True)
class ComeBack:
    """A player who had left returned."""

    kind: ClassVar[str] = "come_back"
    player: Colour


@dataclass(frozen=True)
class ShowHand:
    """A player showed or declared the hand, which replaces its estimate.

    Attributes:
        player: the owner.
        resources: all cards of the hand.
        counted: the cards were only counted: unidentified ones don't make the recorded kinds doubtful.
    """

    kind: ClassVar[str] = "show_hand"
    player: Colour
    resources: Cards
    counted: bool | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class TakeUp:
    """A game was joined in progress: the cards and pieces on the table, and the active player.

    Attributes:
        on_turn: the active player.
        sides: the players' cards; omitted players' cards are unknown.
        pieces: on the board; None: the table waits until they are read or entered.
        robber: its hex; None: on the desert, unless the camera sees it elsewhere.
        longest_road, largest_army: the holder of the card; None: derived from the pieces and cards.
        rolled: whether the active player has rolled and received the production; None: not yet.
    """

    kind: ClassVar[str] = "take_up"
    on_turn: Colour
    sides: tuple[Side, ...] = ()
    pieces: tuple[PlacedPiece, ...] | None = None
    robber: HexId | None = None
    longest_road: Colour | None = None
    largest_army: Colour | None = None
    rolled: bool | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class EndTurn:
    """The player passed the dice to the left."""

    kind: ClassVar[str] = "end_turn"
    player: Colour


Event = (
    GameStarted
    | LayoutSet
    | LayoutEntered
    | FirstPlayerChosen
    | PlaceRoad
    | PlaceSettlement
    | PlaceCity
    | TakeStartingResources
    | Roll
    | UnseenRoll
    | TakeInstead
    | Discard
    | MoveRobber
    | Steal
    | DomesticTrade
    | MaritimeTrade
    | BuyDevelopmentCard
    | PlayDevelopmentCard
    | RevealVictoryPoints
    | ClaimVictory
    | EndGame
    | LeaveTable
    | ComeBack
    | ShowHand
    | TakeUp
    | EndTurn
)

EVENT_TYPES: Final[Mapping[str, type[Event]]] = {kind.kind: kind for kind in Event.__args__}


_JSON: Final = EventJson[Event](EVENT_TYPES, DECODERS, ENCODERS)


def event_to_json(event: Event) -> dict[str, Any]:
    """Encode an event as JSON."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """Decode the JSON of `event_to_json`.

    Raises:
        EventError: unknown kind, missing or unknown field, or invalid value (cards, options and layouts
            raise their own subclasses of ValueError).
    """
    return _JSON.read(data)


def event_from_input(data: object) -> Event:
    """Decode an event that a player enters, with at most as many cards of a kind as the box has.

    Journals are read without this limit (`event_from_json`).

    Raises:
        EventError: as `event_from_json`, or too many cards of a kind.
    """
    event = event_from_json(data)
    named = [getattr(event, f.name) for f in fields(event) if f.type == "Cards"]
    if isinstance(event, TakeUp):
        named += [side.hand for side in event.sides if side.hand is not None]
    if any(max(cards[:UNIDENTIFIED_KIND]) > CARDS_PER_RESOURCE for cards in named):
        raise EventError(
            sentence("There are {count} cards of each resource in all.", count=CARDS_PER_RESOURCE)
        )
    return event


# Cards that each event costs its player: printed prices, cards given in a trade, cards discarded.


PayingEvent = (
    PlaceRoad | PlaceSettlement | PlaceCity | BuyDevelopmentCard | DomesticTrade | MaritimeTrade | Discard
)
"""The events by which players pay cards of their choice."""

COSTS: Final[Mapping[type[Event], cards.Cards]] = {
    PlaceRoad: cards.ROAD_COST,
    PlaceSettlement: cards.SETTLEMENT_COST,
    PlaceCity: cards.CITY_COST,
    BuyDevelopmentCard: cards.DEVELOPMENT_COST,
}
"""The printed prices."""


def chosen_payment(event: Event) -> cards.Cards:
    """The cards that an event's player chose to pay; none for other events."""
    match event:
        case DomesticTrade(give=give) | MaritimeTrade(give=give):
            return give
        case Discard(resources=resources):
            return resources
    return COSTS.get(type(event), cards.NO_CARDS)


def missing_count(hand: cards.Cards, cost: cards.Cards) -> int:
    """The number of cards of a cost that a hand lacks, given its known cards.

    Zero or negative: the hand can pay.
    """
    known = sum(max(0, asked - held) for asked, held in zip(cost[:5], hand[:5], strict=True))
    return max(known - max(0, hand[cards.UNIDENTIFIED_KIND]), sum(cost) - sum(hand))
