"""A simulated game and its partially reported copy: everything seen, and a share of the unseen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.base.belief import Belief
from companion.games.base.rules.cards import NO_CARDS, UNIDENTIFIED_KIND, cards_of_kind
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    PlayDevelopmentCard,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State, land_of
from companion.games.seats import Seat
from companion.sim.world import SimulatedGame, shuffled_island

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


@dataclass(frozen=True)
class Moment:
    """One true event, and what the table makes of it.

    Attributes:
        happened: the event.
        true: the state after it, with every card as it is.
        said: the reported event; None: nothing.
        before, after: the table's own state, which changes only where something was said.
        belief: what is believed then.
    """

    happened: Event
    true: State
    reported_event: Event | None
    before: State
    after: State
    belief: Belief


@dataclass(frozen=True)
class ReportShares:
    """The share of unseen actions that is reported.

    Attributes:
        told: the share of trades, purchases, discards and robberies that is reported.
        named: the share of these with named cards, where only some players know them.
        shown: how often players show their hand at the start of a turn.
    """

    reported: float
    named: float = 0.0
    shown: float = 0.0

    def report_of(self, event: Event, chance: random.Random) -> Event | None:
        """Return the report of an event; None: nothing is reported."""
        if not isinstance(event, _UNSEEN_EVENTS):
            return event
        if not isinstance(event, PlayDevelopmentCard) and chance.random() >= self.reported:
            return None
        if chance.random() < self.named:
            return event
        match event:
            case Steal():
                return replace(event, resource=None)
            case BuyDevelopmentCard():
                return replace(event, card=None)
            case Discard():
                return replace(event, resources=cards_of_kind(UNIDENTIFIED_KIND, sum(event.resources)))
            case PlayDevelopmentCard():
                return replace(event, resources=NO_CARDS, resource=None)
        return event


_UNSEEN_EVENTS = (Steal, BuyDevelopmentCard, Discard, DomesticTrade, MaritimeTrade, PlayDevelopmentCard)


def partly_reported_game(
    seed: int, hush: ReportShares, *, all_told: bool = False, seats: int | None = None
) -> Iterator[Moment]:
    """A whole game of three or four, moment by moment."""
    chance = random.Random(seed)
    options = Options(all_told=all_told)
    players = SEATS[: seats or chance.choice((3, 4))]
    world = SimulatedGame(shuffled_island(chance), players, chance, options)
    silence = random.Random(f"hush {seed}")
    table, belief = State(), Belief()
    for opening in (GameStarted(players, options), LayoutSet(land_of(world.state).layout)):
        before, table = table, apply(table, opening)
        belief = belief.update(before, opening, table)
    for event in world.play():
        report = hush.report_of(event, silence)
        before = table
        if report is not None:
            table = apply(before, report)
            belief = belief.update(before, report, table)
        yield Moment(event, world.state, report, before, table, belief)
        if isinstance(event, EndTurn) and silence.random() < hush.shown:
            player = world.state.players[silence.randrange(len(players))]
            shown = ShowHand(player.colour, player.hand)
            before, table = table, apply(table, shown)
            belief = belief.update(before, shown, table)
            yield Moment(shown, world.state, shown, before, table, belief)


def turns(game: Iterator[Moment]) -> Iterator[list[Moment]]:
    """Group a game's moments by turn, each from a roll to the moment before the next."""
    turn: list[Moment] = []
    for moment in game:
        if isinstance(moment.happened, Roll) and turn:
            yield turn
            turn = []
        turn.append(moment)
    yield turn
