"""Train the network that classifies the piece on a site.

    python -m vision.training.pieces --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

Training takes about forty minutes on two cores.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from companion.island.geometry import COLOURS as COLOURS
from companion.island.geometry import SITES
from vision.patches import CHANNELS
from vision.pieces import CLASSES, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.loop import board_argument_parser, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import SitePatchDataset
from vision.training.textures import Rng
from vision.training.tokens import find_fonts

_DRAWN_BOARDS = 40
_VIEWS_PER_SITE = 2
"""Patches rendered from each scene: composing the scene takes the most time."""


class PiecesNetwork(nn.Module):
    """Classifies the kind and colour of pieces.

    Input: n x CHANNELS x PATCH_PX x PATCH_PX (`vision.patches.to_network_inputs`).
    Output: n x (CLASSES + colours) logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 24, 2), conv(24, 32), conv(32, 56, 2), conv(56, 56), conv(56, 80, 2), conv(80, 80),
            nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(
            nn.Linear(80 * 36, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, CLASSES + len(COLOURS))
        )

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Return the cross-entropy of kinds, plus that of colours on occupied sites, and the accuracy."""
    _, kinds, colours = batch
    occupied = colours >= 0
    kind_loss = functional.cross_entropy(logits[:, :CLASSES], kinds, label_smoothing=0.01)
    colour_loss = functional.cross_entropy(
        logits[occupied, CLASSES:], colours[occupied], label_smoothing=0.01
    )
    correct = (logits[:, :CLASSES].argmax(1) == kinds) & (
        ~occupied | (logits[:, CLASSES:].argmax(1) == colours)
    )
    return kind_loss + colour_loss, float(correct.float().mean())


def main() -> None:
    """Train and export the network."""
    parser = board_argument_parser(__doc__, 6000)
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="*",
        default=[],
        help="roads and buildings that vision.training.bodies.cycles rendered",
    )
    options = parser.parse_args()
    bodies = [body for folder in options.bodies for body in layers.load(folder)]
    rng = np.random.default_rng(options.seed)
    studio = SceneGenerator(licensed_photos(options.photos, options.without), find_fonts(options.fonts))
    real = licensed_boards(options.photos, options.without)
    dataset = SitePatchDataset([*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), bodies)

    def make(rng: Rng) -> tuple[Any, ...]:
        samples = [
            sample
            for _ in range(options.batch // _VIEWS_PER_SITE)
            for sample in dataset.render_patches(_VIEWS_PER_SITE, rng)
        ]
        patches, kinds, colours = zip(*samples, strict=True)
        return np.stack(patches), np.array(kinds), np.array(colours)

    train(PiecesNetwork, make, loss, options, (len(SITES), CHANNELS, PATCH_PX, PATCH_PX), "pieces")


if __name__ == "__main__":
    main()
