"""From whatever stands at a journal's path to a sound journal there; nothing is ever overwritten.

A damaged journal is kept aside under a new name, and what can be read of it goes into a new one: each
game up to its first unreadable entry. The steps are ordered so that they can be interrupted anywhere:
the new journal is complete before the old one is moved, and once it is called `.salvaged` the rest is
gone on with at the next start.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, TypeVar

from companion.i18n import sentence
from companion.journal.entries import Entry, GameRecord
from companion.journal.errors import SQLITE_ERRORS, JournalDamagedError, explained, explaining
from companion.journal.files import (
    WAL_MODE,
    beside,
    build,
    build_in_memory,
    connect,
    identify,
    image,
    keep_aside,
    move_durably,
)
from companion.journal.rows import SCHEMA, insert_entries, insert_game, select_entries, select_games
from companion.journal.wal import is_whole

T = TypeVar("T")

TORN: Final = sentence("the last records are incomplete")
"""The fault of a journal whose log ends in the middle of a transaction, or has rotted there: which of
the two it was can't be told."""


_NOTED: Final = (".mark", ".last", ".archived")
"""What stands beside a journal and is about it alone: how far it went, which games are on or put away."""


def make_sound(path: Path) -> str | None:
    """See to it that a sound journal stands at `path`; the caller holds its write lock.

    Returns:
        What people should know of it; None where all was well.

    Raises:
        ForeignFileError, NewerFormatError: another file stands there; it was left as it is.
        JournalInUseError, JournalUnusableError: it can't be read, or no new one can be written.
        OSError: as JournalUnusableError.
    """
    salvaged = beside(path, ".salvaged")
    if salvaged.exists():
        if any(beside(path, suffix).exists() for suffix in ("", "-wal", "-shm")):
            keep_aside(path)
        move_durably(salvaged, path)
        return sentence(
            "The journal {path} was damaged. The damaged file was set aside, and all readable entries were "
            "recovered.",
            path=path,
        )
    if beside(path, ".restored").exists():
        finish_restoring(path)
        return sentence(
            "The journal {path} was replaced by a backup: an interrupted restore is now complete.",
            path=path,
        )
    header = identify(path)
    found = fault(path, header)
    if found is not None:
        return _exchange(path, found)
    if not header:
        with explaining(path):
            build(beside(path, ".new")).close()
        move_durably(beside(path, ".new"), path)
    return None


def finish_restoring(path: Path) -> Path | None:
    """Put what was restored in a journal's place; the caller holds its write lock.

    Returns:
        Where the journal that was there is kept, with what was noted beside it; None where there was none.
    """
    there = any(beside(path, suffix).exists() for suffix in ("", "-wal", "-shm"))
    aside = keep_aside(path, "replaced", *_NOTED) if there else None
    move_durably(beside(path, ".restored"), path)
    return aside


def fault(path: Path, header: bytes) -> str | None:
    """What is wrong with a journal's files, in a few words; None where they are sound.

    Nothing is changed but SQLite's `-shm` file, which holds nothing of its own.

    Args:
        path: the journal.
        header: what `identify` returned.

    Raises:
        JournalInUseError, JournalUnusableError: it can't be read now.
        OSError: as JournalUnusableError.
    """
    log = beside(path, "-wal")
    written_ahead = log.read_bytes() if log.exists() else b""
    if not header:
        return sentence("the file is empty, but its -wal file is not") if written_ahead else None
    if header[18:20] != WAL_MODE:
        return sentence("its header is corrupt")
    if not is_whole(written_ahead):
        return TORN
    try:
        with closing(connect(path, "ro")) as connection:
            verify(connection)
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        _pass_damage_only(path, error)
        return str(error)
    return None


def sound_image(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """What stands at `path`, in memory, as far as it can be read: nothing is written.

    Returns:
        A connection to it, and what people should know of it; None where all was well.

    Raises:
        ForeignFileError, NewerFormatError: another file stands there.
        OSError: it can't be read.
    """
    salvaged = beside(path, ".salvaged")
    standing = salvaged if salvaged.exists() else path
    if not identify(standing):
        return build_in_memory(), None
    try:
        found = image(standing)
        try:
            verify(found)
        except (*SQLITE_ERRORS, JournalDamagedError):
            found.close()
            raise
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        made = build_in_memory()
        games, entries = _carry_over(lambda: image(standing), path, made)
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
        JournalDamagedError, SQLite's errors: one isn't what was written.
    """
    connection.execute("PRAGMA cell_size_check = ON")
    schema = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    if tuple(sql for (sql,) in schema) != SCHEMA:
        raise JournalDamagedError(sentence("its tables are not those of a Companion journal"))
    for (verdict,) in connection.execute("PRAGMA integrity_check(1)"):
        if verdict != "ok":
            raise JournalDamagedError(verdict)
    for game in select_games(connection):
        for _ in select_entries(connection, game.id):
            pass


def _exchange(path: Path, found: str) -> str:
    new = beside(path, ".new")
    games, entries = _salvage(path, new)
    salvaged = beside(path, ".salvaged")
    move_durably(new, salvaged)
    aside = keep_aside(path)
    move_durably(salvaged, path)
    if found == TORN:
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


def _salvage(path: Path, new: Path) -> tuple[int, int]:
    """Write what can be read of a damaged journal to a new one; returns the games and entries."""
    with explaining(path), closing(build(new)) as target:
        return _carry_over(lambda: connect(path, "ro"), path, target)


def _carry_over(
    damaged: Callable[[], sqlite3.Connection], path: Path, target: sqlite3.Connection
) -> tuple[int, int]:
    games = entries = 0
    target.execute("BEGIN")
    for game, sound in _readable(damaged, path):
        insert_game(target, game)
        insert_entries(target, game.id, sound)
        games, entries = games + 1, entries + len(sound)
    target.execute("COMMIT")
    return games, entries


def _readable(
    damaged: Callable[[], sqlite3.Connection], path: Path
) -> Iterator[tuple[GameRecord, list[Entry]]]:
    if not path.exists():
        return
    with closing(damaged()) as source:
        for game in _until_damage(path, select_games(source)):
            yield game, _until_damage(path, select_entries(source, game.id))


def _until_damage(path: Path, rows: Iterable[T]) -> list[T]:
    found = []
    try:
        for row in rows:
            found.append(row)  # noqa: PERF402 (those before the damage are wanted)
    except (*SQLITE_ERRORS, JournalDamagedError) as error:
        _pass_damage_only(path, error)
    return found


def _pass_damage_only(path: Path, error: sqlite3.Error | UnicodeDecodeError | JournalDamagedError) -> None:
    """Raise what a disk that is full, busy or forbidden says: that is no damage to mend."""
    problem = error if isinstance(error, JournalDamagedError) else explained(path, error)
    if not isinstance(problem, JournalDamagedError):
        raise problem from error
