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
import json
import os
import sqlite3
import stat
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote

from companion.checksummed_json import ChecksummedJsonFile
from companion.closeable import Closeable
from companion.i18n import sentence
from companion.journal import entries, rows
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
        raise entries.ForeignFileError(
            sentence("{path} is not a file: name a file for the journal", path=path)
        )
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


def foreign_file_error(path: Path) -> entries.ForeignFileError:
    """Return the error for a file that is no journal."""
    return entries.ForeignFileError(
        sentence(
            "{path} is not a journal of Companion and was left as it is: choose another file, or "
            "move this one away",
            path=path,
        )
    )


def check_format(path: Path, version: int) -> None:
    """Raise NewerFormatError if this version of Companion can't read the journal's tables."""
    if version > FORMAT_VERSION:
        raise entries.NewerFormatError(
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
    with rows.closed_on_error(connect(path, "rw")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _create_tables(connection)
    return connection


def create_in_memory() -> sqlite3.Connection:
    """Create an empty journal in memory."""
    with rows.closed_on_error(connect_in_memory()) as connection:
        _create_tables(connection)
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
    with rows.closed_on_error(connect_in_memory()) as connection:
        connection.deserialize(bytes(whole))
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
    for statement in rows.SCHEMA:
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


class WriteLock(Closeable):
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
                raise entries.JournalInUseError(
                    sentence(
                        "another Companion is running with the journal {path}: stop it first, or choose "
                        "another journal",
                        path=path,
                    )
                ) from error
            raise journal_unusable_error(path, error) from error

    def close(self) -> None:
        """Release the lock; releasing it twice is no error."""
        if self._fallback_lock is not None:
            self._fallback_lock.close()
            self._fallback_lock = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


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


def journal_unusable_error(path: Path, error: OSError) -> entries.JournalUnusableError:
    """Return the journal error that explains a system error to a person."""
    return entries.JournalUnusableError(
        sentence(
            "the journal {path} can't be used ({error}): make it and its folder readable and writable for "
            "this user, free some space, or choose another place",
            path=path,
            error=error.strerror or error,
        )
    )


# The high-water mark: a file next to the journal that reveals a lost tail.
#
# If a journal is copied without its `-wal`, or replaced by an older one, SQLite reports nothing: the file is
# intact, and ends earlier. The mark records the number of entries and the last one. It is written after the
# journal, without waiting for the disk. After a power cut it may record less than the journal holds, never
# more.


MARK_SUFFIX: Final = ".mark"
_MARK_BYTES: Final = 256
"""The file's size: it is overwritten in place, which needs no space on a full disk."""


@dataclass(frozen=True)
class HighWater:
    """The recorded extent of a journal.

    Attributes:
        games: number of games.
        entries: number of entries of all games.
        game: the game that was written to last; 0: none was.
        number: that game's last entry; 0: it had none.
        checksum: checksum of that entry's row, or of the game's row if it had no entries.
    """

    games: int = 0
    entries: int = 0
    game: int = 0
    number: int = 0
    checksum: int | None = None

    @classmethod
    def measure(cls, connection: sqlite3.Connection, entries: int, game: int, number: int) -> HighWater:
        """Return the extent of a journal; its number of entries and the last entry written are known."""
        return cls(
            rows.last_id(connection), entries, game, number, rows.checksum_of(connection, game, number)
        )

    def count_missing(self, connection: sqlite3.Connection) -> int:
        """Count the recorded entries that a journal lacks; at least one if the last one differs."""
        same = self.game == 0 or rows.checksum_of(connection, self.game, self.number) == self.checksum
        fewer = max(self.entries - rows.count_entries(connection), self.games - rows.last_id(connection))
        return max(fewer, 0 if same else 1)


def read_mark(path: Path) -> HighWater | None:
    """Read the mark of the journal at `path`; None if there is none or it is incomplete."""
    try:
        fields = json.loads(sibling_path(path, MARK_SUFFIX).read_bytes()[:_MARK_BYTES])
        checksum = fields.pop("sum")
        return HighWater(**fields) if checksum == _mark_checksum(fields) else None
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def write_mark(path: Path, mark: HighWater) -> None:
    """Write the mark of the journal at `path`; if that fails, the former one stays.

    The journal is authoritative: no caller waits for the mark, and a failure has no effect.
    """
    fields = asdict(mark)
    data = json.dumps({**fields, "sum": _mark_checksum(fields)}).encode().ljust(_MARK_BYTES - 1) + b"\n"
    with contextlib.suppress(OSError):
        descriptor = os.open(sibling_path(path, MARK_SUFFIX), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(descriptor, data, 0)
        finally:
            os.close(descriptor)


def _mark_checksum(fields: dict[str, int | None]) -> int:
    return zlib.crc32(json.dumps(fields, sort_keys=True).encode())


# Notes about a journal's games: the identity of each, which is current, which are archived.
#
# They are rows of the journal, written like its entries. A journal of format 1 had files instead: `.last`
# with the current game and `.archived` with the archived ones. These files are read as long as the journal
# has that format; opening it for writing moves them into rows.


UUID: Final = "uuid"
"""The name of the note with a game's identity."""
ARCHIVED_KEY: Final = "archived"
"""The name of the note that a game is archived."""
CURRENT_GAME_KEY: Final = "current"
"""The name of the journal's note of the current game's number."""
JOURNAL: Final = 0
"""The number that stands for the journal in its own notes."""

_CURRENT_SUFFIX: Final = ".last"
_ARCHIVED_SUFFIX: Final = ".archived"
FILE_SUFFIXES: Final = (_CURRENT_SUFFIX, _ARCHIVED_SUFFIX)
"""The files of a journal of format 1."""

_NOTE_FILE: Final = ChecksummedJsonFile("notes", 1, "", entries.JournalUnusableError)


def read_notes(connection: sqlite3.Connection, path: Path, name: str) -> dict[int, str]:
    """Return the values of a journal's notes with a name, by game.

    Args:
        connection: connection to the journal.
        path: the journal's file, next to which one of format 1 has its files.
        name: the name.
    """
    if rows.has_notes(connection):
        return rows.notes_named(connection, name)
    return {note.game: note.value for note in notes_in_files(path) if note.name == name}


def notes_in_files(path: Path) -> Iterator[entries.Note]:
    """Yield the notes in the files of a journal of format 1; an unreadable file counts as missing."""
    with contextlib.suppress(entries.JournalUnusableError):
        current = _NOTE_FILE.load(sibling_path(path, _CURRENT_SUFFIX), lambda data: int(data["game"]))
        yield entries.Note(JOURNAL, CURRENT_GAME_KEY, str(current))
    with contextlib.suppress(entries.JournalUnusableError):
        archived = _NOTE_FILE.load(
            sibling_path(path, _ARCHIVED_SUFFIX), lambda data: [int(game) for game in data["games"]]
        )
        for game in archived:
            yield entries.Note(game, ARCHIVED_KEY, "")


def move_notes_into_rows(connection: sqlite3.Connection, path: Path) -> None:
    """Convert a journal of format 1 to the current format, in one transaction; then remove its files.

    Args:
        connection: connection to the journal for writing.
        path: the journal's file.

    Raises:
        SQLite's errors: nothing has changed.
    """
    if not rows.has_notes(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in rows.SCHEMA[len(rows.SCHEMA_1) :]:
                connection.execute(statement)
            for note in notes_in_files(path):
                rows.write_note(connection, note)
            connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    for suffix in FILE_SUFFIXES:
        with contextlib.suppress(OSError):
            sibling_path(path, suffix).unlink(missing_ok=True)


def set_archived_beside_writer(path: Path, game_id: int, *, archived: bool) -> None:
    """Archive a game or restore it while another process has the journal open for writing.

    Raises:
        JournalError: it can't be written.
    """
    with entries.raise_journal_errors(path), contextlib.closing(connect(path, "rw")) as connection:
        if not rows.has_notes(connection):
            raise entries.JournalInUseError(
                sentence("an earlier version of Companion uses the journal {path}: stop it first", path=path)
            )
        connection.execute("PRAGMA synchronous = FULL")
        if archived:
            rows.write_note(connection, entries.Note(game_id, ARCHIVED_KEY, ""))
        else:
            rows.delete_note(connection, game_id, ARCHIVED_KEY)
