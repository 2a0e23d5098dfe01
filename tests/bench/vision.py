"""Measures a cold reading of a board, by stage and in total, on one thread and on all.

The photos are rendered: one of 12 megapixels, one as a camera above the table gives it. `docs/vision.md` has
the accuracy on real ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, INTERSECTIONS, PATHS
from companion.sim.picture import CameraPose, Piece, render_board
from companion.sim.world import shuffled_island
from vision import hex_contents
from vision.board import read_board
from vision.board_posterior import joint_posterior
from vision.lattice import CENTRES
from vision.locate import BoardPose, locate
from vision.network import network
from vision.pieces import read_sites
from vision.robber import read_robber

ROUNDS: Final = 7
SEED: Final = 6


def photo(width: int, height: int) -> NDArray[np.uint8]:
    """A rendered board with pieces of four colours."""
    layout = shuffled_island(random.Random(SEED))
    pieces = [Piece("settlement", at, COLOURS[n % 4]) for n, at in enumerate(INTERSECTIONS[::7])]
    pieces += [Piece("road", at, COLOURS[n % 4]) for n, at in enumerate(PATHS[::5])]
    camera = CameraPose(width=width, height=height, tilt=20, rotation=30, distance=16)
    return render_board(layout, pieces, camera=camera, seed=SEED)


def seconds(work: Callable[[], object]) -> float:
    """Median seconds of a few runs."""
    spent = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return median(spent)


def measure() -> dict[str, float]:
    """Seconds for a 12-megapixel photo and a 1280 x 720 frame: the whole reading, and its stages."""
    large, frame = photo(4032, 3024), photo(1280, 720)
    figures = {"vision_read_board_12mp_s": seconds(lambda: read_board(large))}
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        figures["vision_read_board_12mp_one_thread_s"] = seconds(lambda: read_board(large))
        figures["vision_read_board_720p_one_thread_s"] = seconds(lambda: read_board(frame))
        figures |= _stages(frame)
    finally:
        cv2.setNumThreads(threads)
    return figures


def _stages(frame: NDArray[np.uint8]) -> dict[str, float]:
    finder, reader = network("finder.onnx"), network("reader.onnx")
    robber, sites = network("robber.onnx"), network("pieces.onnx")
    located = locate(frame, finder)
    if not isinstance(located, BoardPose):
        raise RuntimeError(f"the rendered island was not found: {located.why}")
    plane = located.plane
    patches = hex_contents.cut_tokens(frame, plane, CENTRES)
    looks = read_sites(sites, frame, plane)
    return {
        "vision_locate_720p_one_thread_s": seconds(lambda: locate(frame, finder)),
        "vision_19_tokens_one_thread_s": seconds(lambda: hex_contents.read_tokens(reader, patches)),
        "vision_126_sites_one_thread_s": seconds(lambda: read_sites(sites, frame, plane)),
        "vision_position_one_thread_s": seconds(lambda: joint_posterior(looks)),
        "vision_robber_one_thread_s": seconds(lambda: read_robber(robber, frame, plane)),
    }
