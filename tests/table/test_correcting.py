"""The past corrected at the table: shown before it is accepted, exact, and what people confirmed stays."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from companion.observations import InputRefused, RollSeen
from companion.table.table import Table
from tests.shown import game_on, view


def entry(table: Table, kind: str) -> dict[str, Any]:
    """The newest line of a kind."""
    lines: list[dict[str, Any]] = view(table)["log"]
    return next(line for line in reversed(lines) if line["event"]["kind"] == kind)


def strike_out(table: Table, kind: str) -> dict[str, Any]:
    return {"kind": "correct", "entry": entry(table, kind)["number"], "event": None}


def rolled(table: Table, *dice: tuple[int, int], confidence: float = 1.0) -> Table:
    for t, faces in enumerate(dice, 1):
        table.observe(RollSeen(float(t), "tower", faces, confidence))
    return table


class TestWhatItAnswers:
    ROLL: ClassVar = {"kind": "roll", "player": "red", "dice": [3, 5]}
    OTHER: ClassVar = {**ROLL, "dice": [1, 1]}

    def test_undo_says_what_it_took_back(self, founded: Table) -> None:
        rolled(founded, (3, 5))
        answer = founded.submit({"kind": "undo"})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([], [self.ROLL], [])

    def test_a_change_says_what_the_line_says_now(self, founded: Table) -> None:
        rolled(founded, (3, 5))
        number = entry(founded, "roll")["number"]
        answer = founded.submit({"kind": "correct", "entry": number, "change": {"dice": [1, 1]}})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([], [], [self.OTHER])
        # And taken back itself, the line is as it was.
        assert founded.submit({"kind": "undo"})["changed"] == [self.ROLL]

    def test_a_line_that_counts_again_is_said(self, founded: Table) -> None:
        rolled(founded, (3, 5))
        assert founded.submit(strike_out(founded, "roll"))["taken_back"] == [self.ROLL]
        answer = founded.submit({"kind": "undo"})
        assert (answer["taken_back"], answer["changed"]) == ([], [self.ROLL])

    def test_what_is_only_told_takes_nothing_back(self, founded: Table) -> None:
        answer = founded.submit({"kind": "roll", "dice": [3, 5]})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([self.ROLL], [], [])


class TestWhatItWouldChange:
    def test_is_told_and_nothing_is_changed(self, founded: Table) -> None:
        rolled(founded, (3, 5), (6, 4))
        before = founded.snapshot()
        would = founded.preview(strike_out(founded, "roll"))
        assert founded.snapshot() == before
        assert would["version"] == before["version"]
        assert {"what": "roll", "before": [6, 4], "after": None} in would["changes"]

    def test_is_what_accepting_it_then_changes(self, founded: Table) -> None:
        rolled(founded, (3, 5), (1, 1))
        first = next(line for line in view(founded)["log"] if line["event"]["kind"] == "roll")
        data = {
            "kind": "correct",
            "entry": first["number"],
            "event": {"kind": "roll", "player": "red", "dice": [1, 1]},
        }
        had = {player["colour"]: player["cards"] for player in view(founded)["players"]}
        would = founded.preview(data)
        founded.submit(data)
        has = {player["colour"]: player["cards"] for player in view(founded)["players"]}
        assert would["changes"] == [
            {"what": "cards", "colour": colour, "before": had[colour], "after": has[colour]}
            for colour in had
            if had[colour] != has[colour]
        ]
        assert len(would["changes"]) == 2

    def test_pieces_and_points_and_rules_that_would_be_broken(self, founded: Table) -> None:
        rolled(founded, (3, 5))
        founded.submit({"kind": "place", "piece": "city", "at": "i4,1"})
        city = entry(founded, "place_city")
        would = founded.preview(strike_out(founded, "place_city"))["changes"]
        assert {"what": "points", "colour": "red", "before": 3, "after": 2} in would
        pieces = [{"kind": kind, "colour": "red"} for kind in ("city", "settlement")]
        assert {"what": "piece", "at": "i4,1", "before": pieces[0], "after": pieces[1]} in would
        flagged = {
            "what": "violations",
            "entry": city["number"],
            "event": city["event"],
            "before": ["cannot_pay"],
            "after": [],
        }
        assert flagged in would

    def test_a_card_is_not_named_that_is_not_for_everybody(self, founded: Table) -> None:
        rolled(founded, (3, 4))
        founded.submit({"kind": "move_robber", "to": "h2,-2"})
        founded.submit({"kind": "steal", "from": "blue", "resource": None})
        stolen = entry(founded, "steal")
        event = {"kind": "steal", "player": "red", "from": "blue", "resource": "grain"}
        would = founded.preview({"kind": "correct", "entry": stolen["number"], "event": event})
        hands = [
            {"what": "hand", "colour": colour, "before": None, "after": None} for colour in ("red", "blue")
        ]
        assert would["changes"] == hands
        assert "grain" not in str(would)

    def test_of_any_input_and_of_answers(self, founded: Table) -> None:
        told = founded.preview({"kind": "roll", "dice": [3, 5]})
        assert told["told"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]
        assert {"what": "cards", "colour": "red", "before": 3, "after": 4} in told["changes"]
        with pytest.raises(InputRefused):
            founded.preview({"kind": "answer", "question": 9, "answer": 0})

    def test_is_refused_as_the_input_would_be(self, founded: Table) -> None:
        nobody = {"kind": "end_turn", "player": "green"}
        with pytest.raises(InputRefused, match="nobody plays green"):
            founded.preview({"kind": "correct", "entry": 2, "event": nobody})

    def test_needs_a_game(self, table: Table) -> None:
        with pytest.raises(InputRefused, match="Start one first"):
            table.preview({"kind": "undo"})


class TestWhatPeopleEnterLate:
    def test_takes_the_place_of_what_was_said_less_exactly(self, founded: Table) -> None:
        for _ in range(4):
            rolled(founded, (6, 4), (3, 3))
        rolled(founded, (3, 4))
        owed = next(item for item in view(founded)["to_do"] if item["kind"] == "discard")
        founded.submit({"kind": "discard", "player": owed["colour"], "resources": None})
        line = entry(founded, "discard")
        assert line["event"]["resources"] == {"unidentified": owed["count"]}
        named = {"ore": owed["count"]}
        told = founded.submit({"kind": "discard", "player": owed["colour"], "resources": named})
        assert told["violations"] == []
        assert entry(founded, "discard")["number"] == line["number"]
        assert entry(founded, "discard")["event"]["resources"] == named

    def test_is_inserted_where_it_happened(self, founded: Table) -> None:
        rolled(founded, (3, 5), (1, 1))
        give, take = {"grain": 1}, {"lumber": 1}
        trade = {"kind": "domestic_trade", "player": "red", "with": "white", "give": give, "take": take}
        told = founded.submit(trade)
        assert (told["violations"], told["told"]) == ([], [trade])
        kinds = [line["event"]["kind"] for line in view(founded)["log"]]
        assert kinds[-4:] == ["roll", "domestic_trade", "end_turn", "roll"]


class TestWhatPeopleConfirm:
    def test_is_certain_and_theirs_from_then_on(self, founded: Table) -> None:
        rolled(founded, (3, 5), confidence=0.8)
        line = entry(founded, "roll")
        assert (line["source"], line["certainty"]) == ("tower", 0.8)
        founded.submit({"kind": "confirm", "entry": line["number"]})
        as_of = game_on(founded)["newest"]
        assert entry(founded, "roll") == {**line, "as_of": as_of, "source": "tablet", "certainty": 1.0}

    def test_needs_no_second_word(self, founded: Table) -> None:
        rolled(founded, (3, 5))
        founded.submit({"kind": "end_turn"})
        entries = len(founded.session.entries) if founded.session else 0
        founded.submit({"kind": "confirm", "entry": entry(founded, "end_turn")["number"]})
        assert founded.session is not None
        assert len(founded.session.entries) == entries

    def test_stays_flagged_where_a_correction_before_it_leaves_it_against_the_rules(
        self, founded: Table
    ) -> None:
        rolled(founded, (3, 4), confidence=0.8)
        founded.submit({"kind": "move_robber", "to": "h0,-2"})
        robber = entry(founded, "move_robber")
        assert robber["violations"] == []
        roll = entry(founded, "roll")
        event = {**roll["event"], "dice": [3, 5]}
        founded.submit({"kind": "correct", "entry": roll["number"], "event": event})
        assert entry(founded, "move_robber") == {**robber, "violations": ["robber_not_due"]}
        assert view(founded)["robber"] == "h0,-2"

    def test_is_undone_as_everything_is(self, founded: Table) -> None:
        rolled(founded, (3, 5), confidence=0.8)
        line = entry(founded, "roll")
        founded.submit({"kind": "confirm", "entry": line["number"]})
        founded.submit({"kind": "undo"})
        assert entry(founded, "roll") == line
