"""Floor 2: the append-only journal of every game, on disk. Independent of any game's rules.

`journal.Journal` writes and reads. `reader.JournalReader` reads while another process writes. `history`
resolves entries and corrections into effective events. `backup` and `generations` create and restore copies.
"""

from companion.journal.backup import Generations, create_backup, read_contents, restore
from companion.journal.entries import (
    Entry,
    GameRecord,
    JournalDamagedError,
    JournalError,
    JournalInUseError,
    JournalUnusableError,
    UnknownGameError,
)
from companion.journal.journal import Journal
from companion.journal.reader import JournalReader

__all__ = [
    "Entry",
    "GameRecord",
    "Generations",
    "Journal",
    "JournalDamagedError",
    "JournalError",
    "JournalInUseError",
    "JournalReader",
    "JournalUnusableError",
    "UnknownGameError",
    "create_backup",
    "read_contents",
    "restore",
]
