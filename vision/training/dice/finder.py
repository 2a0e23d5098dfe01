"""Train the network that finds dice.

    python -m vision.training.dice.finder --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About half an hour on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.finding import LARGE, MAPS, SMALL, STRIDE_PX, UNIT
from vision.training.blocks import conv
from vision.training.dice.desk import FinderSamples, dice_arguments
from vision.training.dice.views import VIEW_PX, DiceSample
from vision.training.loop import train
from vision.training.textures import Rng

CELLS: Final = VIEW_PX // STRIDE_PX
_FAINT_SHARE: Final = 0.75
"""Dice down to this share of SMALL, and up to its inverse of LARGE, are neither asked for nor denied."""


class DiceFinder(nn.Module):
    """A small hourglass. In: n x 3 x h x w, BGR in [0, 1]. Out: n x MAPS x h / STRIDE x w / STRIDE."""

    def __init__(self) -> None:
        super().__init__()
        self.down4 = nn.Sequential(conv(3, 12, 2), conv(12, 20, 2))
        self.down8 = nn.Sequential(conv(20, 36, 2), conv(36, 36))
        self.down16 = nn.Sequential(conv(36, 48, 2), conv(48, 48), conv(48, 48))
        # In the order in which a picture goes through them, which is that of a network that was exported.
        self.side8, self.up8 = nn.Conv2d(48, 36, 1), conv(36, 36)
        self.side4, self.up4 = nn.Conv2d(36, 20, 1), conv(20, 24)
        self.head = nn.Conv2d(24, MAPS, 1)

    def forward(self, picture: Any) -> Any:
        """Maps of a batch of pictures."""
        at4 = self.down4(picture)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at8 = self.up8(at8 + functional.interpolate(self.side8(at16), scale_factor=2.0, mode="nearest"))
        at4 = self.up4(at4 + functional.interpolate(self.side4(at8), scale_factor=2.0, mode="nearest"))
        return self.head(at4)


def maps(view: DiceSample) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the network should say of a view, MAPS x CELLS x CELLS, and weights, 2 x CELLS x CELLS: how much
    the first map counts, and the others."""
    rows, columns = np.mgrid[0:CELLS, 0:CELLS]
    wanted = np.zeros((MAPS, CELLS, CELLS), np.float32)
    weights = np.stack([np.full((CELLS, CELLS), view.whole), np.zeros((CELLS, CELLS))]).astype(np.float32)
    for die in view.dice:
        x, y = ((v + 0.5) / STRIDE_PX - 0.5 for v in die.at)
        across, down = x - columns, y - rows
        away = np.hypot(across, down)
        if not SMALL <= die.size <= LARGE:
            if SMALL * _FAINT_SHARE < die.size < LARGE / _FAINT_SHARE:
                weights[0, away < 0.7 * die.size / STRIDE_PX] = 0
            continue
        sigma = max(0.7, 0.13 * die.size / STRIDE_PX)
        if not view.whole:
            weights[0, away < 0.6 * die.size / STRIDE_PX] = 1
        bump = np.exp(-(away**2) / (2 * sigma**2))
        if -0.5 <= x < CELLS - 0.5 and -0.5 <= y < CELLS - 0.5:
            bump[round(y), round(x)] = 1
        near = (bump > 0.3) & (bump > wanted[0])
        wanted[0] = np.maximum(wanted[0], bump)
        weights[1, near] = 1
        for n, told in enumerate((across, down, np.full_like(across, np.log2(die.size / UNIT)))):
            wanted[1 + n, near] = told[near]
    return wanted, weights


def loss(said: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """A focal loss of where dice are, and how far off their middles and sizes are."""
    _, wanted, weights = batch
    logits, heat = said[:, 0], wanted[:, 0]
    chance = torch.sigmoid(logits)
    apart = functional.binary_cross_entropy_with_logits(logits, heat, reduction="none")
    weight = (chance - heat).abs() ** 2 * (1 + 4 * heat) * weights[:, 0]
    many = weights[:, 1].sum().clamp(min=1)
    off = functional.smooth_l1_loss(said[:, 1:], wanted[:, 1:], reduction="none", beta=0.2).sum(1)
    value = 12 * (weight * apart).sum() / many + (off * weights[:, 1]).sum() / many
    peaks = (heat > 0.99) & (weights[:, 0] > 0)
    share = (chance[peaks] > 0.5).float().mean() if peaks.any() else torch.ones(())
    return value, float(share)


def main() -> None:
    """Train and export."""
    given = dice_arguments(__doc__, 5000, 32).parse_args()
    desk = FinderSamples(given)

    def make(rng: Rng) -> tuple[Any, ...]:
        views = [desk.view(rng) for _ in range(given.batch)]
        wanted, weights = zip(*(maps(view) for view in views), strict=True)
        pictures = np.stack([view.picture for view in views]).transpose(0, 3, 1, 2)
        return np.ascontiguousarray(pictures, np.float32) / 255, np.stack(wanted), np.stack(weights)

    train(DiceFinder, make, loss, given, (1, 3, 384, 640), "dice_finder")


if __name__ == "__main__":
    main()
