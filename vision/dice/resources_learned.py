"""One set of resource dice, learned by being shown each face once or twice.

What is kept are the patches that were shown, not what the network made of them: a later network reads them
anew.
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
from vision.dice.patches import PATCH_PX
from vision.dice.resources import RESOURCES, Resource, ResourceFeatures, read_resources, unit
from vision.network import softmax

FORMAT: Final = 1
_SHARP: Final = 12.0
"""By how much similarity of marks is multiplied to make log odds."""
_STRANGE: Final = 0.6
"""A face less like all that were shown than this is rather none of them."""
_ALIKE: Final = 0.75
"""Two faces of a set more alike than this may be taken for each other."""
_COLD: Final = 0.3
"""Weight of what the network makes of a face, knowing nothing of the set, beside the similarity of marks."""


class LearnedFacesError(CompanionError, ValueError):
    """Faces that can't be learned, or a file of them that can't be used; the message says what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("set of learned dice"),
    FORMAT,
    sentence("show the dice again ('companion calibrate dice')"),
    LearnedFacesError,
)


@dataclass(frozen=True, eq=False)
class FacePrototypes:
    """What the faces of a set look like to the network.

    Attributes:
        names: those of RESOURCES that were shown.
        marks: len(names) x MARKS of length one: the mean over each one's examples.
    """

    names: tuple[Resource, ...]
    marks: NDArray[np.float64]

    @classmethod
    def of(cls, marks: NDArray[np.float64], names: Sequence[Resource]) -> FacePrototypes:
        """From the marks of examples (n x MARKS) and what each shows."""
        there = np.array(names)
        shown = tuple(resource for resource in RESOURCES if resource in names)
        return cls(shown, unit(np.stack([marks[there == resource].mean(axis=0) for resource in shown])))

    def alike(self) -> tuple[tuple[Resource, Resource], ...]:
        """Pairs of faces that look much alike: one may be taken for the other."""
        near = self.marks @ self.marks.T > _ALIKE
        return tuple(
            (self.names[one], self.names[other])
            for one in range(len(self.names))
            for other in range(one + 1, len(self.names))
            if near[one, other]
        )

    def values(self, look: ResourceFeatures) -> NDArray[np.float64]:
        """Probabilities of RESOURCES, should they be dice of this set.

        A face that is like none of those shown may be any of the six.

        Returns:
            n x 6.
        """
        place = [RESOURCES.index(resource) for resource in self.names]
        odds = _SHARP * look.marks @ self.marks.T + _COLD * np.log(look.values[:, place].clip(1e-6, 1))
        strange = np.full((len(odds), 1), _SHARP * _STRANGE - _COLD * np.log(len(RESOURCES)))
        shares = softmax(np.concatenate([odds, strange], axis=1))
        values = np.zeros((len(odds), len(RESOURCES)))
        values[:, place] = shares[:, :-1]
        return values + shares[:, -1:] / len(RESOURCES)


@dataclass(frozen=True, eq=False)
class LearnedFaces:
    """A set of dice as it was shown.

    Attributes:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.patches.cut` cuts them.
        names: what each shows.
        made: when, as the caller says it (ISO 8601); empty if not told.
        prototypes: what is made of them.
    """

    patches: NDArray[np.uint8]
    names: tuple[Resource, ...]
    made: str = ""
    prototypes: FacePrototypes = field(init=False)

    def __post_init__(self) -> None:
        turned = np.stack([np.rot90(self.patches, k, axes=(1, 2)) for k in range(4)], axis=1)
        look = read_resources(turned.reshape(-1, PATCH_PX, PATCH_PX, 3), 4)
        object.__setattr__(self, "prototypes", FacePrototypes.of(look.marks, self.names))

    def save(self, path: Path) -> None:
        """Write the file; when this returns, it is on disk, whole.

        Raises:
            LearnedFacesError: it can't be written there.
        """
        pictures = [base64.b64encode(cv2.imencode(".png", patch)[1].tobytes()) for patch in self.patches]
        faces = [
            {"name": name, "patch": picture.decode("ascii")}
            for name, picture in zip(self.names, pictures, strict=True)
        ]
        _FILE.save(path, {"made": self.made, "faces": faces})


def learn(patches: NDArray[np.uint8], names: Sequence[Resource], made: str = "") -> LearnedFaces:
    """Learn a set from patches of its faces, one or two of each.

    Args:
        patches: n x PATCH x PATCH x 3, BGR, as `vision.dice.patches.cut` cuts them.
        names: what each shows.
        made: when this is, to be kept with them.

    Raises:
        LearnedFacesError: no face was shown.
    """
    if not len(names):
        raise LearnedFacesError(sentence("no face was shown: show each face of the dice once or twice"))
    return LearnedFaces(patches, tuple(names), made)


def load(path: Path) -> LearnedFaces:
    """Read a set's file.

    Raises:
        LearnedFacesError: there is none, it is damaged, or another version wrote it.
    """
    return _FILE.load(path, _heard)


def _heard(told: Mapping[str, Any]) -> LearnedFaces:
    names, patches = [], []
    for face in told["faces"]:
        png = np.frombuffer(base64.b64decode(face["patch"], validate=True), np.uint8)
        patch = cv2.imdecode(png, cv2.IMREAD_COLOR) if len(png) else None
        if patch is None or patch.shape != (PATCH_PX, PATCH_PX, 3):
            raise ValueError(f"a face is no picture of {PATCH_PX} by {PATCH_PX} pixels")
        if face["name"] not in RESOURCES:
            raise ValueError(f"no resource is called {face['name']}")
        names.append(face["name"])
        patches.append(patch)
    if not names:
        raise ValueError("it has no faces")
    return LearnedFaces(np.stack(patches).astype(np.uint8), tuple(names), str(told["made"]))
