"""Update the particles for each kind of event: drop the impossible ones and branch on what stays open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import exp
from typing import Any, Final

import numpy as np

from companion.games.base.belief.branching import (
    UnreportedTradeModel,
    add_unreported_actions,
    add_unreported_robbery,
    discard_counts,
    draw_blind,
    gain_unnamed_cards,
    initial_particles,
    is_start_of_play,
    missing_cards,
    pay_cards,
    steal_unseen_card,
    use_unreported_card,
)
from companion.games.base.belief.particle_set import COLUMNS, ParticleSet, mixture
from companion.games.base.rules import events, production
from companion.games.base.rules.cards import (
    DEVELOPMENT_COST,
    NO_CARDS,
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    Cards,
    cards_of_kind,
)
from companion.games.base.rules.events import COSTS
from companion.games.base.rules.house_rules import is_rolled_again
from companion.games.base.rules.state import State

# Estimate what share of the unseen actions this table reports, by Bayesian inference over a few cases.


_SHARE_PRIOR: Final = {0.02: 0.15, 0.25: 0.1, 0.5: 0.1, 0.8: 0.15, 0.995: 0.5}
"""Prior of the reported share: each share with the fraction of tables that have it."""
_FREQUENCY_PRIOR: Final = {0.1: 1.0, 0.3: 1.0, 0.7: 1.0}
"""Prior of the number of such actions per turn, with relative weights."""
_DISCOVERED_SHARE: Final = 0.3
"""Share of unreported actions that are discovered later: a player pays or plays cards that could not be
there.
"""

_CASES: Final = tuple(product(_SHARE_PRIOR, _FREQUENCY_PRIOR))
_PRIOR_WEIGHTS: Final = tuple(
    one * other for one, other in product(_SHARE_PRIOR.values(), _FREQUENCY_PRIOR.values())
)
_REPORT_LIKELIHOODS: Final = tuple(often * share for share, often in _CASES)
_OMISSION_LIKELIHOODS: Final = tuple(often * (1 - share) for share, often in _CASES)
_QUIET_TURN_LIKELIHOODS: Final = tuple(
    exp(-often * (share + (1 - share) * _DISCOVERED_SHARE)) for share, often in _CASES
)


@dataclass(frozen=True)
class ReportingRate:
    """The posterior of how often one sort of action happens at this table, and what share of it is reported.

    Attributes:
        case_weights: the posterior probability of each case; they add up to one.
    """

    case_weights: tuple[float, ...] = tuple(weight / sum(_PRIOR_WEIGHTS) for weight in _PRIOR_WEIGHTS)

    @cached_property
    def unreported_share(self) -> float:
        """The expected share that is not reported."""
        return sum(belief * (1 - share) for belief, (share, _) in zip(self.case_weights, _CASES, strict=True))

    @cached_property
    def unreported_per_turn(self) -> float:
        """The expected number of unreported actions per turn."""
        return sum(
            belief * often for belief, often in zip(self.case_weights, _OMISSION_LIKELIHOODS, strict=True)
        )

    def observe_report(self) -> ReportingRate:
        """Return the posterior after an action was reported."""
        return _posterior(self, _REPORT_LIKELIHOODS)

    def observe_omission(self) -> ReportingRate:
        """Return the posterior after an unreported action was discovered."""
        return _posterior(self, _OMISSION_LIKELIHOODS)

    def observe_quiet_turn(self) -> ReportingRate:
        """Return the posterior after a turn: a turn without a report or a discovery is evidence, too."""
        return _posterior(self, _QUIET_TURN_LIKELIHOODS)


@lru_cache(1 << 10)
def _posterior(rate: ReportingRate, likelihoods: tuple[float, ...]) -> ReportingRate:
    """Return the posterior given the likelihood of each case.

    Replays repeat the same updates, so results are cached: those of one long game or two.
    """
    new = [belief * one for belief, one in zip(rate.case_weights, likelihoods, strict=True)]
    total = sum(new)
    return ReportingRate(tuple(belief / total for belief in new))


@dataclass(frozen=True)
class ReportingRates:
    """The estimates for trades and for purchases of development cards."""

    trades: ReportingRate = ReportingRate()
    purchases: ReportingRate = ReportingRate()


# The input and the result of a particle update for one event.


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

    def update(self, before: State, event: events.Event) -> SevenDiscards:
        """Return the state after an event."""
        match event:
            case events.Roll(_, dice) as roll if sum(dice) == 7 and not is_rolled_again(before, roll):
                return SevenDiscards(
                    frozenset(n for n, player in enumerate(before.players) if not player.resting)
                )
            case events.Discard(player):
                return SevenDiscards(self.unreported - {before.seat(player)}, self.assumed)
            case events.MoveRobber():
                return SevenDiscards(frozenset(), self.assumed | self.unreported)
            case events.LeaveTable(player) if before.seat(player) != before.active:
                return SevenDiscards(self.unreported - {before.seat(player)}, self.assumed)
            case events.EndTurn() | events.Roll() | events.UnseenRoll() | events.LeaveTable():
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
    event: events.Event
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


_DISCARD_WITHIN_LIMIT_P: Final = 0.05
"""Likelihood of a discard in a particle whose hand is within the limit."""
_INFERRED_TRADE_P: Final = 0.8
"""Probability of an inferred trade, if the hand allows it."""


def update_particles(particles: ParticleSet, context: EventContext) -> ParticleUpdate:
    """Return the particles after a recorded event."""
    if is_start_of_play(context.before, context.event, context.after):
        particles, truncated = initial_particles(context.before, context.event, context.after)
        return ParticleUpdate(particles, truncated=truncated)
    if context.before.phase in ("layout", "founding") and not isinstance(
        context.event, events.Roll | events.UnseenRoll
    ):
        return ParticleUpdate(_gain_starting_resources(particles, context))
    update = _UPDATES_BY_EVENT.get(type(context.event))
    return ParticleUpdate(particles) if update is None else update(particles, context, context.event)


def _gain_starting_resources(particles: ParticleSet, context: EventContext) -> ParticleSet:
    """Add the starting resources; everybody sees them."""
    change = {
        seat: [now - was for was, now in zip(old.hand[:5], new.hand[:5], strict=True)]
        for seat, (old, new) in enumerate(zip(context.before.players, context.after.players, strict=True))
        if new.hand[:5] != old.hand[:5]
    }
    return particles.apply_change(change) if change else particles


def _gain(particles: ParticleSet, seat: int, cards: Cards) -> ParticleSet:
    return particles.apply_change({seat: cards[:5]}) if any(cards[:5]) else particles


def _pay(particles: ParticleSet, context: EventContext, seat: int, cost: Cards) -> ParticleUpdate:
    after, prior_p = pay_cards(particles, seat, cost, context.unreported_trade_model(seat))
    missing = missing_cards(particles, seat, cost) if prior_p < CONTRADICTION_P else NO_CARDS
    return ParticleUpdate(after, (Shortfall(seat, prior_p, missing),))


def _roll(particles: ParticleSet, context: EventContext, event: events.Roll) -> ParticleUpdate:
    """Add the production of a roll, as far as the bank of each particle can pay it."""
    if sum(event.dice) == 7:
        return ParticleUpdate(particles)
    takes, _ = production.unrationed_production(context.before, sum(event.dice))
    given = {seat: take[:5] for seat, take in enumerate(takes) if any(take[:5])}
    if not given:
        return ParticleUpdate(particles)
    if particles.can_bank_pay([sum(kind) for kind in zip(*given.values(), strict=True)]):
        return ParticleUpdate(particles.apply_change(given))
    asked = np.array([take[:5] for take in takes], np.int64)
    bank = particles.bank()
    takers = (asked > 0).sum(0)
    enough = bank >= asked.sum(0)
    left = np.where(takers == 1, np.maximum(bank, 0), 0)
    change = np.zeros((len(bank), particles.seats, COLUMNS), np.int64)
    change[:, :, :5] = np.where(enough[:, None, :], asked, np.minimum(asked, left[:, None, :]))
    return ParticleUpdate(particles.apply_change_per_particle(change))


def _unseen_roll(particles: ParticleSet, context: EventContext, event: events.UnseenRoll) -> ParticleUpdate:
    """Mix the outcomes of all sums, weighted by the probability of two dice."""
    rolled = [
        (
            _roll(particles, context, events.Roll(event.player, (total // 2, total - total // 2))).particles,
            ways / production.COMBINATION_COUNT,
        )
        for total, ways in production.COMBINATIONS_BY_SUM.items()
    ]
    resampled, truncated = _merge_and_resample(mixture(rolled))
    return ParticleUpdate(resampled, truncated=truncated)


def _take_instead(particles: ParticleSet, context: EventContext, event: events.TakeInstead) -> ParticleUpdate:
    """Replace the production that was due by the cards that the player took."""
    seat = context.before.seat(event.player)
    more = [
        now - due for now, due in zip(event.resources[:5], context.before.production[seat][:5], strict=True)
    ]
    lost, got = ([max(0, sign * count) for count in more] for sign in (-1, 1))
    outcome = _pay(particles, context, seat, (lost[0], lost[1], lost[2], lost[3], lost[4], 0))
    gained = _gain(outcome.particles, seat, (got[0], got[1], got[2], got[3], got[4], 0))
    return ParticleUpdate(gained.merge_duplicates(), outcome.shortfalls, outcome.truncated)


def _discard(particles: ParticleSet, context: EventContext, event: events.Discard) -> ParticleUpdate:
    seat = context.before.seat(event.player)
    if seat in context.seven.assumed:
        return ParticleUpdate(particles)
    half = discard_counts(particles, seat, context.before.options.hand_limit)
    unnamed, owed = event.resources[UNIDENTIFIED_KIND], context.before.discards_due[seat]
    first = seat in context.seven.unreported
    if first and unnamed == sum(event.resources) == owed and half.any():
        # That many cards are due by the recorded hand; the player discarded half of the real one.
        particles, truncated = draw_blind(particles, seat, half)
        return ParticleUpdate(particles.merge_duplicates(), truncated=truncated)
    if context.reporting_rates and first:
        particles = particles.reweight(np.where(half > 0, 1.0, _DISCARD_WITHIN_LIMIT_P)) or particles
    outcome = _pay(particles, context, seat, event.resources)
    particles, truncated = draw_blind(outcome.particles, seat, unnamed)
    return ParticleUpdate(particles.merge_duplicates(), outcome.shortfalls, truncated)


def _merge_and_resample(particles: ParticleSet) -> tuple[ParticleSet, bool]:
    """Merge duplicates and resample; also return whether resampling dropped any particles."""
    merged = particles.merge_duplicates()
    resampled = merged.resample()
    return resampled, resampled is not merged


def _move_robber(particles: ParticleSet, context: EventContext, event: events.MoveRobber) -> ParticleUpdate:
    """Discard for every seat that held too many cards and has not reported a discard."""
    truncated = False
    for seat in sorted(context.seven.unreported):
        particles, was_truncated = draw_blind(
            particles, seat, discard_counts(particles, seat, context.before.options.hand_limit)
        )
        particles, was_resampled = _merge_and_resample(particles)
        truncated |= was_truncated or was_resampled
    return ParticleUpdate(particles, truncated=truncated)


def _steal(particles: ParticleSet, context: EventContext, event: events.Steal) -> ParticleUpdate:
    if event.victim is None:
        return ParticleUpdate(particles)
    thief, victim = context.before.seat(event.player), context.before.seat(event.victim)
    if event.resource is None:
        return ParticleUpdate(steal_unseen_card(particles, thief, victim))
    kind = RESOURCE_INDEX[event.resource]
    # A card that is one of many is drawn less often. If the hand has none of it, one of its cards was
    # misjudged.
    draw_p = np.maximum(particles.hand(victim)[:, kind], 1) / np.maximum(particles.hand_sizes(victim), 1)
    outcome = _pay(particles.reweight(draw_p) or particles, context, victim, cards_of_kind(kind))
    return ParticleUpdate(_gain(outcome.particles, thief, cards_of_kind(kind)), outcome.shortfalls)


def _domestic_trade(
    particles: ParticleSet, context: EventContext, event: events.DomesticTrade
) -> ParticleUpdate:
    seat, partner = context.before.seat(event.player), context.before.seat(event.partner)
    gave = _pay(particles, context, seat, event.give)
    took = _pay(gave.particles, context, partner, event.take)
    particles = took.particles
    truncated = False
    if event.give[UNIDENTIFIED_KIND] or event.take[UNIDENTIFIED_KIND]:
        # Unnamed cards are held by two temporary seats meanwhile, so that nobody gives away a card just
        # received.
        particles = particles.with_seats(2)
        particles, one = draw_blind(particles, seat, event.give[UNIDENTIFIED_KIND], particles.seats - 2)
        particles, truncated = _merge_and_resample(particles)
        particles, other = draw_blind(particles, partner, event.take[UNIDENTIFIED_KIND], particles.seats - 1)
        cards = particles.cards[:, :-2].copy()
        cards[:, partner] += particles.cards[:, -2]
        cards[:, seat] += particles.cards[:, -1]
        particles, truncated = (
            ParticleSet(cards, particles.weights).merge_duplicates(),
            truncated or one or other,
        )
    particles = _gain(_gain(particles, seat, event.take), partner, event.give)
    return ParticleUpdate(particles, gave.shortfalls + took.shortfalls, truncated)


def _maritime_trade(
    particles: ParticleSet, context: EventContext, event: events.MaritimeTrade
) -> ParticleUpdate:
    seat = context.before.seat(event.player)
    if context.inferred and context.reporting_rates:
        affordable = particles.holds_mask(seat, event.give)
        traded = particles.reweight(np.where(affordable, _INFERRED_TRADE_P, 0.0))
        if traded is None:
            return ParticleUpdate(particles)
        share = _INFERRED_TRADE_P * float(particles.weights[affordable].sum())
        outcome = _exchange(traded, context, seat, event)
        untraded = particles.reweight(np.where(affordable, 1 - _INFERRED_TRADE_P, 1.0))
        if untraded is None:
            return outcome
        particles = mixture([(outcome.particles, share), (untraded, 1 - share)]).merge_duplicates()
        return ParticleUpdate(particles, truncated=outcome.truncated)
    return _exchange(particles, context, seat, event)


def _exchange(
    particles: ParticleSet, context: EventContext, seat: int, event: events.MaritimeTrade
) -> ParticleUpdate:
    outcome = _pay(particles, context, seat, event.give)
    particles, truncated = draw_blind(outcome.particles, seat, event.give[UNIDENTIFIED_KIND])
    particles = _gain(particles, seat, event.take)
    return ParticleUpdate(
        gain_unnamed_cards(particles, seat, event.take[UNIDENTIFIED_KIND]).merge_duplicates(),
        outcome.shortfalls,
        truncated,
    )


def _build(
    particles: ParticleSet,
    context: EventContext,
    event: events.PlaceRoad | events.PlaceSettlement | events.PlaceCity,
) -> ParticleUpdate:
    """Pay for a piece unless it was free: then the bank's cards did not change."""
    if context.after.bank[:UNIDENTIFIED_KIND] == context.before.bank[:UNIDENTIFIED_KIND]:
        return ParticleUpdate(particles)
    return _pay(particles, context, context.before.seat(event.player), COSTS[type(event)])


