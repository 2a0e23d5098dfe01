"""Detect dice in a picture: a network marks the middles of top faces at several scales.

It ignores the faces' contents: pips and symbols are the readers' task.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, network, sigmoid

MIN_DIE_PX, MAX_DIE_PX = 10.0, 32.0
"""Range of widths in pixels at which the network detects a die; larger dice are detected at a coarser scale.
"""
STRIDE_PX: Final = 4
"""Pixels of the picture to a cell of the network's maps."""
MAP_COUNT: Final = 4
"""Maps of the network: log odds of a die; its top face's offset in cells, x and y; log2 of width / UNIT_PX.
"""
UNIT_PX: Final = 18.0
MAX_SIDE_PX: Final = 1600
"""Pixels along a picture's longer side above which detection gains nothing."""
MIN_SCORE_P: Final = 0.35
"""Probability below which a peak is dropped; the face readers judge the others."""
SCALE_STEP: Final = 2.0
"""Ratio of successive scales: each die is in range at one of them."""
_OVERLAP_SHARE: Final = 0.55
"""Two detections of similar size, nearer than this share of their width, are one die."""
_MAX_SIZE_RATIO: Final = 1.7
"""Detections with a larger ratio of sizes aren't compared here: one may be a pip or a heap of dice."""
_SIDE_MULTIPLE_PX: Final = 32
"""The network needs sides that are multiples of this."""


@dataclass(frozen=True)
class DieDetection:
    """A die detected in a picture.

    Attributes:
        at: middle of its top face, pixels of the picture.
        size: width of the die, the edge of its top face as it appears, pixels.
        score: probability of a die there, before its face was read.
    """

    at: tuple[float, float]
    size: float
    score: float


def find_dice(
    image: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    least: float = MIN_SCORE_P,
    scale_step: float = SCALE_STEP,
) -> tuple[DieDetection, ...]:
    """Detect all dice, the most probable first.

    Args:
        image: BGR, height x width x 3.
        region: height x width, true where the middle of a die's top face may be; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known; it saves other scales, and
            detections of another size are dropped.
        least: probability below which a detection is dropped.
        scale_step: as of `pyramid_scales`.
    """
    box = _bounds(image, region, size)
    if box is None:
        return ()
    left, top, right, bottom = box
    piece = image[top:bottom, left:right]
    net = network("dice_finder.onnx")
    found: list[DieDetection] = []
    for scale in pyramid_scales(max(piece.shape[:2]), size, scale_step):
        found += detect_peaks(net, piece, scale, least)
    kept: list[DieDetection] = []
    for die in sorted(found, key=lambda one: -one.score):
        x, y = die.at[0] + left, die.at[1] + top
        row, column = round(y), round(x)
        if not (0 <= row < image.shape[0] and 0 <= column < image.shape[1]):
            continue
        if region is not None and not region[row, column]:
            continue
        if size is not None and not size[0] <= die.size <= size[1]:
            continue
        moved = DieDetection((x, y), die.size, die.score)
        if not any(_is_same_detection(moved, other) for other in kept):
            kept.append(moved)
    return tuple(kept)


def pyramid_scales(
    longest: int, size: tuple[float, float] | None, step: float = SCALE_STEP
) -> tuple[float, ...]:
    """Return the scales of the image pyramid, from the finest, so that every die is in range at one of them.

    Args:
        longest: pixels along the picture's longer side.
        size: least and largest width of a die, pixels, if known.
        step: ratio of successive scales.
    """
    finest = min(1.0, MAX_SIDE_PX / longest)
    if size is not None:
        finest = min(finest, MAX_DIE_PX / size[0] / 1.3)
    largest = size[1] if size is not None else 0.5 * longest
    looks = [finest]
    while looks[-1] * largest > MAX_DIE_PX and looks[-1] * longest > 4 * _SIDE_MULTIPLE_PX:
        looks.append(looks[-1] / step)
    return tuple(looks)


def _is_same_detection(one: DieDetection, other: DieDetection) -> bool:
    small, large = sorted((one.size, other.size))
    return large < _MAX_SIZE_RATIO * small and bool(
        np.hypot(*np.subtract(one.at, other.at)) < _OVERLAP_SHARE * small
    )


def _bounds(
    image: NDArray[np.uint8], region: NDArray[np.bool_] | None, size: tuple[float, float] | None
) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of the area to search; None: nothing."""
    height, width = image.shape[:2]
    if region is None:
        return 0, 0, width, height
    rows, columns = np.flatnonzero(region.any(axis=1)), np.flatnonzero(region.any(axis=0))
    if len(rows) == 0:
        return None
    # A die on the rim must be visible whole.
    margin = round(size[1]) if size is not None else max(_SIDE_MULTIPLE_PX, max(height, width) // 16)
    return (
        max(0, int(columns[0]) - margin),
        max(0, int(rows[0]) - margin),
        min(width, int(columns[-1]) + 1 + margin),
        min(height, int(rows[-1]) + 1 + margin),
    )


def detect_peaks(net: Network, image: NDArray[np.uint8], scale: float, least: float) -> list[DieDetection]:
    """Run the detector once, at one scale.

    Args:
        net: the network `dice_finder.onnx`.
        image: BGR, height x width x 3.
        scale: the image is shrunk by this first; the results are in the image's own pixels.
        least: probability below which a peak is dropped.
    """
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = image if scale == 1 else cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    below, beside = -height % _SIDE_MULTIPLE_PX, -width % _SIDE_MULTIPLE_PX
    framed = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    maps = net.run(cv2.dnn.blobFromImage(framed, 1 / 255).astype(np.float32))[0]
    chances = sigmoid(maps[0]).astype(np.float32)
    highest = cv2.dilate(chances, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chances >= least) & (chances == highest))
    x = (columns + 0.5 + maps[1, rows, columns]) * STRIDE_PX - 0.5
    y = (rows + 0.5 + maps[2, rows, columns]) * STRIDE_PX - 0.5
    wide = UNIT_PX * 2.0 ** maps[3, rows, columns].clip(-3, 3)
    ratio = np.array([image.shape[1] / width, image.shape[0] / height])
    return [
        DieDetection(
            (float((x[n] + 0.5) * ratio[0] - 0.5), float((y[n] + 0.5) * ratio[1] - 0.5)),
            float(wide[n] * ratio.mean()),
            float(chances[rows[n], columns[n]]),
        )
        for n in range(len(rows))
    ]
