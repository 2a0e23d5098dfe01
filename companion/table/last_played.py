"""Which game of a journal is on, where that isn't the newest: kept beside it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence


class LastPlayedError(CompanionError, OSError):
    """Which game was played last can't be kept."""


_FILE: Final = ChecksummedJsonFile(
    sentence("record of the game in progress"), 1, sentence("start or resume a game"), LastPlayedError
)


NO_GAME: Final = 0
"""What is noted where the game that was on was given up: no game of a journal has this number."""


class LastPlayed:
    """The game that was gone on with last, over restarts."""

    def __init__(self, journal: Path) -> None:
        """Keep it beside a journal's file."""
        self._path = journal.with_name(journal.name + ".last")

    def note(self, game_id: int | None) -> None:
        """A game is gone on with; None: the newest one is on; `NO_GAME`: none is.

        Raises:
            LastPlayedError: it can't be written.
        """
        if game_id is not None:
            _FILE.save(self._path, {"game": game_id})
            return
        try:
            # Where nothing can be written, not even what isn't there can be removed.
            if self._path.exists():
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise LastPlayedError(
                sentence("{path} can't be removed: {error}", path=self._path, error=error.strerror)
            ) from error

    @property
    def game(self) -> int | None:
        """Its number; None: the newest game of the journal is meant, or the note can't be read."""
        with contextlib.suppress(LastPlayedError):
            return _FILE.load(self._path, lambda told: int(told["game"]))
        return None
