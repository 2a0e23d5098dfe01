"""A journal's files: the database, what SQLite keeps beside it, the lock, and what is kept aside.

Beside `journal.db` may stand `journal.db-wal` and `journal.db-shm` (SQLite's), `journal.db.lock` (held
by the one process that writes), `journal.db.mark` (how far it went, see `high_water`), `journal.db.new`,
`journal.db.salvaged` and `journal.db.restored` (a new journal on its way), `journal.db.damaged-1` ... (what
was found damaged) and `journal.db.replaced-1` ... (what a backup was put in the place of), each with its own
`-wal` and `-shm`.
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
from companion.journal.wal import applied

APPLICATION_ID: Final = 0x43504A4C
"""Marks the file as a journal, at bytes 68 to 71 of SQLite's header: "CPJL"."""

FORMAT_VERSION: Final = 1
"""The version of the tables, at bytes 60 to 63; a higher one is refused."""

WAL_MODE: Final = b"\x02\x02"
"""Bytes 18 and 19 of the header of a database with a write-ahead log."""

_ROLLBACK_MODE: Final = b"\x01\x01"
_TRIES: Final = 5
"""How often files that are being written meanwhile are read again."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_SIDES: Final = ("-wal", "-shm", "")
_PRIVATE: Final = stat.S_IRUSR | stat.S_IWUSR


def beside(path: Path, suffix: str) -> Path:
    """The file beside a journal whose name ends in `suffix`."""
    return path.with_name(path.name + suffix)


def identify(path: Path) -> bytes:
    """The first 100 bytes of a journal; none where the file is empty or not there.

    Not while this process has the journal open: closing a second descriptor of a database drops the
    locks that SQLite holds on it.

    Raises:
        ForeignFileError: it is another file than a journal.
        NewerFormatError: a newer version of Companion wrote it.
        OSError: it can't be read.
    """
    if not path.exists():
        return b""
    if not path.is_file():
        raise ForeignFileError(sentence("{path} is not a file: name a file for the journal", path=path))
    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    if not header:
        return b""
    if (
        len(header) < _HEADER_SIZE
        or not header.startswith(_MAGIC)
        or int.from_bytes(header[68:72], "big") != APPLICATION_ID
    ):
        raise foreign(path)
    check_format(path, int.from_bytes(header[60:64], "big"))
    return header


def foreign(path: Path) -> ForeignFileError:
    """What to say of a file that is no journal."""
    return ForeignFileError(
        sentence(
            "{path} is not a journal of Companion and was left as it is: choose another file, or "
            "move this one away",
            path=path,
        )
    )


def check_format(path: Path, version: int) -> None:
    """Raise NewerFormatError where this version of Companion can't read the journal's tables."""
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
    """Raise PermissionError where one of a journal's files may not be written.

    SQLite would open it for reading, without a word, and make its own files beside it as forbidden.
    """
    for suffix in _SIDES:
        file = beside(path, suffix)
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, f"{file.name} may not be written")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection in autocommit mode to a database that is there.

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
    """Let nobody but their owner read a journal's files: they hold what players told in secret.

    SQLite gives what it makes beside a database the database's own mode. A file of somebody else, or on a
    disk that knows no modes, stays as it is.
    """
    for suffix in _SIDES:
        with contextlib.suppress(OSError):
            file = beside(path, suffix)
            if stat.S_IMODE(file.stat().st_mode) != _PRIVATE:
                file.chmod(_PRIVATE)


def build(path: Path) -> sqlite3.Connection:
    """A new, empty journal at `path`, in place of whatever a former attempt left there."""
    for suffix in _SIDES:
        beside(path, suffix).unlink(missing_ok=True)
    path.touch(_PRIVATE)
    connection = connect(path, "rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _furnish(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def build_in_memory() -> sqlite3.Connection:
    """A new, empty journal that stands on no disk."""
    connection = in_memory()
    _furnish(connection)
    return connection


def image(path: Path) -> sqlite3.Connection:
    """A journal with its log, read into memory: nothing is written, not even what SQLite keeps beside it.

    Not while this process has the journal open (`identify` says why).

    Raises:
        OSError: it can't be read.
        SQLite's errors: it is damaged.
    """
    files = [beside(path, suffix) for suffix in ("-wal", "")]
    for _ in range(_TRIES):
        before = [_written(file) for file in files]
        log, database = (file.read_bytes() if file.exists() else b"" for file in files)
        if before == [_written(file) for file in files]:
            break
    whole = bytearray(applied(database, log))
    if whole[18:20] == WAL_MODE:
        whole[18:20] = _ROLLBACK_MODE  # what lies in memory can't have a log
    connection = in_memory()
    try:
        connection.deserialize(bytes(whole))
    except BaseException:
        connection.close()
        raise
    return connection


def in_memory() -> sqlite3.Connection:
    """A connection in autocommit mode to an empty database that stands on no disk."""
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _written(file: Path) -> tuple[int, int] | None:
    """What changes when a file is written."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns


def _furnish(connection: sqlite3.Connection) -> None:
    """Make a journal of an empty database."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
    for statement in SCHEMA:
        connection.execute(statement)


def keep_aside(path: Path, why: str = "damaged", *more: str) -> Path:
    """Give a journal's files a new name, where nothing stands yet.

    Where that was interrupted it is gone on with: what is still there gets the same new name.

    Args:
        path: the journal.
        why: what is said of it in its new name.
        more: suffixes of other files that go with it.

    Returns:
        The database's new name.
    """
    left = [suffix for suffix in (*more, *_SIDES) if beside(path, suffix).exists()]
    for n in count(1):
        aside = beside(path, f".{why}-{n}")
        if not any(beside(aside, suffix).exists() for suffix in (*left, "")):
            break
    for suffix in left:
        beside(path, suffix).rename(beside(aside, suffix))
    return aside


def move_durably(source: Path, target: Path) -> None:
    """Rename a file; when this returns, its bytes and its new name are on disk."""
    _sync(source)
    source.rename(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class WriteLock:
    """Held by the one process that writes to a journal; the kernel frees it when that ends.

    It locks a file of its own, apart from SQLite's locks on the database.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock of the journal at `path`.

        Raises:
            JournalInUseError: another has it.
            JournalUnusableError: the lock can't be made there.
        """
        lock = beside(path, ".lock")
        try:
            # Python hands it on to no other program.
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise unusable(path, error) from error
        self._held: sqlite3.Connection | None = None
        try:
            self._held = _lock(self._descriptor, lock)
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
            raise unusable(path, error) from error

    def release(self) -> None:
        """Let others have it."""
        if self._held is not None:
            self._held.close()
            self._held = None
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
    """Lock a file for this process, until it ends or the descriptor, or what is returned, is closed.

    Systems without flock(2) have SQLite lock it, as it locks databases there.

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


def unusable(path: Path, error: OSError) -> JournalUnusableError:
    """What the system's error means to a person."""
    return JournalUnusableError(
        sentence(
            "the journal {path} can't be used ({error}): make it and its folder readable and writable for "
            "this user, free some space, or choose another place",
            path=path,
            error=error.strerror or error,
        )
    )
