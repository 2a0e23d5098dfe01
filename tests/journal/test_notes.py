"""Notes about games are rows of the journal; the files of earlier versions are read and moved into rows."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.journal import Entry, Journal, JournalReader, JournalUnusableError, create_backup, restore
from companion.journal import rows as notes_module
from companion.journal.files import FILE_SUFFIXES, FORMAT_VERSION, set_archived_beside_writer, sibling_path

MakeDraft = Callable[..., Entry]

EARLIER_JOURNAL = Path(__file__).parent / "kept" / "0.1.0.journal"
FILE = ChecksummedJsonFile("list", 1, "write it again", CompanionError)


def write_earlier_journal(path: Path) -> None:
    """A journal of format 1 with its files: game 1 is archived, and none is in progress."""
    shutil.copy(EARLIER_JOURNAL, path)
    FILE.save(sibling_path(path, ".last"), {"game": 0})
    FILE.save(sibling_path(path, ".archived"), {"games": [1]})


def format_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def damage_note(path: Path, name: str) -> None:
    with sqlite3.connect(path) as connection:
        changed = connection.execute("UPDATE notes SET value = 'seven' WHERE name = ?", (name,)).rowcount
    connection.close()
    assert changed == 1


def test_notes_are_there_after_reopening(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        assert journal.current_game() is None
        first, second = journal.begin("base", [draft()]), journal.begin("base", [draft()])
        assert journal.current_game() == second.id
        journal.set_current_game(first.id)
        journal.set_archived(second.id, archived=True)
        identity = journal.uuid(first.id)
    with Journal.open(path) as journal:
        assert (journal.current_game(), journal.archived_games()) == (first.id, frozenset({second.id}))
        assert journal.uuid(first.id) == identity
        journal.set_current_game(None)
        journal.set_archived(second.id, archived=False)
    with JournalReader.open(path) as reader:
        assert (reader.current_game(), reader.archived_games()) == (None, frozenset())


def test_an_unchanged_note_is_not_written_again(journal: Journal, draft: MakeDraft) -> None:
    game = journal.begin("base", [draft()])
    journal.set_archived(game.id, archived=True)
    journal._connection.execute("PRAGMA query_only = ON")
    journal.set_archived(game.id, archived=True)
    journal.set_current_game(game.id)
    with pytest.raises(JournalUnusableError):
        journal.set_current_game(None)


def test_a_game_can_be_archived_while_another_program_plays(
    journal: Journal, path: Path, draft: MakeDraft
) -> None:
    game = journal.begin("base", [draft()])
    set_archived_beside_writer(path, game.id, archived=True)
    assert journal.archived_games() == {game.id}
    journal.append(game.id, [draft(1)], after=1)
    set_archived_beside_writer(path, game.id, archived=False)
    assert journal.archived_games() == frozenset()


def test_an_earlier_journal_is_read_with_its_files_and_left_as_it_is(path: Path) -> None:
    write_earlier_journal(path)
    with JournalReader.open(path) as reader:
        assert (reader.current_game(), reader.archived_games()) == (0, frozenset({1}))
        identity = reader.uuid(1)
        assert reader.find_uuid(identity) == reader.game(1)
    assert format_of(path) == 1
    with Journal.open(path) as journal:
        assert journal.notice is None
        assert (journal.current_game(), journal.archived_games()) == (0, frozenset({1}))
        assert journal.uuid(1) == identity
    assert format_of(path) == FORMAT_VERSION
    assert not any(sibling_path(path, suffix).exists() for suffix in FILE_SUFFIXES)
    with Journal.open(path) as journal:
        assert (journal.notice, journal.archived_games()) == (None, frozenset({1}))


def test_an_unreadable_file_hides_no_game(path: Path) -> None:
    write_earlier_journal(path)
    sibling_path(path, ".archived").write_text("{", "utf-8")
    with JournalReader.open(path) as reader:
        assert (reader.current_game(), reader.archived_games()) == (0, frozenset())


def test_a_conversion_that_is_interrupted_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_earlier_journal(path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(notes_module, "write_note", interrupt)
        with pytest.raises(KeyboardInterrupt):
            Journal.open(path)
    assert format_of(path) == 1
    with Journal.open(path) as journal:
        assert (journal.notice, journal.current_game(), journal.archived_games()) == (None, 0, frozenset({1}))


def test_a_corrupt_note_is_mended_and_loses_no_game(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        games = [journal.begin("base", [draft(n)]) for n in range(3)]
        journal.set_archived(1, archived=True)
        entries = [journal.entries(game.id) for game in games]
    damage_note(path, "current")
    with JournalReader.open(path) as reader:
        assert reader.current_game() is None
        assert reader.games() == tuple(games)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "a note about game 0 is corrupt" in journal.notice
        assert [journal.entries(game.id) for game in journal.games()] == entries
    with Journal.open(path) as journal:
        assert journal.notice is None


def test_damage_elsewhere_keeps_the_notes(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("base", [draft(n) for n in range(3)])
        journal.set_archived(game.id, archived=True)
        identity = journal.uuid(game.id)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET t = 7 WHERE number = 3")
    connection.close()
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert len(journal.entries(1)) == 2
        assert (journal.uuid(1), journal.archived_games(), journal.current_game()) == (
            identity,
            frozenset({1}),
            1,
        )


def test_an_earlier_copy_can_be_restored_and_replaced(path: Path, tmp_path: Path, draft: MakeDraft) -> None:
    copy = tmp_path / "copy.db"
    with JournalReader(path, sqlite3.connect(EARLIER_JOURNAL)) as reader:
        create_backup(reader, copy)
    write_earlier_journal(path)
    _, aside = restore(copy, path)
    assert aside is not None
    assert FILE.load(sibling_path(aside, ".archived"), lambda data: data["games"]) == [1]
    with Journal.open(path) as journal:
        assert (journal.current_game(), journal.archived_games()) == (None, frozenset())
        journal.append(1, [draft(1)])
        create_backup(journal, copy)
    with JournalReader.open(copy) as reader, JournalReader.open(path) as original:
        assert reader.uuid(1) == original.uuid(1)
