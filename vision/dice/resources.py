"""Read resource dice: classify the top face in a patch as one of six resources.

Makers draw ore, grain, wool, lumber, brick and gold as they like. The network was trained on many drawings.
It classifies a new one by similarity, with appropriate doubt. It also gives an embedding of each face
(`ResourceFeatures.embeddings`), which identifies the faces of a set after they were shown once
(`learn_faces`).
"""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.picture_decoder import decode_picture
from vision.dice.die_finder import DieDetection
from vision.dice.reading import (
    PATCH_PX,
    REACH_WIDTHS,
    FaceReading,
    Weights,
    build_readings,
    cut_dice_patches,
    locate_dice,
    to_network_inputs,
)
from vision.network import network, sigmoid, softmax
from vision.pictures import as_bgr

Resource = Literal["ore", "grain", "wool", "lumber", "brick", "gold"]
RESOURCES: Final[tuple[Resource, ...]] = ("ore", "grain", "wool", "lumber", "brick", "gold")
OTHER_CLASS: Final = len(RESOURCES)
"""Class of a face without a resource: pips, a letter, nothing."""
CLASSES: Final = OTHER_CLASS + 1
EMBEDDING_SIZE: Final = 32
"""Dimensions of the embedding."""
OUTPUT_COUNT: Final = CLASSES + EMBEDDING_SIZE
"""Outputs of the network for a patch: logits of the classes, and the embedding."""
INNER_PX: Final = 36
"""Pixels across the middle of a patch that the network sees: little more than the top face."""
TURNS: Final = tuple(np.deg2rad(np.arange(0.0, 360.0, 45.0)))
"""Angles at which a top face is read, radians: a symbol may have any rotation."""
_TEMPERATURE: Final = 1.0


@dataclass(frozen=True)
class ResourceFeatures:
    """The network's output for top faces.

    Attributes:
        values: n x 6 probabilities of RESOURCES, given a die; uniform where the face shows something else, or
            nothing is recognisable.
        embeddings: n x EMBEDDING_SIZE of length one: similar where two patches show the same face of the same
            set.
        correlations: n x 6, as of `FaceTemplates.correlate`; NaN: not compared. None: no die was compared.
    """

    values: NDArray[np.float64]
    embeddings: NDArray[np.float64]
    correlations: NDArray[np.float64] | None = None


def read_resources(patches: NDArray[np.uint8], turns: int = 1) -> ResourceFeatures:
    """Read patches as `vision.dice.reading.cut_dice_patches` cuts them, without knowing the set.

    Args:
        patches: (n * turns) x PATCH x PATCH x 3, BGR; a die's rotations together.
        turns: number of patches of each die; their outputs are averaged.
    """
    if len(patches) == 0:
        return decode_outputs(np.zeros((0, turns, OUTPUT_COUNT), np.float32))
    outputs = network("dice_resources.onnx").run(to_network_inputs(crop_inner(patches)))
    return decode_outputs(outputs.reshape(-1, turns, OUTPUT_COUNT))


def decode_outputs(outputs: NDArray[np.float32]) -> ResourceFeatures:
    """Decode the network's outputs.

    Args:
        outputs: n x turns x OUTPUT_COUNT.
    """
    shares = softmax(outputs[..., :CLASSES].mean(axis=1) / _TEMPERATURE)
    marks = normalize_rows(outputs[..., CLASSES:].astype(np.float64))
    return ResourceFeatures(
        values=np.asarray(shares[:, :OTHER_CLASS] + shares[:, OTHER_CLASS:] / OTHER_CLASS),
        embeddings=normalize_rows(marks.mean(axis=1)),
    )


