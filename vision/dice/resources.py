"""Read resource dice: classify the top face in a patch as one of six resources.

Makers draw ore, grain, wool, lumber, brick and gold as they like. The network was trained on many drawings.
It classifies a new one by similarity, with appropriate doubt. It also gives an embedding of each face
(`ResourceFeatures.embeddings`), which identifies the faces of a set after they were shown once
(`learn_faces`).
"""

from __future__ import annotations

import base64
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
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
    """

    values: NDArray[np.float64]
    embeddings: NDArray[np.float64]


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
        return np.concatenate([faces, np.full((len(faces), 1), other)], axis=1)


@dataclass(frozen=True, eq=False)
class LearnedFaces:
    """A set of dice with its examples.

    Attributes:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts them.
        names: the resource of each.
        made: time of creation, as the caller gives it (ISO 8601); empty if unknown.
        prototypes: computed from them.
    """

    patches: NDArray[np.uint8]
    names: tuple[Resource, ...]
    made: str = ""
    prototypes: FacePrototypes = field(init=False)

    def __post_init__(self) -> None:
        places = jittered_places()
        turned = np.concatenate([cut_dice_patches(patch, places, TURNS) for patch in self.patches])
        look = read_resources(turned, len(TURNS))
        names = [name for name in self.names for _ in places]
        object.__setattr__(self, "prototypes", FacePrototypes.from_examples(look.embeddings, names))

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
_WIDTH_SCATTER: Final = 0.2
"""Scatter of the dice's widths in one picture, as natural logarithm: the camera may be nearer to some."""
_WIDTH_RATIO: Final = 1.1
"""Largest ratio of the width at which a die's face is read to the common one: a detected width has errors."""
_MAX_RESEMBLANCE: Final = 12.0
"""Largest log odds of a likeness. A top face has 7 to 11, a side face that is seen at a slant at most 6."""
_CLEAR_RESEMBLANCE: Final = 9.0
"""A less similar face is also read at shifted places."""
_SHIFT_WIDTHS: Final = 0.12
"""Offset of these places to each side, in widths."""
_SIDE_REACH_WIDTHS: Final = (0.5, 1.05)
"""Distances of a visible side face's middle from its die's top, in common widths; dice that touch are
farther."""
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
        # Only the reading moves: a visible side that is moved towards its top would resemble a face, too.
        seen, look = refine_places(picture, seen, look, learned)
    strangeness = np.log([die.size / width for die in found]) / _WIDTH_SCATTER
    is_die = sigmoid(_log_odds(is_die) - strangeness**2 / 2)
    return seen, doubt_sides(seen, is_die), look


