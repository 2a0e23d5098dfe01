"""Beliefs about the content of each site, from all pictures so far.

A site keeps one look until something happens there. The pictures of one look are almost the same picture: n
of them weigh as n / (1 + (n - 1) r) independent ones, r being the correlation of their errors. When a site's
look changes, its belief is carried over with a probability that its content has changed; that probability
also limits the weight of the past. A reader that confused two things will do so again: its answer for an
unchanged content counts little the second time. Beliefs don't decay otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import Standing
from vision.follow.readings import GAP_S
from vision.pieces import ALLOWED_STANDINGS, STANDINGS

ERROR_CORRELATION: Final = 0.7
"""Correlation of the reader's errors within one look."""
REPEATED_ERROR_SHARE: Final = 0.7
"""Share of the reader's answer for a content that it repeats in the next look, right or wrong."""
READER_DOUBT_SHARE: Final = 2e-3
"""Share of a picture's likelihoods that isn't believed: the reader may be certain and wrong."""
TOUCHED_CHANGE_P: Final = 0.25
"""Probability that a site's content changed, if its look changed while something moved there. Measured: 0.35
to 0.45 on bare sites, near 0 on those with a road; the others are shadows of neighbours, and nudges."""
_CHANGE_STEEPNESS: Final = 3.6
_MIDPOINT_CHANGE: Final = 0.25
"""Logistic growth of that probability with the log of the change, on a bare site: its steepness, and the
change, in shares of brightness, at which it is one half. Measured in four rendered films: of 51 changes below
0.15 two were a piece, of 48 above 0.35 all but seven."""
_MAX_CHANGE_P: Final = 0.6
"""Upper limit of that probability: a finger changes much, too. The lower limit is `TOUCHED_CHANGE_P`: an
orange road on sand changes little."""
BURNT_CHANGE_P: Final = 0.4
"""The same in burnt areas, where a piece changes no more than its neighbour's edge. Of 53 changes in two
films that were overexposed on purpose 28 were a piece."""
RETURNED_P: Final = 0.9
"""Probability that a site's former content is back, if its look matches the former look and not the last one:
a piece was removed again. Otherwise something else looks the same."""
_ARRIVAL_FACTOR: Final = 3.0
"""Factor on the probability of each colour's piece arriving on a touched bare site. It makes the reader's
answer for one colour of six count as if such pieces were as common as bare sites. By the training patches it
is 5; in thirteen films 2.5 to 4 gave the most right answers."""
UNTOUCHED_CHANGE_P: Final = 0.003
"""The same probability where no motion was seen in a camera's full frame rate."""
FULL_RATE_S: Final = 0.15
"""Longest interval between pictures that shows every hand."""


