"""What is logged of a line that brings nonsense: not every line of it, but how much it was."""

from __future__ import annotations

import logging
from typing import Final

from companion.observations import Clock

log = logging.getLogger(__name__)

SUMMED_UP_EVERY_S: Final = 60.0
"""A loose plug or another device at the same line can spoil a hundred lines a second."""


class Noise:
    """Logs the first line that was lost, then how many a minute."""

    def __init__(self, pace: Clock) -> None:
        """Count by a clock of monotonic seconds that never jumps."""
        self._pace = pace
        self._since: float | None = None
        self._lost = 0
        self._last = ("", "", "")

    def lost(self, end: str, place: str, text: str) -> None:
        """A line was lost.

        Args:
            end: whose line it was.
            place: where.
            text: what was wrong with it.
        """
        self.sum_up()
        if self._since is None:
            self._since = self._pace()
            log.warning("a line of the %s was lost at %s: %s", end, place, text)
        else:
            self._lost += 1
            self._last = (end, place, text)

    def sum_up(self) -> None:
        """Say what is due, and so once a minute while there is something to say."""
        if self._since is None or self._pace() - self._since < SUMMED_UP_EVERY_S:
            return
        if self._lost:
            end, place, text = self._last
            log.warning(
                "%d more lines of the %s were lost at %s within %.0f s; the last: %s",
                self._lost, end, place, self._pace() - self._since, text,
            )  # fmt: skip
        self._since, self._lost = (self._pace() if self._lost else None), 0
