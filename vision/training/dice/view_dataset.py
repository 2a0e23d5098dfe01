"""The dataset of dice views, shared by the finder and the reader of pips."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import numpy as np

from vision.training.dice.bank import DiceBank
from vision.training.dice.folds import FOLDS, assign_folds
from vision.training.dice.sources import LABELS_FILE, load_dice_photos, sources_without_dice
from vision.training.dice.views import DiceSample, drawn_view, photo_view
from vision.training.textures import Rng

_SOURCES_WITHOUT_DICE: Final = 100
_BANK_SIZE: Final = 1500
_REFRESH_P: Final = 0.01


def add_dice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of all trainings on photos of dice."""
    parser.add_argument("--labels", type=Path, default=LABELS_FILE)
    parser.add_argument("--real", type=float, default=0.5, help="share of views that are of photos")
    parser.add_argument("--fold", type=int, help=f"leave this one of {FOLDS} folds of photos out")


class DiceViewDataset:
    """Generates views of photos and drawn views, as the options say."""

    def __init__(self, options: argparse.Namespace) -> None:
        rng = np.random.default_rng(options.seed)
        self._real = options.real
        self._photos = load_dice_photos(options.photos, options.labels)
        if options.fold is not None:
            fold_of = assign_folds(list(json.loads(options.labels.read_text("utf-8"))), FOLDS)
            self._photos = [one for one in self._photos if fold_of[one.name] != options.fold]
        self._plain = sources_without_dice(options.photos, options.fonts, _SOURCES_WITHOUT_DICE, rng)
        self._bank = DiceBank(_BANK_SIZE, rng)

    def view(self, rng: Rng) -> DiceSample:
        """Return a view."""
        if rng.random() < _REFRESH_P:
            self._bank.refresh(rng)
        if rng.random() < self._real:
            return photo_view(self._photos[int(rng.integers(len(self._photos)))], self._bank, rng)
        # Photos with dice serve as backgrounds for drawn dice, too.
        sources = self._photos if rng.random() < 0.3 * (self._real > 0) else self._plain
        return drawn_view(sources[int(rng.integers(len(sources)))], self._bank, rng)
