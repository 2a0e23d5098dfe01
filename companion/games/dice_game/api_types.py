"""Types of the JSON that pages exchange with a dice game (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from companion.games.api_types import (
    Award,
    Colour,
    GameTypes,
    Points,
    Rounds,
    SeatTaken,
    correction_input_types,
    input_event_type,
    recorded_event_type,
)
from companion.games.dice_game.events import EVENT_TYPES, Build, PassDice, Throw, UseKnight
from companion.games.dice_game.options import EDITION, DiceGameOptions
from companion.games.dice_game.sheet import MAX_DICE, PIECES, RESOURCES, SHEETS, Face, Piece, Resource
from companion.games.dice_game.state import Phase
from companion.wire import Count, Length, OneOf, SchemaName, object_type, union_of

DiceFace: TypeAlias = Annotated[Face, SchemaName("DiceFace")]
SheetPiece: TypeAlias = Annotated[Piece, SchemaName("SheetPiece")]
CardKind: TypeAlias = Annotated[Resource, SchemaName("Resource")]
SheetId: TypeAlias = Annotated[str, Length(1, 40), "The id of a place on the sheet."]
Place: TypeAlias = Annotated[list[float], Length(2, 2), "On the sheet, in sides of a hex; y to the south."]
Faces: TypeAlias = Annotated[list[DiceFace], Length(1, MAX_DICE)]
_Pieces: TypeAlias = Annotated[str, OneOf(PIECES)]
_Resources: TypeAlias = Annotated[str, OneOf(RESOURCES)]


class SheetHex(TypedDict):
    """A hex of the sheet."""

    at: Place
    corners: list[Place]
    terrain: str


class SheetRoad(TypedDict):
    """The drawing of a road."""

    id: SheetId
    ends: list[Place]


class SheetSite(TypedDict):
    """The place of a settlement or a city."""

    id: SheetId
    at: Place


class SheetKnight(SheetSite):
    """The place of a knight; a joker's resource is null."""

    resource: Annotated[str, OneOf(RESOURCES), SchemaName("Resource")] | None


class SheetDrawing(TypedDict):
    """The drawing of a sheet."""

    name: str
    viewBox: Annotated[list[float], Length(4, 4)]
    hexes: list[SheetHex]
    roads: list[SheetRoad]
    settlements: list[SheetSite]
    cities: list[SheetSite]
    knights: list[SheetKnight]
    start: SheetId
    route: Annotated[int, "The minimum length of the longest route."]


class DiceGameSheet(SheetDrawing):
    """The players' sheet.

    `cross`: the road with the cross by this table's counting of the route; null where the sheet ends before.
    """

    cross: SheetId | None


class DiceGamePlayer(TypedDict):
    """A player, and the pieces drawn in on the sheet."""

    name: str
    colour: Colour
    id: Annotated[Colour, "Identifies the player even when name and colour are corrected."]
    points: int
    of: dict[Annotated[str, OneOf(("settlement", "city", "longest_route", "most_knights"))], int]
    route: int
    knights: int
    built: dict[_Pieces, list[SheetId]]
    spent: list[SheetId]


class DiceLie(TypedDict):
    """The dice of the current turn; null: nobody entered them. `left`: those that aren't spent yet."""

    count: int
    lie: list[DiceFace] | None
    left: list[DiceFace] | None
    throws: int
    throws_left: int


class DiceGameActions(TypedDict, total=False):
    """The active player's legal actions; empty unless the game is in progress."""

    throw: bool
    use_knight: list[SheetId]
    build: dict[_Pieces, list[SheetId]]
    pay: Annotated[dict[_Pieces, bool | None], "Null: the dice weren't entered."]
    end_turn: bool


class DiceGameStateView(TypedDict):
    """The public view of a state."""

    phase: Annotated[Phase, SchemaName("DiceGamePhase")]
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
    """The public view of a game."""

    turn_began: Annotated[float, "Seconds since the game began."]
    awards: Annotated[list[Award], "Facts true of one player only, once the game is over."]


class DiceGameDifference(TypedDict):
    """A change that an input would make: the quantity, the player, and the values before and after.

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


class DiceGameAsked(TypedDict, total=False):
    """The fields of the texts of questions and answers about dice: faces, from left to right."""

    faces: list[DiceFace]
    dice_count: int


class SheetFilled(TypedDict):
    """The pieces that a player has drawn in; `spent`: knights that turned a die."""

    built: dict[_Pieces, list[SheetId]]
    spent: list[SheetId]


class DiceGameStanding(TypedDict):
    """A player in the summary of a game."""

    name: str
    colour: Colour
    points: int
    of: dict[str, int]
    built: dict[_Pieces, int]
    route: int
    spent: int
    drawn: SheetFilled


class FaceThrown(TypedDict):
    """The actual and the expected count of a face."""

    face: DiceFace
    thrown: int
    expected: float


class DiceThrown(TypedDict):
    """The first throws of all turns."""

    throws: int
    faces: list[FaceThrown]


class DiceGameSummary(TypedDict):
    """The summary of a game; the winner first, then by points."""

    players: list[DiceGameStanding]
    winner: Colour | None
    turns: int
    seconds: int
    points: list[Points]
    dice: DiceThrown
    awards: list[Award]
    sheet: DiceGameSheet


_OPTIONS_INPUT: Final = object_type(
    "DiceGameOptionsChosen",
    {},
    {
        "edition": Literal[EDITION],
        "sheet": Annotated[str, OneOf(tuple(SHEETS))],
        "start_road_counts": bool | None,
    },
)
JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[Seat, ...]": list[SeatTaken],
    "DiceGameSettings": DiceGameOptions,
    "Rounds | None": Rounds,
    "Colour": Colour,
    "tuple[Face, ...]": Faces,
    "str": SheetId,
    "Resource": CardKind,
    "Face | None": DiceFace | None,
    "Piece": SheetPiece,
}
"""The JSON type for each annotation of an event's field."""


def _inputs() -> Iterator[Any]:
    for event in (Throw, UseKnight, Build, PassDice):
        yield input_event_type("DiceGameEnter", event, JSON_TYPES, optional=("player",))
    yield from correction_input_types(
        "DiceGame", EVENT_TYPES.values(), {**JSON_TYPES, "DiceGameSettings": _OPTIONS_INPUT}
    )


API_TYPES: Final = GameTypes(
    prefix="DiceGame",
    view=DiceGameView,
    event=union_of([recorded_event_type("DiceGame", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=union_of(list(_inputs())),
    difference=DiceGameDifference,
    summary=DiceGameSummary,
    asked=DiceGameAsked,
    opening=object_type(
        "DiceGameOpening",
        {"players": list[SeatTaken]},
        {"options": _OPTIONS_INPUT | None, "who_begins": Rounds | None},
    ),
)
