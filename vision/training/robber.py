"""Train the network that tells whether the robber stands on a hex.

    python -m vision.training.robber --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About ten minutes on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from companion.island.geometry import HEXES
from vision.patches import CHANNELS
from vision.robber import CLASSES, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.loop import arguments, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import RobberDesk
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS = 40


class Robber(nn.Module):
    """In: n x CHANNELS x PATCH x PATCH (`vision.patches.as_inputs`). Out: n x CLASSES logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 16, 2), conv(16, 32), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2), conv(64, 64),
            nn.AdaptiveAvgPool2d(7), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Linear(64 * 49, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy."""
    value = functional.cross_entropy(logits, batch[1], label_smoothing=0.01)
    return value, float((logits.argmax(1) == batch[1]).float().mean())


def main() -> None:
    """Train and export."""
    given = arguments(__doc__, 2000).parse_args()
    rng = np.random.default_rng(given.seed)
    studio = SceneGenerator(licensed_photos(given.photos), fonts(given.fonts))
    desk = RobberDesk([*licensed_boards(given.photos), *drawn_boards(studio, _DRAWN_BOARDS, rng)])

    def make(rng: Rng) -> tuple[Any, ...]:
        patches, kinds = zip(*(desk.patch(rng) for _ in range(given.batch)), strict=True)
        return np.stack(patches), np.array(kinds)

    train(Robber, make, loss, given, (len(HEXES), CHANNELS, PATCH_PX, PATCH_PX), "robber")


if __name__ == "__main__":
    main()
