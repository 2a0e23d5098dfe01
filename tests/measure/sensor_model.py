"""A statistical model of camera and board tracker: generates beliefs about a board without any picture.

Its default error rates were measured with the shipped reader (docs/vision.md, docs/following.md). All of them
are arguments, so that a rendered game can be compared with the model of the same game.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from companion.island import geometry
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen
from tests.measure.timed_game import (
    BoardAction,
    Cover,
    Knock,
    Nudge,
    RobberMove,
    SiteChange,
    sites_under_hand,
)

# The times and sites at which a simulated board is hidden, by a hand or after a knock.


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

    def next_visible_time(self, t: float, site: geometry.Site | None) -> tuple[float, float | None]:
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

    def _hidden_intervals(self, site: geometry.Site | None) -> list[tuple[float, float, float]]:
        """Return the intervals in which a site is hidden: start, end, and the last sight before it."""
        knocks = [(knock.t, knock.until, knock.t) for knock in self._knocks]
        covers = [cover for cover in self._covers if site in cover.sites]
        return knocks + [(c.t - self._soon_s, c.until, c.t - REACH_S) for c in covers]

    def is_blind(self, t: float) -> bool:
        """Return whether the camera is silent: the board is lost, and this isn't reported yet."""
        return any(knock.t <= t < min(knock.until, knock.t + BLIND_REPORT_AFTER_S) for knock in self._knocks)

    def covered_sites(self, t: float, since: Mapping[geometry.Site, float]) -> Mapping[geometry.Site, float]:
        """Return the sites whose reading is older than their occlusion, with the time of the last sight.

        Args:
            t: the present time.
            since: by site, the time of its present reading.
        """
        last_seen_by_site: dict[geometry.Site, float] = {}
        hiding = [(c.t, c.until, c.t - REACH_S, c.sites) for c in self._covers]
        hiding += [
            (reported, until, t, frozenset(geometry.SITES)) for t, reported, until in self._long_knocks
        ]
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


T = TypeVar("T")
ReliabilityTable = tuple[tuple[float, float, float], ...]
"""Rows of a reliability table: confidence, accuracy at this confidence, and share of all answers."""
SiteBelief = Mapping[geometry.Standing | None, float]
RobberBelief = Mapping[geometry.HexId | None, float]

_ON_PATHS: Final = frozenset[geometry.Site](geometry.PATHS)
REPEAT_INTERVAL_S: Final = 0.5
"""Seconds between two observations while a change of the board settles."""
REST_S: Final = 4.0
"""Seconds after which a change of the board counts as settled."""
PARTIAL_INTERVAL_S: Final = 2.0
"""Seconds between two observations of a partly hidden board."""


@dataclass(frozen=True)
class SensorRates:
    """The error rates and delays of camera and tracker.

    Attributes:
        kind: reliability of a building's kind: settlement or city.
        colour: reliability of a piece's colour.
        road, building: reliability of the presence of a road, of a building.
        robber: reliability of the robber's hex.
        delay_s: range of seconds from a piece at rest to the first belief in it.
        settle_s: range of seconds from the first belief to the final one, which includes more pictures.
        first_belief_share: log odds of the first belief as a share of the final one's.
        misread_again: share of misread pieces that are misread again after another hand.
        disturbed_share: share of the sites next to a hand's site whose appearance it changes, too.
        mirage_share: share of the hands of which a part is mistaken for a piece.
        mirage_p: range of such a false piece's probability.
        mirage_s: range of seconds for which it is believed.
        empty_p: probability of an empty site on which nothing stands.
        side_seen_share: share of the hands whose side of the table is recognised.
        side_sigma_deg: standard deviation of that direction from the owner's seat, in degrees.
        other_hand_share: share of the pieces that another player places for the owner.
    """

    kind: ReliabilityTable = (
        (0.6, 0.55, 0.05),
        (0.85, 0.8, 0.08),
        (0.94, 0.97, 0.2),
        (0.98, 1, 0.2),
        (0.998, 1, 0.47),
    )
    colour: ReliabilityTable = ((0.9, 0.97, 0.01), (0.98, 1, 0.03), (0.999, 1, 0.96))
    road: ReliabilityTable = (
        (0.67, 0.5, 0.01),
        (0.85, 0.95, 0.03),
        (0.94, 1, 0.05),
        (0.985, 1, 0.21),
        (0.995, 1, 0.7),
    )
    building: ReliabilityTable = ((0.6, 0.5, 0.01), (0.82, 0.7, 0.03), (0.95, 0.96, 0.1), (0.99, 1, 0.86))
    robber: ReliabilityTable = ((0.6, 0.95, 0.1), (0.82, 0.99, 0.2), (0.944, 1, 0.38), (0.985, 1, 0.32))
    delay_s: tuple[float, float] = (0.3, 1.5)
    settle_s: tuple[float, float] = (0.5, 1.5)
    first_belief_share: float = 0.9
    misread_again: float = 0.7
    disturbed_share: float = 0.1
    mirage_share: float = 0.02
    mirage_p: tuple[float, float] = (0.3, 0.7)
    mirage_s: tuple[float, float] = (0.4, 1.2)
    empty_p: float = 0.9995
    side_seen_share: float = 0.85
    side_sigma_deg: float = 20.0
    other_hand_share: float = 0.05


