from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalInUseError, JournalReader, JournalUnusableError
from companion.journal.entries import ForeignFileError, NewerFormatError
from companion.journal.files import FORMAT_VERSION

MakeDraft = Callable[..., Entry]

OPEN_IN_ANOTHER_PROCESS = """
import sqlite3, sys
from pathlib import Path
from companion.journal import Journal, JournalInUseError
try:
    Journal.open(Path(sys.argv[1]))
except JournalInUseError:
    print("in use")
try:
    sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA journal_mode = DELETE")
except sqlite3.OperationalError as error:
    print(error)
"""


def test_a_reader_sees_entries_recorded_while_it_is_open(
    journal: Journal, path: Path, draft: MakeDraft
) -> None:
    game = journal.begin("base", [draft(1)])
    with JournalReader.open(path) as reader:
        assert reader.games() == (game,)
        recorded = journal.append(game.id, [draft(2)], token="tower:1")
        assert reader.entries(game.id)[1:] == recorded
        assert reader.latest_game() == game
        assert reader.has_token("tower:1")
        assert reader.export(game.id) == journal.export(game.id)


def test_a_reader_writes_nothing(journal: Journal, path: Path, draft: MakeDraft) -> None:
    journal.begin("base", [draft(1)])
    journal.close()
    before = path.read_bytes()
    with JournalReader.open(path) as reader:
        assert len(reader.entries(1)) == 1
    assert path.read_bytes() == before


def test_a_reader_in_the_writers_process_does_not_loosen_its_locks(
    journal: Journal, path: Path, draft: MakeDraft
) -> None:
    game = journal.begin("base")
    JournalReader.open(path).close()
    done = subprocess.run(
        [sys.executable, "-c", OPEN_IN_ANOTHER_PROCESS, path], stdout=subprocess.PIPE, timeout=60, check=True
    )
    # Neither a second Companion gets in, nor a process that asks for SQLite's own locks.
    assert done.stdout.decode().split("\n") == ["in use", "database is locked", ""]
    journal.append(game.id, [draft()])


def test_reading_needs_an_existing_journal(path: Path, tmp_path: Path) -> None:
    for nothing in (path, tmp_path):
        with pytest.raises(JournalUnusableError, match="no journal"):
            JournalReader.open(nothing)
    assert list(tmp_path.iterdir()) == []


def test_another_file_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("What to bring to the next game night: dice. " * 50)
    database = tmp_path / "other.db"
    other = sqlite3.connect(database)
    other.execute("CREATE TABLE games (id)")
    other.close()
    for file in (text, database):
        before = file.read_bytes()
        with pytest.raises(ForeignFileError, match="not a journal"):
            JournalReader.open(file)
        assert file.read_bytes() == before


def test_a_newer_format_asks_for_an_update(path: Path) -> None:
    Journal.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION + 1}")
    connection.close()
    with pytest.raises(NewerFormatError, match="update Companion"):
        JournalReader.open(path)


def test_a_second_writer_in_one_process_is_refused(journal: Journal, path: Path) -> None:
    with pytest.raises(JournalInUseError, match="another Companion is running"):
        Journal.open(path)
    journal.close()
    Journal.open(path).close()
