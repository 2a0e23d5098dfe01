"""Beliefs about the whole board: changed places are read, all others keep their belief.

A place is a site or a hex. Its look is *known* once it has been read often enough. A difference from the
known look begins a new one, which is read from a few pictures and then becomes the known one. If the known
look returns before that, its belief is restored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, HEXES, SITES, HexId, PieceKind, Site, Standing
from vision import board_posterior
from vision.buildings import BUILDINGS
from vision.follow.motion import HEX_SPOTS, SPOTS, PlaceSamples
from vision.follow.readers import CertainBuildings, Readers
from vision.follow.robber_belief import CertainRobber, RobberBelief
from vision.follow.site_beliefs import SiteBeliefs, change_probability
from vision.follow.tints import (
    HexChange,
    Tint,
    Tints,
    add_piece,
    arrived_colours,
    change_colours,
    colour_weights,
)
from vision.lattice import Homography
from vision.pieces import SITE_INDEX, STANDINGS, informative_share
from vision.robber import CLASSES, HEX_SITES

MAX_PICTURES_PER_LOOK: Final = 3
"""Pictures of one look that are read, at most."""
MIN_REPORTED_PICTURES: Final = 2
"""Pictures that must have been read before their result is reported."""
MAX_PLACES_PER_PICTURE: Final = 6
"""Places that are read in one picture, at most; in the first, all are."""
MAX_SIMULTANEOUS_CHANGES: Final = 15
"""If more places change together, it is the light, while the board was watched; if it wasn't, people have
played on, and everything is read again."""
MAX_AUGMENTED_SITES: Final = 2
"""Sites that are read with augmentation in one picture, at most."""
RETRY_S: Final = 1.0
"""A site that its reader finds covered is read again after this time."""
_MIN_INFORMATIVE_SHARE: Final = 0.4
"""Least informative share of a reading: below, the site is covered."""
_KNOWN_ODDS: Final = 100.0
"""Prior odds of a site's stated content, before it is first read."""
_UNWATCHED_CHANGE_WEIGHT: Final = 0.2
"""Relative weight of any other content after an unwatched time: almost nothing is known of the changes."""
_CLEAR_P: Final = 0.99
"""A site whose posterior so far is less certain is read with augmentation in the next pictures."""
_SURE_P: Final = 0.95
"""Least probability of a piece, or of a bare site, from which its colour is learned."""
_MIN_PRESENCE_P: Final = 0.7
"""Least probability of a building at its known site, for it to become an example."""
MAX_EXAMPLES_PER_PICTURE: Final = 2
"""Buildings that become examples in one picture, at most."""
_FOLLOW_SHARE: Final = 0.1
"""Share of its present look that a place adopts in each picture: light changes slowly."""

_IS_SITE: Final = np.arange(len(SPOTS)) < len(SITES)


@dataclass(frozen=True)
class BoardView:
    """One picture of the board as the networks need it; costly parts are computed on demand.

    Attributes:
        picture: returns it, undistorted; BGR, height x width x 3.
        plane: homography from the plane to its pixels.
        white: returns the board's paper around all sites, as `vision.pieces.paper_brightness` does.
    """

    picture: Callable[[], NDArray[np.uint8]]
    plane: Homography
    white: Callable[[], NDArray[np.float64]]


