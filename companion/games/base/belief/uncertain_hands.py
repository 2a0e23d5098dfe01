"""Which hands may be something that no world says: what is certain rests on this, not on the worlds alone.

A hand is *open* where the truth may be in none of the worlds: they were too many and some were left out, or
something may have happened untold. A hand that isn't open is one of those that the worlds say. As soon as
one hand is open, the others are closed only where all worlds agree on them: so no later filter can make a
doubtful hand look sure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.base.belief.taking_up import unsaid
from companion.games.base.belief.worlds import Worlds
from companion.games.base.rules.cards import CARDS_A_RESOURCE, UNIDENTIFIED
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
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
    ShowHand,
    Steal,
    TakeUp,
    UnseenRoll,
)
from companion.games.base.rules.legality import violations
from companion.games.base.rules.rule_violations import RuleViolation
from companion.games.base.rules.state import State

_CONTRADICTS: Final = (
    RuleViolation.NOT_ON_TURN
    | RuleViolation.NOT_ROLLED
    | RuleViolation.ALREADY_ROLLED
    | RuleViolation.ROBBER_DUE
    | RuleViolation.ROBBER_NOT_DUE
    | RuleViolation.DISCARD_NOT_OWED
    | RuleViolation.STEAL_NOT_DUE
    | RuleViolation.NOT_AT_ROBBER
)
"""What can only be so, or nearly so, where something was not told that concerns all hands: a roll, mostly."""


@dataclass(frozen=True)
class UncertainHands:
    """What the worlds may not tell.

    Attributes:
        open: seats whose hand may be something that no world says.
        secretive: seats that may hold development cards that they bought untold.
        short: seats whose hand came short this turn: what it can't pay either is no new surprise.
    """

    open: frozenset[int] = frozenset()
    secretive: frozenset[int] = frozenset()
    short: frozenset[int] = frozenset()

    def untold(self, worlds: Worlds, state: State) -> UncertainHands:
        """After a moment in which people may do what nobody tells: nothing, unless all is told.

        The player on turn may trade and buy once the dice were thrown, and play a card before that; who
        surely holds nothing can't trade. Cards owed may have been given back already, and cards stolen.
        """
        if state.options.all_told or state.phase != "play":
            return self
        seat = state.active
        if len(self.open) == worlds.seats and seat in self.secretive:
            return self
        holding = frozenset(n for n in range(worlds.seats) if n in self.open or bool(worlds.size(n).any()))
        others = holding - {seat}
        opened: frozenset[int] = frozenset()
        secretive = self.secretive
        if sum(state.players[seat].development) or seat in secretive:
            # Monopoly takes from everybody, year of plenty from the bank.
            opened = holding | {seat}
        if state.rolled and seat in holding:
            opened |= others | {seat}
            secretive |= {seat}
        opened |= {n for n, owed in enumerate(state.owed) if owed}
        if state.steal_due:
            victims = holding & set(state.robbable(seat))
            opened |= victims | ({seat} if victims else set())
        return replace(self, open=self.open | opened, secretive=secretive)

    def came_short(self, seats: frozenset[int], worlds: Worlds) -> UncertainHands:
        """After seats did what no world allowed: anything may have been otherwise."""
        if not seats:
            return self
        return replace(self, open=frozenset(range(worlds.seats)), short=self.short | seats)

    def unsure(self, event: Event, after: State) -> UncertainHands:
        """After something that may have happened otherwise: on a roll and the robber all hands rest."""
        match event:
            case PlaceRoad(player) | PlaceSettlement(player) | PlaceCity(player):
                touched = frozenset({after.seat(player)})
            case Roll() | UnseenRoll() | MoveRobber() | Steal():
                touched = frozenset(range(len(after.players)))
            case _:
                touched = frozenset()
        return replace(self, open=self.open | touched)

    def inferred(self, event: Event, seats: int) -> UncertainHands:
        """After something nobody saw or said: of trades and cards not all is told, or it is a mistake."""
        if not isinstance(event, DomesticTrade | MaritimeTrade | BuyDevelopmentCard | PlayDevelopmentCard):
            return self
        return replace(self, open=frozenset(range(seats)))

    def cut(self, worlds: Worlds) -> UncertainHands:
        """After some of these worlds were left out."""
        if len(self.open) == worlds.seats:
            return self
        return replace(self, open=self.open | _divided(worlds))

    def updated(self, before: State, event: Event, worlds: Worlds) -> UncertainHands:
        """After an event: cards that nobody saw carry the doubt from hand to hand.

        Args:
            before: the state that it met.
            event: what happened.
            worlds: after it.
        """
        opened, short = set(self.open), self.short
        if opened:
            opened |= _carried(before, event, worlds, self.open)
        if isinstance(event, TakeUp):
            opened |= unsaid(before, event)
        if isinstance(event, Roll) and before.phase == "founding":
            # A game taken up in the middle: nobody said what they hold.
            opened |= set(range(worlds.seats))
        if isinstance(event, UnseenRoll):
            # It may have been a seven: who gave up what, and who was robbed, no world says.
            opened |= set(range(worlds.seats))
        if len(opened) < worlds.seats and violations(before, event) & _CONTRADICTS:
            # The roll that was missed, the robber's move, and what it took: nobody told that.
            opened |= set(range(worlds.seats))
        if isinstance(event, ShowHand) and not event.resources[UNIDENTIFIED]:
            opened.discard(before.seat(event.player))
        if isinstance(event, ShowHand):
            short -= {before.seat(event.player)}
        elif isinstance(event, EndTurn):
            short = frozenset()
        if 0 < len(opened) < worlds.seats:
            opened |= _divided(worlds)
        if opened == self.open and short == self.short:
            return self
        return replace(self, open=frozenset(opened), short=short)


def _divided(worlds: Worlds) -> frozenset[int]:
    """The seats on whose hands the worlds don't agree."""
    return frozenset(n for n in range(worlds.seats) if not worlds.same_hand(n))


def _carried(before: State, event: Event, worlds: Worlds, opened: frozenset[int]) -> set[int]:
    """The seats that got cards of which an open hand decides which, or how many."""
    match event:
        case Steal(player, str(victim), None) if before.seat(victim) in opened:
            return {before.seat(player)}
        case DomesticTrade(player, partner, give, take):
            seat, other = before.seat(player), before.seat(partner)
            carried = set()
            if give[UNIDENTIFIED] and seat in opened:
                carried.add(other)
            if take[UNIDENTIFIED] and other in opened:
                carried.add(seat)
            return carried
        case PlayDevelopmentCard(_, "monopoly", given=given) if len(given or ()) == worlds.seats - 1:
            # All that was given was counted.
            return set()
        case PlayDevelopmentCard(player, "monopoly" | "year_of_plenty"):
            return {before.seat(player)}
        case EndTurn() if before.steal_due and opened & set(before.robbable(before.active)):
            return {before.active}
        case Roll(_, dice) if sum(dice) != 7:
            return _perhaps_rationed(before, worlds, opened)
    return set()


def _perhaps_rationed(before: State, worlds: Worlds, opened: frozenset[int]) -> set[int]:
    """Every seat, where the bank may be short of cards for a roll; none where it surely isn't."""
    if not before.options.all_told:
        return set(range(worlds.seats))
    cards = worlds.cards[:, :, :5].astype(int)
    sizes = cards.sum(2).max(0)
    for kind in range(5):
        out = sum(int(sizes[n]) if n in opened else int(cards[:, n, kind].max()) for n in range(worlds.seats))
        # Counted after the roll: what it brought is among the cards that are out.
        if out > CARDS_A_RESOURCE:
            return set(range(worlds.seats))
    return set()