def _buy(particles: ParticleSet, context: EventContext, event: events.BuyDevelopmentCard) -> ParticleUpdate:
    return _pay(particles, context, context.before.seat(event.player), DEVELOPMENT_COST)


def _play(particles: ParticleSet, context: EventContext, event: events.PlayDevelopmentCard) -> ParticleUpdate:
    seat = context.before.seat(event.player)
    shortfalls: tuple[Shortfall, ...] = ()
    if sum(context.after.players[seat].development) == sum(context.before.players[seat].development):
        unreported_share = (
            context.reporting_rates.purchases.unreported_share if context.reporting_rates else 0.0
        )
        particles, prior_p = use_unreported_card(particles, seat, unreported_share)
        shortfalls = (Shortfall(seat, prior_p),)
    if event.card == "year_of_plenty":
        named = np.minimum(np.maximum(particles.bank(), 0), event.resources[:5])
        change = np.zeros((len(named), particles.seats, COLUMNS), np.int64)
        change[:, seat, :5] = named
        particles = particles.apply_change_per_particle(change)
        if not any(event.resources):
            particles = gain_unnamed_cards(particles, seat, 2).merge_duplicates()
    elif event.card == "monopoly":
        particles = _monopoly(
            _condition_on_given_cards(particles, context.before, event), context.before, seat, event
        )
    return ParticleUpdate(particles, shortfalls)


