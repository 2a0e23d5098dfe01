"""Copy a journal to a file of its own, and restore it from there.

SQLite's backup API makes the copy, so it includes what only the write-ahead log contains, while other
processes write. The copy is written to disk, read again, and renamed only if it holds everything that the
journal held.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.i18n import plural_sentence, sentence
from companion.journal.contents import JournalContents, contents
from companion.journal.errors import SQLITE_ERRORS, JournalDamagedError, JournalError, raise_journal_errors
from companion.journal.files import WAL_MODE, WriteLock, load_image, move_durably, read_header, sibling_path
from companion.journal.high_water import MARK_SUFFIX as MARK
from companion.journal.reader import JournalReader
from companion.journal.repair import TORN_LOG_FAULT, finish_restore, verify
from companion.journal.wal import is_whole

_PRIVATE: Final = 0o600


class BackupError(JournalError, OSError):
    """A copy that couldn't be created or restored; the message says what to do."""


def create_backup(journal: JournalReader, target: Path) -> JournalContents:
    """Copy a journal, as it is now, into a file; on return it is on disk and verified.

    An earlier copy of this same journal is replaced.

    Args:
        journal: open for reading; other processes may write to it meanwhile.
        target: the file of the copy.

    Returns:
        The contents of the copy.

    Raises:
        ForeignFileError, NewerFormatError: another kind of file is there; it is left as it is.
        BackupError: the file can't be written, or the copy there holds entries that the journal lacks.
        JournalError: the journal can't be read.
    """
    target = target.absolute()
    if target.exists() and target.samefile(journal.path):
        raise BackupError(sentence("{file} is the journal itself: choose another file", file=target))
    try:
        before = read_header(target)
        with closing(journal.copy_to_memory()) as copy, raise_journal_errors(target):
            held = contents(copy)
            if before:
                _check_replaceable(target, copy)
            _write_verified(target, copy, held)
    except (OSError, *SQLITE_ERRORS) as error:
        if isinstance(error, JournalError):
            raise
        raise BackupError(
            sentence(
                "the copy can't be written to {file} ({error}): free some space there, or choose another "
                "place",
                file=target,
                error=_reason(error),
            )
        ) from error
    return held


def restore(copy: Path, path: Path) -> tuple[JournalContents, Path | None]:
    """Replace a journal by a copy, and move the old journal aside.

    Args:
        copy: a file from `create_backup`, or a journal from elsewhere, possibly with its `-wal` file.
        path: the journal, which no process may be using.

    Returns:
        The contents of the restored journal, and the new path of the old one; None if there was none.

    Raises:
        JournalInUseError: a companion is running with the journal.
        ForeignFileError, NewerFormatError: the copy is no journal, or another kind of file is at `path`.
        BackupError: the copy is unreadable or damaged, or the journal can't be replaced.
    """
    copy, path = copy.absolute(), path.resolve()
    if not copy.is_file():
        raise BackupError(sentence("there is no backup {file}: choose an existing one", file=copy))
    if path.exists() and copy.samefile(path):
        raise BackupError(sentence("{file} is the journal itself: choose another file", file=copy))
    try:
        with closing(_load_verified(copy)) as sound, WriteLock(path):
            read_header(path)
            held = contents(sound)
            new = sibling_path(path, ".new")
            _write_verified(new, sound, held)
            move_durably(new, sibling_path(path, ".restored"))
            return held, finish_restore(path)
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        raise BackupError(
            sentence(
                "the journal {path} can't be replaced ({error}): make its folder writable and free some "
                "space there",
                path=path,
                error=_reason(error),
            )
        ) from error


def read_contents(copy: Path) -> JournalContents:
    """Return the contents of a copy.

    Raises:
        JournalError: the file is no copy, or is damaged.
    """
    with closing(_load_verified(copy)) as sound:
        return contents(sound)


def _load_verified(copy: Path) -> sqlite3.Connection:
    """Load a copy into memory after reading every row of it."""
    if not read_header(copy):
        raise BackupError(sentence("{file} is empty: choose another backup", file=copy))
    log = sibling_path(copy, "-wal")
    try:
        if log.exists() and not is_whole(log.read_bytes()):
            raise JournalDamagedError(TORN_LOG_FAULT)
        found = load_image(copy)
        try:
            verify(found)
        except BaseException:
            found.close()
            raise
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        raise BackupError(
            sentence("the backup {file} is damaged ({why}): choose another", file=copy, why=error)
        ) from error
    return found


def _check_replaceable(to: Path, copy: sqlite3.Connection) -> None:
    """Raise BackupError if the existing file holds entries that the new copy lacks."""
    try:
        earlier = read_contents(to)
    except BackupError:
        return  # replacing a damaged copy by a sound one loses nothing
    if missing := earlier.count_missing(copy):
        raise BackupError(
            plural_sentence(
                "{file} contains {count} entry that the journal lacks: choose another file, and check "
                "whether the journal lost it",
                "{file} contains {count} entries that the journal lacks: choose another file, and check "
                "whether the journal lost them",
                missing,
                file=to,
            )
        )


def _write_verified(to: Path, copy: sqlite3.Connection, held: JournalContents) -> None:
    """Write an in-memory journal to a file without side files, and read it again."""
    data = bytearray(copy.serialize())
    data[18:20] = WAL_MODE  # every journal uses this mode, even without a log yet
    new = sibling_path(to, ".part")
    new.unlink(missing_ok=True)
    try:
        new.touch(_PRIVATE, exist_ok=False)
        with new.open("r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with closing(load_image(new)) as written:
            verify(written)
            if contents(written) != held:
                raise JournalDamagedError(sentence("its contents are corrupt"))
        for suffix in ("-wal", "-shm", MARK):
            sibling_path(to, suffix).unlink(missing_ok=True)
        move_durably(new, to)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _reason(error: BaseException) -> object:
    return getattr(error, "strerror", None) or error
