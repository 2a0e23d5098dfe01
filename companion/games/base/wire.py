"""What pages get and send of a base game, declared (`companion.wire`).

Its views are written out, and their builders are checked against them. Events and inputs are made of the
event classes: a field's annotation says what its JSON is, as it does in `companion.games.base.fields`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from companion.games.base.rules.cards import (
    CARDS_A_RESOURCE,
    DECK_SIZE,
    DEVELOPMENT_CARDS,
    RESOURCES,
    DevelopmentCard,
    Piece,
    Resource,
)
from companion.games.base.rules.events import (
    EVENT_TYPES,
    BuyDevelopmentCard,
    ClaimVictory,
    ComeBack,
    DomesticTrade,
    EndGame,
    EndTurn,
    FirstPlayerChosen,
    LeaveTable,
    MaritimeTrade,
    MoveRobber,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeInstead,
    TakeStartingResources,
    TakeUp,
)
from companion.games.base.rules.fields import EndReason
from companion.games.base.rules.options import EDITIONS, RANGES, Options
from companion.games.base.rules.state import Phase
from companion.games.wire import (
    AnyColour,
    Award,
    Colour,
    Declared,
    Points,
    Rounds,
    SeatTaken,
    correcting,
    entered,
    entered_event,
    told_event,
)
from companion.island.setups import FIRST_GAME_EDITIONS
from companion.island.wire import (
    CoastAt,
    Harbor,
    HexAt,
    HexEntered,
    IntersectionAt,
    Island,
    IslandSaid,
    PathAt,
    SiteAt,
)
from companion.thrown import DiceSum
from companion.wire import Among, Count, Length, Named, Range, Sentence, Share, any_of, declared

CardKind: TypeAlias = Annotated[Resource, Named("Resource")]
Developed: TypeAlias = Annotated[DevelopmentCard, Named("DevelopmentCard")]
PieceKind: TypeAlias = Annotated[Piece, Named("PieceKind")]
Die: TypeAlias = Annotated[int, Range(1, 6)]
Faces: TypeAlias = Annotated[list[Die], Length(2, 2), Named("Faces")]
Dice: TypeAlias = Annotated[Faces | DiceSum, Named("Dice")]
Between: TypeAlias = Annotated[list[int], Length(2, 2), "The least and the most."]
_Kinds: TypeAlias = Annotated[str, Among((*RESOURCES, "unidentified"))]
_Developments: TypeAlias = Annotated[str, Among((*DEVELOPMENT_CARDS, "unidentified"))]
_Resources: TypeAlias = Annotated[str, Among(RESOURCES)]
Cards: TypeAlias = Annotated[
    dict[_Kinds, Annotated[int, Range(0, 95)]],
    "How many cards of each kind; `unidentified` where nobody says which. None of those left out.",
    Named("Cards"),
]
KnownCards: TypeAlias = Annotated[
    dict[_Kinds, int],
    "Cards of a hand by kind. Below zero `unidentified`: so many of the others are gone, nobody said which.",
    Named("KnownCards"),
]
Development: TypeAlias = Annotated[
    dict[_Developments, Annotated[int, Range(0, DECK_SIZE)]], Named("DevelopmentCards")
]
ByResource: TypeAlias = dict[_Resources, int]


class IslandMissing(TypedDict):
    """What is missing of an island that is being entered: hexes, and harbors of each kind."""

    hexes: list[HexAt]
    harbors: dict[Harbor, Count]


class IslandEntered(TypedDict):
    """An island that isn't laid yet, as far as it was said."""

    hexes: dict[HexAt, HexEntered]
    harbors: dict[CoastAt, Harbor]
    missing: IslandMissing


class PieceStands(TypedDict):
    """A piece on the board."""

    at: SiteAt
    kind: PieceKind
    colour: Colour


class Left(TypedDict):
    """Pieces that are left in a player's supply."""

    road: int
    settlement: int
    city: int


class BaseHand(TypedDict):
    """What everybody may know of a hand: how many cards, how sure that is; which, only where hands are open.

    `cards_likely`: it is certain, or so probable that it is said without "about". `cards_certain` speaks of
    that number alone, `certain` of the very cards.
    """

    cards: int
    cards_between: Between
    cards_certain: bool
    cards_likely: bool
    certain: bool
    probability: Share
    hand: KnownCards | None


