"""Compare a view from above with the known board: is it the same board, and what covers it?

Light scales a picture (a lamp, a shadow) or adds to it (glare); neither erases the board's print. So around
every cell the picture is fitted to the known one by a gain and an offset. Where the fit is good the board is
visible, however it is lit; where the print is missing something covers it. Objects narrower than a hand are
ignored here: the readers of single sites handle them. Colours also decide whether it is the same board: one
rotated by a sixth has the same outlines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.detector import VIEW_PX
from vision.lattice import CENTRES, Homography, Points, hex_corners, project
from vision.locate import PLANE_TO_VIEW

CELLS: Final = VIEW_PX // 2
"""Cells along a side of the compared view."""
TO_CELLS: Final[Homography] = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ PLANE_TO_VIEW
_SIDE: Final = float(TO_CELLS[0, 0])
"""Cells along a hex side."""
_WINDOW_CELLS: Final = 9
"""Cells across the window around each, about 0.6 hex sides."""
_MIN_PRINT_VARIANCE: Final = 16.0
"""Least variance of the known print in a window, over three channels, that can be recognised."""
_NOISE_VARIANCE: Final = 4.0
"""Variance that noise leaves in a cell, over three channels."""
_MIN_CORRELATION: Final = 0.5
"""Least correlation of the picture with the print."""
_MIN_CONTRAST: Final = 0.35
"""Least contrast of the print, relative to its brightness."""
_MAX_COLOUR_CAST: Final = 0.35
"""Largest local colour cast: log of the ratio between the changes of two channels."""
_BROAD_SIDES: Final = 0.5
"""Half the width from which on an object is no piece, in hex sides; windows widen all by 0.3 a side."""
_BESIDE_SIDES: Final = 1.6
"""Search distance for the narrow parts of a broad object, in hex sides (fingers, a cup's handle)."""
_SLACK_SIDES: Final = 0.5
"""Reach of the site readers, in hex sides: nearer objects would be in their patch."""
_TALL_SIDES: Final = 1.1
"""Reach of the robber and its shadow from the middle of its hex, in hex sides."""
_SHORE_SCALE: Final = 1.25
"""Extent of the board from the middle of an outer hex: the sides' corners and a little sea."""


def _land() -> NDArray[np.bool_]:
    area = np.zeros((CELLS, CELLS), np.uint8)
    for hex_id in HEXES:
        corners = project(TO_CELLS, hex_corners(hex_id, _SHORE_SCALE))
        cv2.fillConvexPoly(area, np.round(corners).astype(np.int32), (1,))
    return area > 0


LAND: Final = _land()
"""Mask of the island, CELLS x CELLS."""


@dataclass(frozen=True)
class OcclusionMap:
    """The comparison of a view with the known board.

    Attributes:
        share: of the printed parts in the picture, the share that shows the known print in the known colours,
            after a global colour cast is removed.
        foreign: mask of foreign objects, CELLS x CELLS.
        brightness: mean grey level of the island.
    """

    share: float
    foreign: NDArray[np.bool_]
    brightness: float

    def covers(self, places: Points) -> NDArray[np.bool_]:
        """Return a mask of n points of the plane that are covered by foreign objects."""
        at = np.round(project(TO_CELLS, places)).astype(int).clip(0, CELLS - 1)
        return np.asarray(self.foreign[at[:, 1], at[:, 0]])


def _window_mean(cells: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(cv2.boxFilter(cells, cv2.CV_32F, (_WINDOW_CELLS, _WINDOW_CELLS)), np.float32)


def _sum_channels(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sum over the channels."""
    return np.asarray(cv2.transform(cells, np.ones((1, 3), np.float32)), np.float32)


class ReferenceView:
    """The known board from above, prepared for comparison with views."""

    def __init__(self, view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> None:
        """Store the board.

        Args:
            view: VIEW_PX x VIEW_PX x 3, BGR.
            seen: a mask of its pixels in the picture.
        """
        self._cells = _shrink_view(view)
        self._hides = np.zeros((CELLS, CELLS), np.bool_)
        self._update_statistics()
        self.seen = seen[::2, ::2]

    def _update_statistics(self) -> None:
        self._level = _window_mean(self._cells)
        spread = _window_mean(self._cells * self._cells) - self._level**2
        self._spread = np.maximum(_sum_channels(spread), 0)
        self._printed = (self._spread > _MIN_PRINT_VARIANCE) & ~self._hides

    def compare(self, view: NDArray[np.uint8], seen: NDArray[np.bool_]) -> OcclusionMap:
        """Compare a view (as of `ReferenceView`) with this board."""
        cells = _shrink_view(view)
        level = _window_mean(cells)
        spread = np.maximum(_sum_channels(_window_mean(cells * cells) - level * level), 0)
        common = _sum_channels(_window_mean(cells * self._cells) - level * self._level)
        gain = common / (self._spread + 1)
        bright = _sum_channels(level) / (_sum_channels(self._level) + 1)
        grain = _NOISE_VARIANCE * np.minimum(1, spread / (_NOISE_VARIANCE + 1e-6)) * 0.5
        fit = common / np.sqrt((self._spread + 1) * np.maximum(spread - grain, 1))
        here = self._printed & seen[::2, ::2] & self.seen
        lost = here & ((fit < _MIN_CORRELATION) | (gain < _MIN_CONTRAST * bright))
        compared = here & LAND
        alike = ~lost & (self._colour_cast(level) < _MAX_COLOUR_CAST)
        share = float((alike & compared).sum()) / max(1, int(compared.sum()))
        return OcclusionMap(share, _broad_parts(lost), float(level[LAND].mean()))

    def mark_robber_hexes(self, hexes: NDArray[np.bool_], view: NDArray[np.uint8]) -> None:
        """Mark the hexes, of the 19, where the robber may stand: it is tall and hides their print.

        On its former hexes, the print is taken from the view.
        """
        hides = np.zeros((CELLS, CELLS), np.uint8)
        for x, y in np.round(project(TO_CELLS, CENTRES[hexes])).astype(int):
            cv2.circle(hides, (int(x), int(y)), round(_TALL_SIDES * _SIDE), (1,), -1)
        if np.array_equal(hides > 0, self._hides):
            return
        left, self._hides = self._hides & (hides == 0), hides > 0
        self.refresh(view, left, 1.0)

    def _colour_cast(self, level: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the colour cast of each cell's surroundings, CELLS x CELLS: log of a ratio."""
        ratio = np.log((level[::4, ::4] + 4) / (self._level[::4, ::4] + 4))
        ratio -= np.median(ratio[LAND[::4, ::4]], axis=0)
        blue, green, red = cv2.split(ratio)
        most, least = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
        return cv2.resize(most - least, (CELLS, CELLS)).astype(np.float32)

    def refresh(self, view: NDArray[np.uint8], where: NDArray[np.bool_], share: float) -> None:
        """Adopt a share of a view's appearance at some cells (CELLS x CELLS)."""
        cells = _shrink_view(view)
        self._cells += np.float32(share) * where[..., None] * (cells - self._cells)
        self._update_statistics()


def _shrink_view(view: NDArray[np.uint8]) -> NDArray[np.float32]:
    return cv2.resize(view, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float32)


def _broad_parts(lost: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells without their print that belong to an object broader than a piece."""
    cells = cv2.morphologyEx(lost.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    # Objects continue outside the view.
    inside = cv2.copyMakeBorder(cells, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1]
    core = depth > _BROAD_SIDES * _SIDE
    if not core.any():
        return np.zeros_like(lost)
    near = cv2.distanceTransform(1 - core.astype(np.uint8), cv2.DIST_L2, 3) < _BESIDE_SIDES * _SIDE
    whole = ((cells > 0) & near).astype(np.uint8)
    away = cv2.distanceTransform(1 - whole, cv2.DIST_L2, 3)
    return np.asarray(away < _SLACK_SIDES * _SIDE)
