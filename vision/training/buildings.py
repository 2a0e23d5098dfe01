r"""Train the network that distinguishes settlements from cities, and their editions.

    python -m vision.training.buildings --photos ../shared/photos --fonts /usr/share/fonts \
        --bodies bodies --out vision/data

`bodies` is the output of `vision.training.bodies.cycles`. Training takes about forty minutes on two cores.
"""

# torch is installed for training only, not for type checks.
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
from vision.training.building_patches import BuildingPatchDataset
from vision.training.loop import board_argument_parser, train
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.textures import Rng
from vision.training.tokens import find_fonts

_DRAWN_BOARDS = 25
_VIEWS_PER_BUILDING = 4
"""Patches rendered from each scene: composing the scene takes the most time."""
_SHIPPED_BATCH_SIZE = 54
"""Batch size of the exported network: all intersections."""


class BuildingsNetwork(nn.Module):
    """Classifies the kind and edition of buildings.

    Input: n x CHANNELS x PATCH_PX x PATCH_PX (`vision.patches.to_network_inputs`).
    Output: n x CLASSES logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 24, 2), conv(24, 40, 2), conv(40, 40),
            conv(40, 64, 2), conv(64, 64), conv(64, 96, 2), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Linear(96 * 16, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, CLASSES))

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        return self.head(self.body(patch))


def loss(logits: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Return the cross-entropy, and the accuracy of the kind, whatever the edition."""
    classes = batch[1]
    value = functional.cross_entropy(logits, classes, label_smoothing=0.02)
    return value, float((logits.argmax(1) % 2 == classes % 2).float().mean())


def main() -> None:
    """Train and export the network."""
    parser = board_argument_parser(__doc__, 6000)
    parser.add_argument(
        "--bodies", type=Path, required=True, help="what vision.training.bodies.cycles rendered"
    )
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    studio = SceneGenerator(licensed_photos(options.photos, options.without), find_fonts(options.fonts))
    real = licensed_boards(options.photos, options.without)
    dataset = BuildingPatchDataset(
        [*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), layers.load(options.bodies)
    )

    def make(rng: Rng) -> tuple[Any, ...]:
        samples = [
            sample
            for _ in range(options.batch // _VIEWS_PER_BUILDING)
            for sample in dataset.render_patches(_VIEWS_PER_BUILDING, rng)
        ]
        patches, classes = zip(*samples, strict=True)
        return np.stack(patches), np.array(classes)

    train(
        BuildingsNetwork,
        make,
        loss,
        options,
        (_SHIPPED_BATCH_SIZE, CHANNELS, PATCH_PX, PATCH_PX),
        "buildings",
    )


if __name__ == "__main__":
    main()
