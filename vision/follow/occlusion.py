"""Is what is seen from above still the board, and where does something else lie over it?

Light scales what is seen (a lamp, a shadow) or adds to it (glare); neither unmakes the print of the board.
So around every cell the picture is fitted to the known one by a gain and an offset: where the fit is good
the board is seen, however it is lit; where the print is gone something lies over it. What is narrower
than a hand isn't told here: that is for those who look at single sites. Whether it is the same board at all
is told by its colours too: one turned by a sixth has the same outlines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.lattice import CENTRES, Homography, Points, hex_corners, project
from vision.locate import FLAT
from vision.look import VIEW

CELLS: Final = VIEW // 2
"""Cells along a side of the compared view."""
TO_CELLS: Final[Homography] = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ FLAT
_SIDE: Final = float(TO_CELLS[0, 0])
"""Cells along a hex side."""
_WINDOW_CELLS: Final = 9
"""Cells across the window around each, about 0.6 hex sides."""
_PRINTED: Final = 16.0
"""Least variance of the known print in a window, over three channels, to tell whether it is there."""
_GRAIN: Final = 4.0
"""Variance that noise leaves in a cell, over three channels."""
_FIT: Final = 0.5
"""Least correlation of what is seen with the print."""
_FAINTEST: Final = 0.35
"""Least contrast of the print, relative to its brightness."""
_CAST: Final = 0.35
"""From here on a colour is another: log of how much more one channel changed than another."""
_BROAD_SIDES: Final = 0.5
"""Half the width from which on something is no piece, in hex sides; windows widen all by 0.3 a side."""
_BESIDE_SIDES: Final = 1.6
"""How far from its broad part a thing's narrow parts are looked for (fingers, a cup's handle)."""
_SLACK_SIDES: Final = 0.5
"""Readers of sites look so far around them: nearer to something else they would see it."""
_TALL_SIDES: Final = 1.1
"""How far from the middle of its hex the robber and its shadow reach, in hex sides."""
_SHORE: Final = 1.25
"""The board, seen from the middle of an outer hex: the sides' corners and a little sea."""


def _land() -> NDArray[np.bool_]:
    area = np.zeros((CELLS, CELLS), np.uint8)
    for hex_id in HEXES:
        corners = project(TO_CELLS, hex_corners(hex_id, _SHORE))
        cv2.fillConvexPoly(area, np.round(corners).astype(np.int32), (1,))
    return area > 0


LAND: Final = _land()
"""Where the island is, CELLS x CELLS."""


@dataclass(frozen=True)
class OcclusionMap:
    """Where a view shows the known board, and where something else lies over it.

    Attributes:
        share: of the printed parts that are in the picture, how much shows the known print in the
            known colours, a colour cast over the whole aside.
        foreign: where something else lies, CELLS x CELLS.
        brightness: mean grey level of the island.
    """

    share: float
    foreign: NDArray[np.bool_]
    brightness: float

    def covers(self, places: Points) -> NDArray[np.bool_]:
        """Whether something else lies at each of n points of the plane."""
        at = np.round(project(TO_CELLS, places)).astype(int).clip(0, CELLS - 1)
        return np.asarray(self.foreign[at[:, 1], at[:, 0]])


def _mean(cells: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(cv2.boxFilter(cells, cv2.CV_32F, (_WINDOW_CELLS, _WINDOW_CELLS)), np.float32)


def _summed(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Over the channels."""
    return np.asarray(cv2.transform(cells, np.ones((1, 3), np.float32)), np.float32)


class ReferenceView:
    """The known board from above, ready to be compared with views."""

    def __init__(self, view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> None:
        """Learn the board.

        Args:
            view: VIEW x VIEW x 3, BGR.
            seen: which of its pixels are in the picture.
        """
        self._cells = _shrunk(view)
        self._hides = np.zeros((CELLS, CELLS), np.bool_)
        self._learn()
        self.seen = seen[::2, ::2]

    def _learn(self) -> None:
        self._level = _mean(self._cells)
        spread = _mean(self._cells * self._cells) - self._level**2
        self._spread = np.maximum(_summed(spread), 0)
        self._printed = (self._spread > _PRINTED) & ~self._hides

    def compare(self, view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> OcclusionMap:
        """How a view (as for `ReferenceView`) is like this board."""
        cells = _shrunk(view)
        level = _mean(cells)
        spread = np.maximum(_summed(_mean(cells * cells) - level * level), 0)
        common = _summed(_mean(cells * self._cells) - level * self._level)
        gain = common / (self._spread + 1)
        bright = _summed(level) / (_summed(self._level) + 1)
        grain = _GRAIN * np.minimum(1, spread / (_GRAIN + 1e-6)) * 0.5
        fit = common / np.sqrt((self._spread + 1) * np.maximum(spread - grain, 1))
        here = self._printed & seen[::2, ::2] & self.seen
        lost = here & ((fit < _FIT) | (gain < _FAINTEST * bright))
        told = here & LAND
        alike = ~lost & (self._cast(level) < _CAST)
        share = float((alike & told).sum()) / max(1, int(told.sum()))
        return OcclusionMap(share, _broad(lost), float(level[LAND].mean()))

    def robber_on(self, hexes: NDArray[np.bool_], view: NDArray[np.uint8]) -> None:
        """On these of the 19 hexes the robber may stand: tall, it hides their print, which it isn't itself.

        Where it stood before, the print is as the view shows it now.
        """
        hides = np.zeros((CELLS, CELLS), np.uint8)
        for x, y in np.round(project(TO_CELLS, CENTRES[hexes])).astype(int):
            cv2.circle(hides, (int(x), int(y)), round(_TALL_SIDES * _SIDE), (1,), -1)
        if np.array_equal(hides > 0, self._hides):
            return
        left, self._hides = self._hides & (hides == 0), hides > 0
        self.refresh(view, left, 1.0)

    def _cast(self, level: NDArray[np.float32]) -> NDArray[np.float32]:
        """By how much the colour of each cell's surroundings is another, CELLS x CELLS: log of a ratio."""
        ratio = np.log((level[::4, ::4] + 4) / (self._level[::4, ::4] + 4))
        ratio -= np.median(ratio[LAND[::4, ::4]], axis=0)
        blue, green, red = cv2.split(ratio)
        most, least = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
        return cv2.resize(most - least, (CELLS, CELLS)).astype(np.float32)

    def refresh(self, view: NDArray[np.uint8], where: NDArray[np.bool_], share: float) -> None:
        """Take over a share of a view's appearance at some cells (CELLS x CELLS)."""
        cells = _shrunk(view)
        self._cells += np.float32(share) * where[..., None] * (cells - self._cells)
        self._learn()


def _shrunk(view: NDArray[np.uint8]) -> NDArray[np.float32]:
    return cv2.resize(view, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float32)


def _broad(lost: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of the cells without their print those that belong to something broader than a piece."""
    cells = cv2.morphologyEx(lost.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    # Out of the view things go on.
    inside = cv2.copyMakeBorder(cells, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1]
    core = depth > _BROAD_SIDES * _SIDE
    if not core.any():
        return np.zeros_like(lost)
    near = cv2.distanceTransform(1 - core.astype(np.uint8), cv2.DIST_L2, 3) < _BESIDE_SIDES * _SIDE
    whole = ((cells > 0) & near).astype(np.uint8)
    away = cv2.distanceTransform(1 - whole, cv2.DIST_L2, 3)
    return np.asarray(away < _SLACK_SIDES * _SIDE)
