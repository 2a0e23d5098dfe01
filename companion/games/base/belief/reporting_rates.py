"""How much of what no camera sees this table tells, as far as the story so far shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import exp
from typing import Final

_SHARES: Final = {0.02: 0.15, 0.25: 0.1, 0.5: 0.1, 0.8: 0.15, 0.995: 0.5}
"""Shares of such things that a table may tell, and how many tables do."""
_OFTEN: Final = {0.1: 1.0, 0.3: 1.0, 0.7: 1.0}
"""How often such things may happen in a turn, and at how many tables they do."""
_SHOWS_SHARE: Final = 0.3
"""The share of untold things that show later: somebody pays or plays what could not be there."""

_CASES: Final = tuple(product(_SHARES, _OFTEN))
_FIRST: Final = tuple(one * other for one, other in product(_SHARES.values(), _OFTEN.values()))
_TOLD: Final = tuple(often * share for share, often in _CASES)
_UNTOLD: Final = tuple(often * (1 - share) for share, often in _CASES)
_QUIET: Final = tuple(exp(-often * (share + (1 - share) * _SHOWS_SHARE)) for share, often in _CASES)


@dataclass(frozen=True)
class ReportingRate:
    """How often one sort of thing happens at this table, and what share of it people enter: as believed.

    Attributes:
        beliefs: the weight of each of a few cases, sum one.
    """

    beliefs: tuple[float, ...] = tuple(weight / sum(_FIRST) for weight in _FIRST)

    @cached_property
    def untold(self) -> float:
        """The share that isn't told, as far as one knows."""
        return sum(belief * (1 - share) for belief, (share, _) in zip(self.beliefs, _CASES, strict=True))

    @cached_property
    def unheard(self) -> float:
        """How many of them happen untold in a turn."""
        return sum(belief * often for belief, often in zip(self.beliefs, _UNTOLD, strict=True))

    def updated(self) -> ReportingRate:
        """After one was told."""
        return _seen(self, _TOLD)

    def missed(self) -> ReportingRate:
        """After it showed that one had not been told."""
        return _seen(self, _UNTOLD)

    def turn(self) -> ReportingRate:
        """After another turn: that nothing was told, or showed, speaks too."""
        return _seen(self, _QUIET)


@lru_cache(1 << 12)
def _seen(rate: ReportingRate, likelihoods: tuple[float, ...]) -> ReportingRate:
    """A rate in the light of something seen: a story that is told anew mostly comes by the same ones."""
    new = [belief * one for belief, one in zip(rate.beliefs, likelihoods, strict=True)]
    total = sum(new)
    return ReportingRate(tuple(belief / total for belief in new))


@dataclass(frozen=True)
class ReportingRates:
    """What this table tells of its trades, and of the development cards that are bought."""

    trades: ReportingRate = ReportingRate()
    purchases: ReportingRate = ReportingRate()
