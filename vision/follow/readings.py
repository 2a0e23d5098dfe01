"""What a board tracker says: of every frame how the table is, and now and then what stands on the board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.island.geometry import HexId
from companion.island.pieces import Site
from companion.island.reading import PiecesReading
from vision.follow.hex_changes import HexChange
from vision.follow.states import State
from vision.lattice import Homography


@dataclass(frozen=True)
class BoardUpdate:
    """What is believed of the board, told when it has changed.

    All probabilities are beliefs over everything seen so far, this update's included: a later
    update replaces an earlier one and is not to be multiplied with it.

    Attributes:
        t: time of the frame, in seconds.
        pieces: probabilities for each of the 126 sites.
        robber: probability of the robber standing on each hex; None: on none.
        handled: when something moved at a site last and left it looking otherwise, in seconds; sites at
            which that never happened are left out.
        sides: from which side the hand came that left a site looking otherwise, where that can be told:
            degrees clockwise from the island's north.
        robber_side: the same of the hand that put the robber where it most likely stands.
    """

    t: float
    pieces: PiecesReading
    robber: Mapping[HexId | None, float]
    handled: Mapping[Site, float] = field(default_factory=dict)
    sides: Mapping[Site, float] = field(default_factory=dict)
    robber_side: float | None = None


@dataclass(frozen=True)
class FrameResult:
    """What one frame, or a moment without one, brought.

    Attributes:
        t: in seconds, as given.
        state: how the table is.
        why: in plain words, what keeps the board from being seen; empty when nothing does.
        plane: homography from the plane (unit: a hex side, y to the south) to pixels, straight ones; the
            last one known while the island is lost.
        covered: sites that something lies over, or that are out of the picture: beliefs in these are old.
        still_since: since when nothing has moved over the board, in seconds.
        found_again: the plane is another than before: the camera or the board was moved.
        update: what is believed of the board, when that changed.
        hexes: those that came to look otherwise, once that was read to its end.
    """

    t: float
    state: State
    why: str
    plane: Homography
    covered: frozenset[Site]
    still_since: float = -math.inf
    found_again: bool = False
    update: BoardUpdate | None = None
    hexes: tuple[HexChange, ...] = ()
