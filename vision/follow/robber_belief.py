"""The belief about the robber's hex, from all pictures so far.

A robber moves from one hex to another, and both change their look. The belief is carried over from look to
look, and a hex is compared with its earlier reading. A hollow as dark as a robber was dark before; a dark
robber on a dark hex makes it a little darker, and its old hex a little lighter. The colour that departed from
its hex is the robber's, and so is the colour that arrived on another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, HexId
from vision.follow.site_beliefs import ERROR_CORRELATION, REPEATED_ERROR_SHARE
from vision.follow.tints import (
    MAX_COLOUR_LOG_ODDS,
    HexChange,
    Tint,
    is_same_robber,
    is_unchanged,
    same_colour_log_odds,
    tint_log_odds,
    update_tint,
)
from vision.robber import robber_log_odds, robber_posterior

MOVED_P: Final = 0.3
"""Probability that the robber left a hex whose look changed, or came from off the board when some hex
changed."""
UNSEEN_MOVED_P: Final = 0.02
"""The same for a hex that was invisible meanwhile."""
UNCHANGED_MOVED_P: Final = 0.003
"""The same for a hex with an unchanged look."""
_OFF_BOARD_WEIGHT: Final = 0.1
"""Relative weight of a robber that left the board, against one changed hex."""
_HIDDEN_WEIGHT: Final = 0.5
"""The same of a robber on an invisible hex."""
_UNCHANGED_WEIGHT: Final = 0.005
"""The same of a robber on a hex with an unchanged look."""
STATED_ODDS: Final = 100.0
"""Odds that the robber stands on its stated hex."""
BLIND_READER_P: Final = 0.2
"""Probability that the reader doesn't recognise this robber at all."""
_UNKNOWN_COLOURS: Final = np.full((2, len(HEXES), 3), np.nan)


