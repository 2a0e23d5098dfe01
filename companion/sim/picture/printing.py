"""How a printing differs from another: the same landscapes in other inks."""

from __future__ import annotations

from typing import Final, Literal, get_args

import cv2
import numpy as np

from companion.sim.picture.noise import Field

Printing = Literal["painted", "pale", "bold"]
PRINTINGS: Final[tuple[Printing, ...]] = get_args(Printing)
_FLAT: Final = 40.0
"""Grey levels between the inks of a bold printing."""


def printed(paint: Field, printing: Printing) -> Field:
    """A painting (H x W x 3, BGR, 0 to 255) as a printing shows it.

    "painted" is the painting itself; "pale" an old print, bleached and yellowed; "bold" flat strong inks.
    """
    if printing == "painted":
        return paint
    grey = paint.mean(axis=2, keepdims=True)
    if printing == "pale":
        bleached = 70 + 0.72 * (grey + 0.62 * (paint - grey))
        return np.asarray((bleached * np.array([0.86, 0.98, 1.03])).clip(0, 255), np.float32)
    smooth = np.asarray(cv2.GaussianBlur(paint, (0, 0), 1.5), np.float32)
    strong = grey + 1.35 * (smooth - grey)
    return np.asarray((np.rint(strong / _FLAT) * _FLAT).clip(0, 255), np.float32)
