"""Types of the JSON that pages exchange with a running table (`companion.wire`).

The types written out here are independent of the game; `types_for_games` narrows them to the views, events
and inputs of the given games.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, cast, is_typeddict

from companion.games.api_types import (
    AboutShown,
    AnyColour,
    Elsewhere,
    GameTypes,
    LogLine,
    SetupOptions,
    input_type,
)
from companion.wire import Count, OneOf, Sentence, list_type, members_of, named_type, object_type, union_of

TeamOrPlayer: TypeAlias = Annotated[str, "A colour."]
Cards: TypeAlias = Annotated[dict[str, int], "How many cards of each kind."]
ANSWERS: Final = ("accept", "refuse", "withdraw", "close")
"""The answers to an offer."""


class SourceShown(TypedDict):
    """The health of a source."""

    name: str
    health: str
    text: Sentence


class AnswerShown(TypedDict):
    """A possible answer: a key for which pages have a sentence, and the sentence's fields."""

    word: str
    fields: Mapping[str, Any]


class QuestionShown(TypedDict):
    """A question for people, answered by an input `answer` with its `number` and the answer's position."""

    number: int
    word: str
    fields: Mapping[str, Any]
    answers: list[AnswerShown]
    pictures: Annotated[Count, "How many pictures belong to it (`/api/questions/pictures`)."]


class OfferShown(TypedDict):
    """An open trade offer."""

    number: int
    by: TeamOrPlayer
    to: list[TeamOrPlayer]
    give: Cards
    take: Cards
    accepted: list[TeamOrPlayer]
    refused: list[TeamOrPlayer]


class Line(LogLine):
    """A line of the log: the event, its source and certainty, the rules that it breaks."""

    event: Mapping[str, Any]


class GameOn(TypedDict):
    """The game in progress, with the last lines of its log in its view's `log`, and `redo`."""

    id: int
    kind: str
    newest: Annotated[Count, "Number of the last entry."]
    view: Mapping[str, Any]


class Snapshot(TypedDict):
    """The public view of a table. `epoch` and `version` together identify it."""

    epoch: Annotated[str, "Changes each time the table starts."]
    version: Annotated[Count, "Only increases within an epoch."]
    t: Annotated[float, "Seconds since the game began, at the time of this snapshot."]
    camera_turn: Annotated[float | None, "The board's rotation in the camera's picture, in degrees."]
    sources: list[SourceShown]
    notices: list[Sentence]
    questions: list[QuestionShown]
    offers: list[OfferShown]
    game: GameOn | None


class SeatSnapshot(Snapshot):
    """The public snapshot with one player's private view as `seat`; null: nobody plays that colour."""

    seat: Mapping[str, Any] | None


class Outcome(TypedDict):
    """The outcome of an input. Violations don't prevent it."""

    told: list[Mapping[str, Any]]
    violations: list[str]
    taken_back: Annotated[list[Mapping[str, Any]], "The events of removed lines."]
    changed: Annotated[list[Mapping[str, Any]], "The events of changed or restored lines."]
    already: Annotated[
        list[Mapping[str, Any]] | None,
        "The events that this input duplicates, and only confirms; null: it is new.",
    ]
    newest: Annotated[Count, "Number of the last entry afterwards."]


class OutcomeNow(Outcome):
    """The outcome of an input, and the version of the snapshot that shows it."""

    version: Count


class RulesDiffer(TypedDict):
    """A change of the rules that a line breaks."""

    what: Literal["violations"]
    entry: int
    event: Mapping[str, Any]
    before: list[str]
    after: list[str]


class Previewed(Outcome):
    """The outcome that an input would have, and the differences."""

    changes: list[Mapping[str, Any]]


class Preview(Previewed):
    """The same with the version on which it is based."""

    version: Count


class GameNamed(TypedDict):
    """A game, its kind in words, and when it began."""

    game: int
    uuid: Annotated[str, "Its identity in every journal, export and play log."]
    kind: str
    name: Sentence
    started: str


