"""What pages get and send of a match, declared (`companion.wire`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, get_type_hints

from companion.games.spot_it.events import EVENT_TYPES, MOST, TEAMS, GameScored, RoundScored
from companion.games.spot_it.options import COLOURS, GAME_NUMBERS, Options, SpotItOptions
from companion.games.spot_it.options import Colour as TeamColour
from companion.games.spot_it.options import GameNumber as Game
from companion.games.wire import Award, Declared, correcting, entered_event, told_event
from companion.wire import Among, Count, Distinct, Length, Named, Range, Sentence, any_of, declared

Team: TypeAlias = Annotated[TeamColour, Named("TeamColour")]
_Teams: TypeAlias = Annotated[str, Among(COLOURS), Named("TeamColour")]
GameNumber: TypeAlias = Annotated[Game, Named("GameNumber")]
Counts: TypeAlias = dict[_Teams, Annotated[int, Range(0, MOST)]]


class TeamView(TypedDict):
    """A team.

    `alone`: rules of five players are adjusted for it; `cards`: to take for the game that is on.
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
    """What was scored last."""

    game: GameNumber
    points: dict[_Teams, int]


class GameCounted(TypedDict):
    """What a game, or a round of game 5, was worth: by colour, as counted, as scored and in all."""

    game: GameNumber
    first_out: list[Team]
    counts: dict[_Teams, int]
    points: dict[_Teams, int]
    totals: dict[_Teams, int]


class SpotItStateView(TypedDict):
    """What everybody sees of how a match stands: all. `counted`: how many games and rounds were."""

    phase: Literal["play", "over"]
    winner: Annotated[Team | None, "Null where several share the victory."]
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
    """What everybody sees of a match: all; once it is over, how it came to that."""

    games: Annotated[list[GameCounted], "What each game and round was worth, once the match is over."]
    awards: Annotated[list[Award], "What was true of one team alone, once the match is over."]


class SpotItDifference(TypedDict):
    """What an input would change: the `winners`, the `game` that is on, or the `points` of a team."""

    what: Literal["winners", "game", "points"]
    colour: NotRequired[Team]
    before: int | list[Team] | None
    after: int | list[Team] | None


class TeamStanding(TypedDict):
    """A team of a match looked back on."""

    name: str
    colour: Team
    points: int


class TeamPoints(TypedDict):
    """Everybody's points after so many games and rounds."""

    turn: int
    points: dict[_Teams, int]


class SpotItSummary(TypedDict):
    """A match looked back on; `solo`: the team whose count is doubled in games 1 to 4."""

    players: list[TeamStanding]
    winner: Team | None
    winners: list[Team]
    turns: int
    played: Annotated[Sentence, "How much of it was played."]
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


_CHOSEN: Final = declared("SpotItOptionsChosen", {}, get_type_hints(Options))
JSON_TYPES: Final[Mapping[str, Any]] = {
    "tuple[Seat, ...]": Annotated[list[TeamSeat], Length(min(TEAMS), max(TEAMS))],
    "Options": SpotItOptions,
    "GameNumber": Annotated[int, Range(GAME_NUMBERS[0], GAME_NUMBERS[-2])],
    "tuple[Colour, ...]": Annotated[list[Team], Distinct()],
    "Counts": Counts,
}
"""By the annotation of an event's field, what its JSON is."""
_AFTER: Final = {
    "after": Annotated[int, "How many games and rounds had been counted when somebody began to say it."]
}


def _inputs() -> Iterator[Any]:
    yield entered_event("Enter", GameScored, JSON_TYPES, optional=("game",), besides=_AFTER)
    yield entered_event("Enter", RoundScored, JSON_TYPES, besides=_AFTER)
    yield from correcting("SpotIt", EVENT_TYPES.values(), {**JSON_TYPES, "Options": _CHOSEN})


DECLARED: Final = Declared(
    prefix="SpotIt",
    view=SpotItView,
    event=any_of([told_event("SpotIt", event, JSON_TYPES) for event in EVENT_TYPES.values()]),
    input=any_of(list(_inputs())),
    difference=SpotItDifference,
    summary=SpotItSummary,
    opening=declared(
        "SpotItOpening", {"players": JSON_TYPES["tuple[Seat, ...]"]}, {"options": _CHOSEN | None}
    ),
)
