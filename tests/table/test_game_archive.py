"""The archive of games, beside the table that writes the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.island.setups import first_game_layout
from companion.journal import UnknownGameError
from companion.table.table import Table
from tests.table_views import game_on


def play_tally(table: Table, *totals: int, players: Sequence[str] = ("Ana", "Ben")) -> None:
    table.start_game({"game": "tally", "players": list(players), "abandon": True})
    for total in totals:
        table.submit({"kind": "throw", "total": total})


def test_games_are_listed_newest_first(table: Table, base_game: dict[str, Any]) -> None:
    play_tally(table, 12, 3, 12)
    table.start_game({**base_game, "layout": first_game_layout().to_json()})
    table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
    newest, oldest = table.game_archive.list_games()
    assert (newest["kind"], newest["finished"], newest["winner"]) == ("base", False, None)
    assert (oldest["kind"], oldest["finished"], oldest["winner"]) == ("tally", True, "Ana")
    assert (newest["winners"], oldest["winners"]) == ([], ["Ana"])
    assert oldest["players"][0] == {"name": "Ana", "colour": "Ana", "points": 24}


def test_a_game_without_events_is_left_out(table: Table, base_game: dict[str, Any]) -> None:
    play_tally(table, 12, 3, 12)
    table.start_game(base_game)
    table.start_game({**base_game, "layout": first_game_layout().to_json(), "abandon": True})
    assert [game["kind"] for game in table.game_archive.list_games()] == ["tally"]
    assert len(table.game_archive.list_games(unbegun=True)) == 3


def test_a_game_in_progress_has_details_so_far(table: Table) -> None:
    play_tally(table, 5)
    game = table.game_archive.list_games()[0]["game"]
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 5
    table.submit({"kind": "throw", "total": 9})
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 9
    table.submit({"kind": "undo"})
    assert table.game_archive.game_details(game)["summary"]["players"][0]["points"] == 5


def test_a_base_game_has_complete_details(founded_table: Table) -> None:
    founded_table.submit({"kind": "roll", "dice": [3, 3]})
    details = founded_table.game_archive.game_details(game_on(founded_table)["id"])
    assert details["summary"]["dice"]["rolls"] == 1
    assert {player["points"] for player in details["summary"]["players"]} == {2}


def test_rolls_are_listed_for_games_that_support_it(table: Table, founded_table: Table) -> None:
    founded_table.submit({"kind": "roll", "dice": [3, 3]})
    rolled = game_on(founded_table)["id"]
    assert founded_table.game_archive.game_details(rolled)["lists_rolls"]
    rolls = founded_table.game_archive.roll_list(rolled)
    assert rolls is not None
    assert len(rolls.rows) == 1
    play_tally(table, 12)
    counted = table.game_archive.list_games()[0]["game"]
    assert not table.game_archive.game_details(counted)["lists_rolls"]
    assert table.game_archive.roll_list(counted) is None


def test_the_roll_list_of_an_unknown_game_is_an_error(table: Table) -> None:
    with pytest.raises(UnknownGameError):
        table.game_archive.roll_list(99)


def test_a_finished_game_is_exported_completely(table: Table) -> None:
    play_tally(table, 12, 3, 12)
    game = table.game_archive.list_games()[0]["game"]
    document = table.game_archive.export_game(game)
    assert document is not None
    assert document["format"] == "companion-game"
    assert len(document["entries"]) == 4


def test_a_game_in_progress_is_not_exported(table: Table) -> None:
    play_tally(table, 12)
    game = table.game_archive.list_games()[0]["game"]
    assert table.game_archive.export_game(game) is None


@pytest.mark.parametrize("game", [0, 99, -1])
def test_an_unknown_game_is_an_error(table: Table, game: int) -> None:
    play_tally(table, 12)
    with pytest.raises(UnknownGameError):
        table.game_archive.game_details(game)


def test_games_of_an_unknown_kind_are_left_out(table: Table, journal_path: Path) -> None:
    from companion.games.registry import GAMES
    from companion.table.game_archive import GameArchive

    play_tally(table, 12)
    here = GameArchive(journal_path, GAMES)
    assert here.list_games() == []
    with pytest.raises(UnknownGameError):
        here.game_details(1)


class TestPlayers:
    def test_finished_games_and_victories_count_per_player(self, table: Table) -> None:
        play_tally(table, 12, 3, 12)
        play_tally(table, 1, 20)
        play_tally(table, 12, 3, 12)
        play_tally(table, 12)
        ana, ben = table.game_archive.books()[0]["players"]
        assert (ana["name"], ana["games"], ana["won"], ana["best"]) == ("Ana", 3, 2, 24)
        assert (ben["name"], ben["games"], ben["won"], ben["points"]) == ("Ben", 3, 1, 8.7)

    def test_players_are_matched_by_normalized_name(self, table: Table) -> None:
        play_tally(table, 20, players=("ana ", "Ben"))
        play_tally(table, 20, players=("Ana", "Ben"))
        best, *_ = table.game_archive.books()[0]["players"]
        assert (best["name"], best["won"]) == ("Ana", 2)
