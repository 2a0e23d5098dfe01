"""JSON files with a checksum, for a table's data outside its games.

After a power cut a file has either its old or its new content, never a part. Loading reports every fault.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from companion.errors import CompanionError
from companion.i18n import sentence

# Read files that a person names: an exported game, a configuration, a calibration, a photo.
#
# Such a path may name a device without end, a pipe without a writer, or a file as large as the disk. Only
# regular files of a bounded size are read, or links to them; the nesting of JSON is bounded as well.


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


def read_json(path: Path) -> Any:
    """Parse the JSON of a regular file (`read_text`).

    Raises:
        OSError: as `read_bytes`.
        ValueError: it isn't JSON, or is nested deeper than `MAX_NESTING`.
    """
    try:
        data = json.loads(read_text(path))
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


T = TypeVar("T")

_LOG = logging.getLogger(__name__)


PRIVATE_MODE: Final = stat.S_IRUSR | stat.S_IWUSR


def restrict_to_owner(path: Path) -> None:
    """Make a file readable by its owner only; log a warning if that is impossible."""
    try:
        if stat.S_IMODE(path.stat().st_mode) != PRIVATE_MODE:
            path.chmod(PRIVATE_MODE)
    except OSError as error:
        _LOG.warning("Other users can read %s, and its permissions can't be changed: %s", path, error)


@dataclass(frozen=True)
class ChecksummedJsonFile:
    """One type of checksummed file: its name in messages, its format, and the error that it raises.

    Attributes:
        label: its name in messages, such as "calibration"; a sentence, as `remedy`.
        format: the version that is written and read.
        remedy: how a person gets a valid file, for messages.
        error: the exception that it raises.
        private: whether only its owner may read it.
    """

    label: str
    format: int
    remedy: str
    error: type[CompanionError]
    private: bool = False

    def save(self, path: Path, content: Mapping[str, Any]) -> None:
        """Write the file atomically; on return it is on disk. An unchanged file is left as it is.

        Args:
            path: the file; its folder must exist.
            content: data that JSON can represent.

        Raises:
            CompanionError: (`error`) it can't be written there.
        """
        whole = {"format": self.format, **content}
        text = json.dumps({"checksum": _checksum(whole), **whole}, indent=1)
        if self._is_current(path, text):
            return
        temporary = path.with_name(path.name + ".new")
        try:
            with temporary.open("w", encoding="utf-8") as file:
                if self.private:
                    os.fchmod(file.fileno(), PRIVATE_MODE)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise self.error(
                sentence(
                    "the {what} can't be written to {path}: {error}",
                    what=self.label,
                    path=path,
                    error=error.strerror,
                )
            ) from error

    def _is_current(self, path: Path, text: str) -> bool:
        """Return whether the file already has this text and the right permissions."""
        try:
            closed = not self.private or stat.S_IMODE(path.stat().st_mode) == PRIVATE_MODE
            return closed and read_text(path) == text
        except (OSError, UnicodeDecodeError):
            return False

    def load(self, path: Path, parse: Callable[[Mapping[str, Any]], T]) -> T:
        """Read and parse a file.

        Args:
            path: the file.
            parse: converts the content that was given to `save`; raises KeyError, TypeError or ValueError if
                it is inconsistent.

        Raises:
            CompanionError: (`error`) it is missing or damaged, or another version wrote it.
        """
        named = {"what": self.label, "path": path, "again": self.remedy}
        try:
            content = read_json(path)
        except FileNotFoundError as error:
            raise self.error(sentence("there is no {what} at {path}: {again}", **named)) from error
        except OSError as error:
            text = sentence("the {what} {path} can't be read: {error}", **named, error=error.strerror)
            raise self.error(text) from error
        except ValueError as error:
            text = sentence("{path} is not a {what}, or only part of one: {again}", **named)
            raise self.error(text) from error
        if not isinstance(content, dict) or "format" not in content:
            raise self.error(sentence("{path} is not a {what}: {again}", **named))
        if content["format"] != self.format:
            text = sentence(
                "{path} was written in format {found}; this version reads format {known}: {again}",
                **named,
                found=content["format"],
                known=self.format,
            )
            raise self.error(text)
        if content.pop("checksum", None) != _checksum(content):
            raise self.error(sentence("{path} is damaged (its checksum is wrong): {again}", **named))
        try:
            return parse(content)
        except (KeyError, TypeError, ValueError) as error:
            text = sentence("{path} is inconsistent ({error}): {again}", **named, error=error)
            raise self.error(text) from error


def _checksum(content: Mapping[str, Any]) -> str:
    plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode("utf-8")).hexdigest()
