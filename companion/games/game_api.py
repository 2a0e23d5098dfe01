"""The interface of a game: table, journal and web use no other.

A game provides its rules (events, state, fold, legality), the sensors it needs, the interpretation of
observations as events, and its view. All of it is pure: no clocks, files, threads or pixels.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from companion.games.api_types import Contest, Elsewhere, GameTypes, SetupOptions, untyped_game
from companion.games.replay import RecordedEvent, Replay, Rules, Step
from companion.i18n import sentence
from companion.island.geometry import HexId, Site, Standing
from companion.observations import BoardSeen, InputRefused, Observation, RolledDice
from companion.rolls import RollFacts

S = TypeVar("S")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

PHONE_PREFIX: Final = "phone:"
"""Prefix of the source of a secret input from a player's phone; the player's colour follows."""

CORRECTION_INPUTS: Final = frozenset({"undo", "redo", "correct"})
"""The kinds of inputs that change the game log in every game."""
HISTORY_INPUTS: Final = frozenset({*CORRECTION_INPUTS, "confirm"})
"""The kinds of inputs about the game log that every game accepts (`companion.games.history_inputs`)."""

DrawOrder = Callable[[int], Sequence[int]]
"""Returns the numbers from 0 to below the given count in random order."""

Cell: TypeAlias = str | int | None
"""A value in a row of a `RollList`; None: unknown."""


@dataclass(frozen=True)
class RollList:
    """The rolls and their results, as public knowledge, for analysis in other programs.

    Attributes:
        columns: column names in snake_case, the same in every language and version; new columns are appended.
        rows: one roll each, in the order in which they were thrown.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Sensor(enum.Enum):
    """A kind of sensor that a game may require."""

    ISLAND = "island"
    PIECES = "pieces"
    PIP_DICE = "pip_dice"
    RESOURCE_DICE = "resource_dice"
    CARDS = "cards"


@dataclass(frozen=True)
class GameHistory(Generic[S, E]):
    """A game after all corrections: the effective events and their results.

    Attributes:
        replay: the events in the order in which they happened, with the states between them.
        undoable: the group of entries that an undo would remove; None: there is none.
        redoable: the group of the undo that a redo would revert; None: there is none.
        in_doubt: what the latest look at the board leaves open, in the game's own terms (in the base game:
            colours whose pieces or cards may differ from the record).
        retractions: events that players declared wrong; a sensor that misread one will keep seeing it.
        preview_base: the actual history if this one is only a preview on top of it. A preview must not reveal
            secret results, for example a victory by hidden cards.
    """

    replay: Replay[S, E]
    undoable: int | None = None
    redoable: int | None = None
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[RecordedEvent[E], ...] = ()
    preview_base: GameHistory[S, E] | None = None

    @property
    def steps(self) -> tuple[Step[S, E], ...]:
        """Each event with the states before and after it."""
        return self.replay.steps

    @property
    def recorded_events(self) -> tuple[RecordedEvent[E], ...]:
        """Each event with its source and certainty."""
        return self.replay.recorded_events

    @property
    def state(self) -> S:
        """The current state."""
        return self.replay.state


@dataclass(frozen=True)
class Undo:
    """A correction that removes everything one observation recorded."""

    group: int


@dataclass(frozen=True)
class Replace(Generic[E_co]):
    """A correction that replaces an entry's event; None removes it."""

    number: int
    event: E_co | None


@dataclass(frozen=True)
class Reattribute(Generic[E_co]):
    """A correction of the players in an event. The event's source and certainty are preserved.

    Attributes:
        number: the entry's number.
        event: the corrected event.
        source: the event's source; a player's phone follows its player to the new colour.
        certainty: the source's certainty.
    """

    number: int
    event: E_co
    source: str
    certainty: float


@dataclass(frozen=True)
class Insert(Generic[E_co]):
    """A correction that inserts an unrecorded event before an entry."""

    before: int
    event: E_co


