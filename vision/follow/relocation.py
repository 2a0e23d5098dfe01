"""Relocate the island after the camera was knocked or the board pushed.

A small shift is measured by tracking points of its print. Otherwise the island is located as in a single
photo, and the known print determines which of the six rotations it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import HEXES
from vision.camera import Lens
from vision.detector import VIEW_PX
from vision.lattice import CENTRES, Homography, Points, hex_corners, inverse, project
from vision.locate import PLANE_TO_VIEW, VIEW_REACH_SIDES, IslandNotFound, locate
from vision.network import Network

# Undistort a camera's pictures and project them to the view from above; the maps are computed once.


_MIN_OVERSAMPLING: Final = 1.2
"""A picture is shrunk by whole factors as long as it stays this much finer than the view."""


class Undistortion:
    """Undistorts pictures of one size."""

    def __init__(self, width: int, height: int, lens: Lens | None) -> None:
        """Prepare for pictures of width x height pixels through a lens; None: one without distortion."""
        self.size = (width, height)
        self.lens = lens
        self._maps: tuple[NDArray[Any], NDArray[Any]] | None = None

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the undistorted pictures."""
        return self.size if self.lens is None else self.lens.extent

    def distort_points(self, points: Points) -> Points:
        """Map pixels n x 2 of the undistorted picture to pixels of the camera's."""
        return points if self.lens is None else self.lens.distort_points(points)

    def undistort(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the undistorted picture."""
        if self.lens is None:
            return picture
        if self._maps is None:
            at = (
                self.distort_points(_pixel_grid(*self.extent))
                .reshape(*self.extent[::-1], 2)
                .astype(np.float32)
            )
            self._maps = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
        coarse, fine = self._maps
        straight = cv2.remap(picture, coarse, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return straight.astype(np.uint8, copy=False)


def _pixel_grid(width: int, height: int) -> Points:
    """Return all pixels, n x 2, row by row."""
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    return np.column_stack([x.ravel(), y.ravel()])


class TopDownProjector:
    """Projects pictures through one plane to the view from above."""

    def __init__(self, plane: Homography, optics: Undistortion) -> None:
        """Compute the map.

        Args:
            plane: homography from the plane (unit: a hex side, y to the south) to pixels of the undistorted
                picture.
            optics: undistorts the camera's pictures.
        """
        self.plane = plane
        self.optics = optics
        width, height = optics.size
        corners = self.project(VIEW_REACH_SIDES * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
        finer = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / VIEW_PX
        self._shrink = max(1, int(finer / _MIN_OVERSAMPLING))
        at = optics.distort_points(
            project(plane @ np.linalg.inv(PLANE_TO_VIEW), _pixel_grid(VIEW_PX, VIEW_PX))
        )
        self.visible_pixels: NDArray[np.bool_] = (
            ((at >= 0) & (at <= [width - 1, height - 1])).all(axis=1).reshape(VIEW_PX, VIEW_PX)
        )
        """Mask of the view's pixels that are in the picture, VIEW_PX x VIEW_PX."""
        shrunk = ((at + 0.5) / self._shrink - 0.5).reshape(VIEW_PX, VIEW_PX, 2).astype(np.float32)
        self._coarse, self._fine = cv2.convertMaps(shrunk[..., 0], shrunk[..., 1], cv2.CV_16SC2)

    def project(self, points: Points) -> Points:
        """Project points n x 2 of the plane to pixels of the camera's picture."""
        return self.optics.distort_points(project(self.plane, points))

    def render(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the island from above, VIEW_PX x VIEW_PX x 3, BGR (see `vision.locate.PLANE_TO_VIEW`)."""
        shrunk: NDArray[Any] = picture
        if self._shrink > 1:
            extent = (picture.shape[1] // self._shrink, picture.shape[0] // self._shrink)
            whole = picture[: extent[1] * self._shrink, : extent[0] * self._shrink]
            shrunk = cv2.resize(whole, extent, interpolation=cv2.INTER_AREA)
        flat = cv2.remap(shrunk, self._coarse, self._fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return flat.astype(np.uint8, copy=False)


# Compare a view from above with the known board: is it the same board, and what covers it?
#
# Light scales a picture (a lamp, a shadow) or adds to it (glare); neither erases the board's print. So around
# every cell the picture is fitted to the known one by a gain and an offset. Where the fit is good the board
# is visible, however it is lit; where the print is missing something covers it. Objects narrower than a hand
# are ignored here: the readers of single sites handle them. Colours also decide whether it is the same board:
# one rotated by a sixth has the same outlines.


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


MIN_SHIFT_SIDES: Final = 0.01
"""A shift that moves no hex by more, in hex sides, is ignored."""
MIN_SAME_BOARD_SHARE: Final = 0.55
"""Least share of its print by which the known board is recognised."""
MIN_SHARE_LEAD: Final = 0.15
"""Least lead of that share over the next best rotation."""
_MAX_POINTS: Final = 80
_MIN_POINTS: Final = 20
_MAX_STRAY_CELLS: Final = 0.6
"""Largest error of a tracked point, in cells."""
_WINDOW: Final = (13, 13)
_LEVELS: Final = 3
_MAX_SHIFT_SIDES: Final = 1.2
"""A larger shift, in hex sides, is not believed from points alone."""


class PrintAnchor:
    """Points of the print when the board was located: the reference against drift."""

    def __init__(self, view: NDArray[np.uint8]) -> None:
        """Select the points of a view from above, VIEW_PX x VIEW_PX x 3."""
        self._known = _normalized_print(view)
        corners = cv2.goodFeaturesToTrack(
            self._known, _MAX_POINTS, 0.02, 4.0, mask=LAND.astype(np.uint8), blockSize=5
        )
        self._points: NDArray[Any] = np.empty((0, 1, 2), np.float32) if corners is None else corners

    def estimate_shift(self, view: NDArray[np.uint8]) -> Homography | None:
        """Return the shift as a homography from the plane to itself, None if unclear.

        Args:
            view: the board through the old plane, VIEW_PX x VIEW_PX x 3.
        """
        if len(self._points) < _MIN_POINTS:
            return None
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            self._known,
            _normalized_print(view),
            self._points,
            self._points.copy(),
            winSize=_WINDOW,
            maxLevel=_LEVELS,
        )
        kept = np.asarray(found).ravel() > 0
        if kept.sum() < _MIN_POINTS:
            return None
        move, fits = cv2.findHomography(self._points[kept], there[kept], cv2.RANSAC, _MAX_STRAY_CELLS)
        if move is None or fits.sum() < max(_MIN_POINTS, 0.4 * len(self._points)):
            return None
        shift = inverse(TO_CELLS) @ move @ TO_CELLS
        return shift if max_displacement(shift) < _MAX_SHIFT_SIDES else None


def max_displacement(shift: Homography) -> float:
    """Return the displacement of the hex that a shift moves farthest, in hex sides."""
    return float(np.linalg.norm(project(shift, CENTRES) - CENTRES, axis=1).max())


def relocate_island(
    picture: NDArray[np.uint8], optics: Undistortion, known: ReferenceView, finder: Network
) -> TopDownProjector | str:
    """Locate the island anywhere in a picture, and determine its rotation.

    Args:
        picture: BGR, height x width x 3.
        optics: undistorts the picture.
        known: its print.
        finder: the network `finder.onnx`.

    Returns:
        Its new projector; or the reason why it is not found, in plain words.
    """
    located = locate(optics.undistort(picture), finder)
    if isinstance(located, IslandNotFound):
        return located.why
    ways = [TopDownProjector(located.plane @ _rotation(sixths), optics) for sixths in range(6)]
    shares = [known.compare(way.render(picture), way.visible_pixels).share for way in ways]
    best, next_best = sorted(shares, reverse=True)[:2]
    if best < MIN_SAME_BOARD_SHARE or best < next_best + MIN_SHARE_LEAD:
        return sentence(
            "there is an island, but it's unclear whether it is the known one, and which way round it is"
        )
    return ways[int(np.argmax(shares))]


def _rotation(sixths: int) -> Homography:
    c, s = np.cos(sixths * np.pi / 3), np.sin(sixths * np.pi / 3)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _normalized_print(view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the print without its light: grey, CELLS x CELLS, normalised in brightness and contrast."""
    small = cv2.resize(view, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    level = cv2.blur(grey, (21, 21))
    contrast = np.sqrt(np.maximum(cv2.blur((grey - level) ** 2, (21, 21)), 4))
    return np.asarray(np.clip(128 + 45 * (grey - level) / contrast, 0, 255), np.uint8)
