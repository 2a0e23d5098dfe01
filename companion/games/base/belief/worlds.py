"""Worlds: what all hands may be at one moment, each with its weight.

A world is the hands of everybody, of each the counts of its five resources, in the order of `RESOURCES`, and
last how many development cards it bought that nobody told of. Worlds are a stack of these beside their
weights (worlds,), which add up to one. Hands are kept packed (`packing`), and of each world a name, by which
it is told from others; both add up as cards do, so that what happens in all worlds alike is one addition.
Branches of worlds are gathered when somebody first looks at their hands: of most only the name is asked.
Nothing here draws at random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.packing import (
    COLUMNS,
    IN_THE_BOX,
    NAMING,
    RESOURCES_BITS,
    SECRET,
    TOO_MANY,
    AtLeast,
    Counts,
    Packed,
    any_bits,
    at_least,
    change_of,
    packed_all,
    sizes,
    unpacked,
)
from companion.games.base.rules.cards import CARDS_A_RESOURCE, Cards

Weights = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

MOST: Final = 2000
"""So many worlds are kept at most."""
_OVERDRAWN: Final = AtLeast((CARDS_A_RESOURCE + 1,) * 5)
"""More cards of a resource in all hands together than there are."""


class Changes:
    """Changes of the cards of worlds, some to choose from; the last one changes nothing.

    Attributes:
        packed: (seats, changes + 1), of each hand.
        names: (changes + 1,), of the worlds' names.
    """

    def __init__(self, cards: Counts) -> None:
        """Of int8 (changes, seats, 6)."""
        every = np.concatenate([cards, np.zeros_like(cards, shape=(1, *cards.shape[1:]))])
        self.packed = packed_all(every)
        self.names = _names(every)
        full = [
            AtLeast(max(0, room + 1 - max(0, more)) for room, more in zip(IN_THE_BOX, of, strict=True))
            for of in cards.max(0, initial=0).tolist()
        ]
        self._bias = np.array([[one.bias] for one in full], np.uint64)
        self._signs = np.array([[one.signs] for one in full], np.uint64)

    def may_overfill(self, hands: Packed) -> bool:
        """Whether a hand that they change may then hold more of a kind than there are."""
        return any_bits((hands + self._bias) & self._signs)


@dataclass(frozen=True, eq=False)
class _Gathered:
    """Hands of worlds by where they come from: which rows of others, and which change is made to each.

    Attributes:
        hands: (seats, others), packed.
        rows: (worlds,), of the others.
        changes: to choose from; None: nothing is changed.
        which: (worlds,), of the changes.
    """

    hands: Packed
    rows: Rows
    changes: Changes | None
    which: Rows

    @cached_property
    def packed(self) -> Packed:
        """The hands themselves."""
        hands = self.hands.take(self.rows, 1)
        if self.changes is not None:
            hands += self.changes.packed.take(self.which, 1)
        return hands

    def hand(self, seat: int) -> Packed:
        """A seat's hands alone: (worlds,)."""
        if "packed" in self.__dict__:
            return cast(Packed, self.packed[seat])
        hand: Packed = self.hands[seat].take(self.rows)
        if self.changes is not None:
            hand += self.changes.packed[seat].take(self.which)
        return hand

    def taken(self, rows: Rows) -> _Gathered:
        """Some of them."""
        return _Gathered(self.hands, self.rows.take(rows), self.changes, self.which.take(rows))


