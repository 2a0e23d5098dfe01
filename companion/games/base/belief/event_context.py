"""An event as it meets the worlds, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.base.belief.payments import Means
from companion.games.base.belief.reporting_rates import ReportingRates
from companion.games.base.belief.worlds import Worlds
from companion.games.base.rules.cards import NONE, Cards
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

UNBELIEVABLE_P: Final = 0.01
"""Below this probability it is a contradiction that somebody had the cards."""


@dataclass(frozen=True)
class Seven:
    """The discards for a seven, from the roll to the end of the turn.

    Attributes:
        silent: seats that have told of none, until the robber is moved.
        settled: seats of which the worlds had to say it, as nobody did before the robber was moved.
    """

    silent: frozenset[int] = frozenset()
    settled: frozenset[int] = frozenset()

    def updated(self, before: State, event: Event) -> Seven:
        """After an event that met a state."""
        match event:
            case Roll(_, dice) as roll if sum(dice) == 7 and not is_rolled_again(before, roll):
                return Seven(frozenset(n for n, player in enumerate(before.players) if not player.resting))
            case Discard(player):
                return Seven(self.silent - {before.seat(player)}, self.settled)
            case MoveRobber():
                return Seven(frozenset(), self.settled | self.silent)
            case LeaveTable(player) if before.seat(player) != before.active:
                return Seven(self.silent - {before.seat(player)}, self.settled)
            case EndTurn() | Roll() | UnseenRoll() | LeaveTable():
                return Seven()
        return self


@dataclass(frozen=True)
class EventContext:
    """An event with all that its effect depends on.

    Attributes:
        before, event, after: as the story has it.
        inferred: nobody saw or said it.
        reporting_rates: what share of the unseen things this table enters; None: everything.
        seven: who has told what of the discards for the seven.
    """

    before: State
    event: Event
    after: State
    inferred: bool
    reporting_rates: ReportingRates | None
    seven: Seven

    def means(self, seat: int) -> Means:
        """What a seat may have done untold."""
        state = self.before
        on_turn = state.active == seat and state.rolled and state.land is not None
        rates = state.land.rates(state.players[seat].buildings) if on_turn and state.land else ()
        return Means(rates, self.reporting_rates.trades.untold if self.reporting_rates else 0.0)


@dataclass(frozen=True)
class Shortfall:
    """Cards that a seat turned out to have.

    Attributes:
        seat: who.
        thought: the probability of its having them, as was thought before.
        missing: what its likeliest hand lacked of them, where it was unbelievable that it had them.
    """

    seat: int
    thought: float
    missing: Cards = NONE


@dataclass(frozen=True)
class WorldsUpdate:
    """The worlds after an event.

    Attributes:
        worlds: so.
        lacks: of everybody who gave cards.
        cut: unlikely ways were left out.
    """

    worlds: Worlds
    lacks: tuple[Shortfall, ...] = ()
    cut: bool = False
