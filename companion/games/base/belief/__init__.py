"""What is believed of the cards that nobody sees: possible hands with their weights.

`Belief.updated` takes what happened and gives the belief after it; all else asks one. A belief knows what was
told and nothing of how it was found out. Pure: the same story gives the same belief.

Every possible hand of everybody together is a *world* (`worlds`). An event changes each world, rules some
out and divides others (`update`): a card stolen unseen makes one of every card that it may have been.
Where people don't promise to tell all (`Options.all_told`), worlds also divide for what nobody told, as
often as this table leaves things untold (`reporting_rates`, `untold`), and a payment that a world doesn't
allow is explained by an untold trade (`payments`). What is *certain* is kept apart from weights
(`uncertain_hands`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.base.belief import pool
from companion.games.base.belief.event_context import UNBELIEVABLE_P, EventContext, Seven, Shortfall
from companion.games.base.belief.reporting_rates import ReportingRates
from companion.games.base.belief.uncertain_hands import UncertainHands
from companion.games.base.belief.update import update_worlds
from companion.games.base.belief.worlds import Worlds
from companion.games.base.rules.cards import UNIDENTIFIED, Cards
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    MaritimeTrade,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    ShowHand,
)
from companion.games.base.rules.state import Player, State

_ALMOST_P: Final = 0.995
"""The most that is said of a hand that isn't certain."""


@dataclass(frozen=True)
class HandBelief:
    """What one hand may be.

    Attributes:
        cards: the most probable hand, no card in it unidentified.
        probability: of just that hand.
        certain: nothing that may have happened leaves another: the probability is one, and so is that of
            everything that it rests on.
        counted: the same of the number of cards, whichever they are.
        sizes: probability of each number of cards.
    """

    cards: Cards
    probability: float
    certain: bool
    counted: bool
    sizes: Mapping[int, float]


@dataclass(frozen=True)
class Contradiction:
    """Somebody did what no hand that was thought possible allows.

    Attributes:
        seat: who.
        missing: the cards that were not there in the likeliest hand; none where it is a development card
            of which no purchase was told.
        event: what was done with them.
        turn: the turn in which it was.
    """

    seat: int
    missing: Cards
    event: Event
    turn: int = 0


