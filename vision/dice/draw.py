"""Draw the readings of dice on their photo, for a person to check at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection
from vision.dice.reading import DiceReading, FaceReading
from vision.dice.resources import ResourceDiceReading

_SURE_P: Final = 0.9
_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_DOUBT: Final = (255, 0, 255)


def draw_dice(image: NDArray[np.uint8], reading: DiceReading | ResourceDiceReading) -> NDArray[np.uint8]:
    """Return a copy of the photo with each die ringed and its value next to it.

    Below 90 % confidence, ring and value are magenta, and the confidence follows the value.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its dice.
    """
    drawn = image.copy()
    for die in reading.dice:
        _draw_die(drawn, die)
    return drawn


def draw_numbers(image: NDArray[np.uint8], dice: Sequence[DieDetection]) -> NDArray[np.uint8]:
    """Return a copy of the photo with each die ringed and numbered from 1, for a person to name its face.

    Args:
        image: BGR, height x width x 3.
        dice: in the order of their numbers.
    """
    drawn = image.copy()
    for number, die in enumerate(dice, 1):
        _draw_ring(drawn, die, str(number), _PAPER)
    return drawn


def _draw_die(drawn: NDArray[np.uint8], die: FaceReading[Any]) -> None:
    sure = die.confidence >= _SURE_P
    label = str(die.value) if sure else f"{die.value} {die.confidence:.0%}"
    _draw_ring(drawn, die, label, _PAPER if sure else _DOUBT)


def _draw_ring(
    drawn: NDArray[np.uint8], die: DieDetection | FaceReading[Any], label: str, colour: tuple[int, int, int]
) -> None:
    at = (round(16 * die.at[0]), round(16 * die.at[1]))
    thick = max(1, round(die.size / 20))
    for tone, wide in ((_INK, 3 * thick), (colour, thick)):
        cv2.circle(drawn, at, round(16 * 0.62 * die.size), tone, wide, cv2.LINE_AA, 4)
    size = float(np.clip(die.size / 45, 0.4, 4))
    left = (round(die.at[0] + 0.7 * die.size), round(die.at[1] - 0.3 * die.size))
    for tone, wide in ((_INK, max(3, round(5 * size))), (colour, max(1, round(2 * size)))):
        cv2.putText(drawn, label, left, cv2.FONT_HERSHEY_SIMPLEX, size, tone, wide, cv2.LINE_AA)
