"""Files that a person names: an exported game, a configuration, a calibration, a photo.

What stands there may be anything: a device that never ends, a pipe that nobody writes to, a file as large as
the disk. Only plain files of a bounded size are read, or links to them; what is nested is bounded as well.
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

MOST_BYTES: Final = 64 * 1024 * 1024
"""What is read of most files: ten times the longest game that was ever exported."""
MOST_OF_A_PHOTO: Final = 256 * 1024 * 1024
MOST_OF_SETTINGS: Final = 1024 * 1024
MOST_NESTED: Final = 100
"""How deep JSON may be nested. Python's own functions give up at some hundreds."""


class NotForReadingError(OSError):
    """Something stands there that isn't read; `strerror` says what, as a sentence."""


class NestedTooDeepError(ValueError):
    """What is nested so deep is nothing that this program wrote."""

    def __init__(self) -> None:
        super().__init__(sentence("it is nested too deeply"))


def check_plain(path: Path) -> None:
    """See to it that a plain file stands there, before somebody else opens it.

    Raises:
        OSError: none does; `strerror` says what is wrong.
    """
    _check(path.stat())


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """All that stands in a plain file.

    Args:
        path: the file, or a link to one.
        most: how many bytes are read at most.

    Raises:
        OSError: it can't be read, is no plain file or is larger; `strerror` says what is wrong.
    """
    # Opening a device may already do something: what stands there is looked at before, and when it is open.
    check_plain(path)
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        _check(os.fstat(file.fileno()))
        data = file.read(most + 1)
    if len(data) > most:
        raise NotForReadingError(
            errno.EFBIG, sentence("it is larger than {most} MiB", most=most // (1024 * 1024))
        )
    return data


def read_text(path: Path, most: int = MOST_BYTES, encoding: str = "utf-8") -> str:
    """The text in a plain file.

    Raises:
        OSError: as `read_bytes`.
        UnicodeDecodeError: it is no text.
    """
    return read_bytes(path, most).decode(encoding)


def read_json(path: Path, most: int = MOST_BYTES, encoding: str = "utf-8") -> Any:
    """What a plain file says in JSON.

    Raises:
        OSError: as `read_bytes`.
        ValueError: it is no JSON, or nested deeper than `MOST_NESTED`.
    """
    try:
        told = json.loads(read_text(path, most, encoding))
    except RecursionError as error:
        raise NestedTooDeepError from error
    level: list[Any] = [told]
    for _ in range(MOST_NESTED):
        level = [inner for each in level if isinstance(each, dict | list) for inner in _inside(each)]
        if not level:
            return told
    raise NestedTooDeepError


def _inside(told: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return told.values() if isinstance(told, dict) else told


def _check(status: os.stat_result) -> None:
    if stat.S_ISCHR(status.st_mode) and status.st_rdev == Path(os.devnull).stat().st_rdev:
        return  # who names /dev/null means an empty file
    if stat.S_ISDIR(status.st_mode):
        raise NotForReadingError(errno.EISDIR, sentence("it is a folder"))
    if not stat.S_ISREG(status.st_mode):
        raise NotForReadingError(errno.EINVAL, sentence("it is not a regular file, but a device or a pipe"))
