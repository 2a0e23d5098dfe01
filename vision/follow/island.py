"""Read the island of a tracked board, oriented with the board tracker's north."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import HEXES, SYMMETRIES, HexId
from companion.island.reading import IslandReading
from vision.board import BoardReading, read_board
from vision.lattice import CENTRES, Points

_MAX_OFFSET_SHARE: Final = 0.5
"""Largest displacement of the island, as a share of the distance of two neighbouring hexes."""
_MOVES: Final = [np.array([HEXES.index(HexId(move(h))) for h in HEXES]) for move in SYMMETRIES[:6]]


def read_island(
    picture: NDArray[np.uint8],
    project: Callable[[Points], Points],
    read: Callable[[NDArray[np.uint8]], BoardReading] = read_board,
) -> IslandReading | str:
    """Read the island and rotate the result to the hex ids of a board tracker's plane.

    Args:
        picture: uint8, height x width x 3 (BGR).
        project: points n x 2 of the board tracker's plane as pixels of the picture (`BoardTracker.project`).
        read: reads a picture.

    Returns:
        The island; or the reason why it can't be read, in plain words.
    """
    reading = read(picture)
    if not reading.found:
        return reading.why
    there, here = reading.project(CENTRES), project(CENTRES)
    off = [float(np.linalg.norm(there[move] - here, axis=1).max()) for move in _MOVES]
    sixths = int(np.argmin(off))
    apart = float(np.linalg.norm(here[1] - here[0]))
    if off[sixths] > _MAX_OFFSET_SHARE * apart:
        return sentence("the island is no longer where it was a moment ago")
    return reading.island.rotate(sixths)
