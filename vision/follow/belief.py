"""What is believed to stand on each site, from all that was seen of it.

A site keeps one look until something happens there. The pictures of one look are nearly the same picture:
n of them weigh as n / (1 + (n - 1) r) independent ones, r being how alike their errors are. When a
site's look changes, what was believed is carried over with a chance of something else standing there
now; that chance also bounds what the past may weigh. A reader that took one thing for another will do so
again: what it says of a thing that stood there before counts little the second time. Nothing else makes a
belief fade.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import Standing
from vision.follow.states import GAP_S
from vision.pieces import ROOM, STANDINGS

ALIKE: Final = 0.7
"""Correlation of the reader's errors within one look."""
LASTING: Final = 0.7
"""Share of what a reader says of a thing in one look that it says again in the next, right or wrong."""
DOUBT: Final = 2e-3
"""Share of a picture's likelihoods that isn't believed: the reader may be sure and wrong."""
TOUCHED: Final = 0.25
"""Chance that something else stands on a site whose look changed while something moved there. Measured: on
bare sites 0.35 to 0.45, on those with a road near 0; the rest is its neighbours' shadows and a nudge."""
_STEEPNESS: Final = 3.6
_EVEN_CHANGE: Final = 0.25
"""How the chance of a bare site that was touched grows with the log of its change; the change, in shares of
brightness, at which it is one in two. Measured in four rendered films: of 51 changes below 0.15 two were a
piece, of 48 above 0.35 all but seven."""
_MOST: Final = 0.6
"""Most that chance may be: a finger changes much, too. It is `TOUCHED` at least: an orange road on sand
changes little."""
BURNT: Final = 0.4
"""The same where the picture is burnt pale: there a piece changes no more than its neighbour's edge does. Of
53 changes in two films that were burnt on purpose 28 were a piece."""
RETURNED: Final = 0.9
"""How likely what stood on a site before is back, where that looks as it did then and not as it did since: a
piece was taken up again. Else something else looks like it."""
_CAME: Final = 3.0
"""How much more likely it is that a piece of each colour came to a bare site that was touched than its share
of that chance: what a reader says of one colour among six counts as if pieces of it were as common as bare
sites. By the patches that it learned from it is 5; in thirteen films 2.5 to 4 told most pieces rightly."""
UNTOUCHED: Final = 0.003
"""The same where nothing was seen to move in a camera's full run of pictures."""
RUN_S: Final = 0.15
"""Pictures that follow each other so fast show every hand."""


