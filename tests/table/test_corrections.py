"""Corrections at the table: previewed, exact, and without effect on what players confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import pytest

from companion.games.registry import GAMES
from companion.observations import DiceDetection, InputRefused
from companion.table.table import Table
from tests.table_views import game_on, view

from .conftest import PLAYERS

SOME_ACT: Final[dict[str, dict[str, Any]]] = {
    "base": {"kind": "first_player", "player": "blue"},
    "dice_game": {"kind": "throw", "dice": ["ore", "ore", "wool", "grain", "brick", "gold"]},
    "spot_it": {"kind": "game_scored", "first_out": ["red"], "counts": {"red": 9, "blue": 4}},
    "tally": {"kind": "throw", "total": 7},
}


def entry(table: Table, kind: str) -> dict[str, Any]:
    """The newest log entry of a kind."""
    lines: list[dict[str, Any]] = view(table)["log"]
    return next(line for line in reversed(lines) if line["event"]["kind"] == kind)


def deletion(table: Table, kind: str) -> dict[str, Any]:
    return {"kind": "correct", "entry": entry(table, kind)["number"], "event": None}


def roll_dice(table: Table, *dice: tuple[int, int], confidence: float = 1.0) -> Table:
    for t, faces in enumerate(dice, 1):
        table.observe(DiceDetection(60.0 * t, "tower", faces, confidence))
    return table


class TestCorrectionAnswers:
    ROLL: ClassVar = {"kind": "roll", "player": "red", "dice": [3, 5]}
    OTHER_ROLL: ClassVar = {**ROLL, "dice": [1, 1]}

    def test_undo_answers_with_the_undone_events(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        answer = founded_table.submit({"kind": "undo"})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([], [self.ROLL], [])

    def test_a_redo_answers_with_the_restored_events(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        before = view(founded_table)
        with pytest.raises(InputRefused, match="nothing to redo"):
            founded_table.submit({"kind": "redo"})
        founded_table.submit({"kind": "undo"})
        assert (before["redo"], view(founded_table)["redo"]) == (False, True)
        answer = founded_table.submit({"kind": "redo"})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([], [], [self.ROLL])
        assert view(founded_table) == before

    def test_nothing_is_redone_after_another_event(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        founded_table.submit({"kind": "undo"})
        founded_table.submit({"kind": "roll", "dice": [1, 1]})
        assert view(founded_table)["redo"] is False
        with pytest.raises(InputRefused, match="nothing to redo"):
            founded_table.submit({"kind": "redo"})

    @pytest.mark.parametrize("kind", [*GAMES, "tally"])
    def test_every_game_redoes(self, open_table: Callable[[], Table], kind: str) -> None:
        table = open_table()
        table.start_game({"game": kind, "players": PLAYERS[: 2 if kind == "spot_it" else 3]})
        table.submit(SOME_ACT[kind])
        lines = view(table)["log"]
        table.submit({"kind": "undo"})
        assert view(table)["log"] != lines
        table.submit({"kind": "redo"})
        assert view(open_table())["log"] == lines

    def test_a_change_answers_with_the_changed_entry(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        number = entry(founded_table, "roll")["number"]
        answer = founded_table.submit({"kind": "correct", "entry": number, "change": {"dice": [1, 1]}})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([], [], [self.OTHER_ROLL])
        # And taken back itself, the line is as it was.
        assert founded_table.submit({"kind": "undo"})["changed"] == [self.ROLL]

    def test_undoing_a_deletion_answers_with_the_restored_entry(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        assert founded_table.submit(deletion(founded_table, "roll"))["taken_back"] == [self.ROLL]
        answer = founded_table.submit({"kind": "undo"})
        assert (answer["taken_back"], answer["changed"]) == ([], [self.ROLL])

    def test_a_new_event_undoes_nothing(self, founded_table: Table) -> None:
        answer = founded_table.submit({"kind": "roll", "dice": [3, 5]})
        assert (answer["told"], answer["taken_back"], answer["changed"]) == ([self.ROLL], [], [])


class TestPreviews:
    def test_a_preview_changes_nothing(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5), (6, 4))
        before = founded_table.snapshot()
        would = founded_table.preview(deletion(founded_table, "roll"))
        assert founded_table.snapshot() == before
        assert would["version"] == before["version"]
        assert {"what": "roll", "before": [6, 4], "after": None} in would["changes"]

    def test_a_preview_equals_the_later_changes(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5), (1, 1))
        first = next(line for line in view(founded_table)["log"] if line["event"]["kind"] == "roll")
        data = {
            "kind": "correct",
            "entry": first["number"],
            "event": {"kind": "roll", "player": "red", "dice": [1, 1]},
        }
        had = {player["colour"]: player["cards"] for player in view(founded_table)["players"]}
        would = founded_table.preview(data)
        founded_table.submit(data)
        has = {player["colour"]: player["cards"] for player in view(founded_table)["players"]}
        assert would["changes"] == [
            {"what": "cards", "colour": colour, "before": had[colour], "after": has[colour]}
            for colour in had
            if had[colour] != has[colour]
        ]
        assert len(would["changes"]) == 2

    def test_a_preview_lists_pieces_points_and_violations(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        founded_table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
        city = entry(founded_table, "place_city")
        would = founded_table.preview(deletion(founded_table, "place_city"))["changes"]
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

    def test_a_preview_does_not_name_secret_cards(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 4))
        founded_table.submit({"kind": "move_robber", "to": "h2,-2"})
        founded_table.submit({"kind": "steal", "from": "blue", "resource": None})
        stolen = entry(founded_table, "steal")
        event = {"kind": "steal", "player": "red", "from": "blue", "resource": "grain"}
        would = founded_table.preview({"kind": "correct", "entry": stolen["number"], "event": event})
        hands = [
            {"what": "hand", "colour": colour, "before": None, "after": None} for colour in ("red", "blue")
        ]
        assert would["changes"] == hands
        assert "grain" not in str(would)

    def test_any_input_and_answer_can_be_previewed(self, founded_table: Table) -> None:
        preview = founded_table.preview({"kind": "roll", "dice": [3, 5]})
        assert preview["told"] == [{"kind": "roll", "player": "red", "dice": [3, 5]}]
        assert {"what": "cards", "colour": "red", "before": 3, "after": 4} in preview["changes"]
        with pytest.raises(InputRefused):
            founded_table.preview({"kind": "answer", "question": 9, "answer": 0})

    def test_a_preview_is_refused_like_its_input(self, founded_table: Table) -> None:
        nobody = {"kind": "end_turn", "player": "green"}
        with pytest.raises(InputRefused, match="nobody plays green"):
            founded_table.preview({"kind": "correct", "entry": 2, "event": nobody})

    def test_a_preview_needs_a_game(self, table: Table) -> None:
        with pytest.raises(InputRefused, match="Start one first"):
            table.preview({"kind": "undo"})


class TestLateInputs:
    def test_a_more_exact_input_replaces_a_less_exact_entry(self, founded_table: Table) -> None:
        for _ in range(4):
            roll_dice(founded_table, (6, 4), (3, 3))
        roll_dice(founded_table, (3, 4))
        owed = next(item for item in view(founded_table)["to_do"] if item["kind"] == "discard")
        founded_table.submit({"kind": "discard", "player": owed["colour"], "resources": None})
        line = entry(founded_table, "discard")
        assert line["event"]["resources"] == {"unidentified": owed["count"]}
        named = {"ore": owed["count"]}
        answer = founded_table.submit({"kind": "discard", "player": owed["colour"], "resources": named})
        assert answer["violations"] == []
        assert entry(founded_table, "discard")["number"] == line["number"]
        assert entry(founded_table, "discard")["event"]["resources"] == named

    def test_a_late_input_is_inserted_where_it_happened(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5), (1, 1))
        give, take = {"grain": 1}, {"lumber": 1}
        trade = {"kind": "domestic_trade", "player": "red", "with": "white", "give": give, "take": take}
        answer = founded_table.submit(trade)
        assert (answer["violations"], answer["told"]) == ([], [trade])
        kinds = [line["event"]["kind"] for line in view(founded_table)["log"]]
        assert kinds[-4:] == ["roll", "domestic_trade", "end_turn", "roll"]


class TestConfirmations:
    def test_a_confirmed_entry_is_certain_and_the_players_own(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5), confidence=0.8)
        line = entry(founded_table, "roll")
        assert (line["source"], line["certainty"]) == ("tower", 0.8)
        founded_table.submit({"kind": "confirm", "entry": line["number"]})
        as_of = game_on(founded_table)["newest"]
        assert entry(founded_table, "roll") == {**line, "as_of": as_of, "source": "tablet", "certainty": 1.0}

    def test_confirming_an_entered_event_adds_no_entry(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5))
        founded_table.submit({"kind": "end_turn"})
        entries = len(founded_table.session.entries) if founded_table.session else 0
        founded_table.submit({"kind": "confirm", "entry": entry(founded_table, "end_turn")["number"]})
        assert founded_table.session is not None
        assert len(founded_table.session.entries) == entries

    def test_a_confirmed_entry_stays_flagged_if_a_correction_makes_it_a_violation(
        self, founded_table: Table
    ) -> None:
        roll_dice(founded_table, (3, 4), confidence=0.8)
        founded_table.submit({"kind": "move_robber", "to": "h0,-2"})
        robber = entry(founded_table, "move_robber")
        assert robber["violations"] == []
        roll = entry(founded_table, "roll")
        event = {**roll["event"], "dice": [3, 5]}
        founded_table.submit({"kind": "correct", "entry": roll["number"], "event": event})
        assert entry(founded_table, "move_robber") == {**robber, "violations": ["robber_not_due"]}
        assert view(founded_table)["robber"] == "h0,-2"

    def test_a_confirmation_can_be_undone(self, founded_table: Table) -> None:
        roll_dice(founded_table, (3, 5), confidence=0.8)
        line = entry(founded_table, "roll")
        founded_table.submit({"kind": "confirm", "entry": line["number"]})
        founded_table.submit({"kind": "undo"})
        assert entry(founded_table, "roll") == line
