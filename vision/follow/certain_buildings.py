"""Buildings of certain kind: which looks are valid examples of a stated kind.

People enter a change before or after they make it. A city may be entered while the settlement still stands,
or be built while a settlement is still stated. So a building is an example of its stated kind only in two
cases: its look is older than the statement, or a stated change of kind was followed by a change of look.
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

_ARRIVAL_UNKNOWN: Final = np.nan
"""Arrival time of a building that may have arrived while nobody watched: neither before nor after anything.
"""


@dataclass(frozen=True)
class _Statement:
    """The stated content of a site.

    Attributes:
        standing: the building.
        since: time at which it was first stated, in seconds.
        changed: time at which the settlement was first stated that became this city; None: it is no such
            city.
    """

    standing: Standing
    since: float
    changed: float | None = None


class CertainBuildings:
    """Statements about buildings, and the age of each site's look."""

    def __init__(self) -> None:
        """Start without statements; every present look is older than any statement."""
        self._certain: Mapping[Site, Standing] = {}
        self._statements: dict[Site, _Statement] = {}
        self._learned: dict[Site, PieceKind] = {}
        self._arrived_at = self._came_settled = np.full(len(SITES), -np.inf)
        self._from_bare = self._from_bare_settled = np.zeros(len(SITES), np.bool_)

    def set_statements(
        self, certain: Mapping[Site, Standing], standing: Mapping[Site, Standing], t: float
    ) -> None:
        """Replace the statements.

        Args:
            certain: buildings of certain kind, by the rules or because people entered it.
            standing: all stated contents of the board, from any source.
            t: time of the last picture before the statement, in seconds.
        """
        self._certain = certain
        for site in self._statements.keys() - standing.keys():
            del self._statements[site]
        for site, one in standing.items():
            before = self._statements.get(site)
            if one.kind not in BUILDINGS or (before is not None and before.standing == one):
                continue
            if before is not None and one == replace(before.standing, kind="city"):
                self._statements[site] = _Statement(one, t, changed=before.since)
            else:
                self._statements[site] = _Statement(one, t)

    def reset(self, unwatched: NDArray[np.bool_]) -> None:
        """Restart, as with a first picture.

        Args:
            unwatched: a mask of the sites where people may have played on since the statements.
        """
        self._learned = {}
        self._arrived_at = np.where(unwatched, _ARRIVAL_UNKNOWN, -np.inf)
        self._from_bare = np.zeros(len(SITES), np.bool_)
        self.settle(np.ones(len(SITES), np.bool_))

    def record_new_look(self, sites: NDArray[np.bool_], bare: NDArray[np.bool_], t: float) -> None:
        """Record a new look.

        Args:
            sites: a mask of the sites that something touched and changed.
            bare: a mask of the sites that were bare before.
            t: the time of the change, in seconds.
        """
        self._arrived_at = np.where(sites, t, self._arrived_at)
        self._from_bare = np.where(sites, bare, self._from_bare)

    def restore_settled_look(self, sites: NDArray[np.bool_]) -> None:
        """Restore the recorded looks of sites (a mask) that have their known look again."""
        self._arrived_at = np.where(sites, self._came_settled, self._arrived_at)
        self._from_bare = np.where(sites, self._from_bare_settled, self._from_bare)

    def settle(self, sites: NDArray[np.bool_]) -> None:
        """Make the present look of sites (a mask) the known one."""
        self._came_settled = np.where(sites, self._arrived_at, self._came_settled)
        self._from_bare_settled = np.where(sites, self._from_bare, self._from_bare_settled)

    def pop_mistaken_examples(self) -> Iterator[tuple[Site, PieceKind]]:
        """Yield each example, once, whose site is now stated to be another kind without a change of look."""
        for site, kind in list(self._learned.items()):
            statement = self._certain.get(site)
            if statement is not None and statement.kind != kind and not self._has_changed_since_learned(site):
                del self._learned[site]
                yield site, kind

    def examples_to_learn(self) -> Iterator[tuple[Site, Standing]]:
        """Yield the buildings whose look matches their statement and that aren't examples of it yet."""
        for site, standing in self._certain.items():
            if self._learned.get(site) != standing.kind and self._matches_statement(site):
                yield site, standing

    def mark_learned(self, site: Site, kind: PieceKind) -> None:
        """Record that a building became an example."""
        self._learned[site] = kind

    def forget(self, site: Site) -> None:
        """Forget the example of a site."""
        self._learned.pop(site, None)

    def _matches_statement(self, site: Site) -> bool:
        statement = self._statements.get(site)
        if statement is None or statement.standing != self._certain[site]:
            return False
        arrived_at = self._arrived_at[SITE_INDEX[site]]
        if statement.changed is not None:
            return bool(arrived_at > statement.changed)
        # A building on an empty corner is the one entered just before; a change of another building is not.
        return bool(arrived_at <= statement.since or self._from_bare[SITE_INDEX[site]])

    def _has_changed_since_learned(self, site: Site) -> bool:
        statement = self._statements.get(site)
        return statement is not None and statement.changed is not None and self._matches_statement(site)
