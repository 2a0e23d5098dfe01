"""Copies of the journal while a table is played at: a generation each day, and at the end of each game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Final

from companion.journal import Generations, JournalError
from companion.observations import Clock, Emit, SourceReport
from companion.table.session import GameSession

NAME: Final = "backup"
"""Under this name it is told where no copy can be made."""

LOOK_EVERY_S: Final = 5.0
FIRST_AFTER_S: Final = 60.0
"""Seconds after a start: what the evening before came to is copied then, and nobody waits for it."""
AGAIN_AFTER_S: Final = 600.0
"""Seconds until it is tried again where no copy could be made."""


class Backups:
    """Makes generations of a journal, in a thread of its own, beside whoever writes to it.

    It is a source that observes nothing: the table runs it, and hears where it needs a person. It never holds
    the table's lock while it copies.
    """

    name = NAME

    def __init__(
        self,
        generations: Generations,
        session: Callable[[], GameSession[Any, Any] | None],
        *,
        every_s: float,
        pace: Clock = time.monotonic,
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        """Copy a journal.

        Args:
            generations: of that journal.
            session: gives the game that is on, as the table has it.
            every_s: seconds from one generation to the next while games go on.
            pace: monotonic seconds.
            look_every_s: seconds between two looks whether one is due.
        """
        self._generations = generations
        self._session = session
        self._every_s = every_s
        self._pace = pace
        self._look_every_s = look_every_s
        self._looked_at: GameSession[Any, Any] | None = None
        self._over = False
        self._failing = False

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """See `Source`."""
        due = self._pace() + min(FIRST_AFTER_S, self._every_s)
        over = self._is_over()
        while not stop.wait(self._look_every_s):
            before, over = over, self._is_over()
            if (over and not before) or self._pace() >= due:
                due = self._pace() + (self._every_s if self._copy(emit, clock) else AGAIN_AFTER_S)

    def _copy(self, emit: Emit, clock: Clock) -> bool:
        """Make a generation if there is something new; whether all of the journal is copied now."""
        try:
            self._generations.add()
        except JournalError as error:
            self._failing = True
            emit(SourceReport(clock(), NAME, "fault", str(error)))
            return False
        if self._failing:
            self._failing = False
            emit(SourceReport(clock(), NAME, "ok", ""))
        return True

    def _is_over(self) -> bool:
        """Whether the game that is on has come to its end."""
        session = self._session()
        if session is not self._looked_at:
            self._looked_at = session
            self._over = session is not None and session.game.view(session.history)["phase"] == "over"
        return self._over
