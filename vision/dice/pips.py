"""Reading pips: how many spots the top face in a patch has, and whether it is a die at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.network import network, sigmoid, softmax

FACES: Final = 6
OUTPUTS: Final = 1 + FACES + 3
"""What the network says of a patch: log odds of a die; logits of 1 to 6; where the top face's middle truly
is, x and y in widths of the die as cut; log2 of the true width by the one as cut."""
_TEMPERATURE: Final = 1.25
"""Fitted on photos that training left out: it is less sure of those than it thinks."""


@dataclass(frozen=True)
class PipFeatures:
    """What patches show.

    Attributes:
        is_die: n probabilities that a die's top face is in the middle.
        values: n x 6 probabilities of one to six pips, should it be a die.
        moved: n x 2, from the patch's middle to the top face's, in widths of the die as cut and in the
            patch's axes.
        grown: n, the true width by the one as cut.
    """

    is_die: NDArray[np.float64]
    values: NDArray[np.float64]
    moved: NDArray[np.float64]
    grown: NDArray[np.float64]


def read_pips(patches: NDArray[np.uint8], turns: int = 1) -> PipFeatures:
    """Read patches as `vision.dice.patches.cut` cuts them.

    Args:
        patches: (n * turns) x PATCH x PATCH x 3, BGR; a die's turns together.
        turns: how many patches there are of each die; their answers are averaged, and `moved` and `grown`
            are those of its first patch.
    """
    if len(patches) == 0:
        return PipFeatures(np.zeros(0), np.zeros((0, FACES)), np.zeros((0, 2)), np.zeros(0))
    said = network("dice_pips.onnx").run(as_inputs(patches)).reshape(-1, turns, OUTPUTS)
    mean = said[..., : 1 + FACES].mean(axis=1)
    return PipFeatures(
        is_die=sigmoid(mean[:, 0]),
        values=softmax(mean[:, 1:] / _TEMPERATURE),
        moved=said[:, 0, 1 + FACES : 3 + FACES].astype(np.float64),
        grown=2.0 ** said[:, 0, 3 + FACES].astype(np.float64).clip(-1, 1),
    )


def as_inputs(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Patches as the network takes them: n x 3 x PATCH x PATCH, each evened out to the same light.

    The darkest and the brightest of a patch's pixels become 0 and 1; colours keep their relations.
    """
    pixels = patches.astype(np.float32)
    low, high = np.percentile(pixels.reshape(len(pixels), -1), (2, 98), axis=1).astype(np.float32)
    # What has hardly any contrast isn't blown up to noise.
    reach = np.maximum(high - low, 40.0)
    even = (pixels - low[:, None, None, None]) / reach[:, None, None, None]
    return np.ascontiguousarray(np.clip(even, -0.25, 1.25).transpose(0, 3, 1, 2))
