"""What of a simulated board can't be seen, under a hand or after a knock: since when, and until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.island.pieces import SITES, Site
from companion.sim.board_actions import BoardAction, Cover, Knock

REACH_S: Final = 1.0
"""A hand that rests has come so long before: the board was last seen then."""
BLIND_S: Final = 2.0
"""A board that isn't seen at all for so long is told to be."""


class OutOfSight:
    """Hands that rest on a board, and the times in which the camera doesn't find it."""

    def __init__(self, actions: Sequence[BoardAction], soon_s: float, read_s: float) -> None:
        """What actions hide.

        Args:
            actions: all that is done.
            soon_s: what is hidden so soon after it was put down was not seen before.
            read_s: so long may it take until what has come to light is read.
        """
        self._knocks = [action for action in actions if isinstance(action, Knock)]
        self._covers = [action for action in actions if isinstance(action, Cover)]
        self._soon_s, self._read_s = soon_s, read_s

    def light(self, t: float, site: Site | None) -> tuple[float, float | None]:
        """When what is there from a time on can be seen, and since when it couldn't be; None: it could.

        Args:
            t: the time.
            site: None: on the hexes, where the robber stands; nobody rests a hand there.
        """
        since: float | None = None
        hidden = True
        while hidden:
            hidden = False
            for begin, end, last_seen in self._hiding(site):
                if begin <= t < end:
                    t, since, hidden = end, min(last_seen, since or last_seen), True
        return t, since

    def _hiding(self, site: Site | None) -> list[tuple[float, float, float]]:
        """From when until when a site is hidden, and when it was last seen before."""
        knocked = [(knock.t, knock.until, knock.t) for knock in self._knocks]
        covers = [cover for cover in self._covers if site in cover.sites]
        return knocked + [(c.t - self._soon_s, c.until, c.t - REACH_S) for c in covers]

    def blind(self, t: float) -> bool:
        """Whether nothing is told at a time: not even that nothing is seen."""
        return any(knock.t <= t < min(knock.until, knock.t + BLIND_S) for knock in self._knocks)

    def covered(self, t: float, since: Mapping[Site, float]) -> Mapping[Site, float]:
        """The sites of which nothing newer is known than what was seen before, and when that was.

        Args:
            t: now.
            since: by site, since when it was seen to look so.
        """
        found: dict[Site, float] = {}
        hiding = [(c.t, c.until, c.t - REACH_S, c.sites) for c in self._covers]
        hiding += [(told, until, t, frozenset(SITES)) for t, told, until in self._long_knocks]
        for begin, end, last_seen, sites in hiding:
            if begin <= t < end + self._read_s:
                unread = [site for site in sites if since.get(site, begin) < end]
                found |= {site: min(last_seen, found.get(site, t)) for site in unread}
        return found

    @property
    def _long_knocks(self) -> list[tuple[float, float, float]]:
        """The knocks after which it is told that nothing is seen: the time, when that is told, the end."""
        return [(k.t, k.t + BLIND_S, k.until) for k in self._knocks if k.t + BLIND_S < k.until]

    @property
    def changes(self) -> list[float]:
        """When something else is hidden than before."""
        hiding = [(cover.t, cover.until) for cover in self._covers]
        hiding += [(told, until) for _, told, until in self._long_knocks]
        return sorted(t for begin, end in hiding for t in (begin, end, end + self._read_s))
