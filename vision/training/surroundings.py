r"""Train the network that classifies the piece on a site from a patch with its surroundings.

    python -m vision.training.surroundings --photos ../shared/photos --fonts /usr/share/fonts \
        --bodies bodies/roads bodies/buildings --out vision/data

`bodies` is the output of `vision.training.bodies.cycles`. Training takes about an hour on two cores.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from torch import nn

from companion.island.geometry import COLOURS as COLOURS
from companion.island.geometry import SITES
from vision.patches import CONTEXT_CHANNELS, PATCH_PX
from vision.pieces import CLASSES
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.loop import board_argument_parser, train
from vision.training.pieces import loss
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.site_scenes import SiteSceneDataset
from vision.training.textures import Rng
from vision.training.tokens import find_fonts

_DRAWN_BOARDS: Final = 60
_VIEWS_PER_SITE: Final = 4
"""Patches rendered from each scene: composing the scene takes the most time."""


class SurroundingsNetwork(nn.Module):
    """Classifies the kind and colour of pieces at two scales.

    Input: n x CHANNELS x PATCH_PX x PATCH_PX (`vision.patches`). Output: n x (CLASSES + colours) logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CONTEXT_CHANNELS, 24, 2), conv(24, 40, 2), conv(40, 56), conv(56, 80, 2), conv(80, 80),
            conv(80, 96, 2), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(
            nn.Linear(96 * (PATCH_PX // 16) ** 2, 128), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(128, CLASSES + len(COLOURS)),
        )  # fmt: skip

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of sites."""
        return self.head(self.body(patch))


def main() -> None:
    """Train and export the network."""
    parser = board_argument_parser(__doc__, 6000)
    parser.add_argument(
        "--bodies", type=Path, nargs="+", required=True, help="what vision.training.bodies.cycles rendered"
    )
    options = parser.parse_args()
    bodies = layers.BodyPool([body for folder in options.bodies for body in layers.load(folder)])
    rng = np.random.default_rng(options.seed)
    studio = SceneGenerator(licensed_photos(options.photos, options.without), find_fonts(options.fonts))
    real = licensed_boards(options.photos, options.without)
    dataset = SiteSceneDataset([*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), bodies)

    def make(rng: Rng) -> tuple[Any, ...]:
        samples = [
            sample
            for _ in range(options.batch // _VIEWS_PER_SITE)
            for sample in dataset.render_patches(_VIEWS_PER_SITE, rng)
        ]
        patches, kinds, colours = zip(*samples, strict=True)
        return np.stack(patches), np.array(kinds), np.array(colours)

    train(
        SurroundingsNetwork,
        make,
        loss,
        options,
        (len(SITES), CONTEXT_CHANNELS, PATCH_PX, PATCH_PX),
        "surroundings",
    )


if __name__ == "__main__":
    main()
