"""The events of a base game: what happened at the table. Legal or not is asked elsewhere.

Each is a frozen dataclass with a JSON form, `{"kind": ..., ...}`, whose fields are named as the
inputs of a recording are. `player` is always the colour of who acted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from companion.games.base.rules.cards import (
    CARDS_A_RESOURCE,
    NONE,
    UNIDENTIFIED,
    Cards,
    DevelopmentCard,
    Resource,
)
from companion.games.base.rules.fields import DECODERS, ENCODERS, EndReason, Given, Placed, Side
from companion.games.base.rules.fields import Seat as Seat
from companion.games.base.rules.options import DEFAULT_OPTIONS, Colour, Options
from companion.games.first_player import Rounds
from companion.games.shapes import EventError as EventError
from companion.games.shapes import EventJson
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.island.layout import Layout
from companion.thrown import Thrown

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
class LayoutSet:
    """The island was laid, or laid differently: the robber stands on its desert."""

    kind: ClassVar[str] = "layout_set"
    layout: Layout


@dataclass(frozen=True)
class LayoutEntered:
    """Something was said of an island that isn't laid yet: what lies on hexes, which harbors there are."""

    kind: ClassVar[str] = "layout_entered"
    layout: Draft


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
    """The player on turn threw the dice; of both faces, people may have said the sum alone."""

    kind: ClassVar[str] = "roll"
    player: Colour
    dice: Thrown


@dataclass(frozen=True)
class UnseenRoll:
    """The player on turn threw the dice, and nobody saw or said what they showed: what the island produced is
    in doubt until somebody says it.
    """

    kind: ClassVar[str] = "unseen_roll"
    player: Colour


@dataclass(frozen=True)
class TakeInstead:
    """Of the roll of this turn somebody took these cards, and not those that were due: missed some, or took
    too many, or the bank had run out.
    """

    kind: ClassVar[str] = "take_instead"
    player: Colour
    resources: Cards


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
    """A knight or progress card was played; victory points are revealed instead.

    Attributes:
        resources: what year of plenty took.
        resource: what monopoly asked for.
        given: how many of it others gave, of those who were counted.
    """

    kind: ClassVar[str] = "play_development_card"
    player: Colour
    card: DevelopmentCard
    resources: Cards = NONE
    resource: Resource | None = None
    given: Given | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class RevealVictoryPoints:
    """Victory point cards were turned face up."""

    kind: ClassVar[str] = "reveal_victory_points"
    player: Colour
    count: int


@dataclass(frozen=True)
class ClaimVictory:
    """Somebody says to have won, where by a house rule nobody has before that."""

    kind: ClassVar[str] = "claim_victory"
    player: Colour


@dataclass(frozen=True)
class EndGame:
    """All agree that the game is over, or the time is: who has most points has won.

    Attributes:
        because: agreement or time.
    """

    kind: ClassVar[str] = "end_game"
    because: EndReason


@dataclass(frozen=True)
class LeaveTable:
    """Somebody plays on no more: the seat rests, and all that is the player's stays as it is."""

    kind: ClassVar[str] = "leave_table"
    player: Colour


@dataclass(frozen=True)
class ComeBack:
    """Somebody who had left plays on."""

    kind: ClassVar[str] = "come_back"
    player: Colour


@dataclass(frozen=True)
class ShowHand:
    """A player said, or showed, which resource cards are in the hand: whatever was thought of it."""

    kind: ClassVar[str] = "show_hand"
    player: Colour
    resources: Cards


@dataclass(frozen=True)
class TakeUp:
    """A game that was on already is taken up: what lies on the table, and who is on turn.

    Attributes:
        on_turn: who has yet to roll, or has rolled already.
        sides: what lies in front of the players; nothing is known of those left out.
        pieces: on the board; None: the table waits until they are seen or said.
        robber: its hex; None: on the desert, unless it is seen elsewhere with the pieces.
        longest_road, largest_army: who holds the card; None: who has it by what lies there, if one does.
        rolled: the one on turn has rolled, and all that this gave lies there; None: not yet.
    """

    kind: ClassVar[str] = "take_up"
    on_turn: Colour
    sides: tuple[Side, ...] = ()
    pieces: tuple[Placed, ...] | None = None
    robber: HexId | None = None
    longest_road: Colour | None = None
    largest_army: Colour | None = None
    rolled: bool | None = field(default=None, metadata={"seldom": True})


@dataclass(frozen=True)
class EndTurn:
    """The dice went to the left."""

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
    """The JSON form of an event."""
    return _JSON.write(event)


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` described.

    Raises:
        EventError: no such kind of event, a field missing or unknown, or a value that it can't have
            (cards, options and layouts raise their own leaves of ValueError).
    """
    return _JSON.read(data)


def entered_event(data: object) -> Event:
    """The event that people enter now: as `event_from_json`, with no more cards of a kind than the box has.

    What was kept before is read whatever it says.

    Raises:
        EventError: as `event_from_json`, or there are no so many cards.
    """
    event = event_from_json(data)
    named = [getattr(event, f.name) for f in fields(event) if f.type == "Cards"]
    if isinstance(event, TakeUp):
        named += [side.hand for side in event.sides if side.hand is not None]
    if any(max(cards[:UNIDENTIFIED]) > CARDS_A_RESOURCE for cards in named):
        raise EventError(sentence("There are {count} cards of each resource in all.", count=CARDS_A_RESOURCE))
    return event
