"""API types of the base game: its views, events and inputs as JSON (`companion.wire`).

The views are written out, and mypy checks their builders against them. The types of events and inputs are
derived from the event classes, by the annotations of their fields (`companion.games.base.rules.events`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from companion.games.api_types import AnyColour, Award, Colour, Points
from companion.games.base.rules.cards import (
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    RESOURCES,
    DevelopmentCard,
    Piece,
    Resource,
)
from companion.games.base.rules.events import EndReason
from companion.games.base.rules.options import RANGES, Options
from companion.games.base.rules.state import Phase
from companion.island.layout import CoastAt, Harbor, HexAt, HexEntered, IntersectionAt, Island, PathAt, SiteAt
from companion.observations import DiceSum
from companion.wire import Count, Length, OneOf, Range, SchemaName, Sentence, Share, object_type

CardKind: TypeAlias = Annotated[Resource, SchemaName("Resource")]
Developed: TypeAlias = Annotated[DevelopmentCard, SchemaName("DevelopmentCard")]
PieceKind: TypeAlias = Annotated[Piece, SchemaName("PieceKind")]
Die: TypeAlias = Annotated[int, Range(1, 6)]
Faces: TypeAlias = Annotated[list[Die], Length(2, 2), SchemaName("Faces")]
Dice: TypeAlias = Annotated[Faces | DiceSum, SchemaName("Dice")]
Between: TypeAlias = Annotated[list[int], Length(2, 2), "The least and the greatest value."]
_Kinds: TypeAlias = Annotated[str, OneOf((*RESOURCES, "unidentified"))]
_Developments: TypeAlias = Annotated[str, OneOf((*DEVELOPMENT_CARDS, "unidentified"))]
_Resources: TypeAlias = Annotated[str, OneOf(RESOURCES)]
Cards: TypeAlias = Annotated[
    dict[_Kinds, Annotated[int, Range(0, 95)]],
    "Number of cards of each kind, `unidentified` for unknown kinds. Omitted kinds: 0.",
    SchemaName("Cards"),
]
KnownCards: TypeAlias = Annotated[
    dict[_Kinds, int],
    "Cards of a hand by kind. A negative `unidentified`: as many of the others are gone, unknown which.",
    SchemaName("KnownCards"),
]
Development: TypeAlias = Annotated[
    dict[_Developments, Annotated[int, Range(0, DECK_SIZE)]], SchemaName("DevelopmentCards")
]
ByResource: TypeAlias = dict[_Resources, int]


class IslandMissing(TypedDict):
    """The missing parts of an unfinished island: hexes, and the number of harbors of each kind."""

    hexes: list[HexAt]
    harbors: dict[Harbor, Count]


class IslandEntered(TypedDict):
    """The entered parts of an unfinished island."""

    hexes: dict[HexAt, HexEntered]
    harbors: dict[CoastAt, Harbor]
    missing: IslandMissing


class PieceStands(TypedDict):
    """A piece on the board."""

    at: SiteAt
    kind: PieceKind
    colour: Colour


class Left(TypedDict):
    """The pieces in a player's supply."""

    road: int
    settlement: int
    city: int


class BaseHand(TypedDict):
    """Public knowledge of a hand: the number of cards and its certainty; the cards only with open hands.

    `cards_likely`: the number is certain, or probable enough to be shown without "about". `cards_certain`
    refers to the number of cards alone, `certain` to the exact cards.
    """

    cards: int
    cards_between: Between
    cards_certain: bool
    cards_likely: bool
    certain: bool
    probability: Share
    hand: KnownCards | None


class BasePlayer(BaseHand):
    """The public view of a player."""

    id: Annotated[Colour, "The player's stable identity; unaffected by corrections of name and colour."]
    name: str
    colour: Colour
    resting: Annotated[bool, "The player has left; pieces and cards remain."]
    points: int
    development_cards: int
    knights: int
    road_length: int
    longest_road: bool
    largest_army: bool
    left: Left


class Takes(TypedDict):
    """Cards that a player takes."""

    colour: Colour
    cards: KnownCards


class BaseRolled(TypedDict):
    """A roll and its production; `shortage`: resources that the bank can't pay to all.

    `again`: by a house rule the roll is void and repeated.
    """

    dice: Dice
    sum: int
    again: bool
    player: Colour
    takes: list[Takes]
    shortage: list[CardKind]


