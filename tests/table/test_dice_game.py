"""A dice game at the table: played, undone, corrected, resumed after a restart, archived."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.game_api import Sensor
from companion.observations import DiceDetection, InputRefused
from companion.table.table import Table
from tests.table_views import view

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
END = {"kind": "end_turn"}


def points(table: Table) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view(table)["players"]}


def throw(table: Table, faces: str) -> Mapping[str, Any]:
    return table.submit({"kind": "throw", "dice": faces.split()})


def build(table: Table, piece: str, *ids: str) -> Mapping[str, Any]:
    answers = [table.submit({"kind": "build", "piece": piece, "at": at}) for at in ids]
    return answers[-1]


@pytest.fixture
def dice_table(table: Table) -> Table:
    table.start_game(
        {"game": "dice_game", "players": PLAYERS, "options": {"edition": "advanced", "sheet": "advanced"}}
    )
    return table


def play_to_nine(table: Table) -> None:
    """Let Ana reach nine points in her second turn."""
    throw(table, "brick gold wool")
    throw(table, "brick lumber wool")
    build(table, "road", "2")
    table.submit(END)
    table.submit(END)
    build(table, "road", "3", "5", "7", "8", "10", "12")
    build(table, "city", "4", "9")
    build(table, "settlement", "1", "6", "11")


def test_a_game_can_be_played_to_ten_points(dice_table: Table) -> None:
    play_to_nine(dice_table)
    assert (points(dice_table), view(dice_table)["longest_route"]) == ({"Ana": 9, "Ben": 0}, "red")
    build(dice_table, "knight", "1", "2")
    assert view(dice_table)["winner"] is None
    assert build(dice_table, "knight", "3")["violations"] == []
    assert (view(dice_table)["phase"], view(dice_table)["winner"], points(dice_table)["Ana"]) == (
        "over",
        "red",
        11,
    )
    assert view(dice_table)["log"][0]["violations"] == []


def test_the_resource_dice_are_the_only_required_sensor(dice_table: Table) -> None:
    assert [watch for watch in Sensor if dice_table.requires(watch)] == [Sensor.RESOURCE_DICE]


def test_pip_dice_record_no_throw(dice_table: Table) -> None:
    before = view(dice_table)
    assert dice_table.observe(DiceDetection(dice_table.game_time(), "tower", (3, 4))) == ()
    assert view(dice_table) == before


def test_undo_removes_one_entry_after_the_other(dice_table: Table) -> None:
    throw(dice_table, "brick lumber wool")
    before = view(dice_table)
    build(dice_table, "road", "2")
    dice_table.submit({"kind": "undo"})
    assert {**view(dice_table), "log": before["log"]} == {**before, "redo": True}
    dice_table.submit({"kind": "undo"})
    assert view(dice_table)["dice"]["lie"] is None


def test_an_old_entry_can_be_corrected_with_a_preview(dice_table: Table) -> None:
    play_to_nine(dice_table)
    first = next(line for line in view(dice_table)["log"] if line["event"]["kind"] == "build")
    assert first["event"]["at"] == "2"
    change = {"kind": "correct", "entry": first["number"], "change": {"piece": "knight", "at": "1"}}
    changes = dice_table.preview(change)["changes"]
    faulty = {each["event"]["at"]: each["after"] for each in changes if each["what"] == "violations"}
    assert faulty == {"1": ["dice_do_not_pay"], "3": ["not_reached"], "5": ["not_reached"]}
    assert points(dice_table)["Ana"] == 9
    dice_table.submit(change)
    assert [line["violations"] for line in view(dice_table)["log"] if line["event"].get("at") == "3"] == [
        ["not_reached"]
    ]
    dice_table.submit({"kind": "undo"})
    assert all(not line["violations"] for line in view(dice_table)["log"])


def test_a_shortened_route_loses_its_points(dice_table: Table) -> None:
    play_to_nine(dice_table)
    line = next(line for line in view(dice_table)["log"] if line["event"].get("at") == "12")
    dice_table.submit({"kind": "correct", "entry": line["number"], "event": None})
    assert (points(dice_table)["Ana"], view(dice_table)["longest_route"]) == (7, None)


def test_a_correction_that_invalidates_an_entry_is_refused_and_changes_nothing(
    dice_table: Table,
) -> None:
    play_to_nine(dice_table)
    number = view(dice_table)["log"][0]["number"]
    with pytest.raises(InputRefused, match="the sheet has no such place"):
        dice_table.submit({"kind": "correct", "entry": number, "change": {"options": {"sheet": "base"}}})
    assert points(dice_table)["Ana"] == 9


def test_a_game_continues_after_a_restart(open_table: Callable[[], Table]) -> None:
    table = open_table()
    table.start_game({"game": "dice_game", "players": PLAYERS})
    throw(table, "brick lumber wool")
    before = view(table)
    table = open_table()
    assert view(table) == before
    assert build(table, "road", "R2")["violations"] == []


def test_a_finished_game_is_archived_with_its_standings(dice_table: Table) -> None:
    play_to_nine(dice_table)
    build(dice_table, "knight", "1", "2", "3")
    (listed,) = dice_table.game_archive.list_games()
    assert (listed["kind"], listed["finished"], listed["winner"], listed["turns"]) == (
        "dice_game",
        True,
        "red",
        3,
    )
    summary = dice_table.game_archive.game_details(listed["game"])["summary"]
    assert summary["players"][0]["of"] == {"settlement": 3, "city": 4, "longest_route": 2, "most_knights": 2}


def test_the_dice_game_is_offered(table: Table) -> None:
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
def test_the_dice_game_needs_two_to_four_players(table: Table, players: list[dict[str, str]]) -> None:
    with pytest.raises(InputRefused, match="for two to four players"):
        table.start_game({"game": "dice_game", "players": players})
