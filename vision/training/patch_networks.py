"""Networks that classify patches of a board: tokens, pieces, buildings, the robber, harbors.

Their inputs are n x channels x side x side, BGR, white-balanced and, of sites, with the channels of
`vision.patches.to_network_inputs`. Their outputs are logits.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from companion.island.geometry import COAST, COLOURS, HEXES, SITES
from vision import buildings, harbors, hex_contents, patches, pieces, robber
from vision.training import building_patches, configuration, sites
from vision.training.blocks import BACKBONE_CHANNELS, BACKBONE_STRIDE, Backbone, conv
from vision.training.boards import drawn_boards, licensed_boards
from vision.training.bodies import layers
from vision.training.building_patches import BuildingPatchDataset
from vision.training.coasts import CoastPatchDataset, drawn_coasts, licensed_coasts
from vision.training.configuration import Batch, DrawBatch, Training
from vision.training.scenes import SceneGenerator, licensed_photos
from vision.training.sites import RobberPatchDataset, SitePatchDataset
from vision.training.textures import Rng
from vision.training.token_patches import TokenPatchDataset, draw_batch, photo_patches
from vision.training.tokens import find_fonts

_DRAWN_BOARDS: Final = 40
_DRAWN_BUILDING_BOARDS: Final = 25
_VIEWS_PER_SITE: Final = 2
"""Patches rendered from each scene: composing the scene takes the most time."""
_VIEWS_PER_SCENE: Final = 4
"""The same for the robber's hexes and buildings."""
DEEP_PATCH_PX: Final = 64
"""Pixels across a site's patch for `deep_pieces_network`."""
_BUILDING_SCALE: Final = 1.25
"""The patch of a building is enlarged by this factor: photos of ImageNet show larger details."""
_SHIPPED_BUILDINGS: Final = 54
"""Batch size of the exported network for buildings: all intersections."""


class PatchClassifier(nn.Module):
    """Classifies patches by convolutions (`body`) and a head."""

    def __init__(self, body: Any, head: Any) -> None:
        super().__init__()
        self.body, self.head = body, head

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        return self.head(self.body(patch))


def token_network() -> Any:
    """Return the network for the number on a token."""
    body = nn.Sequential(
        conv(3, 24), conv(24, 32, 2), conv(32, 48), conv(48, 64, 2), conv(64, 64),
        conv(64, 96, 2), conv(96, 96), nn.AdaptiveAvgPool2d(3), nn.Flatten(1),
    )  # fmt: skip
    head = nn.Sequential(
        nn.Dropout(0.2), nn.Linear(96 * 9, 96), nn.ReLU(), nn.Linear(96, hex_contents.CLASSES)
    )
    return PatchClassifier(body, head)


def pieces_network() -> Any:
    """Return the network for the piece on a site: its kind, then its colour."""
    body = nn.Sequential(
        conv(patches.CHANNELS, 24, 2), conv(24, 32), conv(32, 56, 2), conv(56, 56), conv(56, 80, 2),
        conv(80, 80), nn.Flatten(1),
    )  # fmt: skip
    head = nn.Sequential(
        nn.Linear(80 * 36, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, pieces.CLASSES + len(COLOURS))
    )
    return PatchClassifier(body, head)


