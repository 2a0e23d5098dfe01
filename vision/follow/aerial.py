"""The island as seen from above, again and again through the same plane: the map is worked out once."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Homography, project
from vision.locate import FLAT, FLAT_REACH
from vision.look import VIEW

_SHARP: Final = 1.2
"""A picture is shrunk by whole steps as long as it stays this much finer than the view."""


class Aerial:
    """Lays pictures of one size flat through one plane."""

    def __init__(self, plane: Homography, width: int, height: int) -> None:
        """Prepare the map.

        Args:
            plane: homography from the plane (unit: a hex side, y to the south) to pixels.
            width, height: of the pictures, in pixels.
        """
        self.plane = plane
        self.size = (width, height)
        corners = project(plane, FLAT_REACH * np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]))
        finer = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / VIEW
        self._shrink = max(1, int(finer / _SHARP))
        steps = np.arange(VIEW, dtype=np.float64)
        pixels = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        at = project(plane @ np.linalg.inv(FLAT), pixels)
        self.seen: NDArray[np.bool_] = (
            ((at >= 0) & (at <= [width - 1, height - 1])).all(axis=1).reshape(VIEW, VIEW)
        )
        """Which pixels of the view are in the picture, VIEW x VIEW."""
        shrunk = ((at + 0.5) / self._shrink - 0.5).reshape(VIEW, VIEW, 2).astype(np.float32)
        self._coarse, self._fine = cv2.convertMaps(shrunk[..., 0], shrunk[..., 1], cv2.CV_16SC2)

    def view(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The island from above: VIEW x VIEW x 3, BGR; `vision.locate.FLAT` leads there from the plane."""
        shrunk: NDArray[Any] = picture
        if self._shrink > 1:
            extent = (self.size[0] // self._shrink, self.size[1] // self._shrink)
            whole = picture[: extent[1] * self._shrink, : extent[0] * self._shrink]
            shrunk = cv2.resize(whole, extent, interpolation=cv2.INTER_AREA)
        flat = cv2.remap(shrunk, self._coarse, self._fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return flat.astype(np.uint8, copy=False)
