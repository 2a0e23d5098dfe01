"""Measures the reading of six resource dice at 1280 x 720, unknown and with a learned set, on one thread.

The table is drawn. Finding the dice is most of it; `faces` is what their faces cost once they are found.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Final

import cv2
import numpy as np

from vision.dice import find_dice
from vision.dice.reading import cut_dice_patches
from vision.dice.resources import RESOURCES, TURNS, learn_faces, read_resource_dice, read_resources
from vision.training.resources.die_photos import render_table
from vision.training.resources.faces import draw_set, random_face_style

ROUNDS: Final = 12


def _milliseconds(work: Callable[[], object]) -> float:
    work()
    spent = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        work()
        spent.append(time.thread_time() - begun)
    return 1000 * median(spent)


def measure() -> dict[str, float]:
    """Median times, milliseconds."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    look = random_face_style("coloured", dict.fromkeys(RESOURCES, 0), rng)
    picture, _ = render_table(draw_set(look, rng), range(len(RESOURCES)), look.body, 32.0, 20.0, rng)
    dice = find_dice(picture)
    learned = learn_faces(
        cut_dice_patches(picture, dice), [RESOURCES[n % len(RESOURCES)] for n in range(len(dice))]
    )
    return {
        f"{len(dice)} resource dice, faces (ms)": _milliseconds(
            lambda: read_resources(cut_dice_patches(picture, dice, TURNS), len(TURNS))
        ),
        f"{len(dice)} resource dice, cold (ms)": _milliseconds(lambda: read_resource_dice(picture)),
        f"{len(dice)} resource dice, learned (ms)": _milliseconds(
            lambda: read_resource_dice(picture, learned)
        ),
    }
