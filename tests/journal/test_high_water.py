"""A journal that lost entries reports it when it is opened; any other never does."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Journal
from companion.journal.files import MARK_SUFFIX, read_mark, sibling_path
from tests.disks import fill

MakeDraft = Callable[..., Entry]


def notice(path: Path) -> str:
    with Journal.open(path) as journal:
        return str(journal.notice or "")


def replace_journal(path: Path, source: Path, *suffixes: str) -> None:
    """Replace a journal by a copy with only these suffixes."""
    for suffix in ("", "-wal", "-shm"):
        sibling_path(path, suffix).unlink(missing_ok=True)
    for suffix in ("", *suffixes):
        shutil.copy(sibling_path(source, suffix), sibling_path(path, suffix))


def test_a_lost_log_is_reported_with_the_number_of_missing_entries(
    path: Path, tmp_path: Path, draft: MakeDraft
) -> None:
    kept = tmp_path / "kept.db"
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
    with Journal.open(path) as journal:
        journal.append(1, [draft(2)])
        journal.append(1, [draft(3), draft(4)])
        for suffix in ("", "-wal"):
            shutil.copy(sibling_path(path, suffix), sibling_path(kept, suffix))
    replace_journal(path, kept)
    assert "3 recorded entries are missing" in notice(path)
    assert "3 recorded entries are missing" in notice(path), "until somebody goes on from there"
    replace_journal(path, kept, "-wal")
    assert notice(path) == ""


def test_the_loss_is_reported_once(path: Path, tmp_path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
    shutil.copy(path, tmp_path / "older.db")
    with Journal.open(path) as journal:
        journal.append(1, [draft(2), draft(3)])
    replace_journal(path, tmp_path / "older.db")
    with Journal.open(path) as journal:
        assert "2 recorded entries are missing" in str(journal.notice)
        journal.append(1, [draft(4)])
    assert notice(path) == ""


def test_a_longer_journal_with_other_entries_is_noticed_too(
    path: Path, tmp_path: Path, draft: MakeDraft
) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1), draft(2)])
    with Journal.open(tmp_path / "other.db") as other:
        other.begin("base", [draft(5), draft(6), draft(7)])
    replace_journal(path, tmp_path / "other.db")
    assert "1 recorded entry is missing" in notice(path)


def test_a_lost_game_without_entries_is_noticed_too(path: Path, tmp_path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
    shutil.copy(path, tmp_path / "older.db")
    with Journal.open(path) as journal:
        journal.begin("base")
    replace_journal(path, tmp_path / "older.db")
    assert "missing" in notice(path)


def test_an_old_journal_without_a_mark_gets_one(path: Path, draft: MakeDraft) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
        journal.begin("base", [draft(2), draft(3)])
    sibling_path(path, MARK_SUFFIX).unlink()
    assert notice(path) == ""
    mark = read_mark(path)
    assert mark is not None
    assert (mark.games, mark.entries, mark.game, mark.number) == (2, 3, 2, 2)


@pytest.mark.parametrize(
    "spoilt", [b"", b"{", b"[]", b"null", b'{"sum": 1}', b"\0" * 256, b'{"sum": 1, "x": 2}']
)
def test_an_unreadable_mark_reports_nothing(path: Path, draft: MakeDraft, spoilt: bytes) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
    sibling_path(path, MARK_SUFFIX).write_bytes(spoilt)
    assert notice(path) == ""


def test_an_unwritable_mark_is_no_obstacle(path: Path, draft: MakeDraft) -> None:
    sibling_path(path, MARK_SUFFIX).mkdir()
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
        journal.append(1, [draft(2)])
    assert notice(path) == ""


def test_on_a_full_disk_the_mark_is_written_in_its_own_space(small_disk: Path, draft: MakeDraft) -> None:
    path = small_disk / "journal.db"
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
        fill(small_disk, leave=40_000)
        journal.append(1, [draft(2)])
        mark = read_mark(path)
    assert mark is not None
    assert mark.entries == 2


def test_a_killed_writer_leaves_no_mark_beyond_its_entries(path: Path) -> None:
    code = f"""
import os, pathlib
from companion.journal import Entry, Journal
from companion.journal.entries import draft_entry
journal = Journal.open(pathlib.Path({str(path)!r}))
journal.begin("base")
n = 0
while True:
    journal.append(1, [draft_entry(0.0, "tower", 1.0, {{"v": 1, "event": {{"n": n}}}})] * 2)
    n += 1
    print(n, flush=True)
"""
    for after in (3, 17, 40):
        path.unlink(missing_ok=True)
        for suffix in ("-wal", "-shm", MARK_SUFFIX):
            sibling_path(path, suffix).unlink(missing_ok=True)
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for line in writer.stdout:
                if int(line) >= after:
                    writer.kill()
                    break
        assert notice(path) == ""
        assert sibling_path(path, MARK_SUFFIX).stat().st_size == 256
