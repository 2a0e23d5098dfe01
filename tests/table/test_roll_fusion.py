"""Roll fusion: two sources' observations of one roll are one roll or a question."""

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


def test_a_roll_of_one_source_is_recorded(fusion: RollFusion) -> None:
    assert match(fusion, tower(10, 3, 5), BOTH_WORK) == tower(10, 3, 5)
    assert match(fusion, camera(10, 3, 5), BOTH_WORK) == camera(10, 3, 5)


@pytest.mark.parametrize("later", [0.0, 0.8, SAME_ROLL_S])
def test_matching_rolls_of_tower_and_camera_within_a_second_are_one(fusion: RollFusion, later: float) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(10 + later, 5, 3), BOTH_WORK) is None


def test_the_order_of_the_sources_does_not_matter(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10.4, 3, 5), 40)
    assert match(fusion, tower(10, 3, 5), BOTH_WORK) is None


def test_dice_that_differ_from_the_tower_raise_a_doubt_about_the_entry(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(10.5, 3, 4), BOTH_WORK) == RollDoubted(
        10.5, "camera", (3, 4), 0.95, entry=40, witness="tower"
    )


def test_two_rolls_of_one_source_are_two_rolls(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, tower(11, 3, 5), BOTH_WORK) == tower(11, 3, 5)


def test_each_source_confirms_a_roll_once(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, tower(10.2, 3, 5), BOTH_WORK) is None
    assert match(fusion, tower(11.5, 3, 5), BOTH_WORK) == tower(11.5, 3, 5)


def test_an_observation_matches_the_nearest_roll(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    fusion.add_roll(tower(12, 1, 1), 42)
    assert match(fusion, camera(12.3, 1, 1), BOTH_WORK) is None


def test_a_late_report_of_an_unplugged_tower_matches_by_its_time(fusion: RollFusion) -> None:
    for n in range(4):
        fusion.add_roll(camera(10 + 30 * n, 1 + n, 2), 40 + 2 * n)
    assert match(fusion, tower(39.5, 2, 2), BOTH_WORK) is None


def test_only_as_many_rolls_are_remembered_as_can_be_reported_late(fusion: RollFusion) -> None:
    for n in range(MAX_ROLLS + 1):
        fusion.add_roll(camera(10 + 30 * n, 1, 2), 40 + 2 * n)
    assert match(fusion, tower(10, 1, 2), BOTH_WORK) == tower(10, 1, 2)


def test_dice_beside_a_working_tower_are_asked_about(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    lies = RollDoubted(20, "camera", (6, 2), 0.95, off_tower=True)
    assert match(fusion, camera(20, 6, 2), BOTH_WORK) == lies


def test_the_camera_counts_rolls_while_the_tower_is_unplugged(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    assert match(fusion, camera(40, 6, 2), {"camera"}) == camera(40, 6, 2)


def test_the_camera_counts_rolls_beside_an_unused_tower(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, camera(40, 6, 2), BOTH_WORK) == camera(40, 6, 2)


def test_a_nudged_die_after_an_entered_roll_is_the_same_roll(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(10 + ENTERED_ROLL_S, 5, 3), BOTH_WORK) is None


def test_different_dice_soon_after_an_entered_roll_are_asked_about(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(15, 6, 6), BOTH_WORK) == RollDoubted(15, "tower", (6, 6), 0.98)


def test_different_dice_under_the_camera_after_an_entered_roll_are_the_next_roll(
    fusion: RollFusion,
) -> None:
    """People may enter an unread roll when the next player already throws."""
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(10.5, 6, 6), {"camera"}) == camera(10.5, 6, 6)


def test_a_die_turned_in_place_after_an_entered_roll_is_asked_about(
    fusion: RollFusion,
) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    turned = RollSeen(12, "camera", (3, 6), 0.3, thrown=False)
    assert match(fusion, turned, {"camera"}) == RollDoubted(12, "camera", (3, 6), 0.3)


def test_a_roll_after_the_game_went_on_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, tower(15, 6, 6), BOTH_WORK, newest=41) == tower(15, 6, 6)


def test_a_source_whose_doubt_was_answered_by_an_entered_roll_has_seen_that_roll(fusion: RollFusion) -> None:
    fusion.add_doubt(camera(8, 3, 5))
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(15, 6, 6), {"camera"}) == camera(15, 6, 6)


