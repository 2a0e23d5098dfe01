"""Adds times and hand actions to a simulated game.

The rules contain only the result of each move. Here people need time, place pieces next to their sites,
take them back, nudge them, leave a hand over them, and pass the dice before they have built.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.island import geometry
from companion.sim.world import SimulatedGame
from tests.measure.policies import CAREFUL, HandlingErrors


@dataclass(frozen=True)
class TimedEvent:
    """An event of the game with its time.

    Attributes:
        t: seconds.
        event: the event.
        before, after: the true states before and after it.
    """

    t: float
    event: Event
    before: State
    after: State


@dataclass(frozen=True)
class SiteChange:
    """A change of a site at time `t`: the piece on it from then on, or None."""

    t: float
    site: geometry.Site
    standing: geometry.Standing | None


@dataclass(frozen=True)
class RobberMove:
    """A move of the robber to a hex at time `t`; `by`: the player who moves it, None: unknown."""

    t: float
    at: geometry.HexId
    by: geometry.PieceColour | None = None


@dataclass(frozen=True)
class Nudge:
    """A slight push of the piece on a site at time `t`."""

    t: float
    site: geometry.Site


@dataclass(frozen=True)
class Cover:
    """An object that covers sites from `t` until `until`."""

    t: float
    until: float
    sites: frozenset[geometry.Site]


@dataclass(frozen=True)
class Knock:
    """A knock of camera or board at `t`; until `until` the board can't be read."""

    t: float
    until: float


BoardAction = SiteChange | RobberMove | Nudge | Cover | Knock


MAX_TURNS: Final = 150
"""A game without a winner ends after this many turns."""
FIRST_PIECE_S: Final = 5.0
"""Seconds before the first piece is placed."""
Range = tuple[float, float]
PAUSES_S: Final[Mapping[type, Range]] = {
    PlaceSettlement: (2.0, 7.0),
    PlaceRoad: (1.5, 6.0),
    PlaceCity: (2.0, 7.0),
    Roll: (3.0, 8.0),
    Discard: (3.0, 8.0),
    MoveRobber: (2.0, 6.0),
    Steal: (1.5, 4.0),
    DomesticTrade: (4.0, 12.0),
    MaritimeTrade: (2.0, 6.0),
    BuyDevelopmentCard: (2.0, 5.0),
    PlayDevelopmentCard: (2.0, 5.0),
    EndTurn: (0.5, 2.0),
}
"""Range of seconds before each kind of event."""
_Placement = PlaceRoad | PlaceSettlement | PlaceCity


@dataclass(frozen=True)
class TimedGame:
    """A complete game with times.

    Attributes:
        events: all events in the game's order. A piece that was placed after the dice were thrown has a later
            time than the roll.
        actions: the visible actions on the board, in order of time.
    """

    events: tuple[TimedEvent, ...]
    actions: tuple[BoardAction, ...]

    @property
    def end(self) -> float:
        """The time of the last event, in seconds."""
        return max(done.t for done in self.events)


def play_timed_game(
    world: SimulatedGame, rng: random.Random, handling_errors: Sequence[HandlingErrors] = ()
) -> TimedGame:
    """Play a game to its end and draw its times and hand actions.

    Args:
        world: a new game.
        rng: draws times and handling errors, independently of the game's own moves.
        handling_errors: the players' error rates, by seat; without them all are careful.
    """
    game: list[tuple[Event, State, State]] = []
    before = world.state
    for event in world.play(MAX_TURNS):
        game.append((event, before, world.state))
        before = world.state
    hands = _Hands(rng)
    errors_by_seat = handling_errors or [CAREFUL] * len(world.state.players)
    events: list[TimedEvent] = []
    late_numbers: list[int] = []
    now = FIRST_PIECE_S
    for n, (event, before, after) in enumerate(game):
        now += rng.uniform(*PAUSES_S[type(event)])
        next_kinds = [type(later) for later, _, _ in game[n + 1 : n + 3]]
        errors = errors_by_seat[before.seat(event.player)] if hasattr(event, "player") else CAREFUL
        if isinstance(event, _Placement):
            if next_kinds == [EndTurn, Roll] and before.phase == "play" and rng.random() < errors.early_throw:
                late_numbers.append(n)
            else:
                now = hands.place(event, before, now, errors)
        elif isinstance(event, MoveRobber):
            hands.actions.append(RobberMove(now, event.to, event.player))
        events.append(TimedEvent(now, event, before, after))
        if isinstance(event, Roll):
            for m in late_numbers:
                # This piece was placed after the dice had been thrown.
                done = events[m]
                assert isinstance(done.event, _Placement)
                at = hands.place(done.event, done.before, now + rng.uniform(0.8, 3.0), CAREFUL)
                events[m] = TimedEvent(at, done.event, done.before, done.after)
            late_numbers = []
            if rng.random() < errors.knock:
                hands.actions.append(Knock(now + 1, now + rng.uniform(3.0, 9.0)))
    return TimedGame(tuple(events), tuple(sorted(hands.actions, key=lambda action: action.t)))


