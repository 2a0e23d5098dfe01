"""The open questions at the table, which people or the game answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from companion.games.capabilities import event_in_public
from companion.games.game_api import Answer, Question
from companion.games.replay import Step
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table.api_types import QuestionShown
from companion.table.session import GameSession

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
                raise InputRefused(sentence("this question has no such answer"))
        settled = number not in self._closed_numbers and any(moot.number == number for moot in self._moot)
        raise InputRefused(MOOT_MESSAGE if settled else ANSWERED_MESSAGE)

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
    return event_in_public(session.game, session.state, line.event)


def _has_later_event(session: GameSession[Any, Any], line: Step[Any, Any], kinds: Sequence[str]) -> bool:
    """Return whether an event of one of these kinds follows a line."""
    later = takewhile(lambda each: each is not line, reversed(session.steps))
    return any(session.game.event_to_json(each.event)["kind"] in kinds for each in later)


def _opening(session: GameSession[Any, Any]) -> Any:
    return session.steps[0].event if session.steps else None
