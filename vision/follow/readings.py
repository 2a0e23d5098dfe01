"""A board tracker's results: the state of every frame, and updates of the belief."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.island.geometry import HexId
from companion.island.pieces import Site
from companion.island.reading import PiecesReading
from vision.follow.hex_changes import HexChange
from vision.follow.tracker_state import TrackerState
from vision.lattice import Homography


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
