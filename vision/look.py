"""One look at a picture: what surfaces lie where, and where hexes, intersections and tokens are.

The finder is a small network for pictures of VIEW pixels a side. It says for each cell of STRIDE x
STRIDE pixels which surface of the board's *plane* lies there (whatever stands on it), and how
likely a hex's centre, an intersection or a token's middle is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import TERRAINS
from vision.network import Network, sigmoid, softmax

VIEW: Final = 320
STRIDE: Final = 4
CELLS: Final = VIEW // STRIDE
SEA: Final = len(TERRAINS)
ELSEWHERE: Final = SEA + 1
SURFACES: Final = ELSEWHERE + 1
HEX, INTERSECTION, TOKEN = 0, 1, 2
PEAKS: Final = 3
_BRIGHT: Final = 0.65
_MOST_BRIGHTER: Final = 6.0


@dataclass(frozen=True)
class Maps:
    """What one look saw.

    Attributes:
        surfaces: logits, SURFACES x CELLS x CELLS, in the order of TERRAINS, SEA, ELSEWHERE.
        peaks: in [0, 1], PEAKS x CELLS x CELLS, in the order HEX, INTERSECTION, TOKEN.
    """

    surfaces: NDArray[np.float32]
    peaks: NDArray[np.float64]

    @property
    def land(self) -> NDArray[np.float64]:
        """Probability of any terrain, CELLS x CELLS."""
        return np.asarray(softmax(self.surfaces, axis=0)[:SEA].sum(axis=0))


@dataclass(frozen=True)
class Peaks:
    """Points of the looked-at picture, n x 2 (x, y in its pixels), and how sure each is, n."""

    points: NDArray[np.float64]
    scores: NDArray[np.float64]


def look(finder: Network, view: NDArray[np.uint8]) -> Maps:
    """Look at a picture.

    Args:
        view: BGR, VIEW x VIEW x 3.
    """
    pixels = np.ascontiguousarray(view.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
    maps = finder.run((pixels * np.float32(_exposure(pixels))).clip(0, 1))[0]
    return Maps(maps[:SURFACES], sigmoid(maps[SURFACES:]))


def _exposure(pixels: NDArray[np.float32]) -> float:
    """By how much to brighten a dim view: the finder learned from pictures that show something."""
    bright = float(np.percentile(pixels, 95))
    return float(np.clip(_BRIGHT / max(bright, 1e-3), 1, _MOST_BRIGHTER))


def letterbox(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """An image shrunk or grown into the top left of a view, and the scale from image to view.

    Centres of pixels: (x + 0.5) * scale - 0.5.
    """
    height, width = image.shape[:2]
    scale = VIEW / max(height, width)
    extent = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, extent, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    view = np.full((VIEW, VIEW, 3), 96, np.uint8)
    view[: extent[1], : extent[0]] = small
    return view, scale


def find_peaks(score: NDArray[np.float64], least: float) -> Peaks:
    """The local maxima of a map above `least`, to a fraction of a cell, in pixels of the view."""
    # Of two equal neighbours one is the peak.
    ranked = score + 1e-9 * np.arange(score.size).reshape(score.shape)
    grown = cv2.dilate(ranked, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((ranked >= grown) & (score > least))
    padded = np.pad(score, 1)
    points = []
    for row, column in zip(rows, columns, strict=True):
        near = padded[row : row + 3, column : column + 3]
        total = near.sum()
        x = column + float((near.sum(axis=0) * (-1, 0, 1)).sum() / total)
        y = row + float((near.sum(axis=1) * (-1, 0, 1)).sum() / total)
        points.append(((x + 0.5) * STRIDE - 0.5, (y + 0.5) * STRIDE - 0.5))
    return Peaks(np.array(points, np.float64).reshape(-1, 2), score[rows, columns])


def sample(score: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """A map's values at points n x 2 of the view, between cells, 0 outside."""
    cells = ((points + 0.5) / STRIDE - 0.5).astype(np.float32)
    found = cv2.remap(score.astype(np.float32), cells[:, :1], cells[:, 1:], cv2.INTER_LINEAR,
                      borderMode=cv2.BORDER_CONSTANT, borderValue=0)  # fmt: skip
    return found[:, 0].astype(np.float64)
