"""Games put out of sight: they are kept, and come back."""

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


def test_an_archived_game_is_out_of_sight_and_comes_back(table: Table) -> None:
    first, second = play(table, 12, 3, 12), play(table, 20)
    assert table.archive({"game": first, "archived": True})["archived"] is True
    assert [game["game"] for game in table.game_archive.list_games()] == [second]
    assert [game["game"] for game in table.game_archive.list_games(archived=True)] == [first]
    assert [player["games"] for player in table.game_archive.books()[0]["players"]] == [1, 1]
    table.archive({"game": first, "archived": False})
    assert [game["game"] for game in table.game_archive.list_games()] == [second, first]


def test_one_that_was_left_is_not_offered_to_go_on_with(table: Table) -> None:
    left = play(table, 4)
    play(table)
    assert [game["game"] for game in table.choices()["unfinished"]] == [left]
    table.archive({"game": left, "archived": True})
    assert table.choices()["unfinished"] == []


def test_the_game_that_is_on_stays_in_sight(table: Table) -> None:
    game = play(table, 4)
    with pytest.raises(InputRefused, match="quit it first"):
        table.archive({"game": game, "archived": True})


@pytest.mark.parametrize("data", [{}, {"game": 7, "archived": True}, {"game": True, "archived": True}])
def test_what_is_no_game_is_refused(table: Table, data: dict[str, object]) -> None:
    play(table, 4)
    play(table)
    with pytest.raises(InputRefused):
        table.archive(data)


def test_a_number_without_whether_is_refused(table: Table) -> None:
    game = play(table, 4)
    play(table)
    with pytest.raises(InputRefused):
        table.archive({"game": game})


def test_a_note_that_can_t_be_read_leaves_all_games_in_sight(tmp_path: Path) -> None:
    archive = ArchivedGames(tmp_path / "journal.db")
    archive.set_archived(3, archived=True)
    assert archive.games == {3}
    (tmp_path / "journal.db.archived").write_text("{", "utf-8")
    assert archive.games == frozenset()


def test_what_can_t_be_noted_is_said(tmp_path: Path) -> None:
    with pytest.raises(ArchivedGamesError, match="can't be written"):
        ArchivedGames(tmp_path / "nosuch" / "journal.db").set_archived(3, archived=True)