def change_probability(
    touched: NDArray[np.bool_],
    gap_s: float,
    bare: NDArray[np.bool_] | None = None,
    change: NDArray[np.float64] | None = None,
    burnt: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Return the probability of a changed content for sites whose look changed.

    Args:
        touched: a mask of the sites with motion.
        bare: a mask of the sites that were bare; None: unknown.
        change: the change of each look, in shares of its brightness; None: unknown.
        burnt: a mask of the burnt sites; None: none.
        gap_s: the longest time between two pictures since the look before, in seconds. The longer it is, the
            more may have happened unseen: after `GAP_S` no place counts as untouched.
    """
    unseen = np.clip((gap_s - FULL_RATE_S) / (GAP_S - FULL_RATE_S), 0, 1)
    chance = np.full(len(touched), TOUCHED_CHANGE_P)
    if bare is not None and change is not None:
        grown = 1 / (1 + (change / _MIDPOINT_CHANGE) ** -_CHANGE_STEEPNESS)
        least = TOUCHED_CHANGE_P if burnt is None else np.where(burnt, BURNT_CHANGE_P, TOUCHED_CHANGE_P)
        chance = np.where(bare, grown.clip(least, _MAX_CHANGE_P), chance)
    return np.where(touched, chance, UNTOUCHED_CHANGE_P + (TOUCHED_CHANGE_P - UNTOUCHED_CHANGE_P) * unseen)


_UNIFORM: Final = ALLOWED_STANDINGS / ALLOWED_STANDINGS.sum(axis=1, keepdims=True)


def _transition_weight(before: Standing | None, after: Standing | None) -> float:
    """Return the relative frequency of one content following another."""
    if before is None:
        return 0.02 if after is not None and after.kind == "city" else 1.0
    if after is None:
        return 0.3
    if before.colour == after.colour and (before.kind, after.kind) == ("settlement", "city"):
        return 1.7
    return 1.0 if before == after else 0.05


_TRANSITION_WEIGHTS: Final = np.array(
    [[_transition_weight(before, after) for after in STANDINGS] for before in STANDINGS]
)
"""Relative frequency of each content after each: standings x standings."""

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class SiteBeliefs:
    """Probabilities of every site's content: all arrays are sites x standings, except `picture_count`.

    Attributes:
        p_unchanged: probability that each content is there now and was there before the site's present look.
        p_changed: probability that each content arrived with that look.
        reader_bias: log likelihoods of the site's last look, the best 0: the reader's usual answer there.
        evidence: sums of log likelihoods of the present look.
        picture_count: the number of pictures in these sums.
    """

    p_unchanged: Shares
    p_changed: Shares
    reader_bias: Shares
    evidence: Shares
    picture_count: NDArray[np.int64]

    @staticmethod
    def from_first_reading(shares: Shares, likelihoods: Shares) -> SiteBeliefs:
        """Return the beliefs after a first reading: sites x standings, each row adding up to one."""
        none = np.zeros_like(shares)
        start = SiteBeliefs(shares, none, none, none, np.zeros(len(shares), np.int64))
        habit = start.update(np.arange(len(shares)), likelihoods)._look_log_likelihoods
        return replace(start, reader_bias=habit)

    @staticmethod
    def uniform() -> Shares:
        """Return the uniform belief, or uniform likelihoods: sites x standings."""
        return np.asarray(_UNIFORM)

    @property
    def _look_log_likelihoods(self) -> Shares:
        """Log likelihoods of the present look, weighted by its number of pictures, the best 0."""
        n = np.maximum(self.picture_count, 1)
        logs = self.evidence / (1 + (n - 1) * ERROR_CORRELATION)[:, None]
        return np.asarray(logs - np.where(ALLOWED_STANDINGS, logs, -np.inf).max(axis=1, keepdims=True))

    @property
    def shares(self) -> Shares:
        """Posterior, sites x standings; each row adds up to one."""
        log_likelihoods = self._look_log_likelihoods
        # Evidence against an unchanged content would repeat itself.
        repeated = REPEATED_ERROR_SHARE * np.maximum(log_likelihoods, self.reader_bias)
        raised = np.where(
            ALLOWED_STANDINGS,
            self.p_unchanged * np.exp(log_likelihoods - repeated) + self.p_changed * np.exp(log_likelihoods),
            0.0,
        )
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def restore(self, which: NDArray[np.bool_], shares: Shares) -> SiteBeliefs:
        """Reset some sites (a mask) to an earlier posterior: `shares` for all sites."""
        pick = which[:, None]
        return SiteBeliefs(
            np.where(pick, shares, self.p_unchanged),
            np.where(pick, 0.0, self.p_changed),
            self.reader_bias,
            np.where(pick, 0.0, self.evidence),
            np.where(which, 0, self.picture_count),
        )

    def set_known(self, which: NDArray[np.bool_], shares: Shares) -> SiteBeliefs:
        """Set the content of some sites (a mask), whatever the reader's answer: `shares` for all sites.

        The reader's answer so far becomes its bias there.
        """
        read = (which & (self.picture_count > 0))[:, None]
        return replace(
            self, reader_bias=np.where(read, self._look_log_likelihoods, self.reader_bias)
        ).restore(which, shares)

    def begin_new_look(
        self,
        which: NDArray[np.int64],
        change_p: NDArray[np.float64],
        former: Shares | None = None,
        returned: NDArray[np.bool_] | None = None,
    ) -> SiteBeliefs:
        """Begin a new look of some sites.

        Args:
            which: n indices of sites.
            change_p: n, probability of a changed content.
            former: their posterior (n x standings) with the look before the last.
            returned: a mask of n, those that match that look; None: none does.
        """
        chance = change_p[:, None]
        now = self.shares[which]
        another = now @ _TRANSITION_WEIGHTS * ALLOWED_STANDINGS[which]
        same, other, habit = self.p_unchanged.copy(), self.p_changed.copy(), self.reader_bias.copy()
        same[which] = (1 - chance) * now
        came = 1 + (_ARRIVAL_FACTOR - 1) * now[:, :1] * np.minimum(1, chance / TOUCHED_CHANGE_P)
        other[which] = came * chance * another / another.sum(axis=1, keepdims=True)
        if former is not None and returned is not None:
            back = RETURNED_P * returned[:, None]
            same[which] *= 1 - back
            other[which] = (1 - back) * other[which] + back * former
        read = which[self.picture_count[which] > 0]
        habit[read] = self._look_log_likelihoods[read]
        evidence, pictures = self.evidence.copy(), self.picture_count.copy()
        evidence[which], pictures[which] = 0, 0
        return SiteBeliefs(same, other, habit, evidence, pictures)

    def forget_present_look(self, which: NDArray[np.int64]) -> SiteBeliefs:
        """Discard the evidence of the present look for some sites (indices n)."""
        evidence, pictures = self.evidence.copy(), self.picture_count.copy()
        evidence[which], pictures[which] = 0, 0
        return replace(self, evidence=evidence, picture_count=pictures)

    def update(self, which: NDArray[np.int64], likelihoods: Shares) -> SiteBeliefs:
        """Update some sites (indices n) with the likelihoods from one picture: n x standings."""
        evidence, pictures = self.evidence.copy(), self.picture_count.copy()
        even = ALLOWED_STANDINGS[which] * likelihoods.sum(axis=1, keepdims=True) * _UNIFORM[which]
        evidence[which] += np.log(
            np.where(
                ALLOWED_STANDINGS[which],
                (1 - READER_DOUBT_SHARE) * likelihoods + READER_DOUBT_SHARE * even,
                1.0,
            )
        )
        pictures[which] += 1
        return replace(self, evidence=evidence, picture_count=pictures)


def site_distribution(shares: NDArray[np.float64], site: int) -> Mapping[Standing | None, float]:
    """Return one site's probabilities by its possible contents."""
    return {
        s: float(p) for s, p, able in zip(STANDINGS, shares, ALLOWED_STANDINGS[site], strict=True) if able
    }
