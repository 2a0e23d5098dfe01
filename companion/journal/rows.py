"""The rows of a journal's tables, each with a checksum of its written values.

SQLite notices a torn page, but not a flipped bit inside a text; the checksums do.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from companion.i18n import sentence
from companion.journal.entries import Entry, GameRecord, JournalDamagedError, Note, body_to_text

SCHEMA: Final = (
    "CREATE TABLE games (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, started TEXT NOT NULL, "
    "checksum INTEGER NOT NULL)",
    "CREATE TABLE entries (game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL, "
    "first INTEGER NOT NULL, t REAL NOT NULL, source TEXT NOT NULL, certainty REAL NOT NULL, "
    "body TEXT NOT NULL, token TEXT UNIQUE, checksum INTEGER NOT NULL, "
    "PRIMARY KEY (game, number)) WITHOUT ROWID",
    "CREATE TABLE notes (game INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, "
    "checksum INTEGER NOT NULL, PRIMARY KEY (game, name)) WITHOUT ROWID",
)
SCHEMA_1: Final = SCHEMA[:2]
"""The tables of a journal of format 1, which stored its notes in files (see `notes`)."""

Row: TypeAlias = tuple[Any, ...]


@contextmanager
def closed_on_error(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close a connection if the block that prepares it fails."""
    try:
        yield connection
    except BaseException:
        connection.close()
        raise


def _select_one(connection: sqlite3.Connection, query: str, *values: object) -> Any:
    """Return the first column of a query's first row; None if there is no row."""
    row = connection.execute(query, values).fetchone()
    return None if row is None else row[0]


def _insert(connection: sqlite3.Connection, table: str, row: Row, *, replace: bool = False) -> None:
    """Insert a row and its checksum; `replace`: in place of one with the same key."""
    verb, places = "INSERT OR REPLACE" if replace else "INSERT", ", ".join("?" * (len(row) + 1))
    connection.execute(f"{verb} INTO {table} VALUES ({places})", (*row, _checksum(row)))


def insert_game(connection: sqlite3.Connection, game: GameRecord) -> None:
    """Insert a game's row."""
    _insert(connection, "games", (game.id, game.kind, game.started.isoformat()))


def insert_entries(connection: sqlite3.Connection, game_id: int, entries: Iterable[Entry]) -> None:
    """Insert the rows of entries."""
    for entry in entries:
        # SQLite stores -0.0 as 0.0, which would change the checksum.
        t, certainty = float(entry.t) + 0.0, float(entry.certainty) + 0.0
        row = (entry.number, entry.group, t, entry.source, certainty, body_to_text(entry.body), entry.token)
        _insert(connection, "entries", (game_id, *row))


def select_games(connection: sqlite3.Connection) -> Iterator[GameRecord]:
    """Yield every game, the oldest first.

    Raises:
        JournalDamagedError: at the first row that is missing or fails its checksum.
    """
    for game_id, row in enumerate(connection.execute("SELECT * FROM games ORDER BY id"), 1):
        yield _parse_game(game_id, row)


def select_game(connection: sqlite3.Connection, game_id: int) -> GameRecord | None:
    """Return one game; None if there is none.

    Raises:
        JournalDamagedError: its row fails its checksum.
    """
    # SQLite's integers have 64 bits; no game has a larger id.
    row = (
        connection.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if 0 < game_id < 2**63
        else None
    )
    return None if row is None else _parse_game(game_id, row)


def last_id(connection: sqlite3.Connection) -> int:
    """Return the id of the last game; 0 if there is none."""
    return int(_select_one(connection, "SELECT coalesce(max(id), 0) FROM games"))


def entry_count(connection: sqlite3.Connection, game_id: int) -> int:
    """Return the number of entries of a game."""
    return int(
        _select_one(connection, "SELECT coalesce(max(number), 0) FROM entries WHERE game = ?", game_id)
    )


def first_source(connection: sqlite3.Connection, game_id: int) -> str | None:
    """Return the source of a game's first entry; None if it has no entries."""
    source: str | None = _select_one(
        connection, "SELECT source FROM entries WHERE game = ? AND number = 1", game_id
    )
    return source


def count_entries(connection: sqlite3.Connection) -> int:
    """Return the number of entries of all games."""
    return int(_select_one(connection, "SELECT count(*) FROM entries"))


def checksum_of(connection: sqlite3.Connection, game_id: int, number: int) -> int | None:
    """Return the checksum of an entry's row (number 0: of its game's row); None if there is no such row."""
    checksum: int | None = (
        _select_one(connection, "SELECT checksum FROM entries WHERE game = ? AND number = ?", game_id, number)
        if number
        else _select_one(connection, "SELECT checksum FROM games WHERE id = ?", game_id)
    )
    return checksum