class BasePlayer(BaseHand):
    """A player, as everybody sees."""

    id: Annotated[Colour, "Tells the player from the others, however name and colour are corrected."]
    name: str
    colour: Colour
    resting: Annotated[bool, "The player has left; pieces and cards stay."]
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
    """A roll and what it gave; `shortage`: resources of which the bank has not enough for everybody.

    `again`: by a house rule it doesn't count and is rolled again.
    """

    dice: Dice
    sum: int
    again: bool
    player: Colour
    takes: list[Takes]
    shortage: list[CardKind]


class Gives(TypedDict):
    """The most that a player can give; null where that isn't certain, or isn't shown."""

    cards: int | None
    resources: KnownCards | None


class Builds(TypedDict):
    """Where somebody may build by the rules what the hand may pay for, by what whoever is told it knows."""

    road: list[PathAt]
    settlement: list[IntersectionAt]
    city: list[IntersectionAt]


class BaseActions(TypedDict, total=False):
    """What can be entered now by the rules, as everybody knows it: all of it in play, else nothing."""

    acting: Annotated[Colour, "Whose trade or purchase is meant unless somebody is named."]
    roll: bool
    trade: bool
    gifts: Annotated[bool, "By a house rule a trade between players may be one-sided."]
    buy_card: bool
    build: Builds
    play: list[Developed]
    reveal: Annotated[list[int], "The numbers of victory point cards that win."]
    end_turn: bool
    claim: Annotated[bool, "By a house rule who is on turn wins only on saying so."]
    discard: dict[AnyColour, int]
    rob: Annotated[list[Colour | None], "Null: nobody may be robbed too."]
    maritime: Annotated[dict[AnyColour, ByResource], "The bank's rates."]
    gives: dict[AnyColour, Gives]


class ConfirmIsland(TypedDict):
    """Say whether an island that was read is right; `doubtful`: hexes of which one box can't hold all."""

    kind: Literal["confirm_island"]
    entry: int
    doubtful: list[HexAt]


class MissingCounts(TypedDict):
    """How much of an island is missing."""

    hexes: Count
    tokens: Count
    harbors: Count


class LayIsland(TypedDict):
    """Lay the island, bit by bit, by a diagram or, where it can be drawn, by lot."""

    kind: Literal["lay_island"]
    missing: MissingCounts
    editions: list[str]
    draw: bool


class TakeUpGame(TypedDict):
    """Say what lies on the table, and let the camera see the pieces."""

    kind: Literal["take_up"]


Found = TypedDict(
    "Found",
    {
        "kind": Literal["found"],
        "colour": Colour,
        "piece": NotRequired[Literal["settlement", "road"]],
        "sites": NotRequired[list[SiteAt]],
        "or": NotRequired[Annotated[list[Colour], "Who else may begin."]],
    },
)
"""Found a settlement or road; without a piece: take starting resources."""


class OweDiscard(TypedDict):
    """Discard cards because of a seven; `likely`: the number is certain or nearly so."""

    kind: Literal["discard"]
    colour: Colour
    between: Between
    count: int
    likely: bool


class MayOweDiscard(TypedDict):
    """Discard as many, for whoever holds more than the limit, which nobody told."""

    kind: Literal["may_discard"]
    colour: Colour
    between: Between
    count: int
    limit: int


class MoveRobberNow(TypedDict):
    """Move the robber; `spared`: hexes to which a friendly robber isn't moved, and whom it spares there."""

    kind: Literal["move_robber"]
    colour: Colour
    spared: dict[HexAt, list[Colour]]


class RollNow(TypedDict):
    """Roll; `again`: a seven of the first rounds doesn't count, by a house rule; `fresh`: the game was just
    taken up, and the dice may have been thrown before.
    """

    kind: Literal["roll"]
    colour: Colour
    again: bool
    fresh: bool


Rob = TypedDict("Rob", {"kind": Literal["steal"], "colour": Colour, "from": list[Colour]})
"""Rob one of those who have built beside the robber."""


class BuildFreeRoads(TypedDict):
    """Build roads that a card gives."""

    kind: Literal["free_roads"]
    colour: Colour
    count: int
    sites: list[PathAt]


ToDo: TypeAlias = (
    ConfirmIsland
    | LayIsland
    | TakeUpGame
    | Found
    | OweDiscard
    | MayOweDiscard
    | MoveRobberNow
    | RollNow
    | Rob
    | BuildFreeRoads
)


