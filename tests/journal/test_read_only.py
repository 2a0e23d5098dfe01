"""An unwritable journal is opened read-only, and written again as soon as possible."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalInUseError, JournalReader, JournalUnusableError
from companion.journal import files as journal_module
from companion.journal.entries import ForeignFileError, draft_entry
from companion.journal.files import WriteLock, load_image, sibling_path
from companion.journal.wal import apply_log
from tests.disks import fill, make_read_only

MakeDraft = Callable[..., Entry]


def file_states(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Inode, length and last write of each file."""
    stats = {file.name: file.stat() for file in folder.iterdir()}
    return {name: (stat.st_ino, stat.st_size, stat.st_mtime_ns) for name, stat in stats.items()}


def leave_after_power_cut(path: Path, source: Path, entries: int) -> tuple[Entry, ...]:
    """Leave a journal at `path` as after a power cut: a part in the log, SQLite's index gone."""
    with Journal.open(source) as journal:
        game = journal.begin("base", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": {"n": 0}})])
        for n in range(1, entries):
            body = {"v": 1, "event": {"n": n, "pad": "." * 300}}
            journal.append(game.id, [draft_entry(n, "tower", 1.0, body)])
        for suffix in ("", "-wal"):
            shutil.copy(sibling_path(source, suffix), sibling_path(path, suffix))
        return journal.entries(game.id)


@pytest.fixture
def forbid(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """A switch that makes opening for writing fail."""
    real = WriteLock

    def switch(forbidden: bool) -> None:
        def refuse(path: Path) -> None:
            raise JournalUnusableError(f"the journal {path} can't be used: make room")

        monkeypatch.setattr(journal_module, "WriteLock", refuse if forbidden else real)

    return switch


class TestImage:
    @pytest.mark.parametrize("entries", [1, 3, 40, 700])
    def test_an_image_includes_the_log_and_nothing_is_written(self, tmp_path: Path, entries: int) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left" / "journal.db"
        path.parent.mkdir()
        expected = leave_after_power_cut(path, source, entries)
        before = file_states(path.parent)
        with JournalReader(path, load_image(path)) as shown:
            assert shown.entries(1) == expected
        assert file_states(path.parent) == before

    def test_an_image_equals_sqlites_byte_for_byte(self, tmp_path: Path) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left.db"
        leave_after_power_cut(path, source, 300)
        ours = apply_log(path.read_bytes(), sibling_path(path, "-wal").read_bytes())
        with Journal.open(path):
            pass
        with JournalReader(path, load_image(path)) as shown:
            assert shown.entries(1)
        theirs = path.read_bytes()
        # The counters of changes (bytes 24 to 28 and 92 to 100) are SQLite's own business.
        assert ours[100:4096] == theirs[100:4096]
        assert ours[4096:] == theirs[4096:]

    def test_an_unfinished_transaction_is_not_in_the_image(self, tmp_path: Path) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left.db"
        expected = leave_after_power_cut(path, source, 40)
        log = sibling_path(path, "-wal")
        log.write_bytes(log.read_bytes()[: -4096 - 24])
        with JournalReader(path, load_image(path)) as shown:
            assert shown.entries(1) in (expected[:-1], expected[:-2])


class TestReadOnly:
    def test_a_read_only_journal_can_be_read_and_says_why_it_is_not_written(
        self, path: Path, draft: MakeDraft, forbid: Callable[[bool], None]
    ) -> None:
        with Journal.open(path) as journal:
            journal.begin("base", [draft(1), draft(2)])
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            assert shown.write_error is not None
            assert "make room" in shown.write_error
            assert len(shown.entries(1)) == 2
            with pytest.raises(JournalUnusableError, match="make room"):
                shown.append(1, [draft(3)])
            with pytest.raises(JournalUnusableError, match="make room"):
                shown.begin("base", [draft(3)])
            assert len(shown.entries(1)) == 2

    def test_writing_resumes_as_soon_as_possible(
        self, path: Path, draft: MakeDraft, forbid: Callable[[bool], None]
    ) -> None:
        with Journal.open(path) as journal:
            journal.begin("base", [draft(1)])
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            forbid(False)
            assert shown.append(1, [draft(2)])[0].number == 2
            assert shown.write_error is None
            with pytest.raises(JournalInUseError):
                Journal.open(path)
        with Journal.open(path) as journal:
            assert len(journal.entries(1)) == 2

    def test_another_writers_entries_are_not_mixed_with_its_own(
        self, path: Path, draft: MakeDraft, forbid: Callable[[bool], None]
    ) -> None:
        with Journal.open(path) as journal:
            journal.begin("base", [draft(1)])
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            forbid(False)
            with Journal.open(path) as journal:
                journal.append(1, [draft(2)])
            with pytest.raises(JournalUnusableError, match="start again"):
                shown.append(1, [draft(3)])
        with Journal.open(path) as journal:
            assert len(journal.entries(1)) == 2

    def test_a_missing_journal_is_shown_as_an_empty_one(
        self, path: Path, draft: MakeDraft, forbid: Callable[[bool], None]
    ) -> None:
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            assert shown.games() == ()
            forbid(False)
            shown.begin("base", [draft(1)])
        with Journal.open(path) as journal:
            assert len(journal.games()) == 1

    def test_the_readable_part_of_a_damaged_journal_is_shown(
        self, path: Path, tmp_path: Path, forbid: Callable[[bool], None]
    ) -> None:
        leave_after_power_cut(path, tmp_path / "source.db", 400)
        with Journal.open(path):
            pass
        data = bytearray(path.read_bytes())
        at = data.rindex(b"." * 300)
        data[at : at + 20] = b"!" * 20
        path.write_bytes(data)
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            assert shown.notice is not None
            assert "damaged" in shown.notice
            assert 0 < len(shown.entries(1)) < 400
        assert path.read_bytes() == data

    def test_a_foreign_file_or_a_missing_folder_is_refused(
        self, tmp_path: Path, forbid: Callable[[bool], None]
    ) -> None:
        forbid(True)
        with pytest.raises(JournalUnusableError, match="no folder"):
            Journal.open_or_read_only(tmp_path / "nowhere" / "journal.db")
        (tmp_path / "text").write_text("Ana 7\n" * 40)
        with pytest.raises(ForeignFileError):
            Journal.open_or_read_only(tmp_path / "text")

    def test_a_journal_of_another_writer_is_refused(self, path: Path) -> None:
        with Journal.open(path), pytest.raises(JournalInUseError):
            Journal.open_or_read_only(path)


class TestOnADisk:
    """A real disk, full or read-only, after a power cut."""

    @pytest.mark.parametrize("room", [0, 4096, 16384, 40960])
    def test_a_journal_on_a_full_disk_can_be_read(
        self, small_disk: Path, tmp_path: Path, draft: MakeDraft, room: int
    ) -> None:
        path = small_disk / "journal.db"
        expected = leave_after_power_cut(path, tmp_path / "source.db", 20)
        filler = fill(small_disk, leave=room)
        with Journal.open_or_read_only(path) as journal:
            assert journal.entries(1) == expected
            if room == 0:
                assert journal.write_error is not None
                with JournalReader.open(path) as reader:
                    assert reader.entries(1) == expected
            filler.unlink()
            assert journal.append(1, [draft(1)])[0].number == 21
            assert journal.write_error is None
        with Journal.open(path) as journal:
            assert journal.notice is None
            assert len(journal.entries(1)) == 21

    def test_a_journal_on_a_read_only_disk_can_be_read(
        self, small_disk: Path, tmp_path: Path, draft: MakeDraft
    ) -> None:
        path = small_disk / "journal.db"
        expected = leave_after_power_cut(path, tmp_path / "source.db", 20)
        make_read_only(small_disk)
        with Journal.open_or_read_only(path) as journal:
            assert journal.write_error is not None
            assert journal.entries(1) == expected
            with JournalReader.open(path) as reader:
                assert reader.export(1)["entries"][19]["number"] == 20
            with pytest.raises(JournalUnusableError):
                journal.append(1, [draft(1)])
            make_read_only(small_disk, read_only=False)
            assert journal.append(1, [draft(1)])[0].number == 21

    def test_a_disk_that_fills_is_reported_until_there_is_room(
        self, small_disk: Path, draft: MakeDraft
    ) -> None:
        path = small_disk / "journal.db"
        with Journal.open_or_read_only(path) as journal:
            journal.begin("base", [draft(1)])
            assert journal.write_error is None
            filler = fill(small_disk)
            big = draft_entry(0.0, "tower", 1.0, {"v": 1, "event": {"pad": "." * 9000}})
            with pytest.raises(JournalUnusableError, match="full"):
                journal.append(1, [big] * 200)
            assert journal.write_error is not None
            filler.unlink()
            journal.append(1, [draft(2)])
            assert journal.write_error is None
