"""Thresholds for alternatives, and their measured coverage."""

from __future__ import annotations

from typing import Any

from companion.island.geometry import Standing
from tests.score.alternative_coverage import Asked, count_held, fit_thresholds, questions_of, table
from tests.score.judging import Answer, Stage

SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")


def question(truth: Standing, settlement: float) -> Asked:
    return Asked("piece", truth, {SETTLEMENT: settlement, CITY: 1 - settlement, None: 0.0})


def answer(stage: Stage, truth: Any, **shares: Any) -> Answer:
    return Answer(stage, (0, 0), truth, None, 0.5, False, shares)


MANY_QUESTIONS = [
    *(question(SETTLEMENT, 0.9) for _ in range(197)),
    *(question(SETTLEMENT, settlement) for settlement in (0.03, 0.3, 0.4)),
    *(question(CITY, 0.2) for _ in range(110)),
    *(question(CITY, 0.995) for _ in range(50)),
]
"""200 doubtful settlements, three of them taken for cities; 110 cities in doubt, right; 50 surely wrong."""


def test_thresholds_offer_99_of_100_doubtful_truths_of_a_kind() -> None:
    least = fit_thresholds(MANY_QUESTIONS)["piece"]
    assert least["settlement"] == 0.3, "of 200, two may be left out: the one at 3 %, and one more"
    assert least["city"] == 0.4, "always right; offered as its question asks for"


def test_a_rare_kind_uses_the_threshold_of_its_question_or_of_all() -> None:
    least = fit_thresholds(MANY_QUESTIONS)
    assert least["piece"]["road"] == least["piece"]["none"] == 0.4, "of 310, three may be left out"
    assert set(least["terrain"].values()) == {0.4}


def test_nothing_less_likely_than_1_percent_is_offered() -> None:
    never = [Asked("piece", SETTLEMENT, {SETTLEMENT: 0.001, CITY: 0.979, None: 0.02}) for _ in range(100)]
    assert fit_thresholds(never)["piece"]["settlement"] == 0.01
    assert set(fit_thresholds([])["piece"].values()) == {0.01}


def test_truths_among_the_offered_alternatives_are_counted() -> None:
    least = {"piece": {"none": 0.5, "settlement": 0.35, "city": 0.35}}
    found = count_held(MANY_QUESTIONS, least)
    assert (found.asked, found.doubtful, found.right) == (360, 310, 307)
    assert found.held == 308, "the settlement at 40 % is offered, those at 30 and 3 are not"
    assert (found.size, found.most) == (1 + 1 / 310, 2)
    assert found.sure == (51, 51)


def test_each_place_with_shares_is_one_question() -> None:
    answers = [
        answer("occupancy", SETTLEMENT, a=1.0),
        answer("colour", SETTLEMENT),
        answer("harbor place", "harbor", ore=1.0),
        answer("harbor place", None),
        answer("harbor place", "ore", ore=1.0),
        answer("finding", "an island"),
    ]
    assert [(one.question, one.truth) for one in questions_of(answers)] == [
        ("piece", SETTLEMENT),
        ("harbor", "ore"),
    ]


def test_the_table_has_a_row_for_each_question_that_a_source_was_asked() -> None:
    lines = table(
        {"here": (MANY_QUESTIONS, fit_thresholds(MANY_QUESTIONS)), "there": ([], None)}
    ).splitlines()[2:]
    assert [line.split(" | ")[:2] for line in lines] == [["| piece", "here"], ["| all", "here"]]
    assert "| 360 | 310 | 307 |" in lines[0]