class BankInPublic(TypedDict):
    """What lies in the bank, and how many cards of which nobody said what they are."""

    bank: ByResource
    bank_unidentified: int


class BaseStateView(BankInPublic):
    """What everybody may see of a state."""

    phase: Annotated[Phase, Named("BasePhase")]
    turn: Count
    on_turn: Colour | None
    rolled: bool
    players: list[BasePlayer]
    layout: Island | None
    entered: IslandEntered | None
    departures: Annotated[list[Sentence], "How the island departs from what the box holds."]
    doubtful: list[HexAt]
    robber: HexAt | None
    pieces: list[PieceStands]
    roll: BaseRolled | None
    to_do: Annotated[list[ToDo], "What the table waits for, in the order in which it is done."]
    may: BaseActions
    development_cards_left: int
    roll_cards_left: Annotated[int | None, "Of the deck of rolls; null: the table rolls with dice."]
    may_have_won: Annotated[Share, "Probability that who is on turn has won with cards face down."]
    winner: Colour | None
    points_to_win: int
    explained: Annotated[bool, "Somebody plays for the first time: the pages say what comes next, and why."]
    turn_seconds: Annotated[int | None, "That a turn may take; null: as long as it takes."]
    winners: Annotated[list[Colour], "Several where a game was ended at which they had as many points."]
    ended: Annotated[EndReason | None, "Why it ended before somebody had enough points."]


class BaseView(BaseStateView):
    """What everybody may see of a game."""

    turn_began: Annotated[float | None, "Seconds since the game began."]
    reserves: Annotated[
        dict[Colour, float] | None,
        "Seconds that each had in reserve as the turn that is on began; null: the table plays without.",
    ]
    dealt: Annotated[list[Takes], "Who takes which starting resources."]
    last_roll: BaseRolled | None
    awards: Annotated[list[Award], "What was true of one player alone, once the game is over."]


class LikelyHand(TypedDict):
    """What a hand may be."""

    cards: KnownCards
    probability: Share


class OwnHand(TypedDict):
    """The own hand; where it isn't certain, what else it may be, and how many of each kind."""

    cards: KnownCards
    count: int
    certain: bool
    probability: Share
    between: dict[_Resources, Between]
    doubtful: list[CardKind]
    likely: list[LikelyHand]


class OwnDevelopmentCards(TypedDict):
    """Cards face down of one kind; null: nobody named them."""

    card: Developed | None
    count: int
    bought_now: int


class OwnPoints(TypedDict):
    """The own points."""

    public: int
    hidden: int
    to_win: int


class NameBought(TypedDict):
    """A card that was bought can be named."""

    what: Literal["card_bought"]
    entry: int
    among: list[Developed]


NameStolen = TypedDict(
    "NameStolen", {"what": Literal["card_stolen"], "entry": int, "by": Colour, "from": Colour}
)
"""A card that was stolen can be named."""


class NameDiscarded(TypedDict):
    """Cards that were discarded can be named."""

    what: Literal["cards_discarded"]
    entry: int
    count: int


ToName: TypeAlias = NameBought | NameStolen | NameDiscarded


class SeatActions(TypedDict):
    """What a player may enter now, by the rules and by what that player knows."""

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
    """What one player sees beside what everybody sees."""

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
    """A piece as it stood, or stands."""

    kind: PieceKind
    colour: Colour


class BaseDifference(TypedDict):
    """What an input would change: of what, or of whom or where, and what it was and would be.

    Numbers of a player's `points`, `cards`, `development_cards` and `knights`; the `hand`, null where hands
    are hidden; `winner`, `on_turn`, `longest_road` and `largest_army`; the `turn`; the `roll`'s dice; the
    `robber`'s hex; a `piece` at a site.
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
    """What is entered of dice that people say: an input that lacks the dice, or whose event does."""

    kind: Literal["roll", "correct"]
    entry: NotRequired[int]
    event: NotRequired[Mapping[str, Any]]


class AskedFields(TypedDict, total=False):
    """What the sentences of questions and answers are made with; which of it, by the word."""

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


class PointsOf(TypedDict):
    """What a player's points are for."""

    settlement: int
    city: int
    longest_road: int
    largest_army: int
    victory_point: int


class BaseStanding(TypedDict):
    """A player of a game looked back on."""

    name: str
    colour: Colour
    points: int
    of: PointsOf
    road_length: int
    knights: int


