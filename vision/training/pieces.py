"""Train the network that tells what stands on a site.

    python -m vision.training.pieces --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About forty minutes on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from companion.island.pieces import COLOURS, SITES
from vision.patches import CHANNELS
from vision.pieces import CLASSES, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.loop import board_arguments, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import SiteDesk
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS = 40
_SHOTS = 2
"""Patches made of each site: putting pieces there takes longest."""


class Pieces(nn.Module):
    """In: n x CHANNELS x PATCH x PATCH (`vision.patches.as_inputs`). Out: n x (CLASSES + colours) logits."""

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
        """Logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of the kinds, and of the colours where something stands."""
    _, kinds, colours = batch
    there = colours >= 0
    named = functional.cross_entropy(logits[:, :CLASSES], kinds, label_smoothing=0.01)
    toned = functional.cross_entropy(logits[there, CLASSES:], colours[there], label_smoothing=0.01)
    right = (logits[:, :CLASSES].argmax(1) == kinds) & (~there | (logits[:, CLASSES:].argmax(1) == colours))
    return named + toned, float(right.float().mean())


def main() -> None:
    """Train and export."""
    parser = board_arguments(__doc__, 6000)
    parser.add_argument(
        "--bodies",
        type=Path,
        nargs="*",
        default=[],
        help="roads and buildings that vision.training.bodies.cycles rendered",
    )
    given = parser.parse_args()
    bodies = [body for folder in given.bodies for body in layers.load(folder)]
    rng = np.random.default_rng(given.seed)
    studio = SceneGenerator(licensed_photos(given.photos, given.without), fonts(given.fonts))
    real = licensed_boards(given.photos, given.without)
    desk = SiteDesk([*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), bodies)

    def make(rng: Rng) -> tuple[Any, ...]:
        shots = [shot for _ in range(given.batch // _SHOTS) for shot in desk.shots(_SHOTS, rng)]
        patches, kinds, colours = zip(*shots, strict=True)
        return np.stack(patches), np.array(kinds), np.array(colours)

    train(Pieces, make, loss, given, (len(SITES), CHANNELS, PATCH_PX, PATCH_PX), "pieces")


if __name__ == "__main__":
    main()
