"""Reading the dice in a picture: each die's place, and the probabilities of its top face."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.dice.finding import LEAST_P, DieSeen, find_dice
from vision.dice.pips import FACES, PipFeatures, look_at_pips
from vision.network import sigmoid
from vision.pictures import as_bgr

Face = TypeVar("Face")
_ASKEW: Final = tuple(np.deg2rad((-8.0, 8.0)))
"""How far from upright each die is looked at: whatever lies or is found askew is upright once."""
A_DIE_P: Final = 0.5
"""What is less probably a die isn't told."""
_HARDLY_P: Final = 0.05
"""What is less probably a die at a first look isn't given a second."""
_FAINT_FIND_P: Final = 0.05
"""What the finder may let go where faint dice are wanted, too."""
_WITHIN: Final = 0.8
"""Two readings nearer than this share of the larger's width are of one die: its top face and a side. Dice
that touch are no nearer, but for one right behind the other at more than 37 degrees."""
_UNDER: Final = (0.45, 0.95)
"""How far below the middle of a top face that of the side turned to the camera is seen, in widths."""
_UNDER_DEG: Final = 25.0
"""How far from straight below."""
_UNDER_SIZES: Final = (0.7, 1.05)
"""How wide a side face is, in widths of its top face: it is seen at a slant."""
_UNDER_ODDS: Final = 1 / 100
"""By what the odds of a die are multiplied right below another: there it is the other's side far oftener than
a die that touches it."""
_SURE_FACE_P: Final = 0.98
"""A face that is less sure is looked at again."""
_HIGHER: Final = (0.12, 0.25)
"""How far above where it was found, in widths."""
_CLEAR_FACE_P: Final = 0.6
"""Another face than at first must be so sure over all looks."""
Weights = tuple[float, float, float]
"""By what the pips reader's and the finder's log odds of a die are multiplied, and what is added."""
WITH_PIPS: Final[Weights] = (1.3, 1.9, -5.6)
"""Fitted on photos that training left out, and on drawn tables."""


@dataclass(frozen=True)
class FaceReading(Generic[Face]):
    """A die lying in a picture.

    Attributes:
        at: middle of its top face, pixels of the picture, x to the right, y down.
        size: width of the die, pixels.
        values: probability of each top face, should it be a die; they add up to one.
        is_die: probability that it is a die.
    """

    at: tuple[float, float]
    size: float
    values: Mapping[Face, float]
    is_die: float

    @property
    def value(self) -> Face:
        """The most likely top face."""
        return max(self.values, key=lambda value: self.values[value])

    @property
    def confidence(self) -> float:
        """Probability that a die with this top face lies there."""
        return self.is_die * self.values[self.value]


class DieReading(FaceReading[int]):
    """A die with pips: its faces are 1 to 6."""


AnyDie = TypeVar("AnyDie", bound=FaceReading[Any])


@dataclass(frozen=True)
class DiceReading:
    """All dice of a picture, from left to right, and the seconds it took to read them."""

    dice: tuple[DieReading, ...]
    seconds: float


def read_dice(
    image: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    least: float = A_DIE_P,
    foot: tuple[float, float] | None = None,
) -> DiceReading:
    """Read every die lying in a picture.

    Args:
        image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
        region: height x width, true where the middle of a die's top face may lie; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known: reading is faster then.
        least: what is less probably a die isn't told; below A_DIE_P for who knows more than the picture.
        foot: the pixel that shows what lies right below the camera, as `upwards` takes it; None: not known.

    Raises:
        PictureError: the image isn't one.
    """
    begun = time.perf_counter()
    picture = as_bgr(image)
    seen, look, is_die = placed(picture, region=region, size=size, least=least, foot=foot)
    values = faces_higher(picture, seen, look, foot)
    dice = told(DieReading, range(1, FACES + 1), seen, values, is_die, least)
    return DiceReading(dice, time.perf_counter() - begun)


