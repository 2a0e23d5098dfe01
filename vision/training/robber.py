"""Train the network that detects the robber on a hex.

    python -m vision.training.robber --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

Training takes about ten minutes on two cores.
"""

# torch is installed for training only, not for type checks.
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
from vision.training.loop import board_argument_parser, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import RobberPatchDataset
from vision.training.textures import Rng
from vision.training.tokens import find_fonts

_DRAWN_BOARDS = 40
_VIEWS_PER_HEX = 4
"""Patches rendered from each scene: composing the scene takes the most time."""


class RobberNetwork(nn.Module):
    """Classifies hexes by the robber.

    Input: n x CHANNELS x PATCH_PX x PATCH_PX (`vision.patches.to_network_inputs`).
    Output: n x CLASSES logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 16, 2), conv(16, 32), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2), conv(64, 64),
            nn.AdaptiveAvgPool2d(7), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Linear(64 * 49, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Return the cross-entropy and the accuracy."""
    value = functional.cross_entropy(logits, batch[1], label_smoothing=0.01)
    return value, float((logits.argmax(1) == batch[1]).float().mean())


def main() -> None:
    """Train and export the network."""
    parser = board_argument_parser(__doc__, 2000)
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="*",
        default=[],
        help="robbers that vision.training.bodies.cycles rendered",
    )
    options = parser.parse_args()
    bodies = [body for folder in options.bodies for body in layers.load(folder)]
    rng = np.random.default_rng(options.seed)
    faces = find_fonts(options.fonts)
    studio = SceneGenerator(licensed_photos(options.photos, options.without), faces)
    boards = [*licensed_boards(options.photos, options.without), *drawn_boards(studio, _DRAWN_BOARDS, rng)]
    dataset = RobberPatchDataset(boards, bodies, faces)

    def make(rng: Rng) -> tuple[Any, ...]:
        samples = [
            sample
            for _ in range(options.batch // _VIEWS_PER_HEX)
            for sample in dataset.render_patches(_VIEWS_PER_HEX, rng)
        ]
        patches, kinds = zip(*samples, strict=True)
        return np.stack(patches), np.array(kinds)

    train(RobberNetwork, make, loss, options, (len(HEXES), CHANNELS, PATCH_PX, PATCH_PX), "robber")


if __name__ == "__main__":
    main()
