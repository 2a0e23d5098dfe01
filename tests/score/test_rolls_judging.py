"""A throw is judged by the reports while its dice lie there."""

from __future__ import annotations

import pytest

from tests.score.roll_clips import Throw
from tests.score.rolls import ClipResult, Outcome, ThrowResult, judge_throw, table, words
from vision.dice import DieReading
from vision.dice.rolls import SeenRoll

THROW = Throw((3, 5), 10.0, 15.0, ((100.0, 50.0), (200.0, 50.0)))


def roll(left: int, right: int, confidence: float = 0.9) -> SeenRoll:
    dice = [DieReading((x, 50.0), 30.0, {value: 1.0}, 1.0) for x, value in ((100.0, left), (200.0, right))]
    return SeenRoll((dice[0], dice[1]), 10.1, confidence)


@pytest.mark.parametrize(
    ("rolls", "asked", "outcome"),
    [
        ([(11.0, roll(3, 5))], [], "right"),
        ([(11.0, roll(5, 3))], [], "right"),
        ([(11.0, roll(3, 6))], [], "wrong"),
        ([(11.0, roll(3, 6, 0.4))], [], "asked"),
        ([], [(11.6, "which?")], "asked"),
        ([], [], "missed"),
    ],
)
def test_a_throw_is_judged_by_its_reported_roll(
    rolls: list[tuple[float, SeenRoll]], asked: list[tuple[float, str]], outcome: Outcome
) -> None:
    assert judge_throw(THROW, rolls, asked).outcome == outcome


def test_errors_of_a_clip_are_described_and_counted() -> None:
    results = (
        judge_throw(THROW, [(11.0, roll(3, 6))], []),
        ThrowResult(THROW, "missed", None, 0.0, "", None),
    )
    clip = ClipResult("clip", ("dim",), results, ((20.0, (1, 1), 0.7),))
    assert list(words(clip)) == [
        "clip: throw 0, (3, 5) wrong as (3, 6) (0.90)",
        "clip: throw 1, (3, 5) missed",
        "clip: (1, 1) (0.70) invented at 20.0 s",
    ]
    assert "| dim | 2 | 0.0% | 1 | 0 | 1 | 1 |  |" in table([clip])
