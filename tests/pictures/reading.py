"""Draws the reading of a rendered photo, as `companion read board --draw` does."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import cv2

from companion.island.geometry import COLOURS, HEXES, INTERSECTIONS, PATHS_AT
from companion.sim.picture import CameraPose, Piece, render_board
from companion.sim.world import shuffled_island
from tests.pictures.keeping import keep

SEED: Final = 4
BUILT_INTERSECTIONS: Final = INTERSECTIONS[3:54:6]


def make() -> None:
    """Render the picture."""
    layout = shuffled_island(random.Random(SEED))
    pose = CameraPose(tilt=28, rotation=-14)
    pieces = [
        Piece("city" if n % 3 == 0 else "settlement", at, COLOURS[n % 4])
        for n, at in enumerate(BUILT_INTERSECTIONS)
    ]
    pieces += [Piece("road", PATHS_AT[at][0], COLOURS[n % 4]) for n, at in enumerate(BUILT_INTERSECTIONS)]
    with tempfile.TemporaryDirectory() as folder:
        photo, drawn = Path(folder) / "photo.png", Path(folder) / "drawn.png"
        cv2.imwrite(str(photo), render_board(layout, pieces, HEXES[6], camera=pose, seed=SEED))
        command = [sys.executable, "-m", "companion", "read", "board", str(photo), "--draw", str(drawn)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        keep("reading", drawn.read_bytes())
