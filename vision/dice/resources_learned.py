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
from vision.dice.patches import PATCH_PX
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures, normalize_rows, read_resources
from vision.network import softmax

FORMAT: Final = 1
_SIMILARITY_SCALE: Final = 12.0
"""Factor from the similarity of embeddings to log odds."""
_MIN_SIMILARITY: Final = 0.6
"""A face less similar to every example is probably none of them."""
_CONFUSABLE_SIMILARITY: Final = 0.75
"""Two more similar faces of a set may be confused."""
_PRETRAINED_WEIGHT: Final = 0.3
"""Weight of the network's own classification, without the set, relative to the similarity of embeddings."""


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
        place = [RESOURCES.index(resource) for resource in self.names]
        odds = _SIMILARITY_SCALE * look.embeddings @ self.embeddings.T + _PRETRAINED_WEIGHT * np.log(
            look.values[:, place].clip(1e-6, 1)
        )
        strange = np.full(
            (len(odds), 1), _SIMILARITY_SCALE * _MIN_SIMILARITY - _PRETRAINED_WEIGHT * np.log(len(RESOURCES))
        )
        shares = softmax(np.concatenate([odds, strange], axis=1))
        values = np.zeros((len(odds), len(RESOURCES)))
        values[:, place] = shares[:, :-1]
        return values + shares[:, -1:] / len(RESOURCES)


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
        turned = np.stack([np.rot90(self.patches, k, axes=(1, 2)) for k in range(4)], axis=1)
        look = read_resources(turned.reshape(-1, PATCH_PX, PATCH_PX, 3), 4)
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
