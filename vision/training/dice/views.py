"""Training views of dice: part of a source picture with drawn dice, as a camera sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.dice.bank import DiceBank, StoredDie
from vision.training.dice.sources import DicePicture, LabelledDie
from vision.training.textures import Image, Rng
from vision.training.views import augment_photo

VIEW_PX: Final = 128
"""Pixels across a view."""
WIDTHS: Final = ((0.12, 3.5, 8.0), (0.76, 8.0, 46.0), (0.12, 46.0, 110.0))
"""Widths of dice in views: (share of views, smallest, largest) in pixels.

The smallest and the largest teach the finder to reject heaps of dice and single pips.
"""

_TINTED_SHARE: Final = 0.2
"""Share of the drawn views that are tinted to a colour near that of their dice."""
_MAX_BURNT_MEAN: Final = 185.0
"""Largest mean of an overexposed picture: a brighter one shows nothing."""
_OCCLUDED_SHARE: Final = 0.15
"""Share of the views with drawn dice in which an object occludes one of them."""
_ORIGINAL_SCALE_SHARE: Final = 0.4
"""Share of the photo views that keep about the photo's scale, and its light and noise."""


@dataclass(frozen=True)
class DiceSample:
    """A training picture.

    Attributes:
        picture: VIEW_PX x VIEW_PX x 3, BGR.
        dice: its dice.
        whole: whether these are all.
    """

    picture: Image
    dice: tuple[LabelledDie, ...]
    whole: bool


def photo_view(source: DicePicture, bank: DiceBank, rng: Rng) -> DiceSample:
    """Return a view of a photo around one of its dice, sometimes with drawn dice added."""
    die = source.dice[int(rng.integers(len(source.dice)))]
    keeps_scale = rng.random() < _ORIGINAL_SCALE_SHARE
    width = die.size * float(np.exp(rng.normal(0, 0.1))) if keeps_scale else _random_width(rng)
    scale = min(width / die.size, 2.0)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.2)
    view = _cut_view(source, die.at, scale, turn, rng)
    if rng.random() < 0.25:
        view = paste_dice(view, bank, die.size * scale, int(rng.integers(1, 3)), rng)
    return view if keeps_scale else _augment(view, rng)


def drawn_view(source: DicePicture, bank: DiceBank, rng: Rng) -> DiceSample:
    """Return a view of any source with drawn dice, sometimes with none."""
    height, width = source.picture.shape[:2]
    at = (rng.uniform(0, width), rng.uniform(0, height))
    scale = float(np.exp(rng.uniform(np.log(0.3), np.log(1.2))))
    view = _cut_view(source, at, scale, rng.uniform(0, 2 * np.pi), rng)
    if rng.random() < 0.75:
        view = paste_dice(view, bank, _random_width(rng), int(rng.choice([1, 2, 3, 5, 8])), rng)
    return _augment(view, rng)


def _random_width(rng: Rng) -> float:
    _, least, most = WIDTHS[int(rng.choice(len(WIDTHS), p=[share for share, *_ in WIDTHS]))]
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


def _cut_view(
    source: DicePicture, at: tuple[float, float], scale: float, turn: float, rng: Rng
) -> DiceSample:
    """Cut a view around a point: scaled, rotated, perhaps mirrored and squeezed."""
    squeeze = np.exp(rng.normal(0, 0.12)) if rng.random() < 0.4 else 1.0
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    c, s = np.cos(turn), np.sin(turn)
    linear = scale * np.diag([squeeze * mirror, 1 / squeeze]) @ np.array([[c, -s], [s, c]])
    middle = VIEW_PX / 2 + rng.uniform(-0.3, 0.3, 2) * VIEW_PX
    picture, shrunk = source.picture, 1.0
    while scale / shrunk < 0.55:
        picture, shrunk = np.asarray(cv2.pyrDown(picture), np.uint8), shrunk / 2
    shift = middle - linear @ np.array(at)
    matrix = np.column_stack([linear / shrunk, shift])
    warped = cv2.warpAffine(picture, matrix, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REFLECT)
    # The reflected border has no labels.
    inside = cv2.warpAffine(np.ones(picture.shape[:2], np.uint8), matrix, (VIEW_PX, VIEW_PX)).all()
    dice = tuple(_transform_die(die, linear, shift) for die in source.dice)
    return DiceSample(np.asarray(warped, np.uint8), dice, source.whole and (bool(inside) or not source.dice))


def _transform_die(die: LabelledDie, move: NDArray[np.float64], shift: NDArray[np.float64]) -> LabelledDie:
    x, y = move @ np.array(die.at) + shift
    right, down = move @ np.array([np.cos(die.up), np.sin(die.up)])
    size = die.size * float(np.sqrt(abs(np.linalg.det(move))))
    return LabelledDie((float(x), float(y)), size, die.top, float(np.arctan2(down, right)))


