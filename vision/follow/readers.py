"""The readers of sites and hexes that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import SITES, PieceKind, Site, Standing
from vision.buildings import BUILDINGS, EditionEstimate, Example, edition_statistics, refine_buildings
from vision.colour_correction import correct_brown_orange
from vision.lattice import Homography
from vision.network import network
from vision.patches import VIEWS
from vision.pieces import SITE_INDEX, read_sites, read_sites_augmented
from vision.robber import classify_hexes

_ROBBER_VIEWS: Final = VIEWS[:2]
"""Views of a hex that is read again: it is read from several pictures, and each view takes time."""


class SiteReader(Protocol):
    """Reads sites of one picture."""

    def __call__(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        sites: Sequence[Site],
        white: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return likelihoods n x standings, as `vision.pieces.read_sites` does.

        Args:
            picture: BGR, height x width x 3.
            plane: homography from the plane to pixels.
            sites: the sites to read.
            white: the board's paper around all sites, as `vision.pieces.paper_brightness` gives it.
        """


class HexReader(Protocol):
    """Reads hexes of one picture for the robber."""

    def __call__(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        hexes: NDArray[np.int64],
        white: NDArray[np.float64],
    ) -> NDArray[np.float32]:
        """Return logits n x `vision.robber.CLASSES` of hexes, given by their indices in `HEXES`."""


@dataclass(frozen=True)
class Readers:
    """All readers of a table.

    Attributes:
        sites: reads sites.
        sites_augmented: reads a few doubtful sites in augmented views: each takes as long as two to four
            others.
        hexes: reads hexes.
        edition: the estimated edition of the table's buildings, and its examples.
    """

    sites: SiteReader
    sites_augmented: SiteReader
    hexes: HexReader
    edition: EditionEstimate = field(default_factory=EditionEstimate)

    def add_examples(
        self,
        picture: NDArray[np.uint8],
        plane: Homography,
        kinds: Mapping[Site, PieceKind],
        white: NDArray[np.float64],
    ) -> None:
        """Store buildings as examples: the site and the certain kind of each."""
        likelihoods = read_sites(network("pieces.onnx"), picture, plane, [*kinds], white)
        self.edition.add_examples(network("buildings.onnx"), picture, plane, kinds, white, likelihoods)


def network_readers(examples: Sequence[Example] = ()) -> Readers:
    """Return the readers that ship with the package, for one table, whose edition they remember.

    Args:
        examples: its buildings of certain kind.
    """
    # Loaded now, before anybody waits for an answer.
    edition_statistics()
    of_set = EditionEstimate(examples)
    reader = network("pieces.onnx")
    return Readers(
        partial(_read_sites, of_set, partial(read_sites, reader)),
        partial(_read_sites, of_set, partial(read_sites_augmented, reader)),
        _read_hexes,
        of_set,
    )


def _read_sites(
    of_set: EditionEstimate,
    read: Callable[..., NDArray[np.float64]],
    picture: NDArray[np.uint8],
    plane: Homography,
    sites: Sequence[Site],
    white: NDArray[np.float64],
) -> NDArray[np.float64]:
    seen = correct_brown_orange(read(picture, plane, sites, white))
    return refine_buildings(network("buildings.onnx"), picture, plane, sites, white, seen, of_set)


def _read_hexes(
    picture: NDArray[np.uint8], plane: Homography, hexes: NDArray[np.int64], white: NDArray[np.float64]
) -> NDArray[np.float32]:
    return classify_hexes(network("robber.onnx"), picture, plane, hexes, white, _ROBBER_VIEWS)


# Buildings of certain kind: which looks are valid examples of a stated kind.
#
# People enter a change before or after they make it. A city may be entered while the settlement still stands,
# or be built while a settlement is still stated, at once or on the corner that was bare for a moment after
# the settlement was lifted. So a building is an example of its stated kind only in three cases: its look is
# older than the statement, it arrived on a corner that had been bare since before the statement, or a stated
# change of kind was followed by a change of look.


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
        self._began_at = -np.inf
        self._bare_since = self._bare_since_settled = np.full(len(SITES), np.inf)

    def set_statements(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing],
        t: float,
        *,
        founding: bool = False,
    ) -> None:
        """Replace the statements.

        Args:
            certain: buildings of certain kind, by the rules or because people entered it.
            standing: all stated contents of the board, from any source.
            t: time of the last picture before the statement, in seconds.
            founding: no settlement can have become a city so far: a change of its look was a nudge.
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
        if founding:
            for site in certain.keys() & self._statements.keys():
                self._statements[site] = replace(self._statements[site], since=t)

    def reset(self, unwatched: NDArray[np.bool_], t: float) -> None:
        """Restart, as with a first picture.

        Args:
            unwatched: a mask of the sites where people may have played on since the statements.
            t: the time of that picture, in seconds.
        """
        self._learned = {}
        self._arrived_at = np.where(unwatched, _ARRIVAL_UNKNOWN, -np.inf)
        self._began_at = t
        self._bare_since = np.full(len(SITES), np.inf)
        self.settle(np.ones(len(SITES), np.bool_))

    def record_new_look(self, sites: NDArray[np.bool_], bare: NDArray[np.bool_], t: float) -> None:
        """Record a new look.

        Args:
            sites: a mask of the sites that something touched and changed.
            bare: a mask of the sites that were bare before.
            t: the time of the change, in seconds.
        """
        self._arrived_at = np.where(sites, t, self._arrived_at)
        # One bare look may follow another: a shadow fell on the corner.
        bare_look_at = np.where(np.isnan(self._came_settled), self._began_at, self._came_settled)
        bare_since = np.where(bare, np.minimum(self._bare_since_settled, bare_look_at), np.inf)
        self._bare_since = np.where(sites, bare_since, self._bare_since)

    def restore_settled_look(self, sites: NDArray[np.bool_]) -> None:
        """Restore the recorded looks of sites (a mask) that have their known look again."""
        self._arrived_at = np.where(sites, self._came_settled, self._arrived_at)
        self._bare_since = np.where(sites, self._bare_since_settled, self._bare_since)

    def settle(self, sites: NDArray[np.bool_]) -> None:
        """Make the present look of sites (a mask) the known one; a nudged example is learned again."""
        nudged = sites & (self._arrived_at != self._came_settled)
        for site in [site for site in self._learned if nudged[SITE_INDEX[site]]]:
            if site in self._certain and self._matches_statement(site):
                del self._learned[site]
        self._came_settled = np.where(sites, self._arrived_at, self._came_settled)
        self._bare_since_settled = np.where(sites, self._bare_since, self._bare_since_settled)

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
        # A building on a corner that was bare at its entry is the entered one. On a corner that became bare
        # later it isn't: the entered one was lifted, and a city may have followed.
        return bool(arrived_at <= statement.since or self._bare_since[SITE_INDEX[site]] <= statement.since)

    def _has_changed_since_learned(self, site: Site) -> bool:
        statement = self._statements.get(site)
        return statement is not None and statement.changed is not None and self._matches_statement(site)
