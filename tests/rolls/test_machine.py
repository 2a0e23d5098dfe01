"""The roll machine: reports of one throw are one roll, and throws in doubt are questions."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.island.reading import PiecesReading
from companion.observations import BoardSeen, DiceDetection
from companion.rolls import (
    ASK_THRESHOLD_P,
    ENTERED_ROLL_S,
    ENTERING_S,
    MAX_ROLLS,
    SAME_ROLL_S,
    THROWING_S,
    TOWER_REMOVAL_S,
    TOWER_REPORT_S,
    RollDecision,
    RollFacts,
    RollMachine,
    p_thrown_again,
)

Decision = DiceDetection | RollDecision


@dataclass
class FakeHost:
    """A table whose game has the given facts, and which lists the decisions."""

    known: RollFacts = field(default_factory=lambda: RollFacts(expected=True, played=False, passed=False))
    working_sources: Set[str] = frozenset({"tower", "camera", "bluetooth"})
    newest_entry: int = 40
    decisions: list[Decision] = field(default_factory=list)
    builders: Set[int] = frozenset()

    def facts(self, entry: int | None) -> RollFacts:
        return self.known

    def record(self, decision: Decision) -> int | None:
        self.decisions.append(decision)
        if isinstance(decision, RollDecision) and decision.action == "ask":
            return None
        self.newest_entry += 1
        return self.newest_entry

    def flush_boards(self, t: float) -> None:
        pass

    def find_builders(self, board: BoardSeen, since: float) -> Set[int]:
        return self.builders

    def take(self) -> list[Decision]:
        """Return the decisions since the last call."""
        taken, self.decisions = self.decisions, []
        return taken


def tower(t: float, a: int, b: int) -> DiceDetection:
    return DiceDetection(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{t}")


def camera(t: float, a: int, b: int) -> DiceDetection:
    return DiceDetection(t, "camera", (a, b), 0.95, thrown=False)


def bluetooth(t: float, a: int, b: int, late: float = 0.0, began: float | None = None) -> DiceDetection:
    return DiceDetection(t, "bluetooth", (a, b), late=late, began=began)


class Session:
    """A machine with its host; `detect` returns the decisions about a report."""

    def __init__(self) -> None:
        self.host = FakeHost()
        self.machine = RollMachine(self.host)

    def detect(self, seen: DiceDetection) -> list[Decision]:
        self.machine.detect(seen)
        return self.host.take()

    def advance(self, t: float, *, entered: bool = False) -> list[Decision]:
        self.machine.advance(t, entered=entered)
        return self.host.take()

    def enter(self, t: float, a: int, b: int) -> None:
        self.host.newest_entry += 1
        self.machine.add_entered(DiceDetection(t, "tablet", (a, b)), self.host.newest_entry)

    def play(self) -> None:
        """Let the player act, so that the next throw is another roll."""
        self.host.known = RollFacts(expected=True, played=True)


def board(t: float) -> BoardSeen:
    return BoardSeen(t, "camera", PiecesReading({}), {})


@pytest.fixture
def session() -> Session:
    return Session()


def doubts(decisions: list[Decision]) -> list[str | None]:
    return [each.doubt for each in decisions if isinstance(each, RollDecision)]


def test_a_roll_of_one_source_is_recorded(session: Session) -> None:
    assert session.detect(tower(10, 3, 5)) == [tower(10, 3, 5)]


@pytest.mark.parametrize("later", [0.0, 0.8, SAME_ROLL_S])
def test_matching_rolls_of_two_sources_within_seconds_are_one(session: Session, later: float) -> None:
    session.detect(tower(10, 3, 5))
    assert session.detect(camera(10 + later, 5, 3)) == []


def test_the_order_of_the_sources_does_not_matter(session: Session) -> None:
    session.detect(camera(10.4, 3, 5))
    assert session.detect(tower(10, 3, 5)) == []
    session.play()
    assert session.detect(tower(11.5, 3, 5)) == [tower(11.5, 3, 5)], "each source confirms a roll once"


def test_dice_that_differ_from_the_tower_are_asked_about(session: Session) -> None:
    session.detect(tower(10, 3, 5))
    assert session.detect(camera(10.5, 3, 4)) == [
        RollDecision(10.5, "camera", "ask", (3, 4), 0.95, 41, "other_dice", witness="tower")
    ]


def test_two_played_rolls_of_one_source_are_two_rolls(session: Session) -> None:
    session.detect(tower(10, 3, 5))
    session.play()
    assert session.detect(tower(11, 3, 5)) == [tower(11, 3, 5)]


def test_a_report_matches_the_nearest_roll(session: Session) -> None:
    session.play()
    session.detect(tower(10, 3, 5))
    session.detect(tower(12, 1, 1))
    assert session.detect(camera(12.3, 1, 1)) == []


def test_a_late_report_of_an_unplugged_tower_matches_by_its_time(session: Session) -> None:
    for n in range(4):
        session.detect(camera(10 + 30 * n, 1 + n, 2))
    assert session.detect(tower(39.5, 2, 2)) == []


def test_only_as_many_rolls_are_remembered_as_can_be_reported_late(session: Session) -> None:
    for n in range(MAX_ROLLS + 1):
        session.detect(camera(10 + 30 * n, 1, 2))
    assert session.detect(tower(10, 1, 2)) == [tower(10, 1, 2)]


def test_the_camera_counts_rolls_while_the_tower_is_unplugged_or_unused(session: Session) -> None:
    session.detect(camera(10, 3, 5))
    assert session.detect(camera(40, 6, 2)) == [camera(40, 6, 2)]
    session.detect(tower(70, 1, 1))
    session.host.working_sources = {"camera"}
    assert session.detect(camera(100, 6, 2)) == [camera(100, 6, 2)]


class TestEnteredRolls:
    """People entered 3 and 5 at 10 s."""

    @pytest.fixture(autouse=True)
    def _entered_roll(self, session: Session) -> None:
        session.enter(10, 3, 5)

    def test_a_nudged_die_is_the_same_roll(self, session: Session) -> None:
        assert session.detect(tower(10 + ENTERED_ROLL_S, 5, 3)) == []

    def test_different_dice_in_the_tower_soon_after_are_asked_about(self, session: Session) -> None:
        assert doubts(session.detect(tower(15, 6, 6))) == ["no_roll"]

    def test_different_dice_under_the_camera_are_the_next_roll(self, session: Session) -> None:
        """People may enter an unread roll when the next player already throws."""
        assert session.detect(camera(10.5, 6, 6)) == [camera(10.5, 6, 6)]

    def test_a_die_turned_in_place_is_asked_about(self, session: Session) -> None:
        turned = DiceDetection(12, "camera", (3, 6), 0.3, thrown=False)
        assert doubts(session.detect(turned)) == ["no_roll"]

    def test_a_roll_after_the_game_went_on_is_another(self, session: Session) -> None:
        session.host.newest_entry += 1
        assert session.detect(tower(15, 6, 6)) == [tower(15, 6, 6)]

    def test_a_roll_long_after_is_another(self, session: Session) -> None:
        late = tower(10.1 + ENTERED_ROLL_S, 3, 5)
        assert session.detect(late) == [late]

    def test_a_throw_that_began_later_is_another(self, session: Session) -> None:
        another = bluetooth(17, 3, 4, began=15.0)
        assert session.detect(another) == [another]

    def test_a_throw_that_began_before_may_be_that_roll(self, session: Session) -> None:
        assert session.detect(bluetooth(17, 3, 5, began=8.0)) == []
        session.enter(30, 3, 5)
        assert doubts(session.detect(bluetooth(37, 3, 4, began=28.0))) == ["no_roll"]


def test_a_source_whose_question_was_answered_by_an_entered_roll_has_seen_it(session: Session) -> None:
    session.detect(DiceDetection(8, "camera", (3, 5), 0.4, thrown=False))
    session.enter(10, 3, 5)
    assert session.detect(camera(15, 6, 6)) == [camera(15, 6, 6)]


@pytest.mark.parametrize("entered", [(3, 5), (3, 4)])
def test_a_tower_roll_after_entered_table_dice_is_another_throw(
    session: Session, entered: tuple[int, int]
) -> None:
    session.detect(tower(2, 1, 1))
    session.detect(camera(8, 3, 5))
    session.enter(10, *entered)
    assert session.detect(tower(12, 6, 6)) == [tower(12, 6, 6)]


def test_an_unread_tower_roll_is_the_entered_roll(session: Session) -> None:
    session.detect(DiceDetection(8, "tower", (3, 1), 0.3))
    session.enter(10, 3, 5)
    assert session.detect(camera(8.5, 5, 3)) == []


def test_a_delayed_report_matches_the_earlier_roll(session: Session) -> None:
    session.detect(camera(10, 3, 5))
    assert session.detect(bluetooth(15, 3, 5, late=4)) == []


class TestThrownAgain:
    """Both dice are thrown twice, and nothing was done in between."""

    @pytest.fixture(params=[tower, camera, bluetooth])
    def throw(self, request: pytest.FixtureRequest, session: Session) -> Callable[..., DiceDetection]:
        throw: Callable[..., DiceDetection] = request.param
        session.detect(throw(10, 6, 4))
        return throw

    @pytest.mark.parametrize("gap", [0.5, 2, 3])
    def test_a_throw_soon_after_replaces_the_roll_and_is_asked_about(
        self, session: Session, throw: Callable[..., DiceDetection], gap: float
    ) -> None:
        (decision,) = session.detect(throw(10 + gap, 2, 3))
        assert isinstance(decision, RollDecision)
        assert (decision.action, decision.entry, decision.doubt) == ("replace", 41, "thrown_again")
        assert (decision.dice, decision.other) == ((2, 3), (6, 4))
        sure = throw(10, 6, 4).confidence * p_thrown_again(gap, duty_open=False)
        assert decision.confidence == pytest.approx(sure), "the record is as doubtful as the decision"

    @pytest.mark.parametrize("gap", [4, 6, 8])
    def test_a_later_throw_is_the_next_players_and_is_asked_about(
        self, session: Session, throw: Callable[..., DiceDetection], gap: float
    ) -> None:
        roll, asked = session.detect(throw(10 + gap, 2, 3))
        thrown = throw(10 + gap, 2, 3)
        next_p = 1 - p_thrown_again(gap, duty_open=False)
        assert replace(roll, confidence=1) == replace(thrown, confidence=1)
        assert roll.confidence == pytest.approx(thrown.confidence * next_p)
        assert isinstance(asked, RollDecision)
        assert (asked.action, asked.entry, asked.earlier_entry) == ("ask", 42, 41)
        assert asked.doubt == "next_player"

    def test_a_throw_long_after_is_the_next_players(
        self, session: Session, throw: Callable[..., DiceDetection]
    ) -> None:
        assert session.detect(throw(25, 2, 3)) == [throw(25, 2, 3)]

    def test_while_a_duty_is_open_a_throw_replaces_the_roll_for_longer(
        self, session: Session, throw: Callable[..., DiceDetection]
    ) -> None:
        session.host.known = RollFacts(played=False, passed=False, duty_open=True)
        assert doubts(session.detect(throw(18, 2, 3))) == ["thrown_again"]
        assert doubts(session.detect(throw(38, 2, 3))) == ["next_player"]

    @pytest.mark.parametrize("facts", [RollFacts(played=True, passed=False), RollFacts(played=False)])
    def test_a_throw_after_an_act_or_a_turn_end_is_the_next_players(
        self, session: Session, throw: Callable[..., DiceDetection], facts: RollFacts
    ) -> None:
        session.host.known = facts
        assert session.detect(throw(12, 2, 3)) == [throw(12, 2, 3)]

    def test_a_piece_of_the_next_player_confirms_the_replaced_roll(
        self, session: Session, throw: Callable[..., DiceDetection]
    ) -> None:
        session.detect(throw(12, 2, 3))
        session.host.builders = {1}
        session.machine.observe_board(board(20))
        (decision,) = session.host.take()
        assert isinstance(decision, RollDecision)
        assert (decision.action, decision.dice, decision.entry) == ("insert_before", (6, 4), 41)

    def test_a_piece_of_the_player_before_rejects_the_first_roll(
        self, session: Session, throw: Callable[..., DiceDetection]
    ) -> None:
        session.detect(throw(15, 2, 3))
        session.host.builders = {-1}
        session.machine.observe_board(board(20))
        (decision,) = session.host.take()
        assert isinstance(decision, RollDecision)
        assert (decision.action, decision.entry) == ("remove", 41)

    def test_a_piece_of_the_active_player_ends_the_doubt(
        self, session: Session, throw: Callable[..., DiceDetection]
    ) -> None:
        session.detect(throw(15, 2, 3))
        session.host.builders = {0}
        session.machine.observe_board(board(20))
        (decision,) = session.host.take()
        assert isinstance(decision, RollDecision)
        assert (decision.action, decision.entry) == ("confirm", 42)
        assert decision.confidence == throw(15, 2, 3).confidence
        session.host.builders = {-1}
        session.machine.observe_board(board(40))
        assert session.host.take() == []

    def test_an_answer_ends_the_doubt(self, session: Session, throw: Callable[..., DiceDetection]) -> None:
        session.detect(throw(12, 2, 3))
        session.machine.apply_answer("thrown_again", None)
        session.host.builders = {1}
        session.machine.observe_board(board(20))
        assert session.host.take() == []


def test_dice_that_were_never_out_of_hand_replace_the_roll_without_a_question(session: Session) -> None:
    session.detect(bluetooth(10, 6, 4))
    (decision,) = session.detect(replace(bluetooth(12.6, 2, 3), lay_s=0.2))
    assert isinstance(decision, RollDecision)
    assert (decision.action, decision.doubt) == ("replace", None)


def test_a_throw_reported_late_is_not_taken_for_a_repetition(session: Session) -> None:
    """A roll that came up to six seconds late is followed by the next player's roll, not by a second try."""
    session.detect(replace(bluetooth(10, 6, 4), late=6.0))
    record, question = session.detect(replace(bluetooth(13.2, 2, 3), lay_s=2.4))
    assert isinstance(record, DiceDetection)
    assert record.confidence < 1
    assert replace(record, confidence=1) == replace(bluetooth(13.2, 2, 3), lay_s=2.4)
    assert isinstance(question, RollDecision)
    assert question.doubt == "next_player"


