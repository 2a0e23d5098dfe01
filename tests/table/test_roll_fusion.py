"""One roll, several fusion: what two of them saw of it is one roll, or a question."""

from __future__ import annotations

import pytest

from companion.observations import RollAfterSettledDice, RollDoubted, RollSeen
from companion.table.roll_fusion import (
    ENTERED_ROLL_S,
    MAX_ROLLS,
    SAME_ROLL_S,
    TOWER_REMOVAL_S,
    TOWER_REPORT_S,
    RollFusion,
)

BOTH_WORK = {"tower", "camera"}


def tower(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{t}")


def camera(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "camera", (a, b), 0.95, thrown=False)


def match(fusion: RollFusion, seen: RollSeen, at_work: set[str], newest: int = 40) -> object:
    return fusion.match(seen, at_work, newest)


@pytest.fixture
def fusion() -> RollFusion:
    return RollFusion()


def test_a_roll_that_nobody_else_saw_is_told(fusion: RollFusion) -> None:
    assert match(fusion, tower(10, 3, 5), BOTH_WORK) == tower(10, 3, 5)
    assert match(fusion, camera(10, 3, 5), BOTH_WORK) == camera(10, 3, 5)


@pytest.mark.parametrize("later", [0.0, 0.8, SAME_ROLL_S])
def test_what_tower_and_camera_saw_within_a_breath_is_one_roll(fusion: RollFusion, later: float) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(10 + later, 5, 3), BOTH_WORK) is None


def test_it_is_one_roll_whoever_tells_it_first(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10.4, 3, 5), 40)
    assert match(fusion, tower(10, 3, 5), BOTH_WORK) is None


def test_other_dice_than_the_tower_read_are_a_doubt_about_that_entry(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(10.5, 3, 4), BOTH_WORK) == RollDoubted(
        10.5, "camera", (3, 4), 0.95, entry=40, witness="tower"
    )


def test_a_source_means_another_roll_when_it_tells_two(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, tower(11, 3, 5), BOTH_WORK) == tower(11, 3, 5)


def test_a_witness_is_heard_once_about_a_roll(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, tower(10.2, 3, 5), BOTH_WORK) is None
    assert match(fusion, tower(11.5, 3, 5), BOTH_WORK) == tower(11.5, 3, 5)


def test_of_two_rolls_the_nearer_one_is_meant(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    fusion.add_roll(tower(12, 1, 1), 42)
    assert match(fusion, camera(12.3, 1, 1), BOTH_WORK) is None


def test_a_roll_told_late_because_the_plug_was_out_is_known_by_its_time(fusion: RollFusion) -> None:
    for n in range(4):
        fusion.add_roll(camera(10 + 30 * n, 1 + n, 2), 40 + 2 * n)
    assert match(fusion, tower(39.5, 2, 2), BOTH_WORK) is None


def test_no_more_rolls_are_remembered_than_may_be_told_late(fusion: RollFusion) -> None:
    for n in range(MAX_ROLLS + 1):
        fusion.add_roll(camera(10 + 30 * n, 1, 2), 40 + 2 * n)
    assert match(fusion, tower(10, 1, 2), BOTH_WORK) == tower(10, 1, 2)


def test_dice_laid_down_where_a_tower_counts_are_asked_about(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    lies = RollDoubted(20, "camera", (6, 2), 0.95, off_tower=True)
    assert match(fusion, camera(20, 6, 2), BOTH_WORK) == lies


def test_the_camera_counts_while_the_tower_s_plug_is_out(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(40, 6, 2), {"camera"}) == camera(40, 6, 2)


def test_the_camera_counts_where_a_tower_stands_by_that_nobody_uses(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, camera(40, 6, 2), BOTH_WORK) == camera(40, 6, 2)


def test_a_die_nudged_flat_after_its_roll_was_entered_is_no_other_roll(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(10 + ENTERED_ROLL_S, 5, 3), BOTH_WORK) is None


def test_other_dice_soon_after_an_entered_roll_are_asked_about(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(15, 6, 6), BOTH_WORK) == RollDoubted(15, "tower", (6, 6), 0.98)


def test_other_dice_that_fall_where_a_camera_looks_after_an_entered_roll_are_the_next(
    fusion: RollFusion,
) -> None:
    """People enter a roll that nobody read when the next player throws already."""
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(10.5, 6, 6), {"camera"}) == camera(10.5, 6, 6)


def test_a_die_that_was_turned_where_it_lay_after_a_roll_was_entered_is_asked_about(
    fusion: RollFusion,
) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    turned = RollSeen(12, "camera", (3, 6), 0.3, thrown=False)
    assert match(fusion, turned, {"camera"}) == RollDoubted(12, "camera", (3, 6), 0.3)


def test_what_comes_once_the_game_went_on_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(15, 6, 6), BOTH_WORK, newest=41) == tower(15, 6, 6)


