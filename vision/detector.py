"""The detector: finds surfaces, hexes, intersections and tokens in a picture.

The network `finder.onnx` takes pictures of VIEW_PX pixels a side. For each cell of STRIDE_PX x STRIDE_PX
pixels it gives the surface of the board's *plane* there (ignoring anything standing on it), and heatmaps of
hex centres, intersections and tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import TERRAINS
from vision.network import Network, sigmoid, softmax

VIEW_PX: Final = 320
STRIDE_PX: Final = 4
CELLS: Final = VIEW_PX // STRIDE_PX
SEA: Final = len(TERRAINS)
OTHER_SURFACE: Final = SEA + 1
SURFACE_COUNT: Final = OTHER_SURFACE + 1
HEX, INTERSECTION, TOKEN = 0, 1, 2
PEAK_COUNT: Final = 3
_TARGET_BRIGHTNESS: Final = 0.65
_MAX_BRIGHTENING: Final = 6.0


@dataclass(frozen=True)
class FeatureMaps:
    """The detector's output for one picture.

    Attributes:
        surfaces: logits, SURFACE_COUNT x CELLS x CELLS, in the order of TERRAINS, SEA, OTHER_SURFACE.
        peaks: heatmaps in [0, 1], PEAK_COUNT x CELLS x CELLS, in the order HEX, INTERSECTION, TOKEN.
    """

    surfaces: NDArray[np.float32]
    peaks: NDArray[np.float64]

    @property
    def land(self) -> NDArray[np.float64]:
        """Probability of any terrain, CELLS x CELLS."""
        return np.asarray(softmax(self.surfaces, axis=0)[:SEA].sum(axis=0))


@dataclass(frozen=True)
class Peaks:
    """Points of the view, n x 2 (x, y in its pixels), and the score of each, n."""

    points: NDArray[np.float64]
    scores: NDArray[np.float64]


def detect(finder: Network, view: NDArray[np.uint8]) -> FeatureMaps:
    """Run the detector on a picture.

    Args:
        finder: the network `finder.onnx`.
        view: BGR, VIEW_PX x VIEW_PX x 3.
    """
    pixels = np.ascontiguousarray(view.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
    maps = finder.run((pixels * np.float32(_brightening_factor(pixels))).clip(0, 1))[0]
    return FeatureMaps(maps[:SURFACE_COUNT], sigmoid(maps[SURFACE_COUNT:]))


def _brightening_factor(pixels: NDArray[np.float32]) -> float:
    """Return the factor by which to brighten a dim view: the network was trained on well-lit pictures."""
    bright = float(np.percentile(pixels, 95))
    return float(np.clip(_TARGET_BRIGHTNESS / max(bright, 1e-3), 1, _MAX_BRIGHTENING))


def letterbox(image: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], float]:
    """Scale an image into the top left of a view; return the view and the scale from image to view.

    Centres of pixels: (x + 0.5) * scale - 0.5.
    """
    height, width = image.shape[:2]
    scale = VIEW_PX / max(height, width)
    extent = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image, extent, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    view = np.full((VIEW_PX, VIEW_PX, 3), 96, np.uint8)
    view[: extent[1], : extent[0]] = small
    return view, scale


def find_peaks(score: NDArray[np.float64], min_score: float) -> Peaks:
    """Return the local maxima of a heatmap above `min_score`, to subcell precision, in pixels of the view."""
    # Break ties: only one of two equal neighbours is a peak.
    ranked = score + 1e-9 * np.arange(score.size).reshape(score.shape)
    grown = cv2.dilate(ranked, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((ranked >= grown) & (score > min_score))
    padded = np.pad(score, 1)
    points = []
    for row, column in zip(rows, columns, strict=True):
        near = padded[row : row + 3, column : column + 3]
        total = near.sum()
        x = column + float((near.sum(axis=0) * (-1, 0, 1)).sum() / total)
        y = row + float((near.sum(axis=1) * (-1, 0, 1)).sum() / total)
        points.append(((x + 0.5) * STRIDE_PX - 0.5, (y + 0.5) * STRIDE_PX - 0.5))
    return Peaks(np.array(points, np.float64).reshape(-1, 2), score[rows, columns])


def sample_map(score: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a map's values at points n x 2 of the view, interpolated between cells, 0 outside."""
    cells = ((points + 0.5) / STRIDE_PX - 0.5).astype(np.float32)
    found = cv2.remap(score.astype(np.float32), cells[:, :1], cells[:, 1:], cv2.INTER_LINEAR,
                      borderMode=cv2.BORDER_CONSTANT, borderValue=0)  # fmt: skip
    return found[:, 0].astype(np.float64)
