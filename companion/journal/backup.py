"""A copy of a journal in a file of its own, and back.

A copy is made by SQLite's own backup, so that what stands in the log alone is in it too, while others write;
it is read again once it is on disk, and gets its name only when it holds all that the journal held.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.i18n import counted, sentence
from companion.journal.contents import Contents, contents
from companion.journal.errors import SQLITE_ERRORS, JournalDamagedError, JournalError, explaining
from companion.journal.files import WAL_MODE, WriteLock, beside, identify, image, move_durably
from companion.journal.high_water import SUFFIX as MARK
from companion.journal.reader import JournalReader
from companion.journal.repair import TORN, finish_restoring, verify
from companion.journal.wal import is_whole

_PRIVATE: Final = 0o600


class BackupError(JournalError, OSError):
    """No copy could be made, or none taken back; the message says what to do."""


def back_up(journal: JournalReader, to: Path) -> Contents:
    """Copy a journal, as it stands now, into a file; when this returns, it is on disk, and was read again.

    A file that holds an earlier copy of this very journal is replaced.

    Args:
        journal: open for reading; others may write to it meanwhile.
        to: the copy.

    Returns:
        What the copy holds.

    Raises:
        ForeignFileError, NewerFormatError: something else stands there; it was left as it is.
        BackupError: it can't be written, or what stands there holds more than the journal.
        JournalError: the journal can't be read.
    """
    to = to.absolute()
    if to.exists() and to.samefile(journal.path):
        raise BackupError(sentence("{file} is the journal itself: choose another file", file=to))
    try:
        before = identify(to)
        with closing(journal.copied()) as copy, explaining(to):
            held = contents(copy)
            if before:
                _check_replaceable(to, copy)
            _write(to, copy, held)
    except (OSError, *SQLITE_ERRORS) as error:
        if isinstance(error, JournalError):
            raise
        raise BackupError(
            sentence(
                "the copy can't be written to {file} ({error}): free some space there, or choose another "
                "place",
                file=to,
                error=_reason(error),
            )
        ) from error
    return held


def restore(copy: Path, path: Path) -> tuple[Contents, Path | None]:
    """Put a copy in the place of a journal, which is kept aside.

    Args:
        copy: what `back_up` made, or a journal from elsewhere, which may have its `-wal` beside it.
        path: the journal, which nobody may be using.

    Returns:
        What is there now, and where the journal that was there is kept; None where there was none.

    Raises:
        JournalInUseError: a companion is running with the journal.
        ForeignFileError, NewerFormatError: the copy is none, or something else stands at `path`.
        BackupError: the copy can't be read or is damaged, or the journal can't be replaced.
    """
    copy, path = copy.absolute(), path.resolve()
    if not copy.is_file():
        raise BackupError(sentence("there is no backup {file}: choose an existing one", file=copy))
    if path.exists() and copy.samefile(path):
        raise BackupError(sentence("{file} is the journal itself: choose another file", file=copy))
    try:
        with closing(_sound(copy)) as sound, WriteLock(path):
            identify(path)
            held = contents(sound)
            new = beside(path, ".new")
            _write(new, sound, held)
            move_durably(new, beside(path, ".restored"))
            return held, finish_restoring(path)
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


def read_contents(copy: Path) -> Contents:
    """What a copy holds.

    Raises:
        JournalError: it is no copy, or damaged.
    """
    with closing(_sound(copy)) as sound:
        return contents(sound)


def _sound(copy: Path) -> sqlite3.Connection:
    """A copy in memory; every row of it was read."""
    if not identify(copy):
        raise BackupError(sentence("{file} is empty: choose another backup", file=copy))
    log = beside(copy, "-wal")
    try:
        if log.exists() and not is_whole(log.read_bytes()):
            raise JournalDamagedError(TORN)
        found = image(copy)
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
    """See to it that nothing is lost with the file that the copy will replace."""
    try:
        earlier = read_contents(to)
    except BackupError:
        return  # a damaged one is worth less than a sound one
    if missing := earlier.missing_in(copy):
        raise BackupError(
            counted(
                "{file} contains {count} entry that the journal lacks: choose another file, and check "
                "whether the journal lost it",
                "{file} contains {count} entries that the journal lacks: choose another file, and check "
                "whether the journal lost them",
                missing,
                file=to,
            )
        )


def _write(to: Path, copy: sqlite3.Connection, held: Contents) -> None:
    """Write a journal in memory to a file, with nothing beside it, and read it again."""
    data = bytearray(copy.serialize())
    data[18:20] = WAL_MODE  # as every journal has it, though it begins without a log
    new = beside(to, ".part")
    new.unlink(missing_ok=True)
    try:
        new.touch(_PRIVATE, exist_ok=False)
        with new.open("r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with closing(image(new)) as written:
            verify(written)
            if contents(written) != held:
                raise JournalDamagedError(sentence("its contents are corrupt"))
        for suffix in ("-wal", "-shm", MARK):
            beside(to, suffix).unlink(missing_ok=True)
        move_durably(new, to)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def _reason(error: BaseException) -> object:
    return getattr(error, "strerror", None) or error
