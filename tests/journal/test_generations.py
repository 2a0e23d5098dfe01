"""Backup generations: a limited number, no duplicates, and none lost with entries that no other has."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Generations, Journal, JournalReader
from companion.journal.backup import BackupError
from companion.journal.files import sibling_path
from tests.disks import fill

MakeDraft = Callable[..., Entry]


@pytest.fixture
def generations(tmp_path: Path, path: Path) -> Generations:
    return Generations(tmp_path / "backups", path, max_copies=3)


def lengths(generations: Generations) -> list[int]:
    found = []
    for each in generations.list_newest_first():
        with JournalReader.open(each.file) as journal:
            found.append(sum(journal.entry_count(game.id) for game in journal.games()))
    return found


def test_a_generation_is_made_for_new_entries_and_the_oldest_is_removed(
    journal: Journal, generations: Generations, draft: MakeDraft
) -> None:
    assert generations.add() is None, "there is no game yet"
    journal.begin("base", [draft(1)])
    for n in range(2, 7):
        made = generations.add()
        assert made is not None
        assert made.number == n - 1
        assert generations.add() is None, "nothing is new"
        journal.append(1, [draft(n)])
    assert lengths(generations) == [5, 4, 3]
    assert [each.number for each in generations.list_newest_first()] == [5, 4, 3]


def test_a_copy_with_entries_that_the_journal_lost_is_kept(
    path: Path, generations: Generations, draft: MakeDraft, tmp_path: Path
) -> None:
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
    shutil.copy(path, tmp_path / "older.db")
    with Journal.open(path) as journal:
        journal.append(1, [draft(n) for n in range(8)])
        generations.add()
    shutil.copy(tmp_path / "older.db", path)
    with Journal.open(path) as journal:
        for n in range(10, 15):
            journal.append(1, [draft(n)])
            generations.add()
    assert sorted(lengths(generations)) == [5, 6, 9]


def test_other_files_in_the_folder_are_left_alone(
    journal: Journal, generations: Generations, draft: MakeDraft, tmp_path: Path
) -> None:
    (tmp_path / "backups").mkdir()
    for name in ("journal-.db", "journal-000001.db.bak", "journal-1.db", "holiday.jpg"):
        (tmp_path / "backups" / name).write_text("mine")
    (tmp_path / "backups" / "journal-000004.db").write_text("no journal any more")
    journal.begin("base", [draft(1)])
    made = generations.add()
    assert made is not None
    assert made.number == 5
    assert (tmp_path / "backups" / "holiday.jpg").read_text() == "mine"


def test_a_failed_backup_is_reported_and_the_others_stay(small_disk: Path, draft: MakeDraft) -> None:
    path = small_disk / "journal.db"
    generations = Generations(small_disk / "backups", path, max_copies=1)
    with Journal.open(path) as journal:
        journal.begin("base", [draft(1)])
        generations.add()
        journal.append(1, [draft(2)])
        fill(small_disk)
        with pytest.raises(BackupError, match="free some space"):
            generations.add()
        assert [each.number for each in generations.list_newest_first()] == [1]
    assert not sibling_path(path, ".part").exists()
