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

    Each hex is outlined in its terrain's colour and its token ringed; below stand terrain and
    number, above, in magenta where it is under 90 %, the confidence. Without an island
    the reason is written on the photo.

    Args:
        image: BGR, height x width x 3; the photo that was read.
    """
    drawn = image.copy()
    if reading.plane is None:
        height, width = image.shape[:2]
        _write(drawn, reading.why, (width / 2, height / 2), max(0.3, width / 2400), _PAPER)
        return drawn
    for seen in reading.hexes:
        _outline(drawn, reading.plane, seen)
    for seen in reading.hexes:
        _label(drawn, reading.plane, seen)
    return drawn


def _terrain(seen: HexSeen) -> Terrain:
    return max(seen.reading.terrain.items(), key=lambda item: item[1])[0]


def _side(plane: NDArray[np.float64], seen: HexSeen) -> float:
    """Half the height of a hex in the picture, in pixels."""
    corners = project(plane, np.array([position(i) for i in CORNERS[seen.id]]))
    return float(np.ptp(corners[:, 1])) / 2


def _outline(drawn: NDArray[np.uint8], plane: NDArray[np.float64], seen: HexSeen) -> None:
    middle = np.array(position(seen.id))
    corners = np.array([position(i) for i in CORNERS[seen.id]])
    path = [np.round(project(plane, middle + (corners - middle) * 0.94) * 16).astype(np.int32)]
    side = _side(plane, seen)
    thick, colour = max(1, round(side / 25)), COLOURS[_terrain(seen)]
    cv2.polylines(drawn, path, True, _INK, thick * 2, cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, colour, thick, cv2.LINE_AA, 4)
    token = (round(seen.token[0]), round(seen.token[1]))
    cv2.circle(drawn, token, max(3, round(0.36 * side)), colour, thick, cv2.LINE_AA)


def _label(drawn: NDArray[np.uint8], plane: NDArray[np.float64], seen: HexSeen) -> None:
    number = max(seen.reading.number.items(), key=lambda item: item[1])[0]
    side = _side(plane, seen)
    (x, y), size = seen.at, side / 110
    text = f"{_terrain(seen)} {'-' if number is None else number}"
    _write(drawn, text, (x, y + 0.66 * side), size, COLOURS[_terrain(seen)])
    if seen.reading.confidence < _SURE:
        _write(drawn, f"{seen.reading.confidence:.0%}", (x, y - 0.62 * side), size, _DOUBT)


def _write(
    drawn: NDArray[np.uint8], text: str, at: tuple[float, float], size: float, colour: tuple[int, int, int]
) -> None:
    """Write centred at a point, on a dark ground so that it can be read anywhere."""
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * size))
    (wide, high), low = cv2.getTextSize(text, font, size, thick)
    left, base = round(at[0] - wide / 2), round(at[1] + high / 2)
    slack = max(1, high // 4)
    cv2.rectangle(drawn, (left - slack, base - high - slack), (left + wide + slack, base + low), _INK, -1)
    cv2.putText(drawn, text, (left, base), font, size, colour, thick, cv2.LINE_AA)
