"""A journal that can't be written is shown as it stands, and written again as soon as that is possible."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import (
    Entry,
    EntryDraft,
    ForeignFileError,
    Journal,
    JournalInUseError,
    JournalReader,
    JournalUnusableError,
)
from companion.journal import journal as journal_module
from companion.journal.files import WriteLock, load_image, sibling_path
from companion.journal.wal import apply_log
from tests.disks import fill, make_read_only

MakeDraft = Callable[..., EntryDraft]


def written(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Of each file which it is, how long, and when it was written last (when it was read doesn't matter)."""
    stats = {file.name: file.stat() for file in folder.iterdir()}
    return {name: (stat.st_ino, stat.st_size, stat.st_mtime_ns) for name, stat in stats.items()}


def left_behind(path: Path, source: Path, entries: int) -> tuple[Entry, ...]:
    """A journal as a power cut leaves it at `path`: a part in the log, SQLite's own index gone."""
    with Journal.open(source) as journal:
        game = journal.begin("base", [EntryDraft(0.0, "tablet", 1.0, {"v": 1, "event": {"n": 0}})])
        for n in range(1, entries):
            body = {"v": 1, "event": {"n": n, "pad": "." * 300}}
            journal.append(game.id, [EntryDraft(n, "tower", 1.0, body)])
        for suffix in ("", "-wal"):
            shutil.copy(sibling_path(source, suffix), sibling_path(path, suffix))
        return journal.entries(game.id)


@pytest.fixture
def forbid(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Has opening to write fail, or not any more."""
    real = WriteLock

    def switch(forbidden: bool) -> None:
        def refuse(path: Path) -> None:
            raise JournalUnusableError(f"the journal {path} can't be used: make room")

        monkeypatch.setattr(journal_module, "WriteLock", refuse if forbidden else real)

    return switch


class TestAnImage:
    @pytest.mark.parametrize("entries", [1, 3, 40, 700])
    def test_it_holds_what_the_log_holds_and_nothing_is_written(self, tmp_path: Path, entries: int) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left" / "journal.db"
        path.parent.mkdir()
        expected = left_behind(path, source, entries)
        before = written(path.parent)
        with JournalReader(path, load_image(path)) as shown:
            assert shown.entries(1) == expected
        assert written(path.parent) == before

    def test_it_is_byte_for_byte_what_sqlite_makes_of_a_log(self, tmp_path: Path) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left.db"
        left_behind(path, source, 300)
        ours = apply_log(path.read_bytes(), sibling_path(path, "-wal").read_bytes())
        with Journal.open(path):
            pass
        assert JournalReader(path, load_image(path)).entries(1)
        theirs = path.read_bytes()
        # The counters of changes (bytes 24 to 28 and 92 to 100) are SQLite's own business.
        assert ours[100:4096] == theirs[100:4096]
        assert ours[4096:] == theirs[4096:]

    def test_what_a_transaction_left_unfinished_is_not_in_it(self, tmp_path: Path) -> None:
        source, path = tmp_path / "source.db", tmp_path / "left.db"
        expected = left_behind(path, source, 40)
        log = sibling_path(path, "-wal")
        log.write_bytes(log.read_bytes()[: -4096 - 24])
        with JournalReader(path, load_image(path)) as shown:
            assert shown.entries(1) in (expected[:-1], expected[:-2])


class TestShown:
    def test_what_is_there_can_be_read_and_why_nothing_is_kept_is_said(
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

    def test_it_is_written_again_as_soon_as_that_is_possible(
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

    def test_what_another_wrote_meanwhile_is_not_mixed_with_it(
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

    def test_where_there_is_no_journal_yet_an_empty_one_is_shown(
        self, path: Path, draft: MakeDraft, forbid: Callable[[bool], None]
    ) -> None:
        forbid(True)
        with Journal.open_or_read_only(path) as shown:
            assert shown.games() == ()
            forbid(False)
            shown.begin("base", [draft(1)])
        with Journal.open(path) as journal:
            assert len(journal.games()) == 1

    def test_of_a_damaged_one_what_can_be_read_is_shown(
        self, path: Path, tmp_path: Path, forbid: Callable[[bool], None]
    ) -> None:
        left_behind(path, tmp_path / "source.db", 400)
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

    def test_what_isn_t_a_journal_or_has_no_folder_is_refused_as_ever(
        self, tmp_path: Path, forbid: Callable[[bool], None]
    ) -> None:
        forbid(True)
        with pytest.raises(JournalUnusableError, match="no folder"):
            Journal.open_or_read_only(tmp_path / "nowhere" / "journal.db")
        (tmp_path / "text").write_text("Ana 7\n" * 40)
        with pytest.raises(ForeignFileError):
            Journal.open_or_read_only(tmp_path / "text")

    def test_one_that_another_program_writes_is_refused_as_ever(self, path: Path) -> None:
        with Journal.open(path), pytest.raises(JournalInUseError):
            Journal.open_or_read_only(path)


class TestOnADisk:
    """On a real one, full or read-only, at whatever a power cut left there."""

    @pytest.mark.parametrize("room", [0, 4096, 16384, 40960])
    def test_a_full_one(self, small_disk: Path, tmp_path: Path, draft: MakeDraft, room: int) -> None:
        path = small_disk / "journal.db"
        expected = left_behind(path, tmp_path / "source.db", 20)
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

    def test_a_read_only_one(self, small_disk: Path, tmp_path: Path, draft: MakeDraft) -> None:
        path = small_disk / "journal.db"
        expected = left_behind(path, tmp_path / "source.db", 20)
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

    def test_one_that_fills_while_it_is_written_says_so_until_there_is_room(
        self, small_disk: Path, draft: MakeDraft
    ) -> None:
        path = small_disk / "journal.db"
        with Journal.open_or_read_only(path) as journal:
            journal.begin("base", [draft(1)])
            assert journal.write_error is None
            filler = fill(small_disk)
            big = EntryDraft(0.0, "tower", 1.0, {"v": 1, "event": {"pad": "." * 9000}})
            with pytest.raises(JournalUnusableError, match="full"):
                journal.append(1, [big] * 200)
            assert journal.write_error is not None
            filler.unlink()
            journal.append(1, [draft(2)])
            assert journal.write_error is None