def doubt_sides(seen: Sequence[DieDetection], is_die: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probabilities of dice, given that a fainter one close to a sure die is probably its side.

    Args:
        seen: n detections.
        is_die: n probabilities.
    """
    if not seen:
        return is_die
    width = estimate_common_width(seen, is_die)
    places = np.array([die.at for die in seen])
    apart = np.linalg.norm(places[:, None] - places, axis=2) / width
    is_near = (apart > _SIDE_REACH_WIDTHS[0]) & (apart < _SIDE_REACH_WIDTHS[1])
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


def refine_places(
    picture: NDArray[np.uint8], seen: Sequence[DieDetection], look: ResourceFeatures, learned: LearnedFaces
) -> tuple[tuple[DieDetection, ...], ResourceFeatures]:
    """Move detections of dice whose faces are unclear to where they resemble a learned face most."""
    likeness = learned.prototypes.resemblance_log_odds(look)
    unclear: list[int] = np.flatnonzero((likeness > 0) & (likeness < _CLEAR_RESEMBLANCE)).tolist()
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    shifted = [
        replace(seen[n], at=(float(x), float(y)))
        for n in unclear
        for x, y in seen[n].at + seen[n].size * _SHIFT_WIDTHS * np.array(steps)
    ]
    shifted_look = _read_faces(picture, shifted)
    shifted_likeness = learned.prototypes.resemblance_log_odds(shifted_look).reshape(len(unclear), len(steps))
    moved, values, embeddings = list(seen), look.values.copy(), look.embeddings.copy()
    for row, n in enumerate(unclear):
        place = row * len(steps) + int(shifted_likeness[row].argmax())
        if shifted_likeness[row].max() > likeness[n]:
            moved[n] = shifted[place]
            values[n], embeddings[n] = shifted_look.values[place], shifted_look.embeddings[place]
    return tuple(moved), ResourceFeatures(values, embeddings)


def _weigh_resemblance(
    is_die: NDArray[np.float64], learned: LearnedFaces, look: ResourceFeatures
) -> NDArray[np.float64]:
    """Return the probabilities of dice, given how much their top faces resemble the learned ones."""
    odds = learned.prototypes.resemblance_log_odds(look).clip(-_MAX_RESEMBLANCE, _MAX_RESEMBLANCE)
    return sigmoid(_log_odds(is_die) + odds)


def _log_odds(p: NDArray[np.float64]) -> NDArray[np.float64]:
    clipped = p.clip(1e-6, 1 - 1e-6)
    return np.asarray(np.log(clipped / (1 - clipped)))


# Collect examples of a set's faces, propose names for new ones, and find faces that can't be told apart.


PROPOSAL_THRESHOLD_P: Final = 0.5
"""A face above this probability is proposed."""
_PERMUTATIONS: Final = np.array(list(permutations(range(len(RESOURCES)))))
"""720 x 6: each assignment of different faces to six dice."""


@dataclass(frozen=True, eq=False)
class FaceExample:
    """A face that a person named.

    Attributes:
        name: its resource.
        patch: PATCH_PX x PATCH_PX x 3, BGR, as `vision.dice.reading.cut_dice_patches` cuts it.
        embedding: EMBEDDING_SIZE values of length one.
    """

    name: Resource
    patch: NDArray[np.uint8]
    embedding: NDArray[np.float64]


class FaceExamples:
    """The named faces of one set, in the order in which they were shown."""

    def __init__(self) -> None:
        self._examples: list[FaceExample] = []

    def __len__(self) -> int:
        return len(self._examples)

    def add(self, example: FaceExample) -> None:
        """Add a named face."""
        self._examples.append(example)

    def forget(self, names: Collection[Resource]) -> None:
        """Remove all examples of some faces."""
        self._examples = [each for each in self._examples if each.name not in names]

    def count(self, name: Resource) -> int:
        """Return how often a face was named."""
        return sum(each.name == name for each in self._examples)

    def missing_faces(self, times: int = 1) -> list[Resource]:
        """Return the faces that were named less often."""
        return [name for name in RESOURCES if self.count(name) < times]

    def learn(self, made: str) -> LearnedFaces:
        """Learn the set; `made` is the time that is stored with it.

        Raises:
            LearnedFacesError: nothing was named.
        """
        names = [each.name for each in self._examples]
        patches = np.stack([each.patch for each in self._examples]) if names else np.zeros((0,), np.uint8)
        return learn_faces(patches, names, made)

    def propose_names(self, look: ResourceFeatures, *, are_different: bool = False) -> list[Resource | None]:
        """Return the probable name of each face; None: no name has half of the probability.

        The named examples decide where they are certain, otherwise the network does.

        Args:
            look: the features of n top faces.
            are_different: whether people were asked to show each face once; it counts only for six dice.
        """
        values = look.values
        if self._examples:
            own = _prototypes(self._examples).face_probabilities(look)
            values = np.where(own.max(axis=1, keepdims=True) > PROPOSAL_THRESHOLD_P, own, values)
        if are_different and len(values) == len(RESOURCES):
            values = assign_different_faces(values)
        return [
            RESOURCES[int(each.argmax())] if each.max() > PROPOSAL_THRESHOLD_P else None for each in values
        ]

    def find_unreliable_faces(self) -> tuple[Resource, ...]:
        """Return the faces of which an example looks more like another face, and those other faces.

        A wrong name, a blurred picture or two similar symbols are the causes. Of a face with one example,
        only its similarity to another such face can be checked.
        """
        single = [name for name in RESOURCES if self.count(name) == 1]
        found: set[Resource] = set()
        if self._examples:
            for pair in _prototypes(self._examples).confusable_pairs():
                found.update(pair if set(pair) <= set(single) else ())
        for n, example in enumerate(self._examples):
            others = [*self._examples[:n], *self._examples[n + 1 :]]
            if all(other.name != example.name for other in others):
                continue
            look = ResourceFeatures(np.full((1, len(RESOURCES)), 1 / len(RESOURCES)), example.embedding[None])
            shares = _prototypes(others).face_probabilities(look)[0]
            likeliest = RESOURCES[int(shares.argmax())]
            if likeliest != example.name:
                found |= {example.name, likeliest}
        return tuple(name for name in RESOURCES if name in found)


def assign_different_faces(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each die's face probabilities, given that six dice show six different faces.

    Args:
        values: 6 x 6, dice by RESOURCES.

    Returns:
        6 x 6.
    """
    logs = np.log(values.clip(1e-6, 1))[np.arange(len(values)), _PERMUTATIONS].sum(axis=1)
    weights = np.exp(logs - logs.max())
    shares = np.zeros_like(values)
    for die in range(len(values)):
        np.add.at(shares[die], _PERMUTATIONS[:, die], weights)
    return np.asarray(shares / weights.sum())


def _prototypes(examples: Sequence[FaceExample]) -> FacePrototypes:
    embeddings = np.stack([each.embedding for each in examples])
    return FacePrototypes.from_examples(embeddings, [each.name for each in examples])
