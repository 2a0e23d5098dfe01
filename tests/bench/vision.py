"""How long a cold reading of a board takes, stage by stage and whole, on one made-up photo.

The photo has 12 megapixels; how well real ones are read is told by `docs/vision.md`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, HEXES, position
from vision import tokens
from vision.board import read_board
from vision.lattice import CENTRES
from vision.locate import Located, locate
from vision.network import network

ROUNDS: Final = 7
COLOURS: Final = (
    (50, 85, 165),
    (35, 75, 30),
    (60, 200, 130),
    (50, 190, 235),
    (135, 125, 120),
    (145, 195, 220),
)


def photo() -> NDArray[np.uint8]:
    """A board drawn with plain strokes, 3024 x 4032 x 3."""
    picture = np.full((3024, 4032, 3), (70, 100, 140), np.uint8)
    side, middle = 230, np.array([2016, 1512])
    frame = np.array([[np.cos(a), np.sin(a)] for a in np.arange(6) * np.pi / 3]) * 5.8 * side + middle
    cv2.fillPoly(picture, [frame.astype(np.int32)], (190, 110, 30))
    for share in (1.12, 0.9):
        for n, at in enumerate(HEXES):
            centre = np.array(position(at))
            corners = centre + (np.array([position(i) for i in CORNERS[at]]) - centre) * share
            colour = (150, 205, 225) if share > 1 else COLOURS[n * 5 % 6]
            cv2.fillPoly(picture, [(corners * side + middle).astype(np.int32)], colour)
    for n, centre in enumerate(CENTRES):
        x, y = (int(v) for v in centre * side + middle)
        cv2.circle(picture, (x, y), 70, (190, 225, 240), -1, cv2.LINE_AA)
        cv2.putText(picture, str(n % 4 + 2), (x - 28, y + 28), cv2.FONT_HERSHEY_COMPLEX, 2.8, (20, 20, 20), 6)
    speckle = np.random.default_rng(1).normal(0, 6, picture.shape)
    return (picture + speckle).clip(0, 255).astype(np.uint8)


def seconds(work: Callable[[], object]) -> float:
    """Median seconds of a few runs."""
    spent = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return median(spent)


def measure() -> dict[str, float]:
    """Seconds for a 12-megapixel photo: the whole reading, and two of its stages."""
    picture = photo()
    finder, reader = network("finder.onnx"), network("reader.onnx")
    located = locate(picture, finder)
    if not isinstance(located, Located):
        raise RuntimeError(f"the drawn island was not found: {located.why}")
    patches = tokens.cut(picture, located.plane, CENTRES)
    return {
        "vision_read_board_12mp_s": seconds(lambda: read_board(picture)),
        "vision_locate_12mp_s": seconds(lambda: locate(picture, finder)),
        "vision_read_19_tokens_s": seconds(lambda: tokens.read(reader, patches)),
    }
