"""What is believed to stand on each site, from all that was seen of it.

A site keeps one look until something happens there. The pictures of one look are nearly the same picture:
n of them weigh as n / (1 + (n - 1) r) independent ones, r being how alike their errors are. When a
site's look changes, what was believed is carried over with a chance of something else standing there
now; that chance also bounds what the past may weigh. Nothing else makes a belief fade.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import PATHS
from companion.island.pieces import Standing
from vision.pieces import SITES, STANDINGS

ALIKE: Final = 0.7
"""Correlation of the reader's errors within one look."""
DOUBT: Final = 2e-3
"""Share of a picture's likelihoods that isn't believed: the reader may be sure and wrong."""
TOUCHED: Final = 0.1
"""Chance that something else stands on a site whose look changed while something moved there."""
UNTOUCHED: Final = 0.003
"""The same where nothing was seen to move."""

ROOM: Final[NDArray[np.bool_]] = np.array(
    [
        [standing is None or (standing.kind == "road") == (n < len(PATHS)) for standing in STANDINGS]
        for n in range(len(SITES))
    ]
)
"""What may stand where: sites x standings."""
_EVEN: Final = ROOM / ROOM.sum(axis=1, keepdims=True)


def _next(before: Standing | None, after: Standing | None) -> float:
    """How usual it is that one thing stands where another stood, relative to others."""
    if before is None:
        return 0.02 if after is not None and after.kind == "city" else 1.0
    if after is None:
        return 1.0
    if before.colour == after.colour and (before.kind, after.kind) == ("settlement", "city"):
        return 3.0
    return 1.0 if before == after else 0.05


_NEXT: Final = np.array([[_next(before, after) for after in STANDINGS] for before in STANDINGS])
"""What comes after what, relative to others: standings x standings."""

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Beliefs:
    """Probabilities of what stands on every site.

    Attributes:
        before: what was believed when the sites' present looks began, sites x standings.
        evidence: sums of log likelihoods since, sites x standings.
        pictures: how many pictures these are, sites.
    """

    before: Shares
    evidence: Shares
    pictures: NDArray[np.int64]

    @staticmethod
    def starting_from(shares: Shares) -> Beliefs:
        """As believed: sites x standings, each row adding up to one."""
        return Beliefs(shares, np.zeros_like(shares), np.zeros(len(shares), np.int64))

    @staticmethod
    def nothing() -> Shares:
        """What is believed, or how likely all is, where nothing is known: sites x standings."""
        return np.asarray(_EVEN)

    @property
    def shares(self) -> Shares:
        """Sites x standings; each row adds up to one."""
        n = np.maximum(self.pictures, 1)
        weight = 1 / (1 + (n - 1) * ALIKE)
        logs = self.evidence * weight[:, None]
        raised = self.before * np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def restored(self, which: NDArray[np.bool_], shares: Shares) -> Beliefs:
        """Of some sites (a mask) it is believed again what was: `shares` for all sites."""
        before, evidence, pictures = self.before.copy(), self.evidence.copy(), self.pictures.copy()
        before[which] = shares[which]
        evidence[which], pictures[which] = 0, 0
        return Beliefs(before, evidence, pictures)

    def looking_anew(self, which: NDArray[np.int64], touched: NDArray[np.bool_]) -> Beliefs:
        """Some sites (indices n) have a new look; `touched` (n) tells where something moved."""
        chance = np.where(touched, TOUCHED, UNTOUCHED)[:, None]
        before, evidence, pictures = self.before.copy(), self.evidence.copy(), self.pictures.copy()
        now = self.shares[which]
        another = now @ _NEXT * ROOM[which]
        before[which] = (1 - chance) * now + chance * another / another.sum(axis=1, keepdims=True)
        evidence[which], pictures[which] = 0, 0
        return Beliefs(before, evidence, pictures)

    def seeing(self, which: NDArray[np.int64], likelihoods: Shares) -> Beliefs:
        """Some sites (indices n) were read from one picture: n x standings."""
        evidence, pictures = self.evidence.copy(), self.pictures.copy()
        even = ROOM[which] * likelihoods.sum(axis=1, keepdims=True) * _EVEN[which]
        evidence[which] += np.log(np.where(ROOM[which], (1 - DOUBT) * likelihoods + DOUBT * even, 1.0))
        pictures[which] += 1
        return Beliefs(self.before, evidence, pictures)


def clear(likelihoods: Shares, which: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much of each reading tells anything: a reader spreads evenly what it says of a covered site.

    Args:
        likelihoods: n x standings, each row adding up to one.
        which: indices of the sites.
    """
    least = np.where(ROOM[which], likelihoods, 1.0).min(axis=1)
    return np.asarray(1 - least * ROOM[which].sum(axis=1))


def as_mapping(shares: NDArray[np.float64], site: int) -> Mapping[Standing | None, float]:
    """One site's probabilities by what may stand there."""
    return {s: float(p) for s, p, able in zip(STANDINGS, shares, ROOM[site], strict=True) if able}
