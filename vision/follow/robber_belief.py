"""Where the robber is believed to stand, from all that was seen of the hexes.

A robber goes from one hex to another, and both look otherwise afterwards: what is believed is carried over
from look to look, and a hex is read against how it was read before. A hollow that is as dark as a robber was
as dark before; a dark robber on a dark hex makes it a little darker, and its old hex is rid of one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from vision.follow.belief import ALIKE, LASTING
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


@dataclass(frozen=True)
class RobberBelief:
    """Where the robber is, as far as is known.

    Attributes:
        known: 20 probabilities as of the looks that were read to their end: each hex of `HEXES`, and nowhere.
        habit: log odds with which each hex was read to bear the robber then; 0 where it never was.
        changed: hexes that look otherwise since.
        evidence: sums of log odds of their present look.
        pictures: from how many pictures these are.
    """

    known: NDArray[np.float64]
    habit: NDArray[np.float64]
    changed: NDArray[np.bool_]
    evidence: NDArray[np.float64]
    pictures: NDArray[np.int64]

    @staticmethod
    def starting_from(logits: NDArray[np.float32], seen: NDArray[np.bool_]) -> RobberBelief:
        """As believed after a first reading.

        Args:
            logits: 19 x `vision.robber.CLASSES`.
            seen: which of the hexes could be seen.
        """
        none = np.zeros(len(HEXES))
        habit = np.where(seen, robber_odds(logits), 0.0)
        return RobberBelief(
            robber_posterior(logits, seen), habit, none > 0, none, np.zeros(len(HEXES), np.int64)
        )

    def shares(self, hidden: NDArray[np.bool_]) -> NDArray[np.float64]:
        """20 probabilities that add up to one: each hex in the order of `HEXES`, and nowhere.

        Args:
            hidden: which of the hexes can't be seen.
        """
        stays, comes, goes, lacks = self._explained()
        here, away = np.append(stays, 0.0), np.append(lacks, 0.0)
        left, arrived = np.append(goes, 0.0), np.append(comes, 0.0)
        # From where (rows) to where (columns), relative to no robber anywhere before and after.
        logs = (left - away)[:, None] + (arrived - away)[None, :]
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
        )

    def seeing(self, hexes: NDArray[np.int64], logits: NDArray[np.float32]) -> RobberBelief:
        """Some hexes (indices n) were read from one picture: logits n x `vision.robber.CLASSES`."""
        evidence, pictures = self.evidence.copy(), self.pictures.copy()
        evidence[hexes] += robber_odds(logits)
        pictures[hexes] += 1
        return replace(self, evidence=evidence, pictures=pictures)

    def settled(self, hidden: NDArray[np.bool_]) -> RobberBelief:
        """What was seen is what is known from now on: the changed hexes that can be seen have been read."""
        read = self.pictures > 0
        return RobberBelief(
            self.shares(hidden),
            np.where(read, self._told, self.habit),
            self.changed & hidden,
            np.zeros(len(HEXES)),
            np.zeros(len(HEXES), np.int64),
        )

    @property
    def _told(self) -> NDArray[np.float64]:
        """Log odds of the present looks as far as their pictures count."""
        n = np.maximum(self.pictures, 1)
        return np.asarray(self.evidence / (1 + (n - 1) * ALIKE))

    def _explained(self) -> tuple[NDArray[np.float64], ...]:
        """How well the robber's staying on a hex, coming there, going, never being there explain its look.

        Logs. A reader that took one thing for another will do so again: what it says against what was so
        before and is still counts little the second time.
        """
        told = np.where(self.pictures > 0, self._told, 0.0)
        comes, goes = np.minimum(told, 0), np.minimum(-told, 0)
        stays = comes - LASTING * np.maximum(comes, np.minimum(self.habit, 0))
        lacks = goes - LASTING * np.maximum(goes, np.minimum(-self.habit, 0))
        return stays, comes, goes, lacks

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
