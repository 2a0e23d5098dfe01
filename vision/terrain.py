"""What each hex looks like: terrain evidence from a look at the island from above."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import look
from vision.lattice import CENTRES, Homography, Points, inverse, project
from vision.look import Maps
from vision.network import softmax

_WITHIN_SIDES: Final = 0.7
"""Cells this near to a hex's middle, in hex sides, speak for it."""
_TEMPERATURE: Final = 0.7
"""A mean over many cells is more certain than one cell, though far less than if they were independent."""
_BURNT: Final = 245
_CLIPPED: Final = 250
_TOKEN: Final = 0.38
"""Nearer than this to the middle a token may lie, which is bright anyway."""
_FOOLED: Final = 2.0
"""How much less all that is told counts where some colour is at its end everywhere."""
_FLOOR: Final = 3e-4
"""What even the clearest look leaves to each other terrain: art the finder never saw."""


def terrain_likelihoods(maps: Maps, view: NDArray[np.uint8], flat: Homography) -> NDArray[np.float64]:
    """How well each terrain explains each hex.

    Args:
        maps: a look from above.
        view: the picture that was looked at, BGR, VIEW x VIEW x 3.
        flat: homography from the plane to its pixels.

    Returns:
        19 x 6, rows in the order of `HEXES`, columns of `TERRAINS`; each row adds up to one.
    """
    rows, columns = np.divmod(np.arange(look.CELLS**2, dtype=np.float64), look.CELLS)
    pixels: Points = np.stack([columns, rows], axis=1) * look.STRIDE + (look.STRIDE - 1) / 2
    on_plane = project(inverse(flat), pixels)
    logs = np.log(softmax(maps.surfaces[: look.SEA], axis=0)).reshape(look.SEA, -1)
    coarse = cv2.resize(view, (look.CELLS, look.CELLS), interpolation=cv2.INTER_AREA)
    burnt = coarse.min(axis=2).ravel() > _BURNT
    clipped = cv2.resize((view.max(axis=2) >= _CLIPPED).astype(np.float32), coarse.shape[:2],
                         interpolation=cv2.INTER_AREA).ravel()  # fmt: skip
    found = []
    for centre in CENTRES:
        away = np.linalg.norm(on_plane - centre, axis=1)
        near = away < _WITHIN_SIDES
        # What is burnt out is white in every terrain and tells of none.
        told = (logs[:, near] * ~burnt[near]).sum(axis=1) / max(1, int(near.sum()))
        # Where a colour is at its end the hue is another: the finder is as sure of it, and less often right.
        found.append(told / (1 + _FOOLED * float(clipped[near & (away > _TOKEN)].mean())))
    shares = softmax(np.array(found) / _TEMPERATURE, axis=1)
    return np.asarray((shares + _FLOOR) / (1 + look.SEA * _FLOOR))
