"""A model of camera and board tracker: what is believed of a board, without any picture.

Its error rates are those of the reader that ships, as it was measured (docs/vision.md, docs/following.md);
they are all arguments: what a rendered game shows can be held against what this says of the same game.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from companion.island.geometry import HEX_NEIGHBOURS, HEXES, PATHS, HexId
from companion.island.pieces import SITES, PieceColour, PieceKind, Site, Standing
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen
from companion.sim.board_actions import BoardAction, Nudge, Put, PutRobber
from companion.sim.evening import around
from companion.sim.out_of_sight import OutOfSight

T = TypeVar("T")
Ladder = tuple[tuple[float, float, float], ...]
"""How sure a reader says it is, how many of such answers are right, and their share of all answers."""
What = Mapping[Standing | None, float]
Where = Mapping[HexId | None, float]

_ON_PATHS: Final = frozenset[Site](PATHS)
REPEAT_S: Final = 0.5
"""Seconds between two tellings while what changed on the board comes to rest."""
REST_S: Final = 4.0
"""Seconds that what changed on the board is taken to need to come to rest."""
PARTLY_S: Final = 2.0
"""Seconds between two tellings of a board that isn't seen whole."""


@dataclass(frozen=True)
class SensorRates:
    """What the senses make of a board.

    Attributes:
        kind: of a building: settlement or city.
        colour: of a piece.
        road, building: of a road, of a building: that anything stands there.
        robber: where it stands.
        delay_s: from a piece at rest to the first belief in it: at least and at most.
        settle_s: from the first belief to the last, once more pictures of the same look are in.
        first: share of the last belief's log odds that the first one has.
        again: of the things misread, those misread still after a hand was there again.
        brushed: of the sites beside one where a hand was, those that it leaves looking otherwise too.
        mirage: of the hands that reach in, those of which some part is taken for a piece,
        mirage_p: how surely: at least and at most,
        mirage_s: and how long.
        bare: probability of nothing at a site where nothing stands.
        side: of the hands, those of which it is seen from which side of the table they come,
        side_off: and how far beside where their owner sits, in degrees: a standard deviation.
        others_hand: of the pieces, those that another player puts down for their owner.
    """

    kind: Ladder = ((0.6, 0.55, 0.05), (0.85, 0.8, 0.08), (0.94, 0.97, 0.2), (0.98, 1, 0.2), (0.998, 1, 0.47))
    colour: Ladder = ((0.9, 0.97, 0.01), (0.98, 1, 0.03), (0.999, 1, 0.96))
    road: Ladder = ((0.67, 0.5, 0.01), (0.85, 0.95, 0.03), (0.94, 1, 0.05), (0.985, 1, 0.21), (0.995, 1, 0.7))
    building: Ladder = ((0.6, 0.5, 0.01), (0.82, 0.7, 0.03), (0.95, 0.96, 0.1), (0.99, 1, 0.86))
    robber: Ladder = ((0.6, 0.95, 0.1), (0.82, 0.99, 0.2), (0.944, 1, 0.38), (0.985, 1, 0.32))
    delay_s: tuple[float, float] = (0.3, 1.5)
    settle_s: tuple[float, float] = (0.5, 1.5)
    first: float = 0.9
    again: float = 0.7
    brushed: float = 0.1
    mirage: float = 0.02
    mirage_p: tuple[float, float] = (0.3, 0.7)
    mirage_s: tuple[float, float] = (0.4, 1.2)
    bare: float = 0.9995
    side: float = 0.85
    side_off: float = 20.0
    others_hand: float = 0.05


_SURE: Final[Ladder] = ((1.0, 1.0, 1.0),)
AS_MEASURED: Final = SensorRates()
PERFECT: Final = SensorRates(
    kind=_SURE, colour=_SURE, road=_SURE, building=_SURE, robber=_SURE, first=1.0, mirage=0.0, bare=1.0
)


@dataclass(frozen=True)
class _SiteLook:
    """From `t` on a site is believed to bear `what`, if no later action came before that.

    It may have done so from `earliest` on, if it was hidden meanwhile.
    """

    t: float
    action: int
    site: Site
    what: What
    earliest: float | None
    by_hand: bool = False


@dataclass(frozen=True)
class _RobberLook:
    """The same of the robber."""

    t: float
    action: int
    where: Where


@dataclass(frozen=True)
class _Glance:
    """At `t` something else is hidden than before."""

    t: float


_Look = _SiteLook | _RobberLook | _Glance


