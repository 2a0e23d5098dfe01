"""Small disks for tests: filled, emptied, made read-only. Only the superuser can mount them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PAGE = 4096


@contextmanager
def mounted_disk(folder: Path) -> Iterator[Path]:
    """Mount a disk of 512 KiB at a folder; skip the test if that is impossible."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can't be mounted here (that takes the superuser)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path, leave: int = 0) -> Path:
    """Fill the disk up to `leave` bytes, and return the file."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(PAGE))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - leave))
    return filler


def make_read_only(folder: Path, *, read_only: bool = True) -> None:
    """Make a mounted disk read-only, or writable again."""
    how = "ro" if read_only else "rw"
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True, capture_output=True)
