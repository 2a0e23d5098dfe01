"""The island finder: the network that detects hexes, intersections, tokens and surfaces in a picture."""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.detector import PEAK_COUNT, SURFACE_COUNT, VIEW_PX
from vision.training import views
from vision.training.blocks import conv
from vision.training.configuration import Batch, DrawBatch, Training, add_source_option
from vision.training.labels import board_labels
from vision.training.scenes import LabelledScene, SceneGenerator, licensed_photos
from vision.training.textures import Image, Rng
from vision.training.tokens import find_fonts

PARTS_OF_BOARDS: Final = (199, 206, 215)
"""Dice photos that show part of a board: unusable both as islands and as backgrounds."""
_SCENE_POOL_SIZE: Final = 40
"""Number of islands among which views alternate."""
_VIEWS_PER_SCENE: Final = 8
"""Number of views after which a new island replaces one of the pool."""


class IslandFinder(nn.Module):
    """A small hourglass network: output at a quarter of the resolution, waist at a thirty-second.

    Input: n x 3 x 320 x 320, BGR in [0, 1]. Output: n x (8 + 3) x 80 x 80 logits: surfaces, then peaks.
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
        self.head = nn.Conv2d(40, SURFACE_COUNT + PEAK_COUNT, 1)

    def forward(self, picture: Any) -> Any:
        """Return the feature maps of a batch of pictures."""
        at4 = self.stem(picture)
        at8 = self.down8(at4)
        at16 = self.down16(at8)
        at32 = self.down32(at16)

        def upsample(maps: Any) -> Any:
            return functional.interpolate(maps, scale_factor=2.0, mode="nearest")

        at16 = self.up16(at16 + upsample(self.side16(at32)))
        at8 = self.up8(at8 + upsample(self.side8(at16)))
        at4 = self.up4(at4 + upsample(self.side4(at8)))
        return self.head(at4)


class IslandViewDataset:
    """Generates views, mostly of islands, sometimes of tables and dice without one."""

    def __init__(self, studio: SceneGenerator, backgrounds: Sequence[Image]) -> None:
        """Use the islands of a scene generator, and background pictures to put them on."""
        self._studio, self._backgrounds = studio, backgrounds
        self._scenes: list[LabelledScene] = []
        self._views = 0

    def view(self, rng: Rng) -> views.IslandSample:
        """Return the next view. Islands are expensive to draw, so each serves several views among others."""
        if not self._scenes:
            self._scenes = [self._studio.scene(rng) for _ in range(_SCENE_POOL_SIZE)]
        elif self._views % _VIEWS_PER_SCENE == 0:
            self._scenes[int(rng.integers(_SCENE_POOL_SIZE))] = self._studio.scene(rng)
        self._views += 1
        scene = self._scenes[int(rng.integers(_SCENE_POOL_SIZE))]
        background = None
        if rng.random() < 0.4:
            background = self._backgrounds[int(rng.integers(len(self._backgrounds)))]
            background = np.ascontiguousarray(np.rot90(background, int(rng.integers(4))))
        return (
            views.render_empty_view(background, rng)
            if rng.random() < 0.08
            else views.render_island_view(scene, background, rng)
        )


def load_backgrounds(photos: Path) -> list[Image]:
    """Load licensed photos without an island, as backgrounds."""
    pictures = []
    boards = {photos / name for name in board_labels()}
    boards |= {photos / "dice/mixed" / f"dice_{n}_jpg.jpg" for n in PARTS_OF_BOARDS}
    for folder, step in (("dice/mixed", 1), ("dice/coloured", 2), ("dice/webcam", 2)):
        for name in sorted((photos / folder).glob("*.jpg"))[::step]:
            picture = None if name in boards else cv2.imread(str(name))
            if picture is not None:
                pictures.append(cv2.resize(picture, (VIEW_PX, VIEW_PX), interpolation=cv2.INTER_AREA))
    return [picture.astype(np.uint8) for picture in pictures]


def loss(maps: Any, batch: Batch) -> tuple[Any, float]:
    """Return the cross-entropy of surfaces plus a focal loss of peaks, and the surfaces' accuracy."""
    _, surface, peaks = batch
    surface_loss = functional.cross_entropy(maps[:, :SURFACE_COUNT], surface)
    logits = maps[:, SURFACE_COUNT:]
    probability = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    weight = (probability - peaks).abs() ** 2 * (1 + 8 * peaks)
    peak_loss = functional.binary_cross_entropy_with_logits(logits, peaks, reduction="none")
    accuracy = (maps[:, :SURFACE_COUNT].argmax(1) == surface).float().mean()
    return surface_loss + 20 * (weight * peak_loss).mean(), float(accuracy)


def prepare(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws views of islands."""
    studio = SceneGenerator(licensed_photos(options.photos, options.without), find_fonts(options.fonts))
    dataset = IslandViewDataset(studio, load_backgrounds(options.photos))

    def make(rng: Rng) -> Batch:
        samples = [dataset.view(rng) for _ in range(options.batch)]
        pictures = np.stack([sample.picture for sample in samples]).transpose(0, 3, 1, 2)
        surfaces = np.stack([sample.surface for sample in samples]).astype(np.int64)
        return (
            np.ascontiguousarray(pictures, np.float32) / 255,
            surfaces,
            np.stack([sample.peaks for sample in samples]),
        )

    return make


TRAININGS: Final = {
    "finder": Training(
        "Train the island finder: an hour on two cores.",
        IslandFinder,
        prepare,
        loss,
        (1, 3, VIEW_PX, VIEW_PX),
        steps=4000,
        batch=12,
        seed=7,
        add_options=(add_source_option,),
    )
}