def _reveal(
    particles: ParticleSet, context: EventContext, event: events.RevealVictoryPoints
) -> ParticleUpdate:
    """Reveal victory points; the cards beyond the recorded ones were bought without a report."""
    seat = context.before.seat(event.player)
    known = sum(context.before.players[seat].development) - sum(context.after.players[seat].development)
    shortfalls: tuple[Shortfall, ...] = ()
    for _ in range(event.count - known if context.before.winner != seat else 0):
        unreported_share = (
            context.reporting_rates.purchases.unreported_share if context.reporting_rates else 0.0
        )
        particles, prior_p = use_unreported_card(particles, seat, unreported_share)
        shortfalls += (Shortfall(seat, prior_p),)
    return ParticleUpdate(particles, shortfalls)


def _condition_on_given_cards(
    particles: ParticleSet, before: State, event: events.PlayDevelopmentCard
) -> ParticleSet:
    """Return the particles in which the players held the demanded cards that they gave."""
    if event.resource is None or not event.given:
        return particles
    kind = RESOURCE_INDEX[event.resource]
    counted = dict(event.given)
    gave = [
        (seat, counted[player.colour])
        for seat, player in enumerate(before.players)
        if player.colour in counted and player.colour != event.player
    ]
    fits = np.all([particles.cards[:, n, kind] == count for n, count in gave], axis=0)
    if (consistent := particles.reweight(fits)) is not None:
        return consistent
    cards = particles.cards.copy()
    for n, count in gave:
        cards[:, n, kind] = count
    return ParticleSet(cards, particles.weights)


