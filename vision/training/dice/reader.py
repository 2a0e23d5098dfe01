"""The network that reads pips."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.die_finder import DieDetection, detect_peaks
from vision.dice.reading import FACE_COUNT, OUTPUT_COUNT, PATCH_PX, cut_dice_patches, to_network_inputs
from vision.network import Network
from vision.training.blocks import conv
from vision.training.configuration import Batch, DrawBatch, Training
from vision.training.dice.bank import NO_PIPS
from vision.training.dice.sources import LabelledDie
from vision.training.dice.view_dataset import DiceViewDataset, add_dice_options
from vision.training.dice.views import VIEW_PX, DiceSample
from vision.training.textures import Image, Rng

MAX_DISTANCE_WIDTHS: Final = 0.5
"""The largest distance of a patch's middle from a top face's, in widths, at which the patch belongs to that
die."""
READABLE_PX: Final = 8.0
"""The smallest width of dice in the training data, pixels."""

_PATCHES_PER_DIE: Final = 2
"""Patches of each die, cut at different offsets: drawing the die takes the most time."""
_MIN_CONTRAST_STD: Final = 4.0
"""The smallest standard deviation of a patch that shows a die."""
_MAX_OFFSET_WIDTHS: Final = 0.45
"""The largest distance of a detection from its top face's middle, in widths, in the training data."""
_ANY_TURN_SHARE: Final = 0.2
"""Share of patches with a random rotation, since a camera may hang in any orientation."""
_TURN_STD_DEG: Final = 12.0
"""Standard deviation of the rotation of the others."""
_FINDER_SHARE: Final = 0.6
"""Share of views on which the finder runs."""
_FALSE_POSITIVE_P: Final = 0.1
"""The smallest probability of the finder's false positives that become negative examples."""

Sample = tuple[Image, float, int, tuple[float, float, float]]
"""A patch, whether it shows a die, its top face (or NO_PIPS), and its offsets: x, y, log2 of size."""


class _ResidualBlock(nn.Module):
    """A residual block of two layers, initialised as the identity."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.first = conv(wide, wide)
        self.second = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))
        nn.init.zeros_(self.second[1].weight)

    def forward(self, features: Any) -> Any:
        """Return the input plus the output of the layers."""
        return functional.relu(features + self.second(self.first(features)))


class PipReader(nn.Module):
    """Reads the top face of dice.

    Input: n x 3 x PATCH_PX x PATCH_PX (`vision.dice.reading.to_network_inputs`). Output: n x OUTPUTS.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 20), conv(20, 32, 2), conv(32, 36), conv(36, 56, 2), conv(56, 56), conv(56, 48, 2),
            _ResidualBlock(48), _ResidualBlock(48), conv(48, 40), nn.Flatten(1),
        )  # fmt: skip
        side = PATCH_PX // 8
        self.head = nn.Sequential(
            nn.Linear(40 * side * side, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, OUTPUT_COUNT)
        )

    def forward(self, patch: Any) -> Any:
        """Return the outputs for a batch of patches."""
        return self.head(self.body(patch))


def samples(view: DiceSample, finder: Network, rng: Rng) -> list[Sample]:
    """Return patches of a view: each die at random offsets, background places, and the finder's mistakes."""
    collected: list[Sample] = []
    typical_size = (
        float(np.median([die.size for die in view.dice])) if view.dice else float(rng.uniform(9, 40))
    )
    detections = (
        detect_peaks(finder, view.picture, 1.0, _FALSE_POSITIVE_P) if rng.random() < _FINDER_SHARE else []
    )
    for die in view.dice:
        inside = 0.3 * die.size < min(die.at) and max(die.at) < VIEW_PX - 0.3 * die.size
        if not inside or die.size < READABLE_PX:
            continue
        for _ in range(_PATCHES_PER_DIE):
            sample = _die_sample(view.picture, die, _random_detection(die, detections, rng), rng)
            if sample[0].std() > _MIN_CONTRAST_STD:
                collected.append(sample)
    if not view.whole:
        return collected
    mixed = [detections[n] for n in rng.permutation(len(detections))]
    false_positives = [
        place
        for place in mixed
        if all(_is_elsewhere(np.array(place.at), place.size, die) for die in view.dice)
    ]
    negatives = [*false_positives[:4], *_background_places(view, typical_size, rng)]
    up = view.dice[0].up if view.dice else float(rng.uniform(0, 2 * np.pi))
    for place in negatives:
        patch = cut_dice_patches(view.picture, [place], [_random_turn(up, rng)])[0]
        collected.append((patch, 0.0, NO_PIPS, (0.0, 0.0, 0.0)))
    return collected


def _random_turn(up: float, rng: Rng) -> float:
    """Return a random rotation of a patch, given the upper side's direction: mostly upright, as in photos."""
    if rng.random() < _ANY_TURN_SHARE:
        return float(rng.uniform(0, 2 * np.pi))
    return up + np.pi / 2 + float(rng.normal(0, np.deg2rad(_TURN_STD_DEG)))


