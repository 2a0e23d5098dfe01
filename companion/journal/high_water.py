"""How far a journal went: a mark beside it, so that a tail that was lost is noticed.

Of a journal that was copied without its `-wal`, or in whose place an older one was put, SQLite says nothing:
it is whole, and ends earlier. The mark says how much there was, and which entry was the last. It is written
after the journal, without waiting for the disk: after a power cut it may say less than the journal holds,
never more.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.journal.files import beside
from companion.journal.rows import checksum_of, count_entries, last_id

SUFFIX: Final = ".mark"
_SIZE: Final = 256
"""The file's size in bytes: it is written over in place, which takes no room on a disk that is full."""


@dataclass(frozen=True)
class HighWater:
    """How far a journal went.

    Attributes:
        games: how many games there were.
        entries: how many entries in all.
        game: the game that was written to last; 0: none was.
        number: that game's last entry; 0: it had none.
        checksum: of the row of that entry, or of the game where it had none.
    """

    games: int = 0
    entries: int = 0
    game: int = 0
    number: int = 0
    checksum: int | None = None

    def missing_in(self, connection: sqlite3.Connection) -> int:
        """How many entries a journal lacks of those that it had; where one is another now, at least one."""
        same = self.game == 0 or checksum_of(connection, self.game, self.number) == self.checksum
        fewer = max(self.entries - count_entries(connection), self.games - last_id(connection))
        return max(fewer, 0 if same else 1)


def reached(connection: sqlite3.Connection, entries: int, game: int, number: int) -> HighWater:
    """How far a journal goes.

    Args:
        connection: to it.
        entries: how many it holds.
        game, number: what was written last, as `HighWater` has it.
    """
    return HighWater(last_id(connection), entries, game, number, checksum_of(connection, game, number))


def read_mark(path: Path) -> HighWater | None:
    """The mark beside the journal at `path`; None where there is none, or half of one."""
    try:
        told = json.loads(beside(path, SUFFIX).read_bytes()[:_SIZE])
        checksum = told.pop("sum")
        return HighWater(**told) if checksum == _sum(told) else None
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def write_mark(path: Path, mark: HighWater) -> None:
    """Set the mark beside the journal at `path`; where it can't be written, the former one stays.

    The journal is what counts: nobody waits for the mark, and nothing fails by it.
    """
    told = asdict(mark)
    data = json.dumps({**told, "sum": _sum(told)}).encode().ljust(_SIZE - 1) + b"\n"
    with contextlib.suppress(OSError):
        descriptor = os.open(beside(path, SUFFIX), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(descriptor, data, 0)
        finally:
            os.close(descriptor)


def _sum(told: dict[str, int | None]) -> int:
    return zlib.crc32(json.dumps(told, sort_keys=True).encode())
