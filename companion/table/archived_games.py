"""The archived games of a journal: hidden but kept. They are listed in a file next to the journal."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence


class ArchivedGamesError(CompanionError, OSError):
    """The list of archived games can't be saved."""


_FILE: Final = ChecksummedJsonFile(
    sentence("list of archived games"), 1, sentence("archive them again"), ArchivedGamesError
)


class ArchivedGames:
    """The archived games, persistent across restarts."""

    def __init__(self, journal: Path) -> None:
        """Use the list next to a journal's file."""
        self._path = journal.with_name(journal.name + ".archived")

    @property
    def games(self) -> frozenset[int]:
        """The numbers of the archived games; empty if the list is missing or unreadable: all games show."""
        with contextlib.suppress(ArchivedGamesError):
            return _FILE.load(self._path, lambda data: frozenset(int(game) for game in data["games"]))
        return frozenset()

    def set_archived(self, game: int, *, archived: bool) -> None:
        """Archive a game or restore it; an unchanged list isn't written again.

        Raises:
            ArchivedGamesError: the list can't be written.
        """
        before = self.games
        after = before | {game} if archived else before - {game}
        if after != before:
            _FILE.save(self._path, {"games": sorted(after)})
