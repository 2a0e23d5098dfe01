"""Rolls at the table: reported by tower, camera and players, counted once, questioned if they differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PlaceRoad
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.i18n import message_from_json
from companion.island.geometry import INTERSECTIONS, PATHS, PATHS_AT
from companion.observations import DiceDetection, InputEntered, InputRefused, SourceReport, TimePassed
from companion.rolls import TOWER_REPORT_S
from companion.table.api_types import QuestionShown
from companion.table.questions import MAX_OPEN_QUESTIONS
from companion.table.table import Table
from tests.games.simulated_camera import SimulatedCamera
from tests.table_views import view


@pytest.fixture
def watched_table(founded_table: Table) -> Table:
    """A founded game with a working tower and camera."""
    for source in ("tower", "camera"):
        founded_table.observe(SourceReport(founded_table.game_time(), source, "ok"))
    return founded_table


def tower(t: float, a: int, b: int) -> DiceDetection:
    return DiceDetection(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{a}{b}{t}")


def camera(t: float, a: int, b: int) -> DiceDetection:
    return DiceDetection(t, "camera", (a, b), 0.95, thrown=False)


def rolls(table: Table) -> list[tuple[str, list[int]]]:
    log = view(table)["log"]
    events = [line["event"] for line in log]
    return [(event["player"], event["dice"]) for event in events if event["kind"] == "roll"]


def last_certainty(table: Table) -> float:
    """Return the certainty of the last line; people are sure of what they say."""
    return float(view(table)["log"][-1].get("certainty", 1))


def questions(table: Table) -> list[QuestionShown]:
    asked: list[QuestionShown] = table.snapshot()["questions"]
    return asked


def answer_question(table: Table, answer: int, question: int = -1) -> None:
    number = questions(table)[question]["number"]
    table.submit({"kind": "answer", "question": number, "answer": answer})


def test_a_roll_that_tower_and_camera_saw_counts_once(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 5, 3))
    assert rolls(watched_table) == [("red", [3, 5])]
    assert questions(watched_table) == []


def test_if_the_sources_differ_the_roll_counts_and_the_table_asks(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    assert rolls(watched_table) == [("red", [3, 5])]
    (asked,) = questions(watched_table)
    assert asked["word"] == "which_dice"
    assert [answer["fields"] for answer in asked["answers"]] == [
        {"dice": [3, 5], "source": "tower"},
        {"dice": [3, 4], "source": "camera"},
    ]


def test_the_first_answer_keeps_the_recorded_roll(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    answer_question(watched_table, 0)
    assert rolls(watched_table) == [("red", [3, 5])]
    assert questions(watched_table) == []


def test_the_second_answer_corrects_the_roll_and_its_production(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 6, 5))
    answer_question(watched_table, 1)
    assert rolls(watched_table) == [("red", [6, 5])]
    assert view(watched_table)["roll"]["sum"] == 11
    assert questions(watched_table) == []


def test_a_manual_correction_answers_the_question_too(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    entry = view(watched_table)["log"][-1]["number"]
    other = {"kind": "roll", "player": "red", "dice": [1, 1]}
    watched_table.submit({"kind": "correct", "entry": entry, "event": other})
    assert questions(watched_table) == []


def test_an_undone_roll_is_no_longer_asked_about(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    watched_table.submit({"kind": "undo"})
    assert questions(watched_table) == []


def test_the_question_stays_open_while_play_goes_on(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    watched_table.observe(tower(130.0, 6, 2))
    assert len(questions(watched_table)) == 1
    answer_question(watched_table, 1)
    assert rolls(watched_table) == [("red", [3, 4]), ("blue", [6, 2])]


def test_dice_beside_a_working_tower_are_asked_about(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(110.0, 6, 2))
    assert rolls(watched_table) == [("red", [3, 5])]
    assert questions(watched_table)[0]["word"] == "is_it_a_roll"


def test_dice_confirmed_as_a_roll_are_recorded(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(110.0, 6, 2))
    answer_question(watched_table, 1)
    assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2])]
    assert questions(watched_table) == []


def test_a_tower_throw_after_confirmed_dice_is_the_next_players(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(watched_table.game_time(), 6, 2))
    answer_question(watched_table, 1)
    watched_table.observe(tower(watched_table.game_time() + 4, 4, 4))
    assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
    assert questions(watched_table) == []


def test_a_question_about_a_roll_stays_open_while_players_trade(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(105.0, 6, 2))
    watched_table.submit({"kind": "maritime_trade", "give": {"lumber": 4}, "take": {"ore": 1}})
    assert [asked["word"] for asked in questions(watched_table)] == ["is_it_a_roll"]


def build(table: Table, colour: Colour, t: float) -> None:
    """Let the camera see a new road of a colour at a time."""
    session = table.session
    assert session is not None
    state = session.state
    eyes = SimulatedCamera()
    eyes.look(state, 0.0)
    starts = [INTERSECTIONS[n] for n in indices(state.players[state.seat(colour)].buildings)]
    taken = {PATHS[n] for n in indices(state.roads())}
    path = next(path for start in starts for path in PATHS_AT[start] if path not in taken)
    seen = eyes.look(apply(state, PlaceRoad(colour, path)), t)
    table.observe(replace(seen, t=t + 1.0))


def test_a_roll_reported_after_its_player_passed_the_dice_comes_before_that(watched_table: Table) -> None:
    watched_table.submit({"kind": "end_turn"})
    watched_table.observe(camera(watched_table.game_time() - 1, 6, 4))
    log = view(watched_table)["log"]
    assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-2:]] == [
        ("roll", "red"), ("end_turn", "red")
    ]  # fmt: skip
    watched_table.observe(camera(watched_table.game_time() + 20, 1, 1))
    assert rolls(watched_table) == [("red", [6, 4]), ("blue", [1, 1])]


def test_a_roll_entered_right_after_other_dice_came_to_rest_was_before_them(watched_table: Table) -> None:
    watched_table.observe(camera(watched_table.game_time(), 6, 4))
    watched_table.submit({"kind": "roll", "dice": [1, 1]})
    assert rolls(watched_table) == [("red", [1, 1]), ("blue", [6, 4])]
    watched_table.observe(camera(watched_table.game_time() + 20, 2, 3))
    assert rolls(watched_table)[2:] == [("white", [2, 3])]


class TestThrownAgain:
    """Both dice are thrown twice, and nothing is recorded in between."""

    def test_a_second_throw_soon_after_replaces_the_first(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 6, 4))
        watched_table.observe(tower(102.0, 2, 3))
        assert rolls(watched_table) == [("red", [2, 3])]
        (asked,) = questions(watched_table)
        assert asked["word"] == "thrown_twice"
        assert [answer["word"] for answer in asked["answers"]] == ["thrown_again", "next_player"]
        doubtful = last_certainty(watched_table)
        answer_question(watched_table, 0)
        assert rolls(watched_table) == [("red", [2, 3])]
        assert questions(watched_table) == []
        assert doubtful < 0.95
        assert last_certainty(watched_table) == 1

    def test_people_may_answer_that_the_next_player_rolled(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 6, 4))
        watched_table.observe(tower(102.0, 2, 3))
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [("red", [6, 4]), ("blue", [2, 3])]
        assert view(watched_table)["on_turn"] == "blue"

    def test_a_later_throw_is_the_next_players_and_people_may_answer_that_it_is_not(
        self, watched_table: Table
    ) -> None:
        watched_table.observe(tower(100.0, 6, 4))
        watched_table.observe(tower(106.0, 2, 3))
        assert rolls(watched_table) == [("red", [6, 4]), ("blue", [2, 3])]
        (asked,) = questions(watched_table)
        assert [answer["word"] for answer in asked["answers"]] == ["next_player", "thrown_again"]
        assert last_certainty(watched_table) < 0.95
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [("red", [2, 3])]
        assert view(watched_table)["on_turn"] == "red"

    def test_a_piece_of_the_active_player_makes_the_roll_certain_and_keeps_a_correction(
        self, watched_table: Table
    ) -> None:
        watched_table.submit({"kind": "show_hand", "player": "blue", "resources": {"lumber": 1, "brick": 1}})
        watched_table.observe(camera(200.0, 6, 4))
        watched_table.observe(camera(204.0, 2, 3))
        (line,) = [line for line in view(watched_table)["log"] if line["event"].get("dice") == [2, 3]]
        assert line["certainty"] < 0.95
        corrected = {**line["event"], "dice": [1, 1]}
        watched_table.submit({"kind": "correct", "entry": line["number"], "event": corrected})
        build(watched_table, "blue", 230.0)
        assert rolls(watched_table) == [("red", [6, 4]), ("blue", [1, 1])]

    def test_a_piece_of_the_active_player_makes_a_doubtful_roll_certain(self, watched_table: Table) -> None:
        watched_table.submit({"kind": "show_hand", "player": "blue", "resources": {"lumber": 1, "brick": 1}})
        watched_table.observe(camera(200.0, 6, 4))
        watched_table.observe(camera(204.0, 2, 3))
        build(watched_table, "blue", 230.0)
        (line,) = [line for line in view(watched_table)["log"] if line["event"].get("dice") == [2, 3]]
        assert line["certainty"] == 0.95

    def test_the_question_about_the_next_player_ends_with_the_next_roll(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 6, 4))
        watched_table.observe(tower(106.0, 2, 3))
        watched_table.observe(tower(140.0, 1, 1))
        assert questions(watched_table) == []

    def test_a_throw_while_the_robber_waits_replaces_the_seven(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 3, 4))
        watched_table.observe(tower(106.0, 2, 3))
        assert rolls(watched_table) == [("red", [2, 3])]
        assert [asked["word"] for asked in questions(watched_table)] == ["thrown_twice"]
        assert view(watched_table)["phase"] == "play"

    def test_dice_thrown_from_a_hand_in_which_they_had_rolled_are_one_roll(
        self, founded_table: Table
    ) -> None:
        carried = DiceDetection(100.0, "bluetooth", (6, 4), began=99.0)
        founded_table.observe(carried)
        founded_table.observe(DiceDetection(102.6, "bluetooth", (2, 3), began=101.5, lay_s=0.3))
        assert rolls(founded_table) == [("red", [2, 3])]
        assert questions(founded_table) == []

    def test_a_replaced_throw_is_not_recorded_again(self, watched_table: Table) -> None:
        for throw in (tower(100.0, 6, 4), tower(102.0, 2, 3), tower(102.0, 2, 3), tower(100.0, 6, 4)):
            watched_table.observe(throw)
        assert rolls(watched_table) == [("red", [2, 3])]

    def test_a_turn_end_between_two_throws_makes_them_two_rolls(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 6, 4))
        watched_table.observe(InputEntered(101.0, "tablet", {"kind": "end_turn"}))
        watched_table.observe(tower(102.0, 2, 3))
        assert rolls(watched_table) == [("red", [6, 4]), ("blue", [2, 3])]
        assert questions(watched_table) == []


class TestOffTowerDice:
    """Players throw anywhere; play shows whether dice beside the tower were a roll."""

    @pytest.fixture(autouse=True)
    def _first_roll(self, watched_table: Table) -> None:
        watched_table.observe(tower(100.0, 3, 5))

    def lay_dice(self, table: Table, t: float, a: int, b: int) -> None:
        """Dice settle and the camera watches until the tower would have reported them."""
        table.observe(camera(t, a, b))
        table.observe(TimePassed(t + TOWER_REPORT_S, "camera"))

    def words(self, table: Table) -> list[str]:
        return [asked["word"] for asked in questions(table)]

    def test_dice_without_a_tower_report_are_counted_and_asked_about(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched_table) == ["counted_beside"]

    def test_dice_count_from_when_they_settled_with_the_next_observation(self, watched_table: Table) -> None:
        watched_table.observe(camera(110.0, 6, 2))
        watched_table.observe(TimePassed(111.0, "camera"))
        assert rolls(watched_table) == [("red", [3, 5])]
        watched_table.observe(tower(150.0, 1, 1))
        log = view(watched_table)["log"]
        assert [line["t"] for line in log if line["event"]["kind"] == "roll"] == [100.0, 110.0]

    def test_dice_count_before_later_inputs(self, watched_table: Table) -> None:
        watched_table.observe(camera(110.0, 6, 2))
        watched_table.observe(InputEntered(111.0, "tablet", {"kind": "buy_development_card"}))
        log = view(watched_table)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-2:]] == [
            ("roll", "blue"), ("buy_development_card", "blue")
        ]  # fmt: skip

    def test_dice_do_not_count_before_the_roll_that_players_enter(self, watched_table: Table) -> None:
        watched_table.observe(camera(110.0, 6, 2))
        watched_table.observe(InputEntered(115.0, "tablet", {"kind": "roll", "dice": [6, 2]}))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched_table) == []

    def test_dice_do_not_count_while_the_robber_is_due(self, watched_table: Table) -> None:
        watched_table.observe(tower(120.0, 3, 4))
        self.lay_dice(watched_table, 140.0, 6, 2)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [3, 4])]
        assert self.words(watched_table) == ["is_it_a_roll"]

    def test_dice_read_with_low_confidence_do_not_count(self, watched_table: Table) -> None:
        watched_table.observe(DiceDetection(110.0, "camera", (6, 2), 0.4, thrown=False))
        watched_table.observe(TimePassed(120.0, "camera"))
        assert rolls(watched_table) == [("red", [3, 5])]
        assert self.words(watched_table) == ["is_it_a_roll"]

    def test_rejected_dice_are_undone_with_the_turn_that_they_began(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [("red", [3, 5])]
        assert view(watched_table)["on_turn"] == "red"
        watched_table.observe(tower(140.0, 4, 4))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [4, 4])]
        assert questions(watched_table) == []

    def test_unplayed_dice_are_replaced_by_the_next_tower_throw(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        watched_table.observe(tower(140.0, 4, 4))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [4, 4])]
        assert self.words(watched_table) == ["own_roll"]

    def test_replaced_dice_confirmed_as_a_roll_move_the_throw_to_the_next_player(
        self, watched_table: Table
    ) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        watched_table.observe(tower(140.0, 4, 4))
        watched_table.observe(tower(170.0, 1, 2))
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [1, 2])
        ]  # fmt: skip
        assert view(watched_table)["on_turn"] == "red"
        assert questions(watched_table) == []

    def test_played_dice_stay_the_roll_and_the_throw_is_the_next_players(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        trade = {"give": {"lumber": 4}, "take": {"ore": 1}}
        watched_table.submit({"kind": "maritime_trade", "player": "blue", **trade})
        watched_table.observe(tower(140.0, 4, 4))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert questions(watched_table) == []

    def test_dice_count_without_a_tower_where_players_throw_off_tower(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        answer_question(watched_table, 0)
        self.lay_dice(watched_table, 120.0, 1, 2)
        assert questions(watched_table) == []
        watched_table.observe(tower(140.0, 4, 4))
        watched_table.observe(tower(150.0, 5, 5))
        assert [dice for _, dice in rolls(watched_table)] == [[3, 5], [6, 2], [1, 2], [4, 4], [5, 5]]
        assert self.words(watched_table) == ["own_roll"]
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [5, 5])
        ]  # fmt: skip

    def test_dice_just_removed_from_the_tower_are_only_asked_about(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 105.0, 6, 2)
        assert rolls(watched_table) == [("red", [3, 5])]
        assert self.words(watched_table) == ["is_it_a_roll"]
        watched_table.observe(tower(140.0, 4, 4))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [4, 4])]
        assert self.words(watched_table) == ["own_roll"]
        answer_question(watched_table, 1)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]

    def test_ignored_dice_count_if_the_next_player_builds(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 105.0, 6, 2)
        build(watched_table, "blue", 112.0)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched_table) == []

    def test_ignored_dice_count_before_later_inputs(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 105.0, 6, 2)
        watched_table.observe(InputEntered(110.0, "tablet", {"kind": "buy_development_card"}))
        build(watched_table, "blue", 112.0)
        log = view(watched_table)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-4:]] == [
            ("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue"), ("place_road", "blue")
        ]  # fmt: skip

    def test_ignored_dice_stay_ignored_if_the_active_player_builds(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 105.0, 6, 2)
        build(watched_table, "red", 112.0)
        assert rolls(watched_table) == [("red", [3, 5])]

    def test_replaced_dice_count_if_the_player_after_them_builds(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        watched_table.observe(tower(140.0, 4, 4))
        build(watched_table, "white", 150.0)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert self.words(watched_table) == []

    def test_replaced_dice_count_if_play_shows_it_a_turn_later(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        watched_table.observe(tower(140.0, 4, 4))
        watched_table.observe(tower(170.0, 1, 2))
        build(watched_table, "red", 180.0)
        assert rolls(watched_table) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [1, 2])
        ]  # fmt: skip

    def test_replaced_dice_stay_replaced_if_play_agrees(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        watched_table.observe(tower(140.0, 4, 4))
        build(watched_table, "blue", 150.0)
        watched_table.observe(tower(170.0, 1, 2))
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [4, 4]), ("white", [1, 2])]

    def test_dice_recorded_as_a_roll_are_removed_if_the_previous_player_builds(
        self, watched_table: Table
    ) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        answer_question(watched_table, 0)
        self.lay_dice(watched_table, 120.0, 1, 2)
        watched_table.observe(tower(140.0, 4, 4))
        build(watched_table, "white", 155.0)
        assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert self.words(watched_table) == []

    def test_dice_laid_down_every_turn_are_asked_about_once(self, watched_table: Table) -> None:
        self.lay_dice(watched_table, 110.0, 6, 2)
        answer_question(watched_table, 1)
        for n, dice in enumerate(((4, 4), (1, 2), (5, 5))):
            watched_table.observe(tower(140.0 + 30 * n, *dice))
            self.lay_dice(watched_table, 155.0 + 30 * n, 6, 3)
        assert [dice for _, dice in rolls(watched_table)] == [[3, 5], [4, 4], [1, 2], [5, 5]]
        assert self.words(watched_table) == ["is_it_a_roll"]


def test_the_camera_counts_rolls_once_the_tower_is_unplugged(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(SourceReport(105.0, "tower", "waiting", "The dice tower isn't plugged in."))
    watched_table.observe(camera(110.0, 6, 2))
    assert rolls(watched_table) == [("red", [3, 5]), ("blue", [6, 2])]


def test_dice_that_the_camera_reads_badly_are_asked_about(watched_table: Table) -> None:
    watched_table.observe(DiceDetection(100.0, "camera", (6, 2), 0.4, thrown=False))
    assert rolls(watched_table) == []
    assert questions(watched_table)[0]["word"] == "is_it_a_roll"


class TestDoubtfulThrows:
    """The camera alone sees doubtful dice; players are asked and may play on without answering."""

    def observe_dice(self, table: Table, t: float, a: int, b: int) -> None:
        table.observe(DiceDetection(t, "camera", (a, b), 0.4, thrown=False))

    @pytest.fixture
    def asked_table(self, founded_table: Table) -> Table:
        founded_table.observe(SourceReport(founded_table.game_time(), "camera", "ok"))
        founded_table.observe(camera(100.0, 3, 5))
        self.observe_dice(founded_table, 120.0, 6, 2)
        assert [one["word"] for one in questions(founded_table)] == ["is_it_a_roll"]
        return founded_table

    def test_doubtful_dice_count_once_the_next_dice_fall(self, asked_table: Table) -> None:
        asked_table.observe(camera(140.0, 1, 1))
        assert rolls(asked_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]
        log = view(asked_table)["log"]
        (counted,) = (line for line in log if line["event"].get("dice") == [6, 2])
        assert counted["certainty"] == 0.4

    def test_doubtful_dice_count_before_later_inputs(self, asked_table: Table) -> None:
        asked_table.observe(InputEntered(125.0, "tablet", {"kind": "buy_development_card"}))
        asked_table.observe(camera(140.0, 1, 1))
        log = view(asked_table)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-5:]] == [
            ("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue"),
            ("end_turn", "blue"), ("roll", "white"),
        ]  # fmt: skip

    def test_doubtful_dice_count_once_if_players_insert_the_roll(self, asked_table: Table) -> None:
        asked_table.observe(InputEntered(125.0, "tablet", {"kind": "buy_development_card"}))
        bought = view(asked_table)["log"][-1]["number"]
        roll = {"kind": "roll", "player": "blue", "dice": [6, 2]}
        asked_table.observe(
            InputEntered(127.0, "tablet", {"kind": "correct", "before": bought, "event": roll})
        )
        assert questions(asked_table) == []
        asked_table.observe(camera(140.0, 1, 1))
        assert rolls(asked_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]

    def test_doubtful_dice_count_if_the_next_player_builds(self, asked_table: Table) -> None:
        build(asked_table, "blue", 127.0)
        assert rolls(asked_table) == [("red", [3, 5]), ("blue", [6, 2])]
        assert questions(asked_table) == []

    def test_doubtful_dice_do_not_count_if_the_active_player_builds(self, asked_table: Table) -> None:
        build(asked_table, "red", 127.0)
        assert rolls(asked_table) == [("red", [3, 5])]

    def test_rejected_dice_do_not_count(self, asked_table: Table) -> None:
        answer_question(asked_table, 0)
        asked_table.observe(camera(140.0, 1, 1))
        assert rolls(asked_table) == [("red", [3, 5]), ("blue", [1, 1])]

    def test_confirmed_dice_count_once(self, asked_table: Table) -> None:
        answer_question(asked_table, 1)
        asked_table.observe(camera(140.0, 1, 1))
        assert rolls(asked_table) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]

    def test_dice_that_show_the_last_roll_do_not_count(self, founded_table: Table) -> None:
        """A hand moved them aside."""
        founded_table.observe(SourceReport(founded_table.game_time(), "camera", "ok"))
        founded_table.observe(camera(100.0, 3, 5))
        self.observe_dice(founded_table, 120.0, 5, 3)
        founded_table.observe(camera(140.0, 1, 1))
        assert rolls(founded_table) == [("red", [3, 5]), ("blue", [1, 1])]

    def test_doubtful_dice_do_not_count_while_the_robber_is_due(self, founded_table: Table) -> None:
        founded_table.observe(SourceReport(founded_table.game_time(), "camera", "ok"))
        founded_table.observe(camera(100.0, 3, 4))
        self.observe_dice(founded_table, 105.0, 6, 2)
        founded_table.observe(camera(140.0, 1, 1))
        assert [dice for _, dice in rolls(founded_table)] == [[3, 4], [1, 1]]


def test_after_an_answer_the_cameras_next_roll_is_a_new_one(watched_table: Table) -> None:
    watched_table.observe(DiceDetection(100.0, "camera", (6, 2), 0.4, thrown=False))
    answer_question(watched_table, 1)
    watched_table.observe(camera(watched_table.game_time() + 5, 6, 2))
    assert rolls(watched_table) == [("red", [6, 2]), ("blue", [6, 2])]
    assert questions(watched_table) == []


def test_a_throw_that_the_tower_reads_badly_has_to_be_entered(watched_table: Table) -> None:
    watched_table.observe(DiceDetection(100.0, "tower", (6, 2), 0.4, "tower:7e57ab1e:1"))
    assert rolls(watched_table) == []
    assert "please enter the roll" in message_from_json(watched_table.snapshot()["notices"][0])


def test_a_roll_entered_by_hand_and_then_read_counts_once(watched_table: Table) -> None:
    watched_table.submit({"kind": "roll", "dice": [3, 5]})
    watched_table.observe(tower(watched_table.game_time() + 4, 3, 5))
    assert rolls(watched_table) == [("red", [3, 5])]


def test_before_the_founding_is_complete_dice_raise_no_question(
    table: Table, base_game: dict[str, Any]
) -> None:
    table.start_game(base_game)
    table.observe(SourceReport(table.game_time(), "tower", "ok"))
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
def test_an_answer_without_a_question_is_refused(watched_table: Table, data: dict[str, Any]) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    with pytest.raises(InputRefused):
        watched_table.submit(data)
    assert len(questions(watched_table)) == 1


def test_a_second_answer_is_refused(watched_table: Table) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    number = questions(watched_table)[0]["number"]
    watched_table.submit({"kind": "answer", "question": number, "answer": 1})
    with pytest.raises(InputRefused, match="already been answered"):
        watched_table.submit({"kind": "answer", "question": number, "answer": 1})


def test_the_number_of_open_questions_is_limited(watched_table: Table) -> None:
    for n in range(MAX_OPEN_QUESTIONS + 2):
        watched_table.observe(tower(100.0 + 30 * n, 3, 5))
        watched_table.observe(camera(100.5 + 30 * n, 3, 4))
    assert len(questions(watched_table)) == MAX_OPEN_QUESTIONS


def test_a_new_game_has_no_questions_of_the_old_one(watched_table: Table, base_game: dict[str, Any]) -> None:
    watched_table.observe(tower(100.0, 3, 5))
    watched_table.observe(camera(100.6, 3, 4))
    watched_table.start_game({**base_game, "abandon": True})
    assert questions(watched_table) == []
