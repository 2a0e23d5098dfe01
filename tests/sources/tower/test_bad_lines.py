"""Whole conversations over bad lines, in simulated time: every roll once, right and in order."""

from __future__ import annotations

import random
from typing import Any

import pytest

ROLLS = 60

LINES: dict[str, dict[str, Any]] = {
    "good": {},
    "drops a fifth": {"drop": 0.2},
    "drops half": {"drop": 0.5},
    "flips bytes in a third": {"flip": 0.33},
    "a byte at a time": {"single_bytes": True},
    "repeats": {"repeat": 0.5},
    "late": {"delay": 1.2},
    "stalls": {"stalls": ((20.0, 45.0), (60.0, 64.0), (100.0, 125.0))},
    "all of it": {
        "drop": 0.2, "flip": 0.1, "repeat": 0.2, "single_bytes": True, "delay": 1.0,
        "stalls": ((30.0, 40.0),),
    },
}  # fmt: skip


def begin(evening: Any, bad_line: Any, kind: dict[str, Any], seed: int) -> Any:
    """Start an evening on such a line in both directions, after the greeting."""
    night = evening(bad_line(random.Random(seed), **kind), bad_line(random.Random(seed + 1000), **kind), seed)
    while not night.board.is_host_present:
        night.pass_time(0.5)
    return night


@pytest.mark.parametrize("kind", LINES.values(), ids=list(LINES))
@pytest.mark.parametrize("seed", range(3))
def test_every_roll_arrives_exactly_once_and_in_order(
    evening: Any, bad_line: Any, kind: dict[str, Any], seed: int
) -> None:
    night = begin(evening, bad_line, kind, seed)
    for _ in range(ROLLS):
        night.throw()
        night.pass_time(3.0)
    night.settle()
    assert night.recorded_dice == night.thrown
    assert len(night.thrown) == ROLLS
    assert night.heard_twice == 0


@pytest.mark.parametrize("seed", range(6))
def test_rolls_survive_repeated_board_resets(evening: Any, bad_line: Any, seed: int) -> None:
    night = begin(evening, bad_line, LINES["all of it"], seed)
    for _ in range(ROLLS):
        night.throw()
        night.pass_time(night.chance.random() * 2)
        if night.chance.random() < 0.3:
            night.reset_board(mid_frame=night.chance.random() < 0.5)
        night.pass_time(night.chance.random() * 4)
    night.settle()
    assert night.recorded_dice == night.thrown


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("opening_resets_board", [True, False])
def test_rolls_survive_a_host_killed_before_or_after_writing(
    evening: Any, bad_line: Any, seed: int, opening_resets_board: bool
) -> None:
    night = begin(evening, bad_line, {"drop": 0.1}, seed)
    kills = 0
    for _ in range(ROLLS):
        night.kill = night.chance.choice([None, "before disk", "before ack"])
        killed = night.kill is not None
        night.throw()
        night.pass_time(0.5)
        if killed and opening_resets_board:
            night.reset_board()
        kills += killed
        night.pass_time(3.0)
    night.settle()
    assert night.recorded_dice == night.thrown
    assert kills > ROLLS / 3
    assert night.heard_twice > 5, "no stored roll was repeated: the test proves nothing"


def test_rolls_survive_an_unplugged_cable(evening: Any, bad_line: Any) -> None:
    night = begin(evening, bad_line, {}, 7)
    for _ in range(10):
        night.throw()
        night.to_host.cut()
        night.to_board.cut()
        night.link.close_connection()
        night.pass_time(30.0)
        night.link.open_connection(night.now)
        night.reset_board()
        night.pass_time(3.0)
    night.settle()
    assert night.recorded_dice == night.thrown


def test_rolls_faster_than_the_line_wait_in_the_tower(evening: Any, bad_line: Any) -> None:
    night = begin(evening, bad_line, {"drop": 0.5}, 8)
    for _ in range(12):
        night.throw()
    night.settle()
    assert night.recorded_dice == night.thrown
