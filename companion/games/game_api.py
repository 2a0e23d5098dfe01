"""What a game is to everything else: table, journal and web know only this interface.

A game offers its rules (events, state, fold, legality), what it wants watched, how observations
become its events, and its view. All of it is pure: no clocks, files, threads or pixels.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from companion.games.replay import RecordedEvent, Replay, Rules, Step
from companion.games.wire import SetupOptions
from companion.observations import Observation

S = TypeVar("S")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

PHONE: Final = "phone:"
"""How the source of what a player told in secret begins: a colour follows."""


class Sensor(enum.Enum):
    """What a game may want watched."""

    ISLAND = "island"
    PIECES = "pieces"
    PIP_DICE = "pip_dice"
    RESOURCE_DICE = "resource_dice"
    CARDS = "cards"


@dataclass(frozen=True)
class Retraction(Generic[E_co]):
    """An event that was told, and of which people said since that it was not so.

    Attributes:
        event: as it was told.
        t: session seconds at which they said so.
    """

    event: E_co
    t: float


@dataclass(frozen=True)
class GameHistory(Generic[S, E]):
    """A game as it stands: the events that hold after all corrections, and what they came to.

    Attributes:
        replay: the events, in the order in which they happened, and what each came to.
        undoable: the group of entries that an undo would take back; None where there is nothing.
        in_doubt: what the last look left open, in the game's own words (the base game's: colours whose
            pieces or cards may be otherwise than told).
        retractions: what people said was not so; whoever looks will go on seeing it, where it was misread.
        tried_on: the story as it stands, where this one is only tried on it: then nobody is told what it
            comes to, not even that somebody has won by what only they knew.
    """

    replay: Replay[S, E]
    undoable: int | None = None
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[Retraction[E], ...] = ()
    tried_on: GameHistory[S, E] | None = None

    @property
    def steps(self) -> tuple[Step[S, E], ...]:
        """Each event, with the states before and after it."""
        return self.replay.steps

    @property
    def recorded(self) -> tuple[RecordedEvent[E], ...]:
        """Each event, and who told it."""
        return self.replay.recorded

    @property
    def state(self) -> S:
        """What they came to."""
        return self.replay.state


@dataclass(frozen=True)
class Undo:
    """Take back all that one observation told."""

    group: int


@dataclass(frozen=True)
class Replace(Generic[E_co]):
    """Something else happened than an entry says; None: it didn't happen at all."""

    number: int
    event: E_co | None


@dataclass(frozen=True)
class Reattribute(Generic[E_co]):
    """The same happened as an entry says, but it was about others: who told it, and how surely, stays.

    Attributes:
        number: of the entry.
        event: what happened.
        source: who told it, as of now: a player's phone goes with its player's colour.
        certainty: of who told it.
    """

    number: int
    event: E_co
    source: str
    certainty: float


@dataclass(frozen=True)
class Insert(Generic[E_co]):
    """Something happened before an entry that nobody told."""

    before: int
    event: E_co


@dataclass(frozen=True)
class Answer:
    """One answer to a question.

    Attributes:
        word: what it says, as a snake-case word that the page has a sentence for.
        fields: JSON that the sentence is made with.
        input: the input that giving it enters; None: all stays as it was told.
        thrown: what it says of dice that lay beside a tower that counts the throws: whether people threw
            them there; None: nothing of that.
    """

    word: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    input: Mapping[str, Any] | None = None
    thrown: bool | None = None


@dataclass(frozen=True)
class Question:
    """What only people can say. It blocks nothing: it waits until they or the game answer it.

    Attributes:
        word: what is asked, as a snake-case word that the page has a sentence for.
        answers: at least two, the likeliest first.
        fields: JSON that the sentence is made with.
        about: number of the entry in doubt, whose correction answers the question too; None: it is
            about what nobody has told yet, and moot as soon as anything else is told.
        passing: it is about a moment, and the same may be asked of another; else, once people said that
            all stays as it was told, they aren't asked again.
        while_so: it is asked as long as the entry in doubt meets the state that it met: once what came
            before it is told differently, it is moot, or the game asks anew.
        until: it is moot once an event of one of these kinds is told after the entry in doubt.
    """

    word: str
    answers: tuple[Answer, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)
    about: int | None = None
    passing: bool = False
    while_so: bool = False
    until: tuple[str, ...] = ()


