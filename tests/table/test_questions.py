"""Questions wait until they are answered, by people or by the game; what people left alone is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.game_api import Answer, Interpretation, Question, Replace
from companion.observations import InputRefused
from companion.table.questions import MAX_OPEN_QUESTIONS, MAX_REMEMBERED_QUESTIONS, Questions
from companion.table.session import GameSession
from tests.games.tally import Seated, Tally, Thrown

STAYS = Answer("stays")


def about(number: int | None = None, word: str = "really", **more: Any) -> Question:
    changed = Answer("was_two", input={"kind": "correct", "entry": number, "event": {"total": 2}})
    return Question(word, (STAYS, changed), about=number, **more)


def told(session: GameSession[Any, Any], *events: Any, **corrections: Any) -> GameSession[Any, Any]:
    return session.with_drafts(session.drafts(Interpretation(events, **corrections), t=1.0, source="tablet"))


@pytest.fixture
def session() -> GameSession[Any, Any]:
    return told(told(GameSession.create(Tally()), Seated(("Ana", "Ben"))), Thrown(5))


@pytest.fixture
def questions() -> Questions:
    return Questions()


def numbers(questions: Questions) -> list[int]:
    return [asked["number"] for asked in questions.to_json()]


def test_the_same_is_asked_once(questions: Questions, session: GameSession[Any, Any]) -> None:
    for _ in range(3):
        questions.ask(about(2), session)
    assert numbers(questions) == [1]


def test_what_is_asked_until_something_happens_is_moot_then(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(about(2, until_kinds="thrown"), session)
    questions.drop_moot(told(session, Seated(("Ana", "Cyr"))))
    assert numbers(questions) == [1]
    questions.drop_moot(told(session, Thrown(3)))
    assert numbers(questions) == []


def test_the_oldest_gives_way(questions: Questions, session: GameSession[Any, Any]) -> None:
    for n in range(MAX_OPEN_QUESTIONS + 2):
        questions.ask(about(2, f"really_{n}"), session)
    assert numbers(questions) == list(range(3, MAX_OPEN_QUESTIONS + 3))


def test_what_people_left_alone_is_not_asked_again(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(about(2), session)
    assert questions.answer(1, 0) == STAYS
    questions.close(1, entered=False)
    questions.ask(about(2), session)
    questions.drop_moot(told(session, Thrown(3)))
    questions.ask(about(2), told(session, Thrown(3)))
    assert numbers(questions) == []


def test_one_that_is_asked_while_things_are_so_is_moot_once_what_came_before_is_told_differently(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    session = told(session, Thrown(3))
    questions.ask(about(3, while_unchanged=True), session)
    questions.ask(about(3, "or_this"), session)
    questions.drop_moot(told(session, Thrown(4)))
    assert numbers(questions) == [1, 2]
    questions.drop_moot(told(session, corrections=(Replace(2, Thrown(6)),)))
    assert numbers(questions) == [2]


def test_another_question_about_it_is_asked(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(about(2), session)
    questions.close(1, entered=False)
    questions.ask(about(2, "or_this"), session)
    assert numbers(questions) == [2]


def test_it_is_asked_again_once_the_entry_says_something_else(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(about(2), session)
    questions.close(1, entered=False)
    questions.ask(about(2), told(session, corrections=(Replace(2, Thrown(4)),)))
    assert numbers(questions) == [2]


def test_what_an_answer_changed_may_be_asked_again(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(about(2), session)
    questions.close(1, entered=True)
    questions.ask(about(2), session)
    assert numbers(questions) == [2]


def test_a_moment_that_comes_again_is_asked_about_again(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(about(transient=True), session)
    questions.close(1, entered=False)
    questions.ask(about(transient=True), session)
    assert numbers(questions) == [2]


def test_what_is_remembered_is_bounded(questions: Questions, session: GameSession[Any, Any]) -> None:
    for n in range(MAX_REMEMBERED_QUESTIONS + 1):
        questions.ask(about(2, f"really_{n}"), session)
        questions.close(n + 1, entered=False)
    questions.ask(about(2, "really_1"), session)
    assert numbers(questions) == []
    questions.ask(about(2, "really_0"), session)
    assert numbers(questions) == [MAX_REMEMBERED_QUESTIONS + 2]


def test_another_game_is_asked_anew(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(about(2), session)
    questions.close(1, entered=False)
    questions.reset()
    questions.ask(about(2), session)
    assert numbers(questions) == [2]


def test_who_answers_twice_is_told_so(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(about(2), session)
    with pytest.raises(InputRefused, match="no such answer"):
        questions.answer(1, 2)
    questions.close(1, entered=False)
    with pytest.raises(InputRefused, match="already been answered"):
        questions.answer(1, 0)
