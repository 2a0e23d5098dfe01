"""Ask networks for resource dice about sets that were kept from them.

    python -m vision.training.resources.trial NETS

NETS is a folder with `dice_resources_0.onnx` to `dice_resources_4.onnx`, as `vision.training.resources.reader
--without N` writes them. Each is shown sets in the two manners and with the drawings that it never saw, first
knowing nothing of them, then after each face was shown once or twice.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import as_inputs
from vision.dice.resources import OTHER, OUTPUTS, RESOURCES, ResourceFeatures, inner, understood
from vision.dice.resources_learned import FacePrototypes
from vision.training.resources.drawings import DRAWINGS
from vision.training.resources.faces import MANNERS, draw_other, draw_set, random_look
from vision.training.resources.lying import DieGenerator, photograph
from vision.training.resources.reader import taken
from vision.training.textures import Rng

_SETS: Final = 12
"""Of each manner."""
_VIEWS: Final = 8
"""Of each face; the first two are shown, the others asked."""
_BINS: Final = (0.0, 0.5, 0.8, 0.95, 0.99, 1.01)


@dataclass(frozen=True, eq=False)
class Asked:
    """Answers about faces: `values` n x 6, `kinds` n, OTHER where none of RESOURCES is shown."""

    values: NDArray[np.float64]
    kinds: NDArray[np.int64]

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which are right."""
        return np.asarray(self.values.argmax(axis=1) == self.kinds)

    def told(self) -> str:
        """Share of faces right; how sure, on average, and how many right, bin by bin; others believed."""
        sure, real = self.values.max(axis=1), self.kinds != OTHER
        words = [f"{self.right[real].mean():6.1%} of {real.sum()}"]
        for low, high in itertools.pairwise(_BINS):
            some = real & (sure >= low) & (sure < high)
            if some.any():
                words.append(f"{some.sum()}: {sure[some].mean():.1%}, {self.right[some].mean():.1%}")
        if (~real).any():
            words.append(f"other faces over 80 %: {(sure[~real] > 0.8).mean():.1%}")
        return " | ".join(words)


def look_at(net: Any, patches: NDArray[np.uint8]) -> ResourceFeatures:
    """What a network sees in patches (n x PATCH x PATCH x 3), each at four turns."""
    turned = np.stack([np.rot90(patches, k, axes=(1, 2)) for k in range(4)], axis=1)
    net.setInput(as_inputs(inner(turned.reshape(-1, *patches.shape[1:]))))
    return understood(np.asarray(net.forward(), np.float32).reshape(len(patches), 4, OUTPUTS))


def draw_views(manner: str, drawing: int, studio: DieGenerator, rng: Rng) -> NDArray[np.uint8]:
    """Patches of a set's six faces and of another, (OTHER + 1) x _VIEWS x PATCH x PATCH x 3."""
    look = random_look(manner, dict.fromkeys(RESOURCES, drawing), rng)
    faces = np.concatenate([draw_set(look, rng), draw_other(look, rng)[None]])
    return np.stack([
        np.stack([taken(photograph(faces, top, look.body, studio, rng), rng) for _ in range(_VIEWS)])
        for top in range(OTHER + 1)
    ])  # fmt: skip


def learned(seen: ResourceFeatures, examples: int, never: Sequence[int] = ()) -> NDArray[np.float64]:
    """Answers about the views of one set (its faces one after the other) once examples of each were shown.

    Args:
        seen: the set's (OTHER + 1) * _VIEWS patches.
        examples: shown of each face.
        never: faces that weren't shown.
    """
    shown = [face for face in range(OTHER) if face not in never]
    rows = [face * _VIEWS + n for face in shown for n in range(examples)]
    names = [RESOURCES[face] for face in shown for _ in range(examples)]
    return FacePrototypes.of(seen.marks[rows], names).values(seen)


def main() -> None:
    """Ask, and print what share was right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    studio = DieGenerator(200, 100, rng)
    kinds = np.repeat(np.arange(OTHER + 1), _VIEWS)
    asked = np.tile(np.arange(_VIEWS) >= 2, OTHER + 1)
    ways: dict[str, list[tuple[str, NDArray[np.float64]]]] = {}
    for manner in MANNERS:
        fold = MANNERS.index(manner) % DRAWINGS
        net = cv2.dnn.readNetFromONNX(str(given.nets / f"dice_resources_{fold}.onnx"))
        for _ in range(_SETS):
            patches = draw_views(manner, fold, studio, rng)
            seen = look_at(net, patches.reshape(-1, *patches.shape[2:]))
            ways.setdefault("cold", []).append((manner, seen.values[asked]))
            for examples in (1, 2):
                ways.setdefault(f"shown {examples}", []).append((manner, learned(seen, examples)[asked]))
            ways.setdefault("one never shown", []).append((manner, learned(seen, 2, never=(0,))[asked]))
    for way, answers in ways.items():
        labels = np.tile(kinds[asked], _SETS)
        for manner in MANNERS:
            values = np.concatenate([said for whose, said in answers if whose == manner])
            print(f"{way:16} {manner:10} {Asked(values, labels).told()}")
        values = np.concatenate([said for _, said in answers])
        labels = np.tile(kinds[asked], _SETS * len(MANNERS))
        print(f"{way:16} {'all':10} {Asked(values, labels).told()}")
        if way == "one never shown":
            gone = Asked(values[labels == 0], labels[labels == 0])
            print(f"{way:16} {'that one':10} {gone.told()}")


if __name__ == "__main__":
    main()
