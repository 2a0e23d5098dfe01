"""Floor 2: the append-only journal of every game, on disk. Independent of any game's rules.

`journal.Journal` writes and reads. `reader.JournalReader` reads while another process writes. `history`
resolves entries and corrections into effective events. `backup` and `generations` create and restore copies.
"""

from companion.journal.backup import (
    BackupError,
    Generation,
    Generations,
    create_backup,
    read_contents,
    restore,
)
from companion.journal.entries import (
    Entry,
    EntryError,
    ForeignFileError,
    GameRecord,
    HistoryError,
    JournalDamagedError,
    JournalError,
    JournalGrownError,
    JournalInUseError,
    JournalUnusableError,
    NewerFormatError,
    TokenTakenError,
    UnknownGameError,
)
from companion.journal.history import find_undoable_group, resolve
from companion.journal.journal import Journal
from companion.journal.reader import JournalReader

__all__ = [
    "BackupError",
    "Entry",
    "EntryError",
    "ForeignFileError",
    "GameRecord",
    "Generation",
    "Generations",
    "HistoryError",
    "Journal",
    "JournalDamagedError",
    "JournalError",
    "JournalGrownError",
    "JournalInUseError",
    "JournalReader",
    "JournalUnusableError",
    "NewerFormatError",
    "TokenTakenError",
    "UnknownGameError",
    "create_backup",
    "find_undoable_group",
    "read_contents",
    "resolve",
    "restore",
]