def placed(
    picture: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    weights: Weights = WITH_PIPS,
    least: float = A_DIE_P,
    foot: tuple[float, float] | None = None,
) -> tuple[tuple[DieSeen, ...], PipFeatures, NDArray[np.float64]]:
    """Find dice, look at each to place it better, and look again.

    Args:
        picture: BGR, height x width x 3.
        region: as `read_dice` takes it.
        size: as `read_dice` takes it.
        weights: what finder and reader count for; the reader knows dice with pips best.
        least: what is less probably a die may be left out.
        foot: as `read_dice` takes it.

    Returns:
        The finds; what the last look at their faces says of pips; and the probability of each that it is a
        die.
    """
    faint = least / A_DIE_P
    seen = find_dice(picture, region=region, size=size, least=LEAST_P if faint == 1 else _FAINT_FIND_P)
    first = look_at_pips(picture, seen, _upright(seen, foot))
    is_die = weighed(seen, first.is_die, weights)
    likely = np.flatnonzero(is_die >= _HARDLY_P * faint)
    seen = shifted(tuple(seen[n] for n in likely), first.moved[likely], first.grown[likely])
    look = looked_at(picture, seen, foot)
    return seen, look, without_sides(seen, weighed(seen, look.is_die, weights), least, foot)


def looked_at(
    picture: NDArray[np.uint8], seen: Sequence[DieSeen], foot: tuple[float, float] | None
) -> PipFeatures:
    """What dice show, looked at a little askew to either side, and in the mirror."""
    return look_at_pips(picture, seen, _upright(seen, foot), _ASKEW, mirrored=True)


def _upright(seen: Sequence[DieSeen], foot: tuple[float, float] | None) -> NDArray[np.float64]:
    """At which turn patches of dice are upright."""
    right, down = upwards(seen, foot).T
    return np.asarray(np.arctan2(down, right) + np.pi / 2)


def upwards(seen: Sequence[DieSeen], foot: tuple[float, float] | None) -> NDArray[np.float64]:
    """Which way up is at dice in a picture: n x 2, unit vectors from a die's middle to that of its top face.

    Args:
        seen: n dice.
        foot: the pixel that shows what lies right below the camera, in the picture or far outside it: all
            that stands upright leans away from there. None: not known, and photos are taken upright.
    """
    straight = np.tile([0.0, -1.0], (len(seen), 1))
    if foot is None or not len(seen):
        return straight
    away = np.array([die.at for die in seen]) - foot
    length = np.linalg.norm(away, axis=1, keepdims=True)
    # Right below the camera no side is seen, and any way does.
    return np.where(length > 1.0, away / np.maximum(length, 1.0), straight)


def faces_higher(
    picture: NDArray[np.uint8],
    seen: Sequence[DieSeen],
    look: PipFeatures,
    foot: tuple[float, float] | None = None,
) -> NDArray[np.float64]:
    """Faces in doubt looked at a little higher, too: seen from low down, what was found may lie between a top
    face and the side below it.

    Args:
        picture: BGR, height x width x 3.
        seen: n finds.
        look: what was seen of them.
        foot: as `read_dice` takes it.

    Returns:
        n x FACES probabilities: those of all looks, by how much a die's top each of them shows; what was seen
        at first, where they come to nothing clear.
    """
    values = look.values.copy()
    unsure = [n for n, shares in enumerate(values) if shares.max() < _SURE_FACE_P]
    if not unsure:
        return values
    ways = upwards(seen, foot)
    higher = [
        replace(die, at=(die.at[0] + step * die.size * right, die.at[1] + step * die.size * down))
        for die, (right, down) in ((seen[n], ways[n].tolist()) for n in unsure)
        for step in _HIGHER
    ]
    again = looked_at(picture, higher, foot)
    shares = np.column_stack([look.is_die[unsure], again.is_die.reshape(len(unsure), -1)]) ** 2 + 1e-9
    faces = np.concatenate(
        [values[unsure][:, None], again.values.reshape(len(unsure), len(_HIGHER), FACES)], axis=1
    )
    mixed = (shares[..., None] * faces).sum(axis=1) / shares.sum(axis=1)[:, None]
    clear = (mixed.argmax(axis=1) == values[unsure].argmax(axis=1)) | (mixed.max(axis=1) >= _CLEAR_FACE_P)
    values[np.array(unsure)[clear]] = mixed[clear]
    return values


