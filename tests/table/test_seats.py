"""The players' phones at a running table: views, inputs and trade offers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from companion.island.geometry import CORNERS, HEXES
from companion.observations import InputRefused
from companion.table.table import Table
from tests.table_views import own_view, view

COLOURS = ("red", "blue", "white")


@pytest.fixture
def hands_shown(founded_table: Table) -> Table:
    """A table at which each player has entered their hand on the phone."""
    for colour, hand in (("red", {"ore": 3, "wool": 2}), ("blue", {"wool": 2}), ("white", {"wool": 1})):
        founded_table.seats.submit(colour, {"kind": "show_hand", "resources": hand})
    return founded_table


@pytest.fixture
def after_roll(hands_shown: Table) -> Table:
    """Red has rolled a two."""
    hands_shown.submit({"kind": "roll", "dice": [1, 1]})
    return hands_shown


@pytest.fixture
def robbing(hands_shown: Table) -> Table:
    """Red has rolled a seven and moved the robber to where only blue has built."""
    hands_shown.submit({"kind": "roll", "dice": [3, 4]})
    hands_shown.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i5,-4" in CORNERS[h])})
    return hands_shown


def hand(table: Table, colour: str) -> Any:
    return own_view(table, colour)["hand"]["cards"]


def offers(table: Table) -> Any:
    return table.snapshot()["offers"]


def without_seat(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in snapshot.items() if name != "seat"}


class TestSeatView:
    def test_a_seat_sees_the_public_view_and_the_own_hand(self, after_roll: Table) -> None:
        seen = after_roll.seats.snapshot("red")
        assert without_seat(seen) == after_roll.snapshot()
        assert own_view(after_roll, "red")["colour"] == "red"
        assert hand(after_roll, "red") == {"ore": 3, "wool": 2}

    def test_a_seat_view_is_cached_until_something_changes(self, after_roll: Table) -> None:
        seen = after_roll.seats.snapshot("red")
        assert after_roll.seats.snapshot("red") is seen
        after_roll.submit({"kind": "end_turn"})
        assert after_roll.seats.snapshot("red")["version"] > seen["version"]

    def test_an_unused_colour_has_no_seat(self, table: Table, founded_table: Table) -> None:
        assert founded_table.seats.snapshot("orange")["seat"] is None

    def test_without_a_game_there_is_no_seat(self, open_table: Callable[[], Table]) -> None:
        assert open_table().seats.snapshot("red")["seat"] is None


class TestSecrets:
    """An input from one phone changes nothing in what other players see."""

    SECRETS = (
        ("red", {"kind": "buy_development_card", "card": "knight"}, {"card": "victory_point"}),
        ("red", {"kind": "show_hand", "resources": {"ore": 5}}, {"resources": {"lumber": 5}}),
    )

    @pytest.mark.parametrize(("colour", "secret_input", "otherwise"), SECRETS)
    def test_a_secret_stays_on_the_phone_that_entered_it(
        self, after_roll: Table, colour: str, secret_input: dict[str, Any], otherwise: dict[str, Any]
    ) -> None:
        others, own = [], []
        for data in (secret_input, {**secret_input, **otherwise}):
            after_roll.seats.submit(colour, data)
            seen = [after_roll.snapshot()] + [after_roll.seats.snapshot(c) for c in COLOURS if c != colour]
            others.append([_without_times(one) for one in seen])
            own.append(own_view(after_roll, colour))
            after_roll.submit({"kind": "undo"})
        assert own[0] != own[1]
        assert others[0] == others[1]

    def test_thief_and_victim_alone_know_a_stolen_card(self, robbing: Table) -> None:
        for resource in ("wool", None):
            robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": resource})
            event = view(robbing)["log"][-1]["event"]
            assert event == {"kind": "steal", "player": "red", "from": "blue", "resource": None}
            if resource:
                assert hand(robbing, "red") == {"ore": 3, "wool": 3}
                assert hand(robbing, "blue") == {"wool": 1}
            robbing.submit({"kind": "undo"})


def _without_times(snapshot: Mapping[str, Any]) -> str:
    """A snapshot as JSON without version, times and entry numbers."""
    kept = json.loads(json.dumps(snapshot))
    for name in ("version", "t"):
        kept.pop(name, None)
    kept["game"]["newest"] = 0
    for line in kept["game"]["view"]["log"]:
        line["t"] = line["number"] = line["as_of"] = 0
    return json.dumps(kept, sort_keys=True)


class TestSeatInput:
    def test_a_seat_input_has_its_phone_as_source(self, after_roll: Table) -> None:
        after_roll.seats.submit("red", {"kind": "end_turn"})
        line = view(after_roll)["log"][-1]
        assert (line["source"], line["event"]["kind"]) == ("phone:red", "end_turn")

    def test_an_input_for_another_player_is_refused(self, after_roll: Table) -> None:
        before = after_roll.snapshot()
        with pytest.raises(InputRefused, match="own player"):
            after_roll.seats.submit("blue", {"kind": "end_turn", "player": "red"})
        assert after_roll.snapshot() == before

    def test_a_phone_can_undo_its_input_until_another_follows(self, robbing: Table) -> None:
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
        with pytest.raises(InputRefused, match="on the tablet"):
            robbing.seats.submit("blue", {"kind": "undo"})
        robbing.seats.submit("red", {"kind": "undo"})
        assert hand(robbing, "red") == {"ore": 3, "wool": 2}
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
        robbing.submit({"kind": "end_turn"})
        with pytest.raises(InputRefused, match="on the tablet"):
            robbing.seats.submit("red", {"kind": "undo"})

    def test_undo_unnames_a_card(self, after_roll: Table) -> None:
        after_roll.submit({"kind": "steal", "player": "red", "from": "blue", "resource": None})
        entry = own_view(after_roll, "blue")["to_name"][0]["entry"]
        after_roll.seats.submit("blue", {"kind": "name", "entry": entry, "resource": "wool"})
        assert own_view(after_roll, "blue")["to_name"] == []
        after_roll.seats.submit("blue", {"kind": "undo"})
        assert own_view(after_roll, "blue")["to_name"][0]["entry"] == entry

    def test_without_a_game_inputs_are_refused(self, table: Table) -> None:
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.submit("red", {"kind": "end_turn"})
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 1}})
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.answer("red", 1, {"answer": "accept"})

    def test_an_unnamed_purchase_can_be_named_later(self, after_roll: Table) -> None:
        after_roll.seats.submit("red", {"kind": "show_hand", "resources": {"ore": 1, "wool": 1, "grain": 1}})
        after_roll.submit({"kind": "buy_development_card"})
        item = own_view(after_roll, "red")["to_name"][0]
        after_roll.seats.submit("red", {"kind": "name", "entry": item["entry"], "card": "monopoly"})
        seat = own_view(after_roll, "red")
        assert seat["to_name"] == []
        assert [card["card"] for card in seat["development_cards"]] == ["monopoly"]
        assert view(after_roll)["log"][-1]["event"]["card"] is None


class TestOffers:
    GIVE: ClassVar[dict[str, Any]] = {"give": {"ore": 1}, "take": {"wool": 1}}

    def test_everyone_sees_an_offer(self, after_roll: Table) -> None:
        made = after_roll.seats.offer("red", {**self.GIVE, "to": None})
        assert made["version"] == after_roll.snapshot()["version"]
        assert offers(after_roll) == after_roll.seats.snapshot("white")["offers"]
        assert offers(after_roll)[0]["to"] == ["blue", "white"]

    def test_an_accepted_offer_to_one_player_is_a_trade(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": "blue"})["offer"]
        answer = after_roll.seats.answer("blue", number, {"answer": "accept"})
        assert dict(answer)["told"] == [
            {"kind": "domestic_trade", "player": "red", "with": "blue", **self.GIVE},
        ]
        assert answer["version"] == after_roll.snapshot()["version"]
        assert offers(after_roll) == []
        assert hand(after_roll, "red") == {"ore": 2, "wool": 3}
        assert hand(after_roll, "blue") == {"wool": 1, "ore": 1}

    def test_the_offering_player_chooses_among_several_who_accept(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        for colour in ("blue", "white"):
            after_roll.seats.answer(colour, number, {"answer": "accept"})
        assert offers(after_roll)[0]["accepted"] == ["blue", "white"]
        after_roll.seats.answer("red", number, {"answer": "close", "with": "white"})
        assert hand(after_roll, "white") == {"ore": 1}
        assert hand(after_roll, "blue") == {"wool": 2}

    def test_a_player_out_of_turn_offers_to_the_active_player(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("blue", {"give": {"wool": 1}, "take": {"ore": 1}, "to": None})[
            "offer"
        ]
        assert offers(after_roll)[0]["to"] == ["red"]
        after_roll.seats.answer("red", number, {"answer": "accept"})
        assert view(after_roll)["log"][-1]["event"] == {
            "kind": "domestic_trade", "player": "red", "with": "blue",
            "give": {"ore": 1}, "take": {"wool": 1},
        }  # fmt: skip

    def test_an_offer_expires_at_the_end_of_the_turn(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        after_roll.seats.submit("red", {"kind": "end_turn"})
        assert offers(after_roll) == []
        with pytest.raises(InputRefused, match="no longer open"):
            after_roll.seats.answer("blue", number, {"answer": "accept"})

    def test_the_tablet_answers_for_a_player_without_a_phone(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": "blue"})["offer"]
        after_roll.seats.answer("blue", number, {"answer": "accept"}, "tablet")
        assert view(after_roll)["log"][-1]["source"] == "tablet"

    def test_an_offer_can_be_withdrawn(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        after_roll.seats.answer("red", number, {"answer": "withdraw"})
        assert offers(after_roll) == []

    @pytest.mark.parametrize(
        ("colour", "data", "why"),
        [
            ("blue", {"give": {"wool": 1}, "take": {"ore": 1}, "to": "white"}, "active player"),
            ("red", {"give": {"wool": 1}, "take": {"ore": 1}, "to": "green"}, "nobody plays green"),
            ("red", {"give": {}, "take": {"ore": 1}, "to": None}, "at least one card"),
            ("red", {"give": {"ore": 1}, "take": {"ore": 1}, "to": None}, "same kind"),
            ("red", {"give": [1], "take": {"ore": 1}, "to": None}, "must be an object"),
            ("red", {"take": {"ore": 1}}, "must be an object"),
        ],
    )
    def test_an_impossible_offer_is_refused(
        self, after_roll: Table, colour: str, data: dict[str, Any], why: str
    ) -> None:
        with pytest.raises(InputRefused, match=why):
            after_roll.seats.offer(colour, data)
        assert offers(after_roll) == []

    def test_an_unknown_answer_is_refused(self, after_roll: Table) -> None:
        number = after_roll.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        with pytest.raises(InputRefused, match="no such answer: maybe; known: accept"):
            after_roll.seats.answer("blue", number, {"answer": "maybe"})

    def test_a_new_game_has_no_offers_of_the_last(self, after_roll: Table, base_game: dict[str, Any]) -> None:
        after_roll.seats.offer("red", {**self.GIVE, "to": None})
        after_roll.start_game({**base_game, "abandon": True})
        assert offers(after_roll) == []


@pytest.mark.parametrize("enters", [False, True])
def test_no_correction_reveals_what_a_phone_named(robbing: Table, enters: bool) -> None:
    """A correction on the tablet, and its preview, look the same for any card."""
    robbing.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 1, "ore": 1}})
    answers = []
    for stolen in ("wool", "ore"):
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": stolen})
        number = view(robbing)["log"][-1]["number"]
        for change in ({"resource": "wool"}, {"resource": None}, {"player": "white"}):
            correction = {"kind": "correct", "entry": number, "change": change}
            if enters:
                robbing.submit(correction)
                answers.append(_without_times(robbing.snapshot()))
                robbing.submit({"kind": "undo"})
            else:
                answer = robbing.preview(correction)
                answers.append(
                    json.dumps([answer["changes"], answer["violations"]]).replace(f"{number}", "N")
                )
        robbing.submit({"kind": "undo"})
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert len(set(answers)) > 1


def test_a_secret_stays_secret_when_the_rest_of_its_entry_is_corrected(robbing: Table) -> None:
    robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
    number = view(robbing)["log"][-1]["number"]
    robbing.submit({"kind": "correct", "entry": number, "change": {"from": "white"}})
    assert robbing.session is not None
    line = robbing.session.history.recorded_events[-1]
    assert (line.number, line.source, line.secret) == (number, "tablet", True)


def test_a_trade_that_only_a_secret_allows_is_no_violation(after_roll: Table) -> None:
    """Blue has brick by public knowledge; blue's phone entered wool."""
    after_roll.submit({"kind": "show_hand", "player": "blue", "resources": {"brick": 2}})
    after_roll.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 2}})
    number = after_roll.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 2}, "to": "blue"})["offer"]
    assert dict(after_roll.seats.answer("blue", number, {"answer": "accept"}))["violations"] == []