@dataclass(frozen=True)
class RobberBelief:
    """The belief about the robber's place.

    Attributes:
        settled_p: 20 probabilities as of the completely read looks: each hex of `HEXES`, and nowhere.
        reader_bias: log odds of the robber by each hex's reading then; 0 where it was never read.
        changed: mask of the hexes that have changed since.
        evidence: sums of log odds of their present look.
        picture_count: the number of pictures in these sums.
        colours: colours that departed from each hex and that arrived, 2 x 19 x 3, in CIELAB as
            `vision.follow.tints.change_colours` gives them; NaN where unknown.
        last_colours: colours that had arrived on each hex by the completely read looks, 19 x 3.
        tint: the look of this table's robber; None: unknown.
    """

    settled_p: NDArray[np.float64]
    reader_bias: NDArray[np.float64]
    changed: NDArray[np.bool_]
    evidence: NDArray[np.float64]
    picture_count: NDArray[np.int64]
    colours: NDArray[np.float64]
    last_colours: NDArray[np.float64]
    tint: Tint | None = None

    @staticmethod
    def from_first_reading(
        logits: NDArray[np.float32], seen: NDArray[np.bool_], tint: Tint | None = None
    ) -> RobberBelief:
        """Return the belief after a first reading.

        Args:
            logits: 19 x `vision.robber.CLASSES`.
            seen: a mask of the visible hexes.
            tint: the robber's look, as far as known.
        """
        none = np.zeros(len(HEXES))
        habit = np.where(seen, robber_log_odds(logits), 0.0)
        return RobberBelief(
            robber_posterior(logits, seen),
            habit,
            none > 0,
            none,
            np.zeros(len(HEXES), np.int64),
            _UNKNOWN_COLOURS,
            _UNKNOWN_COLOURS[1],
            tint,
        )

    def shares(self, hidden: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return 20 probabilities that add up to one: each hex in the order of `HEXES`, and nowhere.

        Args:
            hidden: a mask of the invisible hexes.
        """
        stays, goes, lacks = self._explain_looks()
        here, away, left = np.append(stays, 0.0), np.append(lacks, 0.0), np.append(goes, 0.0)
        # From each place (rows) to each (columns), relative to no robber anywhere before and after.
        logs = (
            (left - away)[:, None] + self._arrival_log_likelihoods() - away[None, :] + self._colour_log_odds()
        )
        np.fill_diagonal(logs, here - away)
        weighed = (self._transition_probabilities(hidden) * np.exp(logs - logs.max())).sum(axis=0)
        return np.asarray(weighed / weighed.sum())

    def begin_new_looks(self, hexes: NDArray[np.bool_]) -> RobberBelief:
        """Begin a new look of these hexes (a mask)."""
        return replace(
            self,
            changed=self.changed | hexes,
            evidence=np.where(hexes, 0.0, self.evidence),
            picture_count=np.where(hexes, 0, self.picture_count),
            colours=np.where(hexes[:, None], np.nan, self.colours),
        )

    def update(
        self,
        hexes: NDArray[np.int64],
        logits: NDArray[np.float32],
        colours: NDArray[np.float64] | None = None,
    ) -> RobberBelief:
        """Update some hexes with one picture.

        Args:
            hexes: n indices.
            logits: n x `vision.robber.CLASSES`.
            colours: departed and arrived colours, 2 x n x 3; None: not measured.
        """
        evidence, pictures, known = self.evidence.copy(), self.picture_count.copy(), self.colours.copy()
        evidence[hexes] += robber_log_odds(logits)
        pictures[hexes] += 1
        if colours is not None:
            known[:, hexes] = colours
        return replace(self, evidence=evidence, picture_count=pictures, colours=known)

    def apply_statement(self, at: int) -> RobberBelief:
        """Apply a statement, by the rules or people, that the robber stands on a hex, given by its index.

        It is believed unless the reader is more certain of another hex than it would be of an unknown robber.
        """
        logs = np.append(self.reader_bias, 0.0)
        logs[at] = max(logs[at], np.log(BLIND_READER_P)) + np.log(STATED_ODDS * len(HEXES))
        weighed = np.exp(logs - logs.max())
        return replace(self, settled_p=weighed / weighed.sum())

    def settle(self, hidden: NDArray[np.bool_]) -> RobberBelief:
        """Make the present belief the settled one, after the changed visible hexes were read."""
        read = self.picture_count > 0
        return RobberBelief(
            self.shares(hidden),
            np.where(read, self._look_log_odds, self.reader_bias),
            self.changed & hidden,
            np.zeros(len(HEXES)),
            np.zeros(len(HEXES), np.int64),
            _UNKNOWN_COLOURS,
            np.where((read & ~is_unchanged(*self.colours))[:, None], self.colours[1], self.last_colours),
            self.tint,
        )

    @property
    def changes(self) -> tuple[HexChange, ...]:
        """Changed hexes that were read and from which something departed, or where it arrived."""
        gone, come = self.colours
        there = (
            (self.picture_count > 0) & np.isfinite(self.colours).all(axis=(0, 2)) & ~is_unchanged(gone, come)
        )
        return tuple(HexChange(HEXES[n], gone[n], come[n]) for n in np.flatnonzero(there))

    @property
    def _look_log_odds(self) -> NDArray[np.float64]:
        """Log odds of the present looks, weighted by their number of pictures."""
        n = np.maximum(self.picture_count, 1)
        return np.asarray(self.evidence / (1 + (n - 1) * ERROR_CORRELATION))

    def _explain_looks(self) -> tuple[NDArray[np.float64], ...]:
        """Return each hex's log likelihood if the robber stays there, leaves, or never was there.

        A reader that confused two looks will do so again: its answer against an unchanged state counts little
        the second time.
        """
        log_odds = self._read_log_odds
        comes, goes = np.minimum(log_odds, 0), np.minimum(-log_odds, 0)
        stays = comes - REPEATED_ERROR_SHARE * np.maximum(comes, np.minimum(self.reader_bias, 0))
        lacks = goes - REPEATED_ERROR_SHARE * np.maximum(goes, np.minimum(-self.reader_bias, 0))
        return stays, goes, lacks

    def _arrival_log_likelihoods(self) -> NDArray[np.float64]:
        """Return the log likelihood of a place's look (columns) after a move from another (rows), 20 x 20.

        A reader that missed it in the old place will miss it in the new one.
        """
        comes = np.append(np.minimum(self._read_log_odds, 0), 0.0)
        unseen = np.append(np.minimum(self.reader_bias, 0), 0.0)
        return np.asarray(comes[None, :] - REPEATED_ERROR_SHARE * np.maximum(comes[None, :], unseen[:, None]))

    def _colour_log_odds(self) -> NDArray[np.float64]:
        """Return the log odds of each move by colours, from a hex (rows) to another (columns), 20 x 20.

        In a move, the colour that departed equals the colour that arrived, and the colour that had arrived
        before, or this table's robber's. Where the departed colour is unseen, the arrived one is compared
        with that robber.
        """
        gone, come = self.colours
        if np.isnan(come).all():
            return np.zeros((len(HEXES) + 1,) * 2)
        by_tint = tint_log_odds(gone, self.tint)
        last = same_colour_log_odds(gone, self.last_colours)
        went = np.append(np.where(np.isnan(self.last_colours).any(axis=1), by_tint, last), 0.0)
        unseen = np.append(np.isnan(gone).any(axis=1), True)
        log_odds: NDArray[np.float64] = np.pad(same_colour_log_odds(come[None, :], gone[:, None]), (0, 1))
        log_odds[:, :-1] += np.where(unseen[:, None], tint_log_odds(come, self.tint), 0.0)
        log_odds += went[:, None]
        unmoved = is_unchanged(gone, come)
        log_odds[:-1][unmoved], log_odds[:, :-1][:, unmoved] = -MAX_COLOUR_LOG_ODDS, -MAX_COLOUR_LOG_ODDS
        return log_odds

    @property
    def _read_log_odds(self) -> NDArray[np.float64]:
        """Log odds of the hexes that were read, 0 of the others."""
        return np.where(self.picture_count > 0, self._look_log_odds, 0.0)

    def _transition_probabilities(self, hidden: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the prior probability of each move, from a place (rows) to another (columns), 20 x 20."""
        if not self.changed.any():
            return np.diag(self.settled_p)
        usual = np.where(self.changed, 1.0, np.where(hidden, _HIDDEN_WEIGHT, _UNCHANGED_WEIGHT))
        usual = np.append(usual, _OFF_BOARD_WEIGHT)
        leaving = np.where(self.changed, MOVED_P, np.where(hidden, UNSEEN_MOVED_P, UNCHANGED_MOVED_P))
        gone = self.settled_p * np.append(leaving, MOVED_P)
        # A robber that left a place went to another one.
        chances = gone[:, None] * usual / (usual.sum() - usual)[:, None]
        np.fill_diagonal(chances, self.settled_p - gone)
        return np.asarray(chances)


# The look of the table's robber, learned when it moves between stated hexes.
#
# A move that was only read is never an example. People enter a move before or after making it, and a picture
# of two hexes alone doesn't show the direction: bare hexes resemble each other as much as a robber does
# itself. So the first example must leave a hex where the robber was known to stand before anything moved: the
# desert at the start of a game, or the destination of the example before. Once its tint is known, the tint
# gives the direction.


class CertainRobber:
    """The robber's stated hex, the changed hexes, and the look that follows from both.

    Attributes:
        tint: the robber's look; None: unknown.
    """

    def __init__(self, tint: Tint | None = None) -> None:
        """Start without a statement.

        Args:
            tint: the robber's look from an earlier time.
        """
        self.tint = tint
        self._at: HexId | None = None
        self._stands = False
        self._since = 0
        self._left: HexId | None = None
        self._stood, self._stood_since = False, 0
        self._readings = 0
        self._changes: dict[HexId, tuple[int, HexChange]] = {}

    def reset(self, *, game_begins: bool) -> None:
        """Restart, as with a first picture; at the start of a game, the robber stands on its stated hex."""
        self._changes, self._left = {}, None
        self._stands, self._since = game_begins, self._readings

    def set_hex(self, at: HexId | None) -> None:
        """Set the robber's hex by the rules or people; None: unknown."""
        if at is None or at == self._at:
            return
        if self._at is not None:
            self._left, self._stood, self._stood_since = self._at, self._stands, self._since
            self._stands = False
        self._at, self._since = at, self._readings
        self._learn()

    def process_changes(self, changes: Sequence[HexChange]) -> None:
        """Process hexes that have changed since they were last read together."""
        self._readings += 1
        self._changes |= {change.at: (self._readings, change) for change in changes}
        self._learn()

    def _learn(self) -> None:
        """Learn its colour, if it was seen to move between the stated hexes."""
        if self._left is None or self._at is None:
            return
        (went, old), (came, new) = (self._changes.get(at, (0, None)) for at in (self._left, self._at))
        if old is None or new is None or went != came or came <= self._stood_since:
            return
        known = self._matches_tint(old, new)
        if not is_same_robber(old.departed_colour, new.arrived_colour) or not (self._stood or known):
            return
        # If it surely stood there and doesn't match the tint, it is another box's robber.
        self.tint = update_tint(self.tint if known else None, new.arrived_colour)
        self._left, self._stands, self._since = None, True, self._readings

    def _matches_tint(self, old: HexChange, new: HexChange) -> bool:
        """Return whether, by the tint, the robber moved this way, not something else the opposite way."""
        there = tint_log_odds(new.arrived_colour, self.tint)
        return bool(there > 0 and there + tint_log_odds(old.departed_colour, self.tint) > sum(
            tint_log_odds(bare, self.tint) for bare in (old.arrived_colour, new.departed_colour)
        ))  # fmt: skip
