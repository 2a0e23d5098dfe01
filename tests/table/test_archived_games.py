"""Archived games: hidden, kept, and restorable."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.observations import InputRefused
from companion.table.archived_games import ArchivedGames, ArchivedGamesError
from companion.table.table import Table


def play(table: Table, *totals: int) -> int:
    game: int = table.start_game({"game": "tally", "players": ["Ana", "Ben"], "abandon": True})["game"]
    for total in totals:
        table.submit({"kind": "throw", "total": total})
    return game


def test_an_archived_game_is_hidden_and_can_be_restored(table: Table) -> None:
    first, second = play(table, 12, 3, 12), play(table, 20)
    assert table.archive({"game": first, "archived": True})["archived"] is True
    assert [game["game"] for game in table.game_archive.list_games()] == [second]
    assert [game["game"] for game in table.game_archive.list_games(archived=True)] == [first]
    assert [player["games"] for player in table.game_archive.books()[0]["players"]] == [1, 1]
    table.archive({"game": first, "archived": False})
    assert [game["game"] for game in table.game_archive.list_games()] == [second, first]


def test_an_archived_unfinished_game_is_not_offered_to_resume(table: Table) -> None:
    left = play(table, 4)
    play(table)
    assert [game["game"] for game in table.choices()["unfinished"]] == [left]
    table.archive({"game": left, "archived": True})
    assert table.choices()["unfinished"] == []


def test_the_current_game_cannot_be_archived(table: Table) -> None:
    game = play(table, 4)
    with pytest.raises(InputRefused, match="quit it first"):
        table.archive({"game": game, "archived": True})


@pytest.mark.parametrize("data", [{}, {"game": 7, "archived": True}, {"game": True, "archived": True}])
def test_archiving_something_else_than_a_game_is_refused(table: Table, data: dict[str, object]) -> None:
    play(table, 4)
    play(table)
    with pytest.raises(InputRefused):
        table.archive(data)


def test_archiving_needs_the_archived_field(table: Table) -> None:
    game = play(table, 4)
    play(table)
    with pytest.raises(InputRefused):
        table.archive({"game": game})


def test_an_unreadable_list_of_archived_games_hides_no_game(tmp_path: Path) -> None:
    archive = ArchivedGames(tmp_path / "journal.db")
    archive.set_archived(3, archived=True)
    assert archive.games == {3}
    (tmp_path / "journal.db.archived").write_text("{", "utf-8")
    assert archive.games == frozenset()


def test_an_unwritable_list_of_archived_games_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ArchivedGamesError, match="can't be written"):
        ArchivedGames(tmp_path / "nosuch" / "journal.db").set_archived(3, archived=True)
