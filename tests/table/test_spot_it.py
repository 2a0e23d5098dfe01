"""A match of Spot it! CATAN at the table: scored, undone, corrected, and continued after a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.i18n import message_from_json
from companion.observations import InputRefused
from companion.table.table import Table
from tests.table_views import view

TEAMS = [{"name": "Ana", "colour": "blue"}, {"name": "Ben", "colour": "red"}]


def points(table: Table) -> dict[str, int]:
    return {player["name"]: player["points"] for player in view(table)["players"]}


def score(table: Table, blue: int, red: int, *out: str) -> Mapping[str, Any]:
    counts = {"blue": blue, "red": red}
    return table.submit({"kind": "game_scored", "first_out": list(out), "counts": counts})


def score_round(table: Table, captor: str) -> Mapping[str, Any]:
    captured = {colour: int(colour == captor) for colour in ("blue", "red")}
    return table.submit({"kind": "round_scored", "captured": captured})


@pytest.fixture
def adventure(table: Table) -> Table:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {"mode": "adventure"}})
    return table


def play_to_the_knights(table: Table) -> None:
    score(table, 3, 5, "blue")
    score(table, 4, 4, "blue")
    score(table, 2, 6, "red")
    score(table, 8, 11)


def test_an_adventure_can_be_played_to_its_end(adventure: Table) -> None:
    play_to_the_knights(adventure)
    assert (view(adventure)["game_on"], points(adventure)) == (5, {"Ana": 4, "Ben": 9})
    assert score_round(adventure, "red")["violations"] == []
    assert (view(adventure)["phase"], view(adventure)["winner"]) == ("over", "red")


def test_scores_are_undone_one_by_one(adventure: Table) -> None:
    play_to_the_knights(adventure)
    adventure.submit({"kind": "undo"})
    assert (view(adventure)["game_on"], points(adventure)) == (4, {"Ana": 4, "Ben": 7})
    adventure.submit({"kind": "undo"})
    assert (view(adventure)["game_on"], points(adventure)) == (3, {"Ana": 4, "Ben": 4})


def test_an_old_score_can_be_corrected_with_a_preview(adventure: Table) -> None:
    play_to_the_knights(adventure)
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


def test_removing_a_game_flags_the_next_one(adventure: Table) -> None:
    score(adventure, 3, 5, "blue")
    score(adventure, 4, 4, "blue")
    first = view(adventure)["log"][1]
    adventure.submit({"kind": "correct", "entry": first["number"], "event": None})
    assert [line["violations"] for line in view(adventure)["log"]] == [[], ["wrong_game"]]
    assert view(adventure)["game_on"] == 3


def test_teams_that_change_colours_keep_their_scores(adventure: Table) -> None:
    score(adventure, 3, 5, "blue")
    players = [
        {"name": "Ana", "colour": "orange", "at_first": "blue"},
        {"name": "Ben", "colour": "blue", "at_first": "red"},
    ]
    first = view(adventure)["log"][0]
    adventure.submit({"kind": "correct", "entry": first["number"], "change": {"players": players}})
    assert points(adventure) == {"Ana": 1, "Ben": 2}
    assert view(adventure)["log"][1]["event"]["counts"] == {"blue": 5, "orange": 3}


def test_an_impossible_count_is_recorded_and_flagged(adventure: Table) -> None:
    assert score(adventure, 12, 11, "blue")["violations"] == ["too_many_on_island"]
    assert points(adventure) == {"Ana": 3, "Ben": 0}


def test_an_invalid_count_is_refused_and_nothing_is_recorded(adventure: Table) -> None:
    with pytest.raises(InputRefused, match="nobody plays orange"):
        adventure.submit({"kind": "game_scored", "first_out": ["orange"], "counts": {}})
    assert len(view(adventure)["log"]) == 1


def test_the_match_continues_after_a_restart(adventure: Table, open_table: Callable[[], Table]) -> None:
    play_to_the_knights(adventure)
    score_round(adventure, "blue")
    before = view(adventure)
    restarted = open_table()
    assert view(restarted) == before
    restarted.submit({"kind": "undo"})
    assert points(restarted) == {"Ana": 4, "Ben": 9}


def test_a_shared_victory_counts_for_each_winner(table: Table) -> None:
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


def test_another_game_can_start_after_a_shared_victory(table: Table) -> None:
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    with pytest.raises(InputRefused, match="A game is in progress"):
        table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    for out in ("blue", "red", "blue", "red"):
        score(table, 4, 4, out)
    table.start_game({"game": "spot_it", "players": TEAMS, "options": {}})
    assert points(table) == {"Ana": 0, "Ben": 0}


@pytest.mark.parametrize("about", [{}, {"turn": 1}])
def test_trades_are_refused_in_a_match(adventure: Table, about: dict[str, int]) -> None:
    with pytest.raises(InputRefused):
        adventure.seats.offer("blue", {"give": {"ore": 1}, "take": {"wool": 1}, "to": None, "about": about})
