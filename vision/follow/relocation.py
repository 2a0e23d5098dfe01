"""Relocate the island after the camera was knocked or the board pushed.

A small shift is measured by tracking points of its print. Otherwise the island is located as in a single
photo, and the known print determines which of the six rotations it has.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision.follow.occlusion import CELLS, LAND, TO_CELLS, ReferenceView
from vision.follow.top_down import TopDownProjector, Undistortion
from vision.lattice import CENTRES, Homography, inverse, project
from vision.locate import IslandNotFound, locate
from vision.network import Network

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
