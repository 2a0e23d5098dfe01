"""Rotating backups of a journal: a bounded number of generations in a folder.

They are numbered instead of dated: a computer at a table may lack a clock, and its time may jump back.
"""

from __future__ import annotations

import re
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from companion.i18n import sentence
from companion.journal.backup import BackupError, create_backup, read_contents
from companion.journal.contents import JournalContents
from companion.journal.errors import JournalError
from companion.journal.reader import JournalReader

NUMBER_DIGITS: Final = 6


@dataclass(frozen=True)
class Generation:
    """One backup: its number, and its file."""

    number: int
    file: Path


class Generations:
    """The backups of one journal."""

    def __init__(self, folder: Path, journal: Path, max_copies: int) -> None:
        """Set the folder and the number of backups.

        Args:
            folder: their folder, created when needed.
            journal: the journal's file, after which the backups are named.
            max_copies: the maximum number of backups; at least one.
        """
        self._folder = folder
        self._journal = journal
        self._max_copies = max_copies
        self._name = re.compile(
            rf"{re.escape(journal.stem)}-(\d{{{NUMBER_DIGITS},}}){re.escape(journal.suffix)}"
        )

    def list_newest_first(self) -> tuple[Generation, ...]:
        """Return the existing backups, the newest first."""
        files: list[Path] = []
        with suppress(OSError):
            files = list(self._folder.iterdir())
        named = ((file, self._name.fullmatch(file.name)) for file in files)
        found = [Generation(int(name[1]), file) for file, name in named if name]
        return tuple(sorted(found, key=lambda each: each.number, reverse=True))

    def add(self) -> Generation | None:
        """Back up the journal unless the newest backup has the same contents; then remove surplus backups.

        Returns:
            The new backup; None if there is nothing new to back up.

        Raises:
            JournalError: no backup could be made; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            there = self.list_newest_first()
            if not journal.games() or (there and _read_contents_if_sound(there[0]) == journal.contents()):
                return None
            made = self._next_generation(there)
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BackupError(
                    sentence("the backup folder {folder} can't be created: {error}",
                             folder=self._folder, error=error.strerror)
                ) from error  # fmt: skip
            create_backup(journal, made.file)
            with suppress(OSError):
                self._remove_surplus(journal)
        return made

    def _next_generation(self, there: tuple[Generation, ...]) -> Generation:
        for number in count(there[0].number + 1 if there else 1):
            file = self._folder / f"{self._journal.stem}-{number:0{NUMBER_DIGITS}}{self._journal.suffix}"
            if not file.exists():
                return Generation(number, file)
        raise AssertionError("numbers don't end")

    def _remove_surplus(self, journal: JournalReader) -> None:
        """Remove surplus backups: first the oldest that the journal fully includes, then the oldest."""
        oldest_first = self.list_newest_first()[::-1]
        if len(oldest_first) <= self._max_copies:
            return
        with closing(journal.copy_to_memory()) as now:
            # Entries that the journal has lost meanwhile may exist only in an old backup.
            spare = [
                each
                for each in oldest_first
                if (held := _read_contents_if_sound(each)) and not held.count_missing(now)
            ]
        for each in sorted(oldest_first, key=lambda each: each not in spare)[: -self._max_copies]:
            each.file.unlink(missing_ok=True)


def _read_contents_if_sound(generation: Generation) -> JournalContents | None:
    """Return the contents of a backup; None if it can't be read any more."""
    with suppress(JournalError, OSError):
        return read_contents(generation.file)
    return None