class Gives(TypedDict):
    """Upper limits of the cards that a player can give; null if uncertain or hidden."""

    cards: int | None
    resources: KnownCards | None


class Builds(TypedDict):
    """Legal sites for the pieces that a player can afford, judged by the reader's knowledge."""

    road: list[PathAt]
    settlement: list[IntersectionAt]
    city: list[IntersectionAt]


class BaseActions(TypedDict, total=False):
    """The inputs that the rules allow now, judged by public knowledge; empty outside play."""

    acting: Annotated[Colour, "The player of a trade or purchase without a named player."]
    roll: bool
    trade: bool
    gifts: Annotated[bool, "By a house rule a trade between players may be one-sided."]
    buy_card: bool
    build: Builds
    play: list[Developed]
    reveal: Annotated[list[int], "The numbers of victory point cards that win."]
    end_turn: bool
    claim: Annotated[bool, "By a house rule the active player wins only by claiming victory."]
    discard: dict[AnyColour, int]
    rob: Annotated[list[Colour | None], "Null: the player may also rob nobody."]
    maritime: Annotated[dict[AnyColour, ByResource], "The bank's rates."]
    gives: dict[AnyColour, Gives]


class ConfirmIsland(TypedDict):
    """Confirm the island that the camera read; `doubtful`: hexes that can't all come from one box."""

    kind: Literal["confirm_island"]
    entry: int
    doubtful: list[HexAt]


class MissingCounts(TypedDict):
    """The number of missing parts of an island."""

    hexes: Count
    tokens: Count
    harbors: Count


PiecesToFollow: TypeAlias = Literal["in_turns", "from_diagram", "as_printed"]


class LayIsland(TypedDict):
    """Lay the island: step by step, by a diagram or, if `draw`, at random.

    `pieces`: afterwards players place the pieces in turns, the stored diagram gives their places, or players
    place them as printed in their rulebook. Null: the game is in progress.
    """

    kind: Literal["lay_island"]
    missing: MissingCounts
    editions: list[str]
    draw: bool
    pieces: PiecesToFollow | None


class TakeUpGame(TypedDict):
    """Enter the cards on the table, and let the camera read the pieces."""

    kind: Literal["take_up"]


Found = TypedDict(
    "Found",
    {
        "kind": Literal["found"],
        "colour": Colour,
        "piece": NotRequired[Literal["settlement", "road"]],
        "sites": NotRequired[list[SiteAt]],
        "or": NotRequired[Annotated[list[Colour], "The other players who may begin."]],
    },
)
"""Place a founding settlement or road; without `piece`: the pieces of a first game, in any order."""


class StarredSettlement(TypedDict):
    """A settlement and its starting resources."""

    at: IntersectionAt
    cards: KnownCards


class ChooseStar(TypedDict):
    """Name the starred settlement of a first game, which gives the starting resources.

    `likely`: the one that a rulebook stars, as far as it is known.
    """

    kind: Literal["take_starting_resources"]
    colour: Colour
    sites: list[IntersectionAt]
    likely: StarredSettlement | None


class OweDiscard(TypedDict):
    """Discard cards after a seven; `likely`: the number is certain or nearly certain."""

    kind: Literal["discard"]
    colour: Colour
    between: Between
    count: int
    likely: bool


class MayOweDiscard(TypedDict):
    """Discard cards if the hand exceeds the limit, which the record doesn't show."""

    kind: Literal["may_discard"]
    colour: Colour
    between: Between
    count: int
    limit: int


class MoveRobberNow(TypedDict):
    """Move the robber; `spared`: hexes closed to a friendly robber, with the players spared there."""

    kind: Literal["move_robber"]
    colour: Colour
    spared: dict[HexAt, list[Colour]]


class RollNow(TypedDict):
    """Roll the dice.

    `again`: a seven of the first rounds was void by a house rule. `fresh`: the game was just joined in
    progress, and the dice may have been rolled before that.
    """

    kind: Literal["roll"]
    colour: Colour
    again: bool
    fresh: bool


Rob = TypedDict("Rob", {"kind": Literal["steal"], "colour": Colour, "from": list[Colour]})
"""Rob one of the players with a building at the robber's hex."""


class BuildFreeRoads(TypedDict):
    """Place the free roads of a road building card."""

    kind: Literal["free_roads"]
    colour: Colour
    count: int
    sites: list[PathAt]


