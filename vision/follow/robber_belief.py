"""Where the robber is believed to stand, from all that was seen of the hexes.

A robber goes from one hex to another, and both look otherwise afterwards: what is believed is carried over
from look to look, and a hex is read against how it was read before. A hollow that is as dark as a robber was
as dark before; a dark robber on a dark hex makes it a little darker, and its old hex is rid of one. What went
from its hex has its colour, whatever the robber looks like, and so has what comes to another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.follow.belief import ALIKE, LASTING
from vision.follow.hex_changes import MOST_BY_COLOUR, HexChange, of_tint, same_colour, still
from vision.follow.tints import Tint
from vision.robber import robber_odds, robber_posterior

MOVED: Final = 0.3
"""Chance that the robber left a hex whose look changed, or came from beside the board when some hex's did."""
UNSEEN: Final = 0.02
"""The same of a hex that couldn't be seen meanwhile."""
UNCHANGED: Final = 0.003
"""The same of a hex that looks as it did."""
_BESIDE: Final = 0.1
"""How usual it is that a robber that left is nowhere on the board, relative to one hex that changed."""
_HIDDEN: Final = 0.5
"""How usual it is that it is on one that can't be seen, relative to the same."""
_ELSEWHERE: Final = 0.005
"""How usual it is that it is on one that looks as it did."""
SAID_ODDS: Final = 100.0
"""Odds that the robber stands where the rules or people say."""
BLIND: Final = 0.2
"""Chance that it is one that the reader doesn't know, and takes for nothing."""
_UNPAINTED: Final = np.full((2, len(HEXES), 3), np.nan)


