"""Read resource dice: classify the top face in a patch as one of six resources.

Makers draw ore, grain, wool, lumber, brick and gold as they like. The network was trained on many drawings.
It classifies a new one by similarity, with appropriate doubt. It also gives an embedding of each face
(`ResourceFeatures.embeddings`), which identifies the faces of a set after they were shown once
(`vision.dice.resources_learned`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import PATCH_PX
from vision.dice.pips import to_network_inputs
from vision.network import network, softmax

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
    """Read patches as `vision.dice.patches.cut_dice_patches` cuts them, without knowing the set.

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
