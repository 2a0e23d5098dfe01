"""Corrected seats: names, colours, seat order and options changed during a game."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from companion.observations import DiceDetection, InputRefused
from companion.table.table import Table
from tests.table_views import own_view, view

SEATS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]


def points(table: Table) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view(table)["players"]}


def hands(table: Table) -> dict[str, int]:
    return {player["name"]: player["cards"] for player in view(table)["players"]}


def colours(table: Table) -> dict[str, str]:
    return {player["name"]: player["colour"] for player in view(table)["players"]}


def pieces(table: Table) -> dict[str, str]:
    return {piece["at"]: piece["colour"] for piece in view(table)["pieces"]}


def violations(table: Table) -> list[str]:
    return [
        f"{line['event']['kind']}: {fault}" for line in view(table)["log"] for fault in line["violations"]
    ]


def seat_correction(*changed: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "correct", "entry": 1, "change": {"players": list(changed)}}


def recolour(seat: dict[str, str], colour: str) -> dict[str, str]:
    return {**seat, "colour": colour, "at_first": seat["colour"]}


ANA, BEN, CYR = SEATS


@pytest.fixture
def two_rolls(founded_table: Table) -> Table:
    """Ana rolled an eight and passed, Ben has rolled a ten."""
    for t, dice in enumerate(((3, 5), (6, 4)), 1):
        founded_table.observe(DiceDetection(60.0 * t, "tower", dice, 1.0))
    assert violations(founded_table) == []
    return founded_table


class TestWrongName:
    def test_a_name_correction_changes_nothing_else(self, two_rolls: Table) -> None:
        had, stood = list(hands(two_rolls).values()), pieces(two_rolls)
        change = seat_correction({**ANA, "name": "Anaïs"}, BEN, CYR)
        assert two_rolls.preview(change)["changes"] == []
        two_rolls.submit(change)
        assert colours(two_rolls) == {"Anaïs": "red", "Ben": "blue", "Cyr": "white"}
        assert (list(hands(two_rolls).values()), pieces(two_rolls), violations(two_rolls)) == (had, stood, [])
        assert view(two_rolls)["log"][0]["event"]["players"][0] == {"name": "Anaïs", "colour": "red"}

    def test_the_archive_has_the_corrected_name(self, two_rolls: Table) -> None:
        two_rolls.submit(seat_correction({**ANA, "name": "Anaïs"}, BEN, CYR))
        (game,) = two_rolls.game_archive.list_games()
        assert {player["name"] for player in game["players"]} == {"Anaïs", "Ben", "Cyr"}
        assert two_rolls.choices()["names"] == ["Anaïs", "Ben", "Cyr"]

    def test_undo_restores_everything(self, two_rolls: Table) -> None:
        before = view(two_rolls)
        two_rolls.submit(seat_correction({**ANA, "name": "Anaïs"}, CYR, BEN))
        two_rolls.submit({"kind": "undo"})
        assert view(two_rolls) == {**before, "redo": True}


class TestWrongColour:
    def test_events_follow_the_player_to_the_new_colour(self, two_rolls: Table) -> None:
        before, stood = hands(two_rolls), pieces(two_rolls)
        change = seat_correction(recolour(ANA, "green"), BEN, CYR)
        assert two_rolls.preview(change)["changes"] == []
        two_rolls.submit(change)
        assert colours(two_rolls) == {"Ana": "green", "Ben": "blue", "Cyr": "white"}
        assert (hands(two_rolls), violations(two_rolls)) == (before, [])
        assert pieces(two_rolls) == {
            at: "green" if colour == "red" else colour for at, colour in stood.items()
        }
        assert "red" not in str(view(two_rolls)["log"][1:])

    def test_two_swapped_players_exchange_their_events(self, two_rolls: Table) -> None:
        before, stood = hands(two_rolls), pieces(two_rolls)
        two_rolls.submit(seat_correction(recolour(ANA, "blue"), recolour(BEN, "red"), CYR))
        other = {"red": "blue", "blue": "red", "white": "white"}
        assert colours(two_rolls) == {"Ana": "blue", "Ben": "red", "Cyr": "white"}
        assert (hands(two_rolls), points(two_rolls)) == (before, {"Ana": 2, "Ben": 2, "Cyr": 2})
        assert pieces(two_rolls) == {at: other[colour] for at, colour in stood.items()}
        assert view(two_rolls)["on_turn"] == "red"

    def test_source_and_certainty_of_events_stay(self, founded_table: Table) -> None:
        founded_table.observe(DiceDetection(1.0, "tower", (3, 5), 0.8))
        founded_table.submit(seat_correction(recolour(ANA, "green"), BEN, CYR))
        line = view(founded_table)["log"][-1]
        assert (line["event"]["player"], line["source"], line["certainty"]) == ("green", "tower", 0.8)

    def test_the_phone_and_its_secrets_follow_the_player(self, two_rolls: Table) -> None:
        two_rolls.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 3, "ore": 2}})
        two_rolls.submit(seat_correction(ANA, recolour(BEN, "orange"), CYR))
        assert two_rolls.session is not None
        line = two_rolls.session.history.recorded_events[-1]
        assert (line.source, line.secret) == ("phone:orange", True)
        assert view(two_rolls)["log"][-1]["event"]["resources"] == {"unidentified": 5}
        own = own_view(two_rolls, "orange")
        assert (own["name"], own["hand"]["cards"]) == ("Ben", {"wool": 3, "ore": 2})
        assert two_rolls.seats.snapshot("blue")["seat"] is None

    def test_correcting_twice_and_back_restores_everything(self, two_rolls: Table) -> None:
        before = pieces(two_rolls)
        two_rolls.submit(seat_correction(recolour(ANA, "green"), BEN, CYR))
        two_rolls.submit(seat_correction({**ANA, "colour": "brown", "at_first": "red"}, BEN, CYR))
        assert set(pieces(two_rolls).values()) == {"brown", "blue", "white"}
        two_rolls.submit(seat_correction(ANA, BEN, CYR))
        assert (pieces(two_rolls), violations(two_rolls)) == (before, [])

    def test_undo_restores_everything(self, two_rolls: Table) -> None:
        before = view(two_rolls)
        two_rolls.submit(seat_correction(recolour(ANA, "blue"), recolour(BEN, "green"), CYR))
        two_rolls.submit({"kind": "undo"})
        assert view(two_rolls) == {**before, "redo": True}

    def test_offers_expire_and_questions_become_moot(self, two_rolls: Table) -> None:
        two_rolls.submit({"kind": "show_hand", "player": "blue", "resources": {"wool": 3, "ore": 2}})
        two_rolls.seats.offer("blue", {"give": {"wool": 1}, "take": {"brick": 1}, "to": None})
        two_rolls.observe(DiceDetection(99.0, "camera", (1, 1), 0.2, thrown=False))
        assert two_rolls.snapshot()["questions"] != []
        two_rolls.submit(seat_correction(ANA, recolour(BEN, "green"), CYR))
        assert (two_rolls.snapshot()["offers"], two_rolls.snapshot()["questions"]) == ([], [])


class TestWrongOrder:
    def test_turns_move_to_the_players_in_the_new_order(self, two_rolls: Table) -> None:
        change = seat_correction(ANA, CYR, BEN)
        on_turn = {"what": "on_turn", "before": "blue", "after": "white"}
        assert on_turn in two_rolls.preview(change)["changes"]
        two_rolls.submit(change)
        rolls = [line["event"] for line in view(two_rolls)["log"] if line["event"]["kind"] == "roll"]
        assert [roll["player"] for roll in rolls] == ["red", "white"]
        assert [fault for fault in violations(two_rolls) if fault.startswith(("roll", "end_turn"))] == []

    def test_pieces_stay_with_their_owners(self, two_rolls: Table) -> None:
        before = pieces(two_rolls)
        two_rolls.submit(seat_correction(ANA, CYR, BEN))
        assert pieces(two_rolls) == before

    def test_phone_entries_stay_with_their_player(self, two_rolls: Table) -> None:
        two_rolls.seats.submit("blue", {"kind": "end_turn"})
        two_rolls.submit(seat_correction(ANA, CYR, BEN))
        line = view(two_rolls)["log"][-1]
        assert (line["event"]["player"], line["source"]) == ("blue", "phone:blue")


class TestWrongNumberOfPlayers:
    DORA: ClassVar[dict[str, Any]] = {"name": "Dora", "colour": "orange"}

    def test_a_player_without_events_can_be_removed(self, table: Table, base_game: dict[str, Any]) -> None:
        table.start_game({**base_game, "players": [*SEATS, self.DORA]})
        table.submit(seat_correction(*SEATS))
        assert colours(table) == {"Ana": "red", "Ben": "blue", "Cyr": "white"}

    def test_turns_of_a_removed_player_go_to_the_others(self, two_rolls: Table) -> None:
        two_rolls.submit(seat_correction(*SEATS, self.DORA))
        for t, dice in enumerate(((1, 1), (1, 2)), 9):
            two_rolls.observe(DiceDetection(60.0 * t, "tower", dice, 1.0))
        assert view(two_rolls)["on_turn"] == "orange"
        two_rolls.submit(seat_correction(*SEATS))
        assert (view(two_rolls)["on_turn"], violations(two_rolls)) == ("red", [])

    def test_a_player_with_events_cannot_be_removed(self, two_rolls: Table) -> None:
        before = view(two_rolls)
        with pytest.raises(InputRefused, match="The game log already mentions Cyr"):
            two_rolls.submit(seat_correction(ANA, BEN, {"name": "Dora", "colour": "orange"}))
        with pytest.raises(InputRefused, match="three or four"):
            two_rolls.preview(seat_correction(ANA))
        assert view(two_rolls) == before

    def test_a_new_player_may_have_another_players_first_colour(self, two_rolls: Table) -> None:
        two_rolls.submit(seat_correction(recolour(ANA, "green"), BEN, CYR, {"name": "Dora", "colour": "red"}))
        assert colours(two_rolls) == {"Ana": "green", "Ben": "blue", "Cyr": "white", "Dora": "red"}
        assert len({player["id"] for player in view(two_rolls)["players"]}) == 4
        assert points(two_rolls)["Dora"] == 0


class TestWrongOptions:
    def option_correction(self, table: Table, **options: Any) -> dict[str, Any]:
        now = view(table)["log"][0]["event"]["options"]
        return {"kind": "correct", "entry": 1, "change": {"options": {**now, **options}}}

    def test_fewer_points_can_end_the_current_game(self, two_rolls: Table) -> None:
        change = self.option_correction(two_rolls, points_to_win=2)
        assert {"what": "winner", "before": None, "after": "red"} in two_rolls.preview(change)["changes"]
        two_rolls.submit(change)
        assert (view(two_rolls)["phase"], view(two_rolls)["winner"]) == ("over", "red")

    def test_hands_become_open(self, two_rolls: Table) -> None:
        assert [player["hand"] for player in view(two_rolls)["players"]] == [None] * 3
        two_rolls.submit(self.option_correction(two_rolls, open_hands=True))
        assert all(player["hand"] for player in view(two_rolls)["players"])

    def test_a_promise_to_report_everything_makes_hands_certain(self, two_rolls: Table) -> None:
        """Except that of red, who may have forgotten a road: red ended a turn with the cards for one."""
        assert [player["certain"] for player in view(two_rolls)["players"]] == [False] * 3
        two_rolls.submit(self.option_correction(two_rolls, all_told=True))
        assert [player["certain"] for player in view(two_rolls)["players"]] == [False, True, True]

    def test_an_invalid_option_is_refused(self, two_rolls: Table) -> None:
        with pytest.raises(InputRefused, match="points_to_win"):
            two_rolls.submit(self.option_correction(two_rolls, points_to_win=99))


def test_a_restart_restores_the_corrected_seats(two_rolls: Table, open_table: Any) -> None:
    two_rolls.submit(seat_correction(recolour(CYR, "orange"), ANA, BEN))
    before = view(two_rolls)
    assert view(open_table()) == before


def test_two_players_cannot_share_a_name(two_rolls: Table) -> None:
    with pytest.raises(InputRefused, match="Two players are called Ana"):
        two_rolls.submit(seat_correction({**BEN, "name": "ana "}, ANA, CYR))
    assert hands(two_rolls).keys() == {"Ana", "Ben", "Cyr"}