def deep_pieces_network() -> Any:
    """Return a network for the same from larger patches, which begins with features of photos."""
    body = nn.Sequential(Backbone(patches.CHANNELS), nn.Flatten(1))
    head = nn.Sequential(
        nn.Dropout(0.2), nn.Linear(BACKBONE_CHANNELS * (DEEP_PATCH_PX // BACKBONE_STRIDE) ** 2, 96),
        nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, pieces.CLASSES + len(COLOURS)),
    )  # fmt: skip
    return PatchClassifier(body, head)


def buildings_network() -> Any:
    """Return the network for the kind and edition of a building."""
    body = nn.Sequential(Backbone(patches.CHANNELS, _BUILDING_SCALE), nn.Flatten(1))
    cells = (int(building_patches.PATCH_PX * _BUILDING_SCALE) // BACKBONE_STRIDE) ** 2
    head = nn.Sequential(
        nn.Dropout(0.3), nn.Linear(BACKBONE_CHANNELS * cells, 64), nn.ReLU(), nn.Dropout(0.2),
        nn.Linear(64, buildings.CLASSES),
    )  # fmt: skip
    return PatchClassifier(body, head)


def robber_network() -> Any:
    """Return the network for the robber on a hex."""
    body = nn.Sequential(
        conv(patches.CHANNELS, 16, 2), conv(16, 32), conv(32, 48, 2), conv(48, 48), conv(48, 64, 2),
        conv(64, 64), nn.AdaptiveAvgPool2d(7), nn.Flatten(1),
    )  # fmt: skip
    head = nn.Sequential(nn.Linear(64 * 49, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, robber.CLASSES))
    return PatchClassifier(body, head)


class HarborsNetwork(nn.Module):
    """Classifies the harbor at a coastal path.

    A sign may lie anywhere near the middle, so the network pools each feature's peak, weighted by its
    position.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 48, 2), conv(48, 64), conv(64, 96, 2), conv(96, 96)
        )  # fmt: skip
        cells = harbors.PATCH_PX // 8
        self.where = nn.Parameter(torch.ones(1, 96, cells, cells))
        self.peak, self.mean = nn.AdaptiveMaxPool2d(1), nn.AdaptiveAvgPool2d(1)
        self.head = nn.Sequential(
            nn.Flatten(1), nn.Linear(2 * 96, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, harbors.CLASSES)
        )

    def forward(self, patch: Any) -> Any:
        """Return the logits of a batch of patches."""
        features = self.body(patch) * self.where
        return self.head(torch.cat([self.peak(features), self.mean(features)], 1))


def class_loss(logits: Any, batch: Batch, smoothing: float = 0.01) -> tuple[Any, float]:
    """Return the cross-entropy and the accuracy."""
    value = functional.cross_entropy(logits, batch[1], label_smoothing=smoothing)
    return value, float((logits.argmax(1) == batch[1]).float().mean())


def building_loss(logits: Any, batch: Batch) -> tuple[Any, float]:
    """Return the cross-entropy, and the accuracy of the kind, whatever the edition."""
    classes = batch[1]
    value = functional.cross_entropy(logits, classes, label_smoothing=0.02)
    return value, float((logits.argmax(1) % 2 == classes % 2).float().mean())


def piece_loss(logits: Any, batch: Batch) -> tuple[Any, float]:
    """Return the cross-entropy of kinds, plus that of colours on occupied sites, and the accuracy."""
    _, kinds, colours = batch
    occupied = colours >= 0
    kind_loss = functional.cross_entropy(logits[:, : pieces.CLASSES], kinds, label_smoothing=0.01)
    colour_loss = functional.cross_entropy(
        logits[occupied, pieces.CLASSES :], colours[occupied], label_smoothing=0.01
    )
    correct = (logits[:, : pieces.CLASSES].argmax(1) == kinds) & (
        ~occupied | (logits[:, pieces.CLASSES :].argmax(1) == colours)
    )
    return kind_loss + colour_loss, float(correct.float().mean())


def _scene_generator(options: argparse.Namespace) -> SceneGenerator:
    return SceneGenerator(licensed_photos(options.photos, options.without), find_fonts(options.fonts))


def _boards(options: argparse.Namespace, drawn: int) -> tuple[list[Any], int]:
    """Return boards of licensed photos, then drawn ones, and the number of the former."""
    real = licensed_boards(options.photos, options.without)
    rng = np.random.default_rng(options.seed)
    return [*real, *drawn_boards(_scene_generator(options), drawn, rng)], len(real)


def _bodies(options: argparse.Namespace) -> list[Any]:
    return [body for folder in options.bodies for body in layers.load(folder)]


def _batches_of_scenes(dataset: Any, views: int, options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws patches, `views` of each scene, with their labels."""

    def make(rng: Rng) -> Batch:
        samples = [
            sample for _ in range(options.batch // views) for sample in dataset.render_patches(views, rng)
        ]
        shown, *labels = zip(*samples, strict=True)
        return np.stack(shown), *(np.array(each) for each in labels)

    return make


def prepare_tokens(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws number tokens, at any rotation."""
    rng = np.random.default_rng(options.seed)
    dataset = TokenPatchDataset(
        find_fonts(options.fonts), photo_patches(options.photos, options.without), rng
    )

    def make(rng: Rng) -> Batch:
        shown, kinds = draw_batch(dataset, options.batch, rng)
        balanced = hex_contents.white_balance_tokens(shown)
        return np.ascontiguousarray(balanced.transpose(0, 3, 1, 2)), kinds

    return make


def prepare_pieces(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws pieces on sites."""
    bodies = _bodies(options)
    dataset = SitePatchDataset(*_boards(options, _DRAWN_BOARDS), bodies)
    return _batches_of_scenes(dataset, _VIEWS_PER_SITE, options)


def prepare_buildings(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws buildings."""
    dataset = BuildingPatchDataset(*_boards(options, _DRAWN_BUILDING_BOARDS), _bodies(options))
    return _batches_of_scenes(dataset, _VIEWS_PER_SCENE, options)


def prepare_robber(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws hexes, with and without the robber."""
    bodies = _bodies(options)
    boards, _ = _boards(options, _DRAWN_BOARDS)
    dataset = RobberPatchDataset(boards, bodies, find_fonts(options.fonts))
    return _batches_of_scenes(dataset, _VIEWS_PER_SCENE, options)


def prepare_harbors(options: argparse.Namespace) -> DrawBatch:
    """Return a function that draws coastal paths."""
    rng = np.random.default_rng(options.seed)
    drawn = drawn_coasts(drawn_boards(_scene_generator(options), _DRAWN_BOARDS, rng))
    real = licensed_coasts(options.photos, options.without)
    dataset = CoastPatchDataset(real, drawn, find_fonts(options.fonts))

    def make(rng: Rng) -> Batch:
        shown, kinds = zip(*(dataset.draw_patch(rng) for _ in range(options.batch)), strict=True)
        return np.ascontiguousarray(np.stack(shown).transpose(0, 3, 1, 2), np.float32), np.array(kinds)

    return make


_SOURCE: Final = (configuration.add_source_option,)
_SITE: Final = (patches.CHANNELS, sites.PATCH_PX, sites.PATCH_PX)

TRAININGS: Final[Mapping[str, Training]] = {
    "reader": Training(
        "Train the network that reads the number on a token, at any rotation: half an hour on two cores.",
        token_network,
        prepare_tokens,
        partial(class_loss, smoothing=0.02),
        (19, 3, hex_contents.PATCH_PX, hex_contents.PATCH_PX),
        steps=5000,
        add_options=_SOURCE,
    ),
    "pieces": Training(
        "Train the network that classifies the piece on a site: forty minutes on two cores.",
        pieces_network,
        prepare_pieces,
        piece_loss,
        (len(SITES), *_SITE),
        steps=6000,
        add_options=(*_SOURCE, configuration.add_optional_bodies),
    ),
    "buildings": Training(
        "Train the network that distinguishes settlements from cities, and their editions: forty minutes.",
        buildings_network,
        prepare_buildings,
        building_loss,
        (_SHIPPED_BUILDINGS, patches.CHANNELS, building_patches.PATCH_PX, building_patches.PATCH_PX),
        steps=6000,
        add_options=(*_SOURCE, configuration.add_required_bodies),
    ),
    "robber": Training(
        "Train the network that detects the robber on a hex: ten minutes on two cores.",
        robber_network,
        prepare_robber,
        class_loss,
        (len(HEXES), patches.CHANNELS, robber.PATCH_PX, robber.PATCH_PX),
        steps=2000,
        add_options=(*_SOURCE, configuration.add_optional_bodies),
    ),
    "harbors": Training(
        "Train the network that classifies the harbor at a coastal path: forty minutes on two cores.",
        HarborsNetwork,
        prepare_harbors,
        class_loss,
        (len(COAST), 3, harbors.PATCH_PX, harbors.PATCH_PX),
        steps=6000,
        add_options=_SOURCE,
    ),
}
