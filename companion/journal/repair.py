"""Turn the files at a journal's path into a sound journal; nothing is ever overwritten.

A damaged journal is moved aside under a new name, and its readable entries are copied to a new one: each game
up to its first unreadable entry. The steps can be interrupted anywhere: the new journal is complete before
the old one is moved, and once it is named `.salvaged`, the next start completes the rest.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Final, TypeVar

from companion.i18n import sentence
from companion.journal import files, rows
from companion.journal.entries import (
    SQLITE_ERRORS,
    JournalDamagedError,
    Note,
    raise_journal_errors,
    to_journal_error,
)
from companion.journal.wal import is_whole

T = TypeVar("T")

TORN_LOG_FAULT: Final = sentence("the last records are incomplete")
"""The fault of a journal whose log ends in the middle of a transaction, or has rotted there: the two can't be
distinguished."""


_STATE_SUFFIXES: Final = (".mark", *files.FILE_SUFFIXES)
"""Files that describe this journal alone: its high-water mark, and the notes of a journal of format 1."""


def repair_journal(path: Path) -> str | None:
    """Make sure that there is a sound journal at `path`; the caller holds its write lock.

    Returns:
        A message for people about the repair; None if all was well.

    Raises:
        ForeignFileError, NewerFormatError: another kind of file is there; it was left as it is.
        JournalInUseError, JournalUnusableError: it can't be read, or no new one can be written.
        OSError: as JournalUnusableError.
    """
    salvaged = files.sibling_path(path, ".salvaged")
    if salvaged.exists():
        if any(files.sibling_path(path, suffix).exists() for suffix in ("", "-wal", "-shm")):
            files.move_aside(path)
        files.move_durably(salvaged, path)
        return sentence(
            "The journal {path} was damaged. The damaged file was set aside, and all readable entries were "
            "recovered.",
            path=path,
        )
    if files.sibling_path(path, ".restored").exists():
        finish_restore(path)
        return sentence(
            "The journal {path} was replaced by a backup: an interrupted restore is now complete.",
            path=path,
        )
    header = files.read_header(path)
    found = find_fault(path, header)
    if found is not None:
        return _replace_damaged(path, found)
    if not header:
        with raise_journal_errors(path):
            files.create_database(files.sibling_path(path, ".new")).close()
        files.move_durably(files.sibling_path(path, ".new"), path)
    return None


def finish_restore(path: Path) -> Path | None:
    """Move the restored journal into place; the caller holds its write lock.

    Returns:
        The new path of the journal that it replaces, with its state files; None if there was none.
    """
    there = any(files.sibling_path(path, suffix).exists() for suffix in ("", "-wal", "-shm"))
    aside = files.move_aside(path, "replaced", *_STATE_SUFFIXES) if there else None
    files.move_durably(files.sibling_path(path, ".restored"), path)
    return aside


def find_fault(path: Path, header: bytes) -> str | None:
    """Describe the fault of a journal's files in a few words; None if they are sound.

    Only SQLite's `-shm` file may change, which contains no data of its own.

    Args:
        path: the journal.
        header: the bytes from `read_header`.

    Raises:
        JournalInUseError, JournalUnusableError: it can't be read now.
        OSError: as JournalUnusableError.
    """
    log = files.sibling_path(path, "-wal")
    written_ahead = log.read_bytes() if log.exists() else b""
    if not header:
        return sentence("the file is empty, but its -wal file is not") if written_ahead else None
    if header[18:20] != files.WAL_MODE:
        return sentence("its header is corrupt")
    if not is_whole(written_ahead):
        return TORN_LOG_FAULT
    try:
        with closing(files.connect(path, "ro")) as connection:
            verify(connection)
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        _raise_unless_damage(path, error)
        return str(error)
    return None


def load_readable_image(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """Load the readable entries of the journal at `path` into memory; nothing is written.

    Returns:
        A connection to them, and a message for people about damage; None if all was well.

    Raises:
        ForeignFileError, NewerFormatError: another kind of file is there.
        OSError: it can't be read.
    """
    salvaged = files.sibling_path(path, ".salvaged")
    standing = salvaged if salvaged.exists() else path
    if not files.read_header(standing):
        return files.create_in_memory(), None
    try:
        with rows.closed_on_error(files.load_image(standing)) as found:
            verify(found)
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        with rows.closed_on_error(files.create_in_memory()) as made:
            games, entries = _copy_readable(lambda: files.load_image(standing), path, made)
        return made, sentence(
            "The journal {path} is damaged ({why}). {games} games with {entries} entries can be shown, each "
            "game up to the first unreadable entry.",
            path=path,
            why=error,
            games=games,
            entries=entries,
        )
    found.execute("PRAGMA query_only = ON")
    return found, None


def verify(connection: sqlite3.Connection) -> None:
    """Read every row of a journal.

    Raises:
        JournalDamagedError, SQLite's errors: a row differs from what was written.
    """
    connection.execute("PRAGMA cell_size_check = ON")
    schema = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    if tuple(sql for (sql,) in schema) not in (rows.SCHEMA, rows.SCHEMA_1):
        raise JournalDamagedError(sentence("its tables are not those of a Companion journal"))
    for (verdict,) in connection.execute("PRAGMA integrity_check(1)"):
        if verdict != "ok":
            raise JournalDamagedError(verdict)
    for game in rows.select_games(connection):
        for _ in rows.select_entries(connection, game.id):
            pass
    if rows.has_notes(connection):
        for _ in rows.select_notes(connection):
            pass


def _replace_damaged(path: Path, found: str) -> str:
    new = files.sibling_path(path, ".new")
    with raise_journal_errors(path), closing(files.create_database(new)) as target:
        games, entries = _copy_readable(lambda: files.connect(path, "ro"), path, target)
    salvaged = files.sibling_path(path, ".salvaged")
    files.move_durably(new, salvaged)
    aside = files.move_aside(path)
    files.move_durably(salvaged, path)
    if found == TORN_LOG_FAULT:
        return sentence(
            "The last entries of the journal {path} are incomplete, as after a power cut. All earlier "
            "entries are there. Check whether the last event is there, too, and enter what is missing. The "
            "original file is kept as {aside}.",
            path=path,
            aside=aside,
        )
    return sentence(
        "The journal {path} was damaged ({why}). It is kept as {aside}; {games} games with {entries} "
        "entries were recovered, each game up to the first unreadable entry. Check the last game and enter "
        "what is missing.",
        path=path,
        why=found,
        aside=aside,
        games=games,
        entries=entries,
    )


def _copy_readable(
    damaged: Callable[[], sqlite3.Connection], path: Path, target: sqlite3.Connection
) -> tuple[int, int]:
    """Copy the readable games and notes of a damaged journal; return the numbers of games and entries."""
    games = entries = 0
    target.execute("BEGIN")
    if path.exists():
        with closing(damaged()) as source:
            for game in _rows_until_damage(path, rows.select_games(source)):
                sound = _rows_until_damage(path, rows.select_entries(source, game.id))
                rows.insert_game(target, game)
                rows.insert_entries(target, game.id, sound)
                games, entries = games + 1, entries + len(sound)
        with closing(damaged()) as source:
            for note in _readable_notes(source, path):
                if note.game in (files.JOURNAL, *range(1, games + 1)):
                    rows.write_note(target, note)
    target.execute("COMMIT")
    return games, entries


def _readable_notes(source: sqlite3.Connection, path: Path) -> list[Note]:
    try:
        stored = rows.has_notes(source)
    except SQLITE_ERRORS:
        return []
    return _rows_until_damage(path, rows.select_notes(source) if stored else files.notes_in_files(path))


def _rows_until_damage(path: Path, rows: Iterable[T]) -> list[T]:
    found = []
    try:
        for row in rows:
            found.append(row)  # noqa: PERF402 (the rows before the damage count)
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        _raise_unless_damage(path, error)
    return found


def _raise_unless_damage(path: Path, error: sqlite3.Error | UnicodeDecodeError | JournalDamagedError) -> None:
    """Raise the error if the disk is full, busy or forbidden: that is no damage to repair."""
    problem = error if isinstance(error, JournalDamagedError) else to_journal_error(path, error)
    if not isinstance(problem, JournalDamagedError):
        raise problem from error
