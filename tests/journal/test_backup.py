"""A backup holds all that was acknowledged, what is put back is what it holds; nothing is lost on the way."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import (
    BackupError,
    Entry,
    EntryDraft,
    ForeignFileError,
    Journal,
    JournalError,
    JournalInUseError,
    JournalReader,
    create_backup,
    restore,
)
from companion.journal import backup as backup_module
from companion.journal.files import load_image, sibling_path
from companion.journal.wal import is_whole
from tests.disks import fill

MakeDraft = Callable[..., EntryDraft]


def told(path: Path) -> list[tuple[Entry, ...]]:
    with JournalReader.open(path) as journal:
        return [journal.entries(game.id) for game in journal.games()]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "stick" / "copy.db"


@pytest.fixture(autouse=True)
def _stick(copy: Path) -> None:
    copy.parent.mkdir()


class TestBackingUp:
    def test_it_holds_what_stands_in_the_log_alone_and_is_one_private_file(
        self, journal: Journal, path: Path, copy: Path, draft: MakeDraft
    ) -> None:
        game = journal.begin("base", [draft(1)])
        journal.append(game.id, [draft(2), draft(3)], token="tower:1")
        assert sibling_path(path, "-wal").stat().st_size > 0
        with JournalReader.open(path) as reader:
            held = create_backup(reader, copy)
        assert (len(held.games), held.entries) == (1, 3)
        assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
        assert copy.stat().st_mode & 0o077 == 0
        assert told(copy) == told(path)

    def test_it_is_a_journal_itself(self, journal: Journal, copy: Path, draft: MakeDraft) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy)
        with Journal.open(copy) as opened:
            assert opened.notice is None
            opened.append(1, [draft(2)])

    def test_while_others_write_it_is_of_one_moment_and_holds_up_nobody(
        self, journal: Journal, path: Path, copy: Path
    ) -> None:
        game = journal.begin("base")
        stop = threading.Event()
        written = 0

        def write() -> None:
            nonlocal written
            while not stop.is_set():
                body = {"v": 1, "event": {"n": written, "pad": "." * 500}}
                pair = [EntryDraft(0.0, "tower", 1.0, body)] * 2
                journal.append(game.id, pair)
                written += 2

        writing = threading.Thread(target=write)
        writing.start()
        try:
            for _ in range(12):
                before = written
                with JournalReader.open(path) as reader:
                    held = create_backup(reader, copy)
                assert held.entries >= before
                assert held.entries % 2 == 0
                assert sum(map(len, told(copy))) == held.entries
        finally:
            stop.set()
            writing.join()

    def test_an_earlier_copy_is_replaced_but_nothing_that_holds_more(
        self, journal: Journal, path: Path, copy: Path, draft: MakeDraft, tmp_path: Path
    ) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy)
        shutil.copy(copy, tmp_path / "older.db")
        journal.append(1, [draft(2), draft(3)])
        create_backup(journal, copy)
        assert len(told(copy)[0]) == 3
        with Journal.open(tmp_path / "older.db") as other:
            with pytest.raises(BackupError, match="contains 2 entries that the journal lacks"):
                create_backup(other, copy)
            other.append(1, [draft(7), draft(8), draft(9)])
            with pytest.raises(BackupError, match="contains 1 entry that the journal lacks"):
                create_backup(other, copy)
        assert len(told(copy)[0]) == 3

    def test_what_is_no_copy_is_left_as_it_is_and_so_is_the_journal(
        self, journal: Journal, path: Path, copy: Path, draft: MakeDraft
    ) -> None:
        journal.begin("base", [draft(1)])
        copy.write_text("Ana 7\n" * 50)
        with pytest.raises(ForeignFileError):
            create_backup(journal, copy)
        assert copy.read_text() == "Ana 7\n" * 50
        with pytest.raises(BackupError, match="the journal itself"):
            create_backup(journal, path)
        with pytest.raises(ForeignFileError):
            create_backup(journal, copy.parent)

    def test_what_didn_t_arrive_on_the_disk_is_noticed_and_the_former_copy_stays(
        self, journal: Journal, copy: Path, draft: MakeDraft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        journal.begin("base", [draft(1)])
        create_backup(journal, copy)
        before = copy.read_bytes()
        journal.append(1, [draft(n) for n in range(50)])
        real = load_image

        def rotten(path: Path) -> sqlite3.Connection:
            if path.name.endswith(".part"):
                data = bytearray(path.read_bytes())
                data[data.rindex(b"tablet")] ^= 1
                path.write_bytes(data)
            return real(path)

        monkeypatch.setattr(backup_module, "load_image", rotten)
        with pytest.raises(JournalError, match="is corrupt"):
            create_backup(journal, copy)
        assert copy.read_bytes() == before
        assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]

    def test_a_full_disk_is_told_and_nothing_half_made_stays(
        self, journal: Journal, small_disk: Path, draft: MakeDraft
    ) -> None:
        journal.begin("base", [draft(n) for n in range(100)])
        filler = fill(small_disk)
        with pytest.raises(BackupError, match="free some space"):
            create_backup(journal, small_disk / "copy.db")
        assert [file.name for file in small_disk.iterdir()] == [filler.name]


class TestRestoring:
    @pytest.fixture
    def backed_up(self, path: Path, copy: Path, draft: MakeDraft) -> list[tuple[Entry, ...]]:
        """A copy of a journal that went on since."""
        with Journal.open(path) as journal:
            journal.begin("base", [draft(1), draft(2)])
            create_backup(journal, copy)
            journal.append(1, [draft(3)])
            journal.begin("base", [draft(4)])
        return told(copy)

    def test_the_copy_is_in_the_journal_s_place_which_is_kept(
        self, path: Path, copy: Path, backed_up: list[tuple[Entry, ...]]
    ) -> None:
        before = told(path)
        sibling_path(path, ".last").write_text("a note about the games there")
        held, aside = restore(copy, path)
        assert held.entries == 2
        assert told(path) == told(copy) == backed_up
        assert aside == sibling_path(path, ".replaced-1")
        assert told(aside) == before
        assert sibling_path(aside, ".last").exists()
        assert not sibling_path(path, ".last").exists()
        with Journal.open(path) as journal:
            assert journal.notice is None, "what was left out was left out knowingly"

    def test_where_there_was_no_journal_it_is_the_journal(
        self, tmp_path: Path, copy: Path, backed_up: list[tuple[Entry, ...]]
    ) -> None:
        assert restore(copy, tmp_path / "new.db")[1] is None
        assert told(tmp_path / "new.db") == backed_up

    def test_again_and_again_each_is_kept(
        self, path: Path, copy: Path, backed_up: list[tuple[Entry, ...]]
    ) -> None:
        restore(copy, path)
        _, aside = restore(sibling_path(path, ".replaced-1"), path)
        assert aside == sibling_path(path, ".replaced-2")
        assert len(told(path)) == 2

    def test_a_journal_that_somebody_writes_is_left_alone(
        self, path: Path, copy: Path, backed_up: list[tuple[Entry, ...]]
    ) -> None:
        with Journal.open(path), pytest.raises(JournalInUseError, match="stop it first"):
            restore(copy, path)
        assert len(told(path)) == 2

    @pytest.mark.parametrize("kind", ["missing", "text", "empty", "damaged", "torn", "itself", "folder"])
    def test_what_is_no_sound_copy_is_refused_and_the_journal_stays(
        self, path: Path, copy: Path, backed_up: list[tuple[Entry, ...]], kind: str
    ) -> None:
        match kind:
            case "missing":
                copy.unlink()
            case "text":
                copy.write_text("Ana 7\n" * 50)
            case "empty":
                copy.write_bytes(b"")
            case "damaged":
                data = bytearray(copy.read_bytes())
                data[data.rindex(b"tablet")] ^= 1
                copy.write_bytes(data)
            case "torn":
                sibling_path(copy, "-wal").write_bytes(b"half of something")
            case "folder":
                copy.unlink()
                copy.mkdir()
            case _:
                copy = path
        with pytest.raises(JournalError):
            restore(copy, path)
        assert len(told(path)) == 2
        assert not sibling_path(path, ".replaced-1").exists()

    def test_a_journal_from_elsewhere_is_taken_with_its_log(
        self, path: Path, tmp_path: Path, draft: MakeDraft
    ) -> None:
        elsewhere = tmp_path / "elsewhere.db"
        with Journal.open(elsewhere) as journal:
            journal.begin("base", [draft(n) for n in range(9)])
            for suffix in ("", "-wal"):
                shutil.copy(sibling_path(elsewhere, suffix), sibling_path(tmp_path / "taken.db", suffix))
        assert is_whole(sibling_path(tmp_path / "taken.db", "-wal").read_bytes())
        restore(tmp_path / "taken.db", path)
        assert len(told(path)[0]) == 9

    @pytest.mark.parametrize("step", range(1, 9))
    def test_a_power_cut_at_any_step_leaves_the_one_or_the_other(
        self, path: Path, copy: Path, backed_up: list[tuple[Entry, ...]], step: int,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        before, left = told(path), step
        real = Path.rename

        class PowerCut(BaseException):
            pass

        def cut(self: Path, target: Path) -> Path:
            nonlocal left
            left -= 1
            if left == 0:
                raise PowerCut
            return real(self, target)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", cut)
            try:
                restore(copy, path)
            except PowerCut:
                pass
            else:
                assert left > 0
        with Journal.open(path) as journal:
            now = [journal.entries(game.id) for game in journal.games()]
            assert now in (before, backed_up)
            if now == backed_up:
                assert told(sibling_path(path, ".replaced-1")) == before
                assert journal.notice is None or "backup" in journal.notice
