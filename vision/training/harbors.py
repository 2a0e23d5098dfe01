"""Train the network that tells which harbor lies at a coastal path.

    python -m vision.training.harbors --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About forty minutes on two cores.
"""

# torch is there when training only, not when this is checked.
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
from vision.training.coasts import CoastDesk, drawn_coasts, licensed_coasts
from vision.training.loop import board_arguments, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS = 40


class Harbors(nn.Module):
    """In: n x 3 x PATCH x PATCH, BGR, evened out (`vision.patches.even_out`). Out: n x CLASSES logits.

    A sign may stand anywhere about the middle: each feature's peak counts, weighed by where it lies.
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
        """Logits of a batch of patches."""
        seen = self.body(patch) * self.where
        return self.head(torch.cat([self.peak(seen), self.mean(seen)], 1))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of the classes."""
    kinds = batch[1]
    value = functional.cross_entropy(logits, kinds, label_smoothing=0.01)
    return value, float((logits.argmax(1) == kinds).float().mean())


def main() -> None:
    """Train and export."""
    given = board_arguments(__doc__, 6000).parse_args()
    rng = np.random.default_rng(given.seed)
    faces = fonts(given.fonts)
    studio = SceneGenerator(licensed_photos(given.photos, given.without), faces)
    drawn = drawn_coasts(drawn_boards(studio, _DRAWN_BOARDS, rng))
    desk = CoastDesk(licensed_coasts(given.photos, given.without), drawn, faces)

    def make(rng: Rng) -> tuple[Any, ...]:
        seen, kinds = zip(*(desk.patch(rng) for _ in range(given.batch)), strict=True)
        return np.ascontiguousarray(np.stack(seen).transpose(0, 3, 1, 2), np.float32), np.array(kinds)

    train(Harbors, make, loss, given, (len(COAST), 3, PATCH_PX, PATCH_PX), "harbors")


if __name__ == "__main__":
    main()
