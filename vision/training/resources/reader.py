"""Train the network that reads resource dice.

    python -m vision.training.resources.reader --photos ../shared/photos --fonts /usr/share/fonts --out DIR

No photos of such dice exist: all are drawn, and neither photos nor fonts are looked at. About ten minutes
on one core. `--without N`, 0 to 4, keeps two manners and one drawing of every resource from the network, for
`vision.training.resources.trial` to ask.
"""

# torch is there when training only, not when this is checked.
# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.dice.patches import PATCH_PX, REACH
from vision.dice.pips import as_inputs
from vision.dice.resources import CLASSES, INNER_PX, MARKS, RESOURCES
from vision.training.blocks import conv
from vision.training.loop import arguments, train
from vision.training.resources.drawings import DRAWINGS, random_drawings
from vision.training.resources.faces import MANNERS, draw_other, draw_set, random_look
from vision.training.resources.lying import FINE_PX, DieGenerator, photograph
from vision.training.textures import Image, Rng
from vision.training.views import light

LEAST, MOST = 16.0, 64.0
"""Widths of dice in photos, pixels."""
VIEWS: Final = 5
"""Patches of each face."""
_SETS: Final = 1500
_SHAPES: Final = 800
_GROUNDS: Final = 300
_SETS_A_BATCH: Final = 8
_SHARP_FACTOR: Final = 12.0
"""By how much the similarity of marks is multiplied to make logits."""


class ResourceReader(nn.Module):
    """In: n x 3 x INNER x INNER (`vision.dice.pips.as_inputs`). Out: n x `vision.dice.resources.OUTPUTS`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 48, 2), conv(48, 64), conv(64, 64), conv(64, 96, 2),
            conv(96, 96), nn.AvgPool2d(2), nn.Flatten(1),
        )  # fmt: skip
        self.hidden = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 4, 128), nn.ReLU())
        self.said = nn.Linear(128, CLASSES)
        self.marks = nn.Linear(128, MARKS)

    def forward(self, patch: Any) -> Any:
        """What is said of a batch of patches."""
        hidden = self.hidden(self.body(patch))
        return torch.cat([self.said(hidden), self.marks(hidden)], 1)


@dataclass(frozen=True, eq=False)
class Pool:
    """Patches of many faces.

    Attributes:
        patches: faces x VIEWS x PATCH x PATCH x 3, BGR.
        kinds: class of each face.
        sets: the set that each face is of.
        manners: index in MANNERS of each face's set.
        drawings: which drawing of its resource each face shows; -1: none.
    """

    patches: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    sets: NDArray[np.int64]
    manners: NDArray[np.int64]
    drawings: NDArray[np.int64]

    def without(self, fold: int) -> Pool:
        """What is left without a fold: the manners `fold` and `fold` + DRAWINGS, and the drawings `fold`."""
        kept = (self.manners % DRAWINGS != fold) & (self.drawings != fold)
        return Pool(
            self.patches[kept], self.kinds[kept], self.sets[kept], self.manners[kept], self.drawings[kept]
        )  # fmt: skip


def taken(picture: Image, rng: Rng) -> Image:
    """The patch that is cut from a photo of what is drawn, taken from near or far; PATCH x PATCH x 3."""
    shot = picture
    if rng.random() < 0.08:
        # Moved while the shutter was open; which way, seen from the die, is as random as its turn.
        shot = np.asarray(cv2.blur(shot, (int(rng.integers(3, 16)), 1)), np.uint8)
    extent = round(2 * REACH * float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST)))))
    if extent < FINE_PX:
        shot = np.asarray(cv2.resize(shot, (extent, extent), interpolation=cv2.INTER_AREA), np.uint8)
    shot = light(shot, rng, float(rng.choice([0.3, 0.3, 0.8])))
    how = cv2.INTER_AREA if shot.shape[0] > PATCH_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(shot, (PATCH_PX, PATCH_PX), interpolation=how), np.uint8)


def draw_pool(sets: int, rng: Rng) -> Pool:
    """Patches of sets in all manners in turn, their drawings at random."""
    studio = DieGenerator(_SHAPES, _GROUNDS, rng)
    patches, told = [], []
    for number in range(sets):
        manner, chosen = number % len(MANNERS), random_drawings(rng)
        look = random_look(MANNERS[manner], chosen, rng)
        faces = np.concatenate([draw_set(look, rng), draw_other(look, rng)[None]])
        for top, drawing in enumerate((*(chosen[r] for r in RESOURCES), -1)):
            seen = [taken(photograph(faces, top, look.body, studio, rng), rng) for _ in range(VIEWS)]
            patches.append(np.stack(seen))
            told.append((top, number, manner, drawing))
    kinds, owners, manners, drawings = np.array(told).T
    return Pool(np.stack(patches), kinds, owners, manners, drawings)


def jittered(patch: Image, rng: Rng) -> Image:
    """The middle of a patch as a finder may have placed it: shifted, nearer or farther, turned, mirrored."""
    side = int(rng.integers(INNER_PX - 5, INNER_PX + 7))
    left, top = (PATCH_PX - side) // 2 + rng.integers(-3, 4, 2)
    left, top = np.clip([left, top], 0, PATCH_PX - side)
    middle = cv2.resize(patch[top : top + side, left : left + side], (INNER_PX, INNER_PX))
    mirrored = middle[:, ::-1] if rng.random() < 0.5 else middle
    return np.asarray(np.rot90(mirrored, int(rng.integers(4))), np.uint8)


def batch(pool: Pool, rng: Rng) -> tuple[Any, ...]:
    """Two views of every face of some sets.

    Returns:
        Inputs, the first views of all faces before the second ones; classes.
    """
    sets = rng.choice(np.unique(pool.sets), _SETS_A_BATCH, replace=False)
    faces = np.flatnonzero(np.isin(pool.sets, sets))
    pairs = np.stack([rng.choice(VIEWS, 2, replace=False) for _ in faces])
    chosen = [(face, view) for column in pairs.T for face, view in zip(faces, column, strict=True)]
    patches = np.stack([jittered(pool.patches[one], rng) for one in chosen])
    return as_inputs(patches), np.tile(pool.kinds[faces], 2)


def loss(said: Any, given: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of the classes, and of the other view of the same face among all faces."""
    kinds, logits = given[1], said[:, :CLASSES]
    value = functional.cross_entropy(logits, kinds, label_smoothing=0.01)
    first, second = functional.normalize(said[:, CLASSES:], dim=1).chunk(2)
    alike, same = _SHARP_FACTOR * first @ second.T, torch.arange(len(first), device=first.device)
    value = value + 0.5 * (functional.cross_entropy(alike, same) + functional.cross_entropy(alike.T, same))
    return value, float((logits.argmax(1) == kinds).float().mean())


def main() -> None:
    """Draw, train and export."""
    parser = arguments(__doc__, 1500)
    parser.add_argument("--without", type=int, choices=range(DRAWINGS), help="the fold to keep out")
    given = parser.parse_args()
    pool = draw_pool(_SETS, np.random.default_rng(given.seed))
    if given.without is not None:
        pool = pool.without(given.without)
    name = "dice_resources" if given.without is None else f"dice_resources_{given.without}"
    train(ResourceReader, lambda rng: batch(pool, rng), loss, given, (1, 3, INNER_PX, INNER_PX), name)


if __name__ == "__main__":
    main()
