"""The true course of a simulated game, and what of it people would tell the table.

The world keeps the state that really is: every hand, the deck in its order, the dice as they fall.
The table hears of it only what it would at a real table: dice by the tower, the rest as inputs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.base.rules.cards import DEVELOPMENT_CARDS, DEVELOPMENT_DECK, RESOURCES
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    Roll,
    Seat,
    Steal,
    event_to_json,
)
from companion.games.base.rules.options import DEFAULT_OPTIONS, Options
from companion.games.base.rules.state import State
from companion.island.box import BOX_TERRAINS, Terrain
from companion.island.geometry import HEXES
from companion.island.layout import Layout
from companion.island.setups import FRAME_PIECES, variable
from companion.sim.players import all_owed, choose
from companion.sim.policies import BUILDER, Policy


def shuffled_island(rng: random.Random) -> Layout:
    """A variable set-up: terrain drawn, token A on a drawn corner, frame pieces in a drawn order."""
    terrains: list[Terrain] = [t for t, count in BOX_TERRAINS.items() for _ in range(count)]
    rng.shuffle(terrains)
    corners = [h for h in HEXES if h in ("h0,-2", "h2,-2", "h2,0", "h0,2", "h-2,2", "h-2,0")]
    frame = rng.sample(range(FRAME_PIECES), FRAME_PIECES)
    return variable(terrains, rng.choice(corners), frame=frame)


class SimulatedGame:
    """A game as it really goes."""

    def __init__(
        self,
        layout: Layout,
        seats: Sequence[Seat],
        rng: random.Random,
        options: Options = DEFAULT_OPTIONS,
        policies: Sequence[Policy] = (),
    ) -> None:
        """A game about to begin.

        Args:
            layout: the island.
            seats: who plays.
            rng: decides what chance decides, and what players are of two minds about.
            options: how they play.
            policies: of the players, by seat; all builders where none are given.
        """
        self._rng = rng
        self._temperaments = policies or [BUILDER] * len(seats)
        self.state: State = fold((GameStarted(tuple(seats), options), LayoutSet(layout)))
        self._deck = [card for n, card in enumerate(DEVELOPMENT_CARDS) for _ in range(DEVELOPMENT_DECK[n])]
        rng.shuffle(self._deck)

    def play(self, most_turns: float = math.inf) -> Iterator[Event]:
        """Every event that happens, to the victory; `state` is the one after the event yielded.

        Args:
            most_turns: after so many turns the game is broken off.
        """
        while self.state.winner is None and self.state.turn <= most_turns:
            founder = self.state.founder()
            policy = self._temperaments[self.state.active if founder is None else founder]
            event = self._settled(choose(self.state, self._rng, policy))
            self.state = apply(self.state, event)
            yield event

    def _settled(self, event: Event) -> Event:
        """The event with what chance decides, and discards said all at once."""
        rng = self._rng
        if isinstance(event, Roll):
            return Roll(event.player, (rng.randint(1, 6), rng.randint(1, 6)))
        if isinstance(event, BuyDevelopmentCard):
            return BuyDevelopmentCard(event.player, self._deck.pop())
        if isinstance(event, Discard):
            return Discard(event.player, all_owed(self.state, self.state.seat(event.player), rng))
        if isinstance(event, Steal) and event.victim is not None:
            hand = self.state.players[self.state.seat(event.victim)].hand
            if not sum(hand):
                return event
            return Steal(event.player, event.victim, rng.choices(RESOURCES, hand[:5])[0])
        return event


def as_input(event: Event) -> Mapping[str, Any]:
    """What somebody enters who saw an event happen."""
    data = event_to_json(event)
    kind = data["kind"]
    if kind.startswith("place_"):
        return {**data, "kind": "place", "piece": kind.removeprefix("place_")}
    return data


def told(events: Iterator[Event]) -> Iterator[Event]:
    """The events that somebody has to tell: passing the dice is told by the next roll, if one follows."""
    passed: EndTurn | None = None
    for event in events:
        if passed is not None and not isinstance(event, Roll):
            yield passed
        passed = event if isinstance(event, EndTurn) else None
        if passed is None:
            yield event
    if passed is not None:
        # The next player has won by what happened before: the dice were passed for that.
        yield passed
