"""A store of drawn dice, sorted by tilt, so that a view takes dice that one camera could have seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.faces import SIDE_PX
from vision.training.dice.shapes import cast, random_shape
from vision.training.dice.sprites import Sprite, hard_dice, paint, pip_dice
from vision.training.textures import Image, Rng, colour

NO_PIPS: Final = 0
"""Top of a die that can't be read as pips: symbols, a blank face, a cocked die."""
_EACH: Final = 3
_LOW_SHARE, _LOW_DEG = 0.4, (30.0, 62.0)
"""Share of dice seen from low down, and how far off the vertical."""
_HARD_SHARE: Final = 0.5
"""Share of dice that are hard to read."""
_NEAR_RADIANS: Final = 0.15
"""Dice of one view differ by so much in tilt, radians."""


@dataclass(frozen=True)
class Stored:
    """A drawn die at two sizes (pixels of an edge: 64 and 32), the tilt it is seen at, radians, and its mean
    colour, BGR."""

    whole: Sprite
    half: Sprite
    tilt: float
    tone: NDArray[np.float64]


class Bank:
    """Draws dice ahead, and new ones as it goes."""

    def __init__(self, many: int, rng: Rng) -> None:
        self._stored: list[Stored] = []
        for _ in range(-(-many // _EACH)):
            self._stored += _drawn(rng)

    def refresh(self, rng: Rng) -> None:
        """Put a few new dice in the place of old ones."""
        for new in _drawn(rng):
            self._stored[int(rng.integers(len(self._stored)))] = new

    def dice(self, many: int, rng: Rng) -> list[Stored]:
        """Dice seen at about the same tilt."""
        tilts = np.array([one.tilt for one in self._stored])
        first = self._stored[int(rng.integers(len(self._stored)))]
        near = np.flatnonzero(np.abs(tilts - first.tilt) < _NEAR_RADIANS)
        return [self._stored[int(n)] for n in rng.choice(near, many)]


def _drawn(rng: Rng) -> list[Stored]:
    shape = random_shape(rng)
    if rng.random() < _LOW_SHARE:
        shape = replace(shape, tilt=float(np.deg2rad(rng.uniform(*_LOW_DEG))))
    kind = rng.random()
    if kind < 0.05:
        shape = replace(shape, tilt=shape.tilt * 0.4, lean=float(np.deg2rad(rng.uniform(25, 45))))
    seen = cast(shape)
    if kind < 0.05:
        dice = [replace(die, top=NO_PIPS) for die in pip_dice(seen, _EACH, rng)]
    elif kind < 0.17:
        dice = []
        for _ in range(_EACH):
            ground = colour(((0, 180), (0, 255), (20, 255)), rng)
            dice.append(paint(seen, symbol_faces(ground, rng), ground, NO_PIPS, rng))
    elif kind < 0.17 + _HARD_SHARE:
        dice = hard_dice(seen, _EACH, rng)
    else:
        dice = pip_dice(seen, _EACH, rng)
    return [_stored(_premultiplied(die), shape.tilt) for die in dice]


def _stored(die: Sprite, tilt: float) -> Stored:
    total = die.picture.reshape(-1, 4).sum(axis=0, dtype=np.float64)
    return Stored(die, _half(die), tilt, 255 * total[:3] / max(total[3], 1.0))


def _premultiplied(die: Sprite) -> Sprite:
    cover = die.picture[..., 3:].astype(np.float32) / 255
    colours = die.picture[..., :3] * cover
    return replace(die, picture=np.dstack([colours.astype(np.uint8), die.picture[..., 3]]))


def _half(die: Sprite) -> Sprite:
    side = die.picture.shape[0] // 2
    small = cv2.resize(die.picture, (side, side), interpolation=cv2.INTER_AREA)
    at = ((die.at[0] + 0.5) / 2 - 0.5, (die.at[1] + 0.5) / 2 - 0.5)
    return Sprite(np.asarray(small, np.uint8), at, die.size / 2, die.top)


def symbol_faces(ground: NDArray[np.float32], rng: Rng) -> NDArray[np.uint8]:
    """Six faces with signs of no meaning: a finder of dice leans on no pips. 6 x SIDE_PX x SIDE_PX x 4."""
    blank = rng.random() < 0.15
    return np.stack([_sign(ground, blank, rng) for _ in range(6)])


def _sign(ground: NDArray[np.float32], blank: bool, rng: Rng) -> Image:
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
            far = reach * rng.uniform(0.5, 1, len(angles))
            points = np.stack([x + far * np.cos(angles), y + far * np.sin(angles)], 1)
            cv2.fillPoly(face, [points.astype(np.int32)], tone, cv2.LINE_AA)
        elif kind < 0.75:
            axes = (int(reach), int(reach * rng.uniform(0.4, 1)))
            thick = -1 if rng.random() < 0.5 else 4
            cv2.ellipse(face, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, tone, thick, cv2.LINE_AA)
        else:
            letter = chr(int(rng.integers(48, 91)))
            cv2.putText(face, letter, (int(x - 12), int(y + 12)), 0, 1.2, tone, 4, cv2.LINE_AA)
    return face
