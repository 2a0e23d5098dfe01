"""When a table is told of its board: updates of the board tracker become observations until all rests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Final, TypeVar

from companion.island.geometry import HexId
from companion.island.pieces import SITES, PieceColour, Site, Standing
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen
from vision.follow.readings import BoardUpdate, FrameResult

REST_S: Final = 4.0
"""Seconds that a change is told again for: people settle for a while what they put down."""
REPEAT_S: Final = 0.5
"""Seconds between two tellings of the same change."""
PARTLY_S: Final = 2.0
"""Seconds between two tellings of a board not seen whole: which hands it leaves in doubt changes by turn."""
RECENT_S: Final = 3.0
"""A change is put down to what last moved over the board, if that is no longer ago."""
BLIND_S: Final = 2.0
"""A board on which no moment was still for so long isn't seen at all; a hand that builds is gone by then."""
ASTRAY: Final = 0.05
"""Share of what is believed of colours that nobody plays that may be anything else that can stand there."""

At = TypeVar("At")


class BoardTelling:
    """Keeps what was told of one board, and since when it has been so."""

    def __init__(self, source: str) -> None:
        """Begin with nothing told; `source` stands in every observation."""
        self._source = source
        self._update: BoardUpdate | None = None
        self._standing: dict[Site, Standing | None] = {}
        self._robber: HexId | None = None
        self._since: dict[Site, float] = {}
        self._earliest: dict[Site, float] = {}
        self._robber_since = -math.inf
        self._sides: dict[Site, float] = {}
        self._robber_side: float | None = None
        self._covered: dict[Site, float] = {}
        self._moving = False
        self._still_at = -math.inf
        self._changed_at = -math.inf
        self._told_at = -math.inf
        self._news = False
        self._covered_otherwise = False

    def take(self, result: FrameResult, colours: Set[PieceColour]) -> None:
        """Take in what a board tracker saw; `colours` are those in play, empty for any."""
        update = result.update
        if update is None:
            return
        first, handled = self._update is None, {} if self._update is None else self._update.handled
        pieces = {site: in_play(shares, colours) for site, shares in update.pieces.sites.items()}
        self._update = replace(update, pieces=PiecesReading(pieces))
        self._news = True
        since = result.still_since if result.t - result.still_since <= RECENT_S else result.t
        standing = {site: _likeliest(shares) for site, shares in pieces.items()}
        robber = _likeliest(update.robber)
        if not first:
            changed = [site for site, now in standing.items() if now != self._standing.get(site)]
            self._since |= dict.fromkeys(changed, since)
            for site in changed:
                self._earliest.pop(site, None)
                self._sides.pop(site, None)
            # Later hands may leave it looking otherwise too: who put it there came first.
            self._sides |= {site: update.sides[site] for site in changed if site in update.sides}
            self._earliest |= {site: self._covered[site] for site in changed if site in self._covered}
            if robber != self._robber:
                self._robber_since, self._robber_side = since, update.robber_side
            # A hand that left a site looking otherwise may have changed it, whatever is likelier by now.
            touched = any(handled.get(site) != at for site, at in update.handled.items())
            if changed or robber != self._robber or touched:
                self._changed_at = since
        self._standing, self._robber = standing, robber

    def look(self, result: FrameResult) -> None:
        """Take in what can't be seen of the board; of every result, after its update was taken.

        What comes to light counts as covered until it was read.
        """
        covered: Set[Site] = self._covered.keys()
        if result.state == "quiet":
            covered = result.covered
        elif result.state == "stable":
            covered = covered | result.covered
        elif result.t - self._still_at >= BLIND_S:
            covered = frozenset(SITES)
        if covered != self._covered.keys():
            self._covered = {site: self._covered.get(site, self._still_at) for site in covered}
            self._covered_otherwise = True
        self._moving = result.state not in ("quiet", "stable")
        if not self._moving:
            self._still_at = result.t

    def due(self, t: float) -> bool:
        """Whether the board is to be told at a time: news at once, what changed until it rests.

        Not while something moves over it, unless that goes on: then, that nothing of it is seen.
        """
        if self._moving and len(self._covered) < len(SITES):
            return False
        if self._news and not self._moving:
            return True
        resting = self._told_at < self._changed_at + REST_S and not self._moving
        every = REPEAT_S if resting or self._covered_otherwise else PARTLY_S if self._covered else math.inf
        return t - self._told_at >= every

    def tell(self, t: float) -> BoardSeen | None:
        """The board as it is believed to be at a time; None before any update."""
        if self._update is None:
            return None
        self._told_at, self._news, self._covered_otherwise = t, False, False
        return BoardSeen(
            t=t,
            source=self._source,
            pieces=self._update.pieces,
            robber=self._update.robber,
            covered=dict(self._covered),
            since=dict(self._since),
            earliest=dict(self._earliest),
            robber_since=self._robber_since,
            handled=self._update.handled,
            sides=dict(self._sides),
            robber_side=self._robber_side,
        )


def in_play(
    shares: Mapping[Standing | None, float], colours: Set[PieceColour]
) -> Mapping[Standing | None, float]:
    """What may stand on a site at a table where only these colours are played.

    What looks like a piece of another colour is a misread one of these, or none: where that is nearly
    all that is believed, not much is known.
    """
    if not colours:
        return shares
    able = {standing: p for standing, p in shares.items() if standing is None or standing.colour in colours}
    total = sum(able.values())
    spread = ASTRAY * max(0.0, 1 - total) / len(able)
    total += spread * len(able)
    return {standing: (p + spread) / total for standing, p in able.items()}


def _likeliest(shares: Mapping[At, float]) -> At:
    return max(shares.items(), key=lambda item: item[1])[0]
