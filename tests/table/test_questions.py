"""Open questions: they wait for an answer from the players or the game; ignored ones stay ignored."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.game_api import Answer, Interpretation, Question, Replace
from companion.observations import InputRefused
from companion.table.questions import MAX_OPEN_QUESTIONS, MAX_REMEMBERED_QUESTIONS, Questions
from companion.table.session import GameSession
from tests.games.tally import Seated, Tally, Thrown

STAYS = Answer("stays")


def question_about(number: int | None = None, word: str = "really", **more: Any) -> Question:
    changed = Answer("was_two", input={"kind": "correct", "entry": number, "event": {"total": 2}})
    return Question(word, (STAYS, changed), about=number, **more)


def record(session: GameSession[Any, Any], *events: Any, **corrections: Any) -> GameSession[Any, Any]:
    return session.with_drafts(session.drafts(Interpretation(events, **corrections), t=1.0, source="tablet"))


@pytest.fixture
def session() -> GameSession[Any, Any]:
    return record(record(GameSession.create(Tally()), Seated(("Ana", "Ben"))), Thrown(5))


@pytest.fixture
def questions() -> Questions:
    return Questions()


def numbers(questions: Questions) -> list[int]:
    return [asked["number"] for asked in questions.to_json()]


def test_the_same_question_is_asked_once(questions: Questions, session: GameSession[Any, Any]) -> None:
    for _ in range(3):
        questions.ask(question_about(2), session)
    assert numbers(questions) == [1]


def test_a_question_until_an_event_is_moot_after_it(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(question_about(2, until_kinds="thrown"), session)
    questions.drop_moot(record(session, Seated(("Ana", "Cyr"))))
    assert numbers(questions) == [1]
    questions.drop_moot(record(session, Thrown(3)))
    assert numbers(questions) == []


def test_the_oldest_question_is_dropped(questions: Questions, session: GameSession[Any, Any]) -> None:
    for n in range(MAX_OPEN_QUESTIONS + 2):
        questions.ask(question_about(2, f"really_{n}"), session)
    assert numbers(questions) == list(range(3, MAX_OPEN_QUESTIONS + 3))


def test_an_ignored_question_is_not_asked_again(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(question_about(2), session)
    assert questions.answer(1, 0) == STAYS
    questions.close(1, entered=False)
    questions.ask(question_about(2), session)
    questions.drop_moot(record(session, Thrown(3)))
    questions.ask(question_about(2), record(session, Thrown(3)))
    assert numbers(questions) == []


def test_a_question_is_moot_once_its_past_changes(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    session = record(session, Thrown(3))
    questions.ask(question_about(3, while_unchanged=True), session)
    questions.ask(question_about(3, "or_this"), session)
    questions.drop_moot(record(session, Thrown(4)))
    assert numbers(questions) == [1, 2]
    questions.drop_moot(record(session, corrections=(Replace(2, Thrown(6)),)))
    assert numbers(questions) == [2]


def test_another_question_about_the_same_entry_is_asked(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(question_about(2), session)
    questions.close(1, entered=False)
    questions.ask(question_about(2, "or_this"), session)
    assert numbers(questions) == [2]


def test_a_question_is_asked_again_once_its_entry_changes(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(question_about(2), session)
    questions.close(1, entered=False)
    questions.ask(question_about(2), record(session, corrections=(Replace(2, Thrown(4)),)))
    assert numbers(questions) == [2]


def test_a_question_is_asked_again_after_an_answer_that_changed_something(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(question_about(2), session)
    questions.close(1, entered=True)
    questions.ask(question_about(2), session)
    assert numbers(questions) == [2]


def test_a_transient_question_is_asked_again(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(question_about(transient=True), session)
    questions.close(1, entered=False)
    questions.ask(question_about(transient=True), session)
    assert numbers(questions) == [2]


def test_the_number_of_remembered_questions_is_limited(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    for n in range(MAX_REMEMBERED_QUESTIONS + 1):
        questions.ask(question_about(2, f"really_{n}"), session)
        questions.close(n + 1, entered=False)
    questions.ask(question_about(2, "really_1"), session)
    assert numbers(questions) == []
    questions.ask(question_about(2, "really_0"), session)
    assert numbers(questions) == [MAX_REMEMBERED_QUESTIONS + 2]


def test_another_game_starts_without_remembered_questions(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    questions.ask(question_about(2), session)
    questions.close(1, entered=False)
    questions.reset()
    questions.ask(question_about(2), session)
    assert numbers(questions) == [2]


def test_a_second_answer_is_refused(questions: Questions, session: GameSession[Any, Any]) -> None:
    questions.ask(question_about(2), session)
    with pytest.raises(InputRefused, match="no such answer"):
        questions.answer(1, 2)
    questions.close(1, entered=False)
    with pytest.raises(InputRefused, match="already been answered"):
        questions.answer(1, 0)


def test_a_question_about_the_newest_event_gets_its_number(
    questions: Questions, session: GameSession[Any, Any]
) -> None:
    """Its answer corrects that entry; other answers stay as they are."""
    questions.ask(question_about(-1), session, 2)
    assert questions.answer(1, 0) == STAYS
    asked = questions.answer(1, 1).input
    assert asked is not None
    assert asked["entry"] == 2
    questions.drop_moot(session)
    assert numbers(questions) == [1]