def test_a_table_that_passes_the_dice_quickly_is_asked_less(session: Session) -> None:
    def quick_throws(first_s: float, count: int) -> int:
        decisions = [d for n in range(count) for d in session.detect(tower(first_s + 6 * n, 1 + n % 6, 2))]
        return doubts(decisions).count("next_player")

    session.detect(tower(0, 3, 5))
    assert quick_throws(6, 10) >= 5
    assert quick_throws(66, 10) == 0
    session.machine.reset()
    session.detect(tower(200, 3, 5))
    assert quick_throws(206, 1) == 1, "another game, perhaps of other people"


class TestEnteredDice:
    """A roll that people enter, and dice that a source reports at that time."""

    def test_dice_that_nobody_can_have_thrown_and_entered_since_were_thrown_before(
        self, session: Session
    ) -> None:
        session.detect(camera(10, 3, 5))
        for t, dice, thrown in (
            (11, (6, 1), True),
            (10 + THROWING_S + ENTERING_S, (6, 1), False),
            (11, (5, 3), False),
        ):
            before = session.machine.find_throw_time(dice, t)
            assert (before is not None and before < 10) == thrown

    def test_a_report_of_dice_that_fell_just_before_the_entry_is_another_roll(self, session: Session) -> None:
        session.enter(10, 3, 5)
        assert session.detect(camera(9, 6, 1)) == [camera(9, 6, 1)]