class SumRolled(TypedDict):
    """How often a sum was rolled, and was to be expected."""

    sum: int
    rolled: int
    expected: float


class DiceRolled(TypedDict):
    """The dice against what was to be expected; who rolled the sevens.

    `sums_alone`: of how many rolls nobody said the faces.
    """

    rolls: int
    sums_alone: int
    sums: list[SumRolled]
    sevens: dict[AnyColour, int]


class Produced(TypedDict):
    """Cards taken for rolls, at the start, and as even dice would have brought them."""

    taken: KnownCards
    starting: int
    expected: float


class Production(TypedDict):
    """What the island gave, to players and of each hex."""

    players: dict[AnyColour, Produced]
    hexes: dict[HexAt, dict[AnyColour, int]]


class RobberCost(TypedDict):
    """Cards that weren't taken because the robber stood there."""

    players: dict[AnyColour, int]
    hexes: dict[HexAt, int]


class TradesTold(TypedDict):
    """With whom each player traded, how often, and how often with the bank."""

    domestic: dict[AnyColour, dict[AnyColour, int]]
    maritime: dict[AnyColour, int]


class LongTurn(TypedDict):
    """One of the longest turns."""

    seconds: float
    turn: int
    colour: Colour


class Durations(TypedDict):
    """How long turns took: on average by colour, and the longest."""

    mean: dict[AnyColour, float]
    longest: list[LongTurn]


class BaseSummary(TypedDict):
    """A game looked back on; the winner first, then by points."""

    players: list[BaseStanding]
    winner: Colour | None
    winners: list[Colour]
    turns: int
    seconds: int
    points: list[Points]
    dice: DiceRolled
    production: Production
    robber: RobberCost
    lost: dict[AnyColour, dict[Annotated[str, Among(("discarded", "stolen", "robbed"))], int]]
    trades: TradesTold
    durations: Durations
    awards: list[Award]
    layout: Island | None
    pieces: list[PieceStands]
    robber_at: HexAt | None


class SideShown(TypedDict):
    """What lies in front of a player when a game is taken up; a hand that is null: nobody says."""

    colour: Colour
    hand: NotRequired[Cards | None]
    development_cards: NotRequired[Annotated[int, Range(0, DECK_SIZE)]]
    played: NotRequired[Development]


def _options() -> dict[str, Any]:
    """The options by their names, as narrow as they are checked."""
    ranges = {name: Annotated[int, Range(*between)] for name, between in RANGES.items()}
    return {**get_type_hints(Options), "cards_a_turn": Annotated[int, Range(1, 25)] | None, **ranges}


BaseOptions = declared("BaseOptions", {}, _options())

JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[Seat, ...]": list[SeatTaken],
    "tuple[Side, ...]": list[SideShown],
    "tuple[Placed, ...] | None": list[PieceStands] | None,
    "Given | None": dict[AnyColour, Annotated[int, Range(0, CARDS_A_RESOURCE)]] | None,
    "Rounds | None": Rounds | None,
    "Options": BaseOptions,
    "Layout": Island,
    "Draft": IslandSaid,
    "Colour": Colour,
    "Colour | None": Colour | None,
    "PathId": PathAt,
    "IntersectionId": IntersectionAt,
    "HexId": HexAt,
    "EndReason": EndReason,
    "bool | None": bool | None,
    "HexId | None": HexAt | None,
    "Thrown": Dice,
    "Cards": Cards,
    "Resource | None": CardKind | None,
    "DevelopmentCard": Developed,
    "DevelopmentCard | None": Developed | None,
    "int": Annotated[int, Range(0, 5)],
}
"""By the annotation of an event's field, what its JSON is."""

_OF_ON_TURN: Final = ("player",)
"""Whoever is on turn is meant where nobody is named."""
_PLAYED: Final = {"resources": Cards | None, "resource": CardKind | None}
_LAID_AS: Final[Mapping[str, Any]] = {
    "as": Literal["entered", "first_game", "drawn", "spiral", "frame"],
    "from": Annotated[HexAt, "The corner at which the tokens' spiral begins."],
    "clockwise": bool,
    "frame": Annotated[list[int], "The frame's pieces, clockwise from the top side."],
}
_BUILT: Final = {"road": PathAt, "settlement": IntersectionAt, "city": IntersectionAt}


