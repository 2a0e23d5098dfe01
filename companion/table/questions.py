"""The questions that wait at the table until people answer them, or the game does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from companion.games.game_api import Answer, Question
from companion.games.optional import event_in_public
from companion.games.replay import Step
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table.session import GameSession
from companion.table.wire import QuestionShown

KEPT: Final = 5
"""Questions that wait at most; the oldest gives way."""

REMEMBERED: Final = 100
"""Questions of a game to which people said that all stays as it was told."""

NOT_ASKED: Final = sentence("This question has already been answered.")
MOOT: Final = sentence("Later entries have settled this question.")


@dataclass(frozen=True)
class _Asked:
    number: int
    question: Question
    told: Any
    """What the entry in doubt said when it was asked."""
    before: Any
    """What was told to have happened before it then."""
    opening: Any
    """How the game began, as it was told then: who plays, and with what."""


class Questions:
    """What is asked at one table; every question has a number of its own."""

    def __init__(self) -> None:
        self._asked: tuple[_Asked, ...] = ()
        self._stays: tuple[_Asked, ...] = ()
        self._moot: tuple[_Asked, ...] = ()
        self._answered: tuple[object, ...] = ()
        self.last = 0
        """The number of the last one."""

    def ask(self, question: Question, session: GameSession[Any, Any]) -> None:
        """Ask, unless the very same is asked already, or people said that all stays as it was told."""
        if any(asked.question == question for asked in self._asked):
            return
        line = session.step(question.about)
        told = line and _told(session, line)
        if any((asked.question, asked.told) == (question, told) for asked in self._stays):
            return
        # What is asked again because it is still so is the same question.
        number = next((asked.number for asked in self._moot if asked.question == question), None)
        if number is None or question.passing:
            self.last += 1
            number = self.last
        asked = _Asked(number, question, told, _before(session, line), _opening(session))
        self._asked = (*self._asked, asked)[-KEPT:]

    def answer(self, number: object, answer: object) -> Answer:
        """An answer as it was offered; the question stays asked.

        Raises:
            InputRefused: it isn't asked, or has no such answer.
        """
        for asked in self._asked:
            if type(number) is int and asked.number == number:
                if type(answer) is int and 0 <= answer < len(asked.question.answers):
                    return asked.question.answers[answer]
                raise InputRefused(sentence("this question has no such answer"))
        settled = number not in self._answered and any(moot.number == number for moot in self._moot)
        raise InputRefused(MOOT if settled else NOT_ASKED)

    def answered(self, number: object, *, entered: bool) -> None:
        """Nobody need be asked this any more.

        Args:
            number: of the question.
            entered: the answer entered something; else all stays as it was told.
        """
        self._answered = (*self._answered, number)[-REMEMBERED:]
        if not entered:
            stays = [a for a in self._asked if a.number == number and not a.question.passing]
            self._stays = (*self._stays, *stays)[-REMEMBERED:]
        self._asked = tuple(asked for asked in self._asked if asked.number != number)

    def settle(self, session: GameSession[Any, Any]) -> None:
        """Something was told: drop what it answered."""
        moot = [asked for asked in self._asked if not _still_open(asked, session)]
        self._moot = (*self._moot, *moot)[-REMEMBERED:]
        self._asked = tuple(asked for asked in self._asked if asked not in moot)

    def forget(self) -> None:
        """Another game: nothing is asked in it yet."""
        self._asked = self._stays = self._moot = ()

    def to_json(self) -> Sequence[QuestionShown]:
        """What people are asked, the oldest first, and what they may answer."""
        return [
            {
                "number": asked.number,
                "word": asked.question.word,
                "fields": dict(asked.question.fields),
                "answers": [
                    {"word": answer.word, "fields": dict(answer.fields)} for answer in asked.question.answers
                ],
            }
            for asked in self._asked
        ]


def _still_open(asked: _Asked, session: GameSession[Any, Any]) -> bool:
    if asked.opening != _opening(session):
        # It names people, or colours, who may be others now; what is still in doubt is asked anew.
        return False
    line = session.step(asked.question.about)
    if line is None or _told(session, line) != asked.told:
        return False
    if asked.question.until and _follows(session, line, asked.question.until):
        return False
    return not asked.question.while_so or _before(session, line) == asked.before


def _told(session: GameSession[Any, Any], line: Step[Any, Any]) -> Any:
    """What a line says, and of a secret one, who told it so: what is asked mustn't show what it was."""
    return (_heard(session, line), line.recorded.newest) if line.recorded.secret else line.event


def _before(session: GameSession[Any, Any], line: Step[Any, Any] | None) -> tuple[Any, ...]:
    """What was told before a line, as everybody heard it."""
    before = takewhile(lambda each: each is not line, session.steps if line is not None else ())
    return tuple(_heard(session, each) if each.recorded.secret else each.event for each in before)


def _heard(session: GameSession[Any, Any], line: Step[Any, Any]) -> Any:
    return event_in_public(session.game, session.state, line.event)


def _follows(session: GameSession[Any, Any], line: Step[Any, Any], kinds: Sequence[str]) -> bool:
    """Whether an event of one of these kinds is told after a line."""
    later = takewhile(lambda each: each is not line, reversed(session.steps))
    return any(session.game.event_to_json(each.event)["kind"] in kinds for each in later)


def _opening(session: GameSession[Any, Any]) -> Any:
    return session.steps[0].event if session.steps else None
