"""Where views to learn from are made: the one desk for the finder and the readers of faces."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import numpy as np

from vision.training.dice.bank import Bank
from vision.training.dice.folds import FOLDS, folds
from vision.training.dice.sources import LABELS, photos_of_dice, without_dice
from vision.training.dice.views import DiceSample, drawn_view, photo_view
from vision.training.loop import arguments
from vision.training.textures import Rng

_PLAIN: Final = 100
_BANK: Final = 1500
_REFRESH: Final = 0.01


def dice_arguments(doc: str | None, steps: int, batch: int) -> argparse.ArgumentParser:
    """What training for dice takes, beyond what all training does."""
    parser = arguments(doc, steps)
    parser.set_defaults(batch=batch)
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--real", type=float, default=0.5, help="share of views that are of photos")
    parser.add_argument("--fold", type=int, help=f"leave this one of {FOLDS} folds of photos out")
    return parser


class FinderSamples:
    """Makes views as the arguments say: of photos, and drawn ones."""

    def __init__(self, given: argparse.Namespace) -> None:
        rng = np.random.default_rng(given.seed)
        self._real = given.real
        self._photos = photos_of_dice(given.photos, given.labels)
        if given.fold is not None:
            dealt = folds(list(json.loads(given.labels.read_text("utf-8"))), FOLDS)
            self._photos = [one for one in self._photos if dealt[one.name] != given.fold]
        self._plain = without_dice(given.photos, given.fonts, _PLAIN, rng)
        self._bank = Bank(_BANK, rng)

    def view(self, rng: Rng) -> DiceSample:
        """One view."""
        if rng.random() < _REFRESH:
            self._bank.refresh(rng)
        if rng.random() < self._real:
            return photo_view(self._photos[int(rng.integers(len(self._photos)))], self._bank, rng)
        # Photos with dice are surroundings for drawn ones too.
        among = self._photos if rng.random() < 0.3 * (self._real > 0) else self._plain
        return drawn_view(among[int(rng.integers(len(among)))], self._bank, rng)
