"""Pack hands into integers, so that NumPy processes a whole stack of hands at once.

A hand is six counts: its five resources, in the order of `RESOURCES`, and the development cards that its
owner bought without a report. The packed hand is the sum of count * 256 ** column, below 2 ** 64: one byte
per count. Packed hands add up like the hands themselves, even while a count is negative; to read the bytes,
128 is added to each first. All arithmetic is on uint64 and wraps around on purpose.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.rules.cards import CARDS_PER_RESOURCE, DECK_SIZE

Packed = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int8]

COLUMNS: Final = 6
SECRET_COLUMN: Final = 5
"""Column of the development cards whose purchase was not reported."""
CARD_SUPPLY: Final = (*[CARDS_PER_RESOURCE] * 5, DECK_SIZE)
"""Number of cards in the box for each column: the upper bound of any hand."""
_BITS: Final = (1 << 64) - 1
_ODD_MULTIPLIERS: Final = tuple(
    int(n) for n in 2 * np.random.default_rng(5).integers(1 << 62, size=64, dtype=np.uint64) + 1
)
"""Fixed odd multipliers of a linear hash: distinct particles collide with a probability of about 2 ** -40."""
HASH_MULTIPLIERS: Final = np.array(_ODD_MULTIPLIERS, np.uint64)


def pack_hand(counts: Iterable[int]) -> int:
    """Pack a hand, or a change of a hand, into one integer."""
    return sum(int(count) << 8 * column for column, count in enumerate(counts)) & _BITS


@lru_cache(1 << 12)
def packed_change(seat: int, counts: tuple[int, ...]) -> tuple[np.uint64, int]:
    """Return the summands for a seat's packed hand and for the particle's hash, when its cards change."""
    return np.uint64(pack_hand(counts)), hash_hand(seat, counts)


def hash_hand(seat: int, counts: Iterable[int]) -> int:
    """Return the part of a particle's hash that comes from a seat's hand."""
    return (
        sum(
            int(count) * _ODD_MULTIPLIERS[COLUMNS * seat + column]
            for column, count in enumerate(counts)
            if count
        )
        & _BITS
    )


RESOURCES_BITS: Final = np.uint64(pack_hand([0xFF] * 5))
_SIGN_BITS_INT: Final = pack_hand([0x80] * 8)
_SIGN_BITS: Final = np.uint64(_SIGN_BITS_INT)
# The sum of two counts may exceed a byte, so they are added in two bytes each.
_EVEN_BYTES: Final = np.uint64(pack_hand([0xFF, 0, 0xFF, 0, 0xFF]))
_ODD_BYTES: Final = np.uint64(pack_hand([0xFF, 0, 0xFF]))
_SUM_MULTIPLIER: Final = np.uint64(pack_hand([1, 0, 1, 0, 1]))


def pack_hands(cards: Counts) -> Packed:
    """Pack the hands of all particles: int8 (particles, seats, 6) to uint64 (seats, particles)."""
    particles, seats, columns = cards.shape
    padded = np.zeros((seats, particles, 8), np.int8)
    padded[:, :, :columns] = cards.transpose(1, 0, 2)
    return ((_view_as_uint64(padded) ^ _SIGN_BITS) - _SIGN_BITS)[:, :, 0]


def _view_as_uint64(padded: Counts) -> Packed:
    return padded.view("<u8").astype(np.uint64, copy=False)


def unpack_hands(hands: Packed) -> Counts:
    """Return the counts of packed hands, with one more axis: int8 (..., 6), a view of a new array."""
    signed = (hands + _SIGN_BITS) ^ _SIGN_BITS
    if sys.byteorder == "big":
        signed = signed.byteswap()
    return np.ascontiguousarray(signed)[..., None].view(np.int8)[..., :COLUMNS]


def hand_sizes(hands: Packed) -> npt.NDArray[np.int64]:
    """Return the number of resource cards of each packed hand; no count may be negative."""
    pairs = (hands & _EVEN_BYTES) + (hands >> np.uint64(8) & _ODD_BYTES)
    return (pairs * _SUM_MULTIPLIER >> np.uint64(32) & np.uint64(0xFFFF)).view(np.int64)


def has_any_bit(numbers: Packed) -> bool:
    """Return whether any number is non-zero."""
    return bool(np.count_nonzero(numbers))


class MinimumCounts:
    """A test whether packed hands contain a minimum of each column.

    Attributes:
        bias: added to a hand, it sets the highest bit of every column that has enough.
        signs: the highest bits of the tested columns.
    """

    def __init__(self, least: Iterable[int | None]) -> None:
        """Take the minimum of each column; None: any number, even a negative one."""
        minimums = list(least)
        self.bias = np.uint64((_SIGN_BITS_INT - pack_hand(n or 0 for n in minimums)) & _BITS)
        self.signs = np.uint64(pack_hand(0 if n is None else 0x80 for n in minimums))

    def satisfied_bits(self, hands: Packed) -> Packed:
        """Return the highest bit of every tested column that has enough."""
        return (hands + self.bias) & self.signs

    def meets_all(self, hands: Packed) -> npt.NDArray[np.bool_]:
        """Return which hands have enough of every column."""
        enough: npt.NDArray[np.bool_] = self.satisfied_bits(hands) == self.signs
        return enough

    def meets_any(self, hands: Packed) -> bool:
        """Return whether any hand has enough of any column."""
        return has_any_bit(self.satisfied_bits(hands))


@lru_cache(1 << 10)
def minimum_counts(*least: int | None) -> MinimumCounts:
    """Return a cached `MinimumCounts`."""
    return MinimumCounts(least)


SUPPLY_EXCEEDED: Final = MinimumCounts(most + 1 for most in CARD_SUPPLY)
"""Tests whether a hand has more cards of a column than the box."""
