"""What the players' phones see and enter at a running table, and the trades they agree on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pytest

from companion.island.geometry import CORNERS, HEXES
from companion.observations import InputRefused
from companion.table.table import Table
from tests.shown import own_view, view

COLOURS = ("red", "blue", "white")


@pytest.fixture
def shown(founded: Table) -> Table:
    """Everybody has shown the hand on the own phone."""
    for colour, hand in (("red", {"ore": 3, "wool": 2}), ("blue", {"wool": 2}), ("white", {"wool": 1})):
        founded.seats.submit(colour, {"kind": "show_hand", "resources": hand})
    return founded


@pytest.fixture
def rolled(shown: Table) -> Table:
    """Red has rolled a two."""
    shown.submit({"kind": "roll", "dice": [1, 1]})
    return shown


@pytest.fixture
def robbing(shown: Table) -> Table:
    """Red has rolled a seven and moved the robber to where only blue has built."""
    shown.submit({"kind": "roll", "dice": [3, 4]})
    shown.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i5,-4" in CORNERS[h])})
    return shown


def hand(table: Table, colour: str) -> Any:
    return own_view(table, colour)["hand"]["cards"]


def offers(table: Table) -> Any:
    return table.snapshot()["offers"]


def without_seat(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in snapshot.items() if name != "seat"}


class TestWhatASeatSees:
    def test_all_that_everybody_sees_and_the_own_hand(self, rolled: Table) -> None:
        seen = rolled.seats.snapshot("red")
        assert without_seat(seen) == rolled.snapshot()
        assert own_view(rolled, "red")["colour"] == "red"
        assert hand(rolled, "red") == {"ore": 3, "wool": 2}

    def test_is_kept_until_something_changes(self, rolled: Table) -> None:
        seen = rolled.seats.snapshot("red")
        assert rolled.seats.snapshot("red") is seen
        rolled.submit({"kind": "end_turn"})
        assert rolled.seats.snapshot("red")["version"] > seen["version"]

    def test_without_a_game_or_at_another_s_colour_there_is_no_seat(
        self, table: Table, founded: Table
    ) -> None:
        assert founded.seats.snapshot("orange")["seat"] is None

    def test_before_a_game_there_is_no_seat(self, open_table: Callable[[], Table]) -> None:
        assert open_table().seats.snapshot("red")["seat"] is None


class TestSecrets:
    """Whatever one phone says, nobody else is shown any difference."""

    SECRETS = (
        ("red", {"kind": "buy_development_card", "card": "knight"}, {"card": "victory_point"}),
        ("red", {"kind": "show_hand", "resources": {"ore": 5}}, {"resources": {"lumber": 5}}),
    )

    @pytest.mark.parametrize(("colour", "said", "otherwise"), SECRETS)
    def test_stay_on_the_phone_that_told_them(
        self, rolled: Table, colour: str, said: dict[str, Any], otherwise: dict[str, Any]
    ) -> None:
        others, own = [], []
        for data in (said, {**said, **otherwise}):
            rolled.seats.submit(colour, data)
            seen = [rolled.snapshot()] + [rolled.seats.snapshot(c) for c in COLOURS if c != colour]
            others.append([_lasting(one) for one in seen])
            own.append(own_view(rolled, colour))
            rolled.submit({"kind": "undo"})
        assert own[0] != own[1]
        assert others[0] == others[1]

    def test_a_stolen_card_is_known_to_two(self, robbing: Table) -> None:
        for resource in ("wool", None):
            robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": resource})
            told = view(robbing)["log"][-1]["event"]
            assert told == {"kind": "steal", "player": "red", "from": "blue", "resource": None}
            if resource:
                assert hand(robbing, "red") == {"ore": 3, "wool": 3}
                assert hand(robbing, "blue") == {"wool": 1}
            robbing.submit({"kind": "undo"})


def _lasting(snapshot: Mapping[str, Any]) -> str:
    """A snapshot without what tells one moment from another: its number, and when things were said."""
    kept = json.loads(json.dumps(snapshot))
    for name in ("version", "t"):
        kept.pop(name, None)
    kept["game"]["newest"] = 0
    for line in kept["game"]["view"]["log"]:
        line["t"] = line["number"] = line["as_of"] = 0
    return json.dumps(kept, sort_keys=True)


class TestWhatASeatEnters:
    def test_is_told_by_its_phone(self, rolled: Table) -> None:
        rolled.seats.submit("red", {"kind": "end_turn"})
        line = view(rolled)["log"][-1]
        assert (line["source"], line["event"]["kind"]) == ("phone:red", "end_turn")

    def test_is_never_another_s(self, rolled: Table) -> None:
        before = rolled.snapshot()
        with pytest.raises(InputRefused, match="own player"):
            rolled.seats.submit("blue", {"kind": "end_turn", "player": "red"})
        assert rolled.snapshot() == before

    def test_is_taken_back_as_long_as_nothing_else_was_told(self, robbing: Table) -> None:
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
        with pytest.raises(InputRefused, match="on the tablet"):
            robbing.seats.submit("blue", {"kind": "undo"})
        robbing.seats.submit("red", {"kind": "undo"})
        assert hand(robbing, "red") == {"ore": 3, "wool": 2}
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
        robbing.submit({"kind": "end_turn"})
        with pytest.raises(InputRefused, match="on the tablet"):
            robbing.seats.submit("red", {"kind": "undo"})

    def test_a_card_that_was_named_is_unnamed_again_by_undo(self, rolled: Table) -> None:
        rolled.submit({"kind": "steal", "player": "red", "from": "blue", "resource": None})
        entry = own_view(rolled, "blue")["to_name"][0]["entry"]
        rolled.seats.submit("blue", {"kind": "name", "entry": entry, "resource": "wool"})
        assert own_view(rolled, "blue")["to_name"] == []
        rolled.seats.submit("blue", {"kind": "undo"})
        assert own_view(rolled, "blue")["to_name"][0]["entry"] == entry

    def test_without_a_game_is_refused(self, table: Table) -> None:
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.submit("red", {"kind": "end_turn"})
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 1}})
        with pytest.raises(InputRefused, match="No game in progress"):
            table.seats.answer("red", 1, {"answer": "accept"})

    def test_a_card_bought_unnamed_is_named_later(self, rolled: Table) -> None:
        rolled.seats.submit("red", {"kind": "show_hand", "resources": {"ore": 1, "wool": 1, "grain": 1}})
        rolled.submit({"kind": "buy_development_card"})
        item = own_view(rolled, "red")["to_name"][0]
        rolled.seats.submit("red", {"kind": "name", "entry": item["entry"], "card": "monopoly"})
        seat = own_view(rolled, "red")
        assert seat["to_name"] == []
        assert [card["card"] for card in seat["development_cards"]] == ["monopoly"]
        assert view(rolled)["log"][-1]["event"]["card"] is None


class TestOffers:
    GIVE: ClassVar[dict[str, Any]] = {"give": {"ore": 1}, "take": {"wool": 1}}

    def test_everybody_sees_an_offer(self, rolled: Table) -> None:
        made = rolled.seats.offer("red", {**self.GIVE, "to": None})
        assert made["version"] == rolled.snapshot()["version"]
        assert offers(rolled) == rolled.seats.snapshot("white")["offers"]
        assert offers(rolled)[0]["to"] == ["blue", "white"]

    def test_an_offer_to_one_who_accepts_is_a_trade(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": "blue"})["offer"]
        answer = rolled.seats.answer("blue", number, {"answer": "accept"})
        assert dict(answer)["told"] == [
            {"kind": "domestic_trade", "player": "red", "with": "blue", **self.GIVE},
        ]
        assert answer["version"] == rolled.snapshot()["version"]
        assert offers(rolled) == []
        assert hand(rolled, "red") == {"ore": 2, "wool": 3}
        assert hand(rolled, "blue") == {"wool": 1, "ore": 1}

    def test_of_several_who_accept_who_offers_chooses(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        for colour in ("blue", "white"):
            rolled.seats.answer(colour, number, {"answer": "accept"})
        assert offers(rolled)[0]["accepted"] == ["blue", "white"]
        rolled.seats.answer("red", number, {"answer": "close", "with": "white"})
        assert hand(rolled, "white") == {"ore": 1}
        assert hand(rolled, "blue") == {"wool": 2}

    def test_who_isn_t_on_turn_offers_to_who_is(self, rolled: Table) -> None:
        number = rolled.seats.offer("blue", {"give": {"wool": 1}, "take": {"ore": 1}, "to": None})["offer"]
        assert offers(rolled)[0]["to"] == ["red"]
        rolled.seats.answer("red", number, {"answer": "accept"})
        assert view(rolled)["log"][-1]["event"] == {
            "kind": "domestic_trade", "player": "red", "with": "blue",
            "give": {"ore": 1}, "take": {"wool": 1},
        }  # fmt: skip

    def test_an_offer_lapses_at_the_end_of_the_turn(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        rolled.seats.submit("red", {"kind": "end_turn"})
        assert offers(rolled) == []
        with pytest.raises(InputRefused, match="no longer open"):
            rolled.seats.answer("blue", number, {"answer": "accept"})

    def test_the_tablet_answers_for_who_has_no_phone(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": "blue"})["offer"]
        rolled.seats.answer("blue", number, {"answer": "accept"}, "tablet")
        assert view(rolled)["log"][-1]["source"] == "tablet"

    def test_an_offer_is_taken_back(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        rolled.seats.answer("red", number, {"answer": "withdraw"})
        assert offers(rolled) == []

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
    def test_an_offer_that_cannot_be_is_refused(
        self, rolled: Table, colour: str, data: dict[str, Any], why: str
    ) -> None:
        with pytest.raises(InputRefused, match=why):
            rolled.seats.offer(colour, data)
        assert offers(rolled) == []

    def test_an_answer_is_one_of_four(self, rolled: Table) -> None:
        number = rolled.seats.offer("red", {**self.GIVE, "to": None})["offer"]
        with pytest.raises(InputRefused, match="no such answer: maybe; known: accept"):
            rolled.seats.answer("blue", number, {"answer": "maybe"})

    def test_a_game_begun_anew_knows_no_offer_of_the_last(
        self, rolled: Table, base_game: dict[str, Any]
    ) -> None:
        rolled.seats.offer("red", {**self.GIVE, "to": None})
        rolled.start_game({**base_game, "abandon": True})
        assert offers(rolled) == []


@pytest.mark.parametrize("enters", [False, True])
def test_no_correction_tells_what_a_phone_named(robbing: Table, enters: bool) -> None:
    """Whatever card it was, what corrections on the tablet would change, or change, looks the same."""
    robbing.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 1, "ore": 1}})
    told = []
    for stolen in ("wool", "ore"):
        robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": stolen})
        number = view(robbing)["log"][-1]["number"]
        for change in ({"resource": "wool"}, {"resource": None}, {"player": "white"}):
            correction = {"kind": "correct", "entry": number, "change": change}
            if enters:
                robbing.submit(correction)
                told.append(_lasting(robbing.snapshot()))
                robbing.submit({"kind": "undo"})
            else:
                answer = robbing.preview(correction)
                told.append(json.dumps([answer["changes"], answer["violations"]]).replace(f"{number}", "N"))
        robbing.submit({"kind": "undo"})
    half = len(told) // 2
    assert told[:half] == told[half:]
    assert len(set(told)) > 1


def test_what_a_phone_told_stays_secret_whoever_corrects_the_rest_of_it(robbing: Table) -> None:
    robbing.seats.submit("red", {"kind": "steal", "from": "blue", "resource": "wool"})
    number = view(robbing)["log"][-1]["number"]
    robbing.submit({"kind": "correct", "entry": number, "change": {"from": "white"}})
    assert robbing.session is not None
    line = robbing.session.history.recorded_events[-1]
    assert (line.number, line.source, line.secret) == (number, "tablet", True)


def test_a_rule_that_only_a_secret_shows_kept_is_not_called_broken(rolled: Table) -> None:
    """For all that everybody knows blue holds brick; blue's phone said that it is wool."""
    rolled.submit({"kind": "show_hand", "player": "blue", "resources": {"brick": 2}})
    rolled.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 2}})
    number = rolled.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 2}, "to": "blue"})["offer"]
    assert dict(rolled.seats.answer("blue", number, {"answer": "accept"}))["violations"] == []
