"""Rolls at the table: told by tower, camera and people, counted once, asked about where they differ."""

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
from companion.observations import InputEntered, InputRefused, RollSeen, SourceReport, TimePassed
from companion.table.api_types import QuestionShown
from companion.table.questions import MAX_OPEN_QUESTIONS
from companion.table.roll_fusion import TOWER_REPORT_S
from companion.table.table import Table
from tests.games.seen import Eyes
from tests.shown import view


@pytest.fixture
def watched(founded: Table) -> Table:
    """A founded game, tower and camera at work."""
    for source in ("tower", "camera"):
        founded.observe(SourceReport(founded.game_time(), source, "ok"))
    return founded


def tower(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "tower", (a, b), 0.98, f"tower:7e57ab1e:{a}{b}{t}")


def camera(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "camera", (a, b), 0.95, thrown=False)


def rolls(table: Table) -> list[tuple[str, list[int]]]:
    log = view(table)["log"]
    events = [line["event"] for line in log]
    return [(event["player"], event["dice"]) for event in events if event["kind"] == "roll"]


def questions(table: Table) -> list[QuestionShown]:
    asked: list[QuestionShown] = table.snapshot()["questions"]
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
    assert view(watched)["roll"]["sum"] == 11
    assert questions(watched) == []


def test_a_correction_by_hand_answers_the_question_too(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    entry = view(watched)["log"][-1]["number"]
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
    watched.observe(camera(watched.game_time(), 6, 2))
    give(watched, 1)
    watched.observe(tower(watched.game_time() + 4, 4, 4))
    assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
    assert questions(watched) == []


def test_a_question_about_a_roll_stands_while_pieces_are_put_down(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(105.0, 6, 2))
    watched.submit({"kind": "maritime_trade", "give": {"lumber": 4}, "take": {"ore": 1}})
    assert [asked["word"] for asked in questions(watched)] == ["is_it_a_roll"]


def build(table: Table, colour: Colour, t: float) -> None:
    """The camera sees a road of a colour that was put down at a time."""
    session = table.session
    assert session is not None
    state = session.state
    eyes = Eyes()
    eyes.look(state, 0.0)
    starts = [INTERSECTIONS[n] for n in indices(state.players[state.seat(colour)].buildings)]
    taken = {PATHS[n] for n in indices(state.roads())}
    path = next(path for start in starts for path in PATHS_AT[start] if path not in taken)
    seen = eyes.look(apply(state, PlaceRoad(colour, path)), t)
    table.observe(replace(seen, t=t + 1.0))


class TestDiceBesideATower:
    """People throw where they like. What nobody tells of dice beside a tower, play shows."""

    @pytest.fixture(autouse=True)
    def thrown(self, watched: Table) -> None:
        watched.observe(tower(100.0, 3, 5))

    def lay(self, table: Table, t: float, a: int, b: int) -> None:
        """Dice come to rest, and the camera looks on."""
        table.observe(camera(t, a, b))
        table.observe(TimePassed(t + TOWER_REPORT_S, "camera"))

    def words(self, table: Table) -> list[str]:
        return [asked["word"] for asked in questions(table)]

    def test_are_counted_when_the_tower_told_no_throw_and_asked_about(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched) == ["counted_beside"]

    def test_are_counted_as_of_when_they_came_to_rest_whatever_is_observed_next(self, watched: Table) -> None:
        watched.observe(camera(110.0, 6, 2))
        watched.observe(TimePassed(111.0, "camera"))
        assert rolls(watched) == [("red", [3, 5])]
        watched.observe(tower(150.0, 1, 1))
        log = view(watched)["log"]
        assert [line["t"] for line in log if line["event"]["kind"] == "roll"] == [100.0, 110.0]

    def test_are_counted_before_what_people_enter_after_them(self, watched: Table) -> None:
        watched.observe(camera(110.0, 6, 2))
        watched.observe(InputEntered(111.0, "tablet", {"kind": "buy_development_card"}))
        log = view(watched)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-2:]] == [
            ("roll", "blue"), ("buy_development_card", "blue")
        ]  # fmt: skip

    def test_are_not_counted_before_the_roll_that_people_enter(self, watched: Table) -> None:
        watched.observe(camera(110.0, 6, 2))
        watched.observe(InputEntered(115.0, "tablet", {"kind": "roll", "dice": [6, 2]}))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched) == []

    def test_are_not_counted_while_the_robber_waits_to_be_moved(self, watched: Table) -> None:
        watched.observe(tower(120.0, 3, 4))
        self.lay(watched, 140.0, 6, 2)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [3, 4])]
        assert self.words(watched) == ["is_it_a_roll"]

    def test_are_not_counted_where_they_can_hardly_be_read(self, watched: Table) -> None:
        watched.observe(RollSeen(110.0, "camera", (6, 2), 0.4, thrown=False))
        watched.observe(TimePassed(120.0, "camera"))
        assert rolls(watched) == [("red", [3, 5])]
        assert self.words(watched) == ["is_it_a_roll"]

    def test_that_were_none_are_taken_back_with_the_turn_that_they_began(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        give(watched, 1)
        assert rolls(watched) == [("red", [3, 5])]
        assert view(watched)["on_turn"] == "red"
        watched.observe(tower(140.0, 4, 4))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [4, 4])]
        assert questions(watched) == []

    def test_give_way_to_the_tower_s_next_throw_unless_they_were_played(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        watched.observe(tower(140.0, 4, 4))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [4, 4])]
        assert self.words(watched) == ["own_roll"]

    def test_that_gave_way_and_were_a_roll_make_the_throw_the_next_player_s(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        watched.observe(tower(140.0, 4, 4))
        watched.observe(tower(170.0, 1, 2))
        give(watched, 1)
        assert rolls(watched) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [1, 2])
        ]  # fmt: skip
        assert view(watched)["on_turn"] == "red"
        assert questions(watched) == []

    def test_that_were_played_are_the_roll_and_the_throw_is_the_next_player_s(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        trade = {"give": {"lumber": 4}, "take": {"ore": 1}}
        watched.submit({"kind": "maritime_trade", "player": "blue", **trade})
        watched.observe(tower(140.0, 4, 4))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert questions(watched) == []

    def test_are_a_roll_of_their_own_where_people_throw_there_and_asked_about(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        give(watched, 0)
        self.lay(watched, 120.0, 1, 2)
        assert questions(watched) == []
        watched.observe(tower(140.0, 4, 4))
        watched.observe(tower(150.0, 5, 5))
        assert [dice for _, dice in rolls(watched)] == [[3, 5], [6, 2], [1, 2], [4, 4], [5, 5]]
        assert self.words(watched) == ["own_roll"]
        give(watched, 1)
        assert rolls(watched) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [5, 5])
        ]  # fmt: skip

    def test_just_taken_out_of_the_tower_are_only_asked_about_and_again_with_the_next_throw(
        self, watched: Table
    ) -> None:
        self.lay(watched, 105.0, 6, 2)
        assert rolls(watched) == [("red", [3, 5])]
        assert self.words(watched) == ["is_it_a_roll"]
        watched.observe(tower(140.0, 4, 4))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [4, 4])]
        assert self.words(watched) == ["own_roll"]
        give(watched, 1)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]

    def test_that_were_left_out_were_a_roll_where_the_next_player_builds(self, watched: Table) -> None:
        self.lay(watched, 105.0, 6, 2)
        build(watched, "blue", 112.0)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]
        assert self.words(watched) == []

    def test_that_were_left_out_were_a_roll_before_what_was_entered_since(self, watched: Table) -> None:
        self.lay(watched, 105.0, 6, 2)
        watched.observe(InputEntered(110.0, "tablet", {"kind": "buy_development_card"}))
        build(watched, "blue", 112.0)
        log = view(watched)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-4:]] == [
            ("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue"), ("place_road", "blue")
        ]  # fmt: skip

    def test_that_were_left_out_stay_so_where_the_player_on_turn_builds(self, watched: Table) -> None:
        self.lay(watched, 105.0, 6, 2)
        build(watched, "red", 112.0)
        assert rolls(watched) == [("red", [3, 5])]

    def test_that_gave_way_were_a_roll_where_the_player_after_them_builds(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        watched.observe(tower(140.0, 4, 4))
        build(watched, "white", 150.0)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert self.words(watched) == []

    def test_that_gave_way_were_a_roll_where_play_shows_it_a_turn_later(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        watched.observe(tower(140.0, 4, 4))
        watched.observe(tower(170.0, 1, 2))
        build(watched, "red", 180.0)
        assert rolls(watched) == [
            ("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4]), ("red", [1, 2])
        ]  # fmt: skip

    def test_that_gave_way_stay_so_where_play_agrees(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        watched.observe(tower(140.0, 4, 4))
        build(watched, "blue", 150.0)
        watched.observe(tower(170.0, 1, 2))
        assert rolls(watched) == [("red", [3, 5]), ("blue", [4, 4]), ("white", [1, 2])]

    def test_that_were_told_as_one_were_none_where_the_player_before_builds(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        give(watched, 0)
        self.lay(watched, 120.0, 1, 2)
        watched.observe(tower(140.0, 4, 4))
        build(watched, "white", 150.0)
        assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [4, 4])]
        assert self.words(watched) == []

    def test_that_people_lay_down_turn_after_turn_are_asked_about_once(self, watched: Table) -> None:
        self.lay(watched, 110.0, 6, 2)
        give(watched, 1)
        for n, dice in enumerate(((4, 4), (1, 2), (5, 5))):
            watched.observe(tower(140.0 + 30 * n, *dice))
            self.lay(watched, 155.0 + 30 * n, 6, 3)
        assert [dice for _, dice in rolls(watched)] == [[3, 5], [4, 4], [1, 2], [5, 5]]
        assert self.words(watched) == ["is_it_a_roll"]


def test_the_camera_counts_when_the_tower_s_plug_comes_out(watched: Table) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(SourceReport(105.0, "tower", "waiting", "The dice tower isn't plugged in."))
    watched.observe(camera(110.0, 6, 2))
    assert rolls(watched) == [("red", [3, 5]), ("blue", [6, 2])]


def test_dice_that_the_camera_read_badly_are_asked_about(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "camera", (6, 2), 0.4, thrown=False))
    assert rolls(watched) == []
    assert questions(watched)[0]["word"] == "is_it_a_roll"


class TestDiceThatWereHardlyThrown:
    """The camera alone sees dice that may be a roll; people are asked, and go on without an answer."""

    def seen(self, table: Table, t: float, a: int, b: int) -> None:
        table.observe(RollSeen(t, "camera", (a, b), 0.4, thrown=False))

    @pytest.fixture
    def asked(self, founded: Table) -> Table:
        founded.observe(SourceReport(founded.game_time(), "camera", "ok"))
        founded.observe(camera(100.0, 3, 5))
        self.seen(founded, 120.0, 6, 2)
        assert [one["word"] for one in questions(founded)] == ["is_it_a_roll"]
        return founded

    def test_are_a_roll_once_the_next_dice_fall_and_the_table_says_so(self, asked: Table) -> None:
        asked.observe(camera(140.0, 1, 1))
        assert rolls(asked) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]
        log = view(asked)["log"]
        (counted,) = (line for line in log if line["event"].get("dice") == [6, 2])
        assert counted["certainty"] == 0.4

    def test_are_a_roll_before_what_was_entered_since(self, asked: Table) -> None:
        asked.observe(InputEntered(125.0, "tablet", {"kind": "buy_development_card"}))
        asked.observe(camera(140.0, 1, 1))
        log = view(asked)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-5:]] == [
            ("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue"),
            ("end_turn", "blue"), ("roll", "white"),
        ]  # fmt: skip

    def test_are_counted_once_where_people_put_them_in_where_they_belong(self, asked: Table) -> None:
        asked.observe(InputEntered(125.0, "tablet", {"kind": "buy_development_card"}))
        bought = view(asked)["log"][-1]["number"]
        roll = {"kind": "roll", "player": "blue", "dice": [6, 2]}
        asked.observe(InputEntered(127.0, "tablet", {"kind": "correct", "before": bought, "event": roll}))
        assert questions(asked) == []
        asked.observe(camera(140.0, 1, 1))
        assert rolls(asked) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]

    def test_are_a_roll_where_the_next_player_builds(self, asked: Table) -> None:
        build(asked, "blue", 127.0)
        assert rolls(asked) == [("red", [3, 5]), ("blue", [6, 2])]
        assert questions(asked) == []

    def test_are_none_where_the_player_on_turn_builds_until_the_next_dice_fall(self, asked: Table) -> None:
        build(asked, "red", 127.0)
        assert rolls(asked) == [("red", [3, 5])]

    def test_are_none_where_people_said_so(self, asked: Table) -> None:
        give(asked, 0)
        asked.observe(camera(140.0, 1, 1))
        assert rolls(asked) == [("red", [3, 5]), ("blue", [1, 1])]

    def test_are_counted_once_where_people_said_that_they_were_one(self, asked: Table) -> None:
        give(asked, 1)
        asked.observe(camera(140.0, 1, 1))
        assert rolls(asked) == [("red", [3, 5]), ("blue", [6, 2]), ("white", [1, 1])]

    def test_are_none_where_they_show_what_was_rolled_last(self, founded: Table) -> None:
        """A hand moved them aside."""
        founded.observe(SourceReport(founded.game_time(), "camera", "ok"))
        founded.observe(camera(100.0, 3, 5))
        self.seen(founded, 120.0, 5, 3)
        founded.observe(camera(140.0, 1, 1))
        assert rolls(founded) == [("red", [3, 5]), ("blue", [1, 1])]

    def test_are_none_while_the_robber_waits_to_be_moved(self, founded: Table) -> None:
        founded.observe(SourceReport(founded.game_time(), "camera", "ok"))
        founded.observe(camera(100.0, 3, 4))
        self.seen(founded, 105.0, 6, 2)
        founded.observe(camera(140.0, 1, 1))
        assert [dice for _, dice in rolls(founded)] == [[3, 4], [1, 1]]


