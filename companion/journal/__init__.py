"""Floor 2: the journal of every game, append-only, on disk. Knows no game's rules.

`journal.Journal` writes and reads, `reader.JournalReader` reads beside it, `history` says what the
entries come to after all corrections; `backup` and `generations` make copies, and put one back.
"""

from companion.journal.backup import BackupError, back_up, read_contents, restore
from companion.journal.entries import Entry, EntryDraft, GameRecord
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
from companion.journal.generations import Generation, Generations
from companion.journal.history import EffectiveEvent, resolve, undoable
from companion.journal.journal import Journal
from companion.journal.reader import JournalReader

__all__ = [
    "BackupError",
    "EffectiveEvent",
    "Entry",
    "EntryDraft",
    "EntryError",
    "ForeignFileError",
    "GameRecord",
    "Generation",
    "Generations",
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
    "back_up",
    "read_contents",
    "resolve",
    "restore",
    "undoable",
]
