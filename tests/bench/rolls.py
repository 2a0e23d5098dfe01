"""Measures roll detection, frame by frame, at 1280 x 720 on one thread.

The table is drawn by the simulation; every frame has the sensor's own noise. Times are the thread's own,
whatever else the machine does.
"""

from __future__ import annotations

import random
import time
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, CameraPose, Clutter, render_board
from companion.sim.tabletop import draw_resting_dice, pick_up_dice, throw_dice
from tests.images import add_noise
from vision.dice.region import region_beside_island
from vision.dice.rolls import RollWatch

NOISE = 2.0
"""Grey levels by which a sensor is off."""
CAMERA: Final = CameraPose(tilt=20, distance=17)
FPS: Final = 12.0
THROWS: Final = 5


def draw_table(clutter: tuple[Clutter, ...]) -> NDArray[np.uint8]:
    """The table without noise."""
    lens = CameraEffects(noise=0, jpeg_quality=None)
    return render_board(first_game_layout(), camera=CAMERA, lens=lens, clutter=clutter)


def measure() -> dict[str, float]:
    """Milliseconds a frame: while nothing happens, while dice and hands move, while dice are read."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    spent: dict[str, list[float]] = {}
    rolls = 0
    try:
        watch = RollWatch(region_beside_island(CAMERA.homography(), CAMERA.width, CAMERA.height))
        t = 0.0

        def show(picture: NDArray[np.uint8]) -> None:
            nonlocal t, rolls
            frame = add_noise(picture, NOISE)
            begun = time.thread_time()
            result = watch.process_frame(frame, t)
            spent.setdefault(result.state, []).append(1e3 * (time.thread_time() - begun))
            rolls += result.roll is not None
            t += 1 / FPS

        rng = random.Random(1)
        bare = draw_table(())
        for _ in range(100):
            show(bare)
        lying = None
        for _ in range(THROWS):
            dice = draw_resting_dice((rng.randint(1, 6), rng.randint(1, 6)), (7.4, 0.0), 1.0, rng)
            gone = () if lying is None else pick_up_dice(lying, 90, FPS)
            for scene in (*gone, *throw_dice(dice, 90, FPS, rng)):
                show(draw_table(scene))
            still = draw_table(dice)
            for _ in range(30):
                show(still)
            lying = dice
    finally:
        cv2.setNumThreads(threads)
    # Dice are read only in the few frames that take long.
    reading = [ms for ms in spent["settling"] if ms > 10]
    return {
        "rolls_quiet_frame_ms": median(spent["empty"]),
        "rolls_frame_with_dice_lying_ms": median(spent["resting"]),
        "rolls_frame_with_a_hand_ms": median(spent["hand"]),
        "rolls_reading_frame_ms": median(reading) if reading else float("nan"),
        "rolls_slowest_frame_ms": max(ms for frames in spent.values() for ms in frames),
        "rolls_of_five_seen": rolls,
    }
