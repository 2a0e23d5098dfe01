"""Notes about a journal's games: the identity of each, which is current, which are archived.

They are rows of the journal, written like its entries. A journal of format 1 had files instead: `.last` with
the current game and `.archived` with the archived ones. These files are read as long as the journal has that
format; opening it for writing moves them into rows.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.i18n import sentence
from companion.journal.entries import Note
from companion.journal.errors import JournalInUseError, JournalUnusableError, raise_journal_errors
from companion.journal.files import FORMAT_VERSION, connect, sibling_path
from companion.journal.rows import SCHEMA, SCHEMA_1, delete_note, has_notes, notes_named, write_note

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

_CURRENT_FILE: Final = ChecksummedJsonFile(
    sentence("record of the game in progress"), 1, sentence("start or resume a game"), JournalUnusableError
)
_ARCHIVED_FILE: Final = ChecksummedJsonFile(
    sentence("list of archived games"), 1, sentence("archive them again"), JournalUnusableError
)


def read_notes(connection: sqlite3.Connection, path: Path, name: str) -> dict[int, str]:
    """Return the values of a journal's notes with a name, by game.

    Args:
        connection: connection to the journal.
        path: the journal's file, next to which one of format 1 has its files.
        name: the name.
    """
    if has_notes(connection):
        return notes_named(connection, name)
    return {note.game: note.value for note in notes_in_files(path) if note.name == name}


def notes_in_files(path: Path) -> Iterator[Note]:
    """Yield the notes in the files of a journal of format 1; an unreadable file counts as missing."""
    for game in _load(_CURRENT_FILE, path, _CURRENT_SUFFIX, lambda data: [int(data["game"])]):
        yield Note(JOURNAL, CURRENT_GAME_KEY, str(game))
    for game in _load(_ARCHIVED_FILE, path, _ARCHIVED_SUFFIX, lambda data: [int(n) for n in data["games"]]):
        yield Note(game, ARCHIVED_KEY, "")


def move_notes_into_rows(connection: sqlite3.Connection, path: Path) -> None:
    """Convert a journal of format 1 to the current format, in one transaction; then remove its files.

    Args:
        connection: connection to the journal for writing.
        path: the journal's file.

    Raises:
        SQLite's errors: nothing has changed.
    """
    if not has_notes(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in SCHEMA[len(SCHEMA_1) :]:
                connection.execute(statement)
            for note in notes_in_files(path):
                write_note(connection, note)
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
    with raise_journal_errors(path), contextlib.closing(connect(path, "rw")) as connection:
        if not has_notes(connection):
            raise JournalInUseError(
                sentence("an earlier version of Companion uses the journal {path}: stop it first", path=path)
            )
        connection.execute("PRAGMA synchronous = FULL")
        if archived:
            write_note(connection, Note(game_id, ARCHIVED_KEY, ""))
        else:
            delete_note(connection, game_id, ARCHIVED_KEY)


def _load(
    kind: ChecksummedJsonFile, path: Path, suffix: str, parse: Callable[[Mapping[str, Any]], list[int]]
) -> list[int]:
    with contextlib.suppress(JournalUnusableError):
        return kind.load(sibling_path(path, suffix), parse)
    return []
