"""What stands on the board: places whose look has changed are read, all others keep what is believed.

A place is a site or a hex. Its look is *known* once it has been read often enough; what differs from
the known look begins a new one, which is read from a few pictures and then is the known one. If the
known look comes back before that, what was believed with it does too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, HexId
from companion.island.pieces import COLOURS, SITES, PieceKind, Site, Standing
from vision import position
from vision.buildings import BUILDINGS
from vision.follow.belief import Beliefs, chance_of_change
from vision.follow.certain import CertainBuildings
from vision.follow.certain_robber import CertainRobber
from vision.follow.hex_changes import HexChange
from vision.follow.places import HEX_SPOTS, SPOTS, Samples
from vision.follow.readers import Readers
from vision.follow.robber_belief import RobberBelief
from vision.follow.tints import Tint, Tints, colour_weights, gone_and_come, seen_colours, with_piece
from vision.lattice import Homography
from vision.pieces import SITE_INDEX, STANDINGS, clear
from vision.robber import CLASSES, HEX_SITES

ENOUGH: Final = 3
"""Most pictures of one state of the board that are read."""
TELLING: Final = 2
"""Pictures that must have been read before what they say is told."""
MOST: Final = 6
"""Most places that are read in one picture; in the first, all are."""
MANY: Final = 15
"""Where more places change at once while somebody watches, it is the light that did it; while nobody does,
people have played on, and all is read anew."""
MOST_CLOSELY: Final = 2
"""Sites that are read closely in one picture, at most."""
RETRY_S: Final = 1.0
"""A site that its reader finds covered is read again after so long."""
_CLEAR: Final = 0.4
"""Least share of a reading that says anything: below, the site is covered."""
_KNOWN: Final = 100.0
"""Odds that what is said to stand on a site does, before it is first looked at."""
_LEFT: Final = 0.2
"""How likely anything else stands on a site by the end of a time in which nobody watched, relative to what
stood there before: as good as nothing is known of what people did."""
_OPEN: Final = 0.99
"""A site of which the pictures so far are less sure is read closely in the next ones."""
_SURE: Final = 0.95
"""Probability with which a piece, or nothing, must be on a site for its colour to be learned."""
_THERE: Final = 0.7
"""Least that must be believed of a building standing where it is known to, for it to be an example."""
MOST_LEARNED: Final = 2
"""Buildings of which an example is taken in one picture, at most."""
_FOLLOW: Final = 0.1
"""Share of its present look that a place takes over at each look: light changes slowly."""

_IS_SITE: Final = np.arange(len(SPOTS)) < len(SITES)


@dataclass(frozen=True)
class BoardView:
    """One picture of the board as the networks that read it need it; what is costly is made when asked for.

    Attributes:
        picture: gives it, straight; BGR, height x width x 3.
        plane: homography from the plane to its pixels.
        white: gives the board's paper around all sites, as `vision.pieces.paper` does.
    """

    picture: Callable[[], NDArray[np.uint8]]
    plane: Homography
    white: Callable[[], NDArray[np.float64]]


class BoardBelief:
    """What is believed of every site and of the robber."""

    def __init__(
        self,
        readers: Readers,
        tints: Tints,
        standing: Mapping[Site, Standing] | None,
        *,
        unwatched: bool = False,
        robber: Tint | None = None,
    ) -> None:
        """Begin knowing nothing of what stands there.

        Args:
            readers: who reads sites and hexes.
            tints: colours of pieces under this lamp, as far as they are known.
            standing: the players' pieces that are known to stand there, and no others; None: nothing is
                known.
            unwatched: nobody has watched the board since they did: they hardly count.
            robber: its colour, as far as it is known.
        """
        self.tints = tints
        self.certain = CertainBuildings()
        """Buildings of which it is certain what they are, by the rules or because people said so."""
        self.certain_robber = CertainRobber(robber)
        """Where the robber certainly stood, and what it looks like by that."""
        self._readers = readers
        self._standing = standing
        self._game_begins = standing is not None and not standing and not unwatched
        self._known_odds = 1 / _LEFT if unwatched else _KNOWN
        self._known: Samples | None = None
        self._newest: Samples | None = None
        self._beliefs = Beliefs.starting_from(Beliefs.nothing(), Beliefs.nothing())
        self._settled = np.empty((0, 0))
        self._former: Samples | None = None
        self._former_settled = self._settled
        self._pictures = np.zeros(len(SPOTS), np.int64)
        self._open = np.zeros(len(SPOTS), np.bool_)
        self._touched = np.zeros(len(SPOTS), np.bool_)
        self._unseen = np.zeros(len(SPOTS), np.bool_)
        self._retry_at = np.zeros(len(SPOTS))
        self.handled = np.full(len(SITES), -np.inf)
        """When something moved at each site last and left it looking otherwise, in seconds."""
        nothing = np.zeros((len(HEXES), CLASSES), np.float32)
        self._robber = RobberBelief.starting_from(nothing, np.zeros(len(HEXES), np.bool_))
        self._robber_said: HexId | None = None
        self._robber_heeded = False
        self.hex_changes: tuple[HexChange, ...] = ()
        """Hexes of which the last picture was the last that they were read in since they look otherwise."""
        self.covered = np.zeros(len(SPOTS), np.bool_)
        """Places that couldn't be seen in the last picture."""
        self.opened = np.zeros(len(SPOTS), np.bool_)
        """Places that something moved at and that looked otherwise for the first time in the last picture."""

    @property
    def begun(self) -> bool:
        """Whether anything was read yet."""
        return self._known is not None

    @property
    def shares(self) -> NDArray[np.float64]:
        """Probabilities sites x standings, `companion.island.pieces.SITES` by `vision.pieces.STANDINGS`."""
        return self._beliefs.shares

    @property
    def robber(self) -> NDArray[np.float64]:
        """20 probabilities: the robber on each hex of `HEXES`, or on none."""
        return self._robber.shares(self.covered[HEX_SPOTS])

    @property
    def telling(self) -> NDArray[np.bool_]:
        """Of which sites the belief rests on enough pictures to be told."""
        return np.asarray((~self._open | (self._pictures >= TELLING))[: len(SITES)])

    @property
    def robber_telling(self) -> bool:
        """Whether what is believed of the robber rests on enough pictures."""
        return not bool((self._open & ~self.covered & (self._pictures < TELLING))[HEX_SPOTS].any())

    def touch(self, places: NDArray[np.bool_]) -> None:
        """Something moved at these places: something else may stand there."""
        self._touched |= places

    def untouch(self) -> None:
        """What moved was the camera, and no hand."""
        self._touched[:] = False

    def say_robber(self, at: HexId | None) -> None:
        """The rules or people say on which hex the robber stands; None: neither does."""
        if at != self._robber_said:
            self._robber_said, self._robber_heeded = at, False
            self.certain_robber.say(at)
            self._robber = replace(self._robber, tint=self.certain_robber.tint)

    def forget_examples(self, site: Site) -> None:
        """No building on that site was an example after all."""
        self.certain.forget(site)
        for kind in BUILDINGS:
            self._readers.of_set.forget(site, kind)

    def unread(self, t: float) -> bool:
        """Whether some place that can be seen is yet to be read, now and not later."""
        return bool((self._open & ~self.covered & (self._retry_at <= t)).any())

    def see(
        self,
        scene: BoardView,
        samples: Samples,
        covered: NDArray[np.bool_],
        t: float,
        *,
        gap_s: float = 0.0,
        unwatched: bool = False,
    ) -> None:
        """Take in a picture in which nothing moves.

        Args:
            scene: what readers need.
            samples: how the places look in it.
            covered: which of them something lies over, or are out of the picture.
            t: time in seconds.
            gap_s: the longest time between two pictures since the look before, in seconds.
            unwatched: anything may have happened since the picture before.
        """
        self.covered, self.hex_changes = covered, ()
        self.opened = np.zeros(len(SPOTS), np.bool_)
        if self._known is None or self._newest is None:
            self._begin(scene, samples, self._said())
            self.certain.begin(np.array([site in (self._standing or {}) for site in SITES]))
            self.certain_robber.begin(game_begins=self._game_begins)
            return
        other = samples.changed(self._known) & ~covered
        back = self._open & ~other & ~covered & _IS_SITE
        self._go_back(back)
        fresh = other & (~self._open | samples.changed(self._newest))
        fresh |= self._where_the_robber_was(fresh)
        if np.count_nonzero(fresh) > MANY:
            if unwatched:
                self._begin(scene, samples, _LEFT + (1 - _LEFT) * self.shares)
                self.certain.begin(np.ones(len(SITES), np.bool_))
                self.certain_robber.begin(game_begins=False)
                return
            self._touched &= ~fresh
        told = self._open & (self._pictures >= TELLING)
        bare = (self._settled[:, 0] > _SURE) & ~told[: len(SITES)]
        self.certain.look_anew((fresh & self._touched)[: len(SITES)], bare, t)
        self._look_anew(fresh, gap_s, samples)
        self.opened = fresh & self._touched
        self._newest = self._newest.mixed(samples, other.astype(np.float64))
        steady = ~other & ~covered & ~self._open
        self._known = self._known.mixed(samples, _FOLLOW * steady.astype(np.float64))
        self._read_some(scene, samples, t)
        self.handled[(self._open & self._touched & (self._pictures >= TELLING))[: len(SITES)]] = t
        done = self._open & (self._pictures >= ENOUGH) & ~covered
        self._learn_tints(np.flatnonzero(done[: len(SITES)]), samples, scene)
        self._remember_former(done)
        self._known = self._known.mixed(samples, done.astype(np.float64))
        self._open &= ~done
        self._unseen &= ~done
        self._touched &= ~(steady | done | back)
        sites = done[: len(SITES)]
        self._settled[sites] = self.shares[sites]
        self.certain.settle(sites)
        if not (self._open & ~self.covered).any():
            self._learn_kinds(scene)
        if done[HEX_SPOTS].any() and not (self._open & ~covered)[HEX_SPOTS].any():
            self.hex_changes = self._robber.changes
            self.certain_robber.take(self.hex_changes)
            self._robber = replace(self._robber.settled(covered[HEX_SPOTS]), tint=self.certain_robber.tint)
        self._heed_robber()

    def _heed_robber(self) -> None:
        """Once after it was said where the robber stands, that is believed."""
        unread = bool((self._open & ~self.covered)[HEX_SPOTS].any())
        if self._robber_said is None or self._robber_heeded or unread:
            return
        self._robber = self._robber.said(HEXES.index(self._robber_said))
        self._robber_heeded = True

    def _where_the_robber_was(self, fresh: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Places to look at again beside those that look otherwise: if another hex does, the robber's own."""
        again = np.zeros(len(SPOTS), np.bool_)
        at = int(self._robber.known.argmax())
        if fresh[HEX_SPOTS].any() and at < len(HEXES):
            again[HEX_SPOTS.start + at] = True
        return again & ~self._open & ~self.covered

    def _said(self) -> NDArray[np.float64]:
        """Odds of what stands on each site by what the board begins with: sites x standings."""
        odds = np.ones((len(SITES), len(STANDINGS)))
        if self._standing is not None:
            for n, site in enumerate(SITES):
                odds[n, STANDINGS.index(self._standing.get(site))] = self._known_odds
        return odds

    def _begin(self, scene: BoardView, samples: Samples, odds: NDArray[np.float64]) -> None:
        """Read everything, all sites considered.

        Args:
            scene: what readers need.
            samples: how the places look in it.
            odds: sites x standings, of what stands there before it is looked at, relative to each other.
        """
        picture, white = scene.picture(), scene.white()
        likelihoods = self._readers.sites(picture, scene.plane, SITES, white)
        likelihoods[self.covered[: len(SITES)]] = Beliefs.nothing()[self.covered[: len(SITES)]]
        shares = position.joint_posterior(likelihoods) * odds
        self._settled = shares / shares.sum(axis=1, keepdims=True)
        self._beliefs = Beliefs.starting_from(self._settled, likelihoods)
        hexes = self._readers.hexes(picture, scene.plane, np.arange(len(HEXES)), white)
        self._robber = RobberBelief.starting_from(hexes, ~self.covered[HEX_SPOTS], self.certain_robber.tint)
        self._robber_heeded = False
        self._known = self._newest = self._former = samples
        self._former_settled = self._settled.copy()
        self._pictures[:] = 0
        self._retry_at[:] = 0.0
        self._touched[:] = False
        # What was covered is read when it comes to light. It was never seen, so that is no change.
        self._open, self._unseen = self.covered.copy(), self.covered.copy()

    def _go_back(self, back: NDArray[np.bool_]) -> None:
        """These places look as they are known to again."""
        sites = back[: len(SITES)]
        if sites.any():
            self._beliefs = self._beliefs.restored(sites, self._settled)
            self.handled[sites] = -np.inf
            self.certain.go_back(sites)
        self._open &= ~back

    def _remember_former(self, done: NDArray[np.bool_]) -> None:
        """These places have another look that is known from now on: what they looked like before is kept."""
        assert self._known is not None
        assert self._former is not None
        touched = done & self._touched & ~self._unseen
        self._former = self._former.mixed(self._known, touched.astype(np.float64))
        sites = touched[: len(SITES)]
        self._former_settled[sites] = self._settled[sites]

    def _look_anew(self, fresh: NDArray[np.bool_], gap_s: float, samples: Samples) -> None:
        """These places look other than they are known, or than a look not read to its end, as they do now."""
        assert self._known is not None
        assert self._former is not None
        which = np.flatnonzero((fresh & ~self._unseen)[: len(SITES)])
        if len(which):
            change, burnt = samples.change(self._known), self._known.burnt
            unread = (fresh & self._open)[: len(SITES)]
            known = self._beliefs.restored(unread, self._settled)
            chance = chance_of_change(
                self._touched[which], gap_s, self._bare(which), change[which], burnt[which]
            )
            returned = ~samples.changed(self._former)[which] & self._touched[which]
            self._beliefs = known.looking_anew(which, chance, self._former_settled[which], returned)
        self._robber = self._robber.looking_otherwise(fresh[HEX_SPOTS])
        self._open |= fresh
        self._pictures[fresh] = 0
        self._retry_at[fresh] = -np.inf

    def _bare(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """On which of these sites nothing stood as they were known."""
        return np.asarray(self._settled[which, 0] > _SURE)

    def _by_tint(
        self,
        likelihoods: NDArray[np.float64],
        which: NDArray[np.int64],
        samples: Samples,
        white: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Likelihoods of sites, the colours of pieces weighed by how pieces look under this lamp."""
        bare = self._bare(which)
        if self._known is None or not self.tints or not bare.any():
            return likelihoods
        weights = np.ones((len(which), len(COLOURS)))
        weights[bare] = colour_weights(self.tints, seen_colours(self._known, samples, which[bare], white))
        pieces = likelihoods[:, 1:].reshape(len(which), -1, len(COLOURS))
        weighed = pieces * weights[:, None, :]
        # Tints tell one colour from another, not whether there is a piece.
        total = np.maximum(weighed.sum(axis=(1, 2), keepdims=True), 1e-12)
        weighed *= pieces.sum(axis=(1, 2), keepdims=True) / total
        return np.column_stack([likelihoods[:, 0], weighed.reshape(len(which), -1)])

    def _learn_tints(self, which: NDArray[np.int64], samples: Samples, scene: BoardView) -> None:
        """Pieces that surely stand now where nothing did show their colour."""
        shares = self.shares[which]
        sure = self._bare(which) & (shares[:, 1:].max(axis=1) > _SURE) if len(which) else np.zeros(0, bool)
        if self._known is None or not sure.any():
            return
        labs = seen_colours(self._known, samples, which[sure], scene.white())
        for row, lab in zip(shares[sure], labs, strict=True):
            standing = STANDINGS[int(row.argmax())]
            if standing is not None:
                self.tints = with_piece(self.tints, standing.colour, lab)

    def _learn_kinds(self, scene: BoardView) -> None:
        """Buildings that are certain to be what they are said to be, and stand seen, are believed to be that,
        and are examples of it.
        """
        for mistaken in self.certain.mistaken():
            self._readers.of_set.forget(*mistaken)
        kinds: dict[Site, PieceKind] = {}
        known = np.zeros(len(SITES), np.bool_)
        for site, standing in self.certain.to_learn():
            n = SITE_INDEX[site]
            columns = [STANDINGS.index(Standing(kind, standing.colour)) for kind in BUILDINGS]
            there = self._settled[n, columns].sum()
            if (self._open | self.covered)[n] or there < _THERE:
                continue
            kinds[site] = standing.kind
            # Where it is read so anyway, what the reader leaves open stays open: it may soon be another.
            known[n] = self._settled[n, STANDINGS.index(standing)] < there / 2
            if known[n]:
                self._settled[n, columns] = there / (1 + _KNOWN)
                self._settled[n, STANDINGS.index(standing)] = there * _KNOWN / (1 + _KNOWN)
            if len(kinds) == MOST_LEARNED:
                break
        if kinds:
            self._beliefs = self._beliefs.known(known, self._settled)
            self._readers.learn(scene.picture(), scene.plane, kinds, scene.white())
        for site, kind in kinds.items():
            self.certain.learned(site, kind)

    def _unclear(self, which: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Of which of these sites pictures of this look were read that leave open what stands there."""
        doubtful = self.shares[which].max(axis=1) < _OPEN
        return np.asarray(doubtful & (self._pictures[which] > 0))

    def _read_some(self, scene: BoardView, samples: Samples, t: float) -> None:
        """Read the open places that can be seen, those read least first."""
        due = np.flatnonzero(self._open & ~self.covered & (self._retry_at <= t))
        due = due[np.argsort(self._pictures[due], kind="stable")][:MOST]
        if not len(due):
            return
        picture, white = scene.picture(), scene.white()
        which, hexes = due[due < len(SITES)], due[due >= len(SITES)]
        unclear = self._unclear(which)
        closely = unclear & (np.cumsum(unclear) <= MOST_CLOSELY)
        # The last picture of a site that is unclear is one that is read closely: it waits for its turn.
        plainly = ~closely & (~unclear | (self._pictures[which] < ENOUGH - 1))
        for some, reader in (
            (which[closely], self._readers.closely),
            (which[plainly], self._readers.sites),
        ):
            if not len(some):
                continue
            likelihoods = reader(picture, scene.plane, [SITES[n] for n in some], white)
            likelihoods = self._by_tint(likelihoods, some, samples, white)
            told = clear(likelihoods, some) >= _CLEAR
            if reader is self._readers.closely:
                # What the first picture left open counts no more: its slip is in the way of what is clear.
                self._beliefs = self._beliefs.forgetting(some[told & (self._pictures[some] == 1)])
            self._beliefs = self._beliefs.seeing(some[told], likelihoods[told])
            self._pictures[some[told]] += 1
            self._retry_at[some[~told]] = t + RETRY_S
        if len(hexes):
            at = hexes - len(SITES)
            logits = self._readers.hexes(picture, scene.plane, at, white)
            paints = None
            if self._known is not None:
                paints = gone_and_come(self._known, samples, hexes, white[HEX_SITES[at]])
            self._robber = self._robber.seeing(at, logits, paints)
            self._pictures[hexes] += 1
