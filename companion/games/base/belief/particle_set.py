"""A weighted particle set over the hands of all players.

A particle is one possible world: for every player the counts of the five resources, in the order of
`RESOURCES`, and the number of development cards bought without a report. A set stores the hands and the
weights (particles,), which add up to one. Hands are packed (`packing`), and each particle has a hash that
identifies it. Both are linear in the cards, so a change that applies to all particles is one addition.
Branches are materialized when their hands are first read: most of them only need their hashes. Nothing here
is random.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from companion.games.base.rules.cards import CARDS_PER_RESOURCE, DECK_SIZE, Cards

# Pack hands into integers, so that NumPy processes a whole stack of hands at once.
#
# A hand is six counts: its five resources, in the order of `RESOURCES`, and the development cards that its
# owner bought without a report. The packed hand is the sum of count * 256 ** column, below 2 ** 64: one byte
# per count. Packed hands add up like the hands themselves, even while a count is negative; to read the bytes,
# 128 is added to each first. All arithmetic is on uint64 and wraps around on purpose.


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


Weights = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

MAX_PARTICLES: Final = 2000
"""Maximal number of particles after resampling."""
_MIN_WEIGHT_STEP: Final = float(np.finfo(np.float64).tiny)
_RESOURCE_SUPPLY_EXCEEDED: Final = MinimumCounts((CARDS_PER_RESOURCE + 1,) * 5)
"""Tests whether all hands together have more cards of a resource than the box."""


class CardChanges:
    """An array of changes of the hands; the last one changes nothing.

    Attributes:
        packed_changes: (seats, changes + 1), the summands for the packed hands.
        hashes: (changes + 1,), the summands for the particles' hashes.
    """

    def __init__(self, cards: Counts) -> None:
        """Pack changes given as int8 (changes, seats, 6)."""
        every = np.concatenate([cards, np.zeros_like(cards, shape=(1, *cards.shape[1:]))])
        self.packed_changes = pack_hands(every)
        self.hashes = _hash_particles(every)
        full = [
            MinimumCounts(max(0, room + 1 - max(0, more)) for room, more in zip(CARD_SUPPLY, of, strict=True))
            for of in cards.max(0, initial=0).tolist()
        ]
        self._bias = np.array([[one.bias] for one in full], np.uint64)
        self._signs = np.array([[one.signs] for one in full], np.uint64)

    def may_exceed_supply(self, hands: Packed) -> bool:
        """Return whether a change may give one of the hands more cards of a kind than the box has."""
        return has_any_bit((hands + self._bias) & self._signs)


@dataclass(frozen=True, eq=False)
class _LazyHands:
    """Hands that are computed on demand from a source set, row indices and changes.

    Attributes:
        hands: (seats, source particles), packed.
        rows: (particles,), the row of each particle in the source.
        changes: the possible changes; None: no change.
        change_index: (particles,), the change of each particle.
    """

    hands: Packed
    rows: Rows
    changes: CardChanges | None
    change_index: Rows

    @cached_property
    def packed_hands(self) -> Packed:
        """The packed hands: (seats, particles)."""
        hands = self.hands.take(self.rows, 1)
        if self.changes is not None:
            hands += self.changes.packed_changes.take(self.change_index, 1)
        return hands

    def hand(self, seat: int) -> Packed:
        """Return the packed hands of one seat: (particles,)."""
        if "packed_hands" in self.__dict__:
            return cast(Packed, self.packed_hands[seat])
        hand: Packed = self.hands[seat].take(self.rows)
        if self.changes is not None:
            hand += self.changes.packed_changes[seat].take(self.change_index)
        return hand

    def select(self, rows: Rows) -> _LazyHands:
        """Return the hands at the given rows."""
        return _LazyHands(self.hands, self.rows.take(rows), self.changes, self.change_index.take(rows))


class ParticleSet:
    """An immutable set of weighted particles.

    Attributes:
        weights: float64 (particles,), positive; their sum is one.
    """

    def __init__(self, cards: Counts, weights: Weights) -> None:
        """Create a set from `cards`, int8 (particles, seats, 6), and weights."""
        self.weights = weights
        self._hashes = _hash_particles(cards)
        self._hands: Packed | _LazyHands = pack_hands(cards)

    @classmethod
    def _create(cls, hands: Packed | _LazyHands, hashes: Packed, weights: Weights) -> ParticleSet:
        particles = cls.__new__(cls)
        particles.weights, particles._hashes, particles._hands = weights, hashes, hands
        return particles

    @classmethod
    def from_empty_hands(cls, seats: int) -> ParticleSet:
        """Create a set with one particle in which nobody has a card."""
        return cls(np.zeros((1, seats, COLUMNS), np.int8), np.ones(1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ParticleSet):
            return NotImplemented
        return np.array_equal(self.packed_hands, other.packed_hands) and np.array_equal(
            self.weights, other.weights
        )

    def __hash__(self) -> int:
        return hash((self.packed_hands.tobytes(), self.weights.tobytes()))

    @property
    def packed_hands(self) -> Packed:
        """The packed hands: (seats, particles)."""
        return self._hands.packed_hands if isinstance(self._hands, _LazyHands) else self._hands

    def packed_hand(self, seat: int) -> Packed:
        """Return the packed hands of one seat: (particles,)."""
        return self._hands.hand(seat) if isinstance(self._hands, _LazyHands) else self._hands[seat]

    def materialize(self) -> ParticleSet:
        """Compute the hands now and release the source set; return this set."""
        self._hands = self.packed_hands
        return self

    @property
    def cards(self) -> Counts:
        """The cards of every particle: int8 (particles, seats, 6)."""
        return unpack_hands(self.packed_hands).transpose(1, 0, 2)

    @property
    def seats(self) -> int:
        """The number of seats."""
        hands = self._hands
        return len(hands.hands if isinstance(hands, _LazyHands) else hands)

    def hand(self, seat: int) -> Counts:
        """Return a seat's resources in every particle: int8 (particles, 5)."""
        return unpack_hands(self.packed_hand(seat))[:, :5]

    def hand_sizes(self, seat: int) -> npt.NDArray[np.int64]:
        """Return the number of a seat's resource cards in every particle: (particles,)."""
        return hand_sizes(self.packed_hand(seat))

    def bank(self) -> npt.NDArray[np.int64]:
        """Return the bank's resources in every particle: (particles, 5).

        A count is negative where the hands are impossible.
        """
        left = np.full((len(self.weights), 5), CARDS_PER_RESOURCE, np.int64)
        for seat in range(self.seats):
            left -= self.hand(seat)
        return left

    def can_bank_pay(self, needed: Sequence[int]) -> bool:
        """Return whether the bank has enough resources in every particle; zeros are not tested."""
        in_hands = self._cards_in_hands()
        lacking = minimum_counts(*(CARDS_PER_RESOURCE - n + 1 if n else None for n in needed))
        return in_hands is not None and not lacking.meets_any(in_hands)

    def feasible_mask(self) -> npt.NDArray[np.bool_] | None:
        """Return in which particles the hands contain no more cards than the box; None: in all of them."""
        in_hands = self._cards_in_hands()
        if in_hands is None:
            return np.asarray(self.bank().min(1) >= 0)
        overdrawn = _RESOURCE_SUPPLY_EXCEEDED.satisfied_bits(in_hands)
        return overdrawn == 0 if has_any_bit(overdrawn) else None

    def _cards_in_hands(self) -> Packed | None:
        """Return the sum of all hands, (particles,), packed; None: a single hand exceeds the box."""
        if SUPPLY_EXCEEDED.meets_any(self.packed_hands):
            return None
        in_hands: Packed = np.add.reduce(self.packed_hands, 0)
        return in_hands

    def is_hand_unanimous(self, seat: int) -> bool:
        """Return whether a seat has the same resources in all particles."""
        hand = self.packed_hands[seat] & RESOURCES_BITS
        return bool((hand == hand[0]).all())

    def hand_distribution(self, seat: int) -> Mapping[Cards, float]:
        """Return the probability of each hand of a seat, the most probable first."""
        first, mass = self._distinct_hands(seat)
        order = np.argsort(-mass, kind="stable")
        hands = unpack_hands(self.packed_hands[seat][first[order]])[:, :5].tolist()
        return {
            cast(Cards, (*hand, 0)): weight for hand, weight in zip(hands, mass[order].tolist(), strict=True)
        }

    def likeliest_hand(self, seat: int) -> tuple[Cards, float]:
        """Return the most probable hand of a seat, and its probability."""
        first, mass = self._distinct_hands(seat)
        best = int(mass.argmax())
        hand = unpack_hands(self.packed_hands[seat, first[best : best + 1]])[0, :5]
        return cast(Cards, (*hand.tolist(), 0)), float(mass[best])

    def _distinct_hands(self, seat: int) -> tuple[Rows, Weights]:
        """Return one particle's index for each distinct hand of a seat, and the hands' total weights."""
        first, which = find_distinct(self.packed_hand(seat) & RESOURCES_BITS)
        return first, self._group_weights(first, which)

    def _group_weights(self, first: Rows, which: Rows | None) -> Weights:
        """Return the total weight of each group of equal particles, as grouped by `find_distinct`."""
        if which is None:
            return self.weights.take(first)
        return np.bincount(which, self.weights).astype(np.float64, copy=False)

    def hand_size_distribution(self, seat: int) -> Mapping[int, float]:
        """Return the probability of each number of resource cards of a seat."""
        mass = np.bincount(self.hand_sizes(seat), self.weights)
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def secret_card_distribution(self, seat: int) -> Mapping[int, float]:
        """Return the probability of each number of development cards that a seat bought without a report."""
        mass = np.bincount(
            (self.packed_hands[seat] >> np.uint64(8 * SECRET_COLUMN)).view(np.int64), self.weights
        )
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def holds_mask(self, seat: int, cards: Cards) -> npt.NDArray[np.bool_]:
        """Return in which particles a seat has the cards; unidentified cards may be any."""
        held = minimum_counts(*(n or None for n in cards[:5])).meets_all(self.packed_hand(seat))
        return held & (self.hand_sizes(seat) >= sum(cards)) if cards[5] else held

    def apply_change(self, change: Mapping[int, Sequence[int]]) -> ParticleSet:
        """Apply the same change to all particles: the counts to add for some seats, by column."""
        hands, hash_change = self.packed_hands.copy(), 0
        for seat, counts in change.items():
            more, hash_part = packed_change(seat, tuple(counts))
            hands[seat] += more
            hash_change += hash_part
        if SUPPLY_EXCEEDED.meets_any(hands):
            return ParticleSet(_clip_to_supply(unpack_hands(hands).transpose(1, 0, 2)), self.weights)
        return ParticleSet._create(hands, self._hashes + np.uint64(hash_change % (1 << 64)), self.weights)

    def apply_change_per_particle(self, change: npt.NDArray[Any]) -> ParticleSet:
        """Apply one change to each particle: (particles, seats, 6)."""
        return ParticleSet(_clip_to_supply(self.cards.astype(np.int16) + change), self.weights)

    def reweight(self, likelihood: npt.NDArray[Any]) -> ParticleSet | None:
        """Reweight the particles by a likelihood and drop those that become impossible.

        Args:
            likelihood: (particles,), of the observation.

        Returns:
            The reweighted set; None if no particle is possible.
        """
        weights = self.weights * likelihood
        total = np.add.reduce(weights)
        if total <= 0:
            return None
        kept = (weights > 0).nonzero()[0]
        if len(kept) == len(weights):
            return ParticleSet._create(self._hands, self._hashes, weights / total)
        return self._select(kept, weights.take(kept) / total)

    def without_zero_weights(self) -> ParticleSet:
        """Return the set without particles of weight zero: products of many small likelihoods underflow."""
        kept = self.weights.nonzero()[0]
        return self if len(kept) == len(self.weights) else self._select(kept, self.weights.take(kept))

    def _select(self, rows: Rows, weights: Weights) -> ParticleSet:
        """Return the particles at the given rows, with new weights."""
        hands = self._hands
        if isinstance(hands, _LazyHands):
            return ParticleSet._create(hands.select(rows), self._hashes.take(rows), weights)
        return ParticleSet._create(_LazyHands(hands, rows, None, rows), self._hashes.take(rows), weights)

    def branch(
        self, rows: Rows, likelihood: Weights, changes: CardChanges, change_index: Rows
    ) -> ParticleSet:
        """Create new particles from these.

        Args:
            rows: (n,), the parent of each new particle.
            likelihood: (n,), the probability of the branch, given its parent.
            changes: the possible changes of the cards.
            change_index: (n,), the change of each new particle; -1: none.
        """
        weights = self.weights.take(rows) * likelihood
        weights /= np.add.reduce(weights)
        hands = self._hands
        if isinstance(hands, _LazyHands) and hands.changes is None:
            lazy = _LazyHands(hands.hands, hands.rows.take(rows), changes, change_index)
        else:
            lazy = _LazyHands(self.packed_hands, rows, changes, change_index)
        if changes.may_exceed_supply(self.packed_hands) and SUPPLY_EXCEEDED.meets_any(lazy.packed_hands):
            clipped = _clip_to_supply(unpack_hands(lazy.packed_hands).transpose(1, 0, 2))
            return ParticleSet(clipped, weights).without_zero_weights()
        hashes = self._hashes.take(rows)
        hashes += changes.hashes.take(change_index)
        return ParticleSet._create(lazy, hashes, weights).without_zero_weights()

    def merge_duplicates(self) -> ParticleSet:
        """Merge equal particles; the resulting order depends only on the particles."""
        if len(self.weights) == 1:
            return self
        first, which = find_distinct(self._hashes)
        return self._select(first, self._group_weights(first, which))

    def resample(self, max_particles: int = MAX_PARTICLES) -> ParticleSet:
        """Resample to at most `max_particles`, keeping the probability of every hand about the same.

        Heavy particles keep their weights. The light ones are sampled at regular intervals of the cumulative
        weight, and each sampled one gets the same weight. That weight is the smallest one that leaves few
        enough particles. So light particles keep their total probability and no doubt is lost. This is the
        resampling of Fearnhead and Clifford (2003), with systematic instead of random sampling.
        """
        if len(self.weights) <= max_particles:
            return self
        descending = np.sort(self.weights)[::-1]
        tail_sums = descending[::-1].cumsum()[::-1]
        candidates = tail_sums[:max_particles] / np.arange(max_particles, 0, -1)
        # The mean of weights near the smallest float underflows.
        step = max(candidates[np.argmax(descending[:max_particles] <= candidates)], _MIN_WEIGHT_STEP)
        heavy = self.weights > step
        steps = np.floor(np.where(heavy, 0.0, self.weights).cumsum() / step + 0.5)
        is_kept = heavy.copy()
        is_kept[0] |= steps[0] > 0
        is_kept[1:] |= steps[1:] > steps[:-1]
        kept = is_kept.nonzero()[0]
        weights = np.where(heavy, self.weights, step).take(kept)
        weights /= np.add.reduce(weights)
        return self._select(kept, weights)

    def with_weights(self, weights: Weights) -> ParticleSet:
        """Return the same particles with other weights, whose sum must be one."""
        return ParticleSet._create(self._hands, self._hashes, weights)

    def with_seats(self, more: int) -> ParticleSet:
        """Return the particles with `more` additional seats with empty hands."""
        hands = np.concatenate([self.packed_hands, np.zeros((more, len(self.weights)), np.uint64)])
        return ParticleSet._create(hands, self._hashes, self.weights)