def _inputs() -> Iterator[Any]:
    """What people enter on a tablet."""
    for event in (
        FirstPlayerChosen, TakeStartingResources, Roll, MoveRobber, Steal, DomesticTrade, MaritimeTrade,
        BuyDevelopmentCard, RevealVictoryPoints, ClaimVictory, LeaveTable, ComeBack, ShowHand, EndTurn,
    ):  # fmt: skip
        yield entered_event("Enter", event, JSON_TYPES, optional=_OF_ON_TURN)
    yield entered_event("Enter", EndGame, JSON_TYPES)
    yield entered_event("Enter", TakeUp, JSON_TYPES, optional=("on_turn",))
    for piece, site in _BUILT.items():
        name = f"EnterPlace{piece.capitalize()}"
        yield entered(name, "place", {"piece": Literal[piece], "at": site}, player=Colour)
    yield entered("EnterDiscard", "discard", player=Colour, resources=Cards | None)
    yield entered(
        "EnterPlayDevelopmentCard",
        "play_development_card",
        {"card": Developed},
        player=Colour | None,
        given=JSON_TYPES["Given | None"],
        **_PLAYED,
    )
    yield entered(
        "EnterLayIsland",
        "lay_island",
        **_LAID_AS,
        edition=Annotated[str, Among(FIRST_GAME_EDITIONS)],
        layout=Island | None,
    )
    yield entered_event("Enter", TakeInstead, JSON_TYPES, optional=_OF_ON_TURN)
    yield entered("EnterBankRanOut", "bank_ran_out", {"resource": CardKind})
    yield entered("EnterRolledBefore", "rolled_before")
    yield entered("EnterDrawRoll", "draw_roll", player=Colour)
    yield from correcting("Base", EVENT_TYPES.values(), JSON_TYPES)
    yield entered("CorrectLayout", "correct", {"layout": IslandSaid})
    yield entered("EnterWhoseKnight", "whose_knight", {"entry": int, "player": Colour})
    yield entered("EnterNoRoll", "no_roll", {"entry": int})
    yield entered("EnterAnotherRoll", "another_roll", {"entry": int, "dice": Dice})


def _seat_inputs() -> Iterator[Any]:
    """What players enter on their own phones, of their own cards."""
    for event in (BuyDevelopmentCard, RevealVictoryPoints, ClaimVictory, ShowHand, MaritimeTrade, EndTurn):
        yield entered_event("Own", event, JSON_TYPES, optional=_OF_ON_TURN)
    yield entered("OwnDiscard", "discard", player=Colour, resources=Cards | None)
    yield entered(
        "OwnPlayDevelopmentCard", "play_development_card", {"card": Developed}, player=Colour, **_PLAYED
    )
    stolen: Any = {"player": Colour, "resource": CardKind | None, "from": Colour | None}
    yield entered("OwnSteal", "steal", **stolen)
    yield entered("OwnRobbed", "steal", {"by": Colour}, **stolen)
    yield entered("OwnNameCard", "name", {"entry": int, "card": Developed}, player=Colour)
    yield entered("OwnNameResource", "name", {"entry": int, "resource": CardKind}, player=Colour)
    yield entered("OwnNameResources", "name", {"entry": int, "resources": Cards}, player=Colour)
    yield entered("OwnUndo", "undo", player=Colour)


_TAKEN_UP: Final = declared(
    "BaseTakenUp",
    {"on_turn": Colour},
    {
        "pieces": list[PieceStands] | None,
        "robber": HexAt | None,
        "longest_road": Colour | None,
        "largest_army": Colour | None,
        "rolled": bool | None,
        "hands": dict[AnyColour, Cards | None],
        "played": dict[AnyColour, Development],
        "development_cards": dict[AnyColour, Annotated[int, Range(0, DECK_SIZE)]],
    },
)
_CHOSEN: Final = declared(
    "BaseOptionsChosen", {}, {"edition": Annotated[str, Among(tuple(EDITIONS))], **_options()}
)

DECLARED: Final = Declared(
    prefix="Base",
    view=BaseView,
    event=any_of([told_event("", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=any_of(list(_inputs())),
    difference=BaseDifference,
    summary=BaseSummary,
    opening=declared(
        "BaseOpening",
        {"players": list[SeatTaken]},
        {
            "options": _CHOSEN | None,
            "layout": Island | None,
            "taken_up": _TAKEN_UP | None,
            "who_begins": Rounds | None,
        },
    ),
    asked=AskedFields,
    seat_view=SeatView,
    seat_input=any_of(list(_seat_inputs())),
)
