"""Copies of a journal that are made now and then: a bounded number of generations, in a folder.

They are numbered: a computer at a table may have no clock of its own, and the time that it tells may go back.
"""

from __future__ import annotations

import re
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from companion.i18n import sentence
from companion.journal.backup import BackupError, back_up, read_contents
from companion.journal.contents import Contents
from companion.journal.errors import JournalError
from companion.journal.reader import JournalReader

DIGITS: Final = 6


@dataclass(frozen=True)
class Generation:
    """One copy: its number, and its file."""

    number: int
    file: Path


class Generations:
    """The copies of one journal."""

    def __init__(self, folder: Path, journal: Path, keep: int) -> None:
        """Keep copies of a journal.

        Args:
            folder: where; it is made when it is needed.
            journal: its file, after which the copies are named.
            keep: how many at most; at least one.
        """
        self._folder = folder
        self._journal = journal
        self._keep = keep
        self._name = re.compile(rf"{re.escape(journal.stem)}-(\d{{{DIGITS},}}){re.escape(journal.suffix)}")

    def listed(self) -> tuple[Generation, ...]:
        """Those there are, the newest first."""
        files: list[Path] = []
        with suppress(OSError):
            files = list(self._folder.iterdir())
        named = ((file, self._name.fullmatch(file.name)) for file in files)
        found = [Generation(int(name[1]), file) for file, name in named if name]
        return tuple(sorted(found, key=lambda each: each.number, reverse=True))

    def add(self) -> Generation | None:
        """Copy the journal as it stands now, unless the newest copy holds all of it; leave out the oldest.

        Returns:
            The copy; None where there is nothing to copy that isn't copied.

        Raises:
            JournalError: no copy could be made; the message says what to do.
        """
        with JournalReader.open(self._journal) as journal:
            there = self.listed()
            if not journal.games() or (there and _held(there[0]) == journal.contents()):
                return None
            made = self._next(there)
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BackupError(
                    sentence("the backup folder {folder} can't be created: {error}",
                             folder=self._folder, error=error.strerror)
                ) from error  # fmt: skip
            back_up(journal, made.file)
            with suppress(OSError):
                self._leave_out(journal)
        return made

    def _next(self, there: tuple[Generation, ...]) -> Generation:
        for number in count(there[0].number + 1 if there else 1):
            file = self._folder / f"{self._journal.stem}-{number:0{DIGITS}}{self._journal.suffix}"
            if not file.exists():
                return Generation(number, file)
        raise AssertionError("numbers don't end")

    def _leave_out(self, journal: JournalReader) -> None:
        """Remove what is too much: first the oldest of what the journal holds all of, then the oldest."""
        oldest_first = self.listed()[::-1]
        if len(oldest_first) <= self._keep:
            return
        with closing(journal.copied()) as now:
            # What the journal lost meanwhile may stand in an old copy alone.
            spare = [each for each in oldest_first if (held := _held(each)) and not held.missing_in(now)]
        for each in sorted(oldest_first, key=lambda each: each not in spare)[: -self._keep]:
            each.file.unlink(missing_ok=True)


def _held(generation: Generation) -> Contents | None:
    """What a copy holds; None where it can't be read any more."""
    with suppress(JournalError, OSError):
        return read_contents(generation.file)
    return None
