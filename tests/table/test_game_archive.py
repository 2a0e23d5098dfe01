"""Evenings looked back on, beside the table that writes to the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.island.setups import first_game_layout
from companion.journal import UnknownGameError
from companion.table.table import Table
from tests.shown import game_on


def play_tally(table: Table, *totals: int, players: Sequence[str] = ("Ana", "Ben")) -> None:
    table.start_game({"game": "tally", "players": list(players), "abandon": True})
    for total in totals:
        table.submit({"kind": "throw", "total": total})


def test_every_game_is_listed_the_newest_first(table: Table, base_game: dict[str, Any]) -> None:
    play_tally(table, 12, 3, 12)
    table.start_game({**base_game, "layout": first_game_layout().to_json()})
    table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
    newest, oldest = table.game_archive.list_games()
    assert (newest["kind"], newest["finished"], newest["winner"]) == ("base", False, None)
    assert (oldest["kind"], oldest["finished"], oldest["winner"]) == ("tally", True, "Ana")
    assert (newest["winners"], oldest["winners"]) == ([], ["Ana"])
    assert oldest["players"][0] == {"name": "Ana", "colour": "Ana", "points": 24}


def test_one_in_which_nothing_happened_is_left_out(table: Table, base_game: dict[str, Any]) -> None:
    play_tally(table, 12, 3, 12)
    table.start_game(base_game)
    table.start_game({**base_game, "layout": first_game_layout().to_json(), "abandon": True})
    assert [game["kind"] for game in table.game_archive.list_games()] == ["tally"]
    assert len(table.game_archive.list_games(unbegun=True)) == 3


def test_a_game_that_goes_on_is_looked_back_on_so_far(table: Table) -> None:
    play_tally(table, 5)
    game = table.game_archive.list_games()[0]["game"]
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 5
    table.submit({"kind": "throw", "total": 9})
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 9
    table.submit({"kind": "undo"})
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 5


def test_a_base_game_is_looked_back_on_whole(founded: Table) -> None:
    founded.submit({"kind": "roll", "dice": [3, 3]})
    told = founded.game_archive.game_details(game_on(founded)["id"])
    assert told["summary"]["dice"]["rolls"] == 1
    assert {player["points"] for player in told["summary"]["players"]} == {2}


def test_rolls_are_listed_where_a_game_lists_them(table: Table, founded: Table) -> None:
    founded.submit({"kind": "roll", "dice": [3, 3]})
    rolled = game_on(founded)["id"]
    assert founded.game_archive.game_details(rolled)["lists_rolls"]
    rolls = founded.game_archive.roll_list(rolled)
    assert rolls is not None
    assert len(rolls.rows) == 1
    play_tally(table, 12)
    counted = table.game_archive.list_games()[0]["game"]
    assert not table.game_archive.game_details(counted)["lists_rolls"]
    assert table.game_archive.roll_list(counted) is None


def test_rolls_of_no_game_are_asked_for_in_vain(table: Table) -> None:
    with pytest.raises(UnknownGameError):
        table.game_archive.roll_list(99)


def test_a_game_that_is_over_is_exported_whole(table: Table) -> None:
    play_tally(table, 12, 3, 12)
    game = table.game_archive.list_games()[0]["game"]
    document = table.game_archive.export_game(game)
    assert document is not None
    assert document["format"] == "companion-game"
    assert len(document["entries"]) == 4


def test_a_game_that_is_on_is_not_given_away(table: Table) -> None:
    play_tally(table, 12)
    game = table.game_archive.list_games()[0]["game"]
    assert table.game_archive.export_game(game) is None


@pytest.mark.parametrize("game", [0, 99, -1])
def test_a_game_that_is_not_there_is_unknown(table: Table, game: int) -> None:
    play_tally(table, 12)
    with pytest.raises(UnknownGameError):
        table.game_archive.game_details(game)


def test_games_of_a_kind_that_is_not_played_here_are_left_out(table: Table, journal_path: Path) -> None:
    from companion.games.registry import GAMES
    from companion.table.game_archive import GameArchive

    play_tally(table, 12)
    here = GameArchive(journal_path, GAMES)
    assert here.list_games() == []
    with pytest.raises(UnknownGameError):
        here.game_details(1)


class TestPlayers:
    def test_count_their_finished_games_and_victories(self, table: Table) -> None:
        play_tally(table, 12, 3, 12)
        play_tally(table, 1, 20)
        play_tally(table, 12, 3, 12)
        play_tally(table, 12)
        ana, ben = table.game_archive.books()[0]["players"]
        assert (ana["name"], ana["games"], ana["won"], ana["best"]) == ("Ana", 3, 2, 24)
        assert (ben["name"], ben["games"], ben["won"], ben["points"]) == ("Ben", 3, 1, 8.7)

    def test_are_known_by_their_name_however_it_was_typed(self, table: Table) -> None:
        play_tally(table, 20, players=("ana ", "Ben"))
        play_tally(table, 20, players=("Ana", "Ben"))
        best, *_ = table.game_archive.books()[0]["players"]
        assert (best["name"], best["won"]) == ("Ana", 2)