def board_seen(
    actions: Sequence[BoardAction],
    colours: Sequence[PieceColour],
    robber: HexId | None,
    rng: random.Random,
    rates: SensorRates = AS_MEASURED,
    source: str = "camera",
) -> Iterator[BoardSeen]:
    """What a source tells of the board, in the order of time.

    Args:
        actions: what people do there, by their times.
        colours: in play.
        robber: where it stands at first.
        rng: decides what is misread, and how long it takes.
        rates: how often.
        source: its name.
    """
    hidden = OutOfSight(actions, *rates.delay_s)
    hands = _sides(actions, colours, rates)
    looks: list[_Look] = [*_Eyes(rates, rng, colours, robber, hidden).looks(actions)]
    pending = deque(sorted([*looks, *map(_Glance, hidden.changes)], key=lambda look: look.t))
    sites: dict[Site, What] = {site: _bare(site, rates.bare, colours) for site in SITES}
    where: Where = {robber: 1.0}
    since: dict[Site, float] = {}
    handled: dict[Site, float] = {}
    earliest: dict[Site, float] = {}
    robber_since, robber_side = -math.inf, None
    sides: dict[Site, float] = {}
    rests = -math.inf
    while pending:
        now = pending[0].t
        sites, since, handled, earliest = dict(sites), dict(since), dict(handled), dict(earliest)
        sides = dict(sides)
        while pending and pending[0].t <= now:
            look = pending.popleft()
            if isinstance(look, _Glance):
                continue
            rests = now + REST_S + REPEAT_S
            if isinstance(look, _RobberLook):
                if _most(where) != _most(look.where):
                    robber_since, robber_side = now, hands[look.action]
                where = look.where
                continue
            if look.by_hand:
                handled[look.site] = now
            if _most(sites[look.site]) != _most(look.what):
                since[look.site] = now
                earliest.pop(look.site, None)
                sides.pop(look.site, None)
                side = hands[look.action]
                sides |= {} if side is None else {look.site: side}
                earliest |= {} if look.earliest is None else {look.site: look.earliest}
            sites[look.site] = look.what
        seen = BoardSeen(
            now,
            source,
            PiecesReading(sites),
            where,
            {},
            since,
            earliest,
            robber_since,
            handled,
            sides,
            robber_side,
        )
        following = pending[0].t if pending else math.inf
        t, covered = now, hidden.covered(now, since)
        while t < following and (t == now or t < rests or covered):
            if not hidden.blind(t):
                yield replace(seen, t=t, covered=covered)
            t += REPEAT_S if t < rests else PARTLY_S
            covered = hidden.covered(t, since)


def _sides(
    actions: Sequence[BoardAction], colours: Sequence[PieceColour], rates: SensorRates
) -> list[float | None]:
    """From which side the hand comes in each action, in degrees clockwise from north, where that is seen.

    By a chance of its own: what else is misread doesn't depend on it.
    """
    rng = random.Random(f"{len(actions)} {actions[0].t if actions else 0}")
    first = rng.uniform(0, 360)
    sits = {colour: first + n * 360 / len(colours) for n, colour in enumerate(colours)}
    found: list[float | None] = []
    for action in actions:
        owner = _whose(action)
        if owner is None or rng.random() >= rates.side:
            found.append(None)
            continue
        hand = rng.choice(colours) if rng.random() < rates.others_hand else owner
        found.append((sits[hand] + rng.gauss(0, rates.side_off)) % 360)
    return found


def _whose(action: BoardAction) -> PieceColour | None:
    """Whose hand does it; None: nobody's that is known."""
    match action:
        case Put(_, _, Standing(_, colour)) | PutRobber(_, _, colour):
            return colour
        case _:
            return None


