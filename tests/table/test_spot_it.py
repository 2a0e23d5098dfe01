"""A match of Spot it! CATAN at the table: scored, undone, corrected, gone on with after a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.i18n import message_from_json
from companion.observations import InputRefused
from companion.table.table import Table
from tests.shown import view

TEAMS = [{"name": "Ana", "colour": "blue"}, {"name": "Ben", "colour": "red"}]


def points(table: Table) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view(table)["players"]}


def score(table: Table, blue: int, red: int, *out: str) -> Mapping[str, Any]:
    counts = {"blue": blue, "red": red}
    return table.submit({"kind": "game_scored", "first_out": list(out), "counts": counts})


def a_round(table: Table, captor: str) -> Mapping[str, Any]:
    captured = {colour: int(colour == captor) for colour in ("blue", "red")}
    return table.submit({"kind": "round_scored", "captured": captured})


@pytest.fixture
def adventure(table: Table) -> Table:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {"mode": "adventure"}})
    return table


def to_the_knights(table: Table) -> None:
    score(table, 3, 5, "blue")
    score(table, 4, 4, "blue")
    score(table, 2, 6, "red")
    score(table, 8, 11)


def test_an_adventure_is_played_to_its_end(adventure: Table) -> None:
    to_the_knights(adventure)
    assert (view(adventure)["game_on"], points(adventure)) == (5, {"Ana": 4, "Ben": 9})
    assert a_round(adventure, "red")["violations"] == []
    assert (view(adventure)["phase"], view(adventure)["winner"]) == ("over", "red")


def test_what_was_scored_is_undone_line_by_line(adventure: Table) -> None:
    to_the_knights(adventure)
    adventure.submit({"kind": "undo"})
    assert (view(adventure)["game_on"], points(adventure)) == (4, {"Ana": 4, "Ben": 7})
    adventure.submit({"kind": "undo"})
    assert (view(adventure)["game_on"], points(adventure)) == (3, {"Ana": 4, "Ben": 4})


def test_a_line_long_ago_is_corrected_and_its_consequences_are_shown_before(adventure: Table) -> None:
    to_the_knights(adventure)
    first = view(adventure)["log"][1]
    change = {"kind": "correct", "entry": first["number"], "change": {"first_out": ["red"]}}
    assert adventure.preview(change)["changes"] == [
        {"what": "winners", "before": [], "after": ["red"]},
        {"what": "points", "colour": "blue", "before": 4, "after": 3},
        {"what": "points", "colour": "red", "before": 9, "after": 10},
    ]
    assert points(adventure) == {"Ana": 4, "Ben": 9}
    adventure.submit(change)
    assert (view(adventure)["winners"], points(adventure)) == (["red"], {"Ana": 3, "Ben": 10})


def test_a_game_that_was_not_played_leaves_the_next_flagged(adventure: Table) -> None:
    score(adventure, 3, 5, "blue")
    score(adventure, 4, 4, "blue")
    first = view(adventure)["log"][1]
    adventure.submit({"kind": "correct", "entry": first["number"], "event": None})
    assert [line["violations"] for line in view(adventure)["log"]] == [[], ["wrong_game"]]
    assert view(adventure)["game_on"] == 3


def test_teams_change_their_colours_with_all_that_was_told_of_them(adventure: Table) -> None:
    score(adventure, 3, 5, "blue")
    players = [
        {"name": "Ana", "colour": "orange", "at_first": "blue"},
        {"name": "Ben", "colour": "blue", "at_first": "red"},
    ]
    first = view(adventure)["log"][0]
    adventure.submit({"kind": "correct", "entry": first["number"], "change": {"players": players}})
    assert points(adventure) == {"Ana": 1, "Ben": 2}
    assert view(adventure)["log"][1]["event"]["counts"] == {"blue": 5, "orange": 3}


def test_a_count_that_cannot_be_is_recorded_and_flagged(adventure: Table) -> None:
    assert score(adventure, 12, 11, "blue")["violations"] == ["too_many_on_island"]
    assert points(adventure) == {"Ana": 3, "Ben": 0}


def test_what_is_no_count_is_refused_and_nothing_is_written(adventure: Table) -> None:
    with pytest.raises(InputRefused, match="nobody plays orange"):
        adventure.submit({"kind": "game_scored", "first_out": ["orange"], "counts": {}})
    assert len(view(adventure)["log"]) == 1


def test_the_match_goes_on_after_a_restart(adventure: Table, open_table: Callable[[], Table]) -> None:
    to_the_knights(adventure)
    a_round(adventure, "blue")
    before = view(adventure)
    restarted = open_table()
    assert view(restarted) == before
    restarted.submit({"kind": "undo"})
    assert points(restarted) == {"Ana": 4, "Ben": 9}


def test_a_shared_victory_counts_for_each_of_those_who_share_it(table: Table) -> None:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {"mode": "discovery", "game": 1}})
    for out in ("blue", "red", "blue", "red"):
        score(table, 4, 4, out)
    assert (view(table)["phase"], view(table)["winner"]) == ("over", None)
    (listed,) = table.game_archive.list_games()
    assert (listed["kind"], message_from_json(listed["name"])) == ("spot_it", "Spot it! CATAN")
    assert (listed["finished"], listed["winner"], listed["winners"]) == (True, None, ["blue", "red"])
    (book,) = table.game_archive.books()
    assert {player["name"]: player["won"] for player in book["players"]} == {"Ana": 1, "Ben": 1}
    assert table.game_archive.export_game(listed["game"]) is not None


def test_another_game_can_be_started_once_a_shared_victory_is_told(table: Table) -> None:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    with pytest.raises(InputRefused, match="A game is in progress"):
        table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    for out in ("blue", "red", "blue", "red"):
        score(table, 4, 4, out)
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    assert points(table) == {"Ana": 0, "Ben": 0}


@pytest.mark.parametrize("about", [{}, {"turn": 1}])
def test_nobody_trades_in_a_match(adventure: Table, about: dict[str, int]) -> None:
    with pytest.raises(InputRefused):
        adventure.seats.offer("blue", {"give": {"ore": 1}, "take": {"wool": 1}, "to": None, "about": about})
