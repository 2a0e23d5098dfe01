"""Copy a journal to a file of its own, and restore it from there.

SQLite's backup API makes the copy, so it includes what only the write-ahead log contains, while other
processes write. The copy is written to disk, read again, and renamed only if it holds everything that the
journal held.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from companion.i18n import plural_sentence, sentence
from companion.journal.entries import SQLITE_ERRORS, JournalDamagedError, JournalError, raise_journal_errors
from companion.journal.files import MARK_SUFFIX as MARK
from companion.journal.files import WAL_MODE, WriteLock, load_image, move_durably, read_header, sibling_path
from companion.journal.reader import JournalReader
from companion.journal.repair import TORN_LOG_FAULT, finish_restore, verify
from companion.journal.rows import JournalContents, closed_on_error, contents
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
        with closed_on_error(load_image(copy)) as found:
            verify(found)
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


# Rotating backups of a journal: a bounded number of generations in a folder.
#
# They are numbered instead of dated: a computer at a table may lack a clock, and its time may jump back.


NUMBER_DIGITS: Final = 6


@dataclass(frozen=True)
class Generation:
    """One backup: its number, and its file."""

    number: int
    file: Path


class Generations:
    """The backups of one journal."""

    def __init__(self, folder: Path, journal: Path, max_copies: int) -> None:
        """Set the folder and the number of backups.

        Args:
            folder: their folder, created when needed.
            journal: the journal's file, after which the backups are named.
            max_copies: the maximum number of backups; at least one.
        """
        self._folder = folder
        self._journal = journal
        self._max_copies = max_copies
        self._name = re.compile(
            rf"{re.escape(journal.stem)}-(\d{{{NUMBER_DIGITS},}}){re.escape(journal.suffix)}"
        )

    def list_newest_first(self) -> tuple[Generation, ...]:
        """Return the existing backups, the newest first."""
        files: list[Path] = []
        with suppress(OSError):
            files = list(self._folder.iterdir())
        named = ((file, self._name.fullmatch(file.name)) for file in files)
        found = [Generation(int(name[1]), file) for file, name in named if name]
        return tuple(sorted(found, key=lambda each: each.number, reverse=True))

    def add(self) -> Generation | None:
        """Back up the journal unless the newest backup has the same contents; then remove surplus backups.

        Returns:
            The new backup; None if there is nothing new to back up.

        Raises:
            JournalError: no backup could be made; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            there = self.list_newest_first()
            if not journal.games() or (there and _read_contents_if_sound(there[0]) == journal.contents()):
                return None
            made = self._next_generation(there)
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BackupError(
                    sentence("the backup folder {folder} can't be created: {error}",
                             folder=self._folder, error=error.strerror)
                ) from error  # fmt: skip
            create_backup(journal, made.file)
            with suppress(OSError):
                self._remove_surplus(journal)
        return made

    def _next_generation(self, there: tuple[Generation, ...]) -> Generation:
        for number in count(there[0].number + 1 if there else 1):
            file = self._folder / f"{self._journal.stem}-{number:0{NUMBER_DIGITS}}{self._journal.suffix}"
            if not file.exists():
                return Generation(number, file)
        raise AssertionError("numbers don't end")

    def _remove_surplus(self, journal: JournalReader) -> None:
        """Remove surplus backups: first the oldest that the journal fully includes, then the oldest."""
        oldest_first = self.list_newest_first()[::-1]
        if len(oldest_first) <= self._max_copies:
            return
        with closing(journal.copy_to_memory()) as now:
            # Entries that the journal has lost meanwhile may exist only in an old backup.
            spare = [
                each
                for each in oldest_first
                if (held := _read_contents_if_sound(each)) and not held.count_missing(now)
            ]
        for each in sorted(oldest_first, key=lambda each: each not in spare)[: -self._max_copies]:
            each.file.unlink(missing_ok=True)


def _read_contents_if_sound(generation: Generation) -> JournalContents | None:
    """Return the contents of a backup; None if it can't be read any more."""
    with suppress(JournalError, OSError):
        return read_contents(generation.file)
    return None
