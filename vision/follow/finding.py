"""Where the island went when the camera was knocked or the board pushed.

A little shift is told by following points of its print; otherwise it is looked for anew, as in a
photo seen cold. Which of the six ways round it lies then is told by the print that is known.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from vision.follow.aerial import Aerial, Undistortion
from vision.follow.occlusion import CELLS, LAND, TO_CELLS, ReferenceView
from vision.lattice import CENTRES, Homography, inverse, project
from vision.locate import Missing, locate
from vision.network import Network

STEADY_SIDES: Final = 0.01
"""A shift that moves no hex by more, in hex sides, is none."""
SAME_BOARD: Final = 0.55
"""Least share of its print by which the known board is known again."""
CLEARLY: Final = 0.15
"""By how much that share must be ahead of the next best way round."""
_POINTS: Final = 80
_FEWEST: Final = 20
_STRAY: Final = 0.6
"""How far off, in cells, a point may lie that tells of the shift."""
_WINDOW: Final = (13, 13)
_LEVELS: Final = 3
_MOST_SIDES: Final = 1.2
"""A farther shift, in hex sides, is not believed from points alone."""


class Anchor:
    """Points of the print as the board lay when it was found: against these it must not drift."""

    def __init__(self, view: NDArray[np.uint8]) -> None:
        """Learn the points of a view from above, VIEW x VIEW x 3."""
        self._known = _relief(view)
        corners = cv2.goodFeaturesToTrack(
            self._known, _POINTS, 0.02, 4.0, mask=LAND.astype(np.uint8), blockSize=5
        )
        self._points: NDArray[Any] = np.empty((0, 1, 2), np.float32) if corners is None else corners

    def shift(self, view: NDArray[np.uint8]) -> Homography | None:
        """Where the plane's points went: a homography from the plane to itself, None if that can't be told.

        Args:
            view: the board through the old plane, VIEW x VIEW x 3.
        """
        if len(self._points) < _FEWEST:
            return None
        there, found, _ = cv2.calcOpticalFlowPyrLK(
            self._known, _relief(view), self._points, self._points.copy(), winSize=_WINDOW, maxLevel=_LEVELS
        )
        kept = np.asarray(found).ravel() > 0
        if kept.sum() < _FEWEST:
            return None
        move, fits = cv2.findHomography(self._points[kept], there[kept], cv2.RANSAC, _STRAY)
        if move is None or fits.sum() < max(_FEWEST, 0.4 * len(self._points)):
            return None
        shift = inverse(TO_CELLS) @ move @ TO_CELLS
        return shift if distance(shift) < _MOST_SIDES else None


def distance(shift: Homography) -> float:
    """How far a shift of the plane moves the hex that it moves farthest, in hex sides."""
    return float(np.linalg.norm(project(shift, CENTRES) - CENTRES, axis=1).max())


def find_again(
    picture: NDArray[np.uint8], optics: Undistortion, known: ReferenceView, finder: Network
) -> Aerial | str:
    """The island anywhere in a picture, lying the way round that it is known to lie.

    Args:
        picture: BGR, height x width x 3.
        optics: what makes the picture straight.
        known: its print.
        finder: the network `finder.onnx`.

    Returns:
        How it is seen from above now; or why it is not found, in plain words.
    """
    located = locate(optics.straight(picture), finder)
    if isinstance(located, Missing):
        return located.why
    ways = [Aerial(located.plane @ _turned(sixths), optics) for sixths in range(6)]
    shares = [known.compare(way.view(picture), way.seen).share for way in ways]
    best, next_best = sorted(shares, reverse=True)[:2]
    if best < SAME_BOARD or best < next_best + CLEARLY:
        return sentence(
            "there is an island, but it's unclear whether it is the known one, and which way round it is"
        )
    return ways[int(np.argmax(shares))]


def _turned(sixths: int) -> Homography:
    c, s = np.cos(sixths * np.pi / 3), np.sin(sixths * np.pi / 3)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def _relief(view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The print without its light: grey, CELLS x CELLS, evened out in brightness and contrast."""
    small = cv2.resize(view, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    level = cv2.blur(grey, (21, 21))
    contrast = np.sqrt(np.maximum(cv2.blur((grey - level) ** 2, (21, 21)), 4))
    return np.asarray(np.clip(128 + 45 * (grey - level) / contrast, 0, 255), np.uint8)