@dataclass(frozen=True)
class RobberBelief:
    """Where the robber is, as far as is known.

    Attributes:
        known: 20 probabilities as of the looks that were read to their end: each hex of `HEXES`, and nowhere.
        habit: log odds with which each hex was read to bear the robber then; 0 where it never was.
        changed: hexes that look otherwise since.
        evidence: sums of log odds of their present look.
        pictures: from how many pictures these are.
        paints: colours of what went from each hex and of what came there, 2 x 19 x 3, in CIELAB as
            `vision.follow.tints.gone_and_come` gives them; NaN where that isn't known.
        last: colours of what had come to each hex by the looks that were read to their end, 19 x 3.
        tint: how this table's robber looks; None: that isn't known.
    """

    known: NDArray[np.float64]
    habit: NDArray[np.float64]
    changed: NDArray[np.bool_]
    evidence: NDArray[np.float64]
    pictures: NDArray[np.int64]
    paints: NDArray[np.float64]
    last: NDArray[np.float64]
    tint: Tint | None = None

    @staticmethod
    def starting_from(
        logits: NDArray[np.float32], seen: NDArray[np.bool_], tint: Tint | None = None
    ) -> RobberBelief:
        """As believed after a first reading.

        Args:
            logits: 19 x `vision.robber.CLASSES`.
            seen: which of the hexes could be seen.
            tint: how the robber looks, as far as is known.
        """
        none = np.zeros(len(HEXES))
        habit = np.where(seen, robber_odds(logits), 0.0)
        return RobberBelief(
            robber_posterior(logits, seen),
            habit,
            none > 0,
            none,
            np.zeros(len(HEXES), np.int64),
            _UNPAINTED,
            _UNPAINTED[1],
            tint,
        )

    def shares(self, hidden: NDArray[np.bool_]) -> NDArray[np.float64]:
        """20 probabilities that add up to one: each hex in the order of `HEXES`, and nowhere.

        Args:
            hidden: which of the hexes can't be seen.
        """
        stays, goes, lacks = self._explained()
        here, away, left = np.append(stays, 0.0), np.append(lacks, 0.0), np.append(goes, 0.0)
        # From where (rows) to where (columns), relative to no robber anywhere before and after.
        logs = (left - away)[:, None] + self._arrived() - away[None, :] + self._by_colour()
        np.fill_diagonal(logs, here - away)
        weighed = (self._chances(hidden) * np.exp(logs - logs.max())).sum(axis=0)
        return np.asarray(weighed / weighed.sum())

    def looking_otherwise(self, hexes: NDArray[np.bool_]) -> RobberBelief:
        """These hexes (a mask) have a new look."""
        return replace(
            self,
            changed=self.changed | hexes,
            evidence=np.where(hexes, 0.0, self.evidence),
            pictures=np.where(hexes, 0, self.pictures),
            paints=np.where(hexes[:, None], np.nan, self.paints),
        )

    def seeing(
        self,
        hexes: NDArray[np.int64],
        logits: NDArray[np.float32],
        paints: NDArray[np.float64] | None = None,
    ) -> RobberBelief:
        """Some hexes were read from one picture.

        Args:
            hexes: n indices.
            logits: n x `vision.robber.CLASSES`.
            paints: of what went from there and of what came, 2 x n x 3; None: nobody looked.
        """
        evidence, pictures, known = self.evidence.copy(), self.pictures.copy(), self.paints.copy()
        evidence[hexes] += robber_odds(logits)
        pictures[hexes] += 1
        if paints is not None:
            known[:, hexes] = paints
        return replace(self, evidence=evidence, pictures=pictures, paints=known)

    def said(self, at: int) -> RobberBelief:
        """By the rules, or by what people say, it stands on a hex, by its index: that is believed unless the
        reader is surer of another hex than readers are where they don't know a robber.
        """
        logs = np.append(self.habit, 0.0)
        logs[at] = max(logs[at], np.log(BLIND)) + np.log(SAID_ODDS * len(HEXES))
        weighed = np.exp(logs - logs.max())
        return replace(self, known=weighed / weighed.sum())

    def settled(self, hidden: NDArray[np.bool_]) -> RobberBelief:
        """What was seen is what is known from now on: the changed hexes that can be seen have been read."""
        read = self.pictures > 0
        return RobberBelief(
            self.shares(hidden),
            np.where(read, self._told, self.habit),
            self.changed & hidden,
            np.zeros(len(HEXES)),
            np.zeros(len(HEXES), np.int64),
            _UNPAINTED,
            np.where((read & ~still(*self.paints))[:, None], self.paints[1], self.last),
            self.tint,
        )

    @property
    def changes(self) -> tuple[HexChange, ...]:
        """Hexes that were read since they look otherwise, and from which something went, or came there."""
        gone, come = self.paints
        there = (self.pictures > 0) & np.isfinite(self.paints).all(axis=(0, 2)) & ~still(gone, come)
        return tuple(HexChange(HEXES[n], gone[n], come[n]) for n in np.flatnonzero(there))

    @property
    def _told(self) -> NDArray[np.float64]:
        """Log odds of the present looks as far as their pictures count."""
        n = np.maximum(self.pictures, 1)
        return np.asarray(self.evidence / (1 + (n - 1) * ALIKE))

    def _explained(self) -> tuple[NDArray[np.float64], ...]:
        """How well the robber's staying on a hex, going, never being there explain its look.

        Logs. A reader that took one thing for another will do so again: what it says against what was so
        before and is still counts little the second time.
        """
        told = self._of_those_read
        comes, goes = np.minimum(told, 0), np.minimum(-told, 0)
        stays = comes - LASTING * np.maximum(comes, np.minimum(self.habit, 0))
        lacks = goes - LASTING * np.maximum(goes, np.minimum(-self.habit, 0))
        return stays, goes, lacks

    def _arrived(self) -> NDArray[np.float64]:
        """How well the robber's coming from a place (rows) explains the look of another (columns), 20 x 20.

        Logs. A reader that didn't see it where it came from won't see it where it is now.
        """
        comes = np.append(np.minimum(self._of_those_read, 0), 0.0)
        unseen = np.append(np.minimum(self.habit, 0), 0.0)
        return np.asarray(comes[None, :] - LASTING * np.maximum(comes[None, :], unseen[:, None]))

    def _by_colour(self) -> NDArray[np.float64]:
        """How much better the robber's going from a hex (rows) to another (columns) explains their colours
        than anything else does, 20 x 20, in logs: what went from the one looks like what came to the other,
        and like what had come to the one before, or like this table's robber. Where it isn't seen what went,
        what came looks like that robber.
        """
        gone, come = self.paints
        if np.isnan(come).all():
            return np.zeros((len(HEXES) + 1,) * 2)
        by_tint = of_tint(gone, self.tint)
        last = same_colour(gone, self.last)
        went = np.append(np.where(np.isnan(self.last).any(axis=1), by_tint, last), 0.0)
        unseen = np.append(np.isnan(gone).any(axis=1), True)
        told: NDArray[np.float64] = np.pad(same_colour(come[None, :], gone[:, None]), (0, 1))
        told[:, :-1] += np.where(unseen[:, None], of_tint(come, self.tint), 0.0)
        told += went[:, None]
        unmoved = still(gone, come)
        told[:-1][unmoved], told[:, :-1][:, unmoved] = -MOST_BY_COLOUR, -MOST_BY_COLOUR
        return told

    @property
    def _of_those_read(self) -> NDArray[np.float64]:
        return np.where(self.pictures > 0, self._told, 0.0)

    def _chances(self, hidden: NDArray[np.bool_]) -> NDArray[np.float64]:
        """How likely the robber was on one place (rows) and is on another (columns), 20 x 20."""
        if not self.changed.any():
            return np.diag(self.known)
        usual = np.where(self.changed, 1.0, np.where(hidden, _HIDDEN, _ELSEWHERE))
        usual = np.append(usual, _BESIDE)
        leaving = np.where(self.changed, MOVED, np.where(hidden, UNSEEN, UNCHANGED))
        gone = self.known * np.append(leaving, MOVED)
        # Whoever left a place went to another one.
        chances = gone[:, None] * usual / (usual.sum() - usual)[:, None]
        np.fill_diagonal(chances, self.known - gone)
        return np.asarray(chances)
