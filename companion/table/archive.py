"""Which of a journal's games are archived: out of sight, and kept. Noted beside the journal."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence


class ArchiveError(CompanionError, OSError):
    """Which games are archived can't be kept."""


_FILE: Final = ChecksummedJsonFile(
    sentence("list of archived games"), 1, sentence("archive them again"), ArchiveError
)


class Archive:
    """The archived games, over restarts."""

    def __init__(self, journal: Path) -> None:
        """Keep the note beside a journal's file."""
        self._path = journal.with_name(journal.name + ".archived")

    @property
    def games(self) -> frozenset[int]:
        """Their numbers; none where the note isn't there or can't be read: then all games are in sight."""
        with contextlib.suppress(ArchiveError):
            return _FILE.load(self._path, lambda told: frozenset(int(game) for game in told["games"]))
        return frozenset()

    def put(self, game: int, *, archived: bool) -> None:
        """Put a game out of sight, or bring it back; what is so already is not written again.

        Raises:
            ArchiveError: it can't be written.
        """
        before = self.games
        after = before | {game} if archived else before - {game}
        if after != before:
            _FILE.save(self._path, {"games": sorted(after)})
