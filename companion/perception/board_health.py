"""How the watching of a board is going, in words for the people at the table."""

from __future__ import annotations

import math
from typing import Final

from companion.i18n import sentence
from companion.observations import Health, SourceReport
from vision.follow.readings import FrameResult

LOST_S: Final = 2.0
"""A board that isn't seen for so long is missed: a camera that was knocked has found it again by then."""
COVERED_S: Final = 20.0
"""What lies over part of the board for so long is no hand."""
COVERED: Final = sentence(
    "Part of the board has been covered or out of the picture for a while: pieces placed there aren't seen."
)


class BoardHealth:
    """Turns what is known of the watching into reports, each only once.

    Attributes:
        trouble: why the board can't be told though it is seen, in plain words; empty: it can.
    """

    def __init__(self, source: str) -> None:
        """Begin well; `source` stands in every report."""
        self.trouble = ""
        self._source = source
        self._said: tuple[Health, str] = ("ok", "")
        self._lost_at = math.inf
        self._covered_at = math.inf

    def say(self, t: float, health: Health, text: str = "") -> SourceReport | None:
        """A report, where it is news."""
        if (health, text) == self._said:
            return None
        self._said = (health, text)
        return SourceReport(t, self._source, health, text)

    def of(self, result: FrameResult) -> SourceReport | None:
        """A report on what a board tracker sees, where it is news."""
        self._lost_at = min(self._lost_at, result.t) if result.state == "lost" else math.inf
        self._covered_at = min(self._covered_at, result.t) if result.covered else math.inf
        if result.state == "stale":
            why = sentence("The board can't be watched: {why}.", why=result.why)
            return self.say(result.t, "waiting", why)
        if result.state == "lost":
            if self.lost_for(result.t) < LOST_S:
                return None
            return self.say(result.t, "waiting", sentence("The board isn't seen: {why}.", why=result.why))
        if self.trouble:
            return self.say(result.t, "waiting", self.trouble)
        if result.t - self._covered_at >= COVERED_S:
            return self.say(result.t, "waiting", COVERED)
        return self.say(result.t, "ok")

    def lost_for(self, t: float) -> float:
        """For how many seconds the board has been lost without a break."""
        return max(0.0, t - self._lost_at)
