"""The open questions at the table, which people or the game answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from companion import observations
from companion.games.game_api import Answer, Question
from companion.games.replay import Step
from companion.i18n import message_to_json, sentence
from companion.journal import Entry, GameRecord, Journal
from companion.rolls import RollDecision, RollFacts, RollMachine
from companion.table.api_types import GameOn, QuestionShown, SourceShown
from companion.table.session import GameSession
from companion.wire import Sentence

MAX_OPEN_QUESTIONS: Final = 5
"""Maximum number of open questions; a new one evicts the oldest."""

MAX_REMEMBERED_QUESTIONS: Final = 100
"""Maximum number of remembered questions of a game: dismissed, moot or closed ones."""

ANSWERED_MESSAGE: Final = sentence("This question has already been answered.")
MOOT_MESSAGE: Final = sentence("Later entries have settled this question.")


@dataclass(frozen=True)
class _OpenQuestion:
    number: int
    question: Question
    event_key: Any
    """The content of the entry in doubt when the question was asked."""
    earlier_events: Any
    """The events before it at that time."""
    opening: Any
    """The first event at that time: players and options."""


class Questions:
    """The questions at one table, with unique numbers."""

    def __init__(self) -> None:
        self._open: tuple[_OpenQuestion, ...] = ()
        self._dismissed: tuple[_OpenQuestion, ...] = ()
        self._moot: tuple[_OpenQuestion, ...] = ()
        self._closed_numbers: tuple[object, ...] = ()
        self.last_number = 0
        """The number of the last question."""

    def ask(self, question: Question, session: GameSession[Any, Any], newest: int | None = None) -> None:
        """Ask a question, unless an equal one is open, or people have dismissed it.

        Args:
            question: the question.
            session: the game, with the entries that came with the question.
            newest: number of the entry of the last event among these; None: there is none.
        """
        if question.about == -1:
            answers = tuple(_number_answer(answer, newest) for answer in question.answers)
            question = replace(question, about=newest, answers=answers)
        if any(asked.question == question for asked in self._open):
            return
        line = session.step(question.about)
        event_key = line and _event_key(session, line)
        if any((asked.question, asked.event_key) == (question, event_key) for asked in self._dismissed):
            return
        # A question that is asked again for the same reason keeps its number.
        number = next((asked.number for asked in self._moot if asked.question == question), None)
        if number is None or question.transient:
            self.last_number += 1
            number = self.last_number
        asked = _OpenQuestion(number, question, event_key, _earlier_events(session, line), _opening(session))
        self._open = (*self._open, asked)[-MAX_OPEN_QUESTIONS:]

    def answer(self, number: object, answer: object) -> Answer:
        """Return the chosen answer; the question stays open.

        Raises:
            InputRefused: it isn't open, or has no such answer.
        """
        for asked in self._open:
            if type(number) is int and asked.number == number:
                if type(answer) is int and 0 <= answer < len(asked.question.answers):
                    return asked.question.answers[answer]
                raise observations.InputRefused(sentence("this question has no such answer"))
        settled = number not in self._closed_numbers and any(moot.number == number for moot in self._moot)
        raise observations.InputRefused(MOOT_MESSAGE if settled else ANSWERED_MESSAGE)

    def picture(self, number: int, index: int) -> bytes | None:
        """Return a picture of an open question as JPEG; None: there is none."""
        for asked in self._open:
            if asked.number == number and 0 <= index < len(asked.question.pictures):
                return asked.question.pictures[index]
        return None

    def close(self, number: object, *, entered: bool) -> None:
        """Close a question.

        Args:
            number: the question's number.
            entered: whether the answer submitted an input; else the record stays as it is.
        """
        self._closed_numbers = (*self._closed_numbers, number)[-MAX_REMEMBERED_QUESTIONS:]
        if not entered:
            stays = [a for a in self._open if a.number == number and not a.question.transient]
            self._dismissed = (*self._dismissed, *stays)[-MAX_REMEMBERED_QUESTIONS:]
        self._open = tuple(asked for asked in self._open if asked.number != number)

    def drop_moot(self, session: GameSession[Any, Any]) -> None:
        """Drop the questions that newer entries have answered."""
        moot = [asked for asked in self._open if not _is_open(asked, session)]
        self._moot = (*self._moot, *moot)[-MAX_REMEMBERED_QUESTIONS:]
        self._open = tuple(asked for asked in self._open if asked not in moot)

    def reset(self) -> None:
        """Drop all questions, for another game."""
        self._open = self._dismissed = self._moot = ()

    def to_json(self) -> Sequence[QuestionShown]:
        """Return the open questions with their answers, the oldest first."""
        return [
            {
                "number": asked.number,
                "word": asked.question.word,
                "fields": dict(asked.question.fields),
                "answers": [
                    {"word": answer.word, "fields": dict(answer.fields)} for answer in asked.question.answers
                ],
                "pictures": len(asked.question.pictures),
            }
            for asked in self._open
        ]


def _number_answer(answer: Answer, newest: int | None) -> Answer:
    """Return an answer that corrects the last event of its interpretation, with the number of its entry."""
    if answer.input is None or answer.input.get("entry") != -1:
        return answer
    return replace(answer, input={**answer.input, "entry": newest})


def _is_open(asked: _OpenQuestion, session: GameSession[Any, Any]) -> bool:
    if asked.opening != _opening(session):
        # It names players or colours that may have changed; the game asks again if the doubt remains.
        return False
    line = session.step(asked.question.about)
    if line is None or _event_key(session, line) != asked.event_key:
        return False
    if asked.question.until_kinds and _has_later_event(session, line, asked.question.until_kinds):
        return False
    return not asked.question.while_unchanged or _earlier_events(session, line) == asked.earlier_events


def _event_key(session: GameSession[Any, Any], line: Step[Any, Any]) -> Any:
    """Return a line's event; for a secret line, its public part and entry, as questions are public."""
    return (
        (_public_event(session, line), line.recorded.effective_entry) if line.recorded.secret else line.event
    )