@dataclass(frozen=True)
class Answer:
    """A possible answer to a question.

    Attributes:
        word: a snake_case key for which the page has a sentence.
        fields: JSON values for the sentence.
        input: the input that this answer submits; None: the record stays as it is.
        thrown: for dice found outside a tower that counts the throws: whether they were thrown there; None:
            not about such dice.
    """

    word: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    input: Mapping[str, Any] | None = None
    thrown: bool | None = None


@dataclass(frozen=True)
class Question:
    """A question that only people can answer. It blocks nothing and waits for the players or the game.

    Attributes:
        word: a snake_case key for which the page has a sentence.
        answers: at least two, the likeliest first.
        fields: JSON values for the sentence.
        about: number of the entry in doubt; correcting it also answers the question. None: the question is
            about an unrecorded event, and moot as soon as another event is recorded. -1: it is about the last
            event of its interpretation, which has no number yet; nor has the `entry` -1 of an answer's input.
        transient: the question is about one moment, so an equal question may be asked again. Otherwise it
            isn't repeated once players have answered that the record is right.
        while_unchanged: the question is moot once the state before the entry in doubt changes; the game may
            ask a new one.
        until_kinds: the question is moot once an event of one of these kinds is recorded after the entry in
            doubt.
        pictures: JPEG pictures that pages show with the question.
    """

    word: str
    answers: tuple[Answer, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)
    about: int | None = None
    transient: bool = False
    while_unchanged: bool = False
    until_kinds: tuple[str, ...] = ()
    pictures: tuple[bytes, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Interpretation(Generic[E_co]):
    """The result of an observation; empty where it changes nothing.

    Attributes:
        events: new events, in order.
        corrections: corrections of recorded events.
        certainty: probability in [0, 1] that this happened.
        inferred: positions in `events` of those that no source reported but the others require.
        notice: a sentence for the players that explains the result; may be empty.
        question: a question for the players.
        in_doubt: the new value of `GameHistory.in_doubt`; None: unchanged.
        duplicate_of: numbers of the entries that this input duplicates; it can only make them certain. None:
            the input is new.
    """

    events: tuple[E_co, ...] = ()
    corrections: tuple[Undo | Replace[E_co] | Reattribute[E_co] | Insert[E_co], ...] = ()
    certainty: float = 1.0
    inferred: frozenset[int] = frozenset()
    notice: str = ""
    question: Question | None = None
    in_doubt: frozenset[str] | None = None
    duplicate_of: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PhonePage:
    """The page for a player's own phone in a game with secrets. Names files as `GamePage` does.

    Attributes:
        template: the page's template.
        script: the page's script.
    """

    template: str
    script: str


@dataclass(frozen=True)
class GamePage:
    """The pages of a game: names of files on the server (docs/adding_a_game.md).

    Attributes:
        template: template of the page at the table.
        script: script of that page; it also describes the game.
        history: script of the page that reviews one game.
        phone: the page for players' own phones; None: the game has no secrets.
        overlay: script of the overlay for a video stream; empty: the general overlay with players, points and
            active player.
        package: import package whose ``page`` folder contains these files and all others the pages load;
            empty: they are among the server's own.
    """

    template: str
    script: str
    history: str
    phone: PhonePage | None = None
    overlay: str = ""
    package: str = ""


def winners(view: Mapping[str, Any]) -> list[str]:
    """Return the winners' colours from a game's view or summary; empty while the game is in progress."""
    alone = [] if view.get("winner") is None else [view["winner"]]
    return list(view.get("winners", alone))


class Game(Rules[S, E], ABC, Generic[S, E]):
    """A game that plugs in. `S` is its state, `E` its events, both immutable.

    Every game implements the abstract methods. The other methods are features that only some games have;
    their defaults suit a game without the feature.
    """

    @property
    @abstractmethod
    def kind(self) -> str:
        """The name under which games of this kind are stored."""

    @property
    @abstractmethod
    def page(self) -> GamePage:
        """The pages that show the game."""

    @abstractmethod
    def setup_options(self) -> SetupOptions:
        """Return the options of a new game as JSON from which pages build a form.

        Returns:
            ``name``, ``players`` (the numbers of players), ``seats`` ("teams" where teams play; else
            omitted), ``colours``, ``options`` (``{"name", "label", "about", "kind": "choice", "number" or
            "tick", "house_rule"}``; a choice with ``values``, pairs of value and words, a number with
            ``least`` and ``most``), ``editions`` (``{"name", "label", "options": {name: value}}``, the first
            is the default). ``taken_up`` (`companion.games.api_types.TakingUp`) where a game can be entered
            that is already in progress; `opening` receives it under the same name. Words are sentences
            (`companion.i18n.message_to_json`).
        """

    @abstractmethod
    def opening(self, data: Mapping[str, Any]) -> tuple[E, ...]:
        """Return the first events of a new game from the chosen options.

        Raises:
            ValueError: the choice is impossible; the message says why in plain words.
        """

    @abstractmethod
    def required_sensors(self, state: S) -> frozenset[Sensor]:
        """Return the sensors that the game needs in this state."""

    @abstractmethod
    def interpret(self, history: GameHistory[S, E], observation: Observation) -> Interpretation[E]:
        """Interpret an observation.

        Raises:
            InputRefused: the input makes no sense here (only for `InputEntered`).
        """

    @abstractmethod
    def view(self, history: GameHistory[S, E]) -> Mapping[str, Any]:
        """Return the public view as JSON, with at least "phase" and "winner".

        Where several can share a victory, "winners" lists the winners' colours, and "winner" is None if there
        are several.
        """

    @abstractmethod
    def summary(self, history: GameHistory[S, E]) -> Mapping[str, Any]:
        """Return the public summary of a game as JSON.

        Returns:
            At least ``players`` (``{"name", "colour", "points"}``, the best first), ``winner`` (a colour or
            None), ``winners`` where several can share a victory, ``turns``, ``seconds``, and ``played``, a
            sentence (`companion.i18n.message_to_json`) where the number of turns doesn't express the length
            of the game. The game's own page shows the rest.
        """

    @abstractmethod
    def differences(self, before: GameHistory[S, E], after: GameHistory[S, E]) -> Sequence[Mapping[str, Any]]:
        """Return the public differences between the results of two histories.

        Returns:
            JSON, `{"what", "before", "after"}` each.
        """

    @abstractmethod
    def event_to_json(self, event: E) -> dict[str, Any]:
        """Return the JSON form of an event, with its "kind"."""

    @abstractmethod
    def event_from_json(self, data: object) -> E:
        """Parse the JSON form that `event_to_json` returns.

        Raises:
            ValueError: it is no event; the message says why in plain words.
        """

    # The types of the JSON, for a precise description of the API.

    @property
    def api_types(self) -> GameTypes:
        """The types of the JSON that pages send and receive; arbitrary objects by default."""
        return untyped_game(self.kind)

    # Secrets: information that only some players have.

    def event_in_public(self, state: S, event: E) -> dict[str, Any]:
        """Return the JSON form of an event without its secret fields in a state."""
        return self.event_to_json(event)

    def violations_in_public(self, history: GameHistory[S, E]) -> Mapping[int, tuple[str, ...]]:
        """Return the rules that recorded events break, by entry number, from public knowledge.

        Secret inputs don't affect the result.
        """
        return history.replay.violations

    def violations_known_to(self, history: GameHistory[S, E], seat: str) -> Mapping[int, tuple[str, ...]]:
        """Return the rules that recorded events break, as the player of a colour in the game can know."""
        return history.replay.violations

    def seat_view(self, history: GameHistory[S, E], seat: str) -> Mapping[str, Any] | None:
        """Return a player's private view as JSON; None: nobody plays that colour, or nothing is secret.

        It has at least "colour", "name" and, in that player's turn, "on_turn": true.

        It must not depend on the secret inputs of other players (docs/phones.md).
        """
        return None

    def seat_input(self, history: GameHistory[S, E], seat: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Translate an input from a player's own phone into an input of the game.

        Raises:
            InputRefused: it isn't about that player's own cards, makes no sense, or nothing is secret.
        """
        raise InputRefused(sentence("This game has nothing secret: use the tablet to enter it."))

    def trade_input(
        self, history: GameHistory[S, E], seat: str, partner: str, give: object, take: object
    ) -> dict[str, Any]:
        """Return the input for a trade in which `seat` gives and takes cards of `partner`.

        The players offer it to each other on their phones (`companion.table.seats`).

        Raises:
            InputRefused: the game has no trades, or these two can't trade these cards now.
        """
        raise InputRefused(sentence("There is no trading in this game."))

    # Inputs: random draws, entered rolls, the game log.

    def draw_random(
        self, history: GameHistory[S, E], data: Mapping[str, Any], order: DrawOrder
    ) -> Mapping[str, Any]:
        """Return the input with its random draws made, or the input itself where it has none.

        The table draws, so that the record and its replay depend only on the result of the draw.
        """
        return data

    def entered_roll(self, data: Mapping[str, Any]) -> RolledDice | tuple[()] | None:
        """Return the dice of an input that enters a roll; None for any other input.

        A tower or a camera may also have seen these dice. The result is empty if two dice can't show the
        entered value.
        """
        return None

    def ends_turn(self, data: Mapping[str, Any]) -> bool:
        """Return whether an input ends the turn that it names.

        A roll recorded meanwhile may already belong to the next turn.
        """
        return False

    def roll_facts(self, history: GameHistory[S, E], entry: int | None) -> RollFacts:
        """Return the facts about the next roll, and about the roll of an entry.

        By default each throw is another roll.
        """
        return RollFacts()

    def find_builders(self, history: GameHistory[S, E], board: BoardSeen, since: float) -> Set[int]:
        """Return who has built since a time: 0: the active player, 1: the next one, -1: the previous one."""
        return frozenset()

    def is_history_input(self, kind: object) -> bool:
        """Return whether inputs of a kind are about the log or a hand, and report no new event."""
        return isinstance(kind, str) and kind in HISTORY_INPUTS

    def is_correction_input(self, kind: object) -> bool:
        """Return whether inputs of a kind may change what the latest look at the board leaves open."""
        return isinstance(kind, str) and kind in CORRECTION_INPUTS

    # A board: pieces that are certain, whatever a camera reads.

    def certain_buildings(self, history: GameHistory[S, E]) -> Mapping[Site, Standing]:
        """Return the buildings that are certain by the rules or by people's inputs."""
        return {}

    def certain_robber(self, history: GameHistory[S, E]) -> HexId | None:
        """Return the robber's hex if it is certain by the rules or by people's inputs, or None."""
        return None

    # Past games: lists, statistics, other programs.

    has_roll_list: ClassVar[bool] = False
    """Whether `roll_list` returns the rolls."""

    def roll_list(self, history: GameHistory[S, E]) -> RollList | None:
        """Return the rolls and their results as public knowledge; None: the game can't list its rolls."""
        return None

    def contests(self, history: GameHistory[S, E]) -> Sequence[Contest]:
        """Return the contests in which the game compares its players, also over many games."""
        return ()

    def external_ids(self, history: GameHistory[S, E]) -> Elsewhere:
        """Return the ids of a play in other programs for recording plays; by default only the name."""
        name = self.setup_options()["name"]
        return {"name": name if isinstance(name, str) else name["text"], "bgg": None, "first": None}

    # A panel of buttons, a light and a buzzer (`companion.hardware`). Views and events are the public ones.

    def panel_light(self, view: Mapping[str, Any]) -> str | None:
        """Return the light's colour: of the player to act, at the end of the winner; None: off."""
        winner: str | None = view["winner"]
        return winner

    def panel_next(self, view: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the input that the button for the next player submits now; None: none."""
        return None

    def panel_sounds(self, event: Mapping[str, Any]) -> bool | None:
        """Return whether an event sounds the buzzer; None: events of its kind never do.

        Of several simultaneous events of such kinds, only the last is asked.
        """
        return None