@dataclass(frozen=True)
class Belief:
    """Every hand that is possible at one moment of a game.

    Attributes:
        players: as they stand by what was told.
        approximate: less likely hands were left out, so that there are not too many.
        contradictions: so far, the newest last.
        worlds: the possible hands of everybody together.
        uncertain_hands: which hands may be none of them.
        reporting_rates: how much this table reports.
        seven: who has told what of the discards for the seven.
    """

    players: tuple[Player, ...] = ()
    approximate: bool = False
    contradictions: tuple[Contradiction, ...] = ()
    worlds: Worlds = field(default_factory=lambda: Worlds.empty_handed(0))
    uncertain_hands: UncertainHands = field(default_factory=UncertainHands)
    reporting_rates: ReportingRates = field(default_factory=ReportingRates)
    seven: Seven = field(default_factory=Seven)

    def updated(
        self, before: State, event: Event, after: State, *, inferred: bool = False, sure: bool = True
    ) -> Belief:
        """The belief after an event that is told.

        Args:
            before: the state that it met, this belief's own.
            event: what happened.
            after: the state after it.
            inferred: nobody saw or said it.
            sure: whoever told it was; else no hand that it touches is certain any more.
        """
        if isinstance(event, GameStarted):
            return Belief(after.players, worlds=Worlds.empty_handed(len(after.players)))
        everything = before.options.all_told
        uncertain_hands = self.uncertain_hands.untold(self.worlds, before)
        told = EventContext(
            before, event, after, inferred, None if everything else self.reporting_rates, self.seven
        )
        outcome = update_worlds(self.worlds, told)
        worlds = outcome.worlds
        in_the_box = worlds.in_the_box()
        if in_the_box is not None:
            worlds = worlds.weighed(in_the_box) or worlds
        # Whose hand may be none of the worlds' may show any, or what was left out may have allowed it.
        excused = uncertain_hands.open if isinstance(event, ShowHand) or self.approximate else frozenset()
        surprising = [
            lack
            for lack in outcome.lacks
            if _contradicts(lack, event, everything) and not (everything and lack.seat in excused)
        ]
        found = tuple(
            Contradiction(lack.seat, lack.missing, event, before.turn)
            for lack in surprising
            if lack.seat not in uncertain_hands.short
        )
        uncertain_hands = uncertain_hands.came_short(frozenset(lack.seat for lack in surprising), worlds)
        kept = worlds.fewer()
        cut = outcome.cut or kept is not worlds
        if cut:
            uncertain_hands = uncertain_hands.cut(self.worlds).cut(worlds)
        uncertain_hands = uncertain_hands.updated(before, event, kept)
        if not sure:
            uncertain_hands = uncertain_hands.unsure(event, after)
        if inferred:
            uncertain_hands = uncertain_hands.inferred(event, kept.seats)
        if not isinstance(event, ShowHand):
            uncertain_hands = uncertain_hands.untold(kept, after)
        return Belief(
            after.players,
            self.approximate or cut,
            self.contradictions + found,
            kept.gathered(),
            uncertain_hands,
            self._habits(event, inferred, outcome.lacks),
            self.seven.updated(before, event),
        )

    def _habits(self, event: Event, inferred: bool, lacks: tuple[Shortfall, ...]) -> ReportingRates:
        trades, purchases = self.reporting_rates.trades, self.reporting_rates.purchases
        surprised = any(lack.thought < UNBELIEVABLE_P for lack in lacks)
        if isinstance(event, DomesticTrade | MaritimeTrade):
            trades = trades.missed() if inferred else trades.updated()
        elif isinstance(event, BuyDevelopmentCard):
            purchases = purchases.missed() if inferred else purchases.updated()
        elif isinstance(event, EndTurn):
            trades, purchases = trades.turn(), purchases.turn()
        if surprised and isinstance(event, PlayDevelopmentCard | RevealVictoryPoints):
            purchases = purchases.missed()
        elif surprised:
            trades = trades.missed()
        return ReportingRates(trades, purchases)

    def hand(self, seat: int) -> HandBelief:
        """What a seat's hand may be."""
        cards, probability = self.worlds.likeliest(seat)
        sizes = self.worlds.sizes(seat)
        closed = seat not in self.uncertain_hands.open
        certain = closed and self.worlds.same_hand(seat)
        return HandBelief(
            cards,
            1.0 if certain else min(probability, _ALMOST_P),
            certain,
            closed and len(sizes) == 1,
            sizes,
        )

    def pays(self, seat: int, cost: Cards) -> float:
        """Probability that a seat's hand holds the cards."""
        return float(self.worlds.weights[self.worlds.holding(seat, cost)].sum()) if self.players else 0.0

    def plays(self, seat: int, kind: int) -> float:
        """Probability that a seat has a development card of a kind (its index) that it may play now."""
        player = self.players[seat]
        if player.development[kind] > player.fresh[kind]:
            return 1.0
        unnamed = max(0, player.development[UNIDENTIFIED] - player.fresh[UNIDENTIFIED])
        left = pool.unseen(self.players)
        none = sum(
            weight * pool.chances(left, kind, unnamed + secret).get(0, 0.0)
            for secret, weight in self.worlds.secrets(seat).items()
        )
        return max(0.0, 1.0 - none)

    def cards_told(self, seat: int) -> bool:
        """Whether a seat surely has no development card of which no purchase was told."""
        return seat not in self.uncertain_hands.secretive and not any(self.worlds.secrets(seat))

    def hidden_points(self, seat: int, *, public: bool = False) -> Mapping[int, float]:
        """Probability of each number of hidden victory point cards in a seat's hand.

        Args:
            seat: whose.
            public: as who sees the cards from behind, whatever their owner told of them.
        """
        return pool.victory_points(self.players, seat, self.worlds.secrets(seat), public=public)

    def thinned(self, most: int) -> Belief:
        """This belief with few worlds: enough to be asked, not to be told on."""
        return replace(self, worlds=self.worlds.fewer(most).gathered(), approximate=True)


def _contradicts(lack: Shortfall, event: Event, everything: bool) -> bool:
    """Whether it is unbelievable that a seat had the cards; where not all is told, any hand may be shown."""
    if everything:
        return lack.thought <= 0
    return lack.thought < UNBELIEVABLE_P and not isinstance(event, ShowHand)
