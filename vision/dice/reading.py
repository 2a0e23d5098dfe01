"""Read the dice in a picture: each die's place, and the probabilities of its top face."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import MIN_SCORE_P, SCALE_STEP, DieDetection, find_dice
from vision.network import network, sigmoid, softmax
from vision.pictures import as_bgr

# Cut small square patches around dice: the face readers' input.


PATCH_PX: Final = 48
"""Pixels across a patch."""
REACH_WIDTHS: Final = 0.85
"""Half the extent of a patch in widths of the die: the top face in its middle, the sides around it."""


def cut_dice_patches(
    image: NDArray[np.uint8],
    dice: Sequence[DieDetection],
    turns: Sequence[float] = (0.0,),
    *,
    upright: Sequence[float] | None = None,
    reach: float = REACH_WIDTHS,
    size: int = PATCH_PX,
) -> NDArray[np.uint8]:
    """Cut patches around dice, each at every rotation.

    Args:
        image: BGR, height x width x 3.
        dice: the dice.
        turns: angles in radians: the direction of a patch's x axis, clockwise from the image's.
        upright: angles in radians, one for each die, added to `turns`; None: zero.
        reach: half the extent of a patch in widths of its die.
        size: pixels across a patch.

    Returns:
        (dice * turns) x size x size x 3, a die's rotations together. Where the image is much finer than a
            patch it is averaged first; beyond its border its outermost pixels are repeated.
    """
    patches = np.zeros((len(dice), len(turns), size, size, 3), np.uint8)
    for n, die in enumerate(dice):
        finer = 2 * reach * die.size / size
        source, at = image, np.array(die.at, np.float64)
        if finer > 1.5:
            half = int(np.ceil(1.5 * reach * die.size)) + 2
            low = (np.floor(at).astype(int) - half).clip(0, None)
            high = np.ceil(at).astype(int) + half
            piece = image[low[1] : max(high[1], low[1] + 2), low[0] : max(high[0], low[0] + 2)]
            if min(piece.shape[:2]) < 2:
                continue
            extent = (
                max(2, round(piece.shape[1] * 1.2 / finer)),
                max(2, round(piece.shape[0] * 1.2 / finer)),
            )
            ratio = np.array(extent) / (piece.shape[1], piece.shape[0])
            source = np.asarray(cv2.resize(piece, extent, interpolation=cv2.INTER_AREA), np.uint8)
            at = (at - low + 0.5) * ratio - 0.5
            step = finer * ratio
        else:
            step = np.array([finer, finer])
        for k, turn in enumerate(turns):
            angle = turn if upright is None else turn + upright[n]
            c, s = np.cos(angle), np.sin(angle)
            # Map from the patch's pixels to the source's.
            move = np.column_stack([np.array([c, s]) * step, np.array([-s, c]) * step, at])
            move[:, 2] -= move[:, :2] @ np.full(2, (size - 1) / 2)
            patches[n, k] = cv2.warpAffine(
                source, move, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
    return patches.reshape(-1, size, size, 3)


# Read pips: the number of spots on the top face in a patch, and whether it is a die at all.


FACE_COUNT: Final = 6
OUTPUT_COUNT: Final = 1 + FACE_COUNT + 3
"""Outputs of the network: log odds of a die; logits of 1 to 6; the top face's true middle, x and y in widths
of the die as cut; log2 of the true width by the width as cut."""
_PATCH: Final = (PATCH_PX, PATCH_PX, 3)
_TEMPERATURE: Final = 1.25
"""Fitted on photos that training left out, on which the network is overconfident."""


@dataclass(frozen=True)
class PipFeatures:
    """The network's output for patches.

    Attributes:
        is_die: n probabilities that a die's top face is in the middle.
        values: n x 6 probabilities of one to six pips, given a die.
        offset: n x 2, from the patch's middle to the top face's, in widths of the die as cut and in the
            picture's axes.
        scale: n, the true width by the width as cut.
    """

    is_die: NDArray[np.float64]
    values: NDArray[np.float64]
    offset: NDArray[np.float64]
    scale: NDArray[np.float64]


def classify_pips(
    picture: NDArray[np.uint8],
    dice: Sequence[DieDetection],
    upright: NDArray[np.float64],
    turns: Sequence[float] = (0.0,),
    mirrored: bool = False,
) -> PipFeatures:
    """Read the top faces of dice, averaged over several rotations.

    Args:
        picture: BGR, height x width x 3.
        dice: n dice.
        upright: n rotations, radians, at which the patches are upright, as `cut_dice_patches` takes them.
        turns: rotation of each view from there, radians.
        mirrored: also use the mirror image of each view.
    """
    if not len(dice):
        return PipFeatures(np.zeros(0), np.zeros((0, FACE_COUNT)), np.zeros((0, 2)), np.zeros(0))
    patches = cut_dice_patches(picture, dice, turns, upright=upright.tolist()).reshape(
        len(dice), len(turns), *_PATCH
    )
    angles, sides = upright[:, None] + np.array(turns), np.ones(len(turns))
    if mirrored:
        patches = np.concatenate([patches, patches[..., ::-1, :]], axis=1)
        angles, sides = np.tile(angles, 2), np.concatenate([sides, -sides])
    outputs = network("dice_pips.onnx").run(to_network_inputs(patches.reshape(-1, *_PATCH)))
    outputs = outputs.reshape(len(dice), -1, OUTPUT_COUNT)
    mean = outputs.mean(axis=1)
    right, down = outputs[..., 1 + FACE_COUNT] * sides, outputs[..., 2 + FACE_COUNT]
    c, s = np.cos(angles), np.sin(angles)
    return PipFeatures(
        is_die=sigmoid(mean[:, 0]),
        values=softmax(mean[:, 1 : 1 + FACE_COUNT] / _TEMPERATURE),
        offset=np.stack([c * right - s * down, s * right + c * down], axis=2).mean(axis=1),
        scale=2.0 ** mean[:, 3 + FACE_COUNT].astype(np.float64).clip(-1, 1),
    )


def to_network_inputs(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert patches to the network's input: n x 3 x PATCH x PATCH, each normalised in brightness.

    The darkest and the brightest pixels of a patch become 0 and 1; colours keep their relations.
    """
    pixels = patches.astype(np.float32)
    low, high = np.percentile(pixels.reshape(len(pixels), -1), (2, 98), axis=1).astype(np.float32)
    # Patches of low contrast aren't amplified to noise.
    reach = np.maximum(high - low, 40.0)
    even = (pixels - low[:, None, None, None]) / reach[:, None, None, None]
    return np.ascontiguousarray(np.clip(even, -0.25, 1.25).transpose(0, 3, 1, 2))


