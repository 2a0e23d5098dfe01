"""The learned colours of a table's round cards, in a file next to its journal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.perception.card_island import CARD_KINDS
from vision.cards.island import RING_STEPS, CardPalette

_DECIMALS: Final = 5


class CardColoursError(CompanionError, ValueError):
    """The learned colours can't be read or written; the message gives the reason."""


_FILE: Final = ChecksummedJsonFile(
    label=sentence("colours of the cards"),
    format=1,
    remedy=sentence("show one card of each colour again"),
    error=CardColoursError,
)


def save_card_colours(path: Path, palette: CardPalette) -> None:
    """Write the colours of all `CARD_KINDS`.

    Raises:
        CardColoursError: they can't be written.
    """
    chosen = palette.select(CARD_KINDS)
    colours = np.round(chosen.colours.astype(float), _DECIMALS).tolist()
    _FILE.save(path, {"colours": dict(zip(chosen.kinds, colours, strict=True))})


def load_card_colours(path: Path) -> CardPalette | None:
    """Read the colours; None: there is no such file.

    Raises:
        CardColoursError: they can't be read.
    """
    return _FILE.load(path, _parse) if path.exists() else None


def _parse(content: Mapping[str, Any]) -> CardPalette:
    colours = np.array([content["colours"][kind] for kind in CARD_KINDS], np.float32)
    if colours.shape != (len(CARD_KINDS), len(RING_STEPS), 3) or not ((colours >= 0) & (colours <= 1)).all():
        raise ValueError(sentence("its colours are impossible"))
    return CardPalette(CARD_KINDS, colours)
