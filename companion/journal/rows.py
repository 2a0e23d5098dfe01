"""The rows of a journal's tables, each with a checksum of its written values.

SQLite notices a torn page, but not a flipped bit inside a text; the checksums do.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
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

_INSERT_GAME: Final = "INSERT INTO games (id, kind, started, checksum) VALUES (?, ?, ?, ?)"
_SELECT_GAMES: Final = "SELECT id, kind, started, checksum FROM games ORDER BY id"
_SELECT_GAME: Final = "SELECT id, kind, started, checksum FROM games WHERE id = ?"
_SELECT_LAST_ID: Final = "SELECT coalesce(max(id), 0) FROM games"
_SELECT_LENGTH: Final = "SELECT coalesce(max(number), 0) FROM entries WHERE game = ?"
_SELECT_FIRST_SOURCE: Final = "SELECT source FROM entries WHERE game = ? AND number = 1"
_COUNT_ENTRIES: Final = "SELECT count(*) FROM entries"
_CHECKSUM_OF_GAME: Final = "SELECT checksum FROM games WHERE id = ?"
_CHECKSUM_OF_ENTRY: Final = "SELECT checksum FROM entries WHERE game = ? AND number = ?"
_SELECT_TOKEN: Final = "SELECT game, number FROM entries WHERE token = ?"
_INSERT_ENTRY: Final = (
    "INSERT INTO entries (game, number, first, t, source, certainty, body, token, checksum) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SELECT_ENTRIES: Final = (
    "SELECT game, number, first, t, source, certainty, body, token, checksum FROM entries "
    "WHERE game = ? ORDER BY number"
)

_SELECT_NOTES: Final = "SELECT game, name, value, checksum FROM notes"
_INSERT_NOTE: Final = "INSERT OR REPLACE INTO notes (game, name, value, checksum) VALUES (?, ?, ?, ?)"
_DELETE_NOTE: Final = "DELETE FROM notes WHERE game = ? AND name = ?"
_FIND_TABLE: Final = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"


def insert_game(connection: sqlite3.Connection, game: GameRecord) -> None:
    """Insert a game's row."""
    row = (game.id, game.kind, game.started.isoformat())
    connection.execute(_INSERT_GAME, (*row, _checksum(row)))


def insert_entries(connection: sqlite3.Connection, game_id: int, entries: Iterable[Entry]) -> None:
    """Insert the rows of entries."""
    connection.executemany(_INSERT_ENTRY, (_entry_row(game_id, entry) for entry in entries))


def select_games(connection: sqlite3.Connection) -> Iterator[GameRecord]:
    """Yield every game, the oldest first.

    Raises:
        JournalDamagedError: at the first row that is missing or fails its checksum.
    """
    for game_id, row in enumerate(connection.execute(_SELECT_GAMES), 1):
        yield _parse_game(game_id, row)


def select_game(connection: sqlite3.Connection, game_id: int) -> GameRecord | None:
    """Return one game; None if there is none.

    Raises:
        JournalDamagedError: its row fails its checksum.
    """
    # SQLite's integers have 64 bits; no game has a larger id.
    row = connection.execute(_SELECT_GAME, (game_id,)).fetchone() if 0 < game_id < 2**63 else None
    return None if row is None else _parse_game(game_id, row)


def last_id(connection: sqlite3.Connection) -> int:
    """Return the id of the last game; 0 if there is none."""
    return int(connection.execute(_SELECT_LAST_ID).fetchone()[0])


def entry_count(connection: sqlite3.Connection, game_id: int) -> int:
    """Return the number of entries of a game."""
    return int(connection.execute(_SELECT_LENGTH, (game_id,)).fetchone()[0])


def first_source(connection: sqlite3.Connection, game_id: int) -> str | None:
    """Return the source of a game's first entry; None if it has no entries."""
    row = connection.execute(_SELECT_FIRST_SOURCE, (game_id,)).fetchone()
    return None if row is None else str(row[0])


def count_entries(connection: sqlite3.Connection) -> int:
    """Return the number of entries of all games."""
    return int(connection.execute(_COUNT_ENTRIES).fetchone()[0])


def checksum_of(connection: sqlite3.Connection, game_id: int, number: int) -> int | None:
    """Return the checksum of an entry's row (number 0: of its game's row); None if there is no such row."""
    asked = (_CHECKSUM_OF_ENTRY, (game_id, number)) if number else (_CHECKSUM_OF_GAME, (game_id,))
    found = connection.execute(*asked).fetchone()
    return None if found is None else int(found[0])