def crop_inner(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the middles of patches, n x INNER x INNER x 3."""
    rim = (PATCH_PX - INNER_PX) // 2
    return patches[:, rim : rim + INNER_PX, rim : rim + INNER_PX]


def normalize_rows(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Normalise vectors along the last axis to length one."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))


# One set of resource dice, learned from one or two examples of each face.
#
# The stored data are the example patches, not the network's output: a later network reads them again.


FORMAT: Final = 1
_TAIL_EXPONENT: Final = 4.0
"""Exponent of the likelihood's tail: a patch that matches no face well may have any distance from its own."""
_SCATTER: Final = 0.03
"""Scatter of a face's embeddings: one less the similarity of a usual patch to its own face."""
_MIN_SIMILARITY: Final = 0.6
"""A face less similar to every example is probably none of them."""
_CONFUSABLE_SIMILARITY: Final = 0.85
"""Two more similar faces of a set may be confused."""
_PRETRAINED_WEIGHT: Final = 0.3
"""Weight of the network's own classification, without the set, relative to the similarity of embeddings."""
_PIXEL_EXPONENT: Final = 3.0
"""Exponent of the likelihood of a correlation: a tail, like that of a distance."""
_PIXEL_SCATTER: Final = 0.01
"""One less the correlation of a usual face with its own example."""
_MIN_CORRELATION: Final = 0.8
"""A face that correlates less with every example is probably none of them, or was aligned wrongly."""

_IN_PATCH: Final = DieDetection(((PATCH_PX - 1) / 2, (PATCH_PX - 1) / 2), PATCH_PX / (2 * REACH_WIDTHS), 1.0)
"""The die in an example patch."""
_JITTER_WIDTHS: Final = 0.06
_JITTER_SIZES: Final = (0.93, 1.07)
"""Errors of a detected place, in widths, and of a detected width: each example is also learned with these."""


class LearnedFacesError(CompanionError, ValueError):
    """Faces that can't be learned, or an unusable file of them; the message says what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("set of learned dice"),
    FORMAT,
    sentence("show the dice again ('companion calibrate dice')"),
    LearnedFacesError,
)


@dataclass(frozen=True, eq=False)
class FacePrototypes:
    """The embeddings of a set's faces.

    Attributes:
        names: those of RESOURCES that have examples.
        embeddings: len(names) x EMBEDDING_SIZE of length one: the mean over each one's examples.
    """

    names: tuple[Resource, ...]
    embeddings: NDArray[np.float64]

    @classmethod
    def from_examples(cls, embeddings: NDArray[np.float64], names: Sequence[Resource]) -> FacePrototypes:
        """Compute prototypes from the embeddings of examples (n x EMBEDDING_SIZE) and their resources."""
        there = np.array(names)
        shown = tuple(resource for resource in RESOURCES if resource in names)
        return cls(
            shown,
            normalize_rows(np.stack([embeddings[there == resource].mean(axis=0) for resource in shown])),
        )

    def confusable_pairs(self) -> tuple[tuple[Resource, Resource], ...]:
        """Return pairs of faces that look much alike and may be confused."""
        near = self.embeddings @ self.embeddings.T > _CONFUSABLE_SIMILARITY
        return tuple(
            (self.names[one], self.names[other])
            for one in range(len(self.names))
            for other in range(one + 1, len(self.names))
            if near[one, other]
        )

    def face_probabilities(self, look: ResourceFeatures) -> NDArray[np.float64]:
        """Return probabilities of RESOURCES, given dice of this set.

        A face that resembles no example may be any of the six.

        Returns:
            n x 6.
        """
        shares = softmax(self._log_likelihoods(look))
        values = np.zeros((len(shares), len(RESOURCES)))
        values[:, [RESOURCES.index(resource) for resource in self.names]] = shares[:, :-1]
        return values + shares[:, -1:] / len(RESOURCES)

    def resemblance_log_odds(self, look: ResourceFeatures) -> NDArray[np.float64]:
        """Return the log odds that a patch shows one of the faces rather than something else; n."""
        logs = self._log_likelihoods(look)
        return np.asarray(logs[:, :-1].max(axis=1) - logs[:, -1])

    def _log_likelihoods(self, look: ResourceFeatures) -> NDArray[np.float64]:
        """Return log likelihoods of the faces and of something else, up to a constant.

        The noise of a patch is unknown, so its distance has a tail like Student's t: what counts is the ratio
        of the distances to two faces, not their difference.

        Returns:
            n x (len(names) + 1).
        """
        distances = 1 - look.embeddings @ self.embeddings.T
        place = [RESOURCES.index(resource) for resource in self.names]
        pretrained = np.log(look.values[:, place].clip(1e-6, 1))
        faces = -_TAIL_EXPONENT * np.log(_SCATTER + distances.clip(0, None)) + _PRETRAINED_WEIGHT * pretrained
        other = -_TAIL_EXPONENT * np.log(_SCATTER + 1 - _MIN_SIMILARITY)
        other -= _PRETRAINED_WEIGHT * np.log(len(RESOURCES))
        logs = np.concatenate([faces, np.full((len(faces), 1), other)], axis=1)
        if look.correlations is None:
            return logs
        correlations = np.insert(look.correlations[:, place], len(place), _MIN_CORRELATION, axis=1)
        pixels = -_PIXEL_EXPONENT * np.log(_PIXEL_SCATTER + 1 - correlations)
        is_compared = ~np.isnan(look.correlations).any(axis=1, keepdims=True)
        return np.asarray(logs + np.where(is_compared, pixels, 0))


# Compare a die with the examples pixel by pixel. The embeddings of two similar symbols may hardly differ,
# and change with errors of the place; aligned pictures of them do.


_RADIUS_WIDTHS: Final = 0.36
"""Radius of the compared disc: it stays on the flat part of a top face, also where that is foreshortened."""
_SEARCH_PX: Final = 64
_SEARCH_REACH_WIDTHS: Final = 1.15
"""Pixels across the patch in which the disc is sought, and half its extent."""
_SEARCH_SCALE: Final = _SEARCH_PX / (2 * _SEARCH_REACH_WIDTHS)
_SEARCH_MIDDLE_PX: Final = (_SEARCH_PX - 1) / 2
_PATCH_SCALE: Final = PATCH_PX / (2 * REACH_WIDTHS)
_PATCH_MIDDLE_PX: Final = (PATCH_PX - 1) / 2
"""Pixels in a width and the middle, of that patch and of an example's."""
_COARSE_STEP: Final = 1 / 16
_FINE_STEP: Final = 1 / 20
"""Distances of compared points in the first search and in the alignment, in widths."""
_COARSE_BLUR_STEPS: Final = 0.45
_FINE_BLUR_PX: Final = 0.8
"""Blur before the points are read, as standard deviation."""
_SEARCHED_ANGLES: Final = 24
_SEARCHED_SIZES: Final = (0.85, 1.0, 1.15, 1.32)
"""Rotations and sizes of a die, relative to an example, that the first search compares."""
_SEARCHED_STEPS: Final = 5
"""The first search moves the disc by up to so many steps."""
_CANDIDATES: Final = 3
"""Rotations of each example that are aligned; they differ by more than `_DISTINCT_ANGLE_RAD`."""
_DISTINCT_ANGLE_RAD: Final = float(np.deg2rad(35.0))
_ALIGNING_STEPS: Final = (2, 5)
"""Gauss-Newton steps for every candidate, and then for the best of each example."""
_ALIGNED_SIZES: Final = (0.62, 1.6)
_ALIGNED_STRETCH: Final = 1.4
"""An alignment outside these sizes, or longer in one direction by more than this ratio, isn't considered: two
views at 30 degrees differ by up to 1.33."""
_ALIGNED_SHIFT_WIDTHS: Final = 0.45
"""Largest shift of an alignment to each side."""


class FaceTemplates:
    """The examples of a set, prepared for comparing dice with them pixel by pixel.

    Colours keep their relations, but brightness and contrast of a die don't count.

    Args:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts them.
        names: the resource of each.
    """

    def __init__(self, patches: NDArray[np.uint8], names: Sequence[Resource]) -> None:
        self._faces = np.array([RESOURCES.index(name) for name in names])
        self._coarse_grid, self._fine_grid = _disc(_COARSE_STEP), _disc(_FINE_STEP)
        turns = np.tile(2 * np.pi / _SEARCHED_ANGLES * np.arange(_SEARCHED_ANGLES), len(_SEARCHED_SIZES))
        sizes = np.repeat(_SEARCHED_SIZES, _SEARCHED_ANGLES)
        c, s = np.cos(turns), np.sin(turns)
        self._poses = (sizes * np.array([[c, -s], [s, c]])).transpose(2, 0, 1)
        self._is_near = np.cos(turns[:, None] - turns) > np.cos(_DISTINCT_ANGLE_RAD)
        steps = _COARSE_STEP * np.arange(-_SEARCHED_STEPS, _SEARCHED_STEPS + 1)
        self._shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        seen_at = (
            self._coarse_grid @ np.linalg.inv(self._poses).transpose(0, 2, 1) * _PATCH_SCALE
            + _PATCH_MIDDLE_PX
        )
        pictures = [patch.astype(np.float32) for patch in patches]
        blur = _COARSE_BLUR_STEPS * _COARSE_STEP * _PATCH_SCALE
        self._coarse = np.stack(
            [_normalize_colours(_read_points(_blur(each, blur), seen_at)) for each in pictures]
        )
        prepared = [_prepare_alignment(_blur(each, _FINE_BLUR_PX), self._fine_grid) for each in pictures]
        self._fine = np.stack([points for points, _ in prepared])
        self._gains = np.stack([gains for _, gains in prepared])

    def correlate(
        self, picture: NDArray[np.uint8], dice: Sequence[DieDetection]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the correlation of dice with their most similar example of each face, after alignment.

        A place and a width may be wrong by a third. Dice and examples may have any rotation and be seen at a
        slant.

        Returns:
            n x 6, in the order of RESOURCES, at most one; -1 for a face without examples. And n x 2:
                the pixel where the most similar example lies.
        """
        best, tops = np.full((len(dice), len(RESOURCES)), -1.0), np.zeros((len(dice), 2))
        patches = cut_dice_patches(picture, dice, reach=_SEARCH_REACH_WIDTHS, size=_SEARCH_PX)
        for n, (die, patch) in enumerate(zip(dice, patches, strict=True)):
            values, shifts = self._correlate_patch(patch.astype(np.float32))
            np.maximum.at(best[n], self._faces, values)
            tops[n] = die.at + die.size * shifts[values.argmax()]
        return best, tops

    def _correlate_patch(self, patch: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the correlation with each example, and its shift, n x 2, in widths."""
        blurred = _blur(patch, _COARSE_BLUR_STEPS * _COARSE_STEP * _SEARCH_SCALE)
        windows = _normalize_colours(
            _read_points(
                blurred, (self._coarse_grid + self._shifts[:, None]) * _SEARCH_SCALE + _SEARCH_MIDDLE_PX
            )
        )
        # Not by a matrix product: its library would start threads, which wait for busy cores.
        fits = np.einsum("epd,sd->eps", self._coarse, windows)
        highest = fits.max(axis=2)
        picks = []
        for example, remaining in enumerate(highest):
            for _ in range(_CANDIDATES):
                pick = int(remaining.argmax())
                picks.append((example, pick))
                remaining[self._is_near[pick]] = -2
        examples, poses = np.array(picks).T
        turned = self._poses[poses]
        shifted = self._shifts[fits[examples, poses].argmax(axis=1)]
        fine = _blur(patch, _FINE_BLUR_PX)
        values = np.zeros(0)
        for steps in _ALIGNING_STEPS:
            values, turned, shifted = self._align(fine, examples, turned, shifted, steps)
            of_example = values.reshape(len(highest), -1)
            first = of_example.argmax(axis=1) + np.arange(len(highest)) * of_example.shape[1]
            examples, values, turned, shifted = examples[first], values[first], turned[first], shifted[first]
        return values, shifted

    def _align(
        self,
        patch: NDArray[np.float32],
        examples: NDArray[np.int64],
        turned: NDArray[np.float64],
        shifted: NDArray[np.float64],
        steps: int,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Improve affine alignments (m x 2 x 2, m x 2), by inverse composition; return the best of each.

        Returns:
            The correlations, and the alignments.
        """
        wanted, gains = self._fine[examples], self._gains[examples]
        best, best_turned, best_shifted = np.full(len(examples), -1.0), turned.copy(), shifted.copy()
        turned, shifted = turned.copy(), shifted.copy()
        for step in range(steps + 1):
            at = (
                self._fine_grid @ turned.transpose(0, 2, 1) + shifted[:, None]
            ) * _SEARCH_SCALE + _SEARCH_MIDDLE_PX
            seen = _normalize_colours(_read_points(patch, at))
            now = np.einsum("mp,mp->m", seen, wanted)
            is_better = now > best
            best[is_better] = now[is_better]
            best_turned[is_better], best_shifted[is_better] = turned[is_better], shifted[is_better]
            if step == steps:
                break
            error = seen / np.maximum(now, 0.3)[:, None] - wanted
            change = np.einsum("mkp,mp->mk", gains, error).astype(np.float64)
            matrix = np.eye(2) + change[:, 2:].reshape(-1, 2, 2)
            matrix[np.linalg.det(matrix) < 0.3] = np.eye(2)
            next_turned = turned @ np.linalg.inv(matrix)
            next_shifted = shifted - (next_turned @ change[:, :2, None])[..., 0]
            widths = np.linalg.svd(next_turned, compute_uv=False)
            is_possible = (widths[:, 0] < _ALIGNED_SIZES[1]) & (widths[:, 1] > _ALIGNED_SIZES[0])
            is_possible &= widths[:, 0] < _ALIGNED_STRETCH * widths[:, 1]
            is_possible &= np.abs(next_shifted).max(axis=1) < _ALIGNED_SHIFT_WIDTHS
            turned[is_possible], shifted[is_possible] = next_turned[is_possible], next_shifted[is_possible]
        return best, best_turned, best_shifted


def _disc(step: float) -> NDArray[np.float64]:
    """Return the points of a square grid within the compared disc, n x 2, in widths."""
    reach = int(_RADIUS_WIDTHS / step)
    x, y = np.meshgrid(*[step * np.arange(-reach, reach + 1)] * 2)
    is_inside = np.hypot(x, y) <= _RADIUS_WIDTHS
    return np.stack([x[is_inside], y[is_inside]], axis=1)


def _blur(picture: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def _read_points(picture: NDArray[np.float32], at: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the colours at points (... x n x 2, pixels): ... x n x 3."""
    places = np.ascontiguousarray(at.reshape(-1, at.shape[-2], 2), np.float32)
    seen = cv2.remap(
        picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.float32).reshape(*at.shape[:-1], 3)


def _normalize_colours(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return colours (... x n x 3) as vectors of length one (... x 3 n), each channel with a mean of zero."""
    centred = colours - colours.mean(axis=-2, keepdims=True)
    rows = centred.reshape(*centred.shape[:-2], -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6), np.float32)


def _prepare_alignment(
    picture: NDArray[np.float32], grid: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return an example's points, and the matrix that turns an error of them into a change of an alignment.

    Returns:
        3 n values of length one, and 6 x 3 n: the shift and the 2 x 2 matrix of the change.
    """
    at = grid * _PATCH_SCALE + _PATCH_MIDDLE_PX
    slope = np.float32(_PATCH_SCALE / 8)
    across, down = (
        _read_points(slope * np.asarray(cv2.Sobel(picture, cv2.CV_32F, *way, ksize=3), np.float32), at)
        for way in ((1, 0), (0, 1))
    )
    x, y = grid[:, :1], grid[:, 1:]
    slopes = np.stack([across, down, across * x, across * y, down * x, down * y], axis=-1)
    colours = _read_points(picture, at)
    contrast = float(np.linalg.norm(colours - colours.mean(axis=0))) + 1e-6
    points = _normalize_colours(colours)
    slopes = ((slopes - slopes.mean(axis=0)) / contrast).reshape(-1, 6)
    # A change of the contrast isn't a change of the alignment.
    slopes = slopes - np.outer(points, points @ slopes)
    squares = np.asarray(slopes.T @ slopes, np.float64)
    # A patch without any contrast has no slopes.
    squares += (1e-3 * np.trace(squares) / 6 + 1e-9) * np.eye(6)
    return points, np.asarray(np.linalg.solve(squares, slopes.T), np.float32)


@dataclass(frozen=True, eq=False)
class LearnedFaces:
    """A set of dice with its examples.

    Attributes:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts them.
        names: the resource of each.
        made: time of creation, as the caller gives it (ISO 8601); empty if unknown.
        prototypes: computed from them.
        templates: computed from them, too.
    """

    patches: NDArray[np.uint8]
    names: tuple[Resource, ...]
    made: str = ""
    prototypes: FacePrototypes = field(init=False)
    templates: FaceTemplates = field(init=False)

    def __post_init__(self) -> None:
        places = jittered_places()
        turned = np.concatenate([cut_dice_patches(patch, places, TURNS) for patch in self.patches])
        look = read_resources(turned, len(TURNS))
        names = [name for name in self.names for _ in places]
        object.__setattr__(self, "prototypes", FacePrototypes.from_examples(look.embeddings, names))
        object.__setattr__(self, "templates", FaceTemplates(self.patches, self.names))

    def save(self, path: Path) -> None:
        """Write the file; when this returns, it is complete on disk.

        Raises:
            LearnedFacesError: it can't be written there.
        """
        pictures = [base64.b64encode(cv2.imencode(".png", patch)[1].tobytes()) for patch in self.patches]
        faces = [
            {"name": name, "patch": picture.decode("ascii")}
            for name, picture in zip(self.names, pictures, strict=True)
        ]
        _FILE.save(path, {"made": self.made, "faces": faces})


def jittered_places() -> tuple[DieDetection, ...]:
    """Return the die in an example patch, and the same with each error of its place and width."""
    (x, y), size, step = _IN_PATCH.at, _IN_PATCH.size, _JITTER_WIDTHS * _IN_PATCH.size
    shifted = [
        replace(_IN_PATCH, at=(x + dx, y + dy)) for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step))
    ]
    return (_IN_PATCH, *shifted, *(replace(_IN_PATCH, size=size * factor) for factor in _JITTER_SIZES))


def learn_faces(patches: NDArray[np.uint8], names: Sequence[Resource], made: str = "") -> LearnedFaces:
    """Learn a set from patches of its faces, one or two of each.

    Args:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts them.
        names: the resource of each.
        made: time of creation, stored with them.

    Raises:
        LearnedFacesError: there are no faces.
    """
    if not len(names):
        raise LearnedFacesError(sentence("no face was shown: show each face of the dice once or twice"))
    return LearnedFaces(patches, tuple(names), made)


def load(path: Path) -> LearnedFaces:
    """Read a set's file.

    Raises:
        LearnedFacesError: there is none, it is damaged, or another version wrote it.
    """
    return _FILE.load(path, _parse)


def _parse(data: Mapping[str, Any]) -> LearnedFaces:
    names, patches = [], []
    for face in data["faces"]:
        patch = decode_picture(base64.b64decode(face["patch"], validate=True))
        if patch.shape != (PATCH_PX, PATCH_PX, 3):
            raise ValueError(f"a face is no picture of {PATCH_PX} by {PATCH_PX} pixels")
        if face["name"] not in RESOURCES:
            raise ValueError(f"no resource is called {face['name']}")
        names.append(face["name"])
        patches.append(patch)
    if not names:
        raise ValueError("it has no faces")
    return LearnedFaces(np.stack(patches).astype(np.uint8), tuple(names), str(data["made"]))


# Read the resource dice in a picture: each die's place, and the probabilities of its symbol.


_WITH_SYMBOLS: Final[Weights] = (0.5, 2.6, 0.3)
"""The pip reader doubts dice without pips, so the finder counts for more. Set on rendered dice."""


_SCALE_STEP: Final = 2**0.5
"""Ratio of the scales at which dice are sought: the finder hardly sees a symbol's die at a wrong scale."""
_FAINT_DIE_P: Final = 0.1
"""A less probable detection isn't compared with the learned faces."""
_COMPARED_DIE_P: Final = 0.2
"""A less probable die isn't compared pixel by pixel."""
_WIDTH_SCATTER: Final = 0.2
"""Scatter of the dice's widths in one picture, as natural logarithm: the camera may be nearer to some."""
_WIDTH_RATIO: Final = 1.1
"""Largest ratio of the width at which a die's face is read to the common one: a detected width has errors."""
_MAX_RESEMBLANCE: Final = 12.0
"""Largest log odds of a likeness. A top face has 7 to 11, a side face that is seen at a slant at most 6."""
_SIDE_REACH_WIDTHS: Final = (0.5, 1.05)
"""Distances of a visible side face's middle from its die's top, in common widths; dice that touch are
farther."""
_SIDE_TOP_WIDTHS: Final = 0.8
"""A side's middle is at most 0.71 widths from its top's, at a tilt of 45 degrees."""
_ALIGNED_CORRELATION: Final = 0.95
"""A lower correlation doesn't tell the place of a top face."""
_SIDE_LOG_ODDS: Final = -5.2
"""Log odds of a die at such a distance from a more probable one: most are its side, which has a face, too."""
_SURE_DIE_P: Final = 0.9
"""A die of this probability has sides; those at least as probable are dice themselves."""


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
        picture, region=region, size=size, weights=_WITH_SYMBOLS, least=_FAINT_DIE_P, scale_step=_SCALE_STEP
    )
    is_die = found_p
    if learned is not None:
        is_die = _weigh_resemblance(found_p, learned, _read_faces(picture, found))
    width = estimate_common_width(found, is_die)
    seen = tuple(replace(die, size=float(np.clip(die.size, width / _WIDTH_RATIO, width * _WIDTH_RATIO)))
                 for die in found)  # fmt: skip
    look = _read_faces(picture, seen)
    if learned is not None:
        is_die = _weigh_resemblance(found_p, learned, look)
    strangeness = np.log([die.size / width for die in found]) / _WIDTH_SCATTER
    is_die = sigmoid(_log_odds(is_die) - strangeness**2 / 2)
    tops = np.full((len(seen), 2), np.nan)
    if learned is not None:
        # Only the reading is aligned: a visible side, moved towards its top, would resemble a face, too.
        probable = np.flatnonzero(is_die >= _COMPARED_DIE_P)
        correlations = np.full((len(seen), len(RESOURCES)), np.nan)
        correlations[probable], aligned = learned.templates.correlate(picture, [seen[n] for n in probable])
        is_aligned = correlations[probable].max(axis=1) > _ALIGNED_CORRELATION
        tops[probable[is_aligned]] = aligned[is_aligned]
        look = replace(look, correlations=correlations)
    return seen, doubt_sides(seen, is_die, tops), look


def doubt_sides(
    seen: Sequence[DieDetection], is_die: NDArray[np.float64], tops: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return the probabilities of dice, given that a fainter one close to a sure die is probably its side.

    Args:
        seen: n detections.
        is_die: n probabilities.
        tops: n x 2, the aligned places of top faces, pixels; NaN where they are unknown. Dice whose tops are
            farther apart than `_SIDE_TOP_WIDTHS` are two.
    """
    if not seen:
        return is_die
    width = estimate_common_width(seen, is_die)
    places = np.array([die.at for die in seen])
    apart = np.linalg.norm(places[:, None] - places, axis=2) / width
    is_near = (apart > _SIDE_REACH_WIDTHS[0]) & (apart < _SIDE_REACH_WIDTHS[1])
    if tops is not None:
        is_near &= ~(np.linalg.norm(tops[:, None] - tops, axis=2) > _SIDE_TOP_WIDTHS * width)
    is_surer = (is_die > _SURE_DIE_P) & (is_die > is_die[:, None])
    is_side = (is_near & is_surer).any(axis=1)
    return sigmoid(_log_odds(is_die) + _SIDE_LOG_ODDS * is_side)


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
    return sigmoid(_log_odds(is_die) + odds)


def _log_odds(p: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = p.clip(1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped / (1 - clipped)))