def _monopoly(
    particles: ParticleSet, before: State, seat: int, event: events.PlayDevelopmentCard
) -> ParticleSet:
    kinds = range(5) if event.resource is None else (RESOURCE_INDEX[event.resource],)
    parts: list[tuple[ParticleSet, float]] = []
    for kind in kinds:
        others = particles.cards[:, :, kind].copy()
        others[:, [seat, *(n for n, player in enumerate(before.players) if player.resting)]] = 0
        gained = others.sum(1, dtype=np.int64)
        change = np.zeros((len(gained), particles.seats, COLUMNS), np.int64)
        change[:, :, kind] = -others
        change[:, seat, kind] = gained
        # A player who does not name the resource probably demanded one that brings cards.
        asked_for = particles.weights * (gained + 0.5)
        share = float(asked_for.sum()) if event.resource is None else 1.0
        these = particles.with_weights(asked_for / asked_for.sum()) if event.resource is None else particles
        parts.append((these.apply_change_per_particle(change), share))
    return mixture(parts).merge_duplicates()


def _show_hand(particles: ParticleSet, context: EventContext, event: events.ShowHand) -> ParticleUpdate:
    seat = context.before.seat(event.player)
    named = event.resources
    held = particles.holds_mask(seat, named) & (particles.hand_sizes(seat) == sum(named))
    prior_p = float(particles.weights[held].sum())
    shortfall = Shortfall(seat, prior_p, missing_cards(particles, seat, named))
    if (consistent := particles.reweight(held)) is not None:
        return ParticleUpdate(consistent.merge_duplicates(), (shortfall,))
    cards = particles.cards.copy()
    cards[:, seat, :5] = named[:5]
    return ParticleUpdate(
        gain_unnamed_cards(
            ParticleSet(cards, particles.weights), seat, named[UNIDENTIFIED_KIND]
        ).merge_duplicates(),
        (shortfall,),
    )