class TestProbabilityOfARepetition:
    """Probability that a throw repeats the one before."""

    @given(gap=st.floats(0, 1e7), longer=st.floats(0, 1e7), duty=st.booleans())
    def test_a_longer_gap_never_makes_a_repetition_likelier(
        self, gap: float, longer: float, duty: bool
    ) -> None:
        after = p_thrown_again(gap + longer, duty_open=duty)
        assert gap == 0 or after <= p_thrown_again(gap, duty_open=duty) + 1e-12

    @given(gap=st.floats(0.1, 5), slower_s=st.floats(0, 20))
    def test_a_slow_table_makes_a_repetition_likelier(self, gap: float, slower_s: float) -> None:
        quick, slow = (p_thrown_again(gap, s, duty_open=False) for s in (5.0, 5.0 + slower_s))
        assert quick <= slow + 1e-12

    def test_after_a_long_pause_the_next_player_rolls(self) -> None:
        assert p_thrown_again(10_000, duty_open=False) < ASK_THRESHOLD_P

    @given(gap=st.floats(0.1, 60), late=st.floats(0, 6))
    def test_a_delay_of_the_first_report_makes_a_repetition_less_likely(
        self, gap: float, late: float
    ) -> None:
        delayed = p_thrown_again(gap, duty_open=False, late_s=(late, 0))
        assert delayed <= p_thrown_again(gap, duty_open=False) + 1e-12


