"""Collect examples of a set's faces, propose names for new ones, and find faces that can't be told apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.resources import (
    RESOURCES,
    FacePrototypes,
    LearnedFaces,
    Resource,
    ResourceFeatures,
    learn_faces,
)

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
