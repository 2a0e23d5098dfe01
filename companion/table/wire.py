"""What pages get and send of a running table, declared (`companion.wire`).

What is written out here is so whichever game is on; `of_games` says it of the games that are played, each
with its own views, events and inputs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, cast, is_typeddict

from companion.games.wire import AboutShown, AnyColour, Declared, Elsewhere, LineTold, SetupOptions, entered
from companion.wire import Among, Count, Sentence, any_of, declared, list_of, members_of, named

TeamOrPlayer: TypeAlias = Annotated[str, "A colour."]
Cards: TypeAlias = Annotated[dict[str, int], "How many cards of each kind."]
ANSWERS: Final = ("accept", "refuse", "withdraw", "close")
"""How an offer is answered."""


class SourceShown(TypedDict):
    """How a source is doing."""

    name: str
    health: str
    text: Sentence


class AnswerShown(TypedDict):
    """An answer that can be given: a word that pages have a sentence for, and what it is made with."""

    word: str
    fields: Mapping[str, Any]


class QuestionShown(TypedDict):
    """What only people can say: answered by an input `answer`, with its `number` and the answer's place."""

    number: int
    word: str
    fields: Mapping[str, Any]
    answers: list[AnswerShown]


class OfferShown(TypedDict):
    """An offer of trade that is open."""

    number: int
    by: TeamOrPlayer
    to: list[TeamOrPlayer]
    give: Cards
    take: Cards
    accepted: list[TeamOrPlayer]
    refused: list[TeamOrPlayer]


class Line(LineTold):
    """A line of the story: what happened, who said so, how sure, the rules that it broke."""

    event: Mapping[str, Any]


class GameOn(TypedDict):
    """The game that is on, with the last lines of its story in its view's `log`."""

    id: int
    kind: str
    newest: Annotated[Count, "Number of the last entry that was told."]
    view: Mapping[str, Any]


class Snapshot(TypedDict):
    """All that everybody at the table may see. `epoch` and `version` together name it."""

    epoch: Annotated[str, "Another one each time the table starts."]
    version: Annotated[Count, "Only rises within an epoch."]
    t: Annotated[float, "Seconds since the game began, when this was taken."]
    camera_turn: Annotated[float | None, "By how many degrees the camera sees the board turned."]
    sources: list[SourceShown]
    notices: list[Sentence]
    questions: list[QuestionShown]
    offers: list[OfferShown]
    game: GameOn | None


class SeatSnapshot(Snapshot):
    """What everybody sees, and under `seat` what one player alone does; null: nobody plays that colour."""

    seat: Mapping[str, Any] | None


class Outcome(TypedDict):
    """What an input came to. What it broke of the rules are violations: it counts all the same."""

    told: list[Mapping[str, Any]]
    violations: list[str]
    taken_back: Annotated[list[Mapping[str, Any]], "What the story doesn't say any more."]
    changed: Annotated[list[Mapping[str, Any]], "What it says otherwise now, or again."]
    already: Annotated[
        list[Mapping[str, Any]] | None,
        "What had been told already and was only confirmed; null: it was news.",
    ]
    newest: Annotated[Count, "Number of the last entry by then."]


class OutcomeNow(Outcome):
    """What an input came to, and the version that shows it."""

    version: Count


class RulesDiffer(TypedDict):
    """The rules that a line breaks."""

    what: Literal["violations"]
    entry: int
    event: Mapping[str, Any]
    before: list[str]
    after: list[str]


class Previewed(Outcome):
    """What an input would come to, and what would differ then."""

    changes: list[Mapping[str, Any]]


class Preview(Previewed):
    """The same, and the version that it was asked at."""

    version: Count


class GameNamed(TypedDict):
    """A game, its kind in words, and when it began."""

    game: int
    kind: str
    name: Sentence
    started: str


class GameInShort(GameNamed):
    """A game that was played, in short; one that can't be shown says why it is `unreadable`."""

    imported: bool
    finished: bool
    winner: str | None
    winners: list[str]
    turns: Count
    seconds: float
    players: list[PlayerInShort]
    unreadable: NotRequired[Sentence]
    played: NotRequired[Annotated[Sentence, "How much was played, where that isn't told by turns."]]


class PlayerInShort(TypedDict):
    """A player of such a game."""

    name: str
    colour: TeamOrPlayer
    points: int


class GameTold(GameNamed):
    """A game looked back on."""

    imported: bool
    elsewhere: Elsewhere
    lists_rolls: Annotated[bool, "Whether its rolls can be had one by one, as a CSV file."]
    summary: Mapping[str, Any]


class PlayerHistory(TypedDict):
    """What the finished games came to for a player."""

    name: str
    games: Count
    won: Count
    points: Annotated[float, "On average."]
    best: int
    last: str


class Meeting(TypedDict):
    """Two who played together: who came out ahead how often."""

    one: str
    other: str
    games: Count
    one_ahead: Count
    other_ahead: Count


class HabitOf(TypedDict):
    """How much of something a player has, a game, over so many games."""

    name: str
    value: float
    games: Count


class Habit(TypedDict):
    """What players have more or less of, who has most first; `told`: who that is, where it is one alone."""

    title: Sentence
    told: Sentence | None
    values: list[HabitOf]


class BookOfKind(TypedDict):
    """What the finished games of a kind say of those who played."""

    kind: str
    name: Sentence
    games: Count
    players: list[PlayerHistory]
    meetings: list[Meeting]
    habits: list[Habit]


class PlayedKind(SetupOptions):
    """A kind of game that can be played, and what can be chosen of it."""

    kind: str


class Expected(TypedDict):
    """Who is expected to play."""

    name: str
    colour: AnyColour


