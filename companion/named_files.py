"""Read files that a person names: an exported game, a configuration, a calibration, a photo.

Such a path may name a device without end, a pipe without a writer, or a file as large as the disk. Only
regular files of a bounded size are read, or links to them; the nesting of JSON is bounded as well.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.i18n import sentence

MAX_FILE_BYTES: Final = 64 * 1024 * 1024
"""The limit for most files: ten times the longest exported game."""
MAX_PHOTO_BYTES: Final = 256 * 1024 * 1024
MAX_SETTINGS_BYTES: Final = 1024 * 1024
MAX_NESTING: Final = 100
"""The maximum depth of JSON. Python's own functions fail at some hundreds."""


class UnreadableFileError(OSError):
    """A path that names no readable regular file; `strerror` gives the reason as a sentence."""


class NestingError(ValueError):
    """JSON that is nested deeper than any file that this program writes."""

    def __init__(self) -> None:
        super().__init__(sentence("it is nested too deeply"))


def check_regular_file(path: Path) -> None:
    """Check that a path is a regular file before another function opens it.

    Raises:
        OSError: it is none; `strerror` gives the reason.
    """
    _check_file_type(path.stat())


def read_bytes(path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Read a regular file.

    Args:
        path: the file, or a link to one.
        max_bytes: the maximum size.

    Raises:
        OSError: it can't be read, is no regular file or is larger; `strerror` gives the reason.
    """
    # Opening a device may have side effects: check the file before it is opened, and again after.
    check_regular_file(path)
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        _check_file_type(os.fstat(file.fileno()))
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise UnreadableFileError(
            errno.EFBIG, sentence("it is larger than {most} MiB", most=max_bytes // (1024 * 1024))
        )
    return data


def read_text(path: Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Read the UTF-8 text of a regular file, without the byte order mark that some editors write.

    Raises:
        OSError: as `read_bytes`.
        UnicodeDecodeError: it isn't text.
    """
    return read_bytes(path, max_bytes).decode("utf-8-sig")


def read_json(path: Path, max_bytes: int = MAX_FILE_BYTES) -> Any:
    """Parse the JSON of a regular file (`read_text`).

    Raises:
        OSError: as `read_bytes`.
        ValueError: it isn't JSON, or is nested deeper than `MAX_NESTING`.
    """
    try:
        data = json.loads(read_text(path, max_bytes))
    except RecursionError as error:
        raise NestingError from error
    level: list[Any] = [data]
    for _ in range(MAX_NESTING):
        level = [inner for each in level if isinstance(each, dict | list) for inner in _children(each)]
        if not level:
            return data
    raise NestingError


def _children(node: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return node.values() if isinstance(node, dict) else node


def _check_file_type(status: os.stat_result) -> None:
    if stat.S_ISCHR(status.st_mode) and status.st_rdev == Path(os.devnull).stat().st_rdev:
        return  # /dev/null stands for an empty file
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableFileError(errno.EISDIR, sentence("it is a folder"))
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFileError(errno.EINVAL, sentence("it is not a regular file, but a device or a pipe"))