class GameInShort(GameNamed):
    """A short summary of a game; one that can't be shown has the reason as `unreadable`."""

    imported: bool
    finished: bool
    winner: str | None
    winners: list[str]
    turns: Count
    seconds: float
    players: list[PlayerInShort]
    unreadable: NotRequired[Sentence]
    played: NotRequired[Annotated[Sentence, "The length of the game, where that isn't the number of turns."]]


class PlayerInShort(TypedDict):
    """A player in such a summary."""

    name: str
    colour: TeamOrPlayer
    points: int


class GameDetails(GameNamed):
    """A game with its summary."""

    imported: bool
    elsewhere: Elsewhere
    lists_rolls: Annotated[bool, "Whether its rolls can be downloaded as a CSV file."]
    summary: Mapping[str, Any]


class PlayerHistory(TypedDict):
    """A player's results in the finished games."""

    name: str
    games: Count
    won: Count
    points: Annotated[float, "On average."]
    best: int
    last: str


class Meeting(TypedDict):
    """Two players who met: how often each finished ahead."""

    one: str
    other: str
    games: Count
    one_ahead: Count
    other_ahead: Count


class HabitOf(TypedDict):
    """A player's average per game of a figure, and the number of games."""

    name: str
    value: float
    games: Count


class Habit(TypedDict):
    """The players' averages of a figure, the highest first; `told`: a sentence about a sole leader."""

    title: Sentence
    told: Sentence | None
    values: list[HabitOf]


class BookOfKind(TypedDict):
    """Statistics of the finished games of a kind."""

    kind: str
    name: Sentence
    games: Count
    players: list[PlayerHistory]
    meetings: list[Meeting]
    habits: list[Habit]


class PlayedKind(SetupOptions):
    """A kind of game that can be played, with its setup options."""

    kind: str


class Expected(TypedDict):
    """An expected player."""

    name: str
    colour: AnyColour


class AsLastTime(TypedDict):
    """The setup of the last game: its kind, its players in seat order, and its options."""

    kind: str
    players: list[Expected]
    options: dict[str, str | int | bool | None]


class Choices(TypedDict):
    """The choices for the next game."""

    games: list[PlayedKind]
    last: Annotated[AsLastTime | None, "The last game; null: none, or its setup is unknown."]
    names: list[str]
    seated: Annotated[list[Expected], "The expected players, in seat order."]
    unfinished: list[GameInShort]
    begun: Annotated[bool, "Whether the game in progress has events, so that it can be resumed later."]


class Begun(TypedDict):
    """A game's number, and the version of the snapshot that shows it."""

    game: int
    version: Count


class GameChosen(TypedDict):
    """An unfinished game to resume; `abandon`: quit the one in progress."""

    game: int
    abandon: NotRequired[bool]
    about: NotRequired[AboutShown]


class NewOffer(TypedDict):
    """A trade offer; `to`: one player, or null for everybody who may accept."""

    give: Cards
    take: Cards
    to: NotRequired[AnyColour | None]
    about: NotRequired[AboutShown]


class NewOfferOf(NewOffer):
    """A trade offer made for a player."""

    player: AnyColour


_ANSWER_FIELD: Final = {"answer": Annotated[str, OneOf(ANSWERS)]}
_PARTNER_FIELDS: Final = {"with": AnyColour, "about": AboutShown}
OfferAnswer = object_type("OfferAnswer", _ANSWER_FIELD, _PARTNER_FIELDS)
"""The maker of an offer may `withdraw` it, or `close` it `with` a player who accepted."""
OfferAnswerOf = object_type("OfferAnswerOf", {**_ANSWER_FIELD, "player": AnyColour}, _PARTNER_FIELDS)


class OfferMade(TypedDict):
    """The number of the new offer."""

    offer: int
    version: Count


class OfferAnswered(TypedDict):
    """The version of the snapshot with the answer."""

    version: Count


