"""Floor 2: the journal of every game, append-only, on disk. Knows no game's rules.

`journal.Journal` writes and reads, `reader.JournalReader` reads beside it, `history` says what the
entries come to after all corrections.
"""

from companion.journal.entries import Draft, Entry, GameRecord
from companion.journal.errors import (
    EntryError,
    ForeignFileError,
    HistoryError,
    JournalDamagedError,
    JournalError,
    JournalInUseError,
    JournalUnusableError,
    NewerFormatError,
    TokenTakenError,
    UnknownGameError,
)
from companion.journal.history import Happening, effective, undoable
from companion.journal.journal import Journal
from companion.journal.reader import JournalReader

__all__ = [
    "Draft",
    "Entry",
    "EntryError",
    "ForeignFileError",
    "GameRecord",
    "Happening",
    "HistoryError",
    "Journal",
    "JournalDamagedError",
    "JournalError",
    "JournalInUseError",
    "JournalReader",
    "JournalUnusableError",
    "NewerFormatError",
    "TokenTakenError",
    "UnknownGameError",
    "effective",
    "undoable",
]
