"""Rolls at the table: told by tower, camera and people, counted once, asked about where they differ."""

from __future__ import annotations

from typing import Any

import pytest

from companion.observations import InputRefused, RollSeen, SourceReport
from companion.table.questions import KEPT
from companion.table.table import Table


@pytest.fixture
def watched(founded: Table) -> Table:
    """A founded game, tower and camera at work."""
    for source in ("tower", "camera"):
        founded.observe(SourceReport(founded.now(), source, "ok"))
    return founded


def tower(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{a}{b}{t}")


def camera(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "camera", (a, b), 0.95, thrown=False)


def rolls(table: Table) -> list[tuple[str, list[int]]]:
    log = table.snapshot()["game"]["view"]["log"]
    events = [line["event"] for line in log]
    return [(event["player"], event["dice"]) for event in events if event["kind"] == "roll"]


def questions(table: Table) -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = table.snapshot()["questions"]
    return asked


def give(table: Table, answer: int, question: int = -1) -> None:
    number = questions(table)[question]["number"]
    table.submit({"kind": "answer", "question": number, "answer": answer})


def test_a_roll_that_tower_and_camera_saw_counts_once(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 5, 3))
    assert rolls(watched) == [("red", [3, 5])]
    assert questions(watched) == []


def test_where_they_differ_the_roll_stands_and_the_table_asks(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    assert rolls(watched) == [("red", [3, 5])]
    (asked,) = questions(watched)
    assert asked["word"] == "which_dice"
    assert [answer["fields"] for answer in asked["answers"]] == [
        {"dice": [3, 5], "source": "tower"},
        {"dice": [3, 4], "source": "camera"},
    ]


def test_the_first_answer_leaves_it_as_it_was_told(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    give(watched, 0)
    assert rolls(watched) == [("red", [3, 5])]
    assert questions(watched) == []


def test_the_other_answer_corrects_the_roll_and_who_took_what(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 6, 5))
    give(watched, 1)
    assert rolls(watched) == [("red", [6, 5])]
    assert watched.snapshot()["game"]["view"]["roll"]["sum"] == 11
    assert questions(watched) == []


def test_a_correction_by_hand_answers_the_question_too(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    entry = watched.snapshot()["game"]["view"]["log"][-1]["number"]
    other = {"kind": "roll", "player": "red", "dice": [1, 1]}
    watched.submit({"kind": "correct", "entry": entry, "event": other})
    assert questions(watched) == []


def test_a_roll_undone_is_asked_about_no_more(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    watched.submit({"kind": "undo"})
    assert questions(watched) == []


def test_the_question_waits_while_play_goes_on(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    watched.observe(tower(130.0, 6, 2))
    assert len(questions(watched)) == 1
    give(watched, 1)
    assert rolls(watched) == [("red", [3, 4]), ("blue", [6, 2])]


def test_dice_laid_on_the_table_beside_a_tower_in_use_are_asked_about(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(110.0, 6, 2))
    assert rolls(watched) == [("red", [3, 5])]
    assert questions(watched)[0]["word"] == "is_it_a_roll"


def test_if_it_was_a_roll_it_is_told_then(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(110.0, 6, 2))
    give(watched, 1)
    assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]
    assert questions(watched) == []


def test_a_throw_into_the_tower_soon_after_that_is_the_next_player_s(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(watched.now(), 6, 2))
    give(watched, 1)
    watched.observe(tower(watched.now() + 4, 4, 4))
    assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
    assert questions(watched) == []


def test_the_next_roll_answers_that_it_was_none(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(110.0, 6, 2))
    watched.observe(tower(140.0, 4, 4))
    assert rolls(watched) == [("red", [3, 5]), ("blue", [4, 4])]
    assert questions(watched) == []


def test_the_camera_counts_when_the_tower_s_plug_comes_out(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(SourceReport(105.0, "tower", "waiting", "The dice tower isn't plugged in."))
    watched.observe(camera(110.0, 6, 2))
    assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]


def test_dice_that_the_camera_read_badly_are_asked_about(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "camera", (6, 2), 0.4, thrown=False))
    assert rolls(watched) == []
    assert questions(watched)[0]["word"] == "is_it_a_roll"


def test_after_an_answer_the_camera_s_next_roll_is_the_next(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "camera", (6, 2), 0.4, thrown=False))
    give(watched, 1)
    watched.observe(camera(watched.now() + 5, 6, 2))
    assert rolls(watched) == [("red", [6, 2]), ("blue", [6, 2])]
    assert questions(watched) == []


def test_a_throw_that_the_tower_read_badly_has_to_be_entered(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "tower", (6, 2), 0.4, "tower:7e57ab1e:1"))
    assert rolls(watched) == []
    assert "please enter the roll" in watched.snapshot()["notices"][0]["text"]


def test_a_roll_entered_by_hand_and_read_after_all_counts_once(watched: Table) -> None:
    watched.submit({"kind": "roll", "dice": [3, 5]})
    watched.observe(tower(watched.now() + 4, 3, 5))
    assert rolls(watched) == [("red", [3, 5])]


def test_before_the_founding_is_over_nothing_is_asked_of_dice(
    table: Table, base_game: dict[str, Any]
) -> None:
    table.start_game(base_game)
    table.observe(SourceReport(table.now(), "tower", "ok"))
    table.observe(tower(100.0, 3, 5))
    table.observe(camera(100.6, 3, 4))
    assert questions(table) == []


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "answer", "question": 99, "answer": 0},
        {"kind": "answer", "question": True, "answer": 0},
        {"kind": "answer", "question": 1, "answer": 2},
        {"kind": "answer", "question": 1, "answer": "yes"},
        {"kind": "answer"},
    ],
)
def test_an_answer_to_nothing_is_refused(watched: Table, data: dict[str, Any]) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    with pytest.raises(InputRefused):
        watched.submit(data)
    assert len(questions(watched)) == 1


def test_a_second_tap_comes_too_late(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    number = questions(watched)[0]["number"]
    watched.submit({"kind": "answer", "question": number, "answer": 1})
    with pytest.raises(InputRefused, match="answered already"):
        watched.submit({"kind": "answer", "question": number, "answer": 1})


def test_only_so_many_questions_wait(watched: Table) -> None:
    for n in range(KEPT + 2):
        watched.observe(tower(100.0 + 30 * n, 3, 5))
        watched.observe(camera(100.5 + 30 * n, 3, 4))
    assert len(questions(watched)) == KEPT


def test_a_new_game_is_asked_nothing_of_the_old_one(watched: Table, base_game: dict[str, Any]) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    watched.start_game({**base_game, "abandon": True})
    assert questions(watched) == []
