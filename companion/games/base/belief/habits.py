"""How much of what no camera sees this table tells, as far as the story so far shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Final

_SHARES: Final = (0.02, 0.25, 0.5, 0.8, 0.995)
"""Shares of such things that a table may tell."""
_SHOWS: Final = 0.3
"""The share of untold things that show later: somebody pays or plays what could not be there."""


@dataclass(frozen=True)
class Habit:
    """The share of one sort of thing that is told.

    Attributes:
        often: how often it happens in a turn.
        beliefs: the weight of each of a few shares.
    """

    often: float
    beliefs: tuple[float, ...] = (0.15, 0.1, 0.1, 0.15, 0.5)

    @property
    def untold(self) -> float:
        """The share that isn't told, as far as one knows."""
        return sum(
            belief * (1 - share) for belief, share in zip(self.beliefs, _SHARES, strict=True)
        ) / sum(self.beliefs)

    @property
    def unheard(self) -> float:
        """How many of them happen in a turn in which none is told."""
        return self.often * self.untold

    def told(self) -> Habit:
        """After one was told."""
        return self._seen(_SHARES)

    def missed(self) -> Habit:
        """After it showed that one had not been told."""
        return self._seen(tuple(1 - share for share in _SHARES))

    def turn(self) -> Habit:
        """After another turn: that nothing was told, or showed, speaks too."""
        return self._seen(_quiet(self.often))

    def _seen(self, likelihoods: tuple[float, ...]) -> Habit:
        new = [belief * one for belief, one in zip(self.beliefs, likelihoods, strict=True)]
        return Habit(self.often, tuple(belief / sum(new) for belief in new))


@lru_cache
def _quiet(often: float) -> tuple[float, ...]:
    """The likelihood of a turn in which nothing is told and nothing shows, for each share."""
    return tuple(exp(-often * (share + (1 - share) * _SHOWS)) for share in _SHARES)


@dataclass(frozen=True)
class Habits:
    """What this table tells of its trades, and of the development cards that are bought."""

    trades: Habit = Habit(0.4)
    purchases: Habit = Habit(0.3)
