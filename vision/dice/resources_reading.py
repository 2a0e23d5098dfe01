"""Read the resource dice in a picture: each die's place, and the probabilities of its symbol."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection
from vision.dice.patches import cut_dice_patches
from vision.dice.reading import FaceReading, Weights, build_readings, locate_dice
from vision.dice.resources import RESOURCES, TURNS, Resource, ResourceFeatures, read_resources
from vision.dice.resources_learned import LearnedFaces
from vision.network import sigmoid
from vision.pictures import as_bgr

_WITH_SYMBOLS: Final[Weights] = (0.5, 2.6, 0.3)
"""The pip reader doubts dice without pips, so the finder counts for more. Set on rendered dice."""


_FAINT_DIE_P: Final = 0.1
"""A less probable detection isn't compared with the learned faces."""
_WIDTH_SCATTER: Final = 0.2
"""Scatter of the dice's widths in one picture, as natural logarithm: the camera may be nearer to some."""
_WIDTH_RATIO: Final = 1.1
"""Largest ratio of the width at which a die's face is read to the common one: a detected width has errors."""
_RESEMBLANCE_WEIGHT: Final = 0.5
"""Weight of the likeness to a learned face as evidence of a die: side faces resemble them too."""
_MAX_RESEMBLANCE: Final = 6.0
"""Largest log odds of a likeness."""


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
    seen, is_die, look = detect_resource_dice(as_bgr(image), learned, region=region, size=size)
    values = look.values if learned is None else learned.prototypes.face_probabilities(look)
    dice = build_readings(ResourceDie, RESOURCES, seen, values, is_die)
    return ResourceDiceReading(dice, time.perf_counter() - started)


def detect_resource_dice(
    picture: NDArray[np.uint8],
    learned: LearnedFaces | None = None,
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
) -> tuple[tuple[DieDetection, ...], NDArray[np.float64], ResourceFeatures]:
    """Return possible dice, the probability of each being one, and the features of their top faces.

    All dice of a set are equally wide, and show faces of the set: a symbol that resembles a small die is
    dropped, and a faint detection that shows a learned face is kept.

    Args:
        picture: BGR, height x width x 3.
        learned: as of `read_resource_dice`.
        region: as of `read_resource_dice`.
        size: as of `read_resource_dice`.
    """
    found, _, found_p = locate_dice(
        picture, region=region, size=size, weights=_WITH_SYMBOLS, least=_FAINT_DIE_P
    )
    is_die = found_p
    if learned is not None:
        is_die = _weigh_resemblance(found_p, learned, _read_faces(picture, found))
    width = estimate_common_width(found, is_die)
    seen = tuple(replace(die, size=float(np.clip(die.size, width / _WIDTH_RATIO, width * _WIDTH_RATIO)))
                 for die in found)  # fmt: skip
    look = _read_faces(picture, seen)
    is_die = found_p if learned is None else _weigh_resemblance(found_p, learned, look)
    strangeness = np.log([die.size / width for die in found]) / _WIDTH_SCATTER
    return seen, sigmoid(_log_odds(is_die) - strangeness**2 / 2), look


def estimate_common_width(seen: Sequence[DieDetection], is_die: NDArray[np.float64]) -> float:
    """Return the width of a die on which most detections agree, pixels; 1 without detections.

    Args:
        seen: n detections.
        is_die: n probabilities, their weights.
    """
    if not seen:
        return 1.0
    logs = np.log([die.size for die in seen])
    near = np.exp(-(((logs[:, None] - logs) / _WIDTH_SCATTER) ** 2) / 2) * is_die
    votes = near[int(near.sum(axis=1).argmax())]
    return float(np.exp((votes * logs).sum() / max(votes.sum(), 1e-9)))


def _read_faces(picture: NDArray[np.uint8], seen: Sequence[DieDetection]) -> ResourceFeatures:
    return read_resources(cut_dice_patches(picture, seen, TURNS), len(TURNS))


def _weigh_resemblance(
    is_die: NDArray[np.float64], learned: LearnedFaces, look: ResourceFeatures
) -> NDArray[np.float64]:
    """Return the probabilities of dice, given how much their top faces resemble the learned ones."""
    odds = learned.prototypes.resemblance_log_odds(look).clip(-_MAX_RESEMBLANCE, _MAX_RESEMBLANCE)
    return sigmoid(_log_odds(is_die) + _RESEMBLANCE_WEIGHT * odds)


def _log_odds(p: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = p.clip(1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped / (1 - clipped)))
