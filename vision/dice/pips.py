"""Reading pips: how many spots the top face in a patch has, and whether it is a die at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.finding import DieSeen
from vision.dice.patches import PATCH_PX, cut
from vision.network import network, sigmoid, softmax

FACES: Final = 6
OUTPUTS: Final = 1 + FACES + 3
"""What the network says of a patch: log odds of a die; logits of 1 to 6; where the top face's middle truly
is, x and y in widths of the die as cut; log2 of the true width by the one as cut."""
_PATCH: Final = (PATCH_PX, PATCH_PX, 3)
_TEMPERATURE: Final = 1.25
"""Fitted on photos that training left out: it is less sure of those than it thinks."""


@dataclass(frozen=True)
class PipFeatures:
    """What patches show.

    Attributes:
        is_die: n probabilities that a die's top face is in the middle.
        values: n x 6 probabilities of one to six pips, should it be a die.
        moved: n x 2, from the patch's middle to the top face's, in widths of the die as cut and in the
            picture's axes.
        grown: n, the true width by the one as cut.
    """

    is_die: NDArray[np.float64]
    values: NDArray[np.float64]
    moved: NDArray[np.float64]
    grown: NDArray[np.float64]


def look_at_pips(
    picture: NDArray[np.uint8],
    dice: Sequence[DieSeen],
    upright: NDArray[np.float64],
    turns: Sequence[float] = (0.0,),
    mirrored: bool = False,
) -> PipFeatures:
    """Look at the top faces of dice, each at every turn; what is told is the looks' mean.

    Args:
        picture: BGR, height x width x 3.
        dice: n dice.
        upright: n turns, radians, at which up is up in their patches, as `cut` takes them.
        turns: by which each look is turned from there, radians.
        mirrored: each turn's patch is looked at in the mirror, too.
    """
    if not len(dice):
        return PipFeatures(np.zeros(0), np.zeros((0, FACES)), np.zeros((0, 2)), np.zeros(0))
    patches = cut(picture, dice, turns, upright=upright.tolist()).reshape(len(dice), len(turns), *_PATCH)
    angles, sides = upright[:, None] + np.array(turns), np.ones(len(turns))
    if mirrored:
        patches = np.concatenate([patches, patches[..., ::-1, :]], axis=1)
        angles, sides = np.tile(angles, 2), np.concatenate([sides, -sides])
    said = network("dice_pips.onnx").run(as_inputs(patches.reshape(-1, *_PATCH)))
    said = said.reshape(len(dice), -1, OUTPUTS)
    mean = said.mean(axis=1)
    right, down = said[..., 1 + FACES] * sides, said[..., 2 + FACES]
    c, s = np.cos(angles), np.sin(angles)
    return PipFeatures(
        is_die=sigmoid(mean[:, 0]),
        values=softmax(mean[:, 1 : 1 + FACES] / _TEMPERATURE),
        moved=np.stack([c * right - s * down, s * right + c * down], axis=2).mean(axis=1),
        grown=2.0 ** mean[:, 3 + FACES].astype(np.float64).clip(-1, 1),
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
