"""Decides when to report the board: the tracker's updates become observations until nothing changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import Final, TypeVar

import numpy as np

from companion.i18n import plural_sentence, sentence
from companion.island.geometry import SITES, HexId, PieceColour, Site, Standing
from companion.island.layout import Layout
from companion.island.reading import IslandReading, PiecesReading
from companion.observations import BoardSeen
from vision.follow.readings import BoardUpdate, FrameResult
from vision.lattice import Points

REST_S: Final = 4.0
"""Seconds during which a change is reported repeatedly: people adjust a piece after placing it."""
REPEAT_INTERVAL_S: Final = 0.5
"""Seconds between two reports of the same change."""
COVERED_INTERVAL_S: Final = 2.0
"""Seconds between two reports of a partly covered board: the set of doubtful hands changes with each turn."""
RECENT_S: Final = 3.0
"""A change is attributed to the last movement over the board if that is at most so long ago."""
BLIND_S: Final = 2.0
"""A board without a still moment for so long isn't seen at all; a building hand is gone by then."""
MISREAD_SHARE: Final = 0.05
"""The share of the belief in colours that nobody plays that is spread over all possible contents."""

Key = TypeVar("Key")


class BoardReporter:
    """Stores the latest belief about one board, and since when each site has had its contents."""

    def __init__(self, source: str) -> None:
        """Start without an update; `source` is the source of every observation."""
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
        self._reported_at = -math.inf
        self._has_news = False
        self._coverage_changed = False

    def update(self, result: FrameResult, colours: Set[PieceColour]) -> None:
        """Process a board tracker's result; `colours` are those in play, empty for any."""
        update = result.update
        if update is None:
            return
        first, handled = self._update is None, {} if self._update is None else self._update.handled
        pieces = {site: restrict_to_colours(shares, colours) for site, shares in update.pieces.sites.items()}
        self._update = replace(update, pieces=PiecesReading(pieces))
        self._has_news = True
        since = result.still_since if result.t - result.still_since <= RECENT_S else result.t
        standing = {site: _most_likely_key(shares) for site, shares in pieces.items()}
        robber = _most_likely_key(update.robber)
        if not first:
            changed = [site for site, now in standing.items() if now != self._standing.get(site)]
            self._since |= dict.fromkeys(changed, since)
            for site in changed:
                self._earliest.pop(site, None)
                self._sides.pop(site, None)
            # Later hands may change its look too; the first one placed the piece.
            self._sides |= {site: update.sides[site] for site in changed if site in update.sides}
            self._earliest |= {site: self._covered[site] for site in changed if site in self._covered}
            if robber != self._robber:
                self._robber_since, self._robber_side = since, update.robber_side
            # A hand that changed a site's look may have changed its contents, whatever is likelier now.
            touched = any(handled.get(site) != at for site, at in update.handled.items())
            if changed or robber != self._robber or touched:
                self._changed_at = since
        self._standing, self._robber = standing, robber

    def update_coverage(self, result: FrameResult) -> None:
        """Record what a result shows as covered; call it for every result, after `update`.

        A site that is uncovered counts as covered until it has been read.
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
            self._coverage_changed = True
        self._moving = result.state not in ("quiet", "stable")
        if not self._moving:
            self._still_at = result.t

    def is_due(self, t: float) -> bool:
        """Return whether to report the board now: news immediately, changes repeatedly until they settle.

        It isn't reported while something moves over it, unless that lasts: then it is reported as fully
        covered.
        """
        if self._moving and len(self._covered) < len(SITES):
            return False
        if self._has_news and not self._moving:
            return True
        resting = self._reported_at < self._changed_at + REST_S and not self._moving
        every = (
            REPEAT_INTERVAL_S
            if resting or self._coverage_changed
            else COVERED_INTERVAL_S
            if self._covered
            else math.inf
        )
        return t - self._reported_at >= every

    def report(self, t: float) -> BoardSeen | None:
        """Return the current belief about the board; None before the first update."""
        if self._update is None:
            return None
        self._reported_at, self._has_news, self._coverage_changed = t, False, False
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


def restrict_to_colours(
    shares: Mapping[Standing | None, float], colours: Set[PieceColour]
) -> Mapping[Standing | None, float]:
    """Restrict a site's distribution to the colours in play.

    A piece that looks like another colour is a misread one of these, or none. If nearly all of the belief is
    in other colours, little is known.
    """
    if not colours:
        return shares
    able = {standing: p for standing, p in shares.items() if standing is None or standing.colour in colours}
    total = sum(able.values())
    spread = MISREAD_SHARE * max(0.0, 1 - total) / len(able)
    total += spread * len(able)
    return {standing: (p + spread) / total for standing, p in able.items()}


def _most_likely_key(shares: Mapping[Key, float]) -> Key:
    return max(shares.items(), key=lambda item: item[1])[0]


# Decide whether a reading of the island is usable: clear enough, of this game, and in which rotation.


Value = TypeVar("Value")

MAX_BARE_HEXES: Final = 3
"""With more hexes without a token, they aren't deserts: tokens are still being placed."""
MAX_LAYING_S: Final = 60.0
"""The maximum time for placing tokens; after it the island counts as it is."""
MIN_CONFIDENCE_P: Final = 0.8
"""With less confidence the island may be partly hidden."""
MAX_HIDING_S: Final = 6.0
"""The maximum time to wait for a clearer view."""
MIN_AGREEMENT: Final = 0.5
"""Minimum agreement of a reading with its own island: two random islands agree by about 0.2."""
MIN_ROTATION_GAIN: Final = 0.15
"""The gain in agreement that another rotation needs."""
COVERED_CONFIDENCE_DROP: Final = 0.4
"""The loss of confidence in a hex that is covered."""
HIDDEN_AGREEMENT_DROP: Final = 0.07
"""The loss of agreement if one or two hexes are hidden."""