class _Hands:
    """Collects the actions of hands on the board."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.actions: list[BoardAction] = []

    def place(self, event: _Placement, before: State, now: float, errors: HandlingErrors) -> float:
        """Add the actions of placing a piece, with errors before and after; return the time when it rests."""
        rng = self._rng
        site = event.at
        standing = _placed_piece(event)
        now = self._detours(event, before, now, errors)
        if isinstance(event, PlaceCity):
            self.actions.append(SiteChange(now, site, None))
            now += rng.uniform(0.5, 2.0)
        self.actions.append(SiteChange(now, site, standing))
        if rng.random() < errors.nudge:
            self.actions.append(Nudge(now + rng.uniform(1.0, 20.0), site))
        if rng.random() < errors.rest:
            self.actions.append(
                Cover(now + 0.1, now + rng.uniform(3.0, 15.0), frozenset(sites_under_hand(site)))
            )
        return now

    def _detours(self, event: _Placement, before: State, now: float, errors: HandlingErrors) -> float:
        """Add detours: a piece that is taken back, or that is first put on a wrong site; return their end."""
        rng = self._rng
        standing = _placed_piece(event)
        free = _free_sites(event, before)
        nearby = [site for site in free if site in sites_under_hand(event.at)]
        wrong_site_share = errors.city_beside if isinstance(event, PlaceCity) else errors.wrong_site
        if free and rng.random() < errors.take_back:
            now = self._place_temporarily(rng.choice(free), standing, now, rng.uniform(2.0, 12.0))
        if nearby and rng.random() < wrong_site_share:
            now = self._place_temporarily(rng.choice(nearby), standing, now, rng.uniform(1.5, 4.0))
        return now

    def _place_temporarily(
        self, site: geometry.Site, standing: geometry.Standing, now: float, seconds: float
    ) -> float:
        self.actions += [SiteChange(now, site, standing), SiteChange(now + seconds, site, None)]
        return now + seconds + self._rng.uniform(0.4, 1.5)


def _placed_piece(event: _Placement) -> geometry.Standing:
    if isinstance(event, PlaceRoad):
        return geometry.Standing("road", event.player)
    return geometry.Standing("city" if isinstance(event, PlaceCity) else "settlement", event.player)


def _free_sites(event: _Placement, before: State) -> list[geometry.Site]:
    """Return the empty sites for the same kind of piece, except the event's own site."""
    on_path = isinstance(event, PlaceRoad)
    taken = before.roads() if on_path else before.buildings()
    all_sites: Sequence[geometry.Site] = geometry.PATHS if on_path else geometry.INTERSECTIONS
    taken_sites = {all_sites[n] for n in indices(taken)}
    return [site for site in all_sites if site not in taken_sites and site != event.at]


def sites_under_hand(site: geometry.Site) -> list[geometry.Site]:
    """Return a site and those that a hand on it covers: the adjacent paths and intersections."""
    if site in geometry.ENDS:
        path = geometry.PathId(site)
        ends = geometry.ENDS[path]
        return [path, *ends, *(p for end in ends for p in geometry.PATHS_AT[end] if p != path)]
    at = geometry.IntersectionId(site)
    return [at, *geometry.PATHS_AT[at], *geometry.NEIGHBOURS[at]]
