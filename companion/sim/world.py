"""The true course of a simulated game, and the inputs by which people would report it.

The world contains the true state: all hands, the order of the deck, the dice. The table receives only the
observations of a real one: rolls from the tower, the rest as inputs.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.base.rules import events
from companion.games.base.rules.cards import DEVELOPMENT_CARDS, DEVELOPMENT_DECK, RESOURCES
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.options import DEFAULT_OPTIONS, Options
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island import geometry
from companion.island.layout import BOX_TERRAINS, Layout, Terrain
from companion.island.setups import FRAME_PIECES, variable_layout
from companion.sim.players import BUILDER, Policy, choose_discards, choose_event


def shuffled_island(rng: random.Random) -> Layout:
    """Draw a variable set-up: the terrain, the corner of token A, and the order of the frame pieces."""
    terrains: list[Terrain] = [t for t, count in BOX_TERRAINS.items() for _ in range(count)]
    rng.shuffle(terrains)
    corners = [h for h in geometry.HEXES if h in ("h0,-2", "h2,-2", "h2,0", "h0,2", "h-2,2", "h-2,0")]
    frame = rng.sample(range(FRAME_PIECES), FRAME_PIECES)
    return variable_layout(terrains, rng.choice(corners), frame=frame)


class SimulatedGame:
    """The true course of one game."""

    def __init__(
        self,
        layout: Layout,
        seats: Sequence[Seat],
        rng: random.Random,
        options: Options = DEFAULT_OPTIONS,
        policies: Sequence[Policy] = (),
    ) -> None:
        """Set up a game.

        Args:
            layout: the island.
            seats: the players.
            rng: draws dice, cards and the players' random preferences.
            options: the rules' options.
            policies: the players' policies, by seat; without them all are builders.
        """
        self._rng = rng
        self._policies = policies or [BUILDER] * len(seats)
        self.state: State = fold((events.GameStarted(tuple(seats), options), events.LayoutSet(layout)))
        self._deck = [card for n, card in enumerate(DEVELOPMENT_CARDS) for _ in range(DEVELOPMENT_DECK[n])]
        rng.shuffle(self._deck)

    def play(self, max_turns: float = math.inf) -> Iterator[events.Event]:
        """Yield the events up to the victory; `state` is always the state after the yielded event.

        Args:
            max_turns: the game ends without a winner after this many turns.
        """
        while self.state.winner is None and self.state.turn <= max_turns:
            founder = self.state.founder()
            policy = self._policies[self.state.active if founder is None else founder]
            event = self._resolve_chance(choose_event(self.state, self._rng, policy))
            self.state = apply(self.state, event)
            yield event

    def _resolve_chance(self, event: events.Event) -> events.Event:
        """Complete an event by its random parts, and combine a player's discards into one."""
        rng = self._rng
        if isinstance(event, events.Roll):
            return events.Roll(event.player, (rng.randint(1, 6), rng.randint(1, 6)))
        if isinstance(event, events.BuyDevelopmentCard):
            return events.BuyDevelopmentCard(event.player, self._deck.pop())
        if isinstance(event, events.Discard):
            seat = self.state.seat(event.player)
            return events.Discard(event.player, choose_discards(self.state, seat, rng))
        if isinstance(event, events.Steal) and event.victim is not None:
            hand = self.state.players[self.state.seat(event.victim)].hand
            if not sum(hand):
                return event
            return events.Steal(event.player, event.victim, rng.choices(RESOURCES, hand[:5])[0])
        return event


def to_input(event: events.Event) -> Mapping[str, Any]:
    """Return the input by which a person reports an event."""
    return input_from_json(events.event_to_json(event))


def input_from_json(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the input by which a person reports an event that is given as JSON."""
    kind: str = data["kind"]
    if kind.startswith("place_"):
        return {**data, "kind": "place", "piece": kind.removeprefix("place_")}
    return data
