"""A board tracker's results: the state of every frame, and updates of the belief."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from companion.island.geometry import HexId, Site
from companion.island.reading import PiecesReading
from vision.follow.tints import HexChange
from vision.lattice import Homography

# The state machine of a tracked table.


TrackerState = Literal["quiet", "hand", "settling", "stable", "lost", "stale"]
"""The state of the table.

- quiet: nothing moves and every visible place has been read.
- hand: something moves over the board.
- settling: motion has just stopped.
- stable: nothing moves; changes are being read.
- lost: the island is not in its place and isn't found, or it is too dark.
- stale: no frames arrive, or only identical ones."""

SETTLE_S: Final = 0.35
"""Seconds without motion before the board is read."""
SETTLE_FRAMES: Final = 2
"""Frames without motion before the board is read."""
GAP_S: Final = 3.0
"""Seconds without a frame after which the camera counts as silent."""
FROZEN_S: Final = 5.0
"""Seconds of bit-identical frames after which the camera counts as frozen."""


@dataclass(frozen=True)
class TrackerPhase:
    """The present state and its timers.

    Attributes:
        state: the state.
        moved_at: time of the last motion over the board, in seconds.
        new_frame_at: time of the last frame that differed from the one before.
        still_frames: number of frames since the last motion.
    """

    state: TrackerState
    moved_at: float
    new_frame_at: float
    still_frames: int = 0

    @staticmethod
    def start(t: float) -> TrackerPhase:
        """Return the phase at a first frame."""
        return TrackerPhase("settling", t, t)

    def after_missing_frame(self, t: float) -> TrackerPhase:
        """Return the phase after a time without a frame."""
        return replace(self, state="stale") if t - self.new_frame_at >= GAP_S else self

    def after_frame(self, t: float, *, moving: bool, same: bool) -> TrackerPhase:
        """Return the phase after a frame; `same`: it is identical to the one before."""
        if same:
            gone = t - self.new_frame_at >= FROZEN_S
            return replace(self, state="stale") if gone else self._after_still_frame(t, self.new_frame_at)
        if self.state == "stale" or t - self.new_frame_at >= GAP_S:
            # After a gap everything restarts; a lost island is found by the next reading.
            return TrackerPhase("settling", t, t)
        if moving:
            return TrackerPhase("lost" if self.state == "lost" else "hand", t, t)
        return self._after_still_frame(t, t)

    def _after_still_frame(self, t: float, new_at: float) -> TrackerPhase:
        still = self.still_frames + 1
        state = self.state
        if state in ("hand", "settling"):
            settled = still >= SETTLE_FRAMES and t - self.moved_at >= SETTLE_S
            state = "stable" if settled else "settling"
        return TrackerPhase(state, self.moved_at, new_at, still)

    @property
    def is_readable(self) -> bool:
        """Return whether the board may be read now."""
        return self.state in ("quiet", "stable")

    def after_reading(self, *, done: bool) -> TrackerPhase:
        """Return the phase after a reading; `done`: nothing is left to read."""
        return replace(self, state="quiet" if done else "stable")

    def after_loss(self) -> TrackerPhase:
        """Return the phase after the island was not found."""
        return replace(self, state="lost")


@dataclass(frozen=True)
class BoardUpdate:
    """The belief about the board, reported when it has changed.

    All probabilities are posteriors over all pictures so far: a later update replaces an earlier one and must
    not be multiplied with it.

    Attributes:
        t: time of the frame, in seconds.
        pieces: probabilities for each of the 126 sites.
        robber: probability of the robber on each hex; None: on none.
        handled: time of the last motion at a site that changed its look, in seconds; sites without any are
            left out.
        sides: direction of the hand that changed a site, where it is clear: degrees clockwise from the
            island's north.
        robber_side: the same for the hand that placed the robber on its likeliest hex.
    """

    t: float
    pieces: PiecesReading
    robber: Mapping[HexId | None, float]
    handled: Mapping[Site, float] = field(default_factory=dict)
    sides: Mapping[Site, float] = field(default_factory=dict)
    robber_side: float | None = None


@dataclass(frozen=True)
class FrameResult:
    """The result of one frame, or of a missing one.

    Attributes:
        t: in seconds, as given.
        state: the table's state.
        why: in plain words, the reason why the board isn't visible; empty if it is.
        plane: homography from the plane (unit: a hex side, y to the south) to undistorted pixels; the last
            one known while the island is lost.
        covered: sites that are covered, or outside the picture: their beliefs are old.
        still_since: time of the last motion over the board, in seconds.
        found_again: the plane has changed: the camera or the board was moved.
        update: the belief about the board, if it changed.
        hexes: changed hexes whose new look was completely read.
    """

    t: float
    state: TrackerState
    why: str
    plane: Homography
    covered: frozenset[Site]
    still_since: float = -math.inf
    found_again: bool = False
    update: BoardUpdate | None = None
    hexes: tuple[HexChange, ...] = ()