ToDo: TypeAlias = (
    ConfirmIsland
    | LayIsland
    | TakeUpGame
    | Found
    | ChooseStar
    | OweDiscard
    | MayOweDiscard
    | MoveRobberNow
    | RollNow
    | Rob
    | BuildFreeRoads
)


class BankInPublic(TypedDict):
    """The cards in the bank by resource, and the number of unidentified ones."""

    bank: ByResource
    bank_unidentified: int


class BaseStateView(BankInPublic):
    """The public view of a state."""

    phase: Annotated[Phase, SchemaName("BasePhase")]
    turn: Count
    on_turn: Colour | None
    rolled: bool
    players: list[BasePlayer]
    layout: Island | None
    entered: IslandEntered | None
    departures: Annotated[list[Sentence], "Differences between the island and the contents of the box."]
    doubtful: list[HexAt]
    robber: HexAt | None
    pieces: list[PieceStands]
    roll: BaseRolled | None
    to_do: Annotated[list[ToDo], "Pending duties, in the order in which they are due."]
    may: BaseActions
    development_cards_left: int
    roll_cards_left: Annotated[int | None, "Cards in the roll deck; null: the table uses dice."]
    may_have_won: Annotated[
        Share, "Probability that the active player has enough points with face-down cards."
    ]
    winner: Colour | None
    points_to_win: int
    explained: Annotated[bool, "The pages explain each step to a new player."]
    turn_seconds: Annotated[int | None, "Seconds per turn; null: no limit."]
    winners: Annotated[list[Colour], "Several if they tied at an early end."]
    ended: Annotated[EndReason | None, "The reason of an early end."]


class BaseView(BaseStateView):
    """The public view of a game."""

    turn_began: Annotated[float | None, "Seconds since the game began."]
    reserves: Annotated[
        dict[Colour, float] | None,
        "Seconds in reserve of each player when this turn began; null: no turn clock.",
    ]
    dealt: Annotated[list[Takes], "The starting resources of each player."]
    last_roll: BaseRolled | None
    awards: Annotated[list[Award], "The awards of a finished game."]


class LikelyHand(TypedDict):
    """A possible hand and its probability."""

    cards: KnownCards
    probability: Share


class OwnHand(TypedDict):
    """The player's own hand; if uncertain, with likely alternatives and the range of each kind."""

    cards: KnownCards
    count: int
    certain: bool
    probability: Share
    between: dict[_Resources, Between]
    doubtful: list[CardKind]
    likely: list[LikelyHand]


class OwnDevelopmentCards(TypedDict):
    """Face-down cards of one kind; a null `card`: unidentified."""

    card: Developed | None
    count: int
    bought_now: int


class OwnPoints(TypedDict):
    """The player's own points."""

    public: int
    hidden: int
    to_win: int


class NameBought(TypedDict):
    """A bought card that the player can name."""

    what: Literal["card_bought"]
    entry: int
    among: list[Developed]


NameStolen = TypedDict(
    "NameStolen", {"what": Literal["card_stolen"], "entry": int, "by": Colour, "from": Colour}
)
"""A stolen card that the player can name."""


class NameDiscarded(TypedDict):
    """Discarded cards that the player can name."""

    what: Literal["cards_discarded"]
    entry: int
    count: int


ToName: TypeAlias = NameBought | NameStolen | NameDiscarded


class SeatActions(TypedDict):
    """The inputs that the rules allow a player now, judged by that player's knowledge."""

    discard: int
    rob: list[Colour]
    robbed_by: Colour | None
    build: Builds
    buy: list[Developed]
    play: list[Developed]
    reveal: int
    trade: list[Colour]
    gifts: bool
    maritime: ByResource | None
    show_hand: bool
    end_turn: bool
    claim: bool


class SeatView(TypedDict):
    """A player's private view, in addition to the public one."""

    colour: Colour
    name: str
    on_turn: bool
    hand: OwnHand
    development_cards: list[OwnDevelopmentCards]
    points: OwnPoints
    takes: KnownCards
    to_name: list[ToName]
    may: SeatActions


class PieceChanged(TypedDict):
    """A piece before or after a correction."""

    kind: PieceKind
    colour: Colour