def chance_of_change(
    touched: NDArray[np.bool_],
    gap_s: float,
    bare: NDArray[np.bool_] | None = None,
    change: NDArray[np.float64] | None = None,
    burnt: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """How likely something else stands on sites whose look changed.

    Args:
        touched: where something was seen to move.
        bare: where nothing stood; None: that isn't known.
        change: by how much each looks otherwise, in shares of its brightness; None: that isn't known.
        burnt: where the picture is burnt pale; None: nowhere.
        gap_s: the longest time between two pictures since the look before, in seconds. The longer, the more
            may have come and gone between them: after `GAP_S` no place counts as untouched.
    """
    unseen = np.clip((gap_s - RUN_S) / (GAP_S - RUN_S), 0, 1)
    chance = np.full(len(touched), TOUCHED)
    if bare is not None and change is not None:
        grown = 1 / (1 + (change / _EVEN_CHANGE) ** -_STEEPNESS)
        least = TOUCHED if burnt is None else np.where(burnt, BURNT, TOUCHED)
        chance = np.where(bare, grown.clip(least, _MOST), chance)
    return np.where(touched, chance, UNTOUCHED + (TOUCHED - UNTOUCHED) * unseen)


_EVEN: Final = ROOM / ROOM.sum(axis=1, keepdims=True)


def _next(before: Standing | None, after: Standing | None) -> float:
    """How usual it is that one thing stands where another stood, relative to others."""
    if before is None:
        return 0.02 if after is not None and after.kind == "city" else 1.0
    if after is None:
        return 0.3
    if before.colour == after.colour and (before.kind, after.kind) == ("settlement", "city"):
        return 1.7
    return 1.0 if before == after else 0.05


_NEXT: Final = np.array([[_next(before, after) for after in STANDINGS] for before in STANDINGS])
"""What comes after what, relative to others: standings x standings."""

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Beliefs:
    """Probabilities of what stands on every site: all arrays are sites x standings, but `pictures`.

    Attributes:
        same: how likely each thing stands there now as it did before the site's present look began.
        other: how likely each thing came to stand there with that look.
        habit: log likelihoods of the site's last look, the best 0: what its reader is used to say there.
        evidence: sums of log likelihoods of the present look.
        pictures: from how many pictures these are.
    """

    same: Shares
    other: Shares
    habit: Shares
    evidence: Shares
    pictures: NDArray[np.int64]

    @staticmethod
    def starting_from(shares: Shares, likelihoods: Shares) -> Beliefs:
        """As believed after a first reading: sites x standings, each row adding up to one."""
        none = np.zeros_like(shares)
        start = Beliefs(shares, none, none, none, np.zeros(len(shares), np.int64))
        habit = start.seeing(np.arange(len(shares)), likelihoods)._told
        return replace(start, habit=habit)

    @staticmethod
    def nothing() -> Shares:
        """What is believed, or how likely all is, where nothing is known: sites x standings."""
        return np.asarray(_EVEN)

    @property
    def _told(self) -> Shares:
        """Log likelihoods of the present look as far as its pictures count, the best 0."""
        n = np.maximum(self.pictures, 1)
        logs = self.evidence / (1 + (n - 1) * ALIKE)[:, None]
        return np.asarray(logs - np.where(ROOM, logs, -np.inf).max(axis=1, keepdims=True))

    @property
    def shares(self) -> Shares:
        """Sites x standings; each row adds up to one."""
        told = self._told
        # What spoke against a thing that stands there still would speak against it again.
        repeated = LASTING * np.maximum(told, self.habit)
        raised = np.where(ROOM, self.same * np.exp(told - repeated) + self.other * np.exp(told), 0.0)
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def restored(self, which: NDArray[np.bool_], shares: Shares) -> Beliefs:
        """Of some sites (a mask) it is believed again what was: `shares` for all sites."""
        pick = which[:, None]
        return Beliefs(
            np.where(pick, shares, self.same),
            np.where(pick, 0.0, self.other),
            self.habit,
            np.where(pick, 0.0, self.evidence),
            np.where(which, 0, self.pictures),
        )

    def known(self, which: NDArray[np.bool_], shares: Shares) -> Beliefs:
        """Of some sites (a mask) it is known what stands there, whatever the reader says: `shares` for all.

        What it said of them is what it is used to say there.
        """
        read = (which & (self.pictures > 0))[:, None]
        return replace(self, habit=np.where(read, self._told, self.habit)).restored(which, shares)

    def looking_anew(
        self,
        which: NDArray[np.int64],
        chance_p: NDArray[np.float64],
        former: Shares | None = None,
        returned: NDArray[np.bool_] | None = None,
    ) -> Beliefs:
        """Some sites (indices n) have a new look; `chance_p` (n) is that of something else standing there.

        Args:
            former: what was believed of them (n x standings) with the look before the last.
            returned: which of them (a mask of n) look as they did then; None: none does.
        """
        chance = chance_p[:, None]
        now = self.shares[which]
        another = now @ _NEXT * ROOM[which]
        same, other, habit = self.same.copy(), self.other.copy(), self.habit.copy()
        same[which] = (1 - chance) * now
        came = 1 + (_CAME - 1) * now[:, :1] * np.minimum(1, chance / TOUCHED)
        other[which] = came * chance * another / another.sum(axis=1, keepdims=True)
        if former is not None and returned is not None:
            back = RETURNED * returned[:, None]
            same[which] *= 1 - back
            other[which] = (1 - back) * other[which] + back * former
        read = which[self.pictures[which] > 0]
        habit[read] = self._told[read]
        evidence, pictures = self.evidence.copy(), self.pictures.copy()
        evidence[which], pictures[which] = 0, 0
        return Beliefs(same, other, habit, evidence, pictures)

    def forgetting(self, which: NDArray[np.int64]) -> Beliefs:
        """What the pictures of the present look told of some sites (indices n) counts no more."""
        evidence, pictures = self.evidence.copy(), self.pictures.copy()
        evidence[which], pictures[which] = 0, 0
        return replace(self, evidence=evidence, pictures=pictures)

    def seeing(self, which: NDArray[np.int64], likelihoods: Shares) -> Beliefs:
        """Some sites (indices n) were read from one picture: n x standings."""
        evidence, pictures = self.evidence.copy(), self.pictures.copy()
        even = ROOM[which] * likelihoods.sum(axis=1, keepdims=True) * _EVEN[which]
        evidence[which] += np.log(np.where(ROOM[which], (1 - DOUBT) * likelihoods + DOUBT * even, 1.0))
        pictures[which] += 1
        return replace(self, evidence=evidence, pictures=pictures)


def as_mapping(shares: NDArray[np.float64], site: int) -> Mapping[Standing | None, float]:
    """One site's probabilities by what may stand there."""
    return {s: float(p) for s, p, able in zip(STANDINGS, shares, ROOM[site], strict=True) if able}
