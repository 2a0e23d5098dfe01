"""Throws of resource dice that a camera saw, at a table that plays the dice game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.dice_game.sheet import FACES
from companion.observations import ResourceDiceThrown
from companion.table.table import Table
from tests.table_views import view

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]


def seen_throw(
    table: Table, faces: str, *, p: float = 0.99, moved: tuple[bool, ...] = ()
) -> ResourceDiceThrown:
    """Return a throw whose faces have a probability; `moved` is all dice if not given."""
    named = faces.split()
    dice = tuple({str(each): p if each == face else (1 - p) / 5 for each in FACES} for face in named)
    return ResourceDiceThrown(table.game_time(), "camera", dice, moved or (True,) * len(named))


def close_throw(table: Table, *dice: dict[str, float]) -> ResourceDiceThrown:
    """Return a throw with the given probabilities of some faces, and a picture of each die."""
    shares = tuple({str(each): die.get(each, 0.0) for each in FACES} for die in dice)
    crops = tuple(bytes([n]) for n in range(len(dice)))
    return ResourceDiceThrown(table.game_time(), "camera", shares, (True,) * len(dice), crops)


def open_questions(table: Table) -> Any:
    return table.snapshot()["questions"]


def give_answer(table: Table, index: int) -> None:
    table.submit({"kind": "answer", "question": open_questions(table)[-1]["number"], "answer": index})


def lines(table: Table) -> list[tuple[str, Any]]:
    return [(line["event"]["kind"], line["event"]["player"]) for line in view(table)["log"][1:]]


def dice(table: Table) -> Any:
    return view(table)["dice"]["lie"]


@pytest.fixture
def dice_table(table: Table) -> Table:
    table.start_game({"game": "dice_game", "players": PLAYERS})
    return table


def test_the_dice_of_a_throw_are_recorded(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "ore wool gold"))
    assert dice(dice_table) == ["ore", "wool", "gold"]
    (line,) = view(dice_table)["log"][1:]
    assert line["certainty"] == pytest.approx(0.99**3, abs=1e-3)


def test_the_same_player_throws_up_to_three_times(dice_table: Table) -> None:
    for faces in ("ore wool gold", "ore wool wool", "ore wool brick"):
        dice_table.observe(seen_throw(dice_table, faces))
    assert lines(dice_table) == [("throw", "red")] * 3


def test_a_throw_after_the_third_is_the_next_players(dice_table: Table) -> None:
    for faces in ("ore wool gold", "ore wool wool", "ore wool brick", "ore ore wool lumber"):
        dice_table.observe(seen_throw(dice_table, faces))
    assert lines(dice_table)[3:] == [("end_turn", "red"), ("throw", "blue")]


def test_a_throw_after_building_is_the_next_players(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "brick lumber gold"))
    dice_table.submit({"kind": "build", "piece": "road", "at": "R1"})
    dice_table.observe(seen_throw(dice_table, "ore ore wool lumber"))
    assert lines(dice_table)[2:] == [("end_turn", "red"), ("throw", "blue")]


def test_a_throw_with_one_die_more_is_the_next_players(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "brick lumber gold"))
    dice_table.observe(seen_throw(dice_table, "ore ore wool lumber"))
    assert lines(dice_table)[1:] == [("end_turn", "red"), ("throw", "blue")]


@pytest.mark.parametrize(
    ("moves_before", "moved", "on_turn"),
    [(1, (True,) * 6, "red"), (0, (True,) * 6, "blue"), (1, (True,) * 5 + (False,), "blue")],
)
def test_a_throw_of_all_dice_after_one_with_the_same_faces_is_the_next_players(
    dice_table: Table, moves_before: int, moved: tuple[bool, ...], on_turn: str
) -> None:
    # From the fourth turn on there are six dice, so that their number doesn't tell whose throw it is.
    throws = [" ".join(["ore"] * count) for count in (3, 4, 5, 6)]
    for faces in (*throws, "ore wool ore ore ore ore"):
        dice_table.observe(seen_throw(dice_table, faces))
    assert view(dice_table)["on_turn"] == "blue"
    last = seen_throw(dice_table, "wool wool wool wool wool wool", moved=moved)
    dice_table.observe(replace(last, moves_before=moves_before))
    assert view(dice_table)["on_turn"] == on_turn


def test_dice_that_lie_aside_are_not_thrown(dice_table: Table) -> None:
    moved = (False, True, True, False, True, False)
    dice_table.observe(seen_throw(dice_table, "ore wool gold ore brick ore", moved=moved))
    assert dice(dice_table) == ["wool", "gold", "brick"]


def test_too_few_dice_are_not_recorded_but_reported(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "ore wool"))
    assert lines(dice_table) == []
    assert "2 dice of 3" in str(dice_table.snapshot())


def test_doubtful_faces_are_not_recorded(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "ore wool gold", p=0.7))
    assert lines(dice_table) == []
    assert "please enter them" in str(dice_table.snapshot())


def test_dice_that_people_entered_first_are_recorded_once(dice_table: Table) -> None:
    dice_table.submit({"kind": "throw", "dice": ["wool", "ore", "gold"]})
    dice_table.observe(seen_throw(dice_table, "ore wool gold"))
    assert lines(dice_table) == [("throw", "red")]


def test_a_misread_throw_does_not_follow_the_dice_that_people_entered(dice_table: Table) -> None:
    at_rest = seen_throw(dice_table, "ore wool grain")
    dice_table.submit({"kind": "throw", "dice": ["wool", "ore", "gold"]})
    dice_table.observe(at_rest)
    assert lines(dice_table) == [("throw", "red")]
    assert dice(dice_table) == ["wool", "ore", "gold"]


def test_equal_dice_long_after_an_entered_throw_are_a_throw(dice_table: Table) -> None:
    dice_table.submit({"kind": "throw", "dice": ["wool", "ore", "gold"]})
    later = replace(seen_throw(dice_table, "ore wool gold"), t=dice_table.game_time() + 30)
    dice_table.observe(later)
    assert lines(dice_table) == [("throw", "red")] * 2


def test_a_tap_corrects_a_die(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "ore wool gold"))
    (line,) = view(dice_table)["log"][1:]
    event = {**line["event"], "dice": ["ore", "wool", "grain"]}
    dice_table.submit({"kind": "correct", "entry": line["number"], "event": event})
    assert dice(dice_table) == ["ore", "wool", "grain"]


ORE, WOOL = {"ore": 1.0}, {"wool": 1.0}
ORE_OR_GOLD = {"ore": 0.48, "gold": 0.47, "wool": 0.05}


def test_one_tap_answers_which_of_two_close_faces_a_die_shows(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE, WOOL, ORE_OR_GOLD))
    assert lines(dice_table) == []
    (question,) = open_questions(dice_table)
    assert [answer["fields"].get("faces") for answer in question["answers"]] == [["ore"], ["gold"], None]
    assert question["pictures"] == 1
    assert dice_table.question_picture(question["number"], 0) == bytes([2])
    assert dice_table.question_picture(question["number"], 1) is None
    give_answer(dice_table, 1)
    assert dice(dice_table) == ["ore", "wool", "gold"]
    assert open_questions(dice_table) == []
    assert dice_table.question_picture(question["number"], 0) is None


def test_an_answer_about_the_next_players_throw_ends_the_turn(dice_table: Table) -> None:
    dice_table.observe(seen_throw(dice_table, "brick lumber gold"))
    dice_table.submit({"kind": "build", "piece": "road", "at": "R1"})
    dice_table.observe(close_throw(dice_table, ORE, WOOL, WOOL, ORE_OR_GOLD))
    give_answer(dice_table, 0)
    assert lines(dice_table)[2:] == [("end_turn", "red"), ("throw", "blue")]
    assert dice(dice_table) == ["ore", "wool", "wool", "ore"]


def test_a_recorded_throw_is_corrected_by_one_tap(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE, WOOL, {"ore": 0.7, "gold": 0.3}))
    assert dice(dice_table) == ["ore", "wool", "ore"]
    give_answer(dice_table, 1)
    assert dice(dice_table) == ["ore", "wool", "gold"]
    assert lines(dice_table) == [("throw", "red")]


def test_a_recorded_throw_is_confirmed_by_one_tap(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE, WOOL, {"ore": 0.7, "gold": 0.3}))
    give_answer(dice_table, 0)
    assert [line["certainty"] for line in view(dice_table)["log"][1:]] == [1.0]
    assert open_questions(dice_table) == []


def test_another_throw_makes_the_question_moot(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE, WOOL, {"ore": 0.7, "gold": 0.3}))
    dice_table.observe(seen_throw(dice_table, "ore wool wool"))
    assert open_questions(dice_table) == []


def test_something_else_leaves_the_dice_to_people(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE, WOOL, ORE_OR_GOLD))
    give_answer(dice_table, 2)
    assert lines(dice_table) == []
    assert open_questions(dice_table) == []


def test_many_doubtful_dice_are_entered_instead(dice_table: Table) -> None:
    dice_table.observe(close_throw(dice_table, ORE_OR_GOLD, ORE_OR_GOLD, ORE_OR_GOLD))
    assert open_questions(dice_table) == []
    assert "please enter them" in str(dice_table.snapshot())


def test_nothing_is_recorded_after_the_game(dice_table: Table) -> None:
    dice_table.submit({"kind": "build", "piece": "city", "at": "7"})
    for at in ("12", "20", "30"):
        dice_table.submit({"kind": "build", "piece": "city", "at": at})
    for at in ("3", "4"):
        dice_table.submit({"kind": "build", "piece": "settlement", "at": at})
    assert view(dice_table)["phase"] == "over"
    before = lines(dice_table)
    dice_table.observe(seen_throw(dice_table, "ore wool gold"))
    assert lines(dice_table) == before
