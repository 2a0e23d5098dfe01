"""Which buildings are certain to be what they look like: what is said of them, and since when they look so.

What people say and what they do don't come at one time. A city is said when the settlement still stands, or
is put down while it is still said to be a settlement. So a building is an example of what is said of it only
where it came to look as it does before that was said, or where what was said to change did change since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import SITES, PieceKind, Site, Standing
from vision.buildings import BUILDINGS
from vision.pieces import SITE_INDEX

_NEVER_SEEN_COMING: Final = np.nan
"""When a building came that may have come while nobody watched: neither before nor after anything."""


@dataclass(frozen=True)
class _Said:
    """What is said to stand on a site.

    Attributes:
        standing: the building.
        since: when that was first said, in seconds.
        changed: when the settlement was first said that became this city; None: it became none.
    """

    standing: Standing
    since: float
    changed: float | None = None


class CertainBuildings:
    """What is said of buildings, and since when each site looks as it does."""

    def __init__(self) -> None:
        """Nothing is said, and whatever stands there was there before."""
        self._certain: Mapping[Site, Standing] = {}
        self._said: dict[Site, _Said] = {}
        self._learned: dict[Site, PieceKind] = {}
        self._came = self._came_settled = np.full(len(SITES), -np.inf)
        self._from_bare = self._from_bare_settled = np.zeros(len(SITES), np.bool_)

    def say(self, certain: Mapping[Site, Standing], standing: Mapping[Site, Standing], t: float) -> None:
        """Take in what is said now.

        Args:
            certain: buildings that are what they are said to be, by the rules or because people said so.
            standing: all that is said to stand on the board, whoever said it.
            t: when the last picture was taken before it was said, in seconds.
        """
        self._certain = certain
        for site in self._said.keys() - standing.keys():
            del self._said[site]
        for site, one in standing.items():
            before = self._said.get(site)
            if one.kind not in BUILDINGS or (before is not None and before.standing == one):
                continue
            if before is not None and one == replace(before.standing, kind="city"):
                self._said[site] = _Said(one, t, changed=before.since)
            else:
                self._said[site] = _Said(one, t)

    def begin(self, unwatched: NDArray[np.bool_]) -> None:
        """All is looked at as if for the first time; at `unwatched` sites (a mask) people may have played on
        since it was said what stands there.
        """
        self._learned = {}
        self._came = np.where(unwatched, _NEVER_SEEN_COMING, -np.inf)
        self._from_bare = np.zeros(len(SITES), np.bool_)
        self.settle(np.ones(len(SITES), np.bool_))

    def look_anew(self, sites: NDArray[np.bool_], bare: NDArray[np.bool_], t: float) -> None:
        """Something moved at these sites (a mask) and left them looking otherwise at `t`; at `bare` ones
        nothing had stood.
        """
        self._came = np.where(sites, t, self._came)
        self._from_bare = np.where(sites, bare, self._from_bare)

    def go_back(self, sites: NDArray[np.bool_]) -> None:
        """These sites look as they were known to again."""
        self._came = np.where(sites, self._came_settled, self._came)
        self._from_bare = np.where(sites, self._from_bare_settled, self._from_bare)

    def settle(self, sites: NDArray[np.bool_]) -> None:
        """These sites are known to look as they do now."""
        self._came_settled = np.where(sites, self._came, self._came_settled)
        self._from_bare_settled = np.where(sites, self._from_bare, self._from_bare_settled)

    def mistaken(self) -> Iterator[tuple[Site, PieceKind]]:
        """Buildings that were taken for examples of a kind, and since then are said to be of another without
        having changed; each is told once.
        """
        for site, kind in list(self._learned.items()):
            said = self._certain.get(site)
            if said is not None and said.kind != kind and not self._changed_since_learned(site):
                del self._learned[site]
                yield site, kind

    def to_learn(self) -> Iterator[tuple[Site, Standing]]:
        """Buildings that look now like what they are said to be, and aren't learned as that."""
        for site, standing in self._certain.items():
            if self._learned.get(site) != standing.kind and self._looks_as_said(site):
                yield site, standing

    def learned(self, site: Site, kind: PieceKind) -> None:
        """It was taken for an example."""
        self._learned[site] = kind

    def forget(self, site: Site) -> None:
        """What was learned of that site was no example after all."""
        self._learned.pop(site, None)

    def _looks_as_said(self, site: Site) -> bool:
        said = self._said.get(site)
        if said is None or said.standing != self._certain[site]:
            return False
        came = self._came[SITE_INDEX[site]]
        if said.changed is not None:
            return bool(came > said.changed)
        # What is put on an empty corner is what people said just before; what another changed to is not.
        return bool(came <= said.since or self._from_bare[SITE_INDEX[site]])

    def _changed_since_learned(self, site: Site) -> bool:
        said = self._said.get(site)
        return said is not None and said.changed is not None and self._looks_as_said(site)
