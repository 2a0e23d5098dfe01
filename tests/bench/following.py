"""Measures board tracking, frame by frame, at 1280 x 720 on one thread.

The board is drawn by the simulation; every frame has the sensor's own noise. Times are the thread's own,
whatever else the machine does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import INTERSECTIONS, PATHS, HexId
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, CameraPose, Piece, render_board
from tests.images import add_noise
from vision.buildings import CLASSES, MAX_EXAMPLES_PER_KIND, Example
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate

NOISE = 2.0
"""Grey levels by which a sensor is off."""
CAMERA: Final = CameraPose(tilt=20, distance=15.5)
FPS: Final = 10.0
ROUNDS: Final = 8
SEVERAL_PIECES: Final = (
    Piece("settlement", INTERSECTIONS[9], "red"),
    Piece("road", PATHS[8], "red"),
    Piece("settlement", INTERSECTIONS[30], "blue"),
    Piece("road", PATHS[40], "blue"),
)
KNOWN_PIECES: Final = tuple(
    Example(at, "settlement", (0.0,) * CLASSES, 0.5) for at in INTERSECTIONS[-MAX_EXAMPLES_PER_KIND:]
)
"""As many buildings of this table as are ever held against another."""


def render_still(pieces: tuple[Piece, ...] = (), robber: str = "h0,0") -> NDArray[np.uint8]:
    """The board without noise."""
    lens = CameraEffects(noise=0, jpeg_quality=None)
    return render_board(first_game_layout(), pieces, HexId(robber), camera=CAMERA, lens=lens)


class Timed:
    """A board tracker, and how long each of its frames took."""

    def __init__(self, empty: NDArray[np.uint8]) -> None:
        made = calibrate([add_noise(empty, NOISE) for _ in range(5)])
        if not isinstance(made, Calibration):
            raise RuntimeError(f"the drawn table could not be calibrated: {made.why}")
        self.tracker = BoardTracker(replace(made, examples=KNOWN_PIECES), standing={})
        self.t = 0.0
        self.show(empty, 10)

    def show(self, picture: NDArray[np.uint8], frames: int) -> list[tuple[str, float]]:
        """The state after each frame, and its milliseconds."""
        spent: list[tuple[str, float]] = []
        for _ in range(frames):
            frame = add_noise(picture, NOISE)
            begun = time.thread_time()
            result = self.tracker.process_frame(frame, self.t)
            spent.append((result.state, 1e3 * (time.thread_time() - begun)))
            self.t += 1 / FPS
        return spent

    def change(self, picture: NDArray[np.uint8], back: NDArray[np.uint8]) -> list[float]:
        """Milliseconds of the frames that read what changed, over some rounds of change and back."""
        spent = []
        for _ in range(ROUNDS):
            for shown in (picture, back):
                took = self.show(shown, 25)
                reading = [ms for state, ms in took if state == "stable"]
                spent += reading
        return spent


def resident() -> float:
    """Megabytes that this process has in memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def follow(frames: int) -> dict[str, float]:
    """Follow a quiet board, to measure the memory of a separate process that does nothing else."""
    cv2.setNumThreads(1)
    empty = render_still()
    table = Timed(empty)
    # Made beforehand, so that their making isn't counted with the frames.
    shots = [add_noise(empty, NOISE) for _ in range(8)]
    for n in range(frames):
        table.tracker.process_frame(shots[n % len(shots)], table.t + n / FPS)
    return {"memory_mb": resident()}


def follow_in_process(frames: int) -> dict[str, float]:
    """Run `follow` in a separate process."""
    # By the module's name: this folder's modules have the names of packages, and must not stand before them.
    command = [sys.executable, "-m", "tests.bench.following", str(frames)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure() -> dict[str, float]:
    """Milliseconds a frame, and megabytes."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        empty = render_still()
        table = Timed(empty)
        quiet = [ms for _, ms in table.show(empty, 200)]
        one = table.change(render_still(SEVERAL_PIECES[:1]), empty)
        several = table.change(render_still(SEVERAL_PIECES, robber="h1,0"), empty)
    finally:
        cv2.setNumThreads(threads)
    return {
        "follow_quiet_frame_ms": median(quiet),
        "follow_quiet_frame_mean_ms": sum(quiet) / len(quiet),
        "follow_update_one_site_ms": median(one),
        "follow_update_four_sites_and_robber_ms": median(several),
        "follow_update_worst_ms": max(one + several),
        "follow_memory_mb": follow_in_process(20)["memory_mb"],
    }


if __name__ == "__main__":
    print(json.dumps(follow(int(sys.argv[1]))))