def test_after_an_answer_the_camera_s_next_roll_is_the_next(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "camera", (6, 2), 0.4, thrown=False))
    give(watched, 1)
    watched.observe(camera(watched.game_time() + 5, 6, 2))
    assert rolls(watched) == [("red", [6, 2]), ("blue", [6, 2])]
    assert questions(watched) == []


def test_a_throw_that_the_tower_read_badly_has_to_be_entered(watched: Table) -> None:
    watched.observe(RollSeen(100.0, "tower", (6, 2), 0.4, "tower:7e57ab1e:1"))
    assert rolls(watched) == []
    assert "please enter the roll" in message_from_json(watched.snapshot()["notices"][0])


def test_a_roll_entered_by_hand_and_read_after_all_counts_once(watched: Table) -> None:
    watched.submit({"kind": "roll", "dice": [3, 5]})
    watched.observe(tower(watched.game_time() + 4, 3, 5))
    assert rolls(watched) == [("red", [3, 5])]


def test_before_the_founding_is_over_nothing_is_asked_of_dice(
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
    with pytest.raises(InputRefused, match="already been answered"):
        watched.submit({"kind": "answer", "question": number, "answer": 1})


def test_only_so_many_questions_wait(watched: Table) -> None:
    for n in range(MAX_OPEN_QUESTIONS + 2):
        watched.observe(tower(100.0 + 30 * n, 3, 5))
        watched.observe(camera(100.5 + 30 * n, 3, 4))
    assert len(questions(watched)) == MAX_OPEN_QUESTIONS


def test_a_new_game_is_asked_nothing_of_the_old_one(watched: Table, base_game: dict[str, Any]) -> None:
    watched.observe(tower(100.0, 3, 5))
    watched.observe(camera(100.6, 3, 4))
    watched.start_game({**base_game, "abandon": True})
    assert questions(watched) == []
