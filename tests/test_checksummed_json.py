"""Files of what is known of a table: written whole, and only where they say something else."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.table.current_game import NO_GAME_ID, CurrentGameNote
from tests.disks import make_read_only


class KeptError(CompanionError):
    pass


OPEN = ChecksummedJsonFile("list", 1, "write it again", KeptError)
PRIVATE = ChecksummedJsonFile("list", 1, "write it again", KeptError, private=True)


def test_what_says_the_same_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    OPEN.save(path, {"names": ["Ana"]})
    before = path.stat().st_ino, path.stat().st_mtime_ns
    OPEN.save(path, {"names": ["Ana"]})
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == before
    OPEN.save(path, {"names": ["Ben"]})
    assert OPEN.load(path, lambda told: told["names"]) == ["Ben"]


def test_what_others_may_read_is_written_again_where_they_shouldn_t(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    PRIVATE.save(path, {"names": ["Ana"]})
    path.chmod(0o644)
    PRIVATE.save(path, {"names": ["Ana"]})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_on_a_disk_that_takes_nothing_what_is_the_same_is_kept_and_what_isn_t_is_told(
    small_disk: Path,
) -> None:
    path = small_disk / "list.json"
    OPEN.save(path, {"names": ["Ana"]})
    last = CurrentGameNote(small_disk / "journal.db")
    make_read_only(small_disk)
    OPEN.save(path, {"names": ["Ana"]})
    last.save(None)
    with pytest.raises(KeptError, match="can't be written"):
        OPEN.save(path, {"names": ["Ben"]})
    with pytest.raises(CompanionError, match="can't be written"):
        last.save(NO_GAME_ID)
