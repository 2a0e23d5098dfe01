"""Draw the reading of cards on its photo, for the players to check at a glance."""

from __future__ import annotations

from itertools import cycle
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline
from vision.cards.reading import CardsReading

_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_ANSWERS: Final = ((255, 0, 255), (0, 220, 0), (255, 160, 0), (0, 140, 255))
"""BGR of the rings around common symbols, a pair each."""
_RING: Final = 1.25
"""Radius of the ring divided by that of the symbol."""


def draw_cards(image: NDArray[np.uint8], reading: CardsReading) -> NDArray[np.uint8]:
    """Return a copy of the photo with each card outlined, and the common symbols ringed and joined by a line.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its cards.
    """
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 320))
    for card in reading.cards:
        _draw_outline(drawn, card, thick)
    for pair, colour in zip(reading.pairs, cycle(_ANSWERS)):
        answer = pair.answer
        if answer is None:
            continue
        places = [(*symbol.at, _RING * symbol.radius) for symbol in (answer.first, answer.second)]
        (x1, y1, r1), (x2, y2, r2) = places
        along = np.array([x2 - x1, y2 - y1]) / max(1.0, float(np.hypot(x2 - x1, y2 - y1)))
        ends = [np.array([x1, y1]) + along * r1, np.array([x2, y2]) - along * r2]
        for tone, wide in ((_INK, 3 * thick), (colour, 2 * thick)):
            cv2.line(drawn, _to_sixteenths(ends[0]), _to_sixteenths(ends[1]), tone, wide, cv2.LINE_AA, 4)
            for x, y, radius in places:
                cv2.circle(
                    drawn, _to_sixteenths(np.array([x, y])), round(16 * radius), tone, wide, cv2.LINE_AA, 4
                )
    return drawn


def _to_sixteenths(place: NDArray[np.float64]) -> tuple[int, int]:
    """Return a place in sixteenths of a pixel, as OpenCV draws it."""
    return round(16 * float(place[0])), round(16 * float(place[1]))


def _draw_outline(drawn: NDArray[np.uint8], card: CardOutline, thick: int) -> None:
    points = np.rint(card.points(120) * 16).astype(np.int32)
    for tone, wide in ((_INK, 2 * thick), (_PAPER, thick)):
        cv2.polylines(drawn, [points], True, tone, wide, cv2.LINE_AA, 4)
