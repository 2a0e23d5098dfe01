"""One set of resource dice, learned from one or two examples of each face.

The stored data are the example patches, not the network's output: a later network reads them again.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.picture_decoder import decode_picture
from vision.dice.die_finder import DieDetection
from vision.dice.patches import PATCH_PX, REACH_WIDTHS, cut_dice_patches
from vision.dice.resources import (
    RESOURCES,
    TURNS,
    Resource,
    ResourceFeatures,
    normalize_rows,
    read_resources,
)
from vision.network import softmax

FORMAT: Final = 1
_TAIL_EXPONENT: Final = 4.0
"""Exponent of the likelihood's tail: a patch that matches no face well may have any distance from its own."""
_SCATTER: Final = 0.04
"""Scatter of a face's embeddings: one less the similarity of a usual patch to its own face."""
_MIN_SIMILARITY: Final = 0.6
"""A face less similar to every example is probably none of them."""
_CONFUSABLE_SIMILARITY: Final = 0.85
"""Two more similar faces of a set may be confused."""
_PRETRAINED_WEIGHT: Final = 0.3
"""Weight of the network's own classification, without the set, relative to the similarity of embeddings."""

_IN_PATCH: Final = DieDetection(((PATCH_PX - 1) / 2, (PATCH_PX - 1) / 2), PATCH_PX / (2 * REACH_WIDTHS), 1.0)
"""The die in an example patch."""


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
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.patches.cut_dice_patches` cuts them.
        names: the resource of each.
        made: time of creation, as the caller gives it (ISO 8601); empty if unknown.
        prototypes: computed from them.
    """

    patches: NDArray[np.uint8]
    names: tuple[Resource, ...]
    made: str = ""
    prototypes: FacePrototypes = field(init=False)

    def __post_init__(self) -> None:
        turned = np.concatenate([cut_dice_patches(patch, [_IN_PATCH], TURNS) for patch in self.patches])
        look = read_resources(turned, len(TURNS))
        object.__setattr__(self, "prototypes", FacePrototypes.from_examples(look.embeddings, self.names))

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


def learn_faces(patches: NDArray[np.uint8], names: Sequence[Resource], made: str = "") -> LearnedFaces:
    """Learn a set from patches of its faces, one or two of each.

    Args:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.patches.cut_dice_patches` cuts them.
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
