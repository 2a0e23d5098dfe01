"""Dice drawn on their photo as they were read, for a person to judge at a glance."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import DiceReading, DieReading

_SURE: Final = 0.9
_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_DOUBT: Final = (255, 0, 255)


def draw_dice(image: NDArray[np.uint8], reading: DiceReading) -> NDArray[np.uint8]:
    """A copy of the photo with each die ringed and its value beside it.

    Where the confidence is under 90 % ring and value are magenta, and the confidence stands with the value.

    Args:
        image: BGR, height x width x 3; the photo that was read.
    """
    drawn = image.copy()
    for die in reading.dice:
        _draw(drawn, die)
    return drawn


def _draw(drawn: NDArray[np.uint8], die: DieReading) -> None:
    at = (round(16 * die.at[0]), round(16 * die.at[1]))
    colour = _PAPER if die.confidence >= _SURE else _DOUBT
    thick = max(1, round(die.size / 20))
    for tone, wide in ((_INK, 3 * thick), (colour, thick)):
        cv2.circle(drawn, at, round(16 * 0.62 * die.size), tone, wide, cv2.LINE_AA, 4)
    said = str(die.value) if die.confidence >= _SURE else f"{die.value} {die.confidence:.0%}"
    size = float(np.clip(die.size / 45, 0.4, 4))
    left = (round(die.at[0] + 0.7 * die.size), round(die.at[1] - 0.3 * die.size))
    for tone, wide in ((_INK, max(3, round(5 * size))), (colour, max(1, round(2 * size)))):
        cv2.putText(drawn, said, left, cv2.FONT_HERSHEY_SIMPLEX, size, tone, wide, cv2.LINE_AA)
