"""What a journal holds, in short: enough to say of another whether it holds all of that too."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from companion.journal.rows import checksum_of, length

_GAMES: Final = "SELECT id, checksum FROM games ORDER BY id"
_LAST: Final = "SELECT number, checksum FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1"


@dataclass(frozen=True)
class Shelved:
    """One game of a journal.

    Attributes:
        id: its number.
        checksum: of its row.
        length: how many entries it has.
        last: the checksum of its last entry's row; None: it has none.
    """

    id: int
    checksum: int
    length: int
    last: int | None


@dataclass(frozen=True)
class Contents:
    """All games of a journal."""

    games: tuple[Shelved, ...] = ()

    @property
    def entries(self) -> int:
        """How many entries there are in all."""
        return sum(game.length for game in self.games)

    def missing_in(self, connection: sqlite3.Connection) -> int:
        """How many of these entries another journal doesn't hold, or holds otherwise.

        A game without entries counts as one. Entries are never changed: one that stands in both, as it was
        written, has all before it in both.
        """
        return sum(_missing(game, connection) for game in self.games)


def contents(connection: sqlite3.Connection) -> Contents:
    """What a journal holds.

    Args:
        connection: to it; what it holds isn't checked.
    """
    games = []
    for game_id, checksum in connection.execute(_GAMES).fetchall():
        entries, last = connection.execute(_LAST, (game_id,)).fetchone() or (0, None)
        games.append(Shelved(game_id, checksum, entries, last))
    return Contents(tuple(games))


def _missing(game: Shelved, connection: sqlite3.Connection) -> int:
    if checksum_of(connection, game.id, 0) != game.checksum:
        return max(1, game.length)
    if game.length == 0 or checksum_of(connection, game.id, game.length) == game.last:
        return 0
    # Where it goes as far, it tells something else from some entry on: which, these few figures don't say.
    return max(1, game.length - length(connection, game.id))
