"""Rate-limited logging of damaged lines: the first one, then a count per minute."""

from __future__ import annotations

import logging
from typing import Final

from companion.observations import Clock

log = logging.getLogger(__name__)

SUMMARY_INTERVAL_S: Final = 60.0
"""Seconds between summaries. A loose plug or another device can damage a hundred lines a second."""


class LossLog:
    """Logs the first lost line, then the number lost per minute."""

    def __init__(self, monotonic: Clock) -> None:
        """Create an empty log; `monotonic` returns seconds and never jumps."""
        self._monotonic = monotonic
        self._since: float | None = None
        self._lost_lines = 0
        self._last_loss = ("", "", "")

    def record_loss(self, end: str, place: str, text: str) -> None:
        """Log or count a lost line.

        Args:
            end: the line's sender.
            place: the port.
            text: the flaw.
        """
        self.log_summary()
        if self._since is None:
            self._since = self._monotonic()
            log.warning("a line of the %s was lost at %s: %s", end, place, text)
        else:
            self._lost_lines += 1
            self._last_loss = (end, place, text)

    def log_summary(self) -> None:
        """Log the number of further lost lines, at most once a minute."""
        if self._since is None or self._monotonic() - self._since < SUMMARY_INTERVAL_S:
            return
        if self._lost_lines:
            end, place, text = self._last_loss
            log.warning(
                "%d more lines of the %s were lost at %s within %.0f s; the last: %s",
                self._lost_lines, end, place, self._monotonic() - self._since, text,
            )  # fmt: skip
        self._since, self._lost_lines = (self._monotonic() if self._lost_lines else None), 0
