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

from vision.dice.patches import PATCH, REACH
from vision.dice.pips import as_inputs
from vision.dice.resources import CLASSES, MARKS, NO_DIE, RESOURCES
from vision.training.finder import conv
from vision.training.loop import arguments, train
from vision.training.resources.drawings import DRAWINGS, random_drawings
from vision.training.resources.faces import MANNERS, draw_other, draw_set, random_look
from vision.training.resources.lying import FINE, Studio, nothing, photograph
from vision.training.textures import Image, Rng
from vision.training.views import light

LEAST, MOST = 16.0, 64.0
"""Widths of dice in photos, pixels."""
VIEWS: Final = 5
"""Patches of each face."""
_SETS: Final = 1500
_SHAPES: Final = 800
_GROUNDS: Final = 300
_SETS_A_BATCH: Final = 7
_NOTHING_A_BATCH: Final = 8
_SHARP: Final = 12.0
"""By how much the likeness of marks is multiplied to make logits."""


class ResourceReader(nn.Module):
    """In: n x 3 x PATCH x PATCH (`vision.dice.pips.as_inputs`). Out: n x `vision.dice.resources.OUTPUTS`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16), conv(16, 32, 2), conv(32, 48, 2), conv(48, 64), conv(64, 64), conv(64, 96, 2),
            conv(96, 96), nn.AvgPool2d(2), nn.Flatten(1),
        )  # fmt: skip
        self.hidden = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 9, 128), nn.ReLU())
        self.said = nn.Linear(128, CLASSES + 3)
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
        places: faces x VIEWS x 3: `moved` and `grown` (`vision.training.resources.lying.Seen`).
        kinds: class of each face.
        sets: the set that each face is of.
        manners: index in MANNERS of each face's set.
        drawings: which drawing of its resource each face shows; -1: none.
        nothing: n x PATCH x PATCH x 3, without dice.
    """

    patches: NDArray[np.uint8]
    places: NDArray[np.float32]
    kinds: NDArray[np.int64]
    sets: NDArray[np.int64]
    manners: NDArray[np.int64]
    drawings: NDArray[np.int64]
    nothing: NDArray[np.uint8]

    def without(self, fold: int) -> Pool:
        """What is left without a fold: the manners `fold` and `fold` + DRAWINGS, and the drawings `fold`."""
        kept = (self.manners % DRAWINGS != fold) & (self.drawings != fold)
        return Pool(
            self.patches[kept], self.places[kept], self.kinds[kept], self.sets[kept], self.manners[kept],
            self.drawings[kept], self.nothing,
        )  # fmt: skip


def taken(picture: Image, rng: Rng) -> Image:
    """The patch that is cut from a photo of what is drawn, taken from near or far; PATCH x PATCH x 3."""
    shot = picture
    if rng.random() < 0.08:
        # Moved while the shutter was open; which way, seen from the die, is as random as its turn.
        shot = np.asarray(cv2.blur(shot, (int(rng.integers(3, 16)), 1)), np.uint8)
    extent = round(2 * REACH * float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST)))))
    if extent < FINE:
        shot = np.asarray(cv2.resize(shot, (extent, extent), interpolation=cv2.INTER_AREA), np.uint8)
    shot = light(shot, rng, float(rng.choice([0.3, 0.3, 0.8])))
    how = cv2.INTER_AREA if shot.shape[0] > PATCH else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(shot, (PATCH, PATCH), interpolation=how), np.uint8)


def draw_pool(sets: int, rng: Rng) -> Pool:
    """Patches of sets in all manners in turn, their drawings at random."""
    studio = Studio(_SHAPES, _GROUNDS, rng)
    patches, places, told = [], [], []
    for number in range(sets):
        manner, chosen = number % len(MANNERS), random_drawings(rng)
        look = random_look(MANNERS[manner], chosen, rng)
        faces = np.concatenate([draw_set(look, rng), draw_other(look, rng)[None]])
        for top, drawing in enumerate((*(chosen[r] for r in RESOURCES), -1)):
            seen = [photograph(faces, top, look.body, studio, rng) for _ in range(VIEWS)]
            patches.append(np.stack([taken(one.picture, rng) for one in seen]))
            places.append([(*one.moved, one.grown) for one in seen])
            told.append((top, number, manner, drawing))
    kinds, owners, manners, drawings = np.array(told).T
    empty = np.stack([taken(nothing(studio, rng).picture, rng) for _ in range(2 * sets)])
    return Pool(np.stack(patches), np.array(places, np.float32), kinds, owners, manners, drawings, empty)


def batch(pool: Pool, rng: Rng) -> tuple[Any, ...]:
    """Two views of every face of some sets, then patches of nothing; each turned or mirrored.

    Returns:
        Inputs; classes; places; which of the faces each shows, -1 for nothing.
    """
    sets = rng.choice(np.unique(pool.sets), _SETS_A_BATCH, replace=False)
    faces = np.flatnonzero(np.isin(pool.sets, sets))
    pairs = np.stack([rng.choice(VIEWS, 2, replace=False) for _ in faces])
    chosen = [(face, view) for column in pairs.T for face, view in zip(faces, column, strict=True)]
    patches = [pool.patches[one] for one in chosen]
    places = [pool.places[one] for one in chosen]
    bare = rng.integers(len(pool.nothing), size=_NOTHING_A_BATCH)
    patches += list(pool.nothing[bare])
    places += [np.zeros(3, np.float32)] * _NOTHING_A_BATCH
    for n, (patch, place) in enumerate(zip(patches, places, strict=True)):
        x, y, grown = place
        if rng.random() < 0.5:
            patch, x = patch[:, ::-1], -x
        for _ in range(int(rng.integers(4))):
            patch, x, y = np.rot90(patch), y, -x
        patches[n], places[n] = patch, np.array([x, y, grown], np.float32)
    kinds = np.concatenate([np.tile(pool.kinds[faces], 2), np.full(_NOTHING_A_BATCH, NO_DIE)])
    which = np.concatenate([np.tile(np.arange(len(faces)), 2), np.full(_NOTHING_A_BATCH, -1)])
    return as_inputs(np.stack(patches)), kinds, np.stack(places), which


def loss(said: Any, given: tuple[Any, ...]) -> tuple[Any, float]:
    """Cross-entropy of the classes, and of the other view of the same face among all faces."""
    _, kinds, places, which = given
    logits, where = said[:, :CLASSES], said[:, CLASSES : CLASSES + 3]
    value = functional.cross_entropy(logits, kinds, label_smoothing=0.01)
    there = kinds != NO_DIE
    value = value + 4.0 * functional.smooth_l1_loss(where[there], places[there], beta=0.1)
    marks = functional.normalize(said[there, CLASSES + 3 :], dim=1)
    half = marks.shape[0] // 2
    alike = _SHARP * marks[:half] @ marks[half:].T
    same = which[there][:half]
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
    torch.manual_seed(given.seed)
    name = "dice_resources" if given.without is None else f"dice_resources_{given.without}"
    train(ResourceReader(), lambda rng: batch(pool, rng), loss, given, (1, 3, PATCH, PATCH), name)


if __name__ == "__main__":
    main()
