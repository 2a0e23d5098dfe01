"""Archived games: hidden, kept, and restorable."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import JournalReader, JournalUnusableError, create_backup
from companion.observations import InputRefused
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


def test_a_list_that_cannot_be_saved_is_reported(table: Table) -> None:
    game = play(table, 4)
    play(table)
    table._journal._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalUnusableError, match="can't be opened or written"):
        table.archive({"game": game, "archived": True})
    assert table.game_archive.list_games(archived=True) == []


def test_archived_games_survive_a_restart_and_are_part_of_a_copy(table: Table, tmp_path: Path) -> None:
    game = play(table, 4)
    play(table)
    table.archive({"game": game, "archived": True})
    copy = tmp_path / "copy.db"
    with JournalReader.open(table._journal.path) as reader:
        assert reader.archived_games() == {game}
        create_backup(reader, copy)
    with JournalReader.open(copy) as reader:
        assert reader.archived_games() == {game}
