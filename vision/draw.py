"""A reading drawn on its photo, for a person to judge at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, position
from companion.island.layout import Terrain
from vision.board import BoardReading, HexSeen
from vision.lattice import project

COLOURS: Final[Mapping[Terrain, tuple[int, int, int]]] = {
    "hills": (40, 70, 200),
    "forest": (30, 110, 20),
    "pasture": (60, 230, 130),
    "fields": (0, 215, 255),
    "mountains": (160, 140, 140),
    "desert": (170, 210, 235),
}
"""BGR."""
_SURE: Final = 0.9
_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_DOUBT: Final = (255, 0, 255)


def draw_reading(image: NDArray[np.uint8], reading: BoardReading) -> NDArray[np.uint8]:
    """A copy of the photo with the reading on it.

    Each hex is outlined in its terrain's colour; by its token stand its number and, in magenta
    where it is below 90 %, the confidence. Without an island the reason is written on the photo.

    Args:
        image: BGR, height x width x 3; the photo that was read.
    """
    drawn = image.copy()
    if reading.plane is None:
        size = max(0.4, image.shape[1] / 1600)
        _write(drawn, reading.why, (10, int(40 * size)), size, _PAPER)
        return drawn
    for seen in reading.hexes:
        _draw_hex(drawn, reading.plane, seen)
    return drawn


def _draw_hex(drawn: NDArray[np.uint8], plane: NDArray[np.float64], seen: HexSeen) -> None:
    middle = np.array(position(seen.id))
    corners = np.array([position(i) for i in CORNERS[seen.id]])
    outline = project(plane, middle + (corners - middle) * 0.94)
    side = float(np.linalg.norm(outline[1] - outline[0]))
    terrain = max(seen.reading.terrain.items(), key=lambda item: item[1])[0]
    number = max(seen.reading.number.items(), key=lambda item: item[1])[0]
    thick = max(1, round(side / 25))
    path = [np.round(outline * 16).astype(np.int32)]
    cv2.polylines(drawn, path, True, _INK, thick * 2, cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, COLOURS[terrain], thick, cv2.LINE_AA, 4)
    x, y = project(plane, (middle + np.array([0, 0.68]))[None])[0]
    size = side / 70
    label = f"{terrain[:3]} {'-' if number is None else number}"
    _write(drawn, label, (int(x - 0.5 * side), int(y)), size, COLOURS[terrain])
    sure = seen.reading.confidence
    if sure < _SURE:
        _write(drawn, f"{sure:.0%}", (int(x - 0.2 * side), int(y - 0.35 * side)), 0.8 * size, _DOUBT)
    cv2.circle(drawn, (int(seen.token[0]), int(seen.token[1])), max(2, thick), _DOUBT, -1, cv2.LINE_AA)


def _write(
    drawn: NDArray[np.uint8], text: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]
) -> None:
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * size))
    cv2.putText(drawn, text, at, font, size, _INK, thick * 3, cv2.LINE_AA)
    cv2.putText(drawn, text, at, font, size, colour, thick, cv2.LINE_AA)
