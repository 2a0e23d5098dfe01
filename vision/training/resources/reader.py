"""The network that reads resource dice.

No photos of such dice exist: all are drawn, and the options for photos and fonts are ignored. `--without N`,
0 to 4, excludes two styles and one drawing of every resource, for the evaluation by
`vision.training.resources.trial`.
"""

# torch is installed for training only, not for type checks.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.reading import PATCH_PX, REACH_WIDTHS, to_network_inputs
from vision.dice.resources import CLASSES, EMBEDDING_SIZE, INNER_PX, RESOURCES
from vision.training.blocks import conv
from vision.training.configuration import Batch, DrawBatch, Training
from vision.training.resources.die_photos import FINE_PX, DieGenerator, render_die_photo
from vision.training.resources.drawings import DRAWINGS_PER_RESOURCE, random_drawings
from vision.training.resources.faces import MANNERS, draw_other_face, draw_set, random_face_style
from vision.training.textures import Image, Rng
from vision.training.views import augment_photo

MIN_WIDTH_PX, MAX_WIDTH_PX = 16.0, 64.0
"""Range of the widths of dice in photos."""
VIEWS_PER_FACE: Final = 5
"""Patches of each face."""
_SETS: Final = 1500
_SHAPES: Final = 800
_GROUNDS: Final = 300
_SETS_A_BATCH: Final = 8
_SHARP_FACTOR: Final = 12.0
"""Scale from the similarity of marks to logits."""