def find_token(connection: sqlite3.Connection, token: str) -> tuple[int, int] | None:
    """Return the game and number of the entry with a token; None if there is none."""
    query = "SELECT game, number FROM entries WHERE token = ?"
    place: tuple[int, int] | None = connection.execute(query, (token,)).fetchone()
    return place


def select_entries(connection: sqlite3.Connection, game_id: int) -> Iterator[Entry]:
    """Yield every entry of a game, in order.

    Raises:
        JournalDamagedError: at the first row that is missing or fails its checksum.
    """
    query = "SELECT * FROM entries WHERE game = ? ORDER BY number"
    for number, row in enumerate(connection.execute(query, (game_id,)), 1):
        if row[:2] != (game_id, number) or row[-1] != _checksum(row[:-1]):
            raise JournalDamagedError(
                sentence("entry {number} of game {game} is corrupt", number=number, game=game_id)
            )
        _, _, first, t, source, certainty, body, token, _ = row
        yield Entry(number, first, t, source, certainty, json.loads(body), token)


def has_notes(connection: sqlite3.Connection) -> bool:
    """Return whether a journal stores its notes as rows; one of format 1 doesn't."""
    query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'notes'"
    return _select_one(connection, query) is not None


def select_notes(connection: sqlite3.Connection) -> Iterator[Note]:
    """Yield every note.

    Raises:
        JournalDamagedError: at the first row that fails its checksum.
    """
    for row in connection.execute("SELECT * FROM notes ORDER BY game, name"):
        if row[-1] != _checksum(row[:-1]):
            raise JournalDamagedError(sentence("a note about game {number} is corrupt", number=row[0]))
        yield Note(*row[:-1])


def notes_named(connection: sqlite3.Connection, name: str) -> dict[int, str]:
    """Return the values of the notes with a name, by game.

    A corrupt note counts as missing: it must not hide a game. `select_notes` reports it.
    """
    rows = connection.execute("SELECT * FROM notes WHERE name = ?", (name,))
    return {row[0]: row[2] for row in rows if row[-1] == _checksum(row[:-1])}


def write_note(connection: sqlite3.Connection, note: Note) -> None:
    """Insert or replace a note."""
    _insert(connection, "notes", (note.game, note.name, note.value), replace=True)


def delete_note(connection: sqlite3.Connection, game: int, name: str) -> None:
    """Delete a note, if there is one."""
    connection.execute("DELETE FROM notes WHERE game = ? AND name = ?", (game, name))


def _parse_game(game_id: int, row: Row) -> GameRecord:
    if row[0] != game_id or row[-1] != _checksum(row[:-1]):
        raise JournalDamagedError(sentence("game {number} is corrupt", number=game_id))
    _, kind, started, _ = row
    return GameRecord(game_id, kind, datetime.fromisoformat(started))


def _checksum(row: Row) -> int | None:
    try:
        return zlib.crc32(json.dumps(row).encode())
    except TypeError:
        # Damage can turn a text into bytes, which no written row contains.
        return None


# A short digest of a journal's contents, to check whether another journal includes all of them.


@dataclass(frozen=True)
class GameDigest:
    """One game of a journal.

    Attributes:
        id: its number.
        checksum: checksum of its row.
        length: number of its entries.
        last: checksum of its last entry's row; None if it has no entries.
    """

    id: int
    checksum: int
    length: int
    last: int | None


@dataclass(frozen=True)
class JournalContents:
    """The digests of all games of a journal."""

    games: tuple[GameDigest, ...] = ()

    @property
    def entries(self) -> int:
        """The number of entries of all games."""
        return sum(game.length for game in self.games)

    def count_missing(self, connection: sqlite3.Connection) -> int:
        """Count the entries that another journal lacks or records differently.

        A game without entries counts as one. Entries never change: if both journals hold an entry with the
        same checksum, they hold the same entries before it.
        """
        return sum(_count_missing(game, connection) for game in self.games)


def contents(connection: sqlite3.Connection) -> JournalContents:
    """Return the contents of a journal.

    Args:
        connection: connection to the journal; its rows aren't verified.
    """
    games = connection.execute("SELECT id, checksum FROM games ORDER BY id").fetchall()
    return JournalContents(
        tuple(
            GameDigest(
                game_id, checksum, length, checksum_of(connection, game_id, length) if length else None
            )
            for game_id, checksum in games
            for length in [entry_count(connection, game_id)]
        )
    )


def _count_missing(game: GameDigest, connection: sqlite3.Connection) -> int:
    if checksum_of(connection, game.id, 0) != game.checksum:
        return max(1, game.length)
    if game.length == 0 or checksum_of(connection, game.id, game.length) == game.last:
        return 0
    # If it is as long, it differs from some entry on; the digest doesn't say from which.
    return max(1, game.length - entry_count(connection, game.id))
