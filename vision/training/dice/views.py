"""Views to learn from: a piece of some source with drawn dice laid on it, as some camera takes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.bank import Bank, Stored
from vision.training.dice.sources import DicePicture, LabelledDie
from vision.training.textures import Image, Rng
from vision.training.views import light

VIEW_PX: Final = 128
"""Pixels across a view."""
WIDTHS: Final = ((0.12, 3.5, 8.0), (0.76, 8.0, 46.0), (0.12, 46.0, 110.0))
"""Widths of dice in views, pixels: shares of views, and between which widths. The smallest and the largest
are there so that heaps of dice, and single pips, aren't taken for dice."""

_ALIKE_SHARE: Final = 0.2
"""Share of the drawn views that are tinted to about the colour of their dice."""
_BRIGHTEST: Final = 185.0
"""A burnt picture's mean, at most: of a brighter one nothing is left to see."""
_HIDDEN_SHARE: Final = 0.15
"""Share of the views with drawn dice in which a piece stands before one of them."""
_AS_IT_IS_SHARE: Final = 0.4
"""Share of the views of photos that keep about their scale, and the photo's own light and noise."""


@dataclass(frozen=True)
class DiceSample:
    """A picture to learn from, VIEW_PX x VIEW_PX x 3, BGR; its dice; and whether these are all."""

    picture: Image
    dice: tuple[LabelledDie, ...]
    whole: bool


def photo_view(source: DicePicture, bank: Bank, rng: Rng) -> DiceSample:
    """A view of a photo with dice, around one of them; now and then with drawn ones between."""
    die = source.dice[int(rng.integers(len(source.dice)))]
    as_it_is = rng.random() < _AS_IT_IS_SHARE
    width = die.size * float(np.exp(rng.normal(0, 0.1))) if as_it_is else _width(rng)
    scale = min(width / die.size, 2.0)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.2)
    seen = _taken(source, die.at, scale, turn, rng)
    if rng.random() < 0.25:
        seen = laid(seen, bank, die.size * scale, int(rng.integers(1, 3)), rng)
    return seen if as_it_is else _shot(seen, rng)


def drawn_view(source: DicePicture, bank: Bank, rng: Rng) -> DiceSample:
    """A view of anything at all with drawn dice laid on it; sometimes with none."""
    height, width = source.picture.shape[:2]
    at = (rng.uniform(0, width), rng.uniform(0, height))
    scale = float(np.exp(rng.uniform(np.log(0.3), np.log(1.2))))
    seen = _taken(source, at, scale, rng.uniform(0, 2 * np.pi), rng)
    if rng.random() < 0.75:
        seen = laid(seen, bank, _width(rng), int(rng.choice([1, 2, 3, 5, 8])), rng)
    return _shot(seen, rng)


def _width(rng: Rng) -> float:
    _, least, most = WIDTHS[int(rng.choice(len(WIDTHS), p=[share for share, *_ in WIDTHS]))]
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


def _taken(source: DicePicture, at: tuple[float, float], scale: float, turn: float, rng: Rng) -> DiceSample:
    """A source around a point, scaled, turned, perhaps mirrored and squeezed."""
    squeeze = np.exp(rng.normal(0, 0.12)) if rng.random() < 0.4 else 1.0
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    c, s = np.cos(turn), np.sin(turn)
    move = scale * np.diag([squeeze * mirror, 1 / squeeze]) @ np.array([[c, -s], [s, c]])
    middle = VIEW_PX / 2 + rng.uniform(-0.3, 0.3, 2) * VIEW_PX
    picture, shrunk = source.picture, 1.0
    while scale / shrunk < 0.55:
        picture, shrunk = np.asarray(cv2.pyrDown(picture), np.uint8), shrunk / 2
    shift = middle - move @ np.array(at)
    matrix = np.column_stack([move / shrunk, shift])
    seen = cv2.warpAffine(picture, matrix, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REFLECT)
    # What is mirrored in at the border has no labels.
    inside = cv2.warpAffine(np.ones(picture.shape[:2], np.uint8), matrix, (VIEW_PX, VIEW_PX)).all()
    dice = tuple(_moved(die, move, shift) for die in source.dice)
    return DiceSample(np.asarray(seen, np.uint8), dice, source.whole and (bool(inside) or not source.dice))


def _moved(die: LabelledDie, move: NDArray[np.float64], shift: NDArray[np.float64]) -> LabelledDie:
    x, y = move @ np.array(die.at) + shift
    right, down = move @ np.array([np.cos(die.up), np.sin(die.up)])
    size = die.size * float(np.sqrt(abs(np.linalg.det(move))))
    return LabelledDie((float(x), float(y)), size, die.top, float(np.arctan2(down, right)))


