"""Train the finder: the network that sees hexes, intersections, tokens and surfaces in a picture.

    python -m vision.training.finder --photos ../shared/photos --fonts /usr/share/fonts --out vision/data

About an hour on two cores. It needs torch, onnx and Pillow; the running system needs none of them.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.look import PEAKS, SURFACES, VIEW
from vision.training import views
from vision.training.blocks import conv
from vision.training.labels import board_labels
from vision.training.loop import board_arguments, train
from vision.training.scenes import LabelledScene, SceneGenerator, licensed_photos
from vision.training.textures import Image, Rng
from vision.training.tokens import fonts

PARTS_OF_BOARDS: Final = (199, 206, 215)
"""Pictures of dice that show a board in part: good neither as islands nor as tables."""
_SCENES: Final = 40
"""So many islands are looked at in turn."""
_VIEWS_A_SCENE: Final = 8
"""After so many views an island makes room for another."""


class IslandFinder(nn.Module):
    """A small hourglass: a quarter of the picture's resolution out, a thirty-second at its waist.

    In: n x 3 x 320 x 320, BGR in [0, 1]. Out: n x (8 + 3) x 80 x 80 logits: surfaces, then peaks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32))
        self.down8 = nn.Sequential(conv(32, 56, 2), conv(56, 56))
        self.down16 = nn.Sequential(conv(56, 88, 2), conv(88, 88), conv(88, 88))
        self.down32 = nn.Sequential(conv(88, 112, 2), conv(112, 112), conv(112, 112))
        self.side16 = nn.Conv2d(112, 88, 1)
        self.side8 = nn.Conv2d(88, 56, 1)
        self.side4 = nn.Conv2d(56, 32, 1)
        self.up16, self.up8, self.up4 = conv(88, 88), conv(56, 56), conv(32, 40)
        self.head = nn.Conv2d(40, SURFACES + PEAKS, 1)

    def forward(self, picture: Any) -> Any:
        """Maps of a batch of pictures."""
        at4 = self.stem(picture)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at32 = self.down32(at16)

        def twice(maps: Any) -> Any:
            return functional.interpolate(maps, scale_factor=2.0, mode="nearest")

        at16 = self.up16(at16 + twice(self.side16(at32)))
        at8 = self.up8(at8 + twice(self.side8(at16)))
        at4 = self.up4(at4 + twice(self.side4(at8)))
        return self.head(at4)


class ViewDesk:
    """Views: of islands mostly, of tables and dice without one sometimes."""

    def __init__(self, studio: SceneGenerator, around: Sequence[Image]) -> None:
        """From islands of a studio, laid on pictures of what may be around them."""
        self._studio, self._around = studio, around
        self._scenes: list[LabelledScene] = []
        self._views = 0

    def view(self, rng: Rng) -> views.IslandSample:
        """The next one. Each island, dear to draw, is looked at several times among others."""
        if not self._scenes:
            self._scenes = [self._studio.scene(rng) for _ in range(_SCENES)]
        elif self._views % _VIEWS_A_SCENE == 0:
            self._scenes[int(rng.integers(_SCENES))] = self._studio.scene(rng)
        self._views += 1
        scene = self._scenes[int(rng.integers(_SCENES))]
        around = None
        if rng.random() < 0.4:
            around = self._around[int(rng.integers(len(self._around)))]
            around = np.ascontiguousarray(np.rot90(around, int(rng.integers(4))))
        return views.empty_view(around, rng) if rng.random() < 0.08 else views.view(scene, around, rng)


def surroundings(photos: Path) -> list[Image]:
    """Licensed photos without an island, as tables to lay islands on."""
    found = []
    boards = {photos / name for name in board_labels()}
    boards |= {photos / "dice/mixed" / f"dice_{n}_jpg.jpg" for n in PARTS_OF_BOARDS}
    for folder, every in (("dice/mixed", 1), ("dice/coloured", 2), ("dice/webcam", 2)):
        for name in sorted((photos / folder).glob("*.jpg"))[::every]:
            picture = None if name in boards else cv2.imread(str(name))
            if picture is not None:
                found.append(cv2.resize(picture, (VIEW, VIEW), interpolation=cv2.INTER_AREA))
    return [picture.astype(np.uint8) for picture in found]


def loss(maps: Any, batch: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of the surfaces, and a focal loss that pays for missed peaks."""
    _, surface, peaks = batch
    named = functional.cross_entropy(maps[:, :SURFACES], surface)
    logits = maps[:, SURFACES:]
    seen = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    weight = (seen - peaks).abs() ** 2 * (1 + 8 * peaks)
    apart = functional.binary_cross_entropy_with_logits(logits, peaks, reduction="none")
    right = (maps[:, :SURFACES].argmax(1) == surface).float().mean()
    return named + 20 * (weight * apart).mean(), float(right)


def main() -> None:
    """Train and export."""
    parser = board_arguments(__doc__, 4000)
    parser.set_defaults(batch=12, seed=7)
    given = parser.parse_args()
    studio = SceneGenerator(licensed_photos(given.photos, given.without), fonts(given.fonts))
    desk = ViewDesk(studio, surroundings(given.photos))

    def make(rng: Rng) -> tuple[Any, ...]:
        seen = [desk.view(rng) for _ in range(given.batch)]
        pictures = np.stack([view.picture for view in seen]).transpose(0, 3, 1, 2)
        surfaces = np.stack([view.surface for view in seen]).astype(np.int64)
        return (
            np.ascontiguousarray(pictures, np.float32) / 255,
            surfaces,
            np.stack([view.peaks for view in seen]),
        )

    train(IslandFinder, make, loss, given, (1, 3, VIEW, VIEW), "finder")


if __name__ == "__main__":
    main()