def _random_detection(die: LabelledDie, detections: Sequence[DieDetection], rng: Rng) -> DieDetection:
    """Return a detection of a die: the finder's, or a random one near its middle, mostly below it."""
    near = [
        detection
        for detection in detections
        if not _is_elsewhere(np.array(detection.at), detection.size, die)
    ]
    near = [
        detection
        for detection in near
        if np.hypot(*np.subtract(detection.at, die.at)) < _MAX_OFFSET_WIDTHS * die.size
    ]
    if near and rng.random() < 0.4:
        return near[int(rng.integers(len(near)))]
    off = rng.normal(0, 0.1, 2).clip(-0.25, 0.25)
    if rng.random() < 0.25:
        off -= rng.uniform(0, _MAX_OFFSET_WIDTHS - 0.05) * np.array([np.cos(die.up), np.sin(die.up)])
    size = die.size * 2.0 ** float(np.clip(rng.normal(0, 0.18), -0.4, 0.4))
    return DieDetection((die.at[0] + float(off[0]) * size, die.at[1] + float(off[1]) * size), size, 1.0)


def _die_sample(picture: Image, die: LabelledDie, detection: DieDetection, rng: Rng) -> Sample:
    """Cut the patch of a detection, and return it with its offsets from the die."""
    turn = _random_turn(die.up, rng)
    x, y = (np.array(die.at) - detection.at) / detection.size
    c, s = np.cos(turn), np.sin(turn)
    off = (float(c * x + s * y), float(c * y - s * x), float(np.log2(die.size / detection.size)))
    return cut_dice_patches(picture, [detection], [turn])[0], 1.0, die.top, off


def _background_places(view: DiceSample, typical_size: float, rng: Rng) -> Iterator[DieDetection]:
    """Return places without a die: sides of dice, pips, several dice as one, random places."""
    for _ in range(3):
        size = typical_size * float(np.exp(rng.normal(0, 0.3)))
        at = rng.uniform(0, VIEW_PX, 2)
        angle = rng.uniform(0, 2 * np.pi)
        if view.dice and rng.random() < 0.75:
            neighbour = view.dice[int(rng.integers(len(view.dice)))]
            if rng.random() < 0.4:
                angle = neighbour.up + np.pi + rng.normal(0, 0.6)
            ahead = np.array([np.cos(angle), np.sin(angle)])
            if rng.random() < 0.6:
                at = np.array(neighbour.at) + neighbour.size * rng.uniform(0.55, 1.2) * ahead
            else:
                small = rng.random() < 0.5
                size = neighbour.size * float(rng.uniform(0.15, 0.45) if small else rng.uniform(2.2, 5))
                at = np.array(neighbour.at) + rng.uniform(0, 0.5) * max(size, neighbour.size) * ahead
        if size > READABLE_PX / 2 and all(_is_elsewhere(at, size, die) for die in view.dice):
            yield DieDetection((float(at[0]), float(at[1])), size, 1.0)


def _is_elsewhere(at: NDArray[np.float64], size: float, die: LabelledDie) -> bool:
    """Return whether a patch belongs to another place or size than this die."""
    other_size = abs(np.log2(size / die.size)) > 1.0
    return other_size or bool(np.hypot(*(at - die.at)) > MAX_DISTANCE_WIDTHS * max(size, die.size))


def loss(outputs: Any, batch: Batch) -> tuple[Any, float]:
    """Return the loss of presence, top face and offsets, and the accuracy of readable top faces."""
    _, present, top, off = batch
    presence_loss = functional.binary_cross_entropy_with_logits(outputs[:, 0], present)
    die = present > 0.5
    target = functional.one_hot((top - 1).clamp(min=0), FACE_COUNT).float()
    # The target of an unreadable face is uniform.
    target = torch.where((top == NO_PIPS)[:, None], torch.full_like(target, 1 / FACE_COUNT), target)
    face_loss = functional.cross_entropy(outputs[die, 1 : 1 + FACE_COUNT], target[die])
    offset_loss = functional.smooth_l1_loss(outputs[die, 1 + FACE_COUNT :], off[die], beta=0.05)
    readable = die & (top != NO_PIPS)
    accuracy = (outputs[readable, 1 : 1 + FACE_COUNT].argmax(1) == top[readable] - 1).float().mean()
    return presence_loss + face_loss + 2 * offset_loss, float(accuracy)


def add_finder_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the trained finder, whose mistakes are negative examples."""
    parser.add_argument("--finder", type=Path, required=True, help="the trained finder, as ONNX")


def prepare(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws patches of dice and of places without one."""
    dataset, finder = DiceViewDataset(options), Network(options.finder.read_bytes())

    def make(rng: Rng) -> Batch:
        collected: list[Sample] = []
        while len(collected) < options.batch:
            collected += samples(dataset.view(rng), finder, rng)
        patches, present, top, off = zip(*collected[: options.batch], strict=True)
        return (
            to_network_inputs(np.stack(patches)),
            np.array(present, np.float32),
            np.array(top, np.int64),
            np.array(off, np.float32),
        )

    return make


TRAININGS: Final = {
    "dice_pips": Training(
        "Train the network that reads pips: half an hour on two cores.",
        PipReader,
        prepare,
        loss,
        (1, 3, PATCH_PX, PATCH_PX),
        steps=6000,
        batch=96,
        add_options=(add_dice_options, add_finder_option),
    )
}