def paste_dice(view: DiceSample, bank: DiceBank, width: float, count: int, rng: Rng) -> DiceSample:
    """Paste drawn dice of a given width into a view, without overlap, some touching."""
    picture: NDArray[Any] = view.picture.astype(np.float32)
    dice = list(view.dice)
    roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.15)
    squeeze = np.exp(rng.normal(0, 0.12)) if rng.random() < 0.3 else 1.0
    shadow = rng.normal(0, 0.25, 2), rng.uniform(0.05, 0.25), rng.uniform(0, 0.65)
    drawn_dice = bank.choose_dice(count, rng)
    if not dice and rng.random() < _TINTED_SHARE:
        picture += rng.uniform(0.7, 1.0) * (drawn_dice[0].tone - picture.mean(axis=(0, 1)))
    for one in drawn_dice:
        size = width * float(rng.uniform(0.85, 1.15))
        min_distance = size * (1.0 + 0.5 * np.sin(one.tilt)) * rng.uniform(0.95, 1.3)
        if dice and rng.random() < 0.4:
            # Next to another die.
            beside = np.array(dice[int(rng.integers(len(dice)))].at)
            angle = rng.uniform(0, 2 * np.pi)
            at = beside + 1.01 * min_distance * np.array([np.cos(angle), np.sin(angle)])
        else:
            at = rng.uniform(-0.05, 1.05, 2) * VIEW_PX
        if any(np.hypot(*(at - other.at)) < max(min_distance, 0.5 * (size + other.size)) for other in dice):
            continue
        c, s = np.cos(roll), np.sin(roll)
        linear = np.diag([squeeze, 1 / squeeze]) @ np.array([[c, -s], [s, c]])
        _paste_die(picture, one, at, linear, size, shadow)
        right, down = linear @ np.array([0.0, -1.0])
        up = float(np.arctan2(down, right))
        dice.append(LabelledDie((float(at[0]), float(at[1])), size, one.whole.top, up))
    if dice and rng.random() < _OCCLUDED_SHARE:
        _occlude_die(picture, dice[int(rng.integers(len(dice)))], rng)
    return DiceSample(picture.clip(0, 255).astype(np.uint8), tuple(dice), view.whole)


def _occlude_die(picture: NDArray[Any], die: LabelledDie, rng: Rng) -> None:
    """Draw an object that hides a part of a die."""
    angle = rng.uniform(0, 2 * np.pi)
    at = np.array(die.at) + die.size * rng.uniform(0.55, 0.9) * np.array([np.cos(angle), np.sin(angle)])
    extent = (die.size * rng.uniform(0.2, 0.9, 2)).tolist()
    tone = rng.uniform(0, 255, 3)
    for shift, shade in ((0.15 * die.size, 0.7), (0.0, 1.0)):
        box = cv2.boxPoints(((float(at[0]), float(at[1] + shift)), extent, rng.uniform(0, 180)))
        cv2.fillConvexPoly(picture, box.astype(np.int32), (shade * tone).tolist(), cv2.LINE_AA)


def _paste_die(
    picture: NDArray[Any],
    stored: StoredDie,
    at: NDArray[np.float64],
    move: NDArray[np.float64],
    size: float,
    shadow: tuple[NDArray[np.float64], float, float],
) -> None:
    """Paste one die.

    Args:
        picture: float BGR, VIEW_PX square; changed in place.
        stored: the die.
        at: pixel of its top face's middle.
        move: 2 x 2, rotation and squeeze.
        size: its width in pixels.
        shadow: offset and softness of its shadow, in widths, and its darkness.
    """
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


def _augment(view: DiceSample, rng: Rng) -> DiceSample:
    """Augment a view photometrically: light, lens, noise; sometimes motion blur."""
    picture = view.picture
    if rng.random() < 0.15:
        # Overexposure.
        burnt = min(rng.uniform(1.2, 1.8), _MAX_BURNT_MEAN / max(float(picture.mean()), 1.0))
        picture = np.asarray((picture * max(1.0, burnt)).clip(0, 255), np.uint8)
    picture = augment_photo(picture, rng, float(rng.choice([0.4, 1.0])))
    if rng.random() < 0.12:
        picture = motion_blur(picture, float(rng.uniform(2, 9)), float(rng.uniform(0, np.pi)))
    if rng.random() < 0.12:
        dim = picture * rng.uniform(0.25, 0.7) + rng.normal(0, rng.uniform(0, 6), picture.shape)
        picture = np.asarray(dim.clip(0, 255), np.uint8)
    return DiceSample(picture, view.dice, view.whole)


def motion_blur(picture: Image, length: float, angle: float) -> Image:
    """Blur a picture along a direction (radians) by a length in pixels."""
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    half = (side - 1) / 2
    ahead = 0.5 * length * np.array([np.cos(angle), np.sin(angle)])
    start, end = (tuple(round(16 * (half + sign * v)) for v in ahead) for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6)), np.uint8)