def find_token(connection: sqlite3.Connection, token: str) -> tuple[int, int] | None:
    """Return the game and number of the entry with a token; None if there is none."""
    place: tuple[int, int] | None = connection.execute(_SELECT_TOKEN, (token,)).fetchone()
    return place


def select_entries(connection: sqlite3.Connection, game_id: int) -> Iterator[Entry]:
    """Yield every entry of a game, in order.

    Raises:
        JournalDamagedError: at the first row that is missing or fails its checksum.
    """
    for number, row in enumerate(connection.execute(_SELECT_ENTRIES, (game_id,)), 1):
        if row[:2] != (game_id, number) or row[-1] != _checksum(row[:-1]):
            place = {"number": number, "game": game_id}
            text = sentence("entry {number} of game {game} is corrupt", **place)
            raise JournalDamagedError(text)
        _, _, first, t, source, certainty, body, token, _ = row
        yield Entry(number, first, t, source, certainty, json.loads(body), token)


def has_notes(connection: sqlite3.Connection) -> bool:
    """Return whether a journal stores its notes as rows; one of format 1 doesn't."""
    return connection.execute(_FIND_TABLE, ("notes",)).fetchone() is not None


def select_notes(connection: sqlite3.Connection) -> Iterator[Note]:
    """Yield every note.

    Raises:
        JournalDamagedError: at the first row that fails its checksum.
    """
    for row in connection.execute(f"{_SELECT_NOTES} ORDER BY game, name"):
        if row[-1] != _checksum(row[:-1]):
            raise JournalDamagedError(sentence("a note about game {number} is corrupt", number=row[0]))
        yield Note(*row[:-1])


def notes_named(connection: sqlite3.Connection, name: str) -> dict[int, str]:
    """Return the values of the notes with a name, by game.

    A corrupt note counts as missing: it must not hide a game. `select_notes` reports it.
    """
    rows = connection.execute(f"{_SELECT_NOTES} WHERE name = ?", (name,))
    return {row[0]: row[2] for row in rows if row[-1] == _checksum(row[:-1])}


def write_note(connection: sqlite3.Connection, note: Note) -> None:
    """Insert or replace a note."""
    row = (note.game, note.name, note.value)
    connection.execute(_INSERT_NOTE, (*row, _checksum(row)))


def delete_note(connection: sqlite3.Connection, game: int, name: str) -> None:
    """Delete a note, if there is one."""
    connection.execute(_DELETE_NOTE, (game, name))


def _parse_game(game_id: int, row: Row) -> GameRecord:
    if row[0] != game_id or row[-1] != _checksum(row[:-1]):
        raise JournalDamagedError(sentence("game {number} is corrupt", number=game_id))
    _, kind, started, _ = row
    return GameRecord(game_id, kind, datetime.fromisoformat(started))


def _entry_row(game_id: int, entry: Entry) -> Row:
    row = (
        game_id,
        entry.number,
        entry.group,
        _normalize_zero(entry.t),
        entry.source,
        _normalize_zero(entry.certainty),
        body_to_text(entry.body),
        entry.token,
    )
    return (*row, _checksum(row))


def _normalize_zero(value: float) -> float:
    # SQLite stores -0.0 as 0.0, which would change the checksum.
    return float(value) + 0.0


def _checksum(row: Row) -> int | None:
    try:
        return zlib.crc32(json.dumps(row).encode())
    except TypeError:
        # Damage can turn a text into bytes, which no written row contains.
        return None


# A short digest of a journal's contents, to check whether another journal includes all of them.


_SELECT_GAME_CHECKSUMS: Final = "SELECT id, checksum FROM games ORDER BY id"
_SELECT_LAST_ENTRY: Final = "SELECT number, checksum FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1"


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
    games = []
    for game_id, checksum in connection.execute(_SELECT_GAME_CHECKSUMS).fetchall():
        entries, last = connection.execute(_SELECT_LAST_ENTRY, (game_id,)).fetchone() or (0, None)
        games.append(GameDigest(game_id, checksum, entries, last))
    return JournalContents(tuple(games))


def _count_missing(game: GameDigest, connection: sqlite3.Connection) -> int:
    if checksum_of(connection, game.id, 0) != game.checksum:
        return max(1, game.length)
    if game.length == 0 or checksum_of(connection, game.id, game.length) == game.last:
        return 0
    # If it is as long, it differs from some entry on; the digest doesn't say from which.
    return max(1, game.length - entry_count(connection, game.id))