@dataclass(frozen=True)
class Interpretation(Generic[E_co]):
    """What an observation comes to; empty where it changes nothing.

    Attributes:
        events: what happened, in order.
        corrections: what happened differently than was told.
        certainty: probability in [0, 1] that this is what happened.
        inferred: positions in `events` of those that nobody saw or said, but that the others need.
        notice: a sentence for the people at the table, where they should know why.
        question: what only they can say.
        in_doubt: what this leaves open, as `GameHistory.in_doubt` says; None: it says nothing of that.
        already: numbers of the entries that had told this already, so that it makes them sure at most; None:
            it is news.
    """

    events: tuple[E_co, ...] = ()
    corrections: tuple[Undo | Replace[E_co] | Reattribute[E_co] | Insert[E_co], ...] = ()
    certainty: float = 1.0
    inferred: frozenset[int] = frozenset()
    notice: str = ""
    question: Question | None = None
    in_doubt: frozenset[str] | None = None
    already: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PhonePage:
    """The page that a player's own phone shows of a game that keeps secrets: as `GamePage` names files.

    Attributes:
        template: of the page.
        script: what it runs.
    """

    template: str
    script: str


@dataclass(frozen=True)
class GamePage:
    """The pages that show a game: names of files that the server has (docs/adding_a_game.md).

    Attributes:
        template: of the page at the table.
        script: what that page runs, and with it says what the game is like.
        history: what the page runs that looks back on one game.
        phone: what players' own phones show; None: there is nothing that the tablet doesn't show to all.
        overlay: what the page runs that who streams a game lays over the picture; empty: of any game it shows
            who plays, the points and whose turn it is.
        package: import package in whose folder ``page`` these lie, with all else that pages ask for; empty:
            they lie among the server's own.
    """

    template: str
    script: str
    history: str
    phone: PhonePage | None = None
    overlay: str = ""
    package: str = ""


def winners(shown: Mapping[str, Any]) -> list[str]:
    """The colours of those who won, by a game's view or its summary; none while it is on."""
    alone = [] if shown.get("winner") is None else [shown["winner"]]
    return list(shown.get("winners", alone))


class Game(Rules[S, E], Protocol[S, E]):
    """A game that plugs in. `S` is its state, `E` its events, both immutable.

    What only some games have (secrets, trade, rolls that people enter) is in `companion.games.optional`.
    """

    @property
    def kind(self) -> str:
        """The name under which games of this kind are kept."""

    @property
    def page(self) -> GamePage:
        """The pages that show it."""

    def setup_options(self) -> SetupOptions:
        """What people can choose for a new game, as JSON that pages make a form of.

        Returns:
            ``name``, ``players`` (the numbers of players), ``seats`` ("teams" where those are teams; else
            left out), ``colours``, ``options`` (``{"name", "label", "about", "kind": "choice", "number" or
            "tick", "house_rule"}``, a choice with ``values``, pairs of value and words, a number with
            ``least`` and ``most``), ``editions`` (``{"name", "label", "options": {name: value}}``, the first
            is usual) and, where a game that is on already can be taken up, ``taken_up``
            (`companion.games.wire.TakingUp`): `opening` is given it by the same name. Words are
            sentences (`companion.i18n.message_to_json`).
        """

    def opening(self, data: Mapping[str, Any]) -> tuple[E, ...]:
        """The first events of a new game, from what people chose.

        Raises:
            ValueError: they chose what can't be, in plain words.
        """

    def required_sensors(self, state: S) -> frozenset[Sensor]:
        """What should be watched now."""

    def interpret(self, history: GameHistory[S, E], observation: Observation) -> Interpretation[E]:
        """What an observation tells of the game.

        Raises:
            InputRefused: an input that makes no sense here (only for `InputEntered`).
        """

    def view(self, history: GameHistory[S, E]) -> Mapping[str, Any]:
        """What everybody at the table may see, as JSON: at least "phase" and "winner".

        Where several can share a victory, "winners" are the colours of those who won, and "winner" is None
        if they are several.
        """

    def summary(self, history: GameHistory[S, E]) -> Mapping[str, Any]:
        """The game looked back on, as JSON that everybody may see.

        Returns:
            At least ``players`` (``{"name", "colour", "points"}``, the best first), ``winner`` (a colour
            or None) and ``winners`` where several can share a victory, as in the view, ``turns``,
            ``seconds``, and ``played``, a sentence (`companion.i18n.message_to_json`), where "3 turns" isn't
            how much was played; the rest is what its own page shows.
        """

    def differences(self, before: GameHistory[S, E], after: GameHistory[S, E]) -> Sequence[Mapping[str, Any]]:
        """What differs between what two stories come to, as far as everybody may see it.

        Returns:
            JSON, `{"what", "before", "after"}` each.
        """

    def event_to_json(self, event: E) -> dict[str, Any]:
        """The JSON form of an event, with its "kind"."""

    def event_from_json(self, data: object) -> E:
        """The event that `event_to_json` described.

        Raises:
            ValueError: it describes none, in plain words.
        """
