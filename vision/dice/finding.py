"""Where dice lie in a picture: a network looks at it at several scales and marks the middles of top faces.

It is told nothing of what dice have on their faces: pips or symbols are the readers' matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network, network, sigmoid

SMALL, LARGE = 10.0, 32.0
"""Widths in pixels between which the network knows a die; larger ones are found at a coarser scale."""
STRIDE_PX: Final = 4
"""Pixels of the picture to a cell of the network's maps."""
MAPS: Final = 4
"""Maps of the network: log odds of a die; its top face's offset in cells, x and y; log2 of width / UNIT."""
UNIT: Final = 18.0
LONGEST_PX: Final = 1600
"""Pixels along a picture's longer side that finding makes use of."""
LEAST_P: Final = 0.35
"""Probability under which a peak is let go; the readers of faces judge the others."""
_TOUCHING: Final = 0.55
"""Two finds of about one size, nearer than this share of their width, are one die."""
_OTHER: Final = 1.7
"""Finds of sizes farther apart than this aren't weighed here: a pip or a heap of dice may be either's."""
_WIDE: Final = 32
"""The network takes sides that are multiples of this."""


@dataclass(frozen=True)
class DieSeen:
    """A die somewhere in a picture.

    Attributes:
        at: middle of its top face, pixels of the picture.
        size: width of the die, the edge of its top face as it appears, pixels.
        score: probability that a die lies there, before its face was looked at.
    """

    at: tuple[float, float]
    size: float
    score: float


def find_dice(
    image: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    least: float = LEAST_P,
) -> tuple[DieSeen, ...]:
    """Find all dice, the surest first.

    Args:
        image: BGR, height x width x 3.
        region: height x width, true where the middle of a die's top face may lie; None: anywhere.
        size: least and largest width a die can have in this picture, pixels, if that is known; it saves
            looking at other scales, and what is of another size is no die.
        least: probability under which a find is let go.
    """
    box = _bounds(image, region, size)
    if box is None:
        return ()
    left, top, right, bottom = box
    piece = image[top:bottom, left:right]
    net = network("dice_finder.onnx")
    found: list[DieSeen] = []
    for scale in scales(max(piece.shape[:2]), size):
        found += peaks(net, piece, scale, least)
    kept: list[DieSeen] = []
    for die in sorted(found, key=lambda one: -one.score):
        x, y = die.at[0] + left, die.at[1] + top
        row, column = round(y), round(x)
        if not (0 <= row < image.shape[0] and 0 <= column < image.shape[1]):
            continue
        if region is not None and not region[row, column]:
            continue
        if size is not None and not size[0] <= die.size <= size[1]:
            continue
        moved = DieSeen((x, y), die.size, die.score)
        if not any(_same(moved, other) for other in kept):
            kept.append(moved)
    return tuple(kept)


def scales(longest: int, size: tuple[float, float] | None) -> tuple[float, ...]:
    """By how much a picture is shrunk for each look, from the finest: so that every die is once in reach.

    Args:
        longest: pixels along the picture's longer side.
        size: least and largest width of a die, pixels, if known.
    """
    finest = min(1.0, LONGEST_PX / longest)
    if size is not None:
        finest = min(finest, LARGE / size[0] / 1.3)
    largest = size[1] if size is not None else 0.5 * longest
    looks = [finest]
    while looks[-1] * largest > LARGE and looks[-1] * longest > 4 * _WIDE:
        looks.append(looks[-1] / 2)
    return tuple(looks)


def _same(one: DieSeen, other: DieSeen) -> bool:
    small, large = sorted((one.size, other.size))
    return large < _OTHER * small and bool(np.hypot(*np.subtract(one.at, other.at)) < _TOUCHING * small)


def _bounds(
    image: NDArray[np.uint8], region: NDArray[np.bool_] | None, size: tuple[float, float] | None
) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of what must be looked at; None: nothing."""
    height, width = image.shape[:2]
    if region is None:
        return 0, 0, width, height
    rows, columns = np.flatnonzero(region.any(axis=1)), np.flatnonzero(region.any(axis=0))
    if len(rows) == 0:
        return None
    # A die on the rim is seen whole.
    margin = round(size[1]) if size is not None else max(_WIDE, max(height, width) // 16)
    return (
        max(0, int(columns[0]) - margin),
        max(0, int(rows[0]) - margin),
        min(width, int(columns[-1]) + 1 + margin),
        min(height, int(rows[-1]) + 1 + margin),
    )


def peaks(net: Network, image: NDArray[np.uint8], scale: float, least: float) -> list[DieSeen]:
    """What one look of the finder takes for dice.

    Args:
        net: the network `dice_finder.onnx`.
        image: BGR, height x width x 3.
        scale: the image is shrunk by this before the look; what is told is in the image's pixels.
        least: probability under which a peak is let go.
    """
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = image if scale == 1 else cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    below, beside = -height % _WIDE, -width % _WIDE
    framed = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    maps = net.run(cv2.dnn.blobFromImage(framed, 1 / 255).astype(np.float32))[0]
    chances = sigmoid(maps[0]).astype(np.float32)
    highest = cv2.dilate(chances, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chances >= least) & (chances == highest))
    x = (columns + 0.5 + maps[1, rows, columns]) * STRIDE_PX - 0.5
    y = (rows + 0.5 + maps[2, rows, columns]) * STRIDE_PX - 0.5
    wide = UNIT * 2.0 ** maps[3, rows, columns].clip(-3, 3)
    ratio = np.array([image.shape[1] / width, image.shape[0] / height])
    return [
        DieSeen(
            (float((x[n] + 0.5) * ratio[0] - 0.5), float((y[n] + 0.5) * ratio[1] - 0.5)),
            float(wide[n] * ratio.mean()),
            float(chances[rows[n], columns[n]]),
        )
        for n in range(len(rows))
    ]