@pytest.mark.parametrize("entered", [(3, 5), (3, 4)])
def test_a_tower_roll_after_entered_table_dice_is_another_throw(
    fusion: RollFusion, entered: tuple[int, int]
) -> None:
    fusion.add_roll(tower(2, 1, 1), 38)
    fusion.add_doubt(camera(8, 3, 5))
    fusion.add_roll(RollSeen(10, "tablet", entered), 40, entered=True)
    assert match(fusion, tower(12, 6, 6), BOTH_WORK) == tower(12, 6, 6)


def test_an_unread_tower_roll_is_the_entered_roll(fusion: RollFusion) -> None:
    fusion.add_doubt(tower(8, 3, 1))
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, camera(8.5, 5, 3), BOTH_WORK) is None


def test_a_roll_long_after_an_entered_roll_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    late = tower(10.1 + ENTERED_ROLL_S, 3, 5)
    assert match(fusion, late, BOTH_WORK) == late


class TestOffTowerDice:
    """Dice beside a working tower are a roll unless the tower reports one or a hand put them there."""

    @pytest.fixture
    def fusion(self) -> RollFusion:
        fusion = RollFusion()
        fusion.add_roll(tower(10, 3, 5), 40)
        return fusion

    def lay_dice(self, fusion: RollFusion, t: float, a: int, b: int) -> RollSeen | None:
        """Lay dice beside the tower and return the overdue roll a minute later."""
        assert isinstance(match(fusion, camera(t, a, b), BOTH_WORK), RollDoubted)
        return fusion.overdue_roll(t + 60)

    def test_off_tower_dice_are_overdue_once_the_tower_would_have_reported_them(
        self, fusion: RollFusion
    ) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.overdue_roll(20 + TOWER_REPORT_S - 0.1) is None
        assert fusion.overdue_roll(20 + TOWER_REPORT_S) == camera(20, 6, 2)

    def test_ignored_dice_are_no_longer_overdue(self, fusion: RollFusion) -> None:
        assert self.lay_dice(fusion, 20, 6, 2) is not None
        fusion.stop_waiting()
        assert fusion.overdue_roll(80) is None

    def test_off_tower_dice_are_overdue_immediately_if_the_game_goes_on(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.overdue_roll(20.5, entered=True) == camera(20, 6, 2)

    def test_dice_that_the_tower_reports_are_not_overdue(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        assert fusion.add_roll(tower(21, 2, 6), 42) == ()
        assert fusion.overdue_roll(80) is None

    def test_dice_are_asked_about_if_the_tower_reports_different_ones(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        doubt = RollDoubted(20, "camera", (6, 2), 0.95, entry=42, witness="tower")
        assert fusion.add_roll(tower(21, 2, 5), 42) == (doubt,)

    def test_dice_entered_as_a_roll_are_not_overdue(self, fusion: RollFusion) -> None:
        match(fusion, camera(20, 6, 2), BOTH_WORK)
        fusion.add_roll(RollSeen(21, "tablet", (6, 2)), 42, entered=True)
        assert fusion.overdue_roll(80) is None

    def test_dice_just_removed_from_the_tower_are_not_overdue(self, fusion: RollFusion) -> None:
        assert self.lay_dice(fusion, 10 + TOWER_REMOVAL_S, 6, 2) is None

    def test_dice_that_show_the_tower_roll_are_not_overdue(self, fusion: RollFusion) -> None:
        assert self.lay_dice(fusion, 40, 5, 3) is None

    def test_after_a_rejected_roll_off_tower_dice_are_not_overdue(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=False)
        assert self.lay_dice(fusion, 40, 6, 2) is None

    def test_after_a_confirmed_roll_off_tower_dice_are_always_overdue(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=True)
        assert self.lay_dice(fusion, 10.1 + SAME_ROLL_S, 5, 3) is not None

    def test_ignored_dice_are_asked_about_with_the_next_throw(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 5, 3)
        doubt = RollDoubted(40, "camera", (5, 3), 0.95, next_entry=42)
        assert fusion.add_roll(tower(60, 1, 1), 42) == (doubt,)

    def test_rejected_dice_are_not_asked_about_again(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 5, 3)
        fusion.learn(thrown_there=False)
        assert fusion.add_roll(tower(60, 1, 1), 42) == ()

    def test_counted_off_tower_dice_are_asked_about(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        assert fusion.add_off_tower_roll(camera(40, 6, 2), 42) == (
            RollDoubted(40, "camera", (6, 2), 0.95, entry=42),
        )

    def test_counted_dice_are_not_asked_about_where_players_throw_off_tower(self, fusion: RollFusion) -> None:
        fusion.learn(thrown_there=True)
        self.lay_dice(fusion, 40, 6, 2)
        assert fusion.add_off_tower_roll(camera(40, 6, 2), 42) == ()

    def test_a_late_tower_report_of_counted_dice_is_the_same_roll(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        assert match(fusion, tower(39.5, 2, 6), BOTH_WORK) is None

    def test_a_throw_after_counted_dice_may_replace_them(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        assert match(fusion, tower(60, 1, 1), BOTH_WORK) == RollAfterSettledDice(
            60, "tower", (1, 1), 0.98, 42
        )

    def test_confirming_counted_dice_confirms_throwing_off_tower(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.confirm([42])
        assert match(fusion, tower(60, 1, 1), BOTH_WORK) == tower(60, 1, 1)

    def test_playing_counted_dice_confirms_throwing_off_tower(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.add_roll(tower(60, 1, 1), 44)
        assert self.lay_dice(fusion, 61 + SAME_ROLL_S, 2, 2) is not None
        doubt = RollDoubted(61 + SAME_ROLL_S, "camera", (2, 2), 0.95, entry=46)
        assert fusion.add_off_tower_roll(camera(61 + SAME_ROLL_S, 2, 2), 46) == (doubt,), (
            "asked, as nobody said so"
        )

    def test_replaced_dice_stay_rejected(self, fusion: RollFusion) -> None:
        self.lay_dice(fusion, 40, 6, 2)
        fusion.add_off_tower_roll(camera(40, 6, 2), 42)
        fusion.replace_last_roll(tower(60, 1, 1))
        assert match(fusion, tower(80, 4, 4), BOTH_WORK) == tower(80, 4, 4)


def test_another_game_begins_without_rolls(fusion: RollFusion) -> None:
    fusion.add_roll(tower(10, 3, 5), 40)
    fusion.reset()
    assert match(fusion, camera(10.5, 3, 4), BOTH_WORK) == camera(10.5, 3, 4)


def bluetooth(t: float, a: int, b: int, late: float = 0.0) -> RollSeen:
    return RollSeen(t, "bluetooth", (a, b), late=late)


def test_bluetooth_dice_confirm_rolls_like_any_source(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10.4, 3, 5), 40)
    assert match(fusion, bluetooth(10.0, 5, 3), {"camera", "bluetooth"}) is None
    fusion.add_roll(bluetooth(30.0, 3, 5), 42)
    assert match(fusion, camera(30.9, 3, 4), {"camera", "bluetooth"}) == RollDoubted(
        30.9, "camera", (3, 4), 0.95, entry=42, witness="bluetooth"
    )


def test_a_delayed_report_matches_the_earlier_roll(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    assert match(fusion, bluetooth(15, 3, 5, late=4), {"camera", "bluetooth"}) is None


def test_a_report_with_a_short_delay_is_another_roll(fusion: RollFusion) -> None:
    fusion.add_roll(camera(10, 3, 5), 40)
    another = bluetooth(15, 3, 5, late=1)
    assert match(fusion, another, {"camera", "bluetooth"}) == another


class TestUnreadDice:
    def test_unread_dice_are_forgotten_after_a_prompt_roll_or_an_answer(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.add_roll(RollSeen(100.0 + ENTERED_ROLL_S, "camera", (1, 2), thrown=False), 7)
        assert not fusion.unread_times
        fusion.add_unread(200.0)
        fusion.add_roll(RollSeen(260.0, "tablet", (1, 2)), 9, entered=True)
        assert not fusion.unread_times

    def test_unread_dice_long_before_the_next_roll_may_be_a_roll(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.add_roll(RollSeen(101.0 + ENTERED_ROLL_S, "camera", (1, 2), thrown=False), 7)
        assert fusion.unread_times == (100.0,)

    def test_rejected_unread_dice_are_forgotten(self, fusion: RollFusion) -> None:
        fusion.add_unread(100.0)
        fusion.reject_roll()
        assert not fusion.unread_times


def test_a_throw_that_began_after_an_entered_roll_is_another(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    another = RollSeen(17, "bluetooth", (3, 4), began=15.0)
    assert match(fusion, another, {"bluetooth"}) == another


def test_a_throw_that_began_before_an_entered_roll_may_be_that_roll(fusion: RollFusion) -> None:
    fusion.add_roll(RollSeen(10, "tablet", (3, 5)), 40, entered=True)
    assert match(fusion, RollSeen(17, "bluetooth", (3, 5), began=8.0), {"bluetooth"}) is None
    fusion.add_roll(RollSeen(30, "tablet", (3, 5)), 41, entered=True)
    doubted = match(fusion, RollSeen(37, "bluetooth", (3, 4), began=28.0), {"bluetooth"}, 41)
    assert isinstance(doubted, RollDoubted)
