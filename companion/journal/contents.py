"""A short digest of a journal's contents, to check whether another journal includes all of them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from companion.journal.rows import checksum_of, entry_count

_SELECT_GAMES: Final = "SELECT id, checksum FROM games ORDER BY id"
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
    for game_id, checksum in connection.execute(_SELECT_GAMES).fetchall():
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