Face = TypeVar("Face")
_VIEW_TURNS_RAD: Final = tuple(np.deg2rad((-8.0, 8.0)))
"""Rotations of each die's views: a die that lies or is found askew is upright in one of them."""
MIN_DIE_P: Final = 0.5
"""A less probable die isn't reported."""
_MIN_SECOND_LOOK_P: Final = 0.05
"""A less probable die isn't read a second time."""
_FAINT_FIND_P: Final = 0.05
"""Detection threshold where faint dice are wanted too."""
_OVERLAP_SHARE: Final = 0.8
"""Two readings nearer than this share of the larger's width are of one die: its top face and a side. Touching
dice are no nearer, except one right behind the other at more than 37 degrees."""
_SIDE_OFFSET_WIDTHS: Final = (0.45, 0.95)
"""Distance of the visible side face below the middle of its top face, in widths."""
_SIDE_ANGLE_DEG: Final = 25.0
"""Largest angle of that direction from straight below."""
_SIDE_SIZE_RATIOS: Final = (0.7, 1.05)
"""Width of a side face relative to its top face: it is seen at a slant."""
_SIDE_ODDS: Final = 1 / 100
"""Factor on the odds of a die right below another: it is far oftener the other's side than a touching die."""
_SURE_FACE_P: Final = 0.98
"""A less certain face is read again."""
_RAISED_OFFSETS_WIDTHS: Final = (0.12, 0.25)
"""Offsets of these readings above the detected middle, in widths."""
_CLEAR_FACE_P: Final = 0.6
"""Least probability over all readings of a face other than the first one."""
Weights = tuple[float, float, float]
"""Factors on the pip reader's and the finder's log odds of a die, and the bias."""
PIP_WEIGHTS: Final[Weights] = (1.3, 1.9, -5.6)
"""Fitted on photos that training left out, and on rendered tables."""


