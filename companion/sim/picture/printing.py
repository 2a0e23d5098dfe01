"""Converts a painting to the inks of another printing of the game."""

from __future__ import annotations

from typing import Final, Literal, get_args

import cv2
import numpy as np

from companion.sim.picture.noise import Field

Printing = Literal["painted", "pale", "bold"]
PRINTINGS: Final[tuple[Printing, ...]] = get_args(Printing)
_INK_STEP: Final = 40.0
"""Grey levels between the inks of a bold printing."""


def apply_printing(paint: Field, printing: Printing) -> Field:
    """Return a painting (H x W x 3, BGR, 0 to 255) in the inks of a printing.

    "painted" is the painting itself, "pale" a bleached and yellowed print, "bold" one with flat strong inks.
    """
    if printing == "painted":
        return paint
    grey = paint.mean(axis=2, keepdims=True)
    if printing == "pale":
        bleached = 70 + 0.72 * (grey + 0.62 * (paint - grey))
        return np.asarray((bleached * np.array([0.86, 0.98, 1.03])).clip(0, 255), np.float32)
    smooth = np.asarray(cv2.GaussianBlur(paint, (0, 0), 1.5), np.float32)
    strong = grey + 1.35 * (smooth - grey)
    return np.asarray((np.rint(strong / _INK_STEP) * _INK_STEP).clip(0, 255), np.float32)
