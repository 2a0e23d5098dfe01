"""A journal's files: the database, SQLite's side files, the lock, and files moved aside.

Next to `journal.db` there may be:

- `journal.db-wal` and `journal.db-shm`: SQLite's own files.
- `journal.db.lock`: locked by the one process that writes.
- `journal.db.mark`: the high-water mark (see `high_water`).
- `journal.db.last`, `journal.db.archived`: the notes of a journal of format 1 (see `notes`).
- `journal.db.new`, `journal.db.salvaged`, `journal.db.restored`: a new journal that isn't in place yet.
- `journal.db.damaged-1` ...: journals that were found damaged.
- `journal.db.replaced-1` ...: journals that a restore replaced.

Each of them may have its own `-wal` and `-shm`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote

from companion.i18n import sentence
from companion.journal.errors import (
    ForeignFileError,
    JournalInUseError,
    JournalUnusableError,
    NewerFormatError,
)
from companion.journal.rows import SCHEMA
from companion.journal.wal import apply_log

APPLICATION_ID: Final = 0x43504A4C
"""Identifies the file as a journal, in bytes 68 to 71 of SQLite's header: "CPJL"."""

FORMAT_VERSION: Final = 2
"""The version of the tables, in bytes 60 to 63: 2 has a table of notes. A higher one is refused."""

WAL_MODE: Final = b"\x02\x02"
"""Bytes 18 and 19 of the header of a database with a write-ahead log."""

_ROLLBACK_MODE: Final = b"\x01\x01"
_MAX_READ_ATTEMPTS: Final = 5
"""How often files are read again if another process writes them meanwhile."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_BYTES: Final = 100
_SQLITE_SUFFIXES: Final = ("-wal", "-shm", "")
_PRIVATE: Final = stat.S_IRUSR | stat.S_IWUSR


def sibling_path(path: Path, suffix: str) -> Path:
    """Return the path of the file with the journal's name followed by `suffix`."""
    return path.with_name(path.name + suffix)


def read_header(path: Path) -> bytes:
    """Return the first 100 bytes of a journal; empty if the file is empty or missing.

    Don't call it while this process has the journal open: closing a second descriptor of a database releases
    the locks that SQLite has on it.

    Raises:
        ForeignFileError: the file is no journal.
        NewerFormatError: a newer version of Companion wrote it.
        OSError: it can't be read.
    """
    if not path.exists():
        return b""
    if not path.is_file():
        raise ForeignFileError(sentence("{path} is not a file: name a file for the journal", path=path))
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if not header:
        return b""
    if (
        len(header) < _HEADER_BYTES
        or not header.startswith(_MAGIC)
        or int.from_bytes(header[68:72], "big") != APPLICATION_ID
    ):
        raise foreign_file_error(path)
    check_format(path, int.from_bytes(header[60:64], "big"))
    return header


def foreign_file_error(path: Path) -> ForeignFileError:
    """Return the error for a file that is no journal."""
    return ForeignFileError(
        sentence(
            "{path} is not a journal of Companion and was left as it is: choose another file, or "
            "move this one away",
            path=path,
        )
    )


def check_format(path: Path, version: int) -> None:
    """Raise NewerFormatError if this version of Companion can't read the journal's tables."""
    if version > FORMAT_VERSION:
        raise NewerFormatError(
            sentence(
                "the journal {path} was written by a newer version of Companion (format {version}, this one "
                "reads up to {known}): update Companion",
                path=path,
                version=version,
                known=FORMAT_VERSION,
            )
        )


