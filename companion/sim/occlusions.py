"""The times and sites at which a simulated board is hidden, by a hand or after a knock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.island.pieces import SITES, Site
from companion.sim.board_actions import BoardAction, Cover, Knock

REACH_S: Final = 1.0
"""A resting hand arrived this many seconds before: the sites were last visible then."""
BLIND_REPORT_AFTER_S: Final = 2.0
"""Seconds after which the camera reports that it can't see the board."""


class Occlusions:
    """The resting hands on a board, and the times at which the camera can't find it."""

    def __init__(self, actions: Sequence[BoardAction], soon_s: float, read_s: float) -> None:
        """Collect the occlusions.

        Args:
            actions: all actions on the board.
            soon_s: a piece that is hidden this soon after it was placed was not seen before.
            read_s: greatest delay from a site's reappearance to its reading.
        """
        self._knocks = [action for action in actions if isinstance(action, Knock)]
        self._covers = [action for action in actions if isinstance(action, Cover)]
        self._soon_s, self._read_s = soon_s, read_s

    def next_visible_time(self, t: float, site: Site | None) -> tuple[float, float | None]:
        """Return the first time from `t` at which a site is visible, and since when it was hidden.

        Args:
            t: the time.
            site: the site; None: the hexes, for the robber, over which no hand rests.

        Returns:
            The time, and the start of the occlusion; None: the site is visible at `t`.
        """
        since: float | None = None
        hidden = True
        while hidden:
            hidden = False
            for begin, end, last_seen in self._hidden_intervals(site):
                if begin <= t < end:
                    t, since, hidden = end, min(last_seen, since or last_seen), True
        return t, since

    def _hidden_intervals(self, site: Site | None) -> list[tuple[float, float, float]]:
        """Return the intervals in which a site is hidden: start, end, and the last sight before it."""
        knocks = [(knock.t, knock.until, knock.t) for knock in self._knocks]
        covers = [cover for cover in self._covers if site in cover.sites]
        return knocks + [(c.t - self._soon_s, c.until, c.t - REACH_S) for c in covers]

    def is_blind(self, t: float) -> bool:
        """Return whether the camera is silent: the board is lost, and this isn't reported yet."""
        return any(knock.t <= t < min(knock.until, knock.t + BLIND_REPORT_AFTER_S) for knock in self._knocks)

    def covered_sites(self, t: float, since: Mapping[Site, float]) -> Mapping[Site, float]:
        """Return the sites whose reading is older than their occlusion, with the time of the last sight.

        Args:
            t: the present time.
            since: by site, the time of its present reading.
        """
        last_seen_by_site: dict[Site, float] = {}
        hiding = [(c.t, c.until, c.t - REACH_S, c.sites) for c in self._covers]
        hiding += [(reported, until, t, frozenset(SITES)) for t, reported, until in self._long_knocks]
        for begin, end, last_seen, sites in hiding:
            if begin <= t < end + self._read_s:
                unread = [site for site in sites if since.get(site, begin) < end]
                last_seen_by_site |= {site: min(last_seen, last_seen_by_site.get(site, t)) for site in unread}
        return last_seen_by_site

    @property
    def _long_knocks(self) -> list[tuple[float, float, float]]:
        """The knocks long enough for a report that the board is lost: their start, report and end."""
        return [
            (k.t, k.t + BLIND_REPORT_AFTER_S, k.until)
            for k in self._knocks
            if k.t + BLIND_REPORT_AFTER_S < k.until
        ]

    @property
    def change_times(self) -> list[float]:
        """The times at which the set of hidden sites changes."""
        hiding = [(cover.t, cover.until) for cover in self._covers]
        hiding += [(reported, until) for _, reported, until in self._long_knocks]
        return sorted(t for begin, end in hiding for t in (begin, end, end + self._read_s))