def laid(seen: DiceSample, bank: Bank, width: float, many: int, rng: Rng) -> DiceSample:
    """Lay drawn dice of about a width on a view, none on another, some touching."""
    picture: NDArray[Any] = seen.picture.astype(np.float32)
    dice = list(seen.dice)
    roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.15)
    squeeze = np.exp(rng.normal(0, 0.12)) if rng.random() < 0.3 else 1.0
    shadow = rng.normal(0, 0.25, 2), rng.uniform(0.05, 0.25), rng.uniform(0, 0.65)
    laid_dice = bank.dice(many, rng)
    if not dice and rng.random() < _ALIKE_SHARE:
        picture += rng.uniform(0.7, 1.0) * (laid_dice[0].tone - picture.mean(axis=(0, 1)))
    for one in laid_dice:
        size = width * float(rng.uniform(0.85, 1.15))
        apart = size * (1.0 + 0.5 * np.sin(one.tilt)) * rng.uniform(0.95, 1.3)
        if dice and rng.random() < 0.4:
            # Beside another die.
            beside = np.array(dice[int(rng.integers(len(dice)))].at)
            angle = rng.uniform(0, 2 * np.pi)
            at = beside + 1.01 * apart * np.array([np.cos(angle), np.sin(angle)])
        else:
            at = rng.uniform(-0.05, 1.05, 2) * VIEW_PX
        if any(np.hypot(*(at - other.at)) < max(apart, 0.5 * (size + other.size)) for other in dice):
            continue
        c, s = np.cos(roll), np.sin(roll)
        move = np.diag([squeeze, 1 / squeeze]) @ np.array([[c, -s], [s, c]])
        _lay(picture, one, at, move, size, shadow)
        right, down = move @ np.array([0.0, -1.0])
        up = float(np.arctan2(down, right))
        dice.append(LabelledDie((float(at[0]), float(at[1])), size, one.whole.top, up))
    if dice and rng.random() < _HIDDEN_SHARE:
        _before(picture, dice[int(rng.integers(len(dice)))], rng)
    return DiceSample(picture.clip(0, 255).astype(np.uint8), tuple(dice), seen.whole)


def _before(picture: NDArray[Any], die: LabelledDie, rng: Rng) -> None:
    """Put a piece before a die, that hides a part of it."""
    angle = rng.uniform(0, 2 * np.pi)
    at = np.array(die.at) + die.size * rng.uniform(0.55, 0.9) * np.array([np.cos(angle), np.sin(angle)])
    extent = (die.size * rng.uniform(0.2, 0.9, 2)).tolist()
    tone = rng.uniform(0, 255, 3)
    for shift, shade in ((0.15 * die.size, 0.7), (0.0, 1.0)):
        box = cv2.boxPoints(((float(at[0]), float(at[1] + shift)), extent, rng.uniform(0, 180)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), (shade * tone).tolist(), cv2.LINE_AA)


def _lay(
    picture: NDArray[Any],
    stored: Stored,
    at: NDArray[np.float64],
    move: NDArray[np.float64],
    size: float,
    shadow: tuple[NDArray[np.float64], float, float],
) -> None:
    """Lay one die: `shadow` is where to and how softly it falls, in widths, and how dark it is."""
    die = stored.half if size < 30 else stored.whole
    turned = move * (size / die.size)
    reach = int(np.ceil(1.5 * size)) + 2
    low = np.floor(at).astype(int) - reach
    extent = 2 * reach + 1
    matrix = np.column_stack([turned, at - low - turned @ np.array(die.at)])
    drawn = cv2.warpAffine(die.picture, matrix, (extent, extent)).astype(np.float32)
    cover = drawn[..., 3:] / 255
    aside, soft, dark = shadow
    onto = np.array([[1, 0, aside[0] * size], [0, 1, aside[1] * size]])
    shade = cv2.GaussianBlur(cv2.warpAffine(cover, onto, (extent, extent)), (0, 0), max(0.5, soft * size))
    (x, y), (right, bottom) = np.maximum(low, 0), np.minimum(low + extent, VIEW_PX)
    if x >= right or y >= bottom:
        return
    inside = np.s_[y - low[1] : bottom - low[1], x - low[0] : right - low[0]]
    spot = picture[y:bottom, x:right]
    spot *= 1 - dark * shade[inside][..., None]
    spot *= 1 - cover[inside]
    spot += drawn[inside][..., :3]


def _shot(seen: DiceSample, rng: Rng) -> DiceSample:
    """The view as a camera takes it: its light, lens, noise; now and then shaken."""
    picture = seen.picture
    if rng.random() < 0.15:
        # More light than the camera can take.
        burnt = min(rng.uniform(1.2, 1.8), _BRIGHTEST / max(float(picture.mean()), 1.0))
        picture = np.asarray((picture * max(1.0, burnt)).clip(0, 255), np.uint8)
    picture = light(picture, rng, float(rng.choice([0.4, 1.0])))
    if rng.random() < 0.12:
        picture = shaken(picture, float(rng.uniform(2, 9)), float(rng.uniform(0, np.pi)))
    if rng.random() < 0.12:
        dim = picture * rng.uniform(0.25, 0.7) + rng.normal(0, rng.uniform(0, 6), picture.shape)
        picture = np.asarray(dim.clip(0, 255), np.uint8)
    return DiceSample(picture, seen.dice, seen.whole)


def shaken(picture: Image, length: float, angle: float) -> Image:
    """Motion blur of so many pixels along a direction, radians."""
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    half = (side - 1) / 2
    ahead = 0.5 * length * np.array([np.cos(angle), np.sin(angle)])
    start, end = (tuple(round(16 * (half + sign * v)) for v in ahead) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6)), np.uint8)
