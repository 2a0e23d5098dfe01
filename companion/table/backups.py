"""Backups of the journal while a table is in use: a generation each day, and at the end of each game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion.journal import Generations, JournalError
from companion.observations import Clock, Emit, SourceReport
from companion.table.session import GameSession

SOURCE_NAME: Final = "backup"
"""Source name of the reports about failed backups."""

POLL_INTERVAL_S: Final = 5.0
FIRST_BACKUP_AFTER_S: Final = 60.0
"""Seconds from start to the first backup, which copies the previous session's entries."""
RETRY_AFTER_S: Final = 600.0
"""Seconds until a failed backup is retried."""


class Backups:
    """Makes generations of a journal in its own thread, concurrently with its writer.

    It is a source without observations: the table runs it, and receives its fault reports. It never holds the
    table's lock while it copies.
    """

    name = SOURCE_NAME

    def __init__(
        self,
        generations: Generations,
        session: Callable[[], GameSession[Any, Any] | None],
        *,
        interval_s: float,
        monotonic: Clock = time.monotonic,
        poll_interval_s: float = POLL_INTERVAL_S,
    ) -> None:
        """Create the backups of a journal.

        Args:
            generations: the generations of that journal.
            session: returns the table's current game.
            interval_s: seconds from one generation to the next while games are played.
            monotonic: returns monotonic seconds.
            poll_interval_s: seconds between two checks whether a backup is due.
        """
        self._generations = generations
        self._session = session
        self._interval_s = interval_s
        self._monotonic = monotonic
        self._poll_interval_s = poll_interval_s
        self._checked_session: GameSession[Any, Any] | None = None
        self._was_over = False
        self._failing = False

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """See `Source`."""
        due = self._monotonic() + min(FIRST_BACKUP_AFTER_S, self._interval_s)
        over = self._is_over()
        while not stop.wait(self._poll_interval_s):
            before, over = over, self._is_over()
            if (over and not before) or self._monotonic() >= due:
                due = self._monotonic() + (self._interval_s if self._copy(emit, clock) else RETRY_AFTER_S)

    def _copy(self, emit: Emit, clock: Clock) -> bool:
        """Make a generation if there are new entries; return whether the whole journal is now copied."""
        try:
            self._generations.add()
        except JournalError as error:
            self._failing = True
            emit(SourceReport(clock(), SOURCE_NAME, "fault", str(error)))
            return False
        if self._failing:
            self._failing = False
            emit(SourceReport(clock(), SOURCE_NAME, "ok", ""))
        return True

    def _is_over(self) -> bool:
        """Return whether the current game is over."""
        session = self._session()
        if session is not self._checked_session:
            self._checked_session = session
            self._was_over = session is not None and session.game.view(session.history)["phase"] == "over"
        return self._was_over