def weighed(
    seen: Sequence[DieSeen], is_die: NDArray[np.float64], weights: Weights = WITH_PIPS
) -> NDArray[np.float64]:
    """Probabilities of dice, from how sure the finder was and how sure a reader of faces is."""
    scores = np.array([die.score for die in seen])
    readers, finders = (
        np.log(p.clip(1e-6, 1 - 1e-6) / (1 - p.clip(1e-6, 1 - 1e-6))) for p in (is_die, scores)
    )
    reader, finder, both = weights
    return sigmoid(reader * readers + finder * finders + both)


def without_sides(
    seen: Sequence[DieSeen],
    is_die: NDArray[np.float64],
    least: float = A_DIE_P,
    foot: tuple[float, float] | None = None,
) -> NDArray[np.float64]:
    """Probabilities of dice, where one body has one top: what lies right below a die is doubted as its side.

    Args:
        seen: n finds.
        is_die: n probabilities.
        least: what is as probable is the top of what isn't told as a die either.
        foot: as `read_dice` takes it.
    """
    if not len(seen):
        return is_die
    at, size = np.array([die.at for die in seen]), np.array([die.size for die in seen])
    # From each find, by row, to each other, by column, in widths of the first.
    right, down = np.moveaxis(at[None] - at[:, None], 2, 0) / size[:, None]
    away, ratio = np.hypot(right, down), size[None] / size[:, None]
    to_right, to_down = upwards(seen, foot).T[:, :, None]
    below, beside = -(right * to_right + down * to_down), np.abs(right * to_down - down * to_right)
    under = (away > _UNDER[0]) & (away < _UNDER[1]) & (beside < np.tan(np.deg2rad(_UNDER_DEG)) * below)
    under &= (ratio > _UNDER_SIZES[0]) & (ratio < _UNDER_SIZES[1])
    under &= is_die[:, None] >= np.where(is_die[None] < A_DIE_P, least, A_DIE_P)
    odds = np.where(under.any(axis=0), _UNDER_ODDS, 1.0) * is_die
    return np.asarray(odds / (odds + 1 - is_die))


def told(
    make: Callable[..., AnyDie],
    faces: Iterable[Any],
    seen: Sequence[DieSeen],
    values: NDArray[np.float64],
    is_die: NDArray[np.float64],
    least: float = A_DIE_P,
) -> tuple[AnyDie, ...]:
    """What is told of finds: those that are dice, each once, from left to right.

    Args:
        make: makes a reading, as `FaceReading`.
        faces: what a die of that kind has on its faces.
        seen: n finds.
        values: n x faces, the probability of each.
        is_die: n probabilities.
        least: of which what is lower isn't told.
    """
    named = tuple(faces)
    return non_max_suppression(
        make(
            at=die.at,
            size=die.size,
            values=MappingProxyType(dict(zip(named, map(float, shares), strict=True))),
            is_die=float(chance),
        )
        for die, shares, chance in zip(seen, values, is_die, strict=True)
        if chance >= least
    )


def non_max_suppression(dice: Iterable[AnyDie]) -> tuple[AnyDie, ...]:
    """Of readings that overlap only the most probable, from left to right.

    Single pips and heaps of dice can look like dice too, but not where a die is.
    """
    kept: list[AnyDie] = []
    for die in sorted(dice, key=lambda one: -one.is_die):
        if all(np.hypot(*np.subtract(die.at, o.at)) > _WITHIN * max(die.size, o.size) for o in kept):
            kept.append(die)
    return tuple(sorted(kept, key=lambda die: die.at))


def shifted(
    seen: tuple[DieSeen, ...], moved: NDArray[np.float64], grown: NDArray[np.float64]
) -> tuple[DieSeen, ...]:
    """Dice moved (n x 2, in their widths as seen) and resized (n factors)."""
    return tuple(
        replace(
            die,
            at=(die.at[0] + die.size * float(moved[n, 0]), die.at[1] + die.size * float(moved[n, 1])),
            size=die.size * float(grown[n]),
        )
        for n, die in enumerate(seen)
    )