class BaseDifference(TypedDict):
    """A difference that an input would make: the changed value, its player or site, before and after.

    Values: a player's `points`, `cards`, `development_cards` and `knights` as numbers; the `hand`, null if
    hidden; the players of `winner`, `on_turn`, `longest_road` and `largest_army`; the `turn`; the dice of the
    `roll`; the hex of the `robber`; a `piece` at a site.
    """

    what: Literal[
        "winner", "longest_road", "largest_army", "on_turn", "turn", "roll", "robber", "points", "cards",
        "development_cards", "knights", "hand", "piece",
    ]  # fmt: skip
    colour: NotRequired[Colour]
    at: NotRequired[SiteAt]
    before: int | str | Dice | PieceChanged | KnownCards | None
    after: int | str | Dice | PieceChanged | KnownCards | None


class DiceAsked(TypedDict):
    """An input without its dice, which the player still has to enter."""

    kind: Literal["roll", "correct"]
    player: NotRequired[Colour]
    entry: NotRequired[int]
    before: NotRequired[int]
    event: NotRequired[Mapping[str, Any]]


class CountAsked(TypedDict):
    """The number of cards in a player's hand by the entries, which the player counts."""

    name: str
    colour: Colour
    cards: int


class AskedFields(TypedDict, total=False):
    """The fields of the texts of questions and answers; the key determines which are present."""

    name: str
    event: str
    turn: int
    dice: Dice
    told: Dice
    thrown: Dice
    total: int
    source: str
    piece: PieceKind
    colour: Colour
    at: SiteAt
    give: Cards
    take: Cards
    enter: DiceAsked
    counts: list[CountAsked]
    count: int
    recorded: int


class PointsOf(TypedDict):
    """A player's points by source."""

    settlement: int
    city: int
    longest_road: int
    largest_army: int
    victory_point: int


class BaseStanding(TypedDict):
    """A player's final standing."""

    name: str
    colour: Colour
    points: int
    of: PointsOf
    road_length: int
    knights: int


class SumRolled(TypedDict):
    """Actual and expected number of rolls with a sum."""

    sum: int
    rolled: int
    expected: float


class DiceRolled(TypedDict):
    """Actual and expected rolls, and the number of sevens by player.

    `sums_alone`: number of rolls entered without faces.
    """

    rolls: int
    sums_alone: int
    sums: list[SumRolled]
    sevens: dict[AnyColour, int]


class Produced(TypedDict):
    """A player's cards from rolls (actual and expected), and starting cards."""

    taken: KnownCards
    starting: int
    expected: float


class Production(TypedDict):
    """Production by player and by hex."""

    players: dict[AnyColour, Produced]
    hexes: dict[HexAt, dict[AnyColour, int]]


class RobberCost(TypedDict):
    """Number of cards blocked by the robber, by player and by hex."""

    players: dict[AnyColour, int]
    hexes: dict[HexAt, int]


class TradeCounts(TypedDict):
    """Number of trades by pair of players, and with the bank."""

    domestic: dict[AnyColour, dict[AnyColour, int]]
    maritime: dict[AnyColour, int]


class LongTurn(TypedDict):
    """One of the longest turns."""

    seconds: float
    turn: int
    colour: Colour


class Durations(TypedDict):
    """Durations of turns: the mean by colour, and the longest turns."""

    mean: dict[AnyColour, float]
    longest: list[LongTurn]


class BaseSummary(TypedDict):
    """The summary of a game; players ordered with the winner first, then by points."""

    players: list[BaseStanding]
    winner: Colour | None
    winners: list[Colour]
    turns: int
    seconds: int
    points: list[Points]
    dice: DiceRolled
    production: Production
    robber: RobberCost
    lost: dict[AnyColour, dict[Annotated[str, OneOf(("discarded", "stolen", "robbed"))], int]]
    trades: TradeCounts
    durations: Durations
    awards: list[Award]
    layout: Island | None
    pieces: list[PieceStands]
    robber_at: HexAt | None


class SideShown(TypedDict):
    """A player's cards when joining a game in progress; a null hand is unknown."""

    colour: Colour
    hand: NotRequired[Cards | None]
    development_cards: NotRequired[Annotated[int, Range(0, DECK_SIZE)]]
    played: NotRequired[Development]


def option_types() -> dict[str, Any]:
    """The options' types by name, with the ranges that are checked."""
    ranges = {name: Annotated[int, Range(*between)] for name, between in RANGES.items()}
    return {**get_type_hints(Options), "cards_a_turn": Annotated[int, Range(1, 25)] | None, **ranges}


BaseOptions = object_type("BaseOptions", {}, option_types())
