"""Reading the resource dice in a picture: each die's place, and the probabilities of its symbol."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.finding import DieSeen
from vision.dice.patches import cut
from vision.dice.reading import FaceReading, Weights, placed, told
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures, read_resources
from vision.dice.resources_learned import LearnedFaces
from vision.pictures import as_bgr

TURNS: Final = tuple(np.deg2rad((0.0, 90.0, 180.0, 270.0)))
"""A symbol may lie at any turn, and so it is looked at in four."""
_WITH_SYMBOLS: Final[Weights] = (0.5, 2.6, 0.3)
"""The reader of pips doubts dice without them: the finder counts for more. Set on drawn dice."""


class ResourceDie(FaceReading[Resource]):
    """A resource die: its faces are `vision.dice.resources.RESOURCES`."""


@dataclass(frozen=True)
class ResourceDiceReading:
    """All resource dice of a picture, from left to right, and the seconds it took to read them."""

    dice: tuple[ResourceDie, ...]
    seconds: float


def read_resource_dice(
    image: NDArray[np.uint8],
    learned: LearnedFaces | None = None,
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> ResourceDiceReading:
    """Read every resource die lying in a picture.

    Args:
        image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
        learned: the set of dice, if its faces were shown; None: nothing is known of it, and what is read is
            what its symbols most look like.
        region: height x width, true where the middle of a die's top face may lie; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known: reading is faster then.

    Raises:
        PictureError: the image isn't one.
    """
    begun = time.perf_counter()
    seen, is_die, look = look_at_dice(as_bgr(image), region=region, size=size)
    values = look.values if learned is None else learned.prototypes.values(look)
    dice = told(ResourceDie, RESOURCES, seen, values, is_die)
    return ResourceDiceReading(dice, time.perf_counter() - begun)


def look_at_dice(
    picture: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> tuple[tuple[DieSeen, ...], NDArray[np.float64], ResourceFeatures]:
    """Whatever may be dice, the probability that they are, and what their top faces look like."""
    seen, _, is_die = placed(picture, region=region, size=size, weights=_WITH_SYMBOLS)
    return seen, is_die, read_resources(cut(picture, seen, TURNS), len(TURNS))
