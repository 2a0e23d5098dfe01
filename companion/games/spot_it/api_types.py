"""API types of a match: its views, events and inputs as JSON (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from companion import wire
from companion.games import api_types
from companion.games.spot_it.events import EVENT_TYPES, MAX_COUNT, TEAMS, GameScored, RoundScored
from companion.games.spot_it.state import COLOURS, GAME_NUMBERS, MatchOptions, SpotItOptions
from companion.games.spot_it.state import Colour as TeamColour
from companion.games.spot_it.state import GameNumber as Game

Team: TypeAlias = Annotated[TeamColour, wire.SchemaName("TeamColour")]
_Teams: TypeAlias = Annotated[str, wire.OneOf(COLOURS), wire.SchemaName("TeamColour")]
GameNumber: TypeAlias = Annotated[Game, wire.SchemaName("GameNumber")]
Counts: TypeAlias = dict[_Teams, Annotated[int, wire.Range(0, MAX_COUNT)]]


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

    between: Annotated[list[Team], wire.Length(2, 2)]
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
    counted: wire.Count
    last: ScoredLast | None


class SpotItView(SpotItStateView):
    """The public view of a match, with all results so far."""

    games: Annotated[list[GameCounted], "The results of all scored games and rounds."]
    awards: Annotated[list[api_types.Award], "The awards of a finished match."]


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
    played: Annotated[wire.Sentence, "The number of scored games and rounds, as a text."]
    seconds: int
    mode: str
    solo: Team | None
    games: list[GameCounted]
    points: list[TeamPoints]
    awards: list[api_types.Award]


class TeamSeat(TypedDict):
    """A team: its name and the colour of its cards."""

    name: Annotated[str, wire.Length(1, 40)]
    colour: Team


_OPTIONS_TYPE: Final = wire.object_type("SpotItOptionsChosen", {}, get_type_hints(MatchOptions))
JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[SeatedTeam, ...]": Annotated[list[TeamSeat], wire.Length(min(TEAMS), max(TEAMS))],
    "MatchOptions": SpotItOptions,
    "GameNumber": Annotated[int, wire.Range(GAME_NUMBERS[0], GAME_NUMBERS[-2])],
    "tuple[Colour, ...]": Annotated[list[Team], wire.UniqueItems()],
    "Counts": Counts,
}
"""By the annotation of an event's field: the type of its JSON."""
_AFTER_FIELD: Final = {
    "after": Annotated[
        int, "Number of games and rounds that were scored when the player began to enter this."
    ]
}


def _inputs() -> Iterator[Any]:
    yield api_types.input_event_type(
        "Enter", GameScored, JSON_TYPES, optional=("game",), besides=_AFTER_FIELD
    )
    yield api_types.input_event_type("Enter", RoundScored, JSON_TYPES, besides=_AFTER_FIELD)
    yield from api_types.correction_input_types(
        "SpotIt", EVENT_TYPES.values(), {**JSON_TYPES, "MatchOptions": _OPTIONS_TYPE}
    )


API_TYPES: Final = api_types.GameTypes(
    prefix="SpotIt",
    view=SpotItView,
    event=wire.union_of(
        [api_types.recorded_event_type("SpotIt", event, JSON_TYPES) for event in EVENT_TYPES.values()]
    ),
    input=wire.union_of(list(_inputs())),
    difference=SpotItDifference,
    summary=SpotItSummary,
    opening=wire.object_type(
        "SpotItOpening", {"players": JSON_TYPES["tuple[SeatedTeam, ...]"]}, {"options": _OPTIONS_TYPE | None}
    ),
)
