"""Backups hold every acknowledged entry; restoring loses nothing."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import (
    Entry,
    Journal,
    JournalError,
    JournalInUseError,
    JournalReader,
    create_backup,
    restore,
)
from companion.journal import backup as backup_module
from companion.journal.backup import BackupError
from companion.journal.entries import ForeignFileError, draft_entry
from companion.journal.files import load_image, sibling_path
from companion.journal.wal import is_whole
from tests.disks import fill

MakeDraft = Callable[..., Entry]


def entries_by_game(path: Path) -> list[tuple[Entry, ...]]:
    with JournalReader.open(path) as journal:
        return [journal.entries(game.id) for game in journal.games()]


@pytest.fixture
def copy_path(tmp_path: Path) -> Path:
    return tmp_path / "stick" / "copy.db"


@pytest.fixture(autouse=True)
def _copy_folder(copy_path: Path) -> None:
    copy_path.parent.mkdir()


class TestBackup:
    def test_a_backup_includes_the_log_and_is_one_private_file(
        self, journal: Journal, path: Path, copy_path: Path, draft: MakeDraft
    ) -> None:
        game = journal.begin("base", [draft(1)])
        journal.append(game.id, [draft(2), draft(3)], token="tower:1")
        assert sibling_path(path, "-wal").stat().st_size > 0
        with JournalReader.open(path) as reader:
            held = create_backup(reader, copy_path)
        assert (len(held.games), held.entries) == (1, 3)
        assert [file.name for file in copy_path.parent.iterdir()] == ["copy.db"]
        assert copy_path.stat().st_mode & 0o077 == 0
        assert entries_by_game(copy_path) == entries_by_game(path)

    def test_a_backup_is_a_journal(self, journal: Journal, copy_path: Path, draft: MakeDraft) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy_path)
        with Journal.open(copy_path) as opened:
            assert opened.notice is None
            opened.append(1, [draft(2)])

    def test_a_backup_during_writes_is_consistent_and_blocks_no_writer(
        self, journal: Journal, path: Path, copy_path: Path
    ) -> None:
        game = journal.begin("base")
        stop = threading.Event()
        written = 0

        def write() -> None:
            nonlocal written
            while not stop.is_set():
                body = {"v": 1, "event": {"n": written, "pad": "." * 500}}
                pair = [draft_entry(0.0, "tower", 1.0, body)] * 2
                journal.append(game.id, pair)
                written += 2

        writing = threading.Thread(target=write)
        writing.start()
        try:
            for _ in range(12):
                before = written
                with JournalReader.open(path) as reader:
                    held = create_backup(reader, copy_path)
                assert held.entries >= before
                assert held.entries % 2 == 0
                assert sum(map(len, entries_by_game(copy_path))) == held.entries
        finally:
            stop.set()
            writing.join()

    def test_a_backup_replaces_an_earlier_copy_but_none_with_more_entries(
        self, journal: Journal, path: Path, copy_path: Path, draft: MakeDraft, tmp_path: Path
    ) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy_path)
        shutil.copy(copy_path, tmp_path / "older.db")
        journal.append(1, [draft(2), draft(3)])
        create_backup(journal, copy_path)
        assert len(entries_by_game(copy_path)[0]) == 3
        with Journal.open(tmp_path / "older.db") as other:
            with pytest.raises(BackupError, match="contains 2 entries that the journal lacks"):
                create_backup(other, copy_path)
            other.append(1, [draft(7), draft(8), draft(9)])
            with pytest.raises(BackupError, match="contains 1 entry that the journal lacks"):
                create_backup(other, copy_path)
        assert len(entries_by_game(copy_path)[0]) == 3

    def test_a_foreign_file_is_not_replaced(
        self, journal: Journal, path: Path, copy_path: Path, draft: MakeDraft
    ) -> None:
        journal.begin("base", [draft(1)])
        copy_path.write_text("Ana 7\n" * 50)
        with pytest.raises(ForeignFileError):
            create_backup(journal, copy_path)
        assert copy_path.read_text() == "Ana 7\n" * 50
        with pytest.raises(BackupError, match="the journal itself"):
            create_backup(journal, path)
        with pytest.raises(ForeignFileError):
            create_backup(journal, copy_path.parent)

    def test_a_corrupt_write_is_noticed_and_the_former_copy_stays(
        self, journal: Journal, copy_path: Path, draft: MakeDraft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy_path)
        before = copy_path.read_bytes()
        journal.append(1, [draft(n) for n in range(50)])
        real = load_image

        def corrupt_then_rename(path: Path) -> sqlite3.Connection:
            if path.name.endswith(".part"):
                data = bytearray(path.read_bytes())
                data[data.rindex(b"tablet")] ^= 1
                path.write_bytes(data)
            return real(path)

        monkeypatch.setattr(backup_module, "load_image", corrupt_then_rename)
        with pytest.raises(JournalError, match="is corrupt"):
            create_backup(journal, copy_path)
        assert copy_path.read_bytes() == before
        assert [file.name for file in copy_path.parent.iterdir()] == ["copy.db"]

    def test_a_full_disk_is_reported_and_no_partial_copy_stays(
        self, journal: Journal, small_disk: Path, draft: MakeDraft
    ) -> None:
        journal.begin("base", [draft(n) for n in range(100)])
        filler = fill(small_disk)
        with pytest.raises(BackupError, match="free some space"):
            create_backup(journal, small_disk / "copy.db")
        assert [file.name for file in small_disk.iterdir()] == [filler.name]


class TestRestoring:
    @pytest.fixture
    def backup_entries(self, path: Path, copy_path: Path, draft: MakeDraft) -> list[tuple[Entry, ...]]:
        """The entries of a copy; its journal has more entries since."""
        with Journal.open(path) as journal:
            journal.begin("base", [draft(1), draft(2)])
            create_backup(journal, copy_path)
            journal.append(1, [draft(3)])
            journal.begin("base", [draft(4)])
        return entries_by_game(copy_path)

    def test_restoring_replaces_the_journal_and_keeps_the_old_one(
        self, path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]]
    ) -> None:
        before = entries_by_game(path)
        sibling_path(path, ".last").write_text("a note about the games there")
        held, aside = restore(copy_path, path)
        assert held.entries == 2
        assert entries_by_game(path) == entries_by_game(copy_path) == backup_entries
        assert aside == sibling_path(path, ".replaced-1")
        assert entries_by_game(aside) == before
        assert sibling_path(aside, ".last").exists()
        assert not sibling_path(path, ".last").exists()
        with Journal.open(path) as journal:
            assert journal.notice is None, "what was left out was left out knowingly"

    def test_restoring_creates_a_missing_journal(
        self, tmp_path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]]
    ) -> None:
        assert restore(copy_path, tmp_path / "new.db")[1] is None
        assert entries_by_game(tmp_path / "new.db") == backup_entries

    def test_repeated_restores_keep_every_journal(
        self, path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]]
    ) -> None:
        restore(copy_path, path)
        _, aside = restore(sibling_path(path, ".replaced-1"), path)
        assert aside == sibling_path(path, ".replaced-2")
        assert len(entries_by_game(path)) == 2

    def test_a_journal_in_use_is_not_replaced(
        self, path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]]
    ) -> None:
        with Journal.open(path), pytest.raises(JournalInUseError, match="stop it first"):
            restore(copy_path, path)
        assert len(entries_by_game(path)) == 2

    @pytest.mark.parametrize("kind", ["missing", "text", "empty", "damaged", "torn", "itself", "folder"])
    def test_an_unsound_copy_is_refused_and_the_journal_stays(
        self, path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]], kind: str
    ) -> None:
        match kind:
            case "missing":
                copy_path.unlink()
            case "text":
                copy_path.write_text("Ana 7\n" * 50)
            case "empty":
                copy_path.write_bytes(b"")
            case "damaged":
                data = bytearray(copy_path.read_bytes())
                data[data.rindex(b"tablet")] ^= 1
                copy_path.write_bytes(data)
            case "torn":
                sibling_path(copy_path, "-wal").write_bytes(b"half of something")
            case "folder":
                copy_path.unlink()
                copy_path.mkdir()
            case _:
                copy_path = path
        with pytest.raises(JournalError):
            restore(copy_path, path)
        assert len(entries_by_game(path)) == 2
        assert not sibling_path(path, ".replaced-1").exists()

    def test_a_foreign_journal_is_restored_with_its_log(
        self, path: Path, tmp_path: Path, draft: MakeDraft
    ) -> None:
        elsewhere = tmp_path / "elsewhere.db"
        with Journal.open(elsewhere) as journal:
            journal.begin("base", [draft(n) for n in range(9)])
            for suffix in ("", "-wal"):
                shutil.copy(sibling_path(elsewhere, suffix), sibling_path(tmp_path / "taken.db", suffix))
        assert is_whole(sibling_path(tmp_path / "taken.db", "-wal").read_bytes())
        restore(tmp_path / "taken.db", path)
        assert len(entries_by_game(path)[0]) == 9

    @pytest.mark.parametrize("step", range(1, 9))
    def test_a_power_cut_at_any_step_leaves_the_old_or_the_new_journal(
        self, path: Path, copy_path: Path, backup_entries: list[tuple[Entry, ...]], step: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        before, left = entries_by_game(path), step
        real = Path.rename

        class PowerCut(BaseException):
            pass

        def cut_power(self: Path, target: Path) -> Path:
            nonlocal left
            left -= 1
            if left == 0:
                raise PowerCut
            return real(self, target)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", cut_power)
            try:
                restore(copy_path, path)
            except PowerCut:
                pass
            else:
                assert left > 0
        with Journal.open(path) as journal:
            now = [journal.entries(game.id) for game in journal.games()]
            assert now in (before, backup_entries)
            if now == backup_entries:
                assert entries_by_game(sibling_path(path, ".replaced-1")) == before
                assert journal.notice is None or "backup" in journal.notice
