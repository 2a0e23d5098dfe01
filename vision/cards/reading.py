"""Read the cards in a photo: their places, and the symbol that each two of them share."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline, find_cards
from vision.cards.matching import CommonSymbol, find_common
from vision.cards.symbols import cut_symbols
from vision.pictures import as_bgr, shrink_to_limit

MIN_ANSWER_P: Final = 0.6
"""Least probability of a reported common symbol."""
_NEIGHBOUR_RADII: Final = 1.5
"""Where there are more than two cards: greatest distance of two that are compared, in sums of their radii."""
_MAX_PAIRS: Final = 12
"""Pairs of cards that are compared, the nearest ones."""


@dataclass(frozen=True)
class CardPair:
    """Two cards and the symbol that they share.

    Attributes:
        cards: their indices, the smaller one first.
        common: the most alike symbols, or None where a card shows no symbol.
    """

    cards: tuple[int, int]
    common: CommonSymbol | None

    @property
    def answer(self) -> CommonSymbol | None:
        """The common symbol, or None where it is unknown."""
        if self.common is None or self.common.confidence < MIN_ANSWER_P:
            return None
        return self.common


@dataclass(frozen=True)
class CardsReading:
    """The round cards in a photo.

    Attributes:
        cards: outlines, pixels of the photo, from left to right.
        pairs: the compared pairs.
        seconds: time of the reading.
    """

    cards: tuple[CardOutline, ...]
    pairs: tuple[CardPair, ...]
    seconds: float


def read_cards(image: NDArray[Any]) -> CardsReading:
    """Find the cards in a photo and the symbol that each two of them share.

    Args:
        image: uint8; height x width (grey), or x 3 (BGR), or x 4 (BGRA).

    Raises:
        PictureError: it isn't a picture.
    """
    start = time.perf_counter()
    picture = as_bgr(image)
    small, back = shrink_to_limit(picture)
    cards = sorted(find_cards(small), key=lambda one: one.centre)
    symbols = [cut_symbols(small, card) for card in cards]
    pairs = tuple(
        CardPair((first, second), find_common(symbols[first], symbols[second]))
        for first, second in _pairs(cards)
    )
    move = float(np.sqrt(back[0, 0] * back[1, 1]))
    return CardsReading(
        tuple(card.scale(move) for card in cards),
        tuple(CardPair(pair.cards, pair.common and pair.common.scale(move)) for pair in pairs),
        time.perf_counter() - start,
    )


def _pairs(cards: list[CardOutline]) -> list[tuple[int, int]]:
    """Return the pairs of cards that lie side by side; of two cards their only one."""
    gaps = {
        (first, second): math.dist(cards[first].centre, cards[second].centre)
        / (cards[first].radius + cards[second].radius)
        for first, second in combinations(range(len(cards)), 2)
    }
    near = [pair for pair, gap in gaps.items() if len(cards) == 2 or gap < _NEIGHBOUR_RADII]
    return sorted(sorted(near, key=gaps.__getitem__)[:_MAX_PAIRS])
