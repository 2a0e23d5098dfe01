"""A full disk loses no recorded entry, and writing resumes once there is room."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalReader, JournalUnusableError
from companion.journal.entries import draft_entry
from companion.journal.files import sibling_path
from companion.journal.wal import is_whole
from tests.disks import fill

MakeDraft = Callable[..., Entry]


def append_until_full(journal: Journal, game_id: int) -> int:
    """Append pairs until one is refused; return the number of acknowledged entries."""
    acknowledged = len(journal.entries(game_id))
    refusal = ""
    while not refusal:
        n = acknowledged
        pair = [draft_entry(n, "tower", 1.0, {"v": 1, "event": {"pad": "." * 1500, "n": n}})] * 2
        try:
            acknowledged = journal.append(game_id, pair, token=f"tower:{n}")[-1].number
        except JournalUnusableError as error:
            refusal = str(error)
    assert "full" in refusal
    return acknowledged


def test_a_database_at_its_size_limit_keeps_its_entries(journal: Journal, path: Path) -> None:
    game = journal.begin("base")
    journal._connection.execute("PRAGMA max_page_count = 40")
    acknowledged = append_until_full(journal, game.id)
    assert acknowledged > 20
    assert len(journal.entries(game.id)) == acknowledged
    assert not journal.has_token(f"tower:{acknowledged}")
    journal._connection.execute("PRAGMA max_page_count = 400")
    more = journal.append(game.id, [draft_entry(0.0, "tower", 1.0, {"v": 1, "event": {}})])
    assert [entry.number for entry in more] == [acknowledged + 1]


def test_a_full_disk_keeps_the_entries_and_writing_resumes_with_room(
    small_disk: Path, draft: MakeDraft
) -> None:
    path = small_disk / "journal.db"
    with Journal.open(path) as journal:
        game = journal.begin("base", [draft(1)])
        filler = fill(small_disk, leave=100_000)
        for _ in range(3):
            acknowledged = append_until_full(journal, game.id)
        assert acknowledged > 5
        with JournalReader.open(path) as reader:
            assert len(reader.entries(game.id)) == acknowledged
        filler.unlink()
        assert journal.append(game.id, [draft(2)])[0].number == acknowledged + 1
        # What the refused appends left in the log must not look like damage after a crash.
        assert is_whole(sibling_path(path, "-wal").read_bytes())
    with Journal.open(path) as journal:
        assert journal.notice is None
        assert len(journal.entries(game.id)) == acknowledged + 1


def test_a_journal_can_be_opened_and_read_on_a_full_disk(small_disk: Path, draft: MakeDraft) -> None:
    path = small_disk / "journal.db"
    with Journal.open(path) as journal:
        game = journal.begin("base", [draft(n) for n in range(100)])
    # SQLite's own two files need room to open at all.
    filler = fill(small_disk, leave=40_960)
    with Journal.open(path) as journal:
        append_until_full(journal, game.id)
        assert journal.entries(game.id)[99].t == 99.0
    filler.unlink()


def test_without_room_no_journal_is_created_and_no_partial_file_stays(small_disk: Path) -> None:
    filler = fill(small_disk)
    path = small_disk / "journal.db"
    with pytest.raises(JournalUnusableError, match="room"):
        Journal.open(path)
    assert not path.exists()
    filler.unlink()
    with Journal.open(path) as journal:
        assert journal.games() == ()


def test_after_a_crash_on_a_full_disk_all_acknowledged_entries_are_there(
    small_disk: Path, tmp_path: Path, draft: MakeDraft
) -> None:
    path = small_disk / "journal.db"
    with Journal.open(path) as journal:
        game = journal.begin("base", [draft(1)])
        fill(small_disk, leave=100_000)
        acknowledged = append_until_full(journal, game.id)
        crashed = tmp_path / "journal.db"
        for suffix in ("", "-wal"):
            shutil.copy(sibling_path(path, suffix), sibling_path(crashed, suffix))
    with Journal.open(crashed) as journal:
        assert len(journal.entries(game.id)) == acknowledged
        with sqlite3.connect(crashed) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