def _earlier_events(session: GameSession[Any, Any], line: Step[Any, Any] | None) -> tuple[Any, ...]:
    """Return the events before a line; of secret ones, the public part."""
    before = takewhile(lambda each: each is not line, session.steps if line is not None else ())
    return tuple(_public_event(session, each) if each.recorded.secret else each.event for each in before)


def _public_event(session: GameSession[Any, Any], line: Step[Any, Any]) -> Any:
    return session.game.event_in_public(session.state, line.event)


def _has_later_event(session: GameSession[Any, Any], line: Step[Any, Any], kinds: Sequence[str]) -> bool:
    """Return whether an event of one of these kinds follows a line."""
    later = takewhile(lambda each: each is not line, reversed(session.steps))
    return any(session.game.event_to_json(each.event)["kind"] in kinds for each in later)


def _opening(session: GameSession[Any, Any]) -> Any:
    return session.steps[0].event if session.steps else None


# The table's side of the roll machine: it knows the session and the boards, and records the decisions.


CommitObservation = Callable[[observations.Observation, str | None], tuple[Entry, ...]]
"""Records what the game makes of an observation, with the token of its throw; returns the new entries."""


class RollRecorder:
    """Connects a table and its game with the roll machine (`companion.rolls.RollHost`).

    Attributes:
        machine: the state of the latest throws.
    """

    def __init__(
        self,
        commit: CommitObservation,
        flush_boards: Callable[[float], None],
        session: Callable[[], GameSession[Any, Any] | None],
        reports: Mapping[str, observations.SourceReport],
    ) -> None:
        """Create a recorder without throws.

        Args:
            commit: records an observation.
            flush_boards: records the pieces that were placed before a time.
            session: returns the game in progress.
            reports: the last report of each source; the table updates it.
        """
        self._commit: Final = commit
        self.flush_boards: Final = flush_boards
        self._get_session: Final = session
        self._reports: Final = reports
        self._recorded: tuple[Entry, ...] = ()
        self.machine: Final = RollMachine(self)

    def detect(self, seen: observations.DiceDetection) -> tuple[Entry, ...]:
        """Pass a report to the machine; return the entries of its last decision that recorded some."""
        self._recorded = ()
        self.machine.detect(seen)
        return self._recorded

    def advance(self, observation: observations.Observation) -> None:
        """Let the machine count overdue dice before an observation, unless an input makes it unnecessary.

        An input about a later event ends the wait for a tower's report; an input about a roll or the log
        makes it unnecessary.
        """
        entered = False
        if isinstance(observation, observations.InputEntered):
            kind, game = observation.data.get("kind"), self._session.game
            rolled = game.entered_roll(observation.data) is not None
            if rolled or kind == "answer" or game.is_history_input(kind):
                return
            entered = kind is not None
        self.machine.advance(observation.t, entered=entered)

    def add_input(
        self,
        entered: observations.InputEntered,
        dice: observations.RolledDice | tuple[()] | None,
        duplicate_of: Sequence[int] | None,
        entries: Sequence[Entry],
    ) -> None:
        """Inform the machine about an input.

        Args:
            entered: the input.
            dice: the dice that it enters; empty: no possible roll of two dice; None: it enters none.
            duplicate_of: the entries that it duplicates; None: it is new.
            entries: the new entries.
        """
        game, event = self._session.game, entered.data.get("event")
        if game.is_correction_input(entered.data.get("kind")) and isinstance(event, Mapping):
            self.machine.apply_correction(game.entered_roll(event) or ())
        if dice is not None and duplicate_of is not None:
            self.machine.confirm_entries(duplicate_of)
        elif dice and entries:
            self.machine.add_entered(
                observations.DiceDetection(entered.t, entered.source, dice), entries[-1].number
            )

    def apply_answer(self, answer: Answer) -> None:
        """Inform the machine about the answer to a question."""
        self.machine.apply_answer(answer.word, answer.thrown)

    @property
    def newest_entry(self) -> int:
        """The number of the last entry."""
        return len(self._session.entries)

    @property
    def working_sources(self) -> Set[str]:
        """The names of the sources that work."""
        return {name for name, report in self._reports.items() if report.health == "ok"}

    def facts(self, entry: int | None) -> RollFacts:
        """Return the game's facts about the next roll and the roll of an entry."""
        session = self._session
        return session.game.roll_facts(session.history, entry)

    def record(self, decision: observations.DiceDetection | RollDecision) -> int | None:
        """Record a decision; return the number of the last new entry, or None."""
        entries = self._commit(decision, decision.token)
        # The end of the previous turn may be recorded together with a roll; the roll is the last entry.
        self._recorded = entries or self._recorded
        return entries[-1].number if entries else None

    def find_builders(self, board: observations.BoardSeen, since: float) -> Set[int]:
        """Return who has built since a time: 0: the active player, 1: the next one, -1: the previous one."""
        session = self._session
        builders: Set[int] = session.game.find_builders(session.history, board, since)
        return builders

    @property
    def _session(self) -> GameSession[Any, Any]:
        session = self._get_session()
        assert session is not None
        return session


