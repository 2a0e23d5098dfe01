"""Train the network that tells whether the robber stands on a hex.

    python -m vision.training.robber --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About ten minutes on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from companion.island.geometry import HEXES
from vision.patches import CHANNELS
from vision.robber import CLASSES, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.loop import board_arguments, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import RobberDesk
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS = 40
_SHOTS = 4
"""Patches made of each hex: putting a robber there takes longest."""


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
    parser = board_arguments(__doc__, 2000)
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="*",
        default=[],
        help="robbers that vision.training.bodies.cycles rendered",
    )
    given = parser.parse_args()
    bodies = [body for folder in given.bodies for body in layers.load(folder)]
    rng = np.random.default_rng(given.seed)
    faces = fonts(given.fonts)
    studio = SceneGenerator(licensed_photos(given.photos, given.without), faces)
    boards = [*licensed_boards(given.photos, given.without), *drawn_boards(studio, _DRAWN_BOARDS, rng)]
    desk = RobberDesk(boards, bodies, faces)

    def make(rng: Rng) -> tuple[Any, ...]:
        shots = [shot for _ in range(given.batch // _SHOTS) for shot in desk.shots(_SHOTS, rng)]
        patches, kinds = zip(*shots, strict=True)
        return np.stack(patches), np.array(kinds)

    train(Robber, make, loss, given, (len(HEXES), CHANNELS, PATCH_PX, PATCH_PX), "robber")


if __name__ == "__main__":
    main()
