"""The high-water mark: a file next to the journal that reveals a lost tail.

If a journal is copied without its `-wal`, or replaced by an older one, SQLite reports nothing: the file is
intact, and ends earlier. The mark records the number of entries and the last one. It is written after the
journal, without waiting for the disk. After a power cut it may record less than the journal holds, never
more.
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

from companion.journal.files import sibling_path
from companion.journal.rows import checksum_of, count_entries, last_id

MARK_SUFFIX: Final = ".mark"
_MARK_BYTES: Final = 256
"""The file's size: it is overwritten in place, which needs no space on a full disk."""


@dataclass(frozen=True)
class HighWater:
    """The recorded extent of a journal.

    Attributes:
        games: number of games.
        entries: number of entries of all games.
        game: the game that was written to last; 0: none was.
        number: that game's last entry; 0: it had none.
        checksum: checksum of that entry's row, or of the game's row if it had no entries.
    """

    games: int = 0
    entries: int = 0
    game: int = 0
    number: int = 0
    checksum: int | None = None

    def count_missing(self, connection: sqlite3.Connection) -> int:
        """Count the recorded entries that a journal lacks; at least one if the last one differs."""
        same = self.game == 0 or checksum_of(connection, self.game, self.number) == self.checksum
        fewer = max(self.entries - count_entries(connection), self.games - last_id(connection))
        return max(fewer, 0 if same else 1)


def measure_high_water(connection: sqlite3.Connection, entries: int, game: int, number: int) -> HighWater:
    """Return the current extent of a journal.

    Args:
        connection: connection to the journal.
        entries: number of its entries.
        game, number: the last entry written, as in `HighWater`.
    """
    return HighWater(last_id(connection), entries, game, number, checksum_of(connection, game, number))


def read_mark(path: Path) -> HighWater | None:
    """Read the mark of the journal at `path`; None if there is none or it is incomplete."""
    try:
        fields = json.loads(sibling_path(path, MARK_SUFFIX).read_bytes()[:_MARK_BYTES])
        checksum = fields.pop("sum")
        return HighWater(**fields) if checksum == _mark_checksum(fields) else None
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None


def write_mark(path: Path, mark: HighWater) -> None:
    """Write the mark of the journal at `path`; if that fails, the former one stays.

    The journal is authoritative: no caller waits for the mark, and a failure has no effect.
    """
    fields = asdict(mark)
    data = json.dumps({**fields, "sum": _mark_checksum(fields)}).encode().ljust(_MARK_BYTES - 1) + b"\n"
    with contextlib.suppress(OSError):
        descriptor = os.open(sibling_path(path, MARK_SUFFIX), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(descriptor, data, 0)
        finally:
            os.close(descriptor)


def _mark_checksum(fields: dict[str, int | None]) -> int:
    return zlib.crc32(json.dumps(fields, sort_keys=True).encode())
