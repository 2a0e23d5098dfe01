"""Read the resource dice in a picture: each die's place, and the probabilities of its symbol."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection
from vision.dice.patches import cut_dice_patches
from vision.dice.reading import FaceReading, Weights, build_readings, locate_dice
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures, read_resources
from vision.dice.resources_learned import LearnedFaces
from vision.pictures import as_bgr

TURNS: Final = tuple(np.deg2rad((0.0, 90.0, 180.0, 270.0)))
"""A symbol may have any rotation, so it is read at four."""
_WITH_SYMBOLS: Final[Weights] = (0.5, 2.6, 0.3)
"""The pip reader doubts dice without pips, so the finder counts for more. Set on rendered dice."""


class ResourceDie(FaceReading[Resource]):
    """A resource die: its faces are `vision.dice.resources.RESOURCES`."""


@dataclass(frozen=True)
class ResourceDiceReading:
    """All resource dice of a picture, from left to right, and the seconds that reading took."""

    dice: tuple[ResourceDie, ...]
    seconds: float


def read_resource_dice(
    image: NDArray[np.uint8],
    learned: LearnedFaces | None = None,
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> ResourceDiceReading:
    """Read every resource die in a picture.

    Args:
        image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
        learned: the set of dice, if its faces were learned; None: the set is unknown, and each symbol is read
            as the most similar resource.
        region: height x width, true where the middle of a die's top face may be; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known: reading is faster then.

    Raises:
        PictureError: the image isn't one.
    """
    started = time.perf_counter()
    seen, is_die, look = detect_resource_dice(as_bgr(image), region=region, size=size)
    values = look.values if learned is None else learned.prototypes.face_probabilities(look)
    dice = build_readings(ResourceDie, RESOURCES, seen, values, is_die)
    return ResourceDiceReading(dice, time.perf_counter() - started)


def detect_resource_dice(
    picture: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> tuple[tuple[DieDetection, ...], NDArray[np.float64], ResourceFeatures]:
    """Return possible dice, the probability of each being one, and the features of their top faces."""
    seen, _, is_die = locate_dice(picture, region=region, size=size, weights=_WITH_SYMBOLS)
    return seen, is_die, read_resources(cut_dice_patches(picture, seen, TURNS), len(TURNS))
