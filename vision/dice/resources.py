"""Reading resource dice: which of six resources the top face in a patch shows.

Makers draw ore, grain, wool, lumber, brick and gold as they like. The network has seen many drawings, and
says of one that is new to it what it most looks like, with the doubt that this deserves. It also says where
a face lies among all faces (`ResourceFeatures.marks`): by that a set is known again after its faces were
shown once (`vision.dice.resources_learned`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import PATCH_PX
from vision.dice.pips import as_inputs
from vision.network import network, softmax

Resource = Literal["ore", "grain", "wool", "lumber", "brick", "gold"]
RESOURCES: Final[tuple[Resource, ...]] = ("ore", "grain", "wool", "lumber", "brick", "gold")
OTHER: Final = len(RESOURCES)
"""Class of a face without a resource: pips, a letter, nothing."""
CLASSES: Final = OTHER + 1
MARKS: Final = 32
"""Numbers that tell faces apart."""
OUTPUTS: Final = CLASSES + MARKS
"""What the network says of a patch: logits of the classes, and marks."""
INNER_PX: Final = 36
"""Pixels across the middle of a patch that the network looks at: the top face, hardly more."""
_TEMPERATURE: Final = 1.0


@dataclass(frozen=True)
class ResourceFeatures:
    """What the top faces in patches look like.

    Attributes:
        values: n x 6 probabilities of RESOURCES, should it be a die; where something else is on it, or
            nothing can be made out, they are even.
        marks: n x MARKS of length one: alike where two patches show the same face of the same set.
    """

    values: NDArray[np.float64]
    marks: NDArray[np.float64]


def read_resources(patches: NDArray[np.uint8], turns: int = 1) -> ResourceFeatures:
    """Read patches as `vision.dice.patches.cut` cuts them, knowing nothing of the set.

    Args:
        patches: (n * turns) x PATCH x PATCH x 3, BGR; a die's turns together.
        turns: how many patches there are of each die; their answers are averaged.
    """
    if len(patches) == 0:
        return understood(np.zeros((0, turns, OUTPUTS), np.float32))
    said = network("dice_resources.onnx").run(as_inputs(inner(patches)))
    return understood(said.reshape(-1, turns, OUTPUTS))


def understood(said: NDArray[np.float32]) -> ResourceFeatures:
    """What the network's answers mean.

    Args:
        said: n x turns x OUTPUTS.
    """
    shares = softmax(said[..., :CLASSES].mean(axis=1) / _TEMPERATURE)
    marks = unit(said[..., CLASSES:].astype(np.float64))
    return ResourceFeatures(
        values=np.asarray(shares[:, :OTHER] + shares[:, OTHER:] / OTHER), marks=unit(marks.mean(axis=1))
    )


def inner(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The middles of patches, n x INNER x INNER x 3."""
    rim = (PATCH_PX - INNER_PX) // 2
    return patches[:, rim : rim + INNER_PX, rim : rim + INNER_PX]


def unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Vectors along the last axis, made of length one."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))
