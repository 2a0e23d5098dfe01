"""The network that finds dice."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.die_finder import MAP_COUNT, MAX_DIE_PX, MIN_DIE_PX, STRIDE_PX, UNIT_PX
from vision.training.blocks import conv
from vision.training.configuration import Batch, DrawBatch, Training
from vision.training.dice.view_dataset import DiceViewDataset, add_dice_options
from vision.training.dice.views import VIEW_PX, DiceSample
from vision.training.textures import Rng

CELLS: Final = VIEW_PX // STRIDE_PX
_FAINT_SHARE: Final = 0.75
"""Dice between this share of SMALL and SMALL, and between LARGE and its inverse, have no target."""


class DiceFinderNetwork(nn.Module):
    """A small hourglass network.

    Input: n x 3 x h x w, BGR in [0, 1]. Output: n x MAPS x h / STRIDE_PX x w / STRIDE_PX.
    """

    def __init__(self) -> None:
        super().__init__()
        self.down4 = nn.Sequential(conv(3, 12, 2), conv(12, 20, 2))
        self.down8 = nn.Sequential(conv(20, 36, 2), conv(36, 36))
        self.down16 = nn.Sequential(conv(36, 48, 2), conv(48, 48), conv(48, 48))
        # In order of execution, which is the order of layers in an exported network.
        self.side8, self.up8 = nn.Conv2d(48, 36, 1), conv(36, 36)
        self.side4, self.up4 = nn.Conv2d(36, 20, 1), conv(20, 24)
        self.head = nn.Conv2d(24, MAP_COUNT, 1)

    def forward(self, picture: Any) -> Any:
        """Return the feature maps of a batch of pictures."""
        at4 = self.down4(picture)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.up8(at8 + functional.interpolate(self.side8(at16), scale_factor=2.0, mode="nearest"))
        at4 = self.up4(at4 + functional.interpolate(self.side4(at8), scale_factor=2.0, mode="nearest"))
        return self.head(at4)


def target_maps(view: DiceSample) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the target maps of a view and their weights.

    Returns:
        MAPS x CELLS x CELLS targets, and 2 x CELLS x CELLS weights: of the first map, and of the others.
    """
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    targets = np.zeros((MAP_COUNT, CELLS, CELLS), np.float32)
    weights = np.stack([np.full((CELLS, CELLS), view.whole), np.zeros((CELLS, CELLS))]).astype(np.float32)
    for die in view.dice:
        x, y = ((v + 0.5) / STRIDE_PX - 0.5 for v in die.at)
        across, down = x - columns, y - rows
        away = np.hypot(across, down)
        if not MIN_DIE_PX <= die.size <= MAX_DIE_PX:
            if MIN_DIE_PX * _FAINT_SHARE < die.size < MAX_DIE_PX / _FAINT_SHARE:
                weights[0, away < 0.7 * die.size / STRIDE_PX] = 0
            continue
        sigma = max(0.7, 0.13 * die.size / STRIDE_PX)
        if not view.whole:
            weights[0, away < 0.6 * die.size / STRIDE_PX] = 1
        bump = np.exp(-(away**2) / (2 * sigma**2))
        if -0.5 <= x < CELLS - 0.5 and -0.5 <= y < CELLS - 0.5:
            bump[round(y), round(x)] = 1
        near = (bump > 0.3) & (bump > targets[0])
        targets[0] = np.maximum(targets[0], bump)
        weights[1, near] = 1
        for n, offsets in enumerate((across, down, np.full_like(across, np.log2(die.size / UNIT_PX)))):
            targets[1 + n, near] = offsets[near]
    return targets, weights


def loss(outputs: Any, batch: Batch) -> tuple[Any, float]:
    """Return the focal loss of the heatmap plus the loss of offsets and sizes, and the recall."""
    _, targets, weights = batch
    logits, heat = outputs[:, 0], targets[:, 0]
    probability = torch.sigmoid(logits)
    heat_loss = functional.binary_cross_entropy_with_logits(logits, heat, reduction="none")
    weight = (probability - heat).abs() ** 2 * (1 + 4 * heat) * weights[:, 0]
    die_count = weights[:, 1].sum().clamp(min=1)
    offset_loss = functional.smooth_l1_loss(outputs[:, 1:], targets[:, 1:], reduction="none", beta=0.2).sum(1)
    value = 12 * (weight * heat_loss).sum() / die_count + (offset_loss * weights[:, 1]).sum() / die_count
    peaks = (heat > 0.99) & (weights[:, 0] > 0)
    share = (probability[peaks] > 0.5).float().mean() if peaks.any() else torch.ones(())
    return value, float(share)


def prepare(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws views of dice."""
    dataset = DiceViewDataset(options)

    def make(rng: Rng) -> Batch:
        views = [dataset.view(rng) for _ in range(options.batch)]
        targets, weights = zip(*(target_maps(view) for view in views), strict=True)
        pictures = np.stack([view.picture for view in views]).transpose(0, 3, 1, 2)
        return np.ascontiguousarray(pictures, np.float32) / 255, np.stack(targets), np.stack(weights)

    return make


TRAININGS: Final = {
    "dice_finder": Training(
        "Train the network that finds dice: half an hour on two cores.",
        DiceFinderNetwork,
        prepare,
        loss,
        (1, 3, 384, 640),
        steps=5000,
        batch=32,
        add_options=(add_dice_options,),
    )
}