class AsLastTime(TypedDict):
    """How the game began that was played last: its kind, who sat there in seat order, and its options."""

    kind: str
    players: list[Expected]
    options: dict[str, str | int | bool | None]


class Choices(TypedDict):
    """What can be played, who played, what was left."""

    games: list[PlayedKind]
    last: Annotated[AsLastTime | None, "The game played last; null: none was, or it doesn't say so."]
    names: list[str]
    seated: Annotated[list[Expected], "Who is expected to play, in seat order."]
    unfinished: list[GameInShort]
    begun: Annotated[bool, "Whether anything happened in the game that is on: one to go on with later."]


class Begun(TypedDict):
    """A game, by its number, and the version that shows it."""

    game: int
    version: Count


class GameChosen(TypedDict):
    """A game that was left, to go on with; `abandon`: give up the one that is on."""

    game: int
    abandon: NotRequired[bool]
    about: NotRequired[AboutShown]


class NewOffer(TypedDict):
    """An offer of trade; `to`: one player, or null for all who may take it."""

    give: Cards
    take: Cards
    to: NotRequired[AnyColour | None]
    about: NotRequired[AboutShown]


class NewOfferOf(NewOffer):
    """An offer of trade for a player."""

    player: AnyColour


_ANSWERED: Final = {"answer": Annotated[str, Among(ANSWERS)]}
_WITH: Final = {"with": AnyColour, "about": AboutShown}
OfferAnswer = declared("OfferAnswer", _ANSWERED, _WITH)
"""Who made an offer may `withdraw` it, or `close` it `with` one of those who accepted."""
OfferAnswerOf = declared("OfferAnswerOf", {**_ANSWERED, "player": AnyColour}, _WITH)


class OfferMade(TypedDict):
    """The offer that was made."""

    offer: int
    version: Count


class OfferAnswered(TypedDict):
    """The version that shows it."""

    version: Count


@dataclass(frozen=True)
class TableTypes:
    """What travels of a table that plays some games, as narrow as these say it."""

    line: Any
    snapshot: Any
    seat_snapshot: Any
    input: Any
    seat_input: Any
    outcome: Any
    preview: Any
    new_game: Any
    game_told: Any


def of_games(games: Mapping[str, Declared]) -> TableTypes:
    """What travels of a table that plays these games, by their kinds."""
    each = tuple(games.values())
    told = list_of(any_of([_event(game) for game in each]))
    outcome = {"told": told, "taken_back": told, "changed": told, "already": told | None}
    rules = extended("RulesDiffer", RulesDiffer, event=any_of([_event(game) for game in each]))
    differ = any_of([rules, *(game.difference for game in each)])
    seats = [game.seat_view for game in each if game.seat_view is not None]
    shown = {
        "questions": list_of(_question(each)),
        "game": any_of([_game_on(kind, game) for kind, game in games.items()]) | None,
    }
    said = [named(f"{game.prefix}SeatInput", game.seat_input) for game in each if game.seat_input is not None]
    return TableTypes(
        line=any_of([_line(game) for game in each]),
        snapshot=extended("Snapshot", Snapshot, **shown),
        seat_snapshot=extended("SeatSnapshot", SeatSnapshot, **shown, seat=any_of([*seats, type(None)])),
        input=any_of([_ANSWER, *(named(f"{game.prefix}Input", game.input) for game in each)]),
        seat_input=any_of(said) if said else dict[str, Any],
        outcome=extended("Outcome", OutcomeNow, **outcome),
        preview=extended("Preview", Preview, **outcome, changes=list_of(differ)),
        new_game=any_of([_new_game(kind, game) for kind, game in games.items()]),
        game_told=any_of([_told(kind, game) for kind, game in games.items()]),
    )


_ANSWER: Final = entered("EnterAnswer", "answer", {"question": int, "answer": Count})


def extended(name: str, form: Any, **members: Any) -> Any:
    """An object's type with some members more, or narrower; of any object nothing more is known."""
    if not is_typeddict(form):
        return form
    hints = members_of(form) | members
    optional = {member for member in form.__optional_keys__ if member not in members}
    made = declared(
        name,
        {member: hint for member, hint in hints.items() if member not in optional},
        {member: hints[member] for member in hints if member in optional},
    )
    made.__doc__ = form.__dict__.get("__doc__")
    return made


def _event(game: Declared) -> Any:
    return named(f"{game.prefix}Event", game.event)


def _line(game: Declared) -> Any:
    return extended(f"{game.prefix}Line", Line, event=_event(game))


def _question(games: Collection[Declared]) -> Any:
    asked = [game.asked for game in games if game.asked is not None]
    fields = any_of(asked) if asked else dict[str, Any]
    answer = extended("AnswerShown", AnswerShown, fields=fields)
    return extended("QuestionShown", QuestionShown, fields=fields, answers=list_of(answer))


def _game_on(kind: str, game: Declared) -> Any:
    view = extended(f"{game.prefix}GameView", game.view, log=list_of(_line(game)))
    return extended(f"{game.prefix}GameOn", GameOn, kind=_kind(kind), view=view)


def _new_game(kind: str, game: Declared) -> Any:
    return extended(
        f"{game.prefix}NewGame",
        game.opening,
        game=_kind(kind),
        abandon=NotRequired[Annotated[bool, "Give up the game that is on."]],
        about=NotRequired[AboutShown],
    )


def _told(kind: str, game: Declared) -> Any:
    return extended(f"{game.prefix}GameTold", GameTold, kind=_kind(kind), summary=game.summary)


def _kind(kind: str) -> Any:
    return cast(Any, Literal)[kind]
