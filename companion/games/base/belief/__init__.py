"""Track the probability of every hidden hand with a particle filter.

`Belief.update` returns the belief after an event; all other methods query a belief. A belief depends only on
the recorded events, not on how they were detected. It is deterministic: the same events give the same belief.

Each particle is one possible assignment of hands to all players (`particle_set`). An event changes every
particle, removes the impossible ones and branches the others (`particle_update`): an unseen theft branches
into every card that the thief may have drawn. If players do not report everything (`Options.all_told`),
particles also branch on unreported actions, at the rate estimated for this table (`reporting_rates`,
`unreported_actions`). A payment that a particle does not allow is explained by an unreported trade
(`payments`). Certainty is tracked separately from the weights (`uncertain_hands`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.games.base.belief import particle_update, uncertain_hands
from companion.games.base.belief.branching import discard_counts
from companion.games.base.belief.forgotten_acts import ForgottenActs
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.belief.uncertain_hands import UncertainHands
from companion.games.base.rules import events
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, Cards
from companion.games.base.rules.state import Player, State

_MAX_UNCERTAIN_P: Final = 0.995
"""Upper bound of the probability shown for a hand that is not certain."""


@dataclass(frozen=True)
class HandBelief:
    """The distribution of one player's hand.

    Attributes:
        cards: the most probable hand; all its cards are identified.
        probability: of exactly that hand.
        certain: no event that may have happened leads to another hand: its probability is one, and it depends
            only on certain facts.
        size_certain: the number of cards is certain, whatever their kinds.
        p_changed, p_resized: the probability that an act that nobody entered has changed the hand, or its
            number of cards. `certain` and `size_certain` leave it out: they are what the entries imply.
        sizes: the probability of each number of cards.
    """

    cards: Cards
    probability: float
    certain: bool
    size_certain: bool
    sizes: Mapping[int, float]
    p_changed: float = 0.0
    p_resized: float = 0.0


@dataclass(frozen=True)
class Contradiction:
    """An event that needs cards which no plausible hand of the player contains.

    Attributes:
        seat: the player's seat.
        missing: the cards that the likeliest hand lacked; none if a development card was played whose
            purchase was not reported.
        event: the event that needed the cards.
        turn: the turn of the event.
    """

    seat: int
    missing: Cards
    event: events.Event
    turn: int = 0


@dataclass(frozen=True)
class Belief:
    """The belief about all hands at one moment of a game.

    Attributes:
        players: the players' recorded state.
        approximate: resampling has dropped unlikely particles.
        contradictions: those found so far, the newest last.
        particles: the possible hands of all players together.
        uncertain_hands: the hands that may differ from every particle.
        reporting_rates: estimates of how much this table reports.
        seven: the discards that were reported for the current seven.
        forgotten: the acts that nobody may have entered, if people promised to enter all.
    """

    players: tuple[Player, ...] = ()
    approximate: bool = False
    contradictions: tuple[Contradiction, ...] = ()
    particles: ParticleSet = field(default_factory=lambda: ParticleSet.from_empty_hands(0))
    uncertain_hands: UncertainHands = field(default_factory=UncertainHands)
    reporting_rates: particle_update.ReportingRates = field(default_factory=particle_update.ReportingRates)
    seven: particle_update.SevenDiscards = field(default_factory=particle_update.SevenDiscards)
    forgotten: ForgottenActs = field(default_factory=ForgottenActs, compare=False)

    def update(
        self,
        before: State,
        event: events.Event,
        after: State,
        *,
        inferred: bool = False,
        certain: bool = True,
        seen: bool = False,
    ) -> Belief:
        """Return the belief after a recorded event.

        Args:
            before: the state before the event; it must be the state of this belief.
            event: the event.
            after: the state after the event.
            inferred: nobody saw or reported the event.
            certain: the event's source was certain; otherwise no hand that it touches stays certain.
            seen: a camera saw the event, so nobody had to enter it.
        """
        if isinstance(event, events.GameStarted):
            return Belief(after.players, particles=ParticleSet.from_empty_hands(len(after.players)))
        all_reported = before.options.all_told
        uncertain_hands = self.uncertain_hands.admit_unreported_actions(self.particles, before)
        context = particle_update.EventContext(
            before, event, after, inferred, None if all_reported else self.reporting_rates, self.seven
        )
        outcome = particle_update.update_particles(self.particles, context)
        particles = outcome.particles
        feasible = particles.feasible_mask()
        if feasible is not None:
            particles = particles.reweight(feasible) or particles
        # A player whose hand may differ from every particle may show any hand. A dropped particle may have
        # allowed it.
        excused = (
            uncertain_hands.open_seats
            if isinstance(event, events.ShowHand) or self.approximate
            else frozenset()
        )
        surprising = [
            shortfall
            for shortfall in outcome.shortfalls
            if _is_contradiction(shortfall, event, all_reported)
            and not (all_reported and shortfall.seat in excused)
        ]
        contradictions = tuple(
            Contradiction(shortfall.seat, shortfall.missing, event, before.turn)
            for shortfall in surprising
            if shortfall.seat not in uncertain_hands.short_seats
        )
        uncertain_hands = uncertain_hands.admit_shortfalls(
            frozenset(shortfall.seat for shortfall in surprising), particles
        )
        kept = particles.resample()
        truncated = outcome.truncated or kept is not particles
        if truncated:
            uncertain_hands = uncertain_hands.admit_truncation(self.particles).admit_truncation(particles)
        if isinstance(event, events.MoveRobber):
            uncertain_hands = uncertain_hands.admit_assumed_discards(
                frozenset(
                    seat
                    for seat in self.seven.unreported
                    if discard_counts(self.particles, seat, before.options.hand_limit).any()
                )
            )
        uncertain_hands = uncertain_hands.update(before, event, kept)
        if not certain:
            uncertain_hands = uncertain_hands.admit_uncertain_event(event, after)
        if inferred:
            uncertain_hands = uncertain_hands.admit_inferred_event(event, kept.seats)
        if not isinstance(event, events.ShowHand):
            uncertain_hands = uncertain_hands.admit_unreported_actions(kept, after)
        forgotten = self.forgotten
        if all_reported:
            omissions = len(contradictions) + (
                inferred and isinstance(event, events.DomesticTrade | events.MaritimeTrade)
            )
            forgotten = forgotten.update(before, event, kept, seen=seen, omissions=omissions)
        return Belief(
            after.players,
            self.approximate or truncated,
            self.contradictions + contradictions,
            kept.materialize(),
            uncertain_hands,
            self._update_reporting_rates(event, inferred, outcome.shortfalls),
            self.seven.update(before, event),
            forgotten,
        )

    def _update_reporting_rates(
        self, event: events.Event, inferred: bool, shortfalls: tuple[particle_update.Shortfall, ...]
    ) -> particle_update.ReportingRates:
        trades, purchases = self.reporting_rates.trades, self.reporting_rates.purchases
        surprised = any(shortfall.prior_p < particle_update.CONTRADICTION_P for shortfall in shortfalls)
        if isinstance(event, events.DomesticTrade | events.MaritimeTrade):
            trades = trades.observe_omission() if inferred else trades.observe_report()
        elif isinstance(event, events.BuyDevelopmentCard):
            purchases = purchases.observe_omission() if inferred else purchases.observe_report()
        elif isinstance(event, events.EndTurn):
            trades, purchases = trades.observe_quiet_turn(), purchases.observe_quiet_turn()
        if surprised and isinstance(event, events.PlayDevelopmentCard | events.RevealVictoryPoints):
            purchases = purchases.observe_omission()
        elif surprised:
            trades = trades.observe_omission()
        return particle_update.ReportingRates(trades, purchases)

    def hand(self, seat: int) -> HandBelief:
        """Return the distribution of a seat's hand."""
        cards, probability = self.particles.likeliest_hand(seat)
        sizes = self.particles.hand_size_distribution(seat)
        closed = seat not in self.uncertain_hands.open_seats
        certain = closed and self.particles.is_hand_unanimous(seat)
        counted = seat not in self.uncertain_hands.uncounted_seats
        return HandBelief(
            cards,
            1.0 if certain else min(probability, _MAX_UNCERTAIN_P),
            certain,
            counted and len(sizes) == 1,
            sizes,
            self.forgotten.p_changed(seat),
            self.forgotten.p_resized(seat),
        )

    def p_can_afford(self, seat: int, cost: Cards) -> float:
        """Return the probability that a seat's hand contains the cards."""
        return (
            float(self.particles.weights[self.particles.holds_mask(seat, cost)].sum())
            if self.players
            else 0.0
        )

    def p_can_play(self, seat: int, kind: int) -> float:
        """Return the probability that a seat has a playable development card of a kind (its index)."""
        player = self.players[seat]
        if player.development[kind] > player.bought_this_turn[kind]:
            return 1.0
        unidentified = max(
            0, player.development[UNIDENTIFIED_KIND] - player.bought_this_turn[UNIDENTIFIED_KIND]
        )
        left = uncertain_hands.unseen_cards(self.players)
        p_none = sum(
            weight * uncertain_hands.hypergeometric(left, kind, unidentified + secret).get(0, 0.0)
            for secret, weight in self.particles.secret_card_distribution(seat).items()
        )
        return max(0.0, 1.0 - p_none)

    def has_no_secret_cards(self, seat: int) -> bool:
        """Return whether a seat certainly has no development card whose purchase was not reported."""
        return seat not in self.uncertain_hands.secret_card_seats and not any(
            self.particles.secret_card_distribution(seat)
        )

    def hidden_points(self, seat: int, *, public: bool = False) -> Mapping[int, float]:
        """Return the probability of each number of hidden victory point cards of a seat.

        Args:
            seat: the player's seat.
            public: ignore what the owner has reported about the cards and use only public information.
        """
        return uncertain_hands.victory_point_distribution(
            self.players, seat, self.particles.secret_card_distribution(seat), public=public
        )

    def resample(self, max_particles: int) -> Belief:
        """Return this belief with few particles: good enough for queries, but not for further updates."""
        return replace(self, particles=self.particles.resample(max_particles).materialize(), approximate=True)


def _is_contradiction(shortfall: particle_update.Shortfall, event: events.Event, all_reported: bool) -> bool:
    """Return whether a shortfall contradicts the belief.

    Unless everything is reported, any hand may be shown.
    """
    if all_reported:
        return shortfall.prior_p <= 0
    return shortfall.prior_p < particle_update.CONTRADICTION_P and not isinstance(event, events.ShowHand)