class _Eyes:
    """Looks at what is done, as long as a board is followed."""

    def __init__(
        self,
        rates: SensorRates,
        rng: random.Random,
        colours: Sequence[PieceColour],
        robber: HexId | None,
        hidden: OutOfSight,
    ) -> None:
        self._rates, self._rng, self._colours = rates, rng, colours
        self._hidden = hidden
        self._robber = robber
        self._standing: dict[Site, Standing | None] = {}
        self._read: dict[Site, What] = {}
        self._found: list[_SiteLook | _RobberLook] = []

    def looks(self, actions: Sequence[BoardAction]) -> list[_SiteLook | _RobberLook]:
        """What comes to be believed, by time. Nothing is, of what was changed again before it was seen."""
        changed: dict[Site | None, list[tuple[float, int]]] = {}
        for n, action in enumerate(actions):
            match action:
                case Put(t, site, standing):
                    changed.setdefault(site, []).append((t, n))
                    self._standing[site] = standing
                    self._look(n, t, site, standing)
                    self._mirage(n, action)
                    for beside in around(site)[1:]:
                        self._look_again(n, t, beside)
                        if self._rng.random() < self._rates.brushed:
                            self._handle(n, t, beside)
                case Nudge(t, site):
                    self._look_again(n, t, site)
                    self._handle(n, t, site)
                case PutRobber(t, at):
                    changed.setdefault(None, []).append((t, n))
                    self._look_for_robber(n, t, at)
                case _:
                    pass

        def overtaken(look: _SiteLook | _RobberLook) -> bool:
            site = look.site if isinstance(look, _SiteLook) else None
            return any(look.action < n and t <= look.t for t, n in changed.get(site, ()))

        return sorted((look for look in self._found if not overtaken(look)), key=lambda look: look.t)

    def _look(self, n: int, t: float, site: Site, standing: Standing | None) -> None:
        what = _bare(site, self._rates.bare, self._colours) if standing is None else self._reading(standing)
        _, hidden = self._hidden.light(t, site)
        for at, share in self._moments(t, site):
            self._found.append(_SiteLook(at, n, site, _weakened(what, share), hidden, by_hand=True))
        self._read[site] = what

    def _look_again(self, n: int, t: float, site: Site) -> None:
        """A piece that was misread is read anew once a hand was there; it is often misread again."""
        standing = self._standing.get(site)
        misread = standing is not None and _most(self._read[site]) != standing
        if misread and self._rng.random() >= self._rates.again:
            self._look(n, t, site, standing)

    def _handle(self, n: int, t: float, site: Site) -> None:
        """A hand leaves a piece looking otherwise, and read as before."""
        if site in self._read:
            moment, _ = next(self._moments(t, site))
            self._found.append(_SiteLook(moment, n, site, self._read[site], None, by_hand=True))

    def _look_for_robber(self, n: int, t: float, at: HexId) -> None:
        """The robber, misread, is thought to stand still or next to where it stands."""
        before, self._robber = self._robber, at
        beside = self._rng.choice([h for h in HEX_NEIGHBOURS[at] if h in HEXES])
        wrong: HexId | None = before if before is not None and self._rng.random() < 0.5 else beside
        where: Where = self._shares(self._rates.robber, at, wrong)
        for moment, share in self._moments(t, None):
            self._found.append(_RobberLook(moment, n, _weakened(where, share)))

    def _moments(self, t: float, site: Site | None) -> Iterator[tuple[float, float]]:
        """When what stands there since `t` is believed, and with what share of the last log odds."""
        t, _ = self._hidden.light(t, site)
        t += self._rng.uniform(*self._rates.delay_s)
        if self._rates.first < 1:
            yield t, self._rates.first
            t += self._rng.uniform(*self._rates.settle_s)
        yield t, 1.0

    def _mirage(self, n: int, action: Put) -> None:
        """Now and then a part of the hand that puts a piece down is taken for one beside it."""
        rates, rng = self._rates, self._rng
        if rng.random() >= rates.mirage:
            return
        free = [site for site in around(action.site)[1:] if self._standing.get(site) is None]
        if not free:
            return
        site = rng.choice(free)
        ghost = rng.choice(_every(site, self._colours))
        sure, t = rng.uniform(*rates.mirage_p), action.t - rng.uniform(0.0, 0.5)
        self._found.append(_SiteLook(t, n, site, {ghost: sure, None: 1 - sure}, None))
        gone = _bare(site, rates.bare, self._colours)
        self._found.append(_SiteLook(t + rng.uniform(*rates.mirage_s), n, site, gone, None))

    def _reading(self, standing: Standing) -> What:
        """What a piece is taken for."""
        rates, rng = self._rates, self._rng
        other = rng.choice([colour for colour in self._colours if colour != standing.colour])
        colours = self._shares(rates.colour, standing.colour, other)
        kinds: Mapping[PieceKind, float] = {standing.kind: 1.0}
        if standing.kind != "road":
            unlike: PieceKind = "city" if standing.kind == "settlement" else "settlement"
            kinds = self._shares(rates.kind, standing.kind, unlike)
        there = self._shares(rates.road if standing.kind == "road" else rates.building, True, False)
        what: dict[Standing | None, float] = {
            Standing(kind, colour): p * q * there[True]
            for kind, p in kinds.items()
            for colour, q in colours.items()
        }
        what[None] = there[False]
        return {found: p for found, p in what.items() if p > 0}

    def _shares(self, ladder: Ladder, right: T, wrong: T) -> dict[T, float]:
        """What is read where one thing is right and another might be taken for it."""
        ((sure, often, _),) = self._rng.choices(ladder, [share for _, _, share in ladder])
        if self._rng.random() >= often:
            right, wrong = wrong, right
        return {right: sure, wrong: 1 - sure}


def _most(what: Mapping[T, float]) -> T:
    return max(what.items(), key=lambda item: item[1])[0]


def _weakened(what: Mapping[T, float], share: float) -> dict[T, float]:
    """With a share of its log odds."""
    weights = {answer: p**share for answer, p in what.items() if p > 0}
    total = sum(weights.values())
    return {answer: weight / total for answer, weight in weights.items()}


def _every(site: Site, colours: Sequence[PieceColour]) -> list[Standing]:
    """Every piece that may stand on a site."""
    kinds: tuple[PieceKind, ...] = ("road",) if site in _ON_PATHS else ("settlement", "city")
    return [Standing(kind, colour) for kind in kinds for colour in colours]


def _bare(site: Site, p: float, colours: Sequence[PieceColour]) -> What:
    """What is believed of a site on which nothing stands."""
    pieces = _every(site, colours) if p < 1 else []
    return {None: p, **{piece: (1 - p) / len(pieces) for piece in pieces}}
