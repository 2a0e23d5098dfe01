"""The events of a base game, legal or not (`companion.games.base.rules.legality`).

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`, whose fields have the names of
the inputs in recordings. `player` is always the colour of the acting player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    NO_CARDS,
    UNIDENTIFIED_KIND,
    Cards,
    DevelopmentCard,
    Resource,
)
from companion.games.base.rules.fields import DECODERS, ENCODERS, EndReason, GivenCounts, PlacedPiece, Side
from companion.games.base.rules.fields import Seat as Seat
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.first_player import Rounds
from companion.games.schema import EventError as EventError
from companion.games.schema import EventJson
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.layout import Layout
from companion.rolled_dice import RolledDice

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
