"""Hands packed into numbers: six counts in one, so that a whole stack of hands is reckoned with at once.

A hand is the counts of its five resources, in the order of `RESOURCES`, and last how many development cards
it bought that nobody told of. Packed it is the sum of count * 256 ** column, below two to the 64th: a byte a
count. Packed hands add up as the hands do, also where a count is below zero for a while; to read the bytes,
128 is added to each first. Pure arithmetic on uint64; an overflow is meant, and undone by the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.rules.cards import CARDS_A_RESOURCE, DECK_SIZE

Packed = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int8]

COLUMNS: Final = 6
SECRET: Final = 5
"""The column of the development cards bought untold."""
IN_THE_BOX: Final = (*[CARDS_A_RESOURCE] * 5, DECK_SIZE)
"""No hand has more of a column's cards, whatever was told: there are no more."""
_BITS: Final = (1 << 64) - 1
_ODD: Final = tuple(
    int(n) for n in 2 * np.random.default_rng(5).integers(1 << 62, size=64, dtype=np.uint64) + 1
)
"""Fixed multipliers: the sum of a world's counts times these tells it from others, but for one chance in
about 2 ** 40."""
NAMING: Final = np.array(_ODD, np.uint64)


def packed(counts: Iterable[int]) -> int:
    """A hand, or what changes of it, as one number."""
    return sum(int(count) << 8 * column for column, count in enumerate(counts)) & _BITS


@lru_cache(1 << 12)
def change_of(seat: int, counts: tuple[int, ...]) -> tuple[np.uint64, int]:
    """What is added to a seat's packed hand, and to the names of worlds, where its cards change so."""
    return np.uint64(packed(counts)), named(seat, counts)


def named(seat: int, counts: Iterable[int]) -> int:
    """The part of a world's name that a seat's hand is."""
    return (
        sum(int(count) * _ODD[COLUMNS * seat + column] for column, count in enumerate(counts) if count)
        & _BITS
    )


RESOURCES_BITS: Final = np.uint64(packed([0xFF] * 5))
_EACH: Final = packed([0x80] * 8)
_SIGNS: Final = np.uint64(_EACH)
# Two counts may be more together than a byte holds: they are added in two bytes each.
_EVERY_OTHER: Final = np.uint64(packed([0xFF, 0, 0xFF, 0, 0xFF]))
_ODD_ONES: Final = np.uint64(packed([0xFF, 0, 0xFF]))
_SIZE: Final = np.uint64(packed([1, 0, 1, 0, 1]))


def packed_all(cards: Counts) -> Packed:
    """Hands of worlds, int8 (worlds, seats, 6), packed: (seats, worlds)."""
    worlds, seats, columns = cards.shape
    padded = np.zeros((seats, worlds, 8), np.int8)
    padded[:, :, :columns] = cards.transpose(1, 0, 2)
    return ((_read(padded) ^ _SIGNS) - _SIGNS)[:, :, 0]


def _read(padded: Counts) -> Packed:
    return padded.view("<u8").astype(np.uint64, copy=False)


def unpacked(hands: Packed) -> Counts:
    """The counts of packed hands: one axis more, int8 (..., 6), a view of what is made here alone."""
    signed = (hands + _SIGNS) ^ _SIGNS
    if sys.byteorder == "big":
        signed = signed.byteswap()
    return np.ascontiguousarray(signed)[..., None].view(np.int8)[..., :COLUMNS]


def sizes(hands: Packed) -> npt.NDArray[np.int64]:
    """How many resource cards each of some hands holds, of which none has a count below zero."""
    pairs = (hands & _EVERY_OTHER) + (hands >> np.uint64(8) & _ODD_ONES)
    return (pairs * _SIZE >> np.uint64(32) & np.uint64(0xFFFF)).view(np.int64)


def any_bits(numbers: Packed) -> bool:
    """Whether one of some numbers isn't zero."""
    return bool(np.count_nonzero(numbers))


class AtLeast:
    """Asks packed hands whether they hold at least so many of each of some columns.

    Attributes:
        bias: what is added to a hand, so that the highest bit of a column says that it holds enough.
        signs: the highest bits of the columns that are asked for.
    """

    def __init__(self, least: Iterable[int | None]) -> None:
        """Of each column how many; None: any number, also below zero."""
        asked = list(least)
        self.bias = np.uint64((_EACH - packed(n or 0 for n in asked)) & _BITS)
        self.signs = np.uint64(packed(0 if n is None else 0x80 for n in asked))

    def bits(self, hands: Packed) -> Packed:
        """The highest bit of every column asked for that holds enough."""
        return (hands + self.bias) & self.signs

    def all(self, hands: Packed) -> npt.NDArray[np.bool_]:
        """Which of the hands hold enough of all."""
        enough: npt.NDArray[np.bool_] = self.bits(hands) == self.signs
        return enough

    def any(self, hands: Packed) -> bool:
        """Whether one hand at all holds enough of any."""
        return any_bits(self.bits(hands))


@lru_cache(1 << 10)
def at_least(*least: int | None) -> AtLeast:
    """As `AtLeast`, made once."""
    return AtLeast(least)


TOO_MANY: Final = AtLeast(most + 1 for most in IN_THE_BOX)
"""More cards of a column than there are."""
