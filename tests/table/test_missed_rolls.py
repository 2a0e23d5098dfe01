"""Missed rolls: the table asks, play shows whose turn it is, and players enter the roll late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from companion.games.base.rules.cards import Cards, add
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import PlaceRoad
from companion.games.base.rules.options import Colour
from companion.games.base.rules.production import compute_production
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import road_sites
from companion.island.geometry import PATHS
from companion.observations import DiceDetection, InputEntered, SourceReport
from companion.table.table import Table
from tests.games.simulated_camera import SimulatedCamera

RICH = {"lumber": 1, "brick": 1}


def camera(t: float, a: int, b: int) -> DiceDetection:
    return DiceDetection(t, "camera", (a, b), 0.95, thrown=False)


def unreadable(t: float) -> DiceDetection:
    return DiceDetection(t, "camera", None, thrown=False)


def view_of(table: Table) -> Mapping[str, Any]:
    game = table.snapshot()["game"]
    assert game is not None
    return game["view"]


def recorded_rolls(table: Table) -> list[tuple[str, list[int] | None]]:
    """The players and dice of each roll; None: unseen."""
    log = view_of(table)["log"]
    events = [line["event"] for line in log if line["event"]["kind"] in ("roll", "unseen_roll")]
    return [(event["player"], event.get("dice")) for event in events]


def open_questions(table: Table) -> list[Any]:
    return list(table.snapshot()["questions"])


def question_words(table: Table) -> list[str]:
    return [question["word"] for question in open_questions(table)]


def hands(table: Table) -> list[Cards]:
    assert table.session is not None
    return [player.hand for player in table.session.state.players]


def build(table: Table, colour: Colour, t: float, *, looked_on: float = 6.0) -> None:
    """Let the camera see a new road of a colour, and watch it for some seconds."""
    session = table.session
    assert session is not None
    state = session.state
    eyes = SimulatedCamera()
    eyes.look(state, 0.0)
    path = PATHS[next(indices(road_sites(state, state.seat(colour))))]
    seen = eyes.look(apply(state, PlaceRoad(colour, path)), t)
    table.observe(replace(seen, t=t + looked_on))
    table.observe(replace(seen, t=t + looked_on + 0.5))


@pytest.fixture
def watched_table(founded_table: Table) -> Table:
    """A founded game under a camera: each player could build a road, and red has rolled."""
    founded_table.observe(SourceReport(founded_table.game_time(), "camera", "ok"))
    for colour in ("red", "blue", "white"):
        founded_table.submit({"kind": "show_hand", "player": colour, "resources": RICH})
    founded_table.observe(camera(200.0, 1, 1))
    return founded_table


class TestUnreadableDice:
    @pytest.fixture
    def unread_dice(self, watched_table: Table) -> Table:
        watched_table.observe(unreadable(240.0))
        return watched_table

    def test_unreadable_dice_raise_a_question_answered_by_entering_them(self, unread_dice: Table) -> None:
        (question,) = open_questions(unread_dice)
        assert question["word"] == "roll_unread"
        assert question["answers"][0] == {"word": "say_dice", "fields": {"enter": {"kind": "roll"}}}

    def test_entered_dice_are_the_next_players_roll(self, unread_dice: Table) -> None:
        unread_dice.submit({"kind": "roll", "dice": [6, 2]})
        assert recorded_rolls(unread_dice) == [("red", [1, 1]), ("blue", [6, 2])]
        assert question_words(unread_dice) == []

    def test_a_later_reading_ends_the_question(self, unread_dice: Table) -> None:
        unread_dice.observe(camera(246.0, 6, 2))
        assert recorded_rolls(unread_dice) == [("red", [1, 1]), ("blue", [6, 2])]
        assert question_words(unread_dice) == []
        # Nor is it thought later that another roll was missed there.
        build(unread_dice, "white", 320.0, looked_on=9.0)
        assert recorded_rolls(unread_dice)[:2] == [("red", [1, 1]), ("blue", [6, 2])]

    def test_entered_dice_are_inserted_before_later_inputs(self, unread_dice: Table) -> None:
        unread_dice.observe(InputEntered(246.0, "tablet", {"kind": "buy_development_card"}))
        unread_dice.observe(InputEntered(252.0, "tablet", {"kind": "roll", "dice": [6, 2]}))
        events = [
            (line["event"]["kind"], line["event"]["player"]) for line in view_of(unread_dice)["log"][-3:]
        ]
        assert events == [("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue")]

    def test_no_hand_is_certain_until_the_dice_are_entered(self, unread_dice: Table) -> None:
        session = unread_dice.session
        assert session is not None
        eyes = SimulatedCamera()
        unread_dice.observe(eyes.look(session.state, 241.0))
        assert unread_dice.session is not None
        assert unread_dice.session.in_doubt == {"red", "blue", "white"}
        unread_dice.submit({"kind": "roll", "dice": [6, 2]})
        unread_dice.observe(eyes.look(unread_dice.session.state, 250.0))
        assert unread_dice.session.in_doubt == frozenset()

    def test_no_question_is_asked_while_the_robber_is_due(self, watched_table: Table) -> None:
        watched_table.observe(camera(240.0, 3, 4))
        watched_table.observe(unreadable(245.0))
        assert question_words(watched_table) == []

    def test_unreadable_dice_are_an_unseen_roll_if_the_next_player_builds(self, unread_dice: Table) -> None:
        build(unread_dice, "blue", 250.0, looked_on=9.0)
        assert recorded_rolls(unread_dice) == [("red", [1, 1]), ("blue", None)]
        assert question_words(unread_dice) == ["unseen_roll"]
        unread_dice.observe(camera(280.0, 1, 2))
        assert recorded_rolls(unread_dice)[-1] == ("white", [1, 2])
        assert question_words(unread_dice) == ["unseen_roll"]

    def test_unreadable_dice_are_an_unseen_roll_if_the_last_dice_were_another_players(
        self, unread_dice: Table
    ) -> None:
        unread_dice.observe(camera(270.0, 1, 2))
        assert recorded_rolls(unread_dice)[-1] == ("blue", [1, 2])
        build(unread_dice, "white", 280.0)
        assert recorded_rolls(unread_dice) == [("red", [1, 1]), ("blue", None), ("white", [1, 2])]
        view = view_of(unread_dice)
        assert view["on_turn"] == "white"
        assert [player["certain"] for player in view["players"]] == [False] * 3
        unread_dice.observe(camera(300.0, 2, 2))
        assert recorded_rolls(unread_dice)[-1] == ("red", [2, 2])

    def test_a_build_shows_whose_turn_it_is_before_the_next_dice_fall(self, unread_dice: Table) -> None:
        unread_dice.observe(camera(270.0, 1, 2))
        build(unread_dice, "white", 280.0, looked_on=1.0)
        unread_dice.observe(camera(283.0, 2, 2))
        assert recorded_rolls(unread_dice)[1:] == [("blue", None), ("white", [1, 2]), ("red", [2, 2])]

    def test_rejected_dice_do_not_count(self, unread_dice: Table) -> None:
        unread_dice.submit(
            {"kind": "answer", "question": open_questions(unread_dice)[0]["number"], "answer": 1}
        )
        assert question_words(unread_dice) == []
        unread_dice.observe(camera(270.0, 1, 2))
        assert recorded_rolls(unread_dice)[-1] == ("blue", [1, 2])


class TestUnseenRoll:
    @pytest.fixture
    def missed_roll(self, watched_table: Table) -> Table:
        """Blue's roll was missed, white's is recorded, and white has built."""
        watched_table.observe(unreadable(240.0))
        watched_table.observe(camera(270.0, 1, 2))
        build(watched_table, "white", 280.0)
        assert question_words(watched_table) == ["unseen_roll"]
        return watched_table

    def test_answering_the_question_records_the_roll_and_corrects_all_hands(self, missed_roll: Table) -> None:
        before = hands(missed_roll)
        enter = open_questions(missed_roll)[0]["answers"][0]["fields"]["enter"]
        missed_roll.submit({**enter, "event": {**enter["event"], "dice": [4, 4]}})
        assert recorded_rolls(missed_roll) == [("red", [1, 1]), ("blue", [4, 4]), ("white", [1, 2])]
        assert question_words(missed_roll) == []
        assert missed_roll.session is not None
        takes, _ = compute_production(missed_roll.session.state, 8)
        assert any(any(take) for take in takes)
        assert hands(missed_roll) == [add(held, take) for held, take in zip(before, takes, strict=True)]

    def test_entering_the_players_dice_records_the_roll(self, missed_roll: Table) -> None:
        missed_roll.submit({"kind": "roll", "player": "blue", "dice": [4, 4]})
        assert recorded_rolls(missed_roll) == [("red", [1, 1]), ("blue", [4, 4]), ("white", [1, 2])]

    def test_the_question_can_be_ignored(self, missed_roll: Table) -> None:
        missed_roll.submit(
            {"kind": "answer", "question": open_questions(missed_roll)[0]["number"], "answer": 1}
        )
        assert question_words(missed_roll) == []
        missed_roll.observe(camera(300.0, 2, 2))
        assert question_words(missed_roll) == []

    def test_a_roll_entered_before_the_next_dice_is_this_turns(self, watched_table: Table) -> None:
        watched_table.observe(unreadable(240.0))
        build(watched_table, "blue", 250.0, looked_on=9.0)
        turn = view_of(watched_table)["turn"]
        watched_table.submit({"kind": "roll", "dice": [4, 4], "about": {"turn": turn}})
        assert recorded_rolls(watched_table) == [("red", [1, 1]), ("blue", [4, 4])]

    def test_play_reveals_a_missed_roll_without_dice_movement(self, watched_table: Table) -> None:
        watched_table.observe(camera(270.0, 1, 2))
        build(watched_table, "white", 275.0)
        assert recorded_rolls(watched_table) == [("red", [1, 1]), ("blue", None), ("white", [1, 2])]


def test_a_notice_says_that_play_confirmed_doubtful_dice(watched_table: Table) -> None:
    watched_table.observe(DiceDetection(240.0, "camera", (6, 2), 0.4, thrown=False))
    watched_table.observe(camera(270.0, 1, 2))
    assert recorded_rolls(watched_table) == [("red", [1, 1]), ("blue", [6, 2]), ("white", [1, 2])]
    assert any("6 + 2 was counted as a roll" in str(text) for text in watched_table.snapshot()["notices"])


def test_a_notice_says_that_the_next_players_piece_confirmed_doubtful_dice(watched_table: Table) -> None:
    watched_table.observe(DiceDetection(240.0, "camera", (6, 2), 0.4, thrown=False))
    build(watched_table, "blue", 250.0, looked_on=1.0)
    assert recorded_rolls(watched_table) == [("red", [1, 1]), ("blue", [6, 2])]
    assert any("6 + 2 was counted as a roll" in str(text) for text in watched_table.snapshot()["notices"])


class TestLateEntries:
    """Blue's roll was missed, and blue's trade was entered before it."""

    TRADE: Final = {"kind": "maritime_trade", "give": {"grain": 4}, "take": {"ore": 1}}

    @pytest.fixture
    def table_with_trade(self, founded_table: Table) -> Table:
        for colour, cards in (("red", {"wool": 1}), ("blue", {"grain": 4})):
            founded_table.submit({"kind": "show_hand", "player": colour, "resources": cards})
        founded_table.submit({"kind": "roll", "dice": [1, 1]})
        founded_table.submit(self.TRADE)
        return founded_table

    def test_a_trade_that_only_the_next_player_can_pay_follows_that_players_roll(
        self, table_with_trade: Table
    ) -> None:
        table_with_trade.submit({"kind": "roll", "dice": [1, 1]})
        log = view_of(table_with_trade)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-3:]] == [
            ("end_turn", "red"), ("roll", "blue"), ("maritime_trade", "blue")
        ]  # fmt: skip
        assert table_with_trade.session is not None
        assert not table_with_trade.session.violations
        assert hands(table_with_trade)[1] == (0, 0, 0, 0, 1, 0)

    def test_a_trade_that_the_player_on_turn_can_pay_stays(self, founded_table: Table) -> None:
        founded_table.submit({"kind": "show_hand", "player": "red", "resources": {"grain": 4}})
        founded_table.submit({"kind": "roll", "dice": [1, 1]})
        founded_table.submit(self.TRADE)
        founded_table.submit({"kind": "roll", "dice": [1, 1]})
        log = view_of(founded_table)["log"]
        assert [(line["event"]["kind"], line["event"]["player"]) for line in log[-3:]] == [
            ("maritime_trade", "red"), ("end_turn", "red"), ("roll", "blue")
        ]  # fmt: skip


class TestMissedRollQuestion:
    """Red is on turn, and blue does something that needs blue's roll."""

    TRADE: Final = {"kind": "maritime_trade", "player": "blue", "give": {"grain": 4}, "take": {"ore": 1}}

    @pytest.fixture
    def poor_table(self, founded_table: Table) -> Table:
        """A table at which blue can't pay for a road without a further roll."""
        founded_table.observe(SourceReport(founded_table.game_time(), "camera", "ok"))
        for colour, cards in (("red", {"wool": 1}), ("blue", {"wool": 1}), ("white", RICH)):
            founded_table.submit({"kind": "show_hand", "player": colour, "resources": cards})
        founded_table.observe(camera(200.0, 1, 1))
        return founded_table

    @pytest.fixture
    def seen_road(self, poor_table: Table) -> Table:
        """The camera has seen a road of blue for so long that people are asked."""
        build(poor_table, "blue", 250.0, looked_on=9.0)
        assert (recorded_rolls(poor_table), question_words(poor_table)) == ([("red", [1, 1])], [])
        build(poor_table, "blue", 250.0, looked_on=20.0)
        assert recorded_rolls(poor_table) == [("red", [1, 1])]
        (question,) = open_questions(poor_table)
        assert (question["word"], question["fields"]) == (
            "missed_roll", {"name": "Ben", "event": "place_road"}
        )  # fmt: skip
        return poor_table

    def answer(self, table: Table, number: int) -> None:
        table.submit({"kind": "answer", "question": open_questions(table)[-1]["number"], "answer": number})

    def test_a_doubtful_road_of_the_next_player_is_built_after_a_roll_that_nobody_saw(
        self, seen_road: Table
    ) -> None:
        self.answer(seen_road, 2)
        assert recorded_rolls(seen_road) == [("red", [1, 1]), ("blue", None)]
        build(seen_road, "blue", 250.0, looked_on=40.0)
        road = view_of(seen_road)["log"][-1]["event"]
        assert (road["kind"], road["player"]) == ("place_road", "blue")

    def test_a_doubtful_road_of_the_next_player_is_built_after_the_entered_roll(
        self, seen_road: Table
    ) -> None:
        enter = open_questions(seen_road)[-1]["answers"][1]["fields"]["enter"]
        seen_road.submit({**enter, "dice": [2, 3]})
        assert recorded_rolls(seen_road) == [("red", [1, 1]), ("blue", [2, 3])]
        assert question_words(seen_road) == []

    def test_a_dismissed_question_is_not_repeated(self, seen_road: Table) -> None:
        self.answer(seen_road, 0)
        build(seen_road, "blue", 250.0, looked_on=60.0)
        assert (recorded_rolls(seen_road), question_words(seen_road)) == ([("red", [1, 1])], [])

    @pytest.fixture
    def entered_trade(self, watched_table: Table) -> Table:
        """Blue's trade and another one were entered in red's turn."""
        watched_table.submit({"kind": "show_hand", "player": "blue", "resources": {"grain": 8}})
        watched_table.submit(self.TRADE)
        watched_table.submit({"kind": "maritime_trade", "give": {"grain": 4}, "take": {"wool": 1}})
        (question,) = open_questions(watched_table)
        assert (question["word"], question["fields"]) == (
            "missed_roll", {"name": "Ben", "event": "maritime_trade"}
        )  # fmt: skip
        return watched_table

    @pytest.mark.parametrize("dice", [None, [2, 3]])
    def test_acts_after_a_missed_roll_are_the_next_players(
        self, entered_trade: Table, dice: list[int] | None
    ) -> None:
        if dice is None:
            self.answer(entered_trade, 2)
        else:
            enter = open_questions(entered_trade)[-1]["answers"][1]["fields"]["enter"]
            entered_trade.submit({**enter, "event": {**enter["event"], "dice": dice}})
        assert recorded_rolls(entered_trade) == [("red", [1, 1]), ("blue", dice)]
        trades = [line for line in view_of(entered_trade)["log"] if line["event"]["kind"] == "maritime_trade"]
        assert [line["event"]["player"] for line in trades] == ["blue", "blue"]
        assert [line["violations"] for line in trades] == [[], []]
        assert "missed_roll" not in question_words(entered_trade)
