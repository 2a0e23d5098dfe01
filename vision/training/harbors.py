"""Train the network that classifies the harbor at a coastal path.

    python -m vision.training.harbors --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

Training takes about forty minutes on two cores.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.island.geometry import COAST
from vision.harbors import CLASSES, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards
from vision.training.coasts import CoastPatchDataset, drawn_coasts, licensed_coasts
from vision.training.loop import board_argument_parser, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.textures import Rng
from vision.training.tokens import find_fonts

_DRAWN_BOARDS = 40


class HarborsNetwork(nn.Module):
    """Classifies harbors.

    Input: n x 3 x PATCH_PX x PATCH_PX, BGR, white-balanced by `vision.patches`. Output: n x CLASSES logits. A
    sign may lie anywhere near the middle, so the network pools each feature's peak, weighted by its position.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 48, 2), conv(48, 64), conv(64, 96, 2), conv(96, 96)
        )  # fmt: skip
        cells = PATCH_PX // 8
        self.where = nn.Parameter(torch.ones(1, 96, cells, cells))
        self.peak, self.mean = nn.AdaptiveMaxPool2d(1), nn.AdaptiveAvgPool2d(1)
        self.head = nn.Sequential(
            nn.Flatten(1), nn.Linear(2 * 96, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, CLASSES)
        )

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        features = self.body(patch) * self.where
        return self.head(torch.cat([self.peak(features), self.mean(features)], 1))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Return the cross-entropy and the accuracy."""
    kinds = batch[1]
    value = functional.cross_entropy(logits, kinds, label_smoothing=0.01)
    return value, float((logits.argmax(1) == kinds).float().mean())


def main() -> None:
    """Train and export the network."""
    options = board_argument_parser(__doc__, 6000).parse_args()
    rng = np.random.default_rng(options.seed)
    faces = find_fonts(options.fonts)
    studio = SceneGenerator(licensed_photos(options.photos, options.without), faces)
    drawn = drawn_coasts(drawn_boards(studio, _DRAWN_BOARDS, rng))
    dataset = CoastPatchDataset(licensed_coasts(options.photos, options.without), drawn, faces)

    def make(rng: Rng) -> tuple[Any, ...]:
        patches, kinds = zip(*(dataset.draw_patch(rng) for _ in range(options.batch)), strict=True)
        return np.ascontiguousarray(np.stack(patches).transpose(0, 3, 1, 2), np.float32), np.array(kinds)

    train(HarborsNetwork, make, loss, options, (len(COAST), 3, PATCH_PX, PATCH_PX), "harbors")


if __name__ == "__main__":
    main()
