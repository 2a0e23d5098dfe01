"""Measures the reading of two dice in a 1280 x 720 frame, cold and with a calibrated camera."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import find_dice, read_dice
from vision.training.dice.faces import pip_faces, random_pips
from vision.training.dice.shapes import DieShape, cast_die
from vision.training.dice.sprites import paint

ROUNDS: Final = 9
SIZE: Final = 34.0
PLACES: Final = ((320.0, 300.0), (700.0, 420.0))


def frame() -> NDArray[np.uint8]:
    """Two dice on a plain table."""
    rng = np.random.default_rng(2)
    grain = rng.normal(0, 4, (720, 1280, 3))
    picture = np.asarray((np.array([90, 130, 170]) + grain).clip(0, 255), np.uint8)
    for x, y in PLACES:
        pips = random_pips(rng)
        die = paint(cast_die(DieShape(tilt=0.4, turn=1.0)), pip_faces(4, pips, rng), pips.ground, 4, rng)
        scale = SIZE / die.size
        move = np.array([[scale, 0, x - scale * die.at[0]], [0, scale, y - scale * die.at[1]]])
        seen = cv2.warpAffine(die.picture, move, (1280, 720), flags=cv2.INTER_AREA).astype(np.float32)
        cover = seen[..., 3:] / 255
        picture[:] = (picture * (1 - cover) + seen[..., :3] * cover).astype(np.uint8)
    return picture


def seconds(work: Callable[[], object]) -> float:
    """Median seconds of a few runs."""
    work()
    spent = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun)
    return median(spent)


def measure() -> dict[str, float]:
    """Seconds to find and to read two dice, with all threads and with one."""
    picture = frame()
    tray = np.zeros((720, 1280), bool)
    tray[200:560, 200:840] = True
    figures = {
        "dice_find_720p_s": seconds(lambda: find_dice(picture)),
        "dice_read_720p_s": seconds(lambda: read_dice(picture)),
        "dice_read_tray_known_size_s": seconds(lambda: read_dice(picture, region=tray, size=(26, 44))),
    }
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        figures["dice_read_720p_one_thread_s"] = seconds(lambda: read_dice(picture))
    finally:
        cv2.setNumThreads(threads)
    return figures
