"""Reading resource dice: which of six resources the top face in a patch shows.

Makers draw ore, grain, wool, lumber, brick and gold as they like. The network has seen many drawings, and
says of one that is new to it what it most looks like, with the doubt that this deserves. It also says where
a face lies among all faces (`Look.marks`): by that a set is known again after its faces were shown once
(`vision.dice.resources_learned`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import as_inputs
from vision.network import network, softmax

Resource = Literal["ore", "grain", "wool", "lumber", "brick", "gold"]
RESOURCES: Final[tuple[Resource, ...]] = ("ore", "grain", "wool", "lumber", "brick", "gold")
OTHER: Final = len(RESOURCES)
"""Class of a die's face without a resource: pips, a letter, nothing."""
NO_DIE: Final = OTHER + 1
CLASSES: Final = NO_DIE + 1
MARKS: Final = 32
"""Numbers that tell faces apart."""
OUTPUTS: Final = CLASSES + 3 + MARKS
"""What the network says of a patch: logits of the classes; where the top face's middle truly is, x and y in
widths of the die as cut; log2 of the true width by the one as cut; marks."""
_TEMPERATURE: Final = 1.0


@dataclass(frozen=True)
class Look:
    """What patches show.

    Attributes:
        is_die: n probabilities that a die's top face is in the middle.
        values: n x 6 probabilities of RESOURCES, should it be a die; where something else is on it, or
            nothing can be made out, they are even.
        moved: n x 2, from the patch's middle to the top face's, in widths of the die as cut and in the
            patch's axes.
        grown: n, the true width by the one as cut.
        marks: n x MARKS of length one: alike where two patches show the same face of the same set.
    """

    is_die: NDArray[np.float64]
    values: NDArray[np.float64]
    moved: NDArray[np.float64]
    grown: NDArray[np.float64]
    marks: NDArray[np.float64]


def read_resources(patches: NDArray[np.uint8], turns: int = 1) -> Look:
    """Read patches as `vision.dice.patches.cut` cuts them, knowing nothing of the set.

    Args:
        patches: (n * turns) x PATCH x PATCH x 3, BGR; a die's turns together.
        turns: how many patches there are of each die; their answers are averaged, and `moved` and `grown`
            are those of its first patch.
    """
    if len(patches) == 0:
        return understood(np.zeros((0, turns, OUTPUTS), np.float32))
    said = network("dice_resources.onnx").run(as_inputs(patches))
    return understood(said.reshape(-1, turns, OUTPUTS))


def understood(said: NDArray[np.float32]) -> Look:
    """What the network's answers mean.

    Args:
        said: n x turns x OUTPUTS.
    """
    classes = softmax(said[..., :CLASSES].mean(axis=1) / _TEMPERATURE)
    is_die = 1 - classes[:, NO_DIE]
    shares = classes[:, : OTHER + 1] / np.maximum(is_die, 1e-9)[:, None]
    marks = said[..., -MARKS:].astype(np.float64)
    marks = unit(unit(marks).mean(axis=1))
    return Look(
        is_die=is_die,
        values=np.asarray(shares[:, :OTHER] + shares[:, OTHER:] / OTHER),
        moved=said[:, 0, CLASSES : CLASSES + 2].astype(np.float64),
        grown=2.0 ** said[:, 0, CLASSES + 2].astype(np.float64).clip(-1, 1),
        marks=marks,
    )


def unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Vectors along the last axis, made of length one."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))
