"""The note of the current game, where that isn't the journal's newest. It is a file next to the journal."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence


class CurrentGameError(CompanionError, OSError):
    """The note of the current game can't be saved."""


_FILE: Final = ChecksummedJsonFile(
    sentence("record of the game in progress"), 1, sentence("start or resume a game"), CurrentGameError
)


NO_GAME_ID: Final = 0
"""The noted number after a game was quit; no game of a journal has this number."""


class CurrentGameNote:
    """The number of the current game, persistent across restarts."""

    def __init__(self, journal: Path) -> None:
        """Use the note next to a journal's file."""
        self._path = journal.with_name(journal.name + ".last")

    def save(self, game_id: int | None) -> None:
        """Save the current game's number; None: the newest game; `NO_GAME_ID`: no game.

        Raises:
            CurrentGameError: it can't be written.
        """
        if game_id is not None:
            _FILE.save(self._path, {"game": game_id})
            return
        try:
            # On a read-only disk, `unlink` fails even for a missing file.
            if self._path.exists():
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise CurrentGameError(
                sentence("{path} can't be removed: {error}", path=self._path, error=error.strerror)
            ) from error

    @property
    def game_id(self) -> int | None:
        """The noted number; None: the journal's newest game, or the note can't be read."""
        with contextlib.suppress(CurrentGameError):
            return _FILE.load(self._path, lambda data: int(data["game"]))
        return None
