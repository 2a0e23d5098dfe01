"""The state of board tracking, as reports for the people at the table."""

from __future__ import annotations

import math
from typing import Final

from companion.i18n import sentence
from companion.observations import Health, SourceReport
from vision.follow.readings import FrameResult

LOST_S: Final = 2.0
"""A board is reported lost only after this time: a knocked camera has found it again by then."""
COVERED_S: Final = 20.0
"""Something that covers part of the board for longer is no hand."""
COVERED_WARNING: Final = sentence(
    "Part of the board has been covered or out of the picture for a while: pieces placed there aren't seen."
)


class BoardHealth:
    """Turns the state of board tracking into reports, and suppresses repetitions.

    Attributes:
        trouble: why the board can't be reported although it is seen, in plain words; empty: it can.
    """

    def __init__(self, source: str) -> None:
        """Start in good health; `source` is the source of every report."""
        self.trouble = ""
        self._source = source
        self._last_report: tuple[Health, str] = ("ok", "")
        self._lost_at = math.inf
        self._covered_at = math.inf

    def report(self, t: float, health: Health, text: str = "") -> SourceReport | None:
        """Return a report if it differs from the last one."""
        if (health, text) == self._last_report:
            return None
        self._last_report = (health, text)
        return SourceReport(t, self._source, health, text)

    def report_frame(self, result: FrameResult) -> SourceReport | None:
        """Return a report on a board tracker's result if it differs from the last one."""
        self._lost_at = min(self._lost_at, result.t) if result.state == "lost" else math.inf
        self._covered_at = min(self._covered_at, result.t) if result.covered else math.inf
        if result.state == "stale":
            why = sentence("The board can't be watched: {why}.", why=result.why)
            return self.report(result.t, "waiting", why)
        if result.state == "lost":
            if self.lost_duration(result.t) < LOST_S:
                return None
            return self.report(result.t, "waiting", sentence("The board isn't seen: {why}.", why=result.why))
        if self.trouble:
            return self.report(result.t, "waiting", self.trouble)
        if result.t - self._covered_at >= COVERED_S:
            return self.report(result.t, "waiting", COVERED_WARNING)
        return self.report(result.t, "ok")

    def lost_duration(self, t: float) -> float:
        """Return for how many seconds the board has been lost without a break."""
        return max(0.0, t - self._lost_at)
