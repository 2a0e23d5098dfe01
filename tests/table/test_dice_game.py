"""A dice game at the table: played, undone, corrected, gone on with after a restart, looked back on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.game_api import Sensor
from companion.observations import InputRefused, RollSeen
from companion.table.table import Table
from tests.shown import view

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
END = {"kind": "end_turn"}


def points(table: Table) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view(table)["players"]}


def throw(table: Table, faces: str) -> Mapping[str, Any]:
    return table.submit({"kind": "throw", "dice": faces.split()})


def build(table: Table, piece: str, *ids: str) -> Mapping[str, Any]:
    told = [table.submit({"kind": "build", "piece": piece, "at": at}) for at in ids]
    return told[-1]


@pytest.fixture
def playing(table: Table) -> Table:
    table.start_game({"game": "dice_game", "players": PLAYERS, "options": {"edition": "advanced"}})
    return table


def play_to_nine(table: Table) -> None:
    """Ana throws and builds; in her second turn, dice unentered, she has nine points."""
    throw(table, "brick gold wool")
    throw(table, "brick lumber wool")
    build(table, "road", "2")
    table.submit(END)
    table.submit(END)
    build(table, "road", "3", "5", "7", "8", "10", "12")
    build(table, "city", "4", "9")
    build(table, "settlement", "1", "6", "11")


def test_a_game_is_played_to_ten_points(playing: Table) -> None:
    play_to_nine(playing)
    assert (points(playing), view(playing)["longest_route"]) == ({"Ana": 9, "Ben": 0}, "red")
    build(playing, "knight", "1", "2")
    assert view(playing)["winner"] is None
    assert build(playing, "knight", "3")["violations"] == []
    assert (view(playing)["phase"], view(playing)["winner"], points(playing)["Ana"]) == ("over", "red", 11)
    assert view(playing)["log"][0]["violations"] == []


def test_the_resource_dice_are_wanted_and_nothing_else(playing: Table) -> None:
    assert [watch for watch in Sensor if playing.requires(watch)] == [Sensor.RESOURCE_DICE]


def test_pip_dice_that_a_tower_tells_are_no_throw(playing: Table) -> None:
    before = view(playing)
    assert playing.observe(RollSeen(playing.game_time(), "tower", (3, 4))) == ()
    assert view(playing) == before


def test_undo_takes_back_an_entry_after_the_other(playing: Table) -> None:
    throw(playing, "brick lumber wool")
    before = view(playing)
    build(playing, "road", "2")
    playing.submit({"kind": "undo"})
    assert {**view(playing), "log": before["log"]} == before
    playing.submit({"kind": "undo"})
    assert view(playing)["dice"]["lie"] is None


def test_a_line_long_ago_is_corrected_and_its_consequences_are_shown_before(playing: Table) -> None:
    play_to_nine(playing)
    first = next(line for line in view(playing)["log"] if line["event"]["kind"] == "build")
    assert first["event"]["at"] == "2"
    change = {"kind": "correct", "entry": first["number"], "change": {"piece": "knight", "at": "1"}}
    told = playing.preview(change)["changes"]
    faulty = {each["event"]["at"]: each["after"] for each in told if each["what"] == "violations"}
    assert faulty == {"1": ["dice_do_not_pay"], "3": ["not_reached"], "5": ["not_reached"]}
    assert points(playing)["Ana"] == 9
    playing.submit(change)
    assert [line["violations"] for line in view(playing)["log"] if line["event"].get("at") == "3"] == [
        ["not_reached"]
    ]
    playing.submit({"kind": "undo"})
    assert all(not line["violations"] for line in view(playing)["log"])


def test_a_route_that_was_shorter_gives_its_points_back(playing: Table) -> None:
    play_to_nine(playing)
    line = next(line for line in view(playing)["log"] if line["event"].get("at") == "12")
    playing.submit({"kind": "correct", "entry": line["number"], "event": None})
    assert (points(playing)["Ana"], view(playing)["longest_route"]) == (7, None)


def test_a_correction_that_leaves_a_line_without_its_place_is_refused_and_nothing_changes(
    playing: Table,
) -> None:
    play_to_nine(playing)
    number = view(playing)["log"][0]["number"]
    with pytest.raises(InputRefused, match="the sheet has no such place"):
        playing.submit({"kind": "correct", "entry": number, "change": {"options": {"sheet": "base"}}})
    assert points(playing)["Ana"] == 9


def test_a_game_is_gone_on_with_after_a_restart(open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.start_game({"game": "dice_game", "players": PLAYERS})
    throw(table, "brick lumber wool")
    before = view(table)
    table = open_table()
    assert view(table) == before
    assert build(table, "road", "2")["violations"] == []


def test_the_evening_is_kept_with_its_standings(playing: Table) -> None:
    play_to_nine(playing)
    build(playing, "knight", "1", "2", "3")
    (listed,) = playing.game_archive.list_games()
    assert (listed["kind"], listed["finished"], listed["winner"], listed["turns"]) == (
        "dice_game",
        True,
        "red",
        3,
    )
    told = playing.game_archive.game_details(listed["game"])["summary"]
    assert told["players"][0]["of"] == {"settlement": 3, "city": 4, "longest_route": 2, "most_knights": 2}


def test_it_is_offered_where_a_game_is_started(table: Table) -> None:
    offered = {game["kind"]: game for game in table.choices()["games"]}
    assert offered["dice_game"]["players"] == [2, 3, 4]


@pytest.mark.parametrize(
    "players",
    [
        PLAYERS[:1],
        [
            *PLAYERS,
            *({"name": n, "colour": c} for n, c in (("Cyr", "white"), ("Dan", "orange"), ("Eva", "green"))),
        ],
    ],
)
def test_it_is_started_by_two_to_four_players(table: Table, players: list[dict[str, str]]) -> None:
    with pytest.raises(InputRefused, match="for two to four players"):
        table.start_game({"game": "dice_game", "players": players})
