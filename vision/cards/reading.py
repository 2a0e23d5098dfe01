"""Read the cards in a photo: their places, and the symbol that each two of them share."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.finder import CardOutline, find_cards
from vision.cards.symbols import CommonSymbol, cut_symbols, find_common
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


# Draw the reading of cards on its photo, for the players to check at a glance.


_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_ANSWERS: Final = ((255, 0, 255), (0, 220, 0), (255, 160, 0), (0, 140, 255))
"""BGR of the rings around common symbols, a pair each."""
_RING: Final = 1.25
"""Radius of the ring divided by that of the symbol."""


def draw_cards(image: NDArray[np.uint8], reading: CardsReading) -> NDArray[np.uint8]:
    """Return a copy of the photo with each card outlined, and the common symbols ringed and joined by a line.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its cards.
    """
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 320))
    for card in reading.cards:
        _draw_outline(drawn, card, thick)
    for pair, colour in zip(reading.pairs, cycle(_ANSWERS)):
        answer = pair.answer
        if answer is None:
            continue
        places = [(*symbol.at, _RING * symbol.radius) for symbol in (answer.first, answer.second)]
        (x1, y1, r1), (x2, y2, r2) = places
        along = np.array([x2 - x1, y2 - y1]) / max(1.0, float(np.hypot(x2 - x1, y2 - y1)))
        ends = [np.array([x1, y1]) + along * r1, np.array([x2, y2]) - along * r2]
        for tone, wide in ((_INK, 3 * thick), (colour, 2 * thick)):
            cv2.line(drawn, _to_sixteenths(ends[0]), _to_sixteenths(ends[1]), tone, wide, cv2.LINE_AA, 4)
            for x, y, radius in places:
                cv2.circle(
                    drawn, _to_sixteenths(np.array([x, y])), round(16 * radius), tone, wide, cv2.LINE_AA, 4
                )
    return drawn


def _to_sixteenths(place: NDArray[np.float64]) -> tuple[int, int]:
    """Return a place in sixteenths of a pixel, as OpenCV draws it."""
    return round(16 * float(place[0])), round(16 * float(place[1]))


def _draw_outline(drawn: NDArray[np.uint8], card: CardOutline, thick: int) -> None:
    points = np.rint(card.points(120) * 16).astype(np.int32)
    for tone, wide in ((_INK, 2 * thick), (_PAPER, thick)):
        cv2.polylines(drawn, [points], True, tone, wide, cv2.LINE_AA, 4)
