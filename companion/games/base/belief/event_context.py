"""The input and the result of a particle update for one event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.belief.payments import UnreportedTradeModel
from companion.games.base.belief.reporting_rates import ReportingRates
from companion.games.base.rules.cards import NO_CARDS, Cards
from companion.games.base.rules.events import (
    Discard,
    EndTurn,
    Event,
    LeaveTable,
    MoveRobber,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.first_rounds import is_rolled_again
from companion.games.base.rules.state import State

CONTRADICTION_P: Final = 0.01
"""If a seat had the cards it used with a lower probability than this, the event is a contradiction."""


@dataclass(frozen=True)
class SevenDiscards:
    """The state of the discards for a seven, from the roll to the end of the turn.

    Attributes:
        unreported: seats that have not reported a discard, until the robber moves.
        assumed: seats whose discards the particle filter had to assume, because nobody reported them before
            the robber moved.
    """

    unreported: frozenset[int] = frozenset()
    assumed: frozenset[int] = frozenset()

    def update(self, before: State, event: Event) -> SevenDiscards:
        """Return the state after an event."""
        match event:
            case Roll(_, dice) as roll if sum(dice) == 7 and not is_rolled_again(before, roll):
                return SevenDiscards(
                    frozenset(n for n, player in enumerate(before.players) if not player.resting)
                )
            case Discard(player):
                return SevenDiscards(self.unreported - {before.seat(player)}, self.assumed)
            case MoveRobber():
                return SevenDiscards(frozenset(), self.assumed | self.unreported)
            case LeaveTable(player) if before.seat(player) != before.active:
                return SevenDiscards(self.unreported - {before.seat(player)}, self.assumed)
            case EndTurn() | Roll() | UnseenRoll() | LeaveTable():
                return SevenDiscards()
        return self


@dataclass(frozen=True)
class EventContext:
    """An event with everything that its effect depends on.

    Attributes:
        before, event, after: the event and the recorded states around it.
        inferred: nobody saw or reported the event.
        reporting_rates: what share of the unseen actions this table reports; None: all of them.
        seven: the state of the discards for the current seven.
    """

    before: State
    event: Event
    after: State
    inferred: bool
    reporting_rates: ReportingRates | None
    seven: SevenDiscards

    def unreported_trade_model(self, seat: int) -> UnreportedTradeModel:
        """Return the model of the unreported trades of a seat."""
        state = self.before
        on_turn = state.active == seat and state.has_rolled and state.land is not None
        rates = state.land.rates(state.players[seat].buildings) if on_turn and state.land else ()
        return UnreportedTradeModel(
            rates, self.reporting_rates.trades.unreported_share if self.reporting_rates else 0.0
        )


@dataclass(frozen=True)
class Shortfall:
    """The cards that a seat turned out to have.

    Attributes:
        seat: the seat.
        prior_p: the probability, before the event, that it had the cards.
        missing: the cards that its likeliest hand lacked, if `prior_p` is below `CONTRADICTION_P`.
    """

    seat: int
    prior_p: float
    missing: Cards = NO_CARDS


@dataclass(frozen=True)
class ParticleUpdate:
    """The particles after an event.

    Attributes:
        particles: the updated particles.
        shortfalls: one for each seat that gave cards.
        truncated: unlikely branches were left out.
    """

    particles: ParticleSet
    shortfalls: tuple[Shortfall, ...] = ()
    truncated: bool = False