UNCLEAR_WARNING: Final = sentence("The island isn't seen clearly: is something over it?")
WRONG_ISLAND_WARNING: Final = sentence(
    "The island in the picture isn't the one of this game: correct the island on the page, or start a new "
    "game."
)


def best_rotation(island: IslandReading, layout: Layout) -> tuple[int, float]:
    """Return the rotation in sixths in which a reading agrees most with an island, and that agreement."""
    alike = [island.rotate(sixths).agreement(layout) for sixths in range(6)]
    best = max(range(6), key=alike.__getitem__)
    return (best, alike[best]) if alike[best] >= alike[0] + MIN_ROTATION_GAIN else (0, alike[0])


def rotation_degrees(project: Callable[[Points], Points]) -> float:
    """Return the island's rotation in a picture in degrees, clockwise: 0 if its north is up.

    Args:
        project: maps the island's plane to the picture.
    """
    (x0, y0), (x1, y1) = project(np.array([[0.0, 0.0], [0.0, -1.0]]))
    return round(math.degrees(math.atan2(x1 - x0, y0 - y1)))


def is_same_view(before: IslandReading, now: IslandReading) -> bool:
    """Return whether an unclear island looks as it did before, so it is pale or always partly hidden.

    Otherwise a hex was covered, or tiles have been placed since: a hex with another reading, or with a surer
    one, was less visible before. A doubt that alternates between two answers is the same doubt.
    """
    return all(
        _total_variation(was.terrain, seen.terrain) < COVERED_CONFIDENCE_DROP
        and _total_variation(was.number, seen.number) < COVERED_CONFIDENCE_DROP
        and abs(seen.confidence - was.confidence) < COVERED_CONFIDENCE_DROP
        for was, seen in ((before.hexes[at], now.hexes[at]) for at in before.hexes)
    )


def _total_variation(one: Mapping[Value, float], other: Mapping[Value, float]) -> float:
    """Return the total variation distance of two distributions."""
    return sum(abs(one.get(value, 0.0) - other.get(value, 0.0)) for value in {*one, *other}) / 2


def unclear_reason(island: IslandReading) -> tuple[str, float]:
    """Return why the island should be read again before it is reported, and the maximum wait in seconds."""
    bare = sum(max(seen.number, key=seen.number.__getitem__) is None for seen in island.hexes.values())
    if bare > MAX_BARE_HEXES:
        warning = plural_sentence(
            "A number token is missing on {count} hex of the island.",
            "Number tokens are missing on {count} hexes of the island.",
            bare,
        )
        return warning, MAX_LAYING_S
    if island.confidence < MIN_CONFIDENCE_P:
        return UNCLEAR_WARNING, MAX_HIDING_S
    return "", 0.0