@dataclass(frozen=True)
class TableTypes:
    """The JSON types of a table, narrowed to the games that it plays."""

    line: Any
    snapshot: Any
    seat_snapshot: Any
    input: Any
    seat_input: Any
    outcome: Any
    preview: Any
    new_game: Any
    game_details: Any


def types_for_games(games: Mapping[str, GameTypes]) -> TableTypes:
    """Return the JSON types of a table that plays these games, by their kinds."""
    each = tuple(games.values())
    events = list_type(union_of([_event(game) for game in each]))
    outcome = {"told": events, "taken_back": events, "changed": events, "already": events | None}
    rules = extend_type("RulesDiffer", RulesDiffer, event=union_of([_event(game) for game in each]))
    differ = union_of([rules, *(game.difference for game in each)])
    seats = [game.seat_view for game in each if game.seat_view is not None]
    shown = {
        "questions": list_type(_question(each)),
        "game": union_of([_game_on(kind, game) for kind, game in games.items()]) | None,
    }
    seat_inputs = [
        named_type(f"{game.prefix}SeatInput", game.seat_input) for game in each if game.seat_input is not None
    ]
    return TableTypes(
        line=union_of([_line(game) for game in each]),
        snapshot=extend_type("Snapshot", Snapshot, **shown),
        seat_snapshot=extend_type("SeatSnapshot", SeatSnapshot, **shown, seat=union_of([*seats, type(None)])),
        input=union_of([_ANSWER_INPUT, *(named_type(f"{game.prefix}Input", game.input) for game in each)]),
        seat_input=union_of(seat_inputs) if seat_inputs else dict[str, Any],
        outcome=extend_type("Outcome", OutcomeNow, **outcome),
        preview=extend_type("Preview", Preview, **outcome, changes=list_type(differ)),
        new_game=union_of([_new_game(kind, game) for kind, game in games.items()]),
        game_details=union_of([_game_details(kind, game) for kind, game in games.items()]),
    )


_ANSWER_INPUT: Final = input_type("EnterAnswer", "answer", {"question": int, "answer": Count})


def extend_type(name: str, form: Any, **members: Any) -> Any:
    """Return an object's type with added or narrowed members; an arbitrary object stays as it is."""
    if not is_typeddict(form):
        return form
    hints = members_of(form) | members
    optional = {member for member in form.__optional_keys__ if member not in members}
    made = object_type(
        name,
        {member: hint for member, hint in hints.items() if member not in optional},
        {member: hints[member] for member in hints if member in optional},
    )
    made.__doc__ = form.__dict__.get("__doc__")
    return made


def _event(game: GameTypes) -> Any:
    return named_type(f"{game.prefix}Event", game.event)


def _line(game: GameTypes) -> Any:
    return extend_type(f"{game.prefix}Line", Line, event=_event(game))


def _question(games: Collection[GameTypes]) -> Any:
    asked = [game.asked for game in games if game.asked is not None]
    fields = union_of(asked) if asked else dict[str, Any]
    answer = extend_type("AnswerShown", AnswerShown, fields=fields)
    return extend_type("QuestionShown", QuestionShown, fields=fields, answers=list_type(answer))


def _game_on(kind: str, game: GameTypes) -> Any:
    redo = Annotated[bool, "Whether the last undo can be redone."]
    view = extend_type(f"{game.prefix}GameView", game.view, log=list_type(_line(game)), redo=redo)
    return extend_type(f"{game.prefix}GameOn", GameOn, kind=_kind(kind), view=view)


def _new_game(kind: str, game: GameTypes) -> Any:
    return extend_type(
        f"{game.prefix}NewGame",
        game.opening,
        game=_kind(kind),
        abandon=NotRequired[Annotated[bool, "Quit the game in progress."]],
        about=NotRequired[AboutShown],
    )


def _game_details(kind: str, game: GameTypes) -> Any:
    return extend_type(f"{game.prefix}GameTold", GameDetails, kind=_kind(kind), summary=game.summary)


def _kind(kind: str) -> Any:
    return cast(Any, Literal)[kind]
