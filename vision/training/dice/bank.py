"""A pool of drawn dice, chosen by tilt, so that all dice of a view could be seen by one camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.faces import SIDE_PX
from vision.training.dice.shapes import cast_die, random_shape
from vision.training.dice.sprites import Sprite, hard_dice, paint, pip_dice
from vision.training.textures import Image, Rng, colour

NO_PIPS: Final = 0
"""Top of a die without readable pips: symbols, a blank face, a cocked die."""
_DICE_PER_SHAPE: Final = 3
_LOW_SHARE, _LOW_DEG = 0.4, (30.0, 62.0)
"""Share of dice seen at a low angle, and their range of tilts in degrees."""
_HARD_SHARE: Final = 0.5
"""Share of dice that are hard to read."""
_NEAR_RADIANS: Final = 0.15
"""Largest difference of tilts in one view, radians."""


@dataclass(frozen=True)
class StoredDie:
    """A drawn die.

    Attributes:
        whole: drawn with an edge of 64 pixels.
        half: drawn with an edge of 32 pixels.
        tilt: the viewing angle from the vertical, radians.
        tone: its mean colour, BGR.
    """

    whole: Sprite
    half: Sprite
    tilt: float
    tone: NDArray[np.float64]


class DiceBank:
    """A pool of dice that is drawn ahead and renewed gradually."""

    def __init__(self, count: int, rng: Rng) -> None:
        self._stored: list[StoredDie] = []
        for _ in range(-(-count // _DICE_PER_SHAPE)):
            self._stored += _draw_dice(rng)

    def refresh(self, rng: Rng) -> None:
        """Replace a few old dice by new ones."""
        for new in _draw_dice(rng):
            self._stored[int(rng.integers(len(self._stored)))] = new

    def choose_dice(self, count: int, rng: Rng) -> list[StoredDie]:
        """Choose dice of similar tilt."""
        tilts = np.array([one.tilt for one in self._stored])
        first = self._stored[int(rng.integers(len(self._stored)))]
        near = np.flatnonzero(np.abs(tilts - first.tilt) < _NEAR_RADIANS)
        return [self._stored[int(n)] for n in rng.choice(near, count)]


def _draw_dice(rng: Rng) -> list[StoredDie]:
    shape = random_shape(rng)
    if rng.random() < _LOW_SHARE:
        shape = replace(shape, tilt=float(np.deg2rad(rng.uniform(*_LOW_DEG))))
    kind = rng.random()
    if kind < 0.05:
        shape = replace(shape, tilt=shape.tilt * 0.4, lean=float(np.deg2rad(rng.uniform(25, 45))))
    dice_cast = cast_die(shape)
    if kind < 0.05:
        dice = [replace(die, top=NO_PIPS) for die in pip_dice(dice_cast, _DICE_PER_SHAPE, rng)]
    elif kind < 0.17:
        dice = []
        for _ in range(_DICE_PER_SHAPE):
            ground = colour(((0, 180), (0, 255), (20, 255)), rng)
            dice.append(paint(dice_cast, symbol_faces(ground, rng), ground, NO_PIPS, rng))
    elif kind < 0.17 + _HARD_SHARE:
        dice = hard_dice(dice_cast, _DICE_PER_SHAPE, rng)
    else:
        dice = pip_dice(dice_cast, _DICE_PER_SHAPE, rng)
    return [_store(_premultiply(die), shape.tilt) for die in dice]


def _store(die: Sprite, tilt: float) -> StoredDie:
    total = die.picture.reshape(-1, 4).sum(axis=0, dtype=np.float64)
    return StoredDie(die, _halve(die), tilt, 255 * total[:3] / max(total[3], 1.0))


def _premultiply(die: Sprite) -> Sprite:
    cover = die.picture[..., 3:].astype(np.float32) / 255
    colours = die.picture[..., :3] * cover
    return replace(die, picture=np.dstack([colours.astype(np.uint8), die.picture[..., 3]]))


def _halve(die: Sprite) -> Sprite:
    side = die.picture.shape[0] // 2
    small = cv2.resize(die.picture, (side, side), interpolation=cv2.INTER_AREA)
    at = ((die.at[0] + 0.5) / 2 - 0.5, (die.at[1] + 0.5) / 2 - 0.5)
    return Sprite(np.asarray(small, np.uint8), at, die.size / 2, die.top)


def symbol_faces(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.uint8]:
    """Draw six faces with meaningless signs, so that the finder doesn't depend on pips.

    Returns:
        6 x SIDE_PX x SIDE_PX x 4.
    """
    blank = rng.random() < 0.15
    return np.stack([_draw_symbol(ground, blank, rng) for _ in range(6)])


def _draw_symbol(ground: NDArray[np.float32], blank: bool, rng: Rng) -> Image:
    face = np.zeros((SIDE_PX, SIDE_PX, 4), np.uint8)
    if blank:
        return face
    if rng.random() < 0.4:
        tone = [*colour(((0, 180), (0, 255), (20, 255)), rng).tolist(), 255]
        rim = int(rng.integers(3, 12))
        cv2.rectangle(face, (rim, rim), (SIDE_PX - rim, SIDE_PX - rim), tone, -1)
    for _ in range(int(rng.integers(1, 5))):
        tone = [*colour(((0, 180), (0, 255), (0, 255)), rng).tolist(), 255]
        reach = rng.uniform(0.1, 0.33) * SIDE_PX
        x, y = SIDE_PX / 2 + rng.normal(0, 0.1, 2) * SIDE_PX
        kind = rng.random()
        if kind < 0.5:
            angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
            radii = reach * rng.uniform(0.5, 1, len(angles))
            points = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], 1)
            cv2.fillPoly(face, [points.astype(np.int32)], tone, cv2.LINE_AA)
        elif kind < 0.75:
            axes = (int(reach), int(reach * rng.uniform(0.4, 1)))
            thick = -1 if rng.random() < 0.5 else 4
            cv2.ellipse(face, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, tone, thick, cv2.LINE_AA)
        else:
            letter = chr(int(rng.integers(48, 91)))
            cv2.putText(face, letter, (int(x - 12), int(y + 12)), 0, 1.2, tone, 4, cv2.LINE_AA)
    return face
