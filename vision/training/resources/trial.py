"""Evaluate networks for resource dice on sets excluded from their training.

    python -m vision.training.resources.trial NETS

NETS is a folder with `dice_resources_0.onnx` to `dice_resources_4.onnx`, from
`vision.training.resources.reader --without N`. Each reads sets in the two styles and with the drawings
excluded from it: first without examples, then with one or two examples of each face.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import to_network_inputs
from vision.dice.resources import (
    OTHER_CLASS,
    OUTPUT_COUNT,
    RESOURCES,
    FacePrototypes,
    ResourceFeatures,
    crop_inner,
    decode_outputs,
)
from vision.network import Network
from vision.training.resources.die_photos import DieGenerator, render_die_photo
from vision.training.resources.drawings import DRAWINGS_PER_RESOURCE
from vision.training.resources.faces import MANNERS, draw_other_face, draw_set, random_face_style
from vision.training.resources.reader import render_patch
from vision.training.textures import Rng

_SETS: Final = 12
"""Sets of each style."""
_VIEWS: Final = 8
"""Views of each face; the first two are examples, the others are classified."""
_BINS: Final = (0.0, 0.5, 0.8, 0.95, 0.99, 1.01)


@dataclass(frozen=True, eq=False)
class Answers:
    """Classifications of faces.

    Attributes:
        values: n x 6, probabilities of RESOURCES.
        kinds: n, true classes; OTHER for a face without a resource.
    """

    values: NDArray[np.float64]
    kinds: NDArray[np.int64]

    @property
    def correct_mask(self) -> NDArray[np.bool_]:
        """The mask of correct classifications."""
        return np.asarray(self.values.argmax(axis=1) == self.kinds)

    def summarize(self) -> str:
        """Return accuracy; mean confidence and accuracy for each bin; the share of confident answers to
        others."""
        confidence, shows_resource = self.values.max(axis=1), self.kinds != OTHER_CLASS
        words = [f"{self.correct_mask[shows_resource].mean():6.1%} of {shows_resource.sum()}"]
        for low, high in itertools.pairwise(_BINS):
            in_bin = shows_resource & (confidence >= low) & (confidence < high)
            if in_bin.any():
                words.append(
                    f"{in_bin.sum()}: {confidence[in_bin].mean():.1%}, {self.correct_mask[in_bin].mean():.1%}"
                )
        if (~shows_resource).any():
            words.append(f"other faces over 80 %: {(confidence[~shows_resource] > 0.8).mean():.1%}")
        return " | ".join(words)


def extract_features(net: Network, patches: NDArray[np.uint8]) -> ResourceFeatures:
    """Return a network's features of patches (n x PATCH_PX x PATCH_PX x 3), each at four rotations."""
    rotated = np.stack([np.rot90(patches, k, axes=(1, 2)) for k in range(4)], axis=1)
    outputs = net.run(to_network_inputs(crop_inner(rotated.reshape(-1, *patches.shape[1:]))))
    return decode_outputs(outputs.reshape(len(patches), 4, OUTPUT_COUNT))


def draw_views(manner: str, drawing: int, studio: DieGenerator, rng: Rng) -> NDArray[np.uint8]:
    """Draw patches of a set's six faces and of another, (OTHER + 1) x _VIEWS x PATCH_PX x PATCH_PX x 3."""
    style = random_face_style(manner, dict.fromkeys(RESOURCES, drawing), rng)
    faces = np.concatenate([draw_set(style, rng), draw_other_face(style, rng)[None]])
    return np.stack([
        np.stack([
            render_patch(render_die_photo(faces, top, style.body, studio, rng), rng) for _ in range(_VIEWS)
        ])
        for top in range(OTHER_CLASS + 1)
    ])  # fmt: skip


def classify_with_examples(
    seen: ResourceFeatures, examples: int, never: Sequence[int] = ()
) -> NDArray[np.float64]:
    """Classify the views of one set (its faces one after the other) with examples of each face.

    Args:
        seen: features of the set's (OTHER + 1) * _VIEWS patches.
        examples: examples of each face.
        never: faces without examples.
    """
    example_faces = [face for face in range(OTHER_CLASS) if face not in never]
    rows = [face * _VIEWS + n for face in example_faces for n in range(examples)]
    names = [RESOURCES[face] for face in example_faces for _ in range(examples)]
    return FacePrototypes.from_examples(seen.embeddings[rows], names).face_probabilities(seen)


def main() -> None:
    """Evaluate, and print the accuracy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    studio = DieGenerator(200, 100, rng)
    kinds = np.repeat(np.arange(OTHER_CLASS + 1), _VIEWS)
    is_query = np.tile(np.arange(_VIEWS) >= 2, OTHER_CLASS + 1)
    results: dict[str, list[tuple[str, NDArray[np.float64]]]] = {}
    for manner in MANNERS:
        fold = MANNERS.index(manner) % DRAWINGS_PER_RESOURCE
        net = Network((options.nets / f"dice_resources_{fold}.onnx").read_bytes())
        for _ in range(_SETS):
            patches = draw_views(manner, fold, studio, rng)
            features = extract_features(net, patches.reshape(-1, *patches.shape[2:]))
            results.setdefault("cold", []).append((manner, features.values[is_query]))
            for examples in (1, 2):
                results.setdefault(f"shown {examples}", []).append(
                    (manner, classify_with_examples(features, examples)[is_query])
                )
            results.setdefault("one never shown", []).append(
                (manner, classify_with_examples(features, 2, never=(0,))[is_query])
            )
    for condition, answers in results.items():
        labels = np.tile(kinds[is_query], _SETS)
        for manner in MANNERS:
            values = np.concatenate(
                [values_of_set for set_manner, values_of_set in answers if set_manner == manner]
            )
            print(f"{condition:16} {manner:10} {Answers(values, labels).summarize()}")
        values = np.concatenate([values_of_set for _, values_of_set in answers])
        labels = np.tile(kinds[is_query], _SETS * len(MANNERS))
        print(f"{condition:16} {'all':10} {Answers(values, labels).summarize()}")
        if condition == "one never shown":
            unseen_face = Answers(values[labels == 0], labels[labels == 0])
            print(f"{condition:16} {'that one':10} {unseen_face.summarize()}")


if __name__ == "__main__":
    main()
