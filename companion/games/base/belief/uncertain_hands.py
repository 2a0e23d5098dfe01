"""Track which hands may differ from every particle: certainty depends on this, not only on the particles.

A seat is open if its true hand may be in none of the particles, because resampling dropped some or because
something may have happened unreported. The hand of any other seat is one of those in the particles. While a
seat is open, another seat is closed only if all particles agree on its hand. So no later update can make a
doubtful hand look certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from math import comb
from typing import Final

from companion.games.base.belief.branching import seats_without_hand_size
from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.rules import events
from companion.games.base.rules.cards import (
    CARDS_PER_RESOURCE,
    DEVELOPMENT_DECK,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.state import Player, State

_MISSED_ROLL_VIOLATIONS: Final = (
    RuleViolation.NOT_ON_TURN
    | RuleViolation.NOT_ROLLED
    | RuleViolation.ALREADY_ROLLED
    | RuleViolation.ROBBER_DUE
    | RuleViolation.ROBBER_NOT_DUE
    | RuleViolation.DISCARD_NOT_OWED
    | RuleViolation.STEAL_NOT_DUE
    | RuleViolation.NOT_AT_ROBBER
)
"""Violations that occur (almost) only if an event was missed that affects all hands, usually a roll."""


@dataclass(frozen=True)
class UncertainHands:
    """The seats whose hands the particles may not describe.

    Attributes:
        open_seats: seats whose hand may differ from every particle.
        uncounted_seats: those of them whose number of cards may differ, too: nobody has counted it since.
        secret_card_seats: seats that may hold development cards whose purchase was not reported.
        short_seats: seats whose hand had a shortfall this turn; another shortfall is no new surprise.
    """

    open_seats: frozenset[int] = frozenset()
    uncounted_seats: frozenset[int] = frozenset()
    secret_card_seats: frozenset[int] = frozenset()
    short_seats: frozenset[int] = frozenset()

    def _open(self, seats: Set[int]) -> UncertainHands:
        """Return the state with the hands of more seats open, in cards and number."""
        if seats <= self.uncounted_seats:
            return self
        return replace(self, open_seats=self.open_seats | seats, uncounted_seats=self.uncounted_seats | seats)

    def admit_unreported_actions(self, particles: ParticleSet, state: State) -> UncertainHands:
        """Return the state after a moment in which unreported actions may have happened.

        If everything is reported, nothing changes. The active player may trade and buy after the roll, and
        play a card before it. A seat that certainly has no cards can't trade. Due discards and thefts may
        have happened already.
        """
        if state.options.all_told or state.phase != "play":
            return self
        seat = state.active
        if len(self.uncounted_seats) == particles.seats and seat in self.secret_card_seats:
            return self
        holding = frozenset(
            n for n in range(particles.seats) if n in self.open_seats or bool(particles.hand_sizes(n).any())
        )
        others = holding - {seat}
        opened: frozenset[int] = frozenset()
        secretive = self.secret_card_seats
        if sum(state.players[seat].development) or seat in secretive:
            # Monopoly takes from everybody, year of plenty from the bank.
            opened = holding | {seat}
        if state.has_rolled and seat in holding:
            opened |= others | {seat}
            secretive |= {seat}
        opened |= {n for n, owed in enumerate(state.discards_due) if owed}
        if state.steal_due:
            victims = holding & set(state.robbable_seats(seat))
            opened |= victims | ({seat} if victims else set())
        return replace(self._open(opened), secret_card_seats=secretive)

    def admit_shortfalls(self, seats: frozenset[int], particles: ParticleSet) -> UncertainHands:
        """Return the state after seats did what no particle allowed: any hand may be different."""
        if not seats:
            return self
        return replace(self._open(frozenset(range(particles.seats))), short_seats=self.short_seats | seats)

    def admit_uncertain_event(self, event: events.Event, after: State) -> UncertainHands:
        """Return the state after an uncertain event; a roll and the robber affect all hands."""
        match event:
            case events.PlaceRoad(player) | events.PlaceSettlement(player) | events.PlaceCity(player):
                affected = frozenset({after.seat(player)})
            case events.Roll() | events.UnseenRoll() | events.MoveRobber() | events.Steal():
                affected = frozenset(range(len(after.players)))
            case _:
                affected = frozenset()
        return self._open(affected)

    def admit_inferred_event(self, event: events.Event, seats: int) -> UncertainHands:
        """Return the state after an inferred event.

        If trades and cards have to be inferred, others may be missing, or the inference is wrong.
        """
        if not isinstance(
            event,
            events.DomesticTrade
            | events.MaritimeTrade
            | events.BuyDevelopmentCard
            | events.PlayDevelopmentCard,
        ):
            return self
        return self._open(frozenset(range(seats)))

    def admit_assumed_discards(self, seats: frozenset[int]) -> UncertainHands:
        """Return the state after the robber moved before these seats reported a discard that they may owe.

        The particles contain an assumed discard; the seat may have discarded other cards, or none.
        """
        return self._open(seats)

    def admit_truncation(self, particles: ParticleSet) -> UncertainHands:
        """Return the state after some of these particles were dropped."""
        return self._open(_disputed_seats(particles))

    def update(self, before: State, event: events.Event, particles: ParticleSet) -> UncertainHands:
        """Return the state after an event: unseen cards spread the doubt from hand to hand.

        Args:
            before: the state before the event.
            event: the event.
            particles: the particles after the event.
        """
        opened, short, everybody = set(self.open_seats), self.short_seats, set(range(particles.seats))
        uncounted = set(self.uncounted_seats)
        if opened:
            opened |= _receivers_of_unknown_cards(before, event, particles, self.open_seats)
        if uncounted:
            uncounted |= _receivers_of_uncounted_cards(before, event, particles, self.uncounted_seats)
        doubted: set[int] = set()
        if isinstance(event, events.TakeUp):
            doubted |= seats_without_hand_size(before, event)
        if isinstance(event, events.Roll) and before.phase == "founding":
            # A game that was joined in progress: nobody reported the hands.
            doubted |= everybody
        if isinstance(event, events.UnseenRoll):
            # It may have been a seven: no particle contains its discards and its theft.
            doubted |= everybody
        if before.steal_due and not isinstance(event, events.Steal | events.ShowHand | events.Discard):
            # The game went on, so somebody may have been robbed.
            robbable = set(before.robbable_seats(before.active))
            doubted |= (
                {before.active, *robbable} if any(particles.hand_sizes(n).any() for n in robbable) else set()
            )
        if len(uncounted) < particles.seats and violations(before, event) & _MISSED_ROLL_VIOLATIONS:
            # The missed roll, the robber's move and the theft were not reported.
            doubted |= everybody
        opened, uncounted = opened | doubted, uncounted | doubted
        if isinstance(event, events.ShowHand):
            seat = before.seat(event.player)
            short -= {seat}
            uncounted.discard(seat)
            if not event.resources[UNIDENTIFIED_KIND]:
                opened.discard(seat)
        elif isinstance(event, events.EndTurn):
            short = frozenset()
        if 0 < len(opened) < particles.seats:
            opened |= _disputed_seats(particles)
        if 0 < len(uncounted) < particles.seats:
            uncounted |= {n for n in everybody if len(particles.hand_size_distribution(n)) > 1}
        if opened == self.open_seats and uncounted == self.uncounted_seats and short == self.short_seats:
            return self
        return replace(
            self, open_seats=frozenset(opened), uncounted_seats=frozenset(uncounted), short_seats=short
        )


def _disputed_seats(particles: ParticleSet) -> frozenset[int]:
    """Return the seats on whose hands the particles disagree."""
    return frozenset(n for n in range(particles.seats) if not particles.is_hand_unanimous(n))


def _receivers_of_unknown_cards(
    before: State, event: events.Event, particles: ParticleSet, open_seats: frozenset[int]
) -> set[int]:
    """Return the seats that received cards whose kind or number depends on an open hand."""
    match event:
        case events.Steal(player, str(victim), None) if before.seat(victim) in open_seats:
            return {before.seat(player)}
        case events.DomesticTrade(player, partner, give, take):
            seat, other = before.seat(player), before.seat(partner)
            receivers = set()
            if give[UNIDENTIFIED_KIND] and seat in open_seats:
                receivers.add(other)
            if take[UNIDENTIFIED_KIND] and other in open_seats:
                receivers.add(seat)
            return receivers
        case events.PlayDevelopmentCard(_, "monopoly", given=given) if (
            len(given or ()) == particles.seats - 1
        ):
            # All cards that were given were counted.
            return set()
        case events.PlayDevelopmentCard(player, "monopoly" | "year_of_plenty"):
            return {before.seat(player)}
        case events.EndTurn() if before.steal_due and open_seats & set(before.robbable_seats(before.active)):
            return {before.active}
        case events.Roll(_, dice) if sum(dice) != 7:
            return _seats_if_bank_short(before, particles, open_seats)
    return set()


def _receivers_of_uncounted_cards(
    before: State, event: events.Event, particles: ParticleSet, uncounted_seats: frozenset[int]
) -> set[int]:
    """Return the seats that received a number of cards that depends on an uncounted hand."""
    if isinstance(event, events.Steal | events.DomesticTrade) or (
        isinstance(event, events.PlayDevelopmentCard) and event.card == "year_of_plenty"
    ):
        return set()
    return _receivers_of_unknown_cards(before, event, particles, uncounted_seats)


def _seats_if_bank_short(before: State, particles: ParticleSet, open_seats: frozenset[int]) -> set[int]:
    """Return all seats if the bank may lack cards for a roll; no seats if it certainly has enough."""
    if not before.options.all_told:
        return set(range(particles.seats))
    cards = particles.cards[:, :, :5].astype(int)
    sizes = cards.sum(2).max(0)
    for kind in range(5):
        in_hands = sum(
            int(sizes[n]) if n in open_seats else int(cards[:, n, kind].max()) for n in range(particles.seats)
        )
        # The counts are from after the roll, so they include what it produced.
        if in_hands > CARDS_PER_RESOURCE:
            return set(range(particles.seats))
    return set()


# Probabilities of the development cards that are not identified: each may be any of the remaining ones.


def unseen_cards(players: Iterable[Player], *, public: bool = False) -> tuple[int, ...]:
    """Return how many cards of each kind are not identified, in hands and in the deck.

    Args:
        players: all players.
        public: count only played cards as identified, whatever else was reported.
    """
    left = list(DEVELOPMENT_DECK[:5])
    for player in players:
        for kind in range(5):
            left[kind] -= player.played[kind] + (0 if public else player.development[kind])
    return tuple(max(0, n) for n in left)


def hypergeometric(left: tuple[int, ...], kind: int, cards: int) -> Mapping[int, float]:
    """Return the probability of each number of cards of a kind among so many unidentified ones."""
    total, favourable = sum(left), left[kind]
    cards = min(cards, total)
    ways = comb(total, cards)
    return {
        n: comb(favourable, n) * comb(total - favourable, cards - n) / ways
        for n in range(min(favourable, cards) + 1)
        if cards - n <= total - favourable
    }


def victory_point_distribution(
    players: tuple[Player, ...], seat: int, secrets: Mapping[int, float], *, public: bool = False
) -> Mapping[int, float]:
    """Return the probability of each number of face-down victory point cards of a seat.

    Args:
        players: all players.
        seat: the player's seat.
        secrets: the probability of each number of cards that the seat bought without a report.
        public: count only played cards as identified, whatever else was reported.
    """
    face_down = players[seat].development
    known = 0 if public else face_down[VICTORY_POINT]
    unnamed = sum(face_down) if public else face_down[UNIDENTIFIED_KIND]
    left = unseen_cards(players, public=public)
    found: dict[int, float] = {}
    for secret, weight in secrets.items():
        for n, chance in hypergeometric(left, VICTORY_POINT, max(0, unnamed) + secret).items():
            found[known + n] = found.get(known + n, 0.0) + weight * chance
    return dict(sorted(found.items()))
