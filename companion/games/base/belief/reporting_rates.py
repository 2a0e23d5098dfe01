"""Estimate what share of the unseen actions this table reports, by Bayesian inference over a few cases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import exp
from typing import Final

_SHARE_PRIOR: Final = {0.02: 0.15, 0.25: 0.1, 0.5: 0.1, 0.8: 0.15, 0.995: 0.5}
"""Prior of the reported share: each share with the fraction of tables that have it."""
_FREQUENCY_PRIOR: Final = {0.1: 1.0, 0.3: 1.0, 0.7: 1.0}
"""Prior of the number of such actions per turn, with relative weights."""
_DISCOVERED_SHARE: Final = 0.3
"""Share of unreported actions that are discovered later: a player pays or plays cards that could not be
there.
"""

_CASES: Final = tuple(product(_SHARE_PRIOR, _FREQUENCY_PRIOR))
_PRIOR_WEIGHTS: Final = tuple(
    one * other for one, other in product(_SHARE_PRIOR.values(), _FREQUENCY_PRIOR.values())
)
_REPORT_LIKELIHOODS: Final = tuple(often * share for share, often in _CASES)
_OMISSION_LIKELIHOODS: Final = tuple(often * (1 - share) for share, often in _CASES)
_QUIET_TURN_LIKELIHOODS: Final = tuple(
    exp(-often * (share + (1 - share) * _DISCOVERED_SHARE)) for share, often in _CASES
)


@dataclass(frozen=True)
class ReportingRate:
    """The posterior of how often one sort of action happens at this table, and what share of it is reported.

    Attributes:
        case_weights: the posterior probability of each case; they add up to one.
    """

    case_weights: tuple[float, ...] = tuple(weight / sum(_PRIOR_WEIGHTS) for weight in _PRIOR_WEIGHTS)

    @cached_property
    def unreported_share(self) -> float:
        """The expected share that is not reported."""
        return sum(belief * (1 - share) for belief, (share, _) in zip(self.case_weights, _CASES, strict=True))

    @cached_property
    def unreported_per_turn(self) -> float:
        """The expected number of unreported actions per turn."""
        return sum(
            belief * often for belief, often in zip(self.case_weights, _OMISSION_LIKELIHOODS, strict=True)
        )

    def observe_report(self) -> ReportingRate:
        """Return the posterior after an action was reported."""
        return _posterior(self, _REPORT_LIKELIHOODS)

    def observe_omission(self) -> ReportingRate:
        """Return the posterior after an unreported action was discovered."""
        return _posterior(self, _OMISSION_LIKELIHOODS)

    def observe_quiet_turn(self) -> ReportingRate:
        """Return the posterior after a turn: a turn without a report or a discovery is evidence, too."""
        return _posterior(self, _QUIET_TURN_LIKELIHOODS)


@lru_cache(1 << 10)
def _posterior(rate: ReportingRate, likelihoods: tuple[float, ...]) -> ReportingRate:
    """Return the posterior given the likelihood of each case.

    Replays repeat the same updates, so results are cached: those of one long game or two.
    """
    new = [belief * one for belief, one in zip(rate.case_weights, likelihoods, strict=True)]
    total = sum(new)
    return ReportingRate(tuple(belief / total for belief in new))


@dataclass(frozen=True)
class ReportingRates:
    """The estimates for trades and for purchases of development cards."""

    trades: ReportingRate = ReportingRate()
    purchases: ReportingRate = ReportingRate()