class BoardBelief:
    """The beliefs about every site and about the robber."""

    def __init__(
        self,
        readers: Readers,
        tints: Tints,
        standing: Mapping[Site, Standing] | None,
        *,
        unwatched: bool = False,
        robber: Tint | None = None,
    ) -> None:
        """Start before the first reading.

        Args:
            readers: read sites and hexes.
            tints: colours of pieces under this lamp, as far as known.
            standing: all pieces known to be on the board; None: unknown.
            unwatched: the board was not watched since then, so these count little.
            robber: its colour, as far as known.
        """
        self.tints = tints
        self.certain_buildings = CertainBuildings()
        """Buildings of certain kind, by the rules or because people entered it."""
        self.certain_robber = CertainRobber(robber)
        """The robber's certain places, and its colour by them."""
        self._readers = readers
        self._standing = standing
        self._game_begins = standing is not None and not standing and not unwatched
        self._known_odds = 1 / _UNWATCHED_CHANGE_WEIGHT if unwatched else _KNOWN_ODDS
        self._known: PlaceSamples | None = None
        self._newest: PlaceSamples | None = None
        self._beliefs = SiteBeliefs.from_first_reading(SiteBeliefs.uniform(), SiteBeliefs.uniform())
        self._settled = np.empty((0, 0))
        self._former: PlaceSamples | None = None
        self._former_settled = self._settled
        self._pictures = np.zeros(len(SPOTS), np.int64)
        self._open = np.zeros(len(SPOTS), np.bool_)
        self._touched = np.zeros(len(SPOTS), np.bool_)
        self._unseen = np.zeros(len(SPOTS), np.bool_)
        self._retry_at = np.zeros(len(SPOTS))
        self.handled = np.full(len(SITES), -np.inf)
        """Time of the last motion at each site that changed its look, in seconds."""
        nothing = np.zeros((len(HEXES), CLASSES), np.float32)
        self._robber = RobberBelief.from_first_reading(nothing, np.zeros(len(HEXES), np.bool_))
        self._stated_robber: HexId | None = None
        self._stated_robber_applied = False
        self.hex_changes: tuple[HexChange, ...] = ()
        """Changed hexes whose reading was completed by the last picture."""
        self.covered = np.zeros(len(SPOTS), np.bool_)
        """Places that were not visible in the last picture."""
        self.opened = np.zeros(len(SPOTS), np.bool_)
        """Places whose look was first different in the last picture, after motion there."""

    @property
    def has_begun(self) -> bool:
        """Return whether anything was read yet."""
        return self._known is not None

    @property
    def shares(self) -> NDArray[np.float64]:
        """Probabilities sites x standings, `companion.island.geometry.SITES` by `vision.pieces.STANDINGS`."""
        return self._beliefs.shares

    @property
    def robber(self) -> NDArray[np.float64]:
        """20 probabilities: the robber on each hex of `HEXES`, or on none."""
        return self._robber.shares(self.covered[HEX_SPOTS])

    @property
    def is_reportable(self) -> NDArray[np.bool_]:
        """Mask of the sites whose belief rests on enough pictures to be reported."""
        return np.asarray((~self._open | (self._pictures >= MIN_REPORTED_PICTURES))[: len(SITES)])

    @property
    def is_robber_reportable(self) -> bool:
        """Return whether the belief about the robber rests on enough pictures."""
        return not bool(
            (self._open & ~self.covered & (self._pictures < MIN_REPORTED_PICTURES))[HEX_SPOTS].any()
        )

    def mark_touched(self, places: NDArray[np.bool_]) -> None:
        """Record motion at these places: their content may have changed."""
        self._touched |= places

    def unmark_touched(self) -> None:
        """Discard recorded motion: it was the camera's, not a hand's."""
        self._touched[:] = False

    def set_robber(self, at: HexId | None) -> None:
        """Set the robber's hex by the rules or people; None: unknown."""
        if at != self._stated_robber:
            self._stated_robber, self._stated_robber_applied = at, False
            self.certain_robber.set_hex(at)
            self._robber = replace(self._robber, tint=self.certain_robber.tint)

    def forget_examples(self, site: Site) -> None:
        """Remove the examples of buildings on a site."""
        self.certain_buildings.forget(site)
        for kind in BUILDINGS:
            self._readers.edition.remove_example(site, kind)

    def has_unread_places(self, t: float) -> bool:
        """Return whether some visible place is due to be read now."""
        return bool((self._open & ~self.covered & (self._retry_at <= t)).any())

    def update(
        self,
        scene: BoardView,
        samples: PlaceSamples,
        covered: NDArray[np.bool_],
        t: float,
        *,
        gap_s: float = 0.0,
        unwatched: bool = False,
    ) -> None:
        """Update the beliefs with a picture in which nothing moves.

        Args:
            scene: input for the readers.
            samples: the places' look in it.
            covered: a mask of the places that are covered, or outside the picture.
            t: time in seconds.
            gap_s: the longest time between two pictures since the look before, in seconds.
            unwatched: anything may have happened since the picture before.
        """
        self.covered, self.hex_changes = covered, ()
        self.opened = np.zeros(len(SPOTS), np.bool_)
        if self._known is None or self._newest is None:
            self._begin(scene, samples, self._initial_odds())
            self.certain_buildings.reset(np.array([site in (self._standing or {}) for site in SITES]), t)
            self.certain_robber.reset(game_begins=self._game_begins)
            return
        other = samples.has_changed(self._known) & ~covered
        back = self._open & ~other & ~covered & _IS_SITE
        self._restore_known_look(back)
        fresh = other & (~self._open | samples.has_changed(self._newest))
        fresh |= self._robber_hex_to_reread(fresh)
        if np.count_nonzero(fresh) > MAX_SIMULTANEOUS_CHANGES:
            if unwatched:
                self._begin(
                    scene, samples, _UNWATCHED_CHANGE_WEIGHT + (1 - _UNWATCHED_CHANGE_WEIGHT) * self.shares
                )
                self.certain_buildings.reset(np.ones(len(SITES), np.bool_), t)
                self.certain_robber.reset(game_begins=False)
                return
            self._touched &= ~fresh
        reported = self._open & (self._pictures >= MIN_REPORTED_PICTURES)
        bare = (self._settled[:, 0] > _SURE_P) & ~reported[: len(SITES)]
        self.certain_buildings.record_new_look((fresh & self._touched)[: len(SITES)], bare, t)
        self._begin_new_look(fresh, gap_s, samples)
        self.opened = fresh & self._touched
        self._newest = self._newest.blend(samples, other.astype(np.float64))
        steady = ~other & ~covered & ~self._open
        self._known = self._known.blend(samples, _FOLLOW_SHARE * steady.astype(np.float64))
        self._read_some(scene, samples, t)
        self.handled[
            (self._open & self._touched & (self._pictures >= MIN_REPORTED_PICTURES))[: len(SITES)]
        ] = t
        done = self._open & (self._pictures >= MAX_PICTURES_PER_LOOK) & ~covered
        self._learn_tints(np.flatnonzero(done[: len(SITES)]), samples, scene)
        self._store_former_look(done)
        self._known = self._known.blend(samples, done.astype(np.float64))
        self._open &= ~done
        self._unseen &= ~done
        self._touched &= ~(steady | done | back)
        sites = done[: len(SITES)]
        self._settled[sites] = self.shares[sites]
        self.certain_buildings.settle(sites)
        if not (self._open & ~self.covered).any():
            self._learn_kinds(scene)
        if done[HEX_SPOTS].any() and not (self._open & ~covered)[HEX_SPOTS].any():
            self.hex_changes = self._robber.changes
            self.certain_robber.process_changes(self.hex_changes)
            self._robber = replace(self._robber.settle(covered[HEX_SPOTS]), tint=self.certain_robber.tint)
        self._apply_stated_robber()

    def _apply_stated_robber(self) -> None:
        """Apply a newly stated place of the robber once, after pending hexes were read."""
        unread = bool((self._open & ~self.covered)[HEX_SPOTS].any())
        if self._stated_robber is None or self._stated_robber_applied or unread:
            return
        self._robber = self._robber.apply_statement(HEXES.index(self._stated_robber))
        self._stated_robber_applied = True

    def _robber_hex_to_reread(self, fresh: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the robber's hex for another reading, if any other hex has changed: a mask of places."""
        again = np.zeros(len(SPOTS), np.bool_)
        at = int(self._robber.settled_p.argmax())
        if fresh[HEX_SPOTS].any() and at < len(HEXES):
            again[HEX_SPOTS.start + at] = True
        return again & ~self._open & ~self.covered

    def _initial_odds(self) -> NDArray[np.float64]:
        """Return the prior odds of each site's content from the initial statement: sites x standings."""
        odds = np.ones((len(SITES), len(STANDINGS)))
        if self._standing is not None:
            for n, site in enumerate(SITES):
                odds[n, STANDINGS.index(self._standing.get(site))] = self._known_odds
        return odds

    def _begin(self, scene: BoardView, samples: PlaceSamples, odds: NDArray[np.float64]) -> None:
        """Read everything, all sites jointly.

        Args:
            scene: input for the readers.
            samples: the places' look in it.
            odds: sites x standings, prior odds of each content relative to each other.
        """
        picture, white = scene.picture(), scene.white()
        likelihoods = self._readers.sites(picture, scene.plane, SITES, white)
        likelihoods[self.covered[: len(SITES)]] = SiteBeliefs.uniform()[self.covered[: len(SITES)]]
        shares = board_posterior.joint_posterior(likelihoods) * odds
        self._settled = shares / shares.sum(axis=1, keepdims=True)
        self._beliefs = SiteBeliefs.from_first_reading(self._settled, likelihoods)
        hexes = self._readers.hexes(picture, scene.plane, np.arange(len(HEXES)), white)
        self._robber = RobberBelief.from_first_reading(
            hexes, ~self.covered[HEX_SPOTS], self.certain_robber.tint
        )
        self._stated_robber_applied = False
        self._known = self._newest = self._former = samples
        self._former_settled = self._settled.copy()
        self._pictures[:] = 0
        self._retry_at[:] = 0.0
        self._touched[:] = False
        # Covered places are read when they become visible. They were never seen, so that is no change.
        self._open, self._unseen = self.covered.copy(), self.covered.copy()

    def _restore_known_look(self, back: NDArray[np.bool_]) -> None:
        """Restore the beliefs of places that have their known look again."""
        sites = back[: len(SITES)]
        if sites.any():
            self._beliefs = self._beliefs.restore(sites, self._settled)
            self.handled[sites] = -np.inf
            self.certain_buildings.restore_settled_look(sites)
        self._open &= ~back

    def _store_former_look(self, done: NDArray[np.bool_]) -> None:
        """Store the former look of places whose new look becomes the known one."""
        assert self._known is not None
        assert self._former is not None
        touched = done & self._touched & ~self._unseen
        self._former = self._former.blend(self._known, touched.astype(np.float64))
        sites = touched[: len(SITES)]
        self._former_settled[sites] = self._settled[sites]

    def _begin_new_look(self, fresh: NDArray[np.bool_], gap_s: float, samples: PlaceSamples) -> None:
        """Begin a new look of places that differ from their known look, or from one not completely read."""
        assert self._known is not None
        assert self._former is not None
        which = np.flatnonzero((fresh & ~self._unseen)[: len(SITES)])
        if len(which):
            change, burnt = samples.relative_change(self._known), self._known.is_burnt
            unread = (fresh & self._open)[: len(SITES)]
            known = self._beliefs.restore(unread, self._settled)
            chance = change_probability(
                self._touched[which], gap_s, self._was_bare(which), change[which], burnt[which]
            )
            returned = ~samples.has_changed(self._former)[which] & self._touched[which]
            self._beliefs = known.begin_new_look(which, chance, self._former_settled[which], returned)
        self._robber = self._robber.begin_new_looks(fresh[HEX_SPOTS])
        self._open |= fresh
        self._pictures[fresh] = 0
        self._retry_at[fresh] = -np.inf

    def _was_bare(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return a mask of these sites: those known to be bare."""
        return np.asarray(self._settled[which, 0] > _SURE_P)

    def _reweight_by_tint(
        self,
        likelihoods: NDArray[np.float64],
        which: NDArray[np.int64],
        samples: PlaceSamples,
        white: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Reweight the colours in the likelihoods of sites by the pieces' tints under this lamp."""
        bare = self._was_bare(which)
        if self._known is None or not self.tints or not bare.any():
            return likelihoods
        weights = np.ones((len(which), len(COLOURS)))
        weights[bare] = colour_weights(self.tints, arrived_colours(self._known, samples, which[bare], white))
        pieces = likelihoods[:, 1:].reshape(len(which), -1, len(COLOURS))
        weighed = pieces * weights[:, None, :]
        # Tints discriminate colours, not presence.
        total = np.maximum(weighed.sum(axis=(1, 2), keepdims=True), 1e-12)
        weighed *= pieces.sum(axis=(1, 2), keepdims=True) / total
        return np.column_stack([likelihoods[:, 0], weighed.reshape(len(which), -1)])

    def _learn_tints(self, which: NDArray[np.int64], samples: PlaceSamples, scene: BoardView) -> None:
        """Learn the colours of certain pieces on sites that were bare."""
        shares = self.shares[which]
        sure = (
            self._was_bare(which) & (shares[:, 1:].max(axis=1) > _SURE_P) if len(which) else np.zeros(0, bool)
        )
        if self._known is None or not sure.any():
            return
        labs = arrived_colours(self._known, samples, which[sure], scene.white())
        for row, lab in zip(shares[sure], labs, strict=True):
            standing = STANDINGS[int(row.argmax())]
            if standing is not None:
                self.tints = add_piece(self.tints, standing.colour, lab)

    def _learn_kinds(self, scene: BoardView) -> None:
        """Adopt the kind of certain buildings that are visible, and store them as examples."""
        for mistaken in self.certain_buildings.pop_mistaken_examples():
            self._readers.edition.remove_example(*mistaken)
        kinds: dict[Site, PieceKind] = {}
        known = np.zeros(len(SITES), np.bool_)
        for site, standing in self.certain_buildings.examples_to_learn():
            n = SITE_INDEX[site]
            columns = [STANDINGS.index(Standing(kind, standing.colour)) for kind in BUILDINGS]
            there = self._settled[n, columns].sum()
            if (self._open | self.covered)[n] or there < _MIN_PRESENCE_P:
                continue
            kinds[site] = standing.kind
            # Where the reading agrees, its doubt is kept: the content may soon change.
            known[n] = self._settled[n, STANDINGS.index(standing)] < there / 2
            if known[n]:
                self._settled[n, columns] = there / (1 + _KNOWN_ODDS)
                self._settled[n, STANDINGS.index(standing)] = there * _KNOWN_ODDS / (1 + _KNOWN_ODDS)
            if len(kinds) == MAX_EXAMPLES_PER_PICTURE:
                break
        if kinds:
            self._beliefs = self._beliefs.set_known(known, self._settled)
            self._readers.add_examples(scene.picture(), scene.plane, kinds, scene.white())
        for site, kind in kinds.items():
            self.certain_buildings.mark_learned(site, kind)

    def _is_doubtful(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return a mask of these sites: those that the pictures of this look leave open."""
        doubtful = self.shares[which].max(axis=1) < _CLEAR_P
        return np.asarray(doubtful & (self._pictures[which] > 0))

    def _read_some(self, scene: BoardView, samples: PlaceSamples, t: float) -> None:
        """Read the open, visible places, those with the fewest pictures first."""
        due = np.flatnonzero(self._open & ~self.covered & (self._retry_at <= t))
        due = due[np.argsort(self._pictures[due], kind="stable")][:MAX_PLACES_PER_PICTURE]
        if not len(due):
            return
        picture, white = scene.picture(), scene.white()
        which, hexes = due[due < len(SITES)], due[due >= len(SITES)]
        unclear = self._is_doubtful(which)
        closely = unclear & (np.cumsum(unclear) <= MAX_AUGMENTED_SITES)
        # The last picture of a doubtful site is read with augmentation: the site waits for its turn.
        plainly = ~closely & (~unclear | (self._pictures[which] < MAX_PICTURES_PER_LOOK - 1))
        for some, reader in (
            (which[closely], self._readers.sites_augmented),
            (which[plainly], self._readers.sites),
        ):
            if not len(some):
                continue
            likelihoods = reader(picture, scene.plane, [SITES[n] for n in some], white)
            likelihoods = self._reweight_by_tint(likelihoods, some, samples, white)
            informative = informative_share(likelihoods, some) >= _MIN_INFORMATIVE_SHARE
            if reader is self._readers.sites_augmented:
                # The first picture's doubtful evidence is dropped, so that its error doesn't weigh against
                # the clear reading.
                self._beliefs = self._beliefs.forget_present_look(
                    some[informative & (self._pictures[some] == 1)]
                )
            self._beliefs = self._beliefs.update(some[informative], likelihoods[informative])
            self._pictures[some[informative]] += 1
            self._retry_at[some[~informative]] = t + RETRY_S
        if len(hexes):
            at = hexes - len(SITES)
            logits = self._readers.hexes(picture, scene.plane, at, white)
            paints = None
            if self._known is not None:
                paints = change_colours(self._known, samples, hexes, white[HEX_SITES[at]])
            self._robber = self._robber.update(at, logits, paints)
            self._pictures[hexes] += 1
