"""A simulated game in time: when everything happens, and what hands do on the board meanwhile.

The rules know only what came of it. Here people take their time, put pieces down beside their sites, take
them back, nudge them, leave a hand over them, and pass the dice before they have built.
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
from companion.island.geometry import ENDS, INTERSECTIONS, NEIGHBOURS, PATHS, PATHS_AT, IntersectionId, PathId
from companion.island.pieces import Site, Standing
from companion.sim.board_actions import BoardAction, Cover, Happened, Knock, Nudge, Put, PutRobber
from companion.sim.policies import CAREFUL, HandlingErrors
from companion.sim.world import SimulatedGame

MOST_TURNS: Final = 150
"""A game that nobody has won after so many turns is broken off."""
FIRST_S: Final = 5.0
"""Seconds before the first piece is put down."""
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
"""Seconds that people take before each thing."""
_Placed = PlaceRoad | PlaceSettlement | PlaceCity


@dataclass(frozen=True)
class Evening:
    """A whole game as it went.

    Attributes:
        happened: every event, in the order of the game. A piece put down after the dice were thrown has a
            later time than they.
        actions: what could be seen of it on the board, by their times.
    """

    happened: tuple[Happened, ...]
    actions: tuple[BoardAction, ...]

    @property
    def end(self) -> float:
        """The second in which the last thing happened."""
        return max(done.t for done in self.happened)


def spent(
    world: SimulatedGame, rng: random.Random, handling_errors: Sequence[HandlingErrors] = ()
) -> Evening:
    """Play a world's game through, in time.

    Args:
        world: about to begin; it is played to its end.
        rng: decides times and clumsiness, so that the very same game may be played otherwise.
        handling_errors: of the players, by seat; all careful where none are given.
    """
    game: list[tuple[Event, State, State]] = []
    before = world.state
    for event in world.play(MOST_TURNS):
        game.append((event, before, world.state))
        before = world.state
    hands = _Hands(rng)
    every = handling_errors or [CAREFUL] * len(world.state.players)
    happened: list[Happened] = []
    late: list[int] = []
    now = FIRST_S
    for n, (event, before, after) in enumerate(game):
        now += rng.uniform(*PAUSES_S[type(event)])
        following = [type(later) for later, _, _ in game[n + 1 : n + 3]]
        how = every[before.seat(event.player)] if hasattr(event, "player") else CAREFUL
        if isinstance(event, _Placed):
            if following == [EndTurn, Roll] and before.phase == "play" and rng.random() < how.early_throw:
                late.append(n)
            else:
                now = hands.place(event, before, now, how)
        elif isinstance(event, MoveRobber):
            hands.actions.append(PutRobber(now, event.to, event.player))
        happened.append(Happened(now, event, before, after))
        if isinstance(event, Roll):
            for m in late:
                # It stood on nobody's board when the dice fell.
                done = happened[m]
                assert isinstance(done.event, _Placed)
                at = hands.place(done.event, done.before, now + rng.uniform(0.8, 3.0), CAREFUL)
                happened[m] = Happened(at, done.event, done.before, done.after)
            late = []
            if rng.random() < how.knock:
                hands.actions.append(Knock(now + 1, now + rng.uniform(3.0, 9.0)))
    return Evening(tuple(happened), tuple(sorted(hands.actions, key=lambda action: action.t)))


class _Hands:
    """What hands do on the board, collected."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.actions: list[BoardAction] = []

    def place(self, event: _Placed, before: State, now: float, how: HandlingErrors) -> float:
        """Put a piece where an event says, and whatever comes before and after it; when it is at rest."""
        rng = self._rng
        site = event.at
        standing = _piece(event)
        now = self._detours(event, before, now, how)
        if isinstance(event, PlaceCity):
            self.actions.append(Put(now, site, None))
            now += rng.uniform(0.5, 2.0)
        self.actions.append(Put(now, site, standing))
        if rng.random() < how.nudge:
            self.actions.append(Nudge(now + rng.uniform(1.0, 20.0), site))
        if rng.random() < how.rest:
            self.actions.append(Cover(now + 0.1, now + rng.uniform(3.0, 15.0), frozenset(around(site))))
        return now

    def _detours(self, event: _Placed, before: State, now: float, how: HandlingErrors) -> float:
        """Another piece that is taken back, this one beside its site first; when they are done."""
        rng = self._rng
        standing = _piece(event)
        free = _free(event, before)
        beside = [site for site in free if site in around(event.at)]
        aside = how.city_beside if isinstance(event, PlaceCity) else how.wrong_site
        if free and rng.random() < how.take_back:
            now = self._for_a_while(rng.choice(free), standing, now, rng.uniform(2.0, 12.0))
        if beside and rng.random() < aside:
            now = self._for_a_while(rng.choice(beside), standing, now, rng.uniform(1.5, 4.0))
        return now

    def _for_a_while(self, site: Site, standing: Standing, now: float, seconds: float) -> float:
        self.actions += [Put(now, site, standing), Put(now + seconds, site, None)]
        return now + seconds + self._rng.uniform(0.4, 1.5)


def _piece(event: _Placed) -> Standing:
    if isinstance(event, PlaceRoad):
        return Standing("road", event.player)
    return Standing("city" if isinstance(event, PlaceCity) else "settlement", event.player)


def _free(event: _Placed, before: State) -> list[Site]:
    """The sites for pieces of that shape on which nothing stands, without the event's own."""
    on_path = isinstance(event, PlaceRoad)
    taken = before.roads() if on_path else before.buildings()
    every: Sequence[Site] = PATHS if on_path else INTERSECTIONS
    full = {every[n] for n in indices(taken)}
    return [site for site in every if site not in full and site != event.at]


def around(site: Site) -> list[Site]:
    """A site and those that a hand on it hides: the paths and intersections next to it."""
    if site in ENDS:
        path = PathId(site)
        ends = ENDS[path]
        return [path, *ends, *(p for end in ends for p in PATHS_AT[end] if p != path)]
    at = IntersectionId(site)
    return [at, *PATHS_AT[at], *NEIGHBOURS[at]]
