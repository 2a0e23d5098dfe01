"""What is believed of the cards that nobody sees: possible hands with their weights.

`Belief.told` takes what happened and gives the belief after it; all else asks one. A belief knows what was
told and nothing of how it was found out. Pure: the same story gives the same belief.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.base.cards import NONE, UNIDENTIFIED, Cards, certain, holds
from companion.games.base.events import Event
from companion.games.base.state import Player, State


@dataclass(frozen=True)
class HandBelief:
    """What one hand may be.

    Attributes:
        cards: the most probable hand, no card in it unidentified.
        probability: of just that hand.
        certain: nothing that may have happened leaves another: the probability is one, and so is that of
            everything that it rests on.
        sizes: probability of each number of cards.
    """

    cards: Cards
    probability: float
    certain: bool
    sizes: Mapping[int, float]


@dataclass(frozen=True)
class Contradiction:
    """Somebody did what no hand that was thought possible allows.

    Attributes:
        seat: who.
        missing: the cards that were not there in the likeliest hand.
        event: what was done with them.
    """

    seat: int
    missing: Cards
    event: Event


@dataclass(frozen=True)
class Belief:
    """Every hand that is possible at one moment of a game.

    Attributes:
        approximate: less likely hands were left out, so that there are not too many.
        contradictions: so far, the newest last.
    """

    players: tuple[Player, ...] = ()
    approximate: bool = False
    contradictions: tuple[Contradiction, ...] = field(default=())

    def told(self, before: State, event: Event, after: State) -> Belief:
        """The belief after an event that is told.

        Args:
            before: the state that it met, this belief's own.
            event: what happened.
            after: the state after it.
        """
        return Belief(after.players)

    def hand(self, seat: int) -> HandBelief:
        """What a seat's hand may be."""
        hand = self.players[seat].hand
        a, b, c, d, e, _ = hand
        return HandBelief((a, b, c, d, e, 0), 1.0, certain(hand), {sum(hand): 1.0})

    def pays(self, seat: int, cost: Cards) -> float:
        """Probability that a seat's hand holds the cards."""
        hand = self.players[seat].hand if self.players else NONE
        return 1.0 if holds(hand, cost) else 0.0

    def plays(self, seat: int, kind: int) -> float:
        """Probability that a seat has a development card of a kind (its index) that it may play now."""
        player = self.players[seat]
        held = player.development[kind] + player.development[UNIDENTIFIED]
        return 1.0 if held > player.fresh[kind] + player.fresh[UNIDENTIFIED] else 0.0

    def hidden_points(self, seat: int) -> Mapping[int, float]:
        """Probability of each number of hidden victory point cards in a seat's hand."""
        return {self.players[seat].development[4]: 1.0}
