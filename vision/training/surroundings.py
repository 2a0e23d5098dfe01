r"""Train the network that tells what stands on a site by what surrounds it, too.

    python -m vision.training.surroundings --photos ../shared/photos --fonts /usr/share/fonts \
        --bodies bodies/roads bodies/buildings --out vision/data

`bodies` are what `vision.training.bodies.cycles` rendered. About an hour on two cores.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from torch import nn

from companion.island.pieces import COLOURS, SITES
from vision.pieces import CLASSES
from vision.surroundings import CHANNELS, PATCH_PX
from vision.training.blocks import conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.loop import board_arguments, train
from vision.training.pieces import loss
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.site_scenes import SceneDesk
from vision.training.textures import Rng
from vision.training.tokens import fonts

_DRAWN_BOARDS: Final = 60
_SHOTS: Final = 4
"""Patches made of each site: putting pieces there takes longest."""


class Surroundings(nn.Module):
    """In: n x CHANNELS x PATCH x PATCH (`vision.surroundings`). Out: n x (CLASSES + colours) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(CHANNELS, 24, 2), conv(24, 40, 2), conv(40, 56), conv(56, 80, 2), conv(80, 80),
            conv(80, 96, 2), nn.Flatten(1),
        )  # fmt: skip
        self.head = nn.Sequential(
            nn.Linear(96 * (PATCH_PX // 16) ** 2, 128), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(128, CLASSES + len(COLOURS)),
        )  # fmt: skip

    def forward(self, patch: Any) -> Any:
        """Logits of a batch of sites."""
        return self.head(self.body(patch))


def main() -> None:
    """Train and export."""
    parser = board_arguments(__doc__, 6000)
    parser.add_argument(
        "--bodies", type=Path, nargs="+", required=True, help="what vision.training.bodies.cycles rendered"
    )
    given = parser.parse_args()
    bodies = layers.BodyPool([body for folder in given.bodies for body in layers.load(folder)])
    rng = np.random.default_rng(given.seed)
    studio = SceneGenerator(licensed_photos(given.photos, given.without), fonts(given.fonts))
    real = licensed_boards(given.photos, given.without)
    desk = SceneDesk([*real, *drawn_boards(studio, _DRAWN_BOARDS, rng)], len(real), bodies)

    def make(rng: Rng) -> tuple[Any, ...]:
        shots = [shot for _ in range(given.batch // _SHOTS) for shot in desk.shots(_SHOTS, rng)]
        patches, kinds, colours = zip(*shots, strict=True)
        return np.stack(patches), np.array(kinds), np.array(colours)

    train(Surroundings, make, loss, given, (len(SITES), CHANNELS, PATCH_PX, PATCH_PX), "surroundings")


if __name__ == "__main__":
    main()