_CERTAIN_TABLE: Final[ReliabilityTable] = ((1.0, 1.0, 1.0),)
MEASURED_RATES: Final = SensorRates()
PERFECT_RATES: Final = SensorRates(
    kind=_CERTAIN_TABLE,
    colour=_CERTAIN_TABLE,
    road=_CERTAIN_TABLE,
    building=_CERTAIN_TABLE,
    robber=_CERTAIN_TABLE,
    first_belief_share=1.0,
    mirage_share=0.0,
    empty_p=1.0,
)


@dataclass(frozen=True)
class _SiteBeliefChange:
    """A new belief about a site at time `t`, unless a later action precedes it.

    If the site was hidden, the change may have happened from `earliest` on.
    """

    t: float
    action: int
    site: geometry.Site
    belief: SiteBelief
    earliest: float | None
    by_hand: bool = False


@dataclass(frozen=True)
class _RobberBeliefChange:
    """A new belief about the robber's hex at time `t`."""

    t: float
    action: int
    belief: RobberBelief


@dataclass(frozen=True)
class _VisibilityChange:
    """A change of the hidden sites at time `t`."""

    t: float


_Change = _SiteBeliefChange | _RobberBeliefChange | _VisibilityChange


def observe_board(
    actions: Sequence[BoardAction],
    colours: Sequence[geometry.PieceColour],
    robber: geometry.HexId | None,
    rng: random.Random,
    rates: SensorRates = MEASURED_RATES,
    source: str = "camera",
) -> Iterator[BoardSeen]:
    """Yield the source's observations of the board, in order of time.

    Args:
        actions: the actions on the board, in order of time.
        colours: the colours in play.
        robber: its first hex.
        rng: draws errors and delays.
        rates: the error rates.
        source: the source's name.
    """
    hidden = Occlusions(actions, *rates.delay_s)
    directions = _hand_directions(actions, colours, rates)
    changes: list[_Change] = [*_BoardReader(rates, rng, colours, robber, hidden).belief_changes(actions)]
    pending = deque(
        sorted([*changes, *map(_VisibilityChange, hidden.change_times)], key=lambda change: change.t)
    )
    sites: dict[geometry.Site, SiteBelief] = {
        site: _empty_site_belief(site, rates.empty_p, colours) for site in geometry.SITES
    }
    robber_belief: RobberBelief = {robber: 1.0}
    since: dict[geometry.Site, float] = {}
    handled_t: dict[geometry.Site, float] = {}
    earliest: dict[geometry.Site, float] = {}
    robber_since, robber_side = -math.inf, None
    sides: dict[geometry.Site, float] = {}
    settled_t = -math.inf
    while pending:
        now = pending[0].t
        sites, since, handled_t, earliest = dict(sites), dict(since), dict(handled_t), dict(earliest)
        sides = dict(sides)
        while pending and pending[0].t <= now:
            change = pending.popleft()
            if isinstance(change, _VisibilityChange):
                continue
            settled_t = now + REST_S + REPEAT_INTERVAL_S
            if isinstance(change, _RobberBeliefChange):
                if _likeliest_answer(robber_belief) != _likeliest_answer(change.belief):
                    robber_since, robber_side = now, directions[change.action]
                robber_belief = change.belief
                continue
            if change.by_hand:
                handled_t[change.site] = now
            if _likeliest_answer(sites[change.site]) != _likeliest_answer(change.belief):
                since[change.site] = now
                earliest.pop(change.site, None)
                sides.pop(change.site, None)
                side = directions[change.action]
                sides |= {} if side is None else {change.site: side}
                earliest |= {} if change.earliest is None else {change.site: change.earliest}
            sites[change.site] = change.belief
        observation = BoardSeen(
            now,
            source,
            PiecesReading(sites),
            robber_belief,
            {},
            since,
            earliest,
            robber_since,
            handled_t,
            sides,
            robber_side,
        )
        next_t = pending[0].t if pending else math.inf
        t, covered = now, hidden.covered_sites(now, since)
        while t < next_t and (t == now or t < settled_t or covered):
            if not hidden.is_blind(t):
                yield replace(observation, t=t, covered=covered)
            t += REPEAT_INTERVAL_S if t < settled_t else PARTIAL_INTERVAL_S
            covered = hidden.covered_sites(t, since)


