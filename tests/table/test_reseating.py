"""Who sits there was told wrongly: names, colours, seats and options corrected in the middle of a game."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from companion.observations import InputRefused, RollSeen
from companion.table.table import Table
from tests.shown import own_view, view

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


def broken(table: Table) -> list[str]:
    return [
        f"{line['event']['kind']}: {fault}" for line in view(table)["log"] for fault in line["violations"]
    ]


def seats(*changed: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "correct", "entry": 1, "change": {"players": list(changed)}}


def recoloured(seat: dict[str, str], colour: str) -> dict[str, str]:
    return {**seat, "colour": colour, "at_first": seat["colour"]}


ANA, BEN, CYR = SEATS


@pytest.fixture
def playing(founded: Table) -> Table:
    """Ana rolled an eight and passed, Ben has rolled a ten."""
    for t, dice in enumerate(((3, 5), (6, 4)), 1):
        founded.observe(RollSeen(float(t), "tower", dice, 1.0))
    assert broken(founded) == []
    return founded


class TestANameIsWrong:
    def test_it_is_another_and_nothing_else(self, playing: Table) -> None:
        had, stood = list(hands(playing).values()), pieces(playing)
        change = seats({**ANA, "name": "Anaïs"}, BEN, CYR)
        assert playing.preview(change)["changes"] == []
        playing.submit(change)
        assert colours(playing) == {"Anaïs": "red", "Ben": "blue", "Cyr": "white"}
        assert (list(hands(playing).values()), pieces(playing), broken(playing)) == (had, stood, [])
        assert view(playing)["log"][0]["event"]["players"][0] == {"name": "Anaïs", "colour": "red"}

    def test_the_evening_is_kept_by_that_name(self, playing: Table) -> None:
        playing.submit(seats({**ANA, "name": "Anaïs"}, BEN, CYR))
        (game,) = playing.game_archive.list_games()
        assert {player["name"] for player in game["players"]} == {"Anaïs", "Ben", "Cyr"}
        assert playing.choices()["names"] == ["Anaïs", "Ben", "Cyr"]

    def test_undo_is_exact(self, playing: Table) -> None:
        before = view(playing)
        playing.submit(seats({**ANA, "name": "Anaïs"}, CYR, BEN))
        playing.submit({"kind": "undo"})
        assert view(playing) == before


class TestAColourIsWrong:
    def test_all_that_was_told_of_the_player_goes_with_it(self, playing: Table) -> None:
        before, stood = hands(playing), pieces(playing)
        change = seats(recoloured(ANA, "green"), BEN, CYR)
        assert playing.preview(change)["changes"] == []
        playing.submit(change)
        assert colours(playing) == {"Ana": "green", "Ben": "blue", "Cyr": "white"}
        assert (hands(playing), broken(playing)) == (before, [])
        assert pieces(playing) == {at: "green" if colour == "red" else colour for at, colour in stood.items()}
        assert "red" not in str(view(playing)["log"][1:])

    def test_two_who_were_mixed_up_exchange_theirs(self, playing: Table) -> None:
        before, stood = hands(playing), pieces(playing)
        playing.submit(seats(recoloured(ANA, "blue"), recoloured(BEN, "red"), CYR))
        other = {"red": "blue", "blue": "red", "white": "white"}
        assert colours(playing) == {"Ana": "blue", "Ben": "red", "Cyr": "white"}
        assert (hands(playing), points(playing)) == (before, {"Ana": 2, "Ben": 2, "Cyr": 2})
        assert pieces(playing) == {at: other[colour] for at, colour in stood.items()}
        assert view(playing)["on_turn"] == "red"

    def test_who_told_it_and_how_surely_stays(self, founded: Table) -> None:
        founded.observe(RollSeen(1.0, "tower", (3, 5), 0.8))
        founded.submit(seats(recoloured(ANA, "green"), BEN, CYR))
        line = view(founded)["log"][-1]
        assert (line["event"]["player"], line["source"], line["certainty"]) == ("green", "tower", 0.8)

    def test_the_players_phone_and_its_secrets_go_with_the_player(self, playing: Table) -> None:
        playing.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 3, "ore": 2}})
        playing.submit(seats(ANA, recoloured(BEN, "orange"), CYR))
        assert playing.session is not None
        line = playing.session.history.recorded_events[-1]
        assert (line.source, line.secret) == ("phone:orange", True)
        assert view(playing)["log"][-1]["event"]["resources"] == {"unidentified": 5}
        own = own_view(playing, "orange")
        assert (own["name"], own["hand"]["cards"]) == ("Ben", {"wool": 3, "ore": 2})
        assert playing.seats.snapshot("blue")["seat"] is None

    def test_corrected_twice_and_back_it_is_as_it_was(self, playing: Table) -> None:
        before = pieces(playing)
        playing.submit(seats(recoloured(ANA, "green"), BEN, CYR))
        playing.submit(seats({**ANA, "colour": "brown", "at_first": "red"}, BEN, CYR))
        assert set(pieces(playing).values()) == {"brown", "blue", "white"}
        playing.submit(seats(ANA, BEN, CYR))
        assert (pieces(playing), broken(playing)) == (before, [])

    def test_undo_is_exact(self, playing: Table) -> None:
        before = view(playing)
        playing.submit(seats(recoloured(ANA, "blue"), recoloured(BEN, "green"), CYR))
        playing.submit({"kind": "undo"})
        assert view(playing) == before

    def test_offers_lapse_and_questions_about_it_are_moot(self, playing: Table) -> None:
        playing.submit({"kind": "show_hand", "player": "blue", "resources": {"wool": 3, "ore": 2}})
        playing.seats.offer("blue", {"give": {"wool": 1}, "take": {"brick": 1}, "to": None})
        playing.observe(RollSeen(99.0, "camera", (1, 1), 0.2, thrown=False))
        assert playing.snapshot()["questions"] != []
        playing.submit(seats(ANA, recoloured(BEN, "green"), CYR))
        assert (playing.snapshot()["offers"], playing.snapshot()["questions"]) == ([], [])


class TestTheOrderIsWrong:
    def test_the_turns_go_to_those_who_had_them(self, playing: Table) -> None:
        change = seats(ANA, CYR, BEN)
        on_turn = {"what": "on_turn", "before": "blue", "after": "white"}
        assert on_turn in playing.preview(change)["changes"]
        playing.submit(change)
        rolls = [line["event"] for line in view(playing)["log"] if line["event"]["kind"] == "roll"]
        assert [roll["player"] for roll in rolls] == ["red", "white"]
        assert [fault for fault in broken(playing) if fault.startswith(("roll", "end_turn"))] == []

    def test_pieces_stay_their_owners(self, playing: Table) -> None:
        before = pieces(playing)
        playing.submit(seats(ANA, CYR, BEN))
        assert pieces(playing) == before

    def test_what_a_phone_told_stays_its_players(self, playing: Table) -> None:
        playing.seats.submit("blue", {"kind": "end_turn"})
        playing.submit(seats(ANA, CYR, BEN))
        line = view(playing)["log"][-1]
        assert (line["event"]["player"], line["source"]) == ("blue", "phone:blue")


class TestTheNumberIsWrong:
    DORA: ClassVar[dict[str, Any]] = {"name": "Dora", "colour": "orange"}

    def test_who_has_done_nothing_yet_leaves(self, table: Table, base_game: dict[str, Any]) -> None:
        table.start_game({**base_game, "players": [*SEATS, self.DORA]})
        table.submit(seats(*SEATS))
        assert colours(table) == {"Ana": "red", "Ben": "blue", "Cyr": "white"}

    def test_turns_that_were_never_theirs_go_to_the_others(self, playing: Table) -> None:
        playing.submit(seats(*SEATS, self.DORA))
        for t, dice in enumerate(((1, 1), (1, 2)), 90):
            playing.observe(RollSeen(float(t), "tower", dice, 1.0))
        assert view(playing)["on_turn"] == "orange"
        playing.submit(seats(*SEATS))
        assert (view(playing)["on_turn"], broken(playing)) == ("red", [])

    def test_who_has_played_can_not_leave_without_a_word(self, playing: Table) -> None:
        before = view(playing)
        with pytest.raises(InputRefused, match="The game log already mentions Cyr"):
            playing.submit(seats(ANA, BEN, {"name": "Dora", "colour": "orange"}))
        with pytest.raises(InputRefused, match="three or four"):
            playing.preview(seats(ANA))
        assert view(playing) == before

    def test_who_joins_may_have_a_colour_that_another_had_at_first(self, playing: Table) -> None:
        playing.submit(seats(recoloured(ANA, "green"), BEN, CYR, {"name": "Dora", "colour": "red"}))
        assert colours(playing) == {"Ana": "green", "Ben": "blue", "Cyr": "white", "Dora": "red"}
        assert len({player["id"] for player in view(playing)["players"]}) == 4
        assert points(playing)["Dora"] == 0


class TestAnOptionIsWrong:
    def option(self, table: Table, **options: Any) -> dict[str, Any]:
        now = view(table)["log"][0]["event"]["options"]
        return {"kind": "correct", "entry": 1, "change": {"options": {**now, **options}}}

    def test_fewer_points_win_the_game_that_is_on(self, playing: Table) -> None:
        change = self.option(playing, points_to_win=2)
        assert {"what": "winner", "before": None, "after": "red"} in playing.preview(change)["changes"]
        playing.submit(change)
        assert (view(playing)["phase"], view(playing)["winner"]) == ("over", "red")

    def test_open_hands_show_from_then_on(self, playing: Table) -> None:
        assert [player["hand"] for player in view(playing)["players"]] == [None] * 3
        playing.submit(self.option(playing, open_hands=True))
        assert all(player["hand"] for player in view(playing)["players"])

    def test_what_a_table_promised_makes_hands_certain(self, playing: Table) -> None:
        assert [player["certain"] for player in view(playing)["players"]] == [False] * 3
        playing.submit(self.option(playing, all_told=True))
        assert [player["certain"] for player in view(playing)["players"]] == [True] * 3

    def test_what_no_edition_has_is_refused(self, playing: Table) -> None:
        with pytest.raises(InputRefused, match="points_to_win"):
            playing.submit(self.option(playing, points_to_win=99))


def test_a_restart_tells_the_same(playing: Table, open_table: Any) -> None:
    playing.submit(seats(recoloured(CYR, "orange"), ANA, BEN))
    before = view(playing)
    assert view(open_table()) == before


def test_two_players_are_not_given_one_name(playing: Table) -> None:
    with pytest.raises(InputRefused, match="Two players are called Ana"):
        playing.submit(seats({**BEN, "name": "ana "}, ANA, CYR))
    assert hands(playing).keys() == {"Ana", "Ben", "Cyr"}
