"""Worlds: what all hands may be at one moment, each with its weight.

A world is an array of int8, (seats, 6): for every seat the counts of its five resources, in the order of
`RESOURCES`, and last how many development cards it bought that nobody told of. Worlds are a stack of these,
(worlds, seats, 6), beside their weights (worlds,), which add up to one. Nothing here draws at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from companion.games.base.rules.cards import CARDS_A_RESOURCE, DECK_SIZE, Cards

Counts = npt.NDArray[np.int8]
Weights = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]

MOST: Final = 2000
"""So many worlds are kept at most."""
SECRET: Final = 5
"""The column of the development cards bought untold."""

_ODD: Final = 2 * np.random.default_rng(5).integers(1 << 62, size=64, dtype=np.uint64) + 1
"""Fixed multipliers: the sum of a world's counts times these tells it from others, but for one chance in
about 2 ** 40."""
DIGITS: Final = 96 ** np.arange(6, dtype=np.int64)
"""Six counts as one number: no count of cards is 96 or more."""
_IN_THE_BOX: Final = np.array([CARDS_A_RESOURCE] * 5 + [DECK_SIZE], np.int16)
"""No hand has more of a column's cards, whatever was told: there are no more."""


@dataclass(frozen=True, eq=False)
class Worlds:
    """A stack of worlds, heavier or lighter.

    Attributes:
        cards: int8 (worlds, seats, 6).
        weights: float64 (worlds,), sum one.
    """

    cards: Counts
    weights: Weights

    @classmethod
    def empty_handed(cls, seats: int) -> Worlds:
        """The one world in which nobody holds a card."""
        return cls(np.zeros((1, seats, 6), np.int8), np.ones(1))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Worlds):
            return NotImplemented
        return np.array_equal(self.cards, other.cards) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash((self.cards.tobytes(), self.weights.tobytes()))

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return int(self.cards.shape[1])

    def hand(self, seat: int) -> Counts:
        """A seat's resources in every world: int8 (worlds, 5), a view."""
        return self.cards[:, seat, :5]

    def size(self, seat: int) -> npt.NDArray[np.int64]:
        """How many resource cards a seat holds in every world."""
        # Column by column: numpy sums so few numbers many times slower.
        size = np.zeros(len(self.weights), np.int64)
        for kind in range(5):
            size += self.cards[:, seat, kind]
        return size

    def bank(self) -> npt.NDArray[np.int64]:
        """What the bank holds of each resource in every world: (worlds, 5), below zero where it can't be."""
        left = np.full((len(self.weights), 5), CARDS_A_RESOURCE, np.int64)
        for seat in range(self.seats):
            left -= self.hand(seat)
        return left

    def in_the_box(self) -> npt.NDArray[np.bool_]:
        """In which worlds the players hold no more cards than there are."""
        bank, all_there = self.bank(), np.ones(len(self.weights), np.bool_)
        for kind in range(5):
            all_there &= bank[:, kind] >= 0
        return all_there

    def same_hand(self, seat: int) -> bool:
        """Whether a seat holds the same resources in all worlds."""
        hand = self.hand(seat)
        return bool((hand == hand[0]).all())

    def hands(self, seat: int) -> Mapping[Cards, float]:
        """The probability of each hand of a seat, the most probable first."""
        first, mass = self._distinct(seat)
        order = np.argsort(-mass, kind="stable")
        hands = self.hand(seat)[first[order]].tolist()
        return {
            cast(Cards, (*hand, 0)): weight for hand, weight in zip(hands, mass[order].tolist(), strict=True)
        }

    def likeliest(self, seat: int) -> tuple[Cards, float]:
        """The most probable hand of a seat, and its probability."""
        first, mass = self._distinct(seat)
        most = int(mass.argmax())
        return cast(Cards, (*self.hand(seat)[first[most]].tolist(), 0)), float(mass[most])

    def _distinct(self, seat: int) -> tuple[Rows, Weights]:
        """Of every hand of a seat: a world in which it holds it, and its probability."""
        first, which = distinct(self.hand(seat).astype(np.int64) @ DIGITS[:5])
        return first, np.bincount(which, self.weights).astype(np.float64)

    def sizes(self, seat: int) -> Mapping[int, float]:
        """The probability of each number of resource cards of a seat."""
        mass = np.bincount(self.size(seat), self.weights)
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def secrets(self, seat: int) -> Mapping[int, float]:
        """The probability of each number of development cards that a seat bought untold."""
        mass = np.bincount(self.cards[:, seat, SECRET], self.weights)
        return {int(n): float(mass[n]) for n in np.flatnonzero(mass)}

    def holding(self, seat: int, cards: Cards) -> npt.NDArray[np.bool_]:
        """In which worlds a seat holds cards; unidentified ones may be any."""
        hand = self.hand(seat)
        held = np.ones(len(hand), np.bool_)
        for kind in range(5):
            if cards[kind]:
                held &= hand[:, kind] >= cards[kind]
        return held & (self.size(seat) >= sum(cards)) if cards[5] else held

    def moved(self, change: npt.ArrayLike) -> Worlds:
        """Every world with its cards changed: by (seats, 6), or each by its own (worlds, seats, 6)."""
        return Worlds(_changed(self.cards, change), self.weights)

    def weighed(self, likelihood: npt.NDArray[Any]) -> Worlds | None:
        """The worlds in the light of something seen, those it rules out left out; None: it rules out all.

        Args:
            likelihood: (worlds,), of what was seen, in each.
        """
        weights = self.weights * likelihood
        total = weights.sum()
        if total <= 0:
            return None
        kept = weights > 0
        if kept.all():
            return Worlds(self.cards, weights / total)
        return Worlds(self.cards[kept], weights[kept] / total)

    def branched(self, rows: Rows, likelihood: Weights, change: Counts) -> Worlds:
        """New worlds, each from one of these.

        Args:
            rows: (n,), from which.
            likelihood: (n,), of the branch.
            change: int8 (n, seats, 6), of its cards.
        """
        weights = self.weights[rows] * likelihood
        return Worlds(_changed(self.cards[rows], change), weights / weights.sum())

    def merged(self) -> Worlds:
        """Equal worlds made one, in an order that depends on the worlds alone."""
        if len(self.weights) == 1:
            return self
        flat = self.cards.reshape(len(self.weights), -1)
        first, which = distinct(flat.astype(np.uint64) @ _ODD[: flat.shape[1]])
        return Worlds(self.cards[first], np.bincount(which, self.weights).astype(np.float64))

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
        common = lighter[:most] / (most - np.arange(most))
        step = common[np.argmax(falling[:most] <= common)]
        heavy = self.weights > step
        steps = np.floor(np.where(heavy, 0.0, self.weights).cumsum() / step + 0.5)
        kept = heavy | (np.diff(steps, prepend=0.0) > 0)
        weights = np.where(heavy, self.weights, step)[kept]
        return Worlds(self.cards[kept], weights / weights.sum())


def _changed(cards: Counts, change: npt.ArrayLike) -> Counts:
    """Cards with a change to them, as many of each kind as the box has at most: int8, whatever was told."""
    changed = np.add(cards, change, dtype=np.int16, casting="unsafe")
    return np.minimum(changed, _IN_THE_BOX, out=changed).astype(np.int8)


def distinct(names: npt.NDArray[Any]) -> tuple[Rows, Rows]:
    """Of every name: a position at which it stands; and of every position: which of the names stands there.

    As `numpy.unique`, but several times faster; of equal names any position is given.
    """
    order = np.argsort(names)
    ordered = names[order]
    new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    which = np.empty(len(names), np.intp)
    which[order] = new.cumsum() - 1
    return order[new], which


def together(several: list[tuple[Worlds, float]]) -> Worlds:
    """Stacks of worlds as one, each with its share of the weight (shares need not add up to one)."""
    weights = np.concatenate([worlds.weights * share for worlds, share in several])
    return Worlds(np.concatenate([worlds.cards for worlds, _ in several]), weights / weights.sum())
