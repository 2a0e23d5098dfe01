"""The states of a followed table, and what leads from one to another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

State = Literal["quiet", "hand", "settling", "stable", "lost", "stale"]
"""What is going on.

- quiet: nothing moves and everything that can be seen has been read.
- hand: something moves over the board.
- settling: it has just stopped.
- stable: nothing moves; what changed is being read.
- lost: the island is not where it was and isn't found, or it is too dark to see it.
- stale: no frames come, or the same one again and again.
"""

SETTLE_S: Final = 0.35
"""Seconds during which nothing must have moved before the board is read."""
SETTLE_FRAMES: Final = 2
"""Frames that must have shown that nothing moves before the board is read."""
GAP_S: Final = 3.0
"""Without a frame for so long, none come."""
SAME_S: Final = 5.0
"""A frame that stays the same to the last bit for so long is no longer one."""


@dataclass(frozen=True)
class Phase:
    """Where the table is in its states.

    Attributes:
        state: the state.
        moved_at: when something last moved over the board, in seconds.
        new_at: when a frame last came that was not the one before.
        still: frames since something moved.
    """

    state: State
    moved_at: float
    new_at: float
    still: int = 0

    @staticmethod
    def beginning(t: float) -> Phase:
        """At a first frame."""
        return Phase("settling", t, t)

    def without_frame(self, t: float) -> Phase:
        """No frame has come until now."""
        return replace(self, state="stale") if t - self.new_at >= GAP_S else self

    def with_frame(self, t: float, *, moving: bool, same: bool) -> Phase:
        """A frame came: something moves over the board or not; it is the very same as before or not."""
        if same:
            gone = t - self.new_at >= SAME_S
            return replace(self, state="stale") if gone else self._stilled(t, self.new_at)
        if self.state == "stale" or t - self.new_at >= GAP_S:
            # Whatever happened meanwhile, it begins anew; what is lost is found by looking.
            return Phase("settling", t, t)
        if moving:
            return Phase("lost" if self.state == "lost" else "hand", t, t)
        return self._stilled(t, t)

    def _stilled(self, t: float, new_at: float) -> Phase:
        still = self.still + 1
        state = self.state
        if state in ("hand", "settling"):
            settled = still >= SETTLE_FRAMES and t - self.moved_at >= SETTLE_S
            state = "stable" if settled else "settling"
        return Phase(state, self.moved_at, new_at, still)

    @property
    def readable(self) -> bool:
        """Whether the board may be read now."""
        return self.state in ("quiet", "stable")

    def read(self, *, done: bool) -> Phase:
        """The board was read; `done`: nothing is left to read."""
        return replace(self, state="quiet" if done else "stable")

    def lost(self) -> Phase:
        """The island isn't found."""
        return replace(self, state="lost")