class TestOffTowerDice:
    """Dice beside a working tower are a roll unless the tower reports one or a hand put them there."""

    @pytest.fixture(autouse=True)
    def _first_roll(self, session: Session) -> None:
        session.detect(tower(10, 3, 5))

    def lay_dice(self, session: Session, t: float, a: int, b: int) -> list[Decision]:
        """Lay dice beside the tower and return the decisions of the following minute."""
        assert doubts(session.detect(camera(t, a, b))) == ["no_roll"]
        return session.advance(t + 60)

    def test_off_tower_dice_count_once_the_tower_would_have_reported_them(self, session: Session) -> None:
        session.detect(camera(20, 6, 2))
        assert session.advance(20 + TOWER_REPORT_S - 0.1) == []
        assert session.advance(20 + TOWER_REPORT_S) == [
            camera(20, 6, 2),
            RollDecision(20, "camera", "ask", (6, 2), 0.95, 42, "counted"),
        ]

    def test_dice_that_no_roll_may_follow_are_only_asked_about(self, session: Session) -> None:
        session.host.known = RollFacts(expected=False)
        assert self.lay_dice(session, 20, 6, 2) == []
        session.host.known = RollFacts(expected=True)
        assert session.advance(90) == []

    def test_off_tower_dice_count_immediately_if_the_game_goes_on(self, session: Session) -> None:
        session.detect(camera(20, 6, 2))
        assert session.advance(20.5, entered=True)[0] == camera(20, 6, 2)

    def test_dice_that_the_tower_reports_count_once(self, session: Session) -> None:
        session.detect(camera(20, 6, 2))
        assert session.detect(tower(21, 2, 6)) == [tower(21, 2, 6)]
        assert session.advance(80) == []

    def test_dice_are_asked_about_if_the_tower_reports_different_ones(self, session: Session) -> None:
        session.detect(camera(20, 6, 2))
        assert session.detect(tower(21, 2, 5))[1:] == [
            RollDecision(20, "camera", "ask", (6, 2), 0.95, 42, "other_dice", witness="tower")
        ]

    def test_dice_entered_as_a_roll_count_once(self, session: Session) -> None:
        session.detect(camera(20, 6, 2))
        session.enter(21, 6, 2)
        assert session.advance(80) == []

    def test_dice_removed_from_the_tower_are_only_asked_about(self, session: Session) -> None:
        assert self.lay_dice(session, 10 + TOWER_REMOVAL_S, 6, 2) == []
        assert self.lay_dice(session, 40, 5, 3) == [], "they show the tower's roll"

    def test_after_an_answer_off_tower_dice_never_or_always_count(self, session: Session) -> None:
        session.machine.apply_answer("no_roll", False)
        assert self.lay_dice(session, 40, 6, 2) == []
        session.machine.apply_answer("a_roll", True)
        assert self.lay_dice(session, 50, 5, 3) == [camera(50, 5, 3)]

    def test_ignored_dice_are_asked_about_with_the_next_throw(self, session: Session) -> None:
        self.lay_dice(session, 40, 5, 3)
        assert session.detect(tower(60, 1, 1)) == [
            tower(60, 1, 1),
            RollDecision(40, "camera", "ask", (5, 3), 0.95, 42, "earlier_roll", (1, 1)),
        ]

    def test_rejected_dice_are_not_asked_about_again(self, session: Session) -> None:
        self.lay_dice(session, 40, 5, 3)
        session.machine.apply_answer("no_roll", False)
        assert session.detect(tower(60, 1, 1)) == [tower(60, 1, 1)]

    def test_a_late_tower_report_of_counted_dice_is_the_same_roll(self, session: Session) -> None:
        self.lay_dice(session, 40, 6, 2)
        assert session.detect(tower(39.5, 2, 6)) == []

    def test_a_throw_after_counted_dice_replaces_them_for_good(self, session: Session) -> None:
        self.lay_dice(session, 40, 6, 2)
        assert session.detect(tower(60, 1, 1)) == [
            RollDecision(
                60, "tower", "replace", (1, 1), 0.98, 42, "earlier_roll", (6, 2), token="tower:7e57ab1e:60"
            )
        ]
        assert session.detect(tower(80, 4, 4)) == [tower(80, 4, 4)]

    def test_confirming_counted_dice_confirms_throwing_off_tower(self, session: Session) -> None:
        self.lay_dice(session, 40, 6, 2)
        session.machine.confirm_entries([42])
        assert session.detect(tower(60, 1, 1)) == [tower(60, 1, 1)]

    def test_playing_counted_dice_shows_throwing_off_tower(self, session: Session) -> None:
        self.lay_dice(session, 40, 6, 2)
        session.play()
        session.detect(tower(60, 1, 1))
        t = 61 + SAME_ROLL_S
        counted = self.lay_dice(session, t, 2, 2)
        assert counted[0] == camera(t, 2, 2)
        assert doubts(counted) == ["counted"], "asked, as nobody said so"


