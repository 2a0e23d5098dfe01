"""Read pips: the number of spots on the top face in a patch, and whether it is a die at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.die_finder import DieDetection
from vision.dice.patches import PATCH_PX, cut_dice_patches
from vision.network import network, sigmoid, softmax

FACE_COUNT: Final = 6
OUTPUT_COUNT: Final = 1 + FACE_COUNT + 3
"""Outputs of the network: log odds of a die; logits of 1 to 6; the top face's true middle, x and y in widths
of the die as cut; log2 of the true width by the width as cut."""
_PATCH: Final = (PATCH_PX, PATCH_PX, 3)
_TEMPERATURE: Final = 1.25
"""Fitted on photos that training left out, on which the network is overconfident."""


@dataclass(frozen=True)
class PipFeatures:
    """The network's output for patches.

    Attributes:
        is_die: n probabilities that a die's top face is in the middle.
        values: n x 6 probabilities of one to six pips, given a die.
        offset: n x 2, from the patch's middle to the top face's, in widths of the die as cut and in the
            picture's axes.
        scale: n, the true width by the width as cut.
    """

    is_die: NDArray[np.float64]
    values: NDArray[np.float64]
    offset: NDArray[np.float64]
    scale: NDArray[np.float64]


def classify_pips(
    picture: NDArray[np.uint8],
    dice: Sequence[DieDetection],
    upright: NDArray[np.float64],
    turns: Sequence[float] = (0.0,),
    mirrored: bool = False,
) -> PipFeatures:
    """Read the top faces of dice, averaged over several rotations.

    Args:
        picture: BGR, height x width x 3.
        dice: n dice.
        upright: n rotations, radians, at which the patches are upright, as `cut_dice_patches` takes them.
        turns: rotation of each view from there, radians.
        mirrored: also use the mirror image of each view.
    """
    if not len(dice):
        return PipFeatures(np.zeros(0), np.zeros((0, FACE_COUNT)), np.zeros((0, 2)), np.zeros(0))
    patches = cut_dice_patches(picture, dice, turns, upright=upright.tolist()).reshape(
        len(dice), len(turns), *_PATCH
    )
    angles, sides = upright[:, None] + np.array(turns), np.ones(len(turns))
    if mirrored:
        patches = np.concatenate([patches, patches[..., ::-1, :]], axis=1)
        angles, sides = np.tile(angles, 2), np.concatenate([sides, -sides])
    outputs = network("dice_pips.onnx").run(to_network_inputs(patches.reshape(-1, *_PATCH)))
    outputs = outputs.reshape(len(dice), -1, OUTPUT_COUNT)
    mean = outputs.mean(axis=1)
    right, down = outputs[..., 1 + FACE_COUNT] * sides, outputs[..., 2 + FACE_COUNT]
    c, s = np.cos(angles), np.sin(angles)
    return PipFeatures(
        is_die=sigmoid(mean[:, 0]),
        values=softmax(mean[:, 1 : 1 + FACE_COUNT] / _TEMPERATURE),
        offset=np.stack([c * right - s * down, s * right + c * down], axis=2).mean(axis=1),
        scale=2.0 ** mean[:, 3 + FACE_COUNT].astype(np.float64).clip(-1, 1),
    )


def to_network_inputs(patches: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert patches to the network's input: n x 3 x PATCH x PATCH, each normalised in brightness.

    The darkest and the brightest pixels of a patch become 0 and 1; colours keep their relations.
    """
    pixels = patches.astype(np.float32)
    low, high = np.percentile(pixels.reshape(len(pixels), -1), (2, 98), axis=1).astype(np.float32)
    # Patches of low contrast aren't amplified to noise.
    reach = np.maximum(high - low, 40.0)
    even = (pixels - low[:, None, None, None]) / reach[:, None, None, None]
    return np.ascontiguousarray(np.clip(even, -0.25, 1.25).transpose(0, 3, 1, 2))