def _hand_directions(
    actions: Sequence[BoardAction], colours: Sequence[geometry.PieceColour], rates: SensorRates
) -> list[float | None]:
    """Return the recognised direction of each action's hand, in degrees clockwise from north, or None.

    A separate generator draws it, so that the other errors don't depend on it.
    """
    rng = random.Random(f"{len(actions)} {actions[0].t if actions else 0}")
    first = rng.uniform(0, 360)
    seat_directions = {colour: first + n * 360 / len(colours) for n, colour in enumerate(colours)}
    found: list[float | None] = []
    for action in actions:
        owner = _owner_of(action)
        if owner is None or rng.random() >= rates.side_seen_share:
            found.append(None)
            continue
        hand = rng.choice(colours) if rng.random() < rates.other_hand_share else owner
        found.append((seat_directions[hand] + rng.gauss(0, rates.side_sigma_deg)) % 360)
    return found


def _owner_of(action: BoardAction) -> geometry.PieceColour | None:
    """Return the colour of the player who acts; None: unknown."""
    match action:
        case SiteChange(_, _, geometry.Standing(_, colour)) | RobberMove(_, _, colour):
            return colour
        case _:
            return None


class _BoardReader:
    """Draws the beliefs that follow from the actions on one board."""

    def __init__(
        self,
        rates: SensorRates,
        rng: random.Random,
        colours: Sequence[geometry.PieceColour],
        robber: geometry.HexId | None,
        hidden: Occlusions,
    ) -> None:
        self._rates, self._rng, self._colours = rates, rng, colours
        self._hidden = hidden
        self._robber = robber
        self._standing: dict[geometry.Site, geometry.Standing | None] = {}
        self._beliefs: dict[geometry.Site, SiteBelief] = {}
        self._changes: list[_SiteBeliefChange | _RobberBeliefChange] = []

    def belief_changes(self, actions: Sequence[BoardAction]) -> list[_SiteBeliefChange | _RobberBeliefChange]:
        """Return the belief changes in order of time, without those that a later action has superseded."""
        changed: dict[geometry.Site | None, list[tuple[float, int]]] = {}
        for n, action in enumerate(actions):
            match action:
                case SiteChange(t, site, standing):
                    changed.setdefault(site, []).append((t, n))
                    self._standing[site] = standing
                    self._read_site(n, t, site, standing)
                    self._add_mirage(n, action)
                    for neighbour in sites_under_hand(site)[1:]:
                        self._reread_site(n, t, neighbour)
                        if self._rng.random() < self._rates.disturbed_share:
                            self._disturb_site(n, t, neighbour)
                case Nudge(t, site):
                    self._reread_site(n, t, site)
                    self._disturb_site(n, t, site)
                case RobberMove(t, at):
                    changed.setdefault(None, []).append((t, n))
                    self._read_robber(n, t, at)
                case _:
                    pass

        def is_superseded(change: _SiteBeliefChange | _RobberBeliefChange) -> bool:
            site = change.site if isinstance(change, _SiteBeliefChange) else None
            return any(change.action < n and t <= change.t for t, n in changed.get(site, ()))

        return sorted(
            (change for change in self._changes if not is_superseded(change)), key=lambda change: change.t
        )

    def _read_site(self, n: int, t: float, site: geometry.Site, standing: geometry.Standing | None) -> None:
        belief = (
            _empty_site_belief(site, self._rates.empty_p, self._colours)
            if standing is None
            else self._read_piece(standing)
        )
        _, hidden = self._hidden.next_visible_time(t, site)
        for at, share in self._belief_times(t, site):
            self._changes.append(_SiteBeliefChange(at, n, site, _temper(belief, share), hidden, by_hand=True))
        self._beliefs[site] = belief

    def _reread_site(self, n: int, t: float, site: geometry.Site) -> None:
        """Read a misread piece again after another hand on its site; often the error persists."""
        standing = self._standing.get(site)
        misread = standing is not None and _likeliest_answer(self._beliefs[site]) != standing
        if misread and self._rng.random() >= self._rates.misread_again:
            self._read_site(n, t, site, standing)

    def _disturb_site(self, n: int, t: float, site: geometry.Site) -> None:
        """Record that a hand has changed a site's appearance but not its reading."""
        if site in self._beliefs:
            moment, _ = next(self._belief_times(t, site))
            self._changes.append(_SiteBeliefChange(moment, n, site, self._beliefs[site], None, by_hand=True))

    def _read_robber(self, n: int, t: float, at: geometry.HexId) -> None:
        """Draw the belief about the robber; an error leaves it on its old hex or puts it on a neighbour."""
        before, self._robber = self._robber, at
        neighbour = self._rng.choice([h for h in geometry.HEX_NEIGHBOURS[at] if h in geometry.HEXES])
        wrong: geometry.HexId | None = (
            before if before is not None and self._rng.random() < 0.5 else neighbour
        )
        belief: RobberBelief = self._draw_shares(self._rates.robber, at, wrong)
        for moment, share in self._belief_times(t, None):
            self._changes.append(_RobberBeliefChange(moment, n, _temper(belief, share)))

    def _belief_times(self, t: float, site: geometry.Site | None) -> Iterator[tuple[float, float]]:
        """Yield the times at which a change at `t` is believed, each with its share of the final log odds."""
        t, _ = self._hidden.next_visible_time(t, site)
        t += self._rng.uniform(*self._rates.delay_s)
        if self._rates.first_belief_share < 1:
            yield t, self._rates.first_belief_share
            t += self._rng.uniform(*self._rates.settle_s)
        yield t, 1.0

    def _add_mirage(self, n: int, action: SiteChange) -> None:
        """Mistake, with a small probability, a part of the hand for a piece on a neighbouring site."""
        rates, rng = self._rates, self._rng
        if rng.random() >= rates.mirage_share:
            return
        free = [site for site in sites_under_hand(action.site)[1:] if self._standing.get(site) is None]
        if not free:
            return
        site = rng.choice(free)
        ghost = rng.choice(_possible_pieces(site, self._colours))
        p, t = rng.uniform(*rates.mirage_p), action.t - rng.uniform(0.0, 0.5)
        self._changes.append(_SiteBeliefChange(t, n, site, {ghost: p, None: 1 - p}, None))
        empty = _empty_site_belief(site, rates.empty_p, self._colours)
        self._changes.append(_SiteBeliefChange(t + rng.uniform(*rates.mirage_s), n, site, empty, None))

    def _read_piece(self, standing: geometry.Standing) -> SiteBelief:
        """Draw the belief about a site on which a piece stands."""
        rates, rng = self._rates, self._rng
        other = rng.choice([colour for colour in self._colours if colour != standing.colour])
        colours = self._draw_shares(rates.colour, standing.colour, other)
        kinds: Mapping[geometry.PieceKind, float] = {standing.kind: 1.0}
        if standing.kind != "road":
            other_kind: geometry.PieceKind = "city" if standing.kind == "settlement" else "settlement"
            kinds = self._draw_shares(rates.kind, standing.kind, other_kind)
        presence = self._draw_shares(rates.road if standing.kind == "road" else rates.building, True, False)
        belief: dict[geometry.Standing | None, float] = {
            geometry.Standing(kind, colour): p * q * presence[True]
            for kind, p in kinds.items()
            for colour, q in colours.items()
        }
        belief[None] = presence[False]
        return {piece: p for piece, p in belief.items() if p > 0}

    def _draw_shares(self, ladder: ReliabilityTable, right: T, wrong: T) -> dict[T, float]:
        """Draw the probabilities of the right answer and of a wrong one."""
        ((confidence, accuracy, _),) = self._rng.choices(ladder, [share for _, _, share in ladder])
        if self._rng.random() >= accuracy:
            right, wrong = wrong, right
        return {right: confidence, wrong: 1 - confidence}


def _likeliest_answer(belief: Mapping[T, float]) -> T:
    return max(belief.items(), key=lambda item: item[1])[0]


def _temper(belief: Mapping[T, float], share: float) -> dict[T, float]:
    """Scale a belief's log odds by a share."""
    weights = {answer: p**share for answer, p in belief.items() if p > 0}
    total = sum(weights.values())
    return {answer: weight / total for answer, weight in weights.items()}


def _possible_pieces(site: geometry.Site, colours: Sequence[geometry.PieceColour]) -> list[geometry.Standing]:
    """Return all pieces that fit a site."""
    kinds: tuple[geometry.PieceKind, ...] = ("road",) if site in _ON_PATHS else ("settlement", "city")
    return [geometry.Standing(kind, colour) for kind in kinds for colour in colours]


def _empty_site_belief(site: geometry.Site, p: float, colours: Sequence[geometry.PieceColour]) -> SiteBelief:
    """Return the belief about an empty site."""
    pieces = _possible_pieces(site, colours) if p < 1 else []
    return {None: p, **{piece: (1 - p) / len(pieces) for piece in pieces}}
