"""Undistort a camera's pictures and project them to the view from above; the maps are computed once."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import VIEW_PX
from vision.lattice import Homography, Points, project
from vision.lens import Lens
from vision.locate import PLANE_TO_VIEW, VIEW_REACH_SIDES

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
