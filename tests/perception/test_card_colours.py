"""The learned colours of round cards, kept in a file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.perception.card_island import (
    CARD_KINDS,
    CardColoursError,
    load_card_colours,
    printed_palette,
    save_card_colours,
)


def test_colours_survive_the_file(tmp_path: Path) -> None:
    path, palette = tmp_path / "cards.json", printed_palette()
    save_card_colours(path, palette)
    loaded = load_card_colours(path)
    assert loaded is not None
    assert loaded.kinds == CARD_KINDS
    assert np.abs(loaded.colours - palette.colours).max() < 1e-4


def test_no_file_means_no_learned_colours(tmp_path: Path) -> None:
    assert load_card_colours(tmp_path / "cards.json") is None


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    save_card_colours(path, printed_palette())
    data = json.loads(path.read_text())
    data["colours"]["red"][0][0] = 0.5
    path.write_text(json.dumps(data))
    with pytest.raises(CardColoursError, match="damaged"):
        load_card_colours(path)


def test_a_folder_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CardColoursError, match="can't be written"):
        save_card_colours(tmp_path / "missing" / "cards.json", printed_palette())
