"""Readings of dice are matched to labels one to one, the nearest first, and none from too far."""

from __future__ import annotations

from tests.score.dice import Die, Judged, judge, table, trust, words
from vision.dice import DiceReading, DieReading


def read(x: float, value: int, sure: float = 0.94) -> DieReading:
    rest = (1 - sure) / 5
    return DieReading((x, 50.0), 30.0, {face: sure if face == value else rest for face in range(1, 7)}, 1.0)


def judge_dice(*dice: DieReading) -> Judged:
    labels = [Die((100.0, 50.0), 3), Die((200.0, 50.0), 5)]
    return judge("set/photo", DiceReading(dice, 0.1), labels, 15.0)


def test_correct_readings_are_perfect() -> None:
    one = judge_dice(read(104, 3), read(195, 5))
    assert (one.correct_count, one.found_count, one.invented, one.perfect) == (2, 2, (), True)
    assert words(one) == "set/photo: right"


def test_a_wrong_face_counts_as_found_but_not_correct() -> None:
    one = judge_dice(read(100, 3), read(200, 6))
    assert (one.correct_count, one.found_count, one.perfect) == (1, 2, False)
    assert "5 at 200, 50 read as 6 (0.94)" in words(one)


def test_a_reading_too_far_from_its_label_is_one_miss_and_one_invention() -> None:
    one = judge_dice(read(100, 3), read(220, 5))
    assert (one.correct_count, one.found_count, len(one.invented)) == (1, 1, 1)
    assert "5 at 200, 50 missed" in words(one)
    assert "5 (0.94) invented at 220, 50" in words(one)


def test_a_label_takes_the_nearest_reading_only() -> None:
    one = judge_dice(read(108, 1), read(101, 3), read(200, 5))
    assert one.correct_count == 2
    assert [die.value for die in one.invented] == [1]


def test_tables_count_dice_and_bins() -> None:
    photos = [judge_dice(read(100, 3), read(200, 6, 0.6)), judge_dice(read(100, 3), read(200, 5))]
    assert "| some | 4 | 75.0% | 100.0% | 0 | 2 | 1 | 0.100 |" in table({"some": photos})
    assert "| 0.50 to 0.80 | 1 | 0.600 | 0.000 |" in trust(photos)
    assert "| 0.80 to 0.95 | 3 | 0.940 | 1.000 |" in trust(photos)
