"""What pages get and send of a dice game, declared (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from companion.games.dice_game.dice import MOST_DICE, PIECES, RESOURCES, Face, Piece, Resource
from companion.games.dice_game.events import EVENT_TYPES, Build, EndTurn, Throw, UseKnight
from companion.games.dice_game.options import EDITION, DiceGameOptions
from companion.games.dice_game.sheet import SHEETS
from companion.games.dice_game.state import Phase
from companion.games.wire import (
    Award,
    Colour,
    Declared,
    Points,
    Rounds,
    SeatTaken,
    correcting,
    entered_event,
    told_event,
)
from companion.wire import Among, Count, Length, Named, any_of, declared

DiceFace: TypeAlias = Annotated[Face, Named("DiceFace")]
SheetPiece: TypeAlias = Annotated[Piece, Named("SheetPiece")]
CardKind: TypeAlias = Annotated[Resource, Named("Resource")]
SheetId: TypeAlias = Annotated[str, Length(1, 40), "The id of a place on the sheet."]
Place: TypeAlias = Annotated[list[float], Length(2, 2), "On the sheet, in sides of a hex; y to the south."]
Faces: TypeAlias = Annotated[list[DiceFace], Length(1, MOST_DICE)]
_Pieces: TypeAlias = Annotated[str, Among(PIECES)]
_Resources: TypeAlias = Annotated[str, Among(RESOURCES)]


class SheetHex(TypedDict):
    """A hex of the sheet."""

    at: Place
    corners: list[Place]
    terrain: str


class SheetRoad(TypedDict):
    """Where a road is drawn."""

    id: SheetId
    ends: list[Place]


class SheetSite(TypedDict):
    """Where a settlement or a city is drawn."""

    id: SheetId
    at: Place


class SheetKnight(SheetSite):
    """Where a knight is drawn; a joker's resource is null."""

    resource: Annotated[str, Among(RESOURCES), Named("Resource")] | None


class SheetDrawing(TypedDict):
    """A sheet as it is drawn."""

    name: str
    viewBox: Annotated[list[float], Length(4, 4)]
    hexes: list[SheetHex]
    roads: list[SheetRoad]
    settlements: list[SheetSite]
    cities: list[SheetSite]
    knights: list[SheetKnight]
    start: SheetId
    route: Annotated[int, "How long the longest route has to be."]


class DiceGameSheet(SheetDrawing):
    """The sheet that everybody fills in.

    `cross`: the road with the cross as this table counts the route; null where the sheet ends before.
    """

    cross: SheetId | None


class DiceGamePlayer(TypedDict):
    """A player, and what is drawn in on the own sheet."""

    name: str
    colour: Colour
    id: Annotated[Colour, "Tells the player from the others, however name and colour are corrected."]
    points: int
    of: dict[Annotated[str, Among(("settlement", "city", "longest_route", "most_knights"))], int]
    route: int
    knights: int
    built: dict[_Pieces, list[SheetId]]
    spent: list[SheetId]


class DiceLie(TypedDict):
    """The dice of the turn that is on; null: nobody entered them. `left`: those that aren't spent yet."""

    count: int
    lie: list[DiceFace] | None
    left: list[DiceFace] | None
    throws: int
    throws_left: int


class DiceGameActions(TypedDict, total=False):
    """What the player on turn can do by the rules: all of it in play, else nothing."""

    throw: bool
    use_knight: list[SheetId]
    build: dict[_Pieces, list[SheetId]]
    pay: Annotated[dict[_Pieces, bool | None], "Null: the dice weren't entered."]
    end_turn: bool


class DiceGameStateView(TypedDict):
    """What everybody sees of a state: all."""

    phase: Annotated[Phase, Named("DiceGamePhase")]
    winner: Colour | None
    turn: Count
    on_turn: Colour | None
    longest_route: Colour | None
    most_knights: Colour | None
    points_to_win: int
    options: DiceGameOptions
    sheet: DiceGameSheet
    costs: dict[_Pieces, dict[_Resources, int]]
    players: list[DiceGamePlayer]
    dice: DiceLie
    may: DiceGameActions


class DiceGameView(DiceGameStateView):
    """What everybody sees of a game: all."""

    turn_began: Annotated[float, "Seconds since the game began."]
    awards: Annotated[list[Award], "What was true of one player alone, once the game is over."]


class DiceGameDifference(TypedDict):
    """What an input would change: of what, or of whom, and what it was and would be.

    `points` and `route` are numbers; `built` and `spent` ids on the sheet; `dice` faces; else a colour or the
    turn.
    """

    what: Literal[
        "winner",
        "longest_route",
        "most_knights",
        "on_turn",
        "turn",
        "dice",
        "points",
        "route",
        "built",
        "spent",
    ]
    colour: NotRequired[Colour]
    piece: NotRequired[SheetPiece]
    before: int | str | list[str] | None
    after: int | str | list[str] | None


class SheetFilled(TypedDict):
    """What a player has drawn in on the own sheet; `spent`: knights that are."""

    built: dict[_Pieces, list[SheetId]]
    spent: list[SheetId]


class DiceGameStanding(TypedDict):
    """A player of a game looked back on."""

    name: str
    colour: Colour
    points: int
    of: dict[str, int]
    built: dict[_Pieces, int]
    route: int
    spent: int
    drawn: SheetFilled


class FaceThrown(TypedDict):
    """How often a face was thrown, and was to be expected."""

    face: DiceFace
    thrown: int
    expected: float


class DiceThrown(TypedDict):
    """The throws that began a turn."""

    throws: int
    faces: list[FaceThrown]


class DiceGameSummary(TypedDict):
    """A game looked back on; the winner first, then by points."""

    players: list[DiceGameStanding]
    winner: Colour | None
    turns: int
    seconds: int
    points: list[Points]
    dice: DiceThrown
    awards: list[Award]
    sheet: DiceGameSheet


_CHOSEN: Final = declared(
    "DiceGameOptionsChosen",
    {},
    {
        "edition": Literal[EDITION],
        "sheet": Annotated[str, Among(tuple(SHEETS))],
        "start_road_counts": bool | None,
    },
)
JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[Seat, ...]": list[SeatTaken],
    "Options": DiceGameOptions,
    "Rounds | None": Rounds,
    "Colour": Colour,
    "tuple[Face, ...]": Faces,
    "str": SheetId,
    "Resource": CardKind,
    "Face | None": DiceFace | None,
    "Piece": SheetPiece,
}
"""By the annotation of an event's field, what its JSON is."""


def _inputs() -> Iterator[Any]:
    for event in (Throw, UseKnight, Build, EndTurn):
        yield entered_event("DiceGameEnter", event, JSON_TYPES, optional=("player",))
    yield from correcting("DiceGame", EVENT_TYPES.values(), {**JSON_TYPES, "Options": _CHOSEN})


DECLARED: Final = Declared(
    prefix="DiceGame",
    view=DiceGameView,
    event=any_of([told_event("DiceGame", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=any_of(list(_inputs())),
    difference=DiceGameDifference,
    summary=DiceGameSummary,
    opening=declared(
        "DiceGameOpening",
        {"players": list[SeatTaken]},
        {"options": _CHOSEN | None, "who_begins": Rounds | None},
    ),
)