@dataclass(frozen=True)
class FaceReading(Generic[Face]):
    """A die in a picture.

    Attributes:
        at: middle of its top face, pixels of the picture, x to the right, y down.
        size: width of the die, pixels.
        values: probability of each top face, given a die; they add up to one.
        is_die: probability of a die.
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
    """All dice of a picture, from left to right, and the seconds that reading took."""

    dice: tuple[DieReading, ...]
    seconds: float


def read_dice(
    image: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    least: float = MIN_DIE_P,
    foot: tuple[float, float] | None = None,
) -> DiceReading:
    """Read every die in a picture.

    Args:
        image: BGR, height x width x 3, as `vision.pictures.as_bgr` takes it.
        region: height x width, true where the middle of a die's top face may be; None: anywhere.
        size: least and largest width of a die in this picture, pixels, if known: reading is faster then.
        least: probability below which a die isn't reported; below MIN_DIE_P for callers with more knowledge.
        foot: the pixel that shows the point right below the camera, as `up_directions` takes it; None:
            unknown.

    Raises:
        PictureError: the image isn't one.
    """
    started = time.perf_counter()
    picture = as_bgr(image)
    seen, look, is_die = locate_dice(picture, region=region, size=size, least=least, foot=foot)
    values = reread_doubtful_faces(picture, seen, look, foot)
    dice = build_readings(DieReading, range(1, FACE_COUNT + 1), seen, values, is_die, least)
    return DiceReading(dice, time.perf_counter() - started)


def locate_dice(
    picture: NDArray[np.uint8],
    *,
    region: NDArray[np.bool_] | None = None,
    size: tuple[float, float] | None = None,
    weights: Weights = PIP_WEIGHTS,
    least: float = MIN_DIE_P,
    foot: tuple[float, float] | None = None,
    scale_step: float = SCALE_STEP,
) -> tuple[tuple[DieDetection, ...], PipFeatures, NDArray[np.float64]]:
    """Detect dice, correct each one's place by its pips, and read it again.

    Args:
        picture: BGR, height x width x 3.
        region: as of `read_dice`.
        size: as of `read_dice`.
        weights: weights of finder and reader; the reader knows dice with pips best.
        least: a less probable die may be left out.
        foot: as of `read_dice`.
        scale_step: as of `vision.dice.die_finder.pyramid_scales`.

    Returns:
        The detections, the last reading of their pips, and the probability of each being a die.
    """
    faint = least / MIN_DIE_P
    least_found = MIN_SCORE_P if faint == 1 else _FAINT_FIND_P
    seen = find_dice(picture, region=region, size=size, least=least_found, scale_step=scale_step)
    first = classify_pips(picture, seen, _upright_turns(seen, foot))
    is_die = die_probabilities(seen, first.is_die, weights)
    likely = np.flatnonzero(is_die >= _MIN_SECOND_LOOK_P * faint)
    seen = adjust_detections(tuple(seen[n] for n in likely), first.offset[likely], first.scale[likely])
    look = classify_pip_views(picture, seen, foot)
    return seen, look, suppress_sides(seen, die_probabilities(seen, look.is_die, weights), least, foot)


def classify_pip_views(
    picture: NDArray[np.uint8], seen: Sequence[DieDetection], foot: tuple[float, float] | None
) -> PipFeatures:
    """Read dice in augmented views: slightly rotated to either side, and mirrored."""
    return classify_pips(picture, seen, _upright_turns(seen, foot), _VIEW_TURNS_RAD, mirrored=True)


def _upright_turns(seen: Sequence[DieDetection], foot: tuple[float, float] | None) -> NDArray[np.float64]:
    """Return the rotations at which patches of dice are upright."""
    right, down = up_directions(seen, foot).T
    return np.asarray(np.arctan2(down, right) + np.pi / 2)


def up_directions(seen: Sequence[DieDetection], foot: tuple[float, float] | None) -> NDArray[np.float64]:
    """Return the up direction of dice in a picture: n x 2, unit vectors towards the top face.

    Args:
        seen: n dice.
        foot: the pixel that shows the point right below the camera, in the picture or far outside it: upright
            objects lean away from it. None: unknown; photos are assumed upright.
    """
    straight = np.tile([0.0, -1.0], (len(seen), 1))
    if foot is None or not len(seen):
        return straight
    away = np.array([die.at for die in seen]) - foot
    length = np.linalg.norm(away, axis=1, keepdims=True)
    # Right below the camera no side is visible, and any direction will do.
    return np.where(length > 1.0, away / np.maximum(length, 1.0), straight)


def reread_doubtful_faces(
    picture: NDArray[np.uint8],
    seen: Sequence[DieDetection],
    look: PipFeatures,
    foot: tuple[float, float] | None = None,
) -> NDArray[np.float64]:
    """Read doubtful faces at higher offsets too.

    From a low camera, the detected middle may be between a top face and the side below it.

    Args:
        picture: BGR, height x width x 3.
        seen: n detections.
        look: their first reading.
        foot: as of `read_dice`.

    Returns:
        n x FACE_COUNT probabilities over all readings, weighted by the probability of a top face in each; the
            first reading, where the result isn't clear.
    """
    values = look.values.copy()
    unsure = [n for n, shares in enumerate(values) if shares.max() < _SURE_FACE_P]
    if not unsure:
        return values
    ways = up_directions(seen, foot)
    higher = [
        replace(die, at=(die.at[0] + step * die.size * right, die.at[1] + step * die.size * down))
        for die, (right, down) in ((seen[n], ways[n].tolist()) for n in unsure)
        for step in _RAISED_OFFSETS_WIDTHS
    ]
    again = classify_pip_views(picture, higher, foot)
    shares = np.column_stack([look.is_die[unsure], again.is_die.reshape(len(unsure), -1)]) ** 2 + 1e-9
    faces = np.concatenate(
        [values[unsure][:, None], again.values.reshape(len(unsure), len(_RAISED_OFFSETS_WIDTHS), FACE_COUNT)],
        axis=1,
    )
    mixed = (shares[..., None] * faces).sum(axis=1) / shares.sum(axis=1)[:, None]
    clear = (mixed.argmax(axis=1) == values[unsure].argmax(axis=1)) | (mixed.max(axis=1) >= _CLEAR_FACE_P)
    values[np.array(unsure)[clear]] = mixed[clear]
    return values


def die_probabilities(
    seen: Sequence[DieDetection], is_die: NDArray[np.float64], weights: Weights = PIP_WEIGHTS
) -> NDArray[np.float64]:
    """Return the probabilities of dice from the scores of the finder and of a face reader."""
    scores = np.array([die.score for die in seen])
    readers, finders = (
        np.log(p.clip(1e-6, 1 - 1e-6) / (1 - p.clip(1e-6, 1 - 1e-6))) for p in (is_die, scores)
    )
    reader, finder, both = weights
    return sigmoid(reader * readers + finder * finders + both)


def suppress_sides(
    seen: Sequence[DieDetection],
    is_die: NDArray[np.float64],
    least: float = MIN_DIE_P,
    foot: tuple[float, float] | None = None,
) -> NDArray[np.float64]:
    """Lower the probability of dice right below another die, which are probably its side.

    Args:
        seen: n detections.
        is_die: n probabilities.
        least: least probability of the upper one, if it isn't reported as a die either.
        foot: as of `read_dice`.
    """
    if not len(seen):
        return is_die
    at, size = np.array([die.at for die in seen]), np.array([die.size for die in seen])
    # From each detection (row) to each other (column), in widths of the first.
    right, down = np.moveaxis(at[None] - at[:, None], 2, 0) / size[:, None]
    away, ratio = np.hypot(right, down), size[None] / size[:, None]
    to_right, to_down = up_directions(seen, foot).T[:, :, None]
    below, beside = -(right * to_right + down * to_down), np.abs(right * to_down - down * to_right)
    under = (
        (away > _SIDE_OFFSET_WIDTHS[0])
        & (away < _SIDE_OFFSET_WIDTHS[1])
        & (beside < np.tan(np.deg2rad(_SIDE_ANGLE_DEG)) * below)
    )
    under &= (ratio > _SIDE_SIZE_RATIOS[0]) & (ratio < _SIDE_SIZE_RATIOS[1])
    under &= is_die[:, None] >= np.where(is_die[None] < MIN_DIE_P, least, MIN_DIE_P)
    odds = np.where(under.any(axis=0), _SIDE_ODDS, 1.0) * is_die
    return np.asarray(odds / (odds + 1 - is_die))


def build_readings(
    make: Callable[..., AnyDie],
    faces: Iterable[Any],
    seen: Sequence[DieDetection],
    values: NDArray[np.float64],
    is_die: NDArray[np.float64],
    least: float = MIN_DIE_P,
) -> tuple[AnyDie, ...]:
    """Build the readings of detections: the probable dice, each once, from left to right.

    Args:
        make: constructor of a reading, as `FaceReading`.
        faces: the faces of a die of that kind.
        seen: n detections.
        values: n x faces, the probability of each.
        is_die: n probabilities.
        least: probability below which a die is left out.
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
    """Return only the most probable of overlapping readings, from left to right.

    Single pips and heaps of dice can look like dice too, but not where a die is.
    """
    kept: list[AnyDie] = []
    for die in sorted(dice, key=lambda one: -one.is_die):
        if all(np.hypot(*np.subtract(die.at, o.at)) > _OVERLAP_SHARE * max(die.size, o.size) for o in kept):
            kept.append(die)
    return tuple(sorted(kept, key=lambda die: die.at))


def select_distinct(
    seen: Sequence[DieDetection], is_die: NDArray[np.float64], least: float = MIN_DIE_P
) -> list[int]:
    """Return the positions of the probable dice, each once, from left to right.

    Args:
        seen: n detections.
        is_die: n probabilities.
        least: probability below which a die is left out.
    """
    kept: list[int] = []
    for n in map(int, np.argsort(-is_die)):
        if is_die[n] >= least and all(
            np.hypot(*np.subtract(seen[n].at, seen[k].at)) > _OVERLAP_SHARE * max(seen[n].size, seen[k].size)
            for k in kept
        ):
            kept.append(n)
    return sorted(kept, key=lambda n: seen[n].at)


def adjust_detections(
    seen: tuple[DieDetection, ...], offset: NDArray[np.float64], scale: NDArray[np.float64]
) -> tuple[DieDetection, ...]:
    """Return dice with corrected places (n x 2, in their widths as detected) and sizes (n factors)."""
    return tuple(
        replace(
            die,
            at=(die.at[0] + die.size * float(offset[n, 0]), die.at[1] + die.size * float(offset[n, 1])),
            size=die.size * float(scale[n]),
        )
        for n, die in enumerate(seen)
    )