def _hash_particles(cards: Counts) -> Packed:
    """Return a hash that identifies each particle: (particles,)."""
    flat = cards.reshape(len(cards), -1)
    return flat.astype(np.uint64) @ HASH_MULTIPLIERS[: flat.shape[1]]


def _clip_to_supply(cards: npt.NDArray[Any]) -> Counts:
    """Limit the cards of each kind to the number in the box: int8."""
    boxed: Counts = np.minimum(cards, np.array(CARD_SUPPLY, np.int16)).astype(np.int8)
    return boxed


def find_distinct(values: npt.NDArray[Any]) -> tuple[Rows, Rows | None]:
    """Return an index of each distinct value, and for each position the number of its distinct value.

    This is a faster `numpy.unique` with `return_inverse`. Among equal values, the index may be that of any.
    If all values differ, the second result is None.
    """
    order = values.argsort()
    ordered = values.take(order)
    is_first = np.empty(len(values), np.bool_)
    is_first[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    if np.count_nonzero(is_first) == len(values):
        return order, None
    which = np.empty(len(values), np.intp)
    which[order] = is_first.cumsum() - 1
    return order[is_first], which


def mixture(several: list[tuple[ParticleSet, float]]) -> ParticleSet:
    """Mix particle sets into one by their shares of the weight; shares need not add up to one."""
    weights = np.concatenate([particles.weights * share for particles, share in several])
    weights /= np.add.reduce(weights)
    hashes = np.concatenate([particles._hashes for particles, _ in several])
    hands = _concatenate_hands([particles._hands for particles, _ in several])
    return ParticleSet._create(hands, hashes, weights).without_zero_weights()


def _concatenate_hands(several: list[Packed | _LazyHands]) -> Packed | _LazyHands:
    """Concatenate hands; if all come from the same source, they stay lazy."""
    gathered = [hands for hands in several if isinstance(hands, _LazyHands)]
    changes = next((hands.changes for hands in gathered if hands.changes is not None), None)
    source = gathered[0].hands if gathered else None
    alike = all(hands.hands is source and hands.changes in (None, changes) for hands in gathered)
    if source is None or len(gathered) < len(several) or not alike:
        every = [hands.packed_hands if isinstance(hands, _LazyHands) else hands for hands in several]
        return np.concatenate(every, 1)
    rows = np.concatenate([hands.rows for hands in gathered])
    if changes is None:
        return _LazyHands(source, rows, None, rows)
    unchanged = [
        np.full(len(hands.rows), -1, np.intp) if hands.changes is None else hands.change_index
        for hands in gathered
    ]
    return _LazyHands(source, rows, changes, np.concatenate(unchanged))
