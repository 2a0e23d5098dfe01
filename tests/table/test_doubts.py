"""What can't have happened as it was told, at the table: asked once, answered with a tap, or let be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.table.table import Table
from tests.shown import own_view, view


@pytest.fixture
def base_game(base_game: dict[str, Any]) -> dict[str, Any]:
    """The players promise to enter all that no camera sees."""
    return {**base_game, "options": {"all_told": True}}


@pytest.fixture
def unpaid(founded: Table) -> Table:
    """Red has built a road without brick, and passed the dice."""
    founded.submit({"kind": "roll", "dice": [1, 1]})
    founded.submit({"kind": "show_hand", "resources": {"lumber": 5}})
    founded.submit({"kind": "place", "piece": "road", "at": "p3,-1"})
    founded.submit({"kind": "end_turn"})
    return founded


def asked(table: Table) -> list[Mapping[str, Any]]:
    return list(table.snapshot()["questions"])


def log(table: Table) -> list[dict[str, Any]]:
    return list(view(table)["log"])


def answer(table: Table, word: str) -> None:
    question = asked(table)[0]
    chosen = [said["word"] for said in question["answers"]].index(word)
    table.submit({"kind": "answer", "question": question["number"], "answer": chosen})


def test_it_waits_while_the_game_goes_on(unpaid: Table) -> None:
    unpaid.submit({"kind": "roll", "dice": [1, 1]})
    unpaid.submit({"kind": "end_turn"})
    assert [question["word"] for question in asked(unpaid)] == ["how_was_it_paid"]


def test_an_answer_tells_what_was_not_entered_and_mends_the_story(unpaid: Table) -> None:
    assert log(unpaid)[-2]["violations"] == ["cannot_pay"]
    answer(unpaid, "bank_trade")
    told = log(unpaid)[-3:]
    assert [entry["event"]["kind"] for entry in told] == ["maritime_trade", "place_road", "end_turn"]
    assert [entry["violations"] for entry in told] == [[], [], []]
    unpaid.submit({"kind": "roll", "dice": [1, 1]})
    assert asked(unpaid) == []


def test_people_who_leave_it_are_not_asked_again(unpaid: Table) -> None:
    answer(unpaid, "leave_as_told")
    unpaid.submit({"kind": "roll", "dice": [1, 1]})
    assert asked(unpaid) == []


def test_who_enters_late_what_was_missing_has_answered(unpaid: Table) -> None:
    road = log(unpaid)[-2]["number"]
    trade = {"kind": "maritime_trade", "player": "red", "give": {"lumber": 4}, "take": {"brick": 1}}
    unpaid.submit({"kind": "correct", "before": road, "event": trade})
    assert asked(unpaid) == []
    unpaid.submit({"kind": "roll", "dice": [1, 1]})
    assert asked(unpaid) == []


def test_what_rests_on_a_phone_s_secret_is_asked_of_nobody_else(founded: Table) -> None:
    founded.submit({"kind": "roll", "dice": [1, 1]})
    founded.seats.submit("red", {"kind": "show_hand", "resources": {"lumber": 5}})
    founded.submit({"kind": "place", "piece": "road", "at": "p3,-1"})
    founded.submit({"kind": "end_turn"})
    assert asked(founded) == []
    assert [entry["violations"] for entry in log(founded)[-2:]] == [[], []]
    assert not own_view(founded, "red")["hand"]["certain"]


def test_what_everybody_can_doubt_is_asked_though_there_are_secrets(unpaid: Table) -> None:
    unpaid.seats.submit("white", {"kind": "show_hand", "resources": {"ore": 1}})
    unpaid.submit({"kind": "roll", "dice": [1, 1]})
    assert [question["word"] for question in asked(unpaid)] == ["how_was_it_paid"]
