"""Reading a journal, also while another program writes to it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.i18n import sentence
from companion.journal.contents import Contents, contents
from companion.journal.entries import Entry, GameRecord, check_text
from companion.journal.errors import (
    SQLITE_ERRORS,
    JournalUnusableError,
    UnknownGameError,
    explained,
    explaining,
)
from companion.journal.exchange import game_to_json
from companion.journal.files import APPLICATION_ID, check_format, connect, foreign, in_memory
from companion.journal.repair import sound_image
from companion.journal.rows import (
    first_source,
    last_id,
    length,
    place_of,
    select_entries,
    select_game,
    select_games,
)
from companion.journal.wire import Export


class JournalReader:
    """A journal that is only read. Any number may be open, in any process, beside one `Journal`.

    It may be handed from thread to thread, but is for one at a time. Every method raises
    JournalUnusableError, JournalInUseError or JournalDamagedError where the file can't be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use `open` instead."""
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at `path`, which must be there.

        SQLite makes files beside what it reads. Where it can't, the disk being full or read-only, the
        journal is read into memory, as it stands now.

        Raises:
            ForeignFileError, NewerFormatError: it is no journal that this version can read.
            JournalUnusableError: it isn't there or can't be read.
        """
        path = path.resolve()
        if not path.is_file():
            raise JournalUnusableError(
                sentence("there is no journal {path} yet: name another, or start a game", path=path)
            )
        try:
            return cls(path, _opened(path))
        except JournalUnusableError as error:
            with suppress(OSError, *SQLITE_ERRORS):
                return cls(path, sound_image(path)[0])
            raise error

    def games(self) -> tuple[GameRecord, ...]:
        """Every game, in the order in which they were begun or taken in."""
        with explaining(self.path):
            return tuple(select_games(self._connection))

    def latest(self) -> GameRecord | None:
        """The game that was begun or taken in last; None where there is none."""
        with explaining(self.path):
            return select_game(self._connection, last_id(self._connection))

    def game(self, game_id: int) -> GameRecord:
        """One game.

        Raises:
            UnknownGameError: there is no such game.
        """
        with explaining(self.path):
            found = select_game(self._connection, game_id)
        if found is None:
            raise UnknownGameError(game_id)
        return found

    def entries(self, game_id: int) -> tuple[Entry, ...]:
        """Every entry of a game, in order.

        Raises:
            UnknownGameError: there is no such game.
        """
        self.game(game_id)
        with explaining(self.path):
            return tuple(select_entries(self._connection, game_id))

    def first_source(self, game_id: int) -> str | None:
        """Who or what told a game's first entry, without reading the others; None where it has none."""
        with explaining(self.path):
            return first_source(self._connection, game_id)

    def length(self, game_id: int) -> int:
        """How many entries a game has; 0 where there is no such game."""
        with explaining(self.path):
            return length(self._connection, game_id)

    def has_token(self, token: str) -> bool:
        """Whether an entry with this token is recorded.

        Raises:
            EntryError: nothing could be recorded with such a token.
        """
        check_text("an entry's token", token)
        with explaining(self.path):
            return place_of(self._connection, token) is not None

    def export(self, game_id: int) -> Export:
        """A game as a JSON document, in the form that `exchange` describes.

        Raises:
            UnknownGameError: there is no such game.
        """
        return game_to_json(self.game(game_id), self.entries(game_id))

    def contents(self) -> Contents:
        """All that it holds, in short."""
        with explaining(self.path):
            return contents(self._connection)

    def copied(self) -> sqlite3.Connection:
        """A copy in memory, as it stands now; others may write meanwhile."""
        copy = in_memory()
        try:
            with explaining(self.path):
                self._connection.backup(copy)
        except BaseException:
            copy.close()
            raise
        return copy

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _opened(path: Path) -> sqlite3.Connection:
    with explaining(path):
        connection = connect(path, "ro")
    try:
        _check_identity(path, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_identity(path: Path, connection: sqlite3.Connection) -> None:
    # Asked of SQLite rather than read from the file, which this process may have open for writing:
    # see `identify`.
    try:
        application_id = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except SQLITE_ERRORS as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise foreign(path) from error
        raise explained(path, error) from error
    if application_id != APPLICATION_ID:
        raise foreign(path)
    check_format(path, version)