def test_another_game_begins_without_throws(session: Session) -> None:
    session.detect(tower(10, 3, 5))
    session.machine.reset()
    assert session.detect(camera(10.5, 3, 4)) == [camera(10.5, 3, 4)]


class TestUnreadDice:
    """Dice were moved at 100 s and can't be read."""

    @pytest.fixture(autouse=True)
    def _unread_dice(self, session: Session) -> None:
        asked = session.detect(DiceDetection(100.0, "camera", None, thrown=False))
        assert doubts(asked) == ["unreadable"]

    def test_they_are_forgotten_after_a_prompt_roll(self, session: Session) -> None:
        session.detect(camera(100.0 + ENTERED_ROLL_S, 1, 2))
        assert not session.machine.unread_times

    def test_they_are_forgotten_after_an_entered_roll(self, session: Session) -> None:
        session.enter(160, 1, 2)
        assert not session.machine.unread_times

    def test_long_before_the_next_roll_they_may_be_a_roll(self, session: Session) -> None:
        session.detect(camera(101.0 + ENTERED_ROLL_S, 1, 2))
        assert session.machine.unread_times == (100.0,)

    def test_rejected_ones_are_forgotten(self, session: Session) -> None:
        session.machine.apply_answer("no_roll", None)
        assert not session.machine.unread_times

    def test_they_are_not_asked_about_while_no_roll_may_follow(self, session: Session) -> None:
        session.host.known = RollFacts(expected=False)
        assert session.detect(DiceDetection(105.0, "camera", None, thrown=False)) == []
