"""Checksummed JSON files: written whole, and only when their content changes."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from tests.disks import make_read_only


class KeptError(CompanionError):
    pass


OPEN = ChecksummedJsonFile("list", 1, "write it again", KeptError)
PRIVATE = ChecksummedJsonFile("list", 1, "write it again", KeptError, private=True)


def test_unchanged_content_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    OPEN.save(path, {"names": ["Ana"]})
    before = path.stat().st_ino, path.stat().st_mtime_ns
    OPEN.save(path, {"names": ["Ana"]})
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == before
    OPEN.save(path, {"names": ["Ben"]})
    assert OPEN.load(path, lambda data: data["names"]) == ["Ben"]


def test_a_private_file_with_open_permissions_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    PRIVATE.save(path, {"names": ["Ana"]})
    path.chmod(0o644)
    PRIVATE.save(path, {"names": ["Ana"]})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_on_a_read_only_disk_unchanged_content_is_kept_and_a_change_is_reported(
    small_disk: Path,
) -> None:
    path = small_disk / "list.json"
    OPEN.save(path, {"names": ["Ana"]})
    make_read_only(small_disk)
    OPEN.save(path, {"names": ["Ana"]})
    with pytest.raises(KeptError, match="can't be written"):
        OPEN.save(path, {"names": ["Ben"]})
