"""API types of a match: its views, events and inputs as JSON (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from companion.games.api_types import (
    Award,
    GameTypes,
    correction_input_types,
    input_event_type,
    recorded_event_type,
)
from companion.games.spot_it.events import EVENT_TYPES, MAX_COUNT, TEAMS, GameScored, RoundScored
from companion.games.spot_it.options import COLOURS, GAME_NUMBERS, MatchOptions, SpotItOptions
from companion.games.spot_it.options import Colour as TeamColour
from companion.games.spot_it.options import GameNumber as Game
from companion.wire import (
    Count,
    Length,
    OneOf,
    Range,
    SchemaName,
    Sentence,
    UniqueItems,
    object_type,
    union_of,
)

Team: TypeAlias = Annotated[TeamColour, SchemaName("TeamColour")]
_Teams: TypeAlias = Annotated[str, OneOf(COLOURS), SchemaName("TeamColour")]
GameNumber: TypeAlias = Annotated[Game, SchemaName("GameNumber")]
Counts: TypeAlias = dict[_Teams, Annotated[int, Range(0, MAX_COUNT)]]


class TeamView(TypedDict):
    """A team.

    `alone`: the adjustments for the solo team apply; `cards`: number of cards to take for this game.
    """

    name: str
    colour: Team
    points: int
    alone: bool
    cards: int | None


class Exchange(TypedDict):
    """Cards that two teams exchange before game 3."""

    between: Annotated[list[Team], Length(2, 2)]
    cards: int


class ScoredLast(TypedDict):
    """The last score."""

    game: GameNumber
    points: dict[_Teams, int]


class GameCounted(TypedDict):
    """The result of a game, or of a round of game 5, by colour: counts, points, and total points."""

    game: GameNumber
    first_out: list[Team]
    counts: dict[_Teams, int]
    points: dict[_Teams, int]
    totals: dict[_Teams, int]


class SpotItStateView(TypedDict):
    """The public view of a match's state. `counted`: number of scored games and rounds."""

    phase: Literal["play", "over"]
    winner: Annotated[Team | None, "Null if several share the victory."]
    winners: list[Team]
    mode: str
    game_on: GameNumber
    players: list[TeamView]
    exchanges: list[Exchange]
    round: Annotated[int | None, "Of game 5."]
    rounds: int | None
    options: SpotItOptions
    counted: Count
    last: ScoredLast | None


class SpotItView(SpotItStateView):
    """The public view of a match, with all results once it is over."""

    games: Annotated[list[GameCounted], "The results of all games and rounds, once the match is over."]
    awards: Annotated[list[Award], "The awards of a finished match."]


class SpotItDifference(TypedDict):
    """A difference that an input would make: in `winners`, the current `game`, or a team's `points`."""

    what: Literal["winners", "game", "points"]
    colour: NotRequired[Team]
    before: int | list[Team] | None
    after: int | list[Team] | None


class TeamStanding(TypedDict):
    """A team's final standing."""

    name: str
    colour: Team
    points: int


class TeamPoints(TypedDict):
    """All teams' points after a number of games and rounds."""

    turn: int
    points: dict[_Teams, int]


class SpotItSummary(TypedDict):
    """The summary of a match; `solo`: the team whose counts are doubled in games 1 to 4."""

    players: list[TeamStanding]
    winner: Team | None
    winners: list[Team]
    turns: int
    played: Annotated[Sentence, "The number of scored games and rounds, as a text."]
    seconds: int
    mode: str
    solo: Team | None
    games: list[GameCounted]
    points: list[TeamPoints]
    awards: list[Award]


class TeamSeat(TypedDict):
    """A team: its name and the colour of its cards."""

    name: Annotated[str, Length(1, 40)]
    colour: Team


_OPTIONS_TYPE: Final = object_type("SpotItOptionsChosen", {}, get_type_hints(MatchOptions))
JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[SeatedTeam, ...]": Annotated[list[TeamSeat], Length(min(TEAMS), max(TEAMS))],
    "MatchOptions": SpotItOptions,
    "GameNumber": Annotated[int, Range(GAME_NUMBERS[0], GAME_NUMBERS[-2])],
    "tuple[Colour, ...]": Annotated[list[Team], UniqueItems()],
    "Counts": Counts,
}
"""By the annotation of an event's field: the type of its JSON."""
_AFTER_FIELD: Final = {
    "after": Annotated[
        int, "Number of games and rounds that were scored when the player began to enter this."
    ]
}


def _inputs() -> Iterator[Any]:
    yield input_event_type("Enter", GameScored, JSON_TYPES, optional=("game",), besides=_AFTER_FIELD)
    yield input_event_type("Enter", RoundScored, JSON_TYPES, besides=_AFTER_FIELD)
    yield from correction_input_types(
        "SpotIt", EVENT_TYPES.values(), {**JSON_TYPES, "MatchOptions": _OPTIONS_TYPE}
    )


API_TYPES: Final = GameTypes(
    prefix="SpotIt",
    view=SpotItView,
    event=union_of([recorded_event_type("SpotIt", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=union_of(list(_inputs())),
    difference=SpotItDifference,
    summary=SpotItSummary,
    opening=object_type(
        "SpotItOpening", {"players": JSON_TYPES["tuple[SeatedTeam, ...]"]}, {"options": _OPTIONS_TYPE | None}
    ),
)
