"""A roll that nobody could read: the table asks at once, play shows whose turn it is, people say it late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.rules.cards import Cards, add
from companion.games.base.rules.effects import apply
from companion.games.base.rules.effects.production import compute_production
from companion.games.base.rules.events import PlaceRoad
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import road_sites
from companion.games.base.rules.sites import indices
from companion.island.geometry import PATHS
from companion.observations import DiceUnreadable, InputEntered, RollSeen, SourceReport
from companion.table.table import Table
from tests.games.seen import Eyes

RICH = {"lumber": 1, "brick": 1}


def camera(t: float, a: int, b: int) -> RollSeen:
    return RollSeen(t, "camera", (a, b), 0.95, thrown=False)


def view_of(table: Table) -> Mapping[str, Any]:
    game = table.snapshot()["game"]
    assert game is not None
    return game["view"]


def thrown(table: Table) -> list[tuple[str, list[int] | None]]:
    """Who threw what; None: nobody saw it."""
    log = view_of(table)["log"]
    events = [line["event"] for line in log if line["event"]["kind"] in ("roll", "unseen_roll")]
    return [(event["player"], event.get("dice")) for event in events]


def asked(table: Table) -> list[Any]:
    return list(table.snapshot()["questions"])


def words(table: Table) -> list[str]:
    return [question["word"] for question in asked(table)]


def hands(table: Table) -> list[Cards]:
    assert table.session is not None
    return [player.hand for player in table.session.state.players]


def build(table: Table, colour: Colour, t: float, *, looked_on: float = 6.0) -> None:
    """The camera sees a road of a colour that was put down at a time, and looks on for so long."""
    session = table.session
    assert session is not None
    state = session.state
    eyes = Eyes()
    eyes.look(state, 0.0)
    path = PATHS[next(indices(road_sites(state, state.seat(colour))))]
    seen = eyes.look(apply(state, PlaceRoad(colour, path)), t)
    table.observe(replace(seen, t=t + looked_on))
    table.observe(replace(seen, t=t + looked_on + 0.5))


@pytest.fixture
def watched(founded: Table) -> Table:
    """A founded game that a camera watches: everybody could build a road, and red has rolled."""
    founded.observe(SourceReport(founded.game_time(), "camera", "ok"))
    for colour in ("red", "blue", "white"):
        founded.submit({"kind": "show_hand", "player": colour, "resources": RICH})
    founded.observe(camera(200.0, 1, 1))
    return founded


class TestDiceThatWereMovedAndCantBeRead:
    @pytest.fixture
    def unread(self, watched: Table) -> Table:
        watched.observe(DiceUnreadable(240.0, "camera", "Lay both dice flat."))
        return watched

    def test_are_asked_about_at_once_and_dice_are_the_answer(self, unread: Table) -> None:
        (question,) = asked(unread)
        assert question["word"] == "roll_unread"
        assert question["answers"][0] == {"word": "say_dice", "fields": {"enter": {"kind": "roll"}}}

    def test_are_the_next_player_s_roll_once_people_say_what_they_show(self, unread: Table) -> None:
        unread.submit({"kind": "roll", "dice": [6, 2]})
        assert thrown(unread) == [("red", [1, 1]), ("blue", [6, 2])]
        assert words(unread) == []

    def test_are_asked_about_no_more_once_they_are_read(self, unread: Table) -> None:
        unread.observe(camera(246.0, 6, 2))
        assert thrown(unread) == [("red", [1, 1]), ("blue", [6, 2])]
        assert words(unread) == []
        # Nor is it thought later that another roll was missed there.
        build(unread, "white", 320.0, looked_on=9.0)
        assert thrown(unread)[:2] == [("red", [1, 1]), ("blue", [6, 2])]

    def test_come_before_what_was_entered_since_once_people_say_what_they_show(self, unread: Table) -> None:
        unread.observe(InputEntered(246.0, "tablet", {"kind": "buy_development_card"}))
        unread.observe(InputEntered(252.0, "tablet", {"kind": "roll", "dice": [6, 2]}))
        told = [(line["event"]["kind"], line["event"]["player"]) for line in view_of(unread)["log"][-3:]]
        assert told == [("end_turn", "red"), ("roll", "blue"), ("buy_development_card", "blue")]

    def test_leave_no_hand_certain_until_somebody_says_what_they_show(self, unread: Table) -> None:
        session = unread.session
        assert session is not None
        eyes = Eyes()
        unread.observe(eyes.look(session.state, 241.0))
        assert unread.session is not None
        assert unread.session.in_doubt == {"red", "blue", "white"}
        unread.submit({"kind": "roll", "dice": [6, 2]})
        unread.observe(eyes.look(unread.session.state, 250.0))
        assert unread.session.in_doubt == frozenset()

    def test_are_not_asked_about_while_the_robber_has_to_be_moved(self, watched: Table) -> None:
        watched.observe(camera(240.0, 3, 4))
        watched.observe(DiceUnreadable(245.0, "camera"))
        assert words(watched) == []

    def test_are_a_roll_that_nobody_saw_where_the_next_player_builds(self, unread: Table) -> None:
        build(unread, "blue", 250.0, looked_on=9.0)
        assert thrown(unread) == [("red", [1, 1]), ("blue", None)]
        assert words(unread) == ["unseen_roll"]
        unread.observe(camera(280.0, 1, 2))
        assert thrown(unread)[-1] == ("white", [1, 2])
        assert words(unread) == ["unseen_roll"]

    def test_are_a_roll_that_nobody_saw_where_the_last_dice_turn_out_another_s(self, unread: Table) -> None:
        unread.observe(camera(270.0, 1, 2))
        assert thrown(unread)[-1] == ("blue", [1, 2])
        build(unread, "white", 280.0)
        assert thrown(unread) == [("red", [1, 1]), ("blue", None), ("white", [1, 2])]
        view = view_of(unread)
        assert view["on_turn"] == "white"
        assert [player["certain"] for player in view["players"]] == [False] * 3
        unread.observe(camera(300.0, 2, 2))
        assert thrown(unread)[-1] == ("red", [2, 2])

    def test_show_soon_enough_whose_turn_it_is_when_the_next_dice_fall(self, unread: Table) -> None:
        unread.observe(camera(270.0, 1, 2))
        build(unread, "white", 280.0, looked_on=1.0)
        unread.observe(camera(283.0, 2, 2))
        assert thrown(unread)[1:] == [("blue", None), ("white", [1, 2]), ("red", [2, 2])]

    def test_count_for_nothing_once_people_said_that_they_were_no_roll(self, unread: Table) -> None:
        unread.submit({"kind": "answer", "question": asked(unread)[0]["number"], "answer": 1})
        assert words(unread) == []
        unread.observe(camera(270.0, 1, 2))
        assert thrown(unread)[-1] == ("blue", [1, 2])


class TestARollThatNobodySaw:
    @pytest.fixture
    def missed(self, watched: Table) -> Table:
        """Blue's was missed, white's is told, and white has built."""
        watched.observe(DiceUnreadable(240.0, "camera"))
        watched.observe(camera(270.0, 1, 2))
        build(watched, "white", 280.0)
        assert words(watched) == ["unseen_roll"]
        return watched

    def test_is_told_by_its_answer_and_all_hands_are_right(self, missed: Table) -> None:
        before = hands(missed)
        enter = asked(missed)[0]["answers"][0]["fields"]["enter"]
        missed.submit({**enter, "event": {**enter["event"], "dice": [4, 4]}})
        assert thrown(missed) == [("red", [1, 1]), ("blue", [4, 4]), ("white", [1, 2])]
        assert words(missed) == []
        assert missed.session is not None
        takes, _ = compute_production(missed.session.state, 8)
        assert any(any(take) for take in takes)
        assert hands(missed) == [add(held, take) for held, take in zip(before, takes, strict=True)]

    def test_is_told_by_the_dice_of_its_player(self, missed: Table) -> None:
        missed.submit({"kind": "roll", "player": "blue", "dice": [4, 4]})
        assert thrown(missed) == [("red", [1, 1]), ("blue", [4, 4]), ("white", [1, 2])]

    def test_can_be_left_as_it_is(self, missed: Table) -> None:
        missed.submit({"kind": "answer", "question": asked(missed)[0]["number"], "answer": 1})
        assert words(missed) == []
        missed.observe(camera(300.0, 2, 2))
        assert words(missed) == []

    def test_is_this_turn_s_where_it_is_entered_before_the_next_dice(self, watched: Table) -> None:
        watched.observe(DiceUnreadable(240.0, "camera"))
        build(watched, "blue", 250.0, looked_on=9.0)
        turn = view_of(watched)["turn"]
        watched.submit({"kind": "roll", "dice": [4, 4], "about": {"turn": turn}})
        assert thrown(watched) == [("red", [1, 1]), ("blue", [4, 4])]

    def test_is_found_by_play_though_no_dice_were_seen_to_move(self, watched: Table) -> None:
        watched.observe(camera(270.0, 1, 2))
        build(watched, "white", 275.0)
        assert thrown(watched) == [("red", [1, 1]), ("blue", None), ("white", [1, 2])]


def test_dice_that_play_showed_to_be_a_roll_are_said_to_be_counted(watched: Table) -> None:
    watched.observe(RollSeen(240.0, "camera", (6, 2), 0.4, thrown=False))
    watched.observe(camera(270.0, 1, 2))
    assert thrown(watched) == [("red", [1, 1]), ("blue", [6, 2]), ("white", [1, 2])]
    assert any("6 + 2 was counted as a roll" in str(text) for text in watched.snapshot()["notices"])


def test_dice_that_the_next_player_s_piece_showed_to_be_a_roll_are_said_to_be_counted(watched: Table) -> None:
    watched.observe(RollSeen(240.0, "camera", (6, 2), 0.4, thrown=False))
    build(watched, "blue", 250.0, looked_on=1.0)
    assert thrown(watched) == [("red", [1, 1]), ("blue", [6, 2])]
    assert any("6 + 2 was counted as a roll" in str(text) for text in watched.snapshot()["notices"])