# The public parts of a table as JSON for a snapshot.


MAX_TRANSIENT_NOTICES: Final = 5
"""Maximum number of transient notices."""


class Notices:
    """Notices for people: permanent ones, and transient ones until a later observation is recorded."""

    def __init__(self, standing: Sequence[str] = ()) -> None:
        self._permanent = list(standing)
        self._transient: list[str] = []
        self._new: set[str] = set()

    def add_permanent(self, text: str) -> None:
        """Add a permanent notice."""
        self._permanent.append(text)

    def add(self, text: str) -> None:
        """Add a notice until a later observation is recorded; a repeated one is shown once."""
        self._transient = [*(each for each in self._transient if each != text), text][-MAX_TRANSIENT_NOTICES:]
        self._new.add(text)

    def begin_observation(self) -> None:
        """Mark the notices so far as those of earlier observations."""
        self._new = set()

    def clear_earlier_notices(self) -> None:
        """Remove the transient notices of earlier observations after a new entry."""
        self._transient = [each for each in self._transient if each in self._new]

    def clear_transient(self) -> None:
        """Remove all transient notices, for another game."""
        self._transient = []

    def to_json(self) -> list[Sentence]:
        """Return all notices."""
        return [message_to_json(text) for text in (*self._permanent, *self._transient)]


def storage_notices(journal: Journal) -> list[Sentence]:
    """Return a notice while the journal can't be written, with the remedy."""
    if journal.write_error is None:
        return []
    text = sentence("Nothing can be saved at the moment, only shown: {why}", why=journal.write_error)
    return [message_to_json(text)]


def game_to_json(record: GameRecord | None, session: GameSession[Any, Any] | None) -> GameOn | None:
    """Return the game in progress; None: none.

    Returns:
        ``id``, ``kind``, ``newest`` (number of the last entry) and ``view`` with its ``log``.
    """
    if session is None or record is None:
        return None
    newest = len(session.entries)
    return {"id": record.id, "kind": record.kind, "newest": newest, "view": session.view}


def sources_to_json(reports: Mapping[str, observations.SourceReport]) -> list[SourceShown]:
    """Return the health of each source, sorted by name."""
    return [
        {"name": name, "health": report.health, "text": message_to_json(report.text)}
        for name, report in sorted(reports.items())
    ]
