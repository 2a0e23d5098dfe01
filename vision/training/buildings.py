r"""Train the network that tells settlements from cities, and the edition they are of.

    python -m vision.training.buildings --photos ../shared/photos --fonts /usr/share/fonts \
        --bodies bodies --out vision/data

`bodies` is what `vision.training.bodies.cycles` rendered. About forty minutes on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from torch import nn
from torch.nn import functional

from vision.buildings import CLASSES, PATCH_PX
from vision.patches import CHANNELS
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.building_patches import BuildingDesk
from vision.training.loop import board_arguments, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS = 25
_SHOTS = 4
"""Patches made of each building: putting it there takes longest."""
_AT_ONCE = 54
"""Patches that the shipped network takes at a time: all intersections."""


class Buildings(nn.Module):
    """In: n x CHANNELS x PATCH x PATCH (`vision.patches.as_inputs`). Out: n x CLASSES logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 24, 2), conv(24, 40, 2), conv(40, 40),
            conv(40, 64, 2), conv(64, 64), conv(64, 96, 2), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Linear(96 * 16, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy, and the share whose kind is right, whatever the edition."""
    classes = batch[1]
    value = functional.cross_entropy(logits, classes, label_smoothing=0.02)
    return value, float((logits.argmax(1) % 2 == classes % 2).float().mean())


def main() -> None:
    """Train and export."""
    parser = board_arguments(__doc__, 6000)
    parser.add_argument(
        "--bodies", type=Path, required=True, help="what vision.training.bodies.cycles rendered"
    )
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    studio = SceneGenerator(licensed_photos(given.photos, given.without), fonts(given.fonts))
    real = licensed_boards(given.photos, given.without)
    desk = BuildingDesk(
        [*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), layers.load(given.bodies)
    )

    def make(rng: Rng) -> tuple[Any, ...]:
        shots = [shot for _ in range(given.batch // _SHOTS) for shot in desk.shots(_SHOTS, rng)]
        patches, classes = zip(*shots, strict=True)
        return np.stack(patches), np.array(classes)

    train(Buildings, make, loss, given, (_AT_ONCE, CHANNELS, PATCH_PX, PATCH_PX), "buildings")


if __name__ == "__main__":
    main()
