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

from companion.games.base.cards import CARDS_A_RESOURCE, Cards

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
_DIGITS: Final = 96 ** np.arange(5, dtype=np.int64)
"""A hand as one number: no count of cards is 96 or more."""


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
        size: npt.NDArray[np.int64] = self.hand(seat).sum(1, dtype=np.int64)
        return size

    def bank(self) -> npt.NDArray[np.int64]:
        """What the bank holds of each resource in every world: (worlds, 5), below zero where it can't be."""
        left: npt.NDArray[np.int64] = CARDS_A_RESOURCE - self.cards[:, :, :5].sum(1, dtype=np.int64)
        return left

    def same_hand(self, seat: int) -> bool:
        """Whether a seat holds the same resources in all worlds."""
        hand = self.hand(seat)
        return bool((hand == hand[0]).all())

    def hands(self, seat: int) -> Mapping[Cards, float]:
        """The probability of each hand of a seat, the most probable first."""
        names = self.hand(seat).astype(np.int64) @ _DIGITS
        _, first, which = np.unique(names, return_index=True, return_inverse=True)
        mass = np.bincount(which.ravel(), self.weights)
        order = np.argsort(-mass, kind="stable")
        return {
            cast(Cards, (*self.hand(seat)[first[n]].tolist(), 0)): float(mass[n]) for n in order
        }

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
        held: npt.NDArray[np.bool_] = np.all(hand >= np.array(cards[:5]), axis=1)
        return held & (self.size(seat) >= sum(cards)) if cards[5] else held

    def moved(self, change: npt.ArrayLike) -> Worlds:
        """Every world with its cards changed: by (seats, 6), or each by its own (worlds, seats, 6)."""
        return Worlds((self.cards + np.asarray(change, np.int8)).astype(np.int8, copy=False), self.weights)

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
        return Worlds(self.cards[rows] + change, weights / weights.sum())

    def merged(self) -> Worlds:
        """Equal worlds made one, in an order that depends on the worlds alone."""
        if len(self.weights) == 1:
            return self
        flat = self.cards.reshape(len(self.weights), -1)
        names = flat.astype(np.uint64) @ _ODD[: flat.shape[1]]
        _, first, which = np.unique(names, return_index=True, return_inverse=True)
        return Worlds(self.cards[first], np.bincount(which.ravel(), self.weights).astype(np.float64))

    def fewer(self, most: int = MOST) -> Worlds:
        """At most so many worlds, every hand about as probable as before.

        The heaviest keep their weights. Of the rest every so-manieth stands for those around it with
        one common weight, the least for which enough are left out: so the light ones stay as probable
        together as they were, and no doubt is lost (the sampling of Fearnhead and Clifford, 2003, with
        even steps in the place of chance).
        """
        if len(self.weights) <= most:
            return self
        order = np.argsort(-self.weights, kind="stable")
        weights = self.weights[order]
        lighter = weights[::-1].cumsum()[::-1]
        common = lighter[:most] / (most - np.arange(most))
        heavy = int(np.argmax(weights[:most] <= common))
        step = common[heavy]
        steps = np.floor(weights[heavy:].cumsum() / step + 0.5)
        chosen = np.diff(steps, prepend=0.0) > 0
        kept = np.concatenate([order[:heavy], order[heavy:][chosen]])
        new = np.concatenate([weights[:heavy], np.full(int(chosen.sum()), step)])
        return Worlds(self.cards[kept], new / new.sum())


def together(several: list[tuple[Worlds, float]]) -> Worlds:
    """Stacks of worlds as one, each with its share of the weight (shares need not add up to one)."""
    weights = np.concatenate([worlds.weights * share for worlds, share in several])
    return Worlds(np.concatenate([worlds.cards for worlds, _ in several]), weights / weights.sum())