class Worlds:
    """A stack of worlds, heavier or lighter. Immutable.

    Attributes:
        weights: float64 (worlds,), sum one.
    """

    def __init__(self, cards: Counts, weights: Weights) -> None:
        """Worlds with their weights; `cards` are int8 (worlds, seats, 6)."""
        self.weights = weights
        self._names = _names(cards)
        self._hands: Packed | _Gathered = packed_all(cards)

    @classmethod
    def _of(cls, hands: Packed | _Gathered, names: Packed, weights: Weights) -> Worlds:
        worlds = cls.__new__(cls)
        worlds.weights, worlds._names, worlds._hands = weights, names, hands
        return worlds

    @classmethod
    def empty_handed(cls, seats: int) -> Worlds:
        """The one world in which nobody holds a card."""
        return cls(np.zeros((1, seats, COLUMNS), np.int8), np.ones(1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Worlds):
            return NotImplemented
        return np.array_equal(self.packed, other.packed) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash((self.packed.tobytes(), self.weights.tobytes()))

    @property
    def packed(self) -> Packed:
        """The hands, packed: (seats, worlds)."""
        return self._hands.packed if isinstance(self._hands, _Gathered) else self._hands

    def packed_hand(self, seat: int) -> Packed:
        """A seat's hands, packed: (worlds,)."""
        return self._hands.hand(seat) if isinstance(self._hands, _Gathered) else self._hands[seat]

    def gathered(self) -> Worlds:
        """These worlds, their hands gathered by now: those that they come of are needed no more."""
        self._hands = self.packed
        return self

    @property
    def cards(self) -> Counts:
        """The cards of every world: int8 (worlds, seats, 6)."""
        return unpacked(self.packed).transpose(1, 0, 2)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        hands = self._hands
        return len(hands.hands if isinstance(hands, _Gathered) else hands)

    def hand(self, seat: int) -> Counts:
        """A seat's resources in every world: int8 (worlds, 5)."""
        return unpacked(self.packed_hand(seat))[:, :5]

    def size(self, seat: int) -> npt.NDArray[np.int64]:
        """How many resource cards a seat holds in every world."""
        return sizes(self.packed_hand(seat))

    def bank(self) -> npt.NDArray[np.int64]:
        """What the bank holds of each resource in every world: (worlds, 5), below zero where it can't be."""
        left = np.full((len(self.weights), 5), CARDS_A_RESOURCE, np.int64)
        for seat in range(self.seats):
            left -= self.hand(seat)
        return left

    def bank_pays(self, asked: Sequence[int]) -> bool:
        """Whether the bank surely has so many of each resource in every world; of some none is asked."""
        out = self._out()
        short = at_least(*(CARDS_A_RESOURCE - n + 1 if n else None for n in asked))
        return out is not None and not short.any(out)

    def in_the_box(self) -> npt.NDArray[np.bool_] | None:
        """In which worlds the players hold no more cards than there are; None: in all of them."""
        out = self._out()
        if out is None:
            return np.asarray(self.bank().min(1) >= 0)
        over = _OVERDRAWN.bits(out)
        return over == 0 if any_bits(over) else None

    def _out(self) -> Packed | None:
        """The cards that all players hold together in every world: (worlds,); None: a hand is beyond all."""
        if TOO_MANY.any(self.packed):
            return None
        out: Packed = np.add.reduce(self.packed, 0)
        return out

    def same_hand(self, seat: int) -> bool:
        """Whether a seat holds the same resources in all worlds."""
        hand = self.packed[seat] & RESOURCES_BITS
        return bool((hand == hand[0]).all())

    def hands(self, seat: int) -> Mapping[Cards, float]:
        """The probability of each hand of a seat, the most probable first."""
        first, mass = self._distinct(seat)
        order = np.argsort(-mass, kind="stable")
        hands = unpacked(self.packed[seat][first[order]])[:, :5].tolist()
        return {
            cast(Cards, (*hand, 0)): weight for hand, weight in zip(hands, mass[order].tolist(), strict=True)
        }

    def likeliest(self, seat: int) -> tuple[Cards, float]:
        """The most probable hand of a seat, and its probability."""
        first, mass = self._distinct(seat)
        most = int(mass.argmax())
        hand = unpacked(self.packed[seat, first[most : most + 1]])[0, :5]
        return cast(Cards, (*hand.tolist(), 0)), float(mass[most])

    def _distinct(self, seat: int) -> tuple[Rows, Weights]:
        """Of every hand of a seat: a world in which it holds it, and its probability."""
        first, which = distinct(self.packed_hand(seat) & RESOURCES_BITS)
        return first, self._together(first, which)

    def _together(self, first: Rows, which: Rows | None) -> Weights:
        """The weights of worlds that are alike together, as `distinct` found them."""
        if which is None:
            return self.weights.take(first)
        return np.bincount(which, self.weights).astype(np.float64, copy=False)

    def sizes(self, seat: int) -> Mapping[int, float]:
        """The probability of each number of resource cards of a seat."""
        mass = np.bincount(self.size(seat), self.weights)
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def secrets(self, seat: int) -> Mapping[int, float]:
        """The probability of each number of development cards that a seat bought untold."""
        mass = np.bincount((self.packed[seat] >> np.uint64(8 * SECRET)).view(np.int64), self.weights)
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def holding(self, seat: int, cards: Cards) -> npt.NDArray[np.bool_]:
        """In which worlds a seat holds cards; unidentified ones may be any."""
        held = at_least(*(n or None for n in cards[:5])).all(self.packed_hand(seat))
        return held & (self.size(seat) >= sum(cards)) if cards[5] else held

    def moved(self, change: Mapping[int, Sequence[int]]) -> Worlds:
        """Every world with the same change to its cards: to those of some seats, by column."""
        hands, name = self.packed.copy(), 0
        for seat, counts in change.items():
            more, part = change_of(seat, tuple(counts))
            hands[seat] += more
            name += part
        if TOO_MANY.any(hands):
            return Worlds(_boxed(unpacked(hands).transpose(1, 0, 2)), self.weights)
        return Worlds._of(hands, self._names + np.uint64(name % (1 << 64)), self.weights)

    def each_moved(self, change: npt.NDArray[Any]) -> Worlds:
        """Every world with a change of its own to its cards: (worlds, seats, 6)."""
        return Worlds(_boxed(self.cards.astype(np.int16) + change), self.weights)

    def weighed(self, likelihood: npt.NDArray[Any]) -> Worlds | None:
        """The worlds in the light of something seen, those it rules out left out; None: it rules out all.

        Args:
            likelihood: (worlds,), of what was seen, in each.
        """
        weights = self.weights * likelihood
        total = np.add.reduce(weights)
        if total <= 0:
            return None
        kept = (weights > 0).nonzero()[0]
        if len(kept) == len(weights):
            return Worlds._of(self._hands, self._names, weights / total)
        return self._taken(kept, weights.take(kept) / total)

    def _taken(self, rows: Rows, weights: Weights) -> Worlds:
        """Some of the worlds, with other weights."""
        hands = self._hands
        if isinstance(hands, _Gathered):
            return Worlds._of(hands.taken(rows), self._names.take(rows), weights)
        return Worlds._of(_Gathered(hands, rows, None, rows), self._names.take(rows), weights)

    def branched(self, rows: Rows, likelihood: Weights, changes: Changes, which: Rows) -> Worlds:
        """New worlds, each from one of these.

        Args:
            rows: (n,), from which.
            likelihood: (n,), of the branch.
            changes: of cards.
            which: (n,), the change of each; -1: none.
        """
        weights = self.weights.take(rows) * likelihood
        weights /= np.add.reduce(weights)
        hands = self._hands
        if isinstance(hands, _Gathered) and hands.changes is None:
            gathered = _Gathered(hands.hands, hands.rows.take(rows), changes, which)
        else:
            gathered = _Gathered(self.packed, rows, changes, which)
        if changes.may_overfill(self.packed) and TOO_MANY.any(gathered.packed):
            return Worlds(_boxed(unpacked(gathered.packed).transpose(1, 0, 2)), weights)
        names = self._names.take(rows)
        names += changes.names.take(which)
        return Worlds._of(gathered, names, weights)

    def merged(self) -> Worlds:
        """Equal worlds made one, in an order that depends on the worlds alone."""
        if len(self.weights) == 1:
            return self
        first, which = distinct(self._names)
        return self._taken(first, self._together(first, which))

    def fewer(self, most: int = MOST) -> Worlds:
        """At most so many worlds, every hand about as probable as before.

        The heaviest keep their weights. Of the rest every so-manieth stands for those around it with
        one common weight, the least for which enough are left out: so the light ones stay as probable
        together as they were, and no doubt is lost (the sampling of Fearnhead and Clifford, 2003, with
        even steps in the place of chance).
        """
        if len(self.weights) <= most:
            return self
        falling = np.sort(self.weights)[::-1]
        lighter = falling[::-1].cumsum()[::-1]
        common = lighter[:most] / np.arange(most, 0, -1)
        step = common[np.argmax(falling[:most] <= common)]
        heavy = self.weights > step
        steps = np.floor(np.where(heavy, 0.0, self.weights).cumsum() / step + 0.5)
        stands = heavy.copy()
        stands[0] |= steps[0] > 0
        stands[1:] |= steps[1:] > steps[:-1]
        kept = stands.nonzero()[0]
        weights = np.where(heavy, self.weights, step).take(kept)
        weights /= np.add.reduce(weights)
        return self._taken(kept, weights)

    def weighing(self, weights: Weights) -> Worlds:
        """The same worlds with other weights, sum one."""
        return Worlds._of(self._hands, self._names, weights)

    def with_seats(self, more: int) -> Worlds:
        """The worlds with so many more who hold nothing."""
        hands = np.concatenate([self.packed, np.zeros((more, len(self.weights)), np.uint64)])
        return Worlds._of(hands, self._names, self.weights)


def _names(cards: Counts) -> Packed:
    """What tells worlds from each other: (worlds,)."""
    flat = cards.reshape(len(cards), -1)
    return flat.astype(np.uint64) @ NAMING[: flat.shape[1]]


def _boxed(cards: npt.NDArray[Any]) -> Counts:
    """Cards, as many of each kind as the box has at most: int8, whatever was told."""
    boxed: Counts = np.minimum(cards, np.array(IN_THE_BOX, np.int16)).astype(np.int8)
    return boxed


def distinct(names: npt.NDArray[Any]) -> tuple[Rows, Rows | None]:
    """Of every name: a position at which it stands; and of every position: which of the names stands there.

    As `numpy.unique`, but several times faster; of equal names any position is given. Where all names differ,
    there is but one position of each: None.
    """
    order = names.argsort()
    ordered = names.take(order)
    new = np.empty(len(names), np.bool_)
    new[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    if np.count_nonzero(new) == len(names):
        return order, None
    which = np.empty(len(names), np.intp)
    which[order] = new.cumsum() - 1
    return order[new], which


def together(several: list[tuple[Worlds, float]]) -> Worlds:
    """Stacks of worlds as one, each with its share of the weight (shares need not add up to one)."""
    weights = np.concatenate([worlds.weights * share for worlds, share in several])
    weights /= np.add.reduce(weights)
    names = np.concatenate([worlds._names for worlds, _ in several])
    return Worlds._of(_joined([worlds._hands for worlds, _ in several]), names, weights)


def _joined(several: list[Packed | _Gathered]) -> Packed | _Gathered:
    """Hands as one stack; where they come of the same others, they needn't be gathered yet."""
    gathered = [hands for hands in several if isinstance(hands, _Gathered)]
    changes = next((hands.changes for hands in gathered if hands.changes is not None), None)
    source = gathered[0].hands if gathered else None
    alike = all(hands.hands is source and hands.changes in (None, changes) for hands in gathered)
    if source is None or len(gathered) < len(several) or not alike:
        every = [hands.packed if isinstance(hands, _Gathered) else hands for hands in several]
        return np.concatenate(every, 1)
    rows = np.concatenate([hands.rows for hands in gathered])
    if changes is None:
        return _Gathered(source, rows, None, rows)
    unchanged = [
        np.full(len(hands.rows), -1, np.intp) if hands.changes is None else hands.which for hands in gathered
    ]
    return _Gathered(source, rows, changes, np.concatenate(unchanged))
