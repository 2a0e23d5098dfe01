"""A file at a journal's path is a journal, becomes one, or is left as it is."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalError, JournalUnusableError
from companion.journal.entries import ForeignFileError, NewerFormatError
from companion.journal.files import FORMAT_VERSION, sibling_path

MakeDraft = Callable[..., Entry]


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def sqlite_database(path: Path, application_id: int = 0, mode: str = "DELETE") -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {application_id}")
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.execute("INSERT INTO recipes VALUES ('bread')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(sqlite_database, id="database"),
        pytest.param(lambda path: sqlite_database(path, mode="WAL"), id="database-with-log"),
        pytest.param(lambda path: sqlite_database(path, application_id=0x0F055112), id="fossil"),
        pytest.param(lambda path: path.write_text("Ana 7\nBen 9\n"), id="short-text"),
        pytest.param(lambda path: path.write_text("Ana 7\nBen 9\n" * 999), id="text"),
        pytest.param(lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000)), id="picture"),
        pytest.param(lambda path: path.write_bytes(b"SQLite format 3\x00"), id="begun-database"),
        pytest.param(lambda path: path.write_bytes(bytes(8192)), id="zeros"),
    ],
)
def test_a_foreign_file_is_refused_and_left_as_it_is(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    before = files_of(path.parent)
    with pytest.raises(ForeignFileError, match="not a journal of Companion"):
        Journal.open(path)
    assert files_of(path.parent) == before


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_something_else_than_a_file_is_refused(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    with pytest.raises(ForeignFileError, match="is not a file"):
        Journal.open(path)


def test_a_journal_of_a_newer_format_is_refused_and_left_as_it_is(path: Path) -> None:
    Journal.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION + 1}")
    connection.close()
    before = files_of(path.parent)
    with pytest.raises(NewerFormatError, match="update Companion"):
        Journal.open(path)
    assert files_of(path.parent) == before


def test_an_empty_file_becomes_a_journal(path: Path, draft: MakeDraft) -> None:
    path.touch()
    with Journal.open(path) as journal:
        journal.begin("base", [draft()])
        assert journal.notice is None


def test_an_interrupted_first_start_is_completed(path: Path) -> None:
    path.with_name("journal.db.new").write_bytes(b"SQLite format 3\x00" + bytes(2000))
    path.with_name("journal.db.new-wal").write_bytes(b"torn")
    with Journal.open(path) as journal:
        assert journal.games() == ()
    assert sorted(files_of(path.parent)) == ["journal.db", "journal.db.lock"]


def test_a_link_leads_to_the_same_journal(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with Journal.open(path), pytest.raises(JournalError, match="another Companion"):
        Journal.open(link)
    with Journal.open(link) as journal:
        assert journal.path == path.resolve()


@pytest.mark.parametrize("name", ["game night #1?.db", "50%.db", "Žofie.db", "a&b=c.db"])
def test_any_file_name_is_accepted(tmp_path: Path, name: str, draft: MakeDraft) -> None:
    with Journal.open(tmp_path / name) as journal:
        journal.begin("base", [draft()])
    assert (tmp_path / name).is_file()
    with Journal.open(tmp_path / name) as journal:
        assert len(journal.games()) == 1


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(JournalUnusableError, match=r"no folder .* create it"):
        Journal.open(tmp_path / "missing" / "journal.db")


@pytest.mark.parametrize("forbidden", ["folder", "file"])
def test_a_forbidden_folder_or_file_is_reported(path: Path, forbidden: str) -> None:
    Journal.open(path).close()
    target, mode = (path.parent, 0o500) if forbidden == "folder" else (path, 0o400)
    sibling_path(path, ".lock").unlink()
    target.chmod(mode)
    try:
        if os.access(target, os.W_OK):
            pytest.skip("nothing is forbidden to the superuser")
        with pytest.raises(JournalUnusableError, match="writable"):
            Journal.open(path)
    finally:
        target.chmod(0o700)
    with Journal.open(path) as journal:
        assert journal.notice is None


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write to")
def test_an_unwritable_folder_is_reported() -> None:
    with pytest.raises(JournalUnusableError, match="choose another place"):
        Journal.open(Path("/proc/self/journal.db"))


def modes(folder: Path) -> dict[str, int]:
    return {
        file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir() if file.suffix != ".lock"
    }


def test_a_journal_is_private_to_its_owner(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft()])
        names = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.db.mark")
        assert modes(path.parent) == dict.fromkeys(names, 0o600)


def test_an_older_journal_becomes_private_when_it_is_opened(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft()])
    path.chmod(0o644)
    with Journal.open(path) as journal:
        journal.begin("base", [draft()])
        assert set(modes(path.parent).values()) == {0o600}