def test_whoever_was_asked_about_what_a_person_entered_has_seen_that_roll(fusion: RollFusion) -> None:
    fusion.add_doubt(camera(8, 3, 5))
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(15, 6, 6), {"camera"}) == camera(15, 6, 6)


@pytest.mark.parametrize("entered", [(3, 5), (3, 4)])
def test_what_the_tower_tells_after_dice_on_the_table_were_entered_is_another_throw(
    fusion: RollFusion, entered: tuple[int, int]
) -> None:
    fusion.add_roll(tower(2, 1, 1), 38)
    fusion.add_doubt(camera(8, 3, 5))
    fusion.add_roll(RollSeen(10, "tablet", entered), 40, entered=True)
    assert match(fusion, tower(12, 6, 6), BOTH_WORK) == tower(12, 6, 6)


def test_what_the_tower_could_not_read_is_the_roll_that_was_entered(fusion: RollFusion) -> None:
    fusion.add_doubt(tower(8, 3, 1))
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(8.5, 5, 3), BOTH_WORK) is None


def test_what_comes_long_after_an_entered_roll_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    late = tower(10.1 + ENTERED_ROLL_S, 3, 5)
    assert match(fusion, late, BOTH_WORK) == late


class TestDiceBesideATower:
    """Dice that lie there while a tower counts are a roll, unless it tells one or a hand laid them there."""

    @pytest.fixture
    def fusion(self) -> RollFusion:
        fusion = RollFusion()
        fusion.add_roll(tower(10, 3, 5), 40)
        return fusion

    def lay(self, fusion: RollFusion, t: float, a: int, b: int) -> RollSeen | None:
        """What is overdue once dice have lain there for long."""
        assert isinstance(match(fusion, camera(t, a, b), BOTH_WORK), RollDoubted)
        return fusion.overdue_roll(t + 60)

    def test_are_overdue_once_the_tower_would_have_told_their_throw(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.overdue_roll(20 + TOWER_REPORT_S - 0.1) is None
        assert fusion.overdue_roll(20 + TOWER_REPORT_S) == camera(20, 6, 2)

    def test_are_no_more_once_they_were_left_out(self, fusion: RollFusion) -> None:
        assert self.lay(fusion, 20, 6, 2) is not None
        fusion.stop_waiting()
        assert fusion.overdue_roll(80) is None

    def test_are_overdue_at_once_where_people_go_on_with_the_game(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.overdue_roll(20.5, entered=True) == camera(20, 6, 2)

    def test_are_not_when_the_tower_tells_a_throw(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.add_roll(tower(21, 2, 6), 42) == ()
        assert fusion.overdue_roll(80) is None

    def test_are_asked_about_when_the_tower_tells_others_of_that_moment(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        doubt = RollDoubted(20, "camera", (6, 2), 0.95, entry=42, witness="tower")
        assert fusion.add_roll(tower(21, 2, 5), 42) == (doubt,)

    def test_are_not_when_people_enter_the_roll(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        fusion.add_roll(RollSeen(21, "tablet", (6, 2)), 42, entered=True)
        assert fusion.overdue_roll(80) is None

    def test_are_not_where_they_were_just_taken_out_of_the_tower(self, fusion: RollFusion) -> None:
        assert self.lay(fusion, 10 + TOWER_REMOVAL_S, 6, 2) is None

    def test_are_not_where_they_lie_as_the_tower_read_them(self, fusion: RollFusion) -> None:
        assert self.lay(fusion, 40, 5, 3) is None

    def test_are_not_once_people_said_that_such_dice_were_no_roll(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=False)
        assert self.lay(fusion, 40, 6, 2) is None

    def test_always_are_once_people_said_that_they_throw_there(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=True)
        assert self.lay(fusion, 10.1 + SAME_ROLL_S, 5, 3) is not None

    def test_that_were_left_out_are_asked_about_with_the_next_throw(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 5, 3)
        doubt = RollDoubted(40, "camera", (5, 3), 0.95, next_entry=42)
        assert fusion.add_roll(tower(60, 1, 1), 42) == (doubt,)

    def test_that_were_no_roll_are_asked_about_no_more(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 5, 3)
        fusion.learn(thrown_there=False)
        assert fusion.add_roll(tower(60, 1, 1), 42) == ()

    def test_that_were_counted_are_asked_about(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        assert fusion.add_off_tower_roll(camera(40, 6, 2), 42) == (
            RollDoubted(40, "camera", (6, 2), 0.95, entry=42),
        )

    def test_that_were_counted_are_not_where_people_throw_there(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=True)
        self.lay(fusion, 40, 6, 2)
        assert fusion.add_off_tower_roll(camera(40, 6, 2), 42) == ()

    def test_that_were_counted_and_that_the_tower_tells_late_are_one_roll(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        assert match(fusion, tower(39.5, 2, 6), BOTH_WORK) is None

    def test_that_were_counted_may_be_those_of_the_next_throw(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        assert match(fusion, tower(60, 1, 1), BOTH_WORK) == RollAfterSettledDice(
            60, "tower", (1, 1), 0.98, 42
        )

    def test_that_were_counted_were_thrown_where_people_enter_them_too(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.confirm([42])
        assert match(fusion, tower(60, 1, 1), BOTH_WORK) == tower(60, 1, 1)

    def test_are_thrown_there_by_those_who_played_what_was_counted(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.add_roll(tower(60, 1, 1), 44)
        assert self.lay(fusion, 61 + SAME_ROLL_S, 2, 2) is not None
        doubt = RollDoubted(61 + SAME_ROLL_S, "camera", (2, 2), 0.95, entry=46)
        assert fusion.add_off_tower_roll(camera(61 + SAME_ROLL_S, 2, 2), 46) == (doubt,), (
            "asked, as nobody said so"
        )

    def test_that_a_throw_was_told_instead_of_stay_no_roll(self, fusion: RollFusion) -> None:
        self.lay(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.replace_last_roll(tower(60, 1, 1))
        assert match(fusion, tower(80, 4, 4), BOTH_WORK) == tower(80, 4, 4)


def test_another_game_begins_with_no_roll(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    fusion.reset()
    assert match(fusion, camera(10.5, 3, 4), BOTH_WORK) == camera(10.5, 3, 4)


def bluetooth(t: float, a: int, b: int, late: float = 0.0) -> RollSeen:
    return RollSeen(t, "bluetooth", (a, b), late=late)


def test_dice_that_speak_are_a_witness_as_any_other(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10.4, 3, 5), 40)
    assert match(fusion, bluetooth(10.0, 5, 3), {"camera", "bluetooth"}) is None
    fusion.add_roll(bluetooth(30.0, 3, 5), 42)
    assert match(fusion, camera(30.9, 3, 4), {"camera", "bluetooth"}) == RollDoubted(
        30.9, "camera", (3, 4), 0.95, entry=42, witness="bluetooth"
    )


def test_what_was_held_up_on_its_way_is_the_roll_that_was_seen_before(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, bluetooth(15, 3, 5, late=4), {"camera", "bluetooth"}) is None


def test_what_was_not_held_up_so_long_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    another = bluetooth(15, 3, 5, late=1)
    assert match(fusion, another, {"camera", "bluetooth"}) == another


class TestDiceThatWereMovedAndCouldNotBeRead:
    def test_are_known_until_a_roll_is_told_soon_after_or_people_say_it(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.add_roll(RollSeen(100.0 + ENTERED_ROLL_S, "camera", (1, 2), thrown=False), 7)
        assert not fusion.unread_times
        fusion.add_unread(200.0)
        fusion.add_roll(RollSeen(260.0, "tablet", (1, 2)), 9, entered=True)
        assert not fusion.unread_times

    def test_may_have_been_a_roll_of_its_own_long_before_the_next_is_told(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.add_roll(RollSeen(101.0 + ENTERED_ROLL_S, "camera", (1, 2), thrown=False), 7)
        assert fusion.unread_times == (100.0,)

    def test_were_no_roll_where_people_say_so(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.reject_roll()
        assert not fusion.unread_times


def test_a_throw_that_began_after_a_roll_was_entered_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    another = RollSeen(17, "bluetooth", (3, 4), began=15.0)
    assert match(fusion, another, {"bluetooth"}) == another


def test_dice_of_which_one_lay_there_before_the_roll_was_entered_may_be_that_roll(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, RollSeen(17, "bluetooth", (3, 5), began=8.0), {"bluetooth"}) is None
    fusion.add_roll(RollSeen(30, "tablet", (3, 5)), 41, entered=True)
    doubted = match(fusion, RollSeen(37, "bluetooth", (3, 4), began=28.0), {"bluetooth"}, 41)
    assert isinstance(doubted, RollDoubted)
