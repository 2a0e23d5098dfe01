"""One roll, several witnesses: what two of them saw of it is one roll, or a question."""

from __future__ import annotations

import pytest

from companion.observations import RollDoubted, RollSeen
from companion.table.witnesses import ENTERED_ROLL_S, REMEMBERED, SAME_ROLL_S, Witnesses

BOTH_WORK = {"tower", "camera"}


def tower(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{t}")


def camera(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "camera", (a, b), 0.95, thrown=False)


def judge(witnesses: Witnesses, seen: RollSeen, at_work: set[str], newest: int = 40) -> object:
    return witnesses.judge(seen, at_work, newest)


@pytest.fixture
def witnesses() -> Witnesses:
    return Witnesses()


def test_a_roll_that_nobody_else_saw_is_told(witnesses: Witnesses) -> None:
    assert judge(witnesses, tower(10, 3, 5), BOTH_WORK) == tower(10, 3, 5)
    assert judge(witnesses, camera(10, 3, 5), BOTH_WORK) == camera(10, 3, 5)


@pytest.mark.parametrize("later", [0.0, 0.8, SAME_ROLL_S])
def test_what_tower_and_camera_saw_within_a_breath_is_one_roll(
    witnesses: Witnesses, later: float
) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    assert judge(witnesses, camera(10 + later, 5, 3), BOTH_WORK) is None


def test_it_is_one_roll_whoever_tells_it_first(witnesses: Witnesses) -> None:
    witnesses.told(camera(10.4, 3, 5), 40)
    assert judge(witnesses, tower(10, 3, 5), BOTH_WORK) is None


def test_other_dice_than_the_tower_read_are_a_doubt_about_that_entry(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    assert judge(witnesses, camera(10.5, 3, 4), BOTH_WORK) == RollDoubted(
        10.5, "camera", (3, 4), 0.95, told=40, witness="tower"
    )


def test_a_source_means_another_roll_when_it_tells_two(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    assert judge(witnesses, tower(11, 3, 5), BOTH_WORK) == tower(11, 3, 5)


def test_a_witness_is_heard_once_about_a_roll(witnesses: Witnesses) -> None:
    witnesses.told(camera(10, 3, 5), 40)
    assert judge(witnesses, tower(10.2, 3, 5), BOTH_WORK) is None
    assert judge(witnesses, tower(11.5, 3, 5), BOTH_WORK) == tower(11.5, 3, 5)


def test_of_two_rolls_the_nearer_one_is_meant(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    witnesses.told(tower(12, 1, 1), 42)
    assert judge(witnesses, camera(12.3, 1, 1), BOTH_WORK) is None


def test_a_roll_told_late_because_the_plug_was_out_is_known_by_its_time(witnesses: Witnesses) -> None:
    for n in range(4):
        witnesses.told(camera(10 + 30 * n, 1 + n, 2), 40 + 2 * n)
    assert judge(witnesses, tower(39.5, 2, 2), BOTH_WORK) is None


def test_no_more_rolls_are_remembered_than_may_be_told_late(witnesses: Witnesses) -> None:
    for n in range(REMEMBERED + 1):
        witnesses.told(camera(10 + 30 * n, 1, 2), 40 + 2 * n)
    assert judge(witnesses, tower(10, 1, 2), BOTH_WORK) == tower(10, 1, 2)


def test_dice_laid_down_where_a_tower_counts_are_asked_about(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    assert judge(witnesses, camera(20, 6, 2), BOTH_WORK) == RollDoubted(20, "camera", (6, 2), 0.95)


def test_the_camera_counts_while_the_tower_s_plug_is_out(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    assert judge(witnesses, camera(40, 6, 2), {"camera"}) == camera(40, 6, 2)


def test_the_camera_counts_where_a_tower_stands_by_that_nobody_uses(witnesses: Witnesses) -> None:
    witnesses.told(camera(10, 3, 5), 40)
    assert judge(witnesses, camera(40, 6, 2), BOTH_WORK) == camera(40, 6, 2)


def test_a_die_nudged_flat_after_its_roll_was_entered_is_no_other_roll(witnesses: Witnesses) -> None:
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert judge(witnesses, tower(10 + ENTERED_ROLL_S, 5, 3), BOTH_WORK) is None


def test_other_dice_soon_after_an_entered_roll_are_asked_about(witnesses: Witnesses) -> None:
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert judge(witnesses, tower(15, 6, 6), BOTH_WORK) == RollDoubted(15, "tower", (6, 6), 0.98)


def test_what_comes_once_the_game_went_on_is_another(witnesses: Witnesses) -> None:
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert judge(witnesses, tower(15, 6, 6), BOTH_WORK, newest=41) == tower(15, 6, 6)


def test_whoever_was_asked_about_what_a_person_entered_has_seen_that_roll(witnesses: Witnesses) -> None:
    witnesses.doubted(camera(8, 3, 5))
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert judge(witnesses, camera(15, 6, 6), {"camera"}) == camera(15, 6, 6)


@pytest.mark.parametrize("entered", [(3, 5), (3, 4)])
def test_what_the_tower_tells_after_dice_on_the_table_were_entered_is_another_throw(
    witnesses: Witnesses, entered: tuple[int, int]
) -> None:
    witnesses.told(tower(2, 1, 1), 38)
    witnesses.doubted(camera(8, 3, 5))
    witnesses.told(RollSeen(10, "tablet", entered), 40, entered=True)
    assert judge(witnesses, tower(12, 6, 6), BOTH_WORK) == tower(12, 6, 6)


def test_what_the_tower_could_not_read_is_the_roll_that_was_entered(witnesses: Witnesses) -> None:
    witnesses.doubted(tower(8, 3, 1))
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert judge(witnesses, camera(8.5, 5, 3), BOTH_WORK) is None


def test_what_comes_long_after_an_entered_roll_is_another(witnesses: Witnesses) -> None:
    witnesses.told(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    late = tower(10.1 + ENTERED_ROLL_S, 3, 5)
    assert judge(witnesses, late, BOTH_WORK) == late


def test_another_game_begins_with_no_roll(witnesses: Witnesses) -> None:
    witnesses.told(tower(10, 3, 5), 40)
    witnesses.forget()
    assert judge(witnesses, camera(10.5, 3, 4), BOTH_WORK) == camera(10.5, 3, 4)
