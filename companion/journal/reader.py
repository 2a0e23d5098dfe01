"""Read a journal, also while another process writes to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from companion.closeable import Closeable
from companion.i18n import sentence
from companion.journal import files, rows
from companion.journal.entries import (
    SQLITE_ERRORS,
    Entry,
    GameRecord,
    JournalDamagedError,
    JournalUnusableError,
    UnknownGameError,
    check_text,
    derive_uuid,
    raise_journal_errors,
    to_journal_error,
)
from companion.journal.history import Export, game_to_json
from companion.journal.repair import load_readable_image


class JournalReader(Closeable):
    """A read-only journal. Any number may be open, in any process, besides one `Journal`.

    It may be passed between threads, but only one may use it at a time. Every method raises
    JournalUnusableError, JournalInUseError or JournalDamagedError if the file can't be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use `open` instead."""
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the existing journal at `path`.

        SQLite creates side files for reading. If it can't, because the disk is full or read-only, the journal
        is loaded into memory instead, as it is now.

        Raises:
            ForeignFileError, NewerFormatError: it is no journal that this version can read.
            JournalUnusableError: it doesn't exist or can't be read.
        """
        path = path.resolve()
        if not path.is_file():
            raise JournalUnusableError(
                sentence("there is no journal {path} yet: name another, or start a game", path=path)
            )
        try:
            return cls(path, _open_read_only(path))
        except JournalUnusableError as error:
            with suppress(OSError, *SQLITE_ERRORS):
                return cls(path, load_readable_image(path)[0])
            raise error

    def games(self) -> tuple[GameRecord, ...]:
        """Return every game, in the order in which they were begun or imported."""
        with raise_journal_errors(self.path):
            return tuple(rows.select_games(self._connection))

    def latest_game(self) -> GameRecord | None:
        """Return the game that was begun or imported last; None if there is none."""
        with raise_journal_errors(self.path):
            return rows.select_game(self._connection, rows.last_id(self._connection))

    def game(self, game_id: int) -> GameRecord:
        """Return one game.

        Raises:
            UnknownGameError: there is no such game.
        """
        with raise_journal_errors(self.path):
            found = rows.select_game(self._connection, game_id)
        if found is None:
            raise UnknownGameError(game_id)
        return found

    def entries(self, game_id: int) -> tuple[Entry, ...]:
        """Return every entry of a game, in order.

        Raises:
            UnknownGameError: there is no such game.
        """
        self.game(game_id)
        with raise_journal_errors(self.path):
            return tuple(rows.select_entries(self._connection, game_id))

    def first_source(self, game_id: int) -> str | None:
        """Return the source of a game's first entry without reading the others; None if it has no entries."""
        with raise_journal_errors(self.path):
            return rows.first_source(self._connection, game_id)

    def entry_count(self, game_id: int) -> int:
        """Return the number of entries of a game; 0 if there is no such game."""
        with raise_journal_errors(self.path):
            return rows.entry_count(self._connection, game_id)

    def uuid(self, game_id: int) -> str:
        """Return a game's identity, which is the same in every journal, export and play log.

        Raises:
            UnknownGameError: there is no such game.
        """
        game, stored = self.game(game_id), self._notes(files.UUID)
        if game_id in stored:
            return stored[game_id]
        opening: list[Mapping[str, Any]] = []
        # Of a damaged opening, the readable part counts.
        with suppress(JournalDamagedError), raise_journal_errors(self.path):
            entries = rows.select_entries(self._connection, game_id)
            opening.extend(entry.body for entry in takewhile(lambda entry: entry.group == 1, entries))
        return derive_uuid(game.kind, game.started, opening)

    def find_uuid(self, uuid: str) -> GameRecord | None:
        """Return the oldest game with this identity; None if there is none."""
        return next((game for game in self.games() if self.uuid(game.id) == uuid), None)

    def archived_games(self) -> frozenset[int]:
        """Return the numbers of the archived games, which are hidden but kept."""
        return frozenset(self._notes(files.ARCHIVED_KEY))

    def current_game(self) -> int | None:
        """Return the noted number of the current game; None if nothing is noted."""
        noted = self._notes(files.CURRENT_GAME_KEY).get(files.JOURNAL)
        return None if noted is None else int(noted)

    def _notes(self, name: str) -> dict[int, str]:
        with raise_journal_errors(self.path):
            return files.read_notes(self._connection, self.path, name)

    def has_token(self, token: str) -> bool:
        """Return whether an entry with this token is recorded.

        Raises:
            EntryError: the token is invalid.
        """
        check_text("an entry's token", token)
        with raise_journal_errors(self.path):
            return rows.find_token(self._connection, token) is not None

    def export(self, game_id: int) -> Export:
        """Return a game as a JSON document, in the form that `exchange` describes.

        Raises:
            UnknownGameError: there is no such game.
        """
        return game_to_json(self.game(game_id), self.uuid(game_id), self.entries(game_id))

    def contents(self) -> rows.JournalContents:
        """Return a digest of its contents."""
        with raise_journal_errors(self.path):
            return rows.contents(self._connection)

    def copy_to_memory(self) -> sqlite3.Connection:
        """Return an in-memory copy of its current state; other processes may write meanwhile."""
        with rows.closed_on_error(files.connect_in_memory()) as copy, raise_journal_errors(self.path):
            self._connection.backup(copy)
        return copy

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _open_read_only(path: Path) -> sqlite3.Connection:
    with raise_journal_errors(path):
        connection = files.connect(path, "ro")
    with rows.closed_on_error(connection):
        # Query SQLite instead of reading the file, which this process may have open for writing
        # (see `files.read_header`).
        try:
            application_id = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
        except SQLITE_ERRORS as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise files.foreign_file_error(path) from error
            raise to_journal_error(path, error) from error
        if application_id != files.APPLICATION_ID:
            raise files.foreign_file_error(path)
        files.check_format(path, version)
    return connection