def check_writable(path: Path) -> None:
    """Raise PermissionError if one of a journal's files isn't writable.

    SQLite would silently open it read-only, and create its own files with the same permissions.
    """
    for suffix in _SQLITE_SUFFIXES:
        file = sibling_path(path, suffix)
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, f"{file.name} may not be written")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Connect to an existing database in autocommit mode.

    Args:
        path: the database.
        mode: "ro" to read, "rw" to read and write.
    """
    return sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?mode={mode}",
        uri=True,
        timeout=5.0,
        isolation_level=None,
        check_same_thread=False,
    )


def make_private(path: Path) -> None:
    """Make a journal's files readable by their owner only: they contain players' secrets.

    SQLite gives its side files the mode of the database. The mode stays unchanged for files of another user,
    and on file systems without modes.
    """
    for suffix in _SQLITE_SUFFIXES:
        with contextlib.suppress(OSError):
            file = sibling_path(path, suffix)
            if stat.S_IMODE(file.stat().st_mode) != _PRIVATE:
                file.chmod(_PRIVATE)


def create_database(path: Path) -> sqlite3.Connection:
    """Create an empty journal at `path`, replacing the leftovers of an earlier attempt."""
    for suffix in _SQLITE_SUFFIXES:
        sibling_path(path, suffix).unlink(missing_ok=True)
    path.touch(_PRIVATE)
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _create_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def create_in_memory() -> sqlite3.Connection:
    """Create an empty journal in memory."""
    connection = connect_in_memory()
    try:
        _create_tables(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def load_image(path: Path) -> sqlite3.Connection:
    """Load a journal and its log into memory; nothing is written, not even SQLite's side files.

    Don't call it while this process has the journal open (see `read_header`).

    Raises:
        OSError: it can't be read.
        SQLite's errors: it is damaged.
    """
    files = [sibling_path(path, suffix) for suffix in ("-wal", "")]
    for _ in range(_MAX_READ_ATTEMPTS):
        before = [_file_version(file) for file in files]
        log, database = (file.read_bytes() if file.exists() else b"" for file in files)
        if before == [_file_version(file) for file in files]:
            break
    whole = bytearray(apply_log(database, log))
    if whole[18:20] == WAL_MODE:
        whole[18:20] = _ROLLBACK_MODE  # an in-memory database can't have a log
    connection = connect_in_memory()
    try:
        connection.deserialize(bytes(whole))
    except BaseException:
        connection.close()
        raise
    return connection


def connect_in_memory() -> sqlite3.Connection:
    """Connect in autocommit mode to an empty in-memory database."""
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _file_version(file: Path) -> tuple[int, int] | None:
    """Return a file's size and modification time, which change when it is written."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns


def _create_tables(connection: sqlite3.Connection) -> None:
    """Turn an empty database into a journal."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
    for statement in SCHEMA:
        connection.execute(statement)


def move_aside(path: Path, label: str = "damaged", *extra_suffixes: str) -> Path:
    """Rename a journal's files to unused names.

    After an interruption, a second call renames the remaining files to the same new name.

    Args:
        path: the journal.
        label: the word in the new name.
        extra_suffixes: suffixes of further files to rename.

    Returns:
        The database's new path.
    """
    left = [suffix for suffix in (*extra_suffixes, *_SQLITE_SUFFIXES) if sibling_path(path, suffix).exists()]
    for n in count(1):
        aside = sibling_path(path, f".{label}-{n}")
        if not any(sibling_path(aside, suffix).exists() for suffix in (*left, "")):
            break
    for suffix in left:
        sibling_path(path, suffix).rename(sibling_path(aside, suffix))
    return aside


def move_durably(source: Path, target: Path) -> None:
    """Rename a file; on return its bytes and its new name are on disk."""
    _fsync(source)
    source.rename(target)
    _fsync(target.parent)


def _fsync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class WriteLock:
    """The lock of the one process that writes to a journal; the kernel releases it when the process ends.

    It locks a file of its own, independent of SQLite's locks on the database.
    """

    def __init__(self, path: Path) -> None:
        """Acquire the lock of the journal at `path`.

        Raises:
            JournalInUseError: another process has it.
            JournalUnusableError: the lock file can't be created there.
        """
        lock = sibling_path(path, ".lock")
        try:
            # Python makes it non-inheritable: child processes don't get it.
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise journal_unusable_error(path, error) from error
        self._fallback_lock: sqlite3.Connection | None = None
        try:
            self._fallback_lock = _lock(self._descriptor, lock)
        except OSError as error:
            os.close(self._descriptor)
            if isinstance(error, BlockingIOError):
                raise JournalInUseError(
                    sentence(
                        "another Companion is running with the journal {path}: stop it first, or choose "
                        "another journal",
                        path=path,
                    )
                ) from error
            raise journal_unusable_error(path, error) from error

    def release(self) -> None:
        """Release the lock; releasing it twice is no error."""
        if self._fallback_lock is not None:
            self._fallback_lock.close()
            self._fallback_lock = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> WriteLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _lock(descriptor: int, path: Path) -> sqlite3.Connection | None:
    """Lock a file for this process, until it ends or the descriptor or the returned connection is closed.

    Systems without flock(2) let SQLite lock it, the way it locks databases there.

    Raises:
        BlockingIOError: another process has it.
        OSError: it can't be locked.
    """
    try:
        import fcntl
    except ModuleNotFoundError:
        held = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            held.close()
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise BlockingIOError(errno.EAGAIN, str(error)) from error
            raise OSError(errno.EIO, str(error)) from error
        return held
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return None


def journal_unusable_error(path: Path, error: OSError) -> JournalUnusableError:
    """Return the journal error that explains a system error to a person."""
    return JournalUnusableError(
        sentence(
            "the journal {path} can't be used ({error}): make it and its folder readable and writable for "
            "this user, free some space, or choose another place",
            path=path,
            error=error.strerror or error,
        )
    )
