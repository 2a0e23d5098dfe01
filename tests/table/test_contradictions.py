"""Questions about contradictions at the table: asked once, answered with a tap, or ignored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.table.table import Table
from tests.table_views import own_view, view


@pytest.fixture
def base_game(base_game: dict[str, Any]) -> dict[str, Any]:
    """The players promise to enter all that no camera sees."""
    return {**base_game, "options": {"all_told": True}}


@pytest.fixture
def unpaid_road(founded_table: Table) -> Table:
    """Red has built a road without brick, and passed the dice."""
    founded_table.submit({"kind": "roll", "dice": [1, 1]})
    founded_table.submit({"kind": "show_hand", "resources": {"lumber": 5}})
    founded_table.submit({"kind": "place", "piece": "road", "at": "p3,-1"})
    founded_table.submit({"kind": "end_turn"})
    return founded_table


def open_questions(table: Table) -> list[Mapping[str, Any]]:
    return list(table.snapshot()["questions"])


def log(table: Table) -> list[dict[str, Any]]:
    return list(view(table)["log"])


def answer(table: Table, word: str) -> None:
    question = open_questions(table)[0]
    chosen = [each["word"] for each in question["answers"]].index(word)
    table.submit({"kind": "answer", "question": question["number"], "answer": chosen})


def test_the_question_stays_open_while_the_game_goes_on(unpaid_road: Table) -> None:
    unpaid_road.submit({"kind": "roll", "dice": [1, 1]})
    unpaid_road.submit({"kind": "end_turn"})
    assert [question["word"] for question in open_questions(unpaid_road)] == ["how_was_it_paid"]


def test_an_answer_records_the_missing_event_and_ends_the_violation(unpaid_road: Table) -> None:
    assert log(unpaid_road)[-2]["violations"] == ["cannot_pay"]
    answer(unpaid_road, "bank_trade")
    entries = log(unpaid_road)[-3:]
    assert [entry["event"]["kind"] for entry in entries] == ["maritime_trade", "place_road", "end_turn"]
    assert [entry["violations"] for entry in entries] == [[], [], []]
    unpaid_road.submit({"kind": "roll", "dice": [1, 1]})
    assert open_questions(unpaid_road) == []


def test_an_ignored_question_is_not_asked_again(unpaid_road: Table) -> None:
    answer(unpaid_road, "leave_as_told")
    unpaid_road.submit({"kind": "roll", "dice": [1, 1]})
    assert open_questions(unpaid_road) == []


def test_a_late_input_of_the_missing_event_answers_the_question(unpaid_road: Table) -> None:
    road = log(unpaid_road)[-2]["number"]
    trade = {"kind": "maritime_trade", "player": "red", "give": {"lumber": 4}, "take": {"brick": 1}}
    unpaid_road.submit({"kind": "correct", "before": road, "event": trade})
    assert open_questions(unpaid_road) == []
    unpaid_road.submit({"kind": "roll", "dice": [1, 1]})
    assert open_questions(unpaid_road) == []


def test_a_contradiction_with_a_secret_raises_no_question(founded_table: Table) -> None:
    founded_table.submit({"kind": "roll", "dice": [1, 1]})
    founded_table.seats.submit("red", {"kind": "show_hand", "resources": {"lumber": 5}})
    founded_table.submit({"kind": "place", "piece": "road", "at": "p3,-1"})
    founded_table.submit({"kind": "end_turn"})
    assert open_questions(founded_table) == []
    assert [entry["violations"] for entry in log(founded_table)[-2:]] == [[], []]
    assert not own_view(founded_table, "red")["hand"]["certain"]


def test_a_public_contradiction_raises_a_question_beside_secrets(unpaid_road: Table) -> None:
    unpaid_road.seats.submit("white", {"kind": "show_hand", "resources": {"ore": 1}})
    unpaid_road.submit({"kind": "roll", "dice": [1, 1]})
    assert [question["word"] for question in open_questions(unpaid_road)] == ["how_was_it_paid"]
