"""Terrain likelihoods of each hex, from the detector's output for the island seen from above."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import detector
from vision.detector import FeatureMaps
from vision.lattice import CENTRES, Homography, Points, inverse, project
from vision.network import softmax

_WITHIN_SIDES: Final = 0.7
"""Cells this near to a hex's middle, in hex sides, are evidence for it."""
_TEMPERATURE: Final = 0.7
"""A mean over many cells is more certain than one cell, though far less than if they were independent."""
_BURNT_LEVEL: Final = 245
_CLIPPED_LEVEL: Final = 250
_TOKEN_RADIUS_SIDES: Final = 0.38
"""A token may lie nearer than this to the middle, in hex sides, and is bright anyway."""
_CLIPPING_DOUBT: Final = 2.0
"""Factor by which all evidence is reduced where some colour is saturated everywhere."""
_LIKELIHOOD_FLOOR: Final = 3e-4
"""Least share of every terrain, even in the clearest picture: its art may be new to the detector."""


def terrain_likelihoods(
    maps: FeatureMaps, view: NDArray[np.uint8], plane_to_view: Homography
) -> NDArray[np.float64]:
    """Return the likelihood of each terrain on each hex.

    Args:
        maps: the detector's output for the view from above.
        view: that view, BGR, VIEW_PX x VIEW_PX x 3.
        plane_to_view: homography from the plane to its pixels.

    Returns:
        19 x 6, rows in the order of `HEXES`, columns of `TERRAINS`; each row adds up to one.
    """
    rows, columns = np.divmod(np.arange(detector.CELLS**2, dtype=np.float64), detector.CELLS)
    pixels: Points = np.stack([columns, rows], axis=1) * detector.STRIDE_PX + (detector.STRIDE_PX - 1) / 2
    on_plane = project(inverse(plane_to_view), pixels)
    logs = np.log(softmax(maps.surfaces[: detector.SEA], axis=0)).reshape(detector.SEA, -1)
    coarse = cv2.resize(view, (detector.CELLS, detector.CELLS), interpolation=cv2.INTER_AREA)
    burnt = coarse.min(axis=2).ravel() > _BURNT_LEVEL
    clipped = cv2.resize((view.max(axis=2) >= _CLIPPED_LEVEL).astype(np.float32), coarse.shape[:2],
                         interpolation=cv2.INTER_AREA).ravel()  # fmt: skip
    found = []
    for centre in CENTRES:
        away = np.linalg.norm(on_plane - centre, axis=1)
        near = away < _WITHIN_SIDES
        # Burnt-out pixels are white in every terrain and are no evidence.
        evidence = (logs[:, near] * ~burnt[near]).sum(axis=1) / max(1, int(near.sum()))
        # Saturation shifts the hue: the detector is as certain there, and less often right.
        found.append(
            evidence / (1 + _CLIPPING_DOUBT * float(clipped[near & (away > _TOKEN_RADIUS_SIDES)].mean()))
        )
    shares = softmax(np.array(found) / _TEMPERATURE, axis=1)
    return np.asarray((shares + _LIKELIHOOD_FLOOR) / (1 + detector.SEA * _LIKELIHOOD_FLOOR))
