"""A camera's pictures laid flat or straight, again and again alike: the maps are worked out once."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, Points, project
from vision.lens import Lens
from vision.locate import FLAT, FLAT_REACH_SIDES
from vision.look import VIEW

_SHARP: Final = 1.2
"""A picture is shrunk by whole steps as long as it stays this much finer than the view."""


class Undistortion:
    """Makes pictures of one size straight, where the lens bends them."""

    def __init__(self, width: int, height: int, lens: Lens | None) -> None:
        """Take pictures of width x height pixels through a lens; None: one that doesn't bend."""
        self.size = (width, height)
        self.lens = lens
        self._maps: tuple[NDArray[Any], NDArray[Any]] | None = None

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the straight pictures."""
        return self.size if self.lens is None else self.lens.extent

    def bent(self, points: Points) -> Points:
        """Pixels n x 2 of the straight picture as pixels of the camera's."""
        return points if self.lens is None else self.lens.bent(points)

    def straight(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The straight picture."""
        if self.lens is None:
            return picture
        if self._maps is None:
            at = self.bent(_grid(*self.extent)).reshape(*self.extent[::-1], 2).astype(np.float32)
            self._maps = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
        coarse, fine = self._maps
        straight = cv2.remap(picture, coarse, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return straight.astype(np.uint8, copy=False)


def _grid(width: int, height: int) -> Points:
    """All pixels, n x 2, row by row."""
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    return np.column_stack([x.ravel(), y.ravel()])


class Aerial:
    """Lays pictures flat through one plane: the island as seen from above."""

    def __init__(self, plane: Homography, optics: Undistortion) -> None:
        """Prepare the map.

        Args:
            plane: homography from the plane (unit: a hex side, y to the south) to pixels of the straight
                picture.
            optics: what makes the camera's pictures straight.
        """
        self.plane = plane
        self.optics = optics
        width, height = optics.size
        corners = self.project(FLAT_REACH_SIDES * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
        finer = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / VIEW
        self._shrink = max(1, int(finer / _SHARP))
        at = optics.bent(project(plane @ np.linalg.inv(FLAT), _grid(VIEW, VIEW)))
        self.seen: NDArray[np.bool_] = (
            ((at >= 0) & (at <= [width - 1, height - 1])).all(axis=1).reshape(VIEW, VIEW)
        )
        """Which pixels of the view are in the picture, VIEW x VIEW."""
        shrunk = ((at + 0.5) / self._shrink - 0.5).reshape(VIEW, VIEW, 2).astype(np.float32)
        self._coarse, self._fine = cv2.convertMaps(shrunk[..., 0], shrunk[..., 1], cv2.CV_16SC2)

    def project(self, points: Points) -> Points:
        """Points n x 2 of the plane as pixels of the camera's picture."""
        return self.optics.bent(project(self.plane, points))

    def view(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The island from above: VIEW x VIEW x 3, BGR; `vision.locate.FLAT` leads there from the plane."""
        shrunk: NDArray[Any] = picture
        if self._shrink > 1:
            extent = (picture.shape[1] // self._shrink, picture.shape[0] // self._shrink)
            whole = picture[: extent[1] * self._shrink, : extent[0] * self._shrink]
            shrunk = cv2.resize(whole, extent, interpolation=cv2.INTER_AREA)
        flat = cv2.remap(shrunk, self._coarse, self._fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return flat.astype(np.uint8, copy=False)