class ResourceReader(nn.Module):
    """Reads the top face of resource dice.

    Input: n x 3 x INNER_PX x INNER_PX (`vision.dice.reading.to_network_inputs`). Output: n x
    `vision.dice.resources.OUTPUT_COUNT`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 48, 2), conv(48, 64), conv(64, 64), conv(64, 96, 2),
            conv(96, 96), nn.AvgPool2d(2), nn.Flatten(1),
        )  # fmt: skip
        self.hidden = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 4, 128), nn.ReLU())
        self.said = nn.Linear(128, CLASSES)
        self.marks = nn.Linear(128, EMBEDDING_SIZE)

    def forward(self, patch: Any) -> Any:
        """Return class logits and marks of a batch of patches."""
        hidden = self.hidden(self.body(patch))
        return torch.cat([self.said(hidden), self.marks(hidden)], 1)


@dataclass(frozen=True, eq=False)
class FacePool:
    """Patches of many faces.

    Attributes:
        patches: faces x VIEWS_PER_FACE x PATCH_PX x PATCH_PX x 3, BGR.
        kinds: class of each face.
        sets: the set of each face.
        manners: index in MANNERS of each face's set.
        drawings: index of each face's drawing; -1: none.
    """

    patches: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    sets: NDArray[np.int64]
    manners: NDArray[np.int64]
    drawings: NDArray[np.int64]

    def exclude_fold(self, fold: int) -> FacePool:
        """Return the pool without the manners `fold` and `fold` + DRAWINGS_PER_RESOURCE, and the drawings
        `fold`."""
        kept = (self.manners % DRAWINGS_PER_RESOURCE != fold) & (self.drawings != fold)
        return FacePool(
            self.patches[kept], self.kinds[kept], self.sets[kept], self.manners[kept], self.drawings[kept]
        )  # fmt: skip


def render_patch(picture: Image, rng: Rng) -> Image:
    """Render the patch of a photo taken from near or far; PATCH_PX x PATCH_PX x 3."""
    shot = picture
    if rng.random() < 0.08:
        # Motion blur; its direction is random relative to the die, like the die's rotation.
        shot = np.asarray(cv2.blur(shot, (int(rng.integers(3, 16)), 1)), np.uint8)
    extent = round(2 * REACH_WIDTHS * float(np.exp(rng.uniform(np.log(MIN_WIDTH_PX), np.log(MAX_WIDTH_PX)))))
    if extent < FINE_PX:
        shot = np.asarray(cv2.resize(shot, (extent, extent), interpolation=cv2.INTER_AREA), np.uint8)
    shot = augment_photo(shot, rng, float(rng.choice([0.3, 0.3, 0.8])))
    interpolation = cv2.INTER_AREA if shot.shape[0] > PATCH_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(shot, (PATCH_PX, PATCH_PX), interpolation=interpolation), np.uint8)


def draw_pool(sets: int, rng: Rng) -> FacePool:
    """Draw patches of sets, cycling through all styles, with random drawings."""
    studio = DieGenerator(_SHAPES, _GROUNDS, rng)
    patches, labels = [], []
    for number in range(sets):
        manner, chosen = number % len(MANNERS), random_drawings(rng)
        style = random_face_style(MANNERS[manner], chosen, rng)
        faces = np.concatenate([draw_set(style, rng), draw_other_face(style, rng)[None]])
        for top, drawing in enumerate((*(chosen[r] for r in RESOURCES), -1)):
            views = [
                render_patch(render_die_photo(faces, top, style.body, studio, rng), rng)
                for _ in range(VIEWS_PER_FACE)
            ]
            patches.append(np.stack(views))
            labels.append((top, number, manner, drawing))
    kinds, owners, manners, drawings = np.array(labels).T
    return FacePool(np.stack(patches), kinds, owners, manners, drawings)


def jitter(patch: Image, rng: Rng) -> Image:
    """Return the middle of a patch with the errors of a finder: shifted, scaled, rotated, mirrored."""
    side = int(rng.integers(INNER_PX - 5, INNER_PX + 7))
    left, top = (PATCH_PX - side) // 2 + rng.integers(-3, 4, 2)
    left, top = np.clip([left, top], 0, PATCH_PX - side)
    middle = cv2.resize(patch[top : top + side, left : left + side], (INNER_PX, INNER_PX))
    mirrored = middle[:, ::-1] if rng.random() < 0.5 else middle
    return np.asarray(np.rot90(mirrored, int(rng.integers(4))), np.uint8)


def sample_batch(pool: FacePool, rng: Rng) -> Batch:
    """Return two views of every face of some sets.

    Returns:
        Inputs, the first views of all faces before the second ones; classes.
    """
    sets = rng.choice(np.unique(pool.sets), _SETS_A_BATCH, replace=False)
    faces = np.flatnonzero(np.isin(pool.sets, sets))
    pairs = np.stack([rng.choice(VIEWS_PER_FACE, 2, replace=False) for _ in faces])
    chosen = [(face, view) for column in pairs.T for face, view in zip(faces, column, strict=True)]
    patches = np.stack([jitter(pool.patches[one], rng) for one in chosen])
    return to_network_inputs(patches), np.tile(pool.kinds[faces], 2)


def loss(outputs: Any, batch: Batch) -> tuple[Any, float]:
    """Return the cross-entropy of classes plus a contrastive loss of each face's views, and the accuracy."""
    kinds, logits = batch[1], outputs[:, :CLASSES]
    value = functional.cross_entropy(logits, kinds, label_smoothing=0.01)
    first, second = functional.normalize(outputs[:, CLASSES:], dim=1).chunk(2)
    similarity, identity = _SHARP_FACTOR * first @ second.T, torch.arange(len(first), device=first.device)
    value = value + 0.5 * (
        functional.cross_entropy(similarity, identity) + functional.cross_entropy(similarity.T, identity)
    )
    return value, float((logits.argmax(1) == kinds).float().mean())


def add_fold_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the fold of styles and drawings that is left out."""
    parser.add_argument(
        "--without", type=int, choices=range(DRAWINGS_PER_RESOURCE), help="the fold to keep out"
    )


def prepare(options: argparse.Namespace) -> DrawBatch:
    """Draw the faces; return a function that draws patches of them."""
    pool = draw_pool(_SETS, np.random.default_rng(options.seed))
    if options.without is not None:
        pool = pool.exclude_fold(options.without)
    return lambda rng: sample_batch(pool, rng)


def name_files(options: argparse.Namespace) -> str:
    """Return the name of the network's files."""
    return "dice_resources" if options.without is None else f"dice_resources_{options.without}"


TRAININGS: Final = {
    "dice_resources": Training(
        "Train the network that reads resource dice, from drawn dice alone: ten minutes on one core.",
        ResourceReader,
        prepare,
        loss,
        (1, 3, INNER_PX, INNER_PX),
        steps=1500,
        add_options=(add_fold_option,),
        name_files=name_files,
    )
}