def _end_turn(particles: ParticleSet, context: EventContext, event: events.EndTurn) -> ParticleUpdate:
    before = context.before
    truncated = False
    if before.steal_due:
        particles, truncated = _merge_and_resample(add_unreported_robbery(particles, before))
    if context.reporting_rates and before.phase == "play" and before.has_rolled:
        trades, purchases = (
            context.reporting_rates.trades.unreported_per_turn,
            context.reporting_rates.purchases.unreported_share,
        )
        particles = add_unreported_actions(particles, before, trades, purchases)
    return ParticleUpdate(particles, truncated=truncated)


# Each function takes its own kind of event, which a mapping's type can't express.
_UPDATES_BY_EVENT: Final[Mapping[type, Callable[[ParticleSet, EventContext, Any], ParticleUpdate]]] = {
    events.PlaceRoad: _build,
    events.PlaceSettlement: _build,
    events.PlaceCity: _build,
    events.TakeStartingResources: lambda particles, context, event: ParticleUpdate(
        _gain_starting_resources(particles, context)
    ),
    events.Roll: _roll,
    events.TakeInstead: _take_instead,
    events.UnseenRoll: _unseen_roll,
    events.Discard: _discard,
    events.MoveRobber: _move_robber,
    events.Steal: _steal,
    events.DomesticTrade: _domestic_trade,
    events.MaritimeTrade: _maritime_trade,
    events.BuyDevelopmentCard: _buy,
    events.PlayDevelopmentCard: _play,
    events.RevealVictoryPoints: _reveal,
    events.ShowHand: _show_hand,
    events.EndTurn: _end_turn,
}
