"""Estimate the probability that an act that nobody entered has changed a hand, at a table that enters all.

Nobody keeps a promise of complete entry for two hours. In each turn an act may have been forgotten: a
piece, a purchase, a trade, a monopoly. Each possible act is a hypothesis: a change of one hand, with its
probability. Later events exclude it, once the hand could not have paid with the changed cards. A shown hand
excludes all of them, a count of cards those that change the number. The remaining probability is the age of
a certain hand.

The probability of a forgotten act is estimated from the group's entries. People nearly always spend what they
can, so cards that are left at a turn's end make a forgotten act probable. The share of acts that the group
forgets is estimated, too: only entries that a count of cards has confirmed show that nothing is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.games.base.belief.particle_set import ParticleSet
from companion.games.base.rules import cards, events
from companion.games.base.rules.state import State

Masses = npt.NDArray[np.float64]
Change = tuple[int, ...]
"""The change of a hand: the number of cards of each of the five resources."""

_ACTS_PER_TURN: Final[dict[type, float]] = {
    events.PlaceRoad: 0.35,
    events.PlaceSettlement: 0.12,
    events.PlaceCity: 0.12,
    events.BuyDevelopmentCard: 0.3,
    events.MaritimeTrade: 0.4,
    events.DomesticTrade: 0.4,
    events.PlayDevelopmentCard: 0.06,
}
"""Prior of the number of acts of each kind in a player's turn; of cards, only those that change hands."""
_LEFT_PER_TURN: Final[dict[type, float]] = {
    events.PlaceRoad: 0.3,
    events.PlaceSettlement: 0.05,
    events.PlaceCity: 0.05,
    events.BuyDevelopmentCard: 0.1,
    events.MaritimeTrade: 0.3,
    events.DomesticTrade: 1.0,
    events.PlayDevelopmentCard: 0.5,
}
"""Prior of the share of turns at whose end the player could still have done it."""
_PRIOR_TURNS: Final = 20.0
"""Number of turns that the prior of the acts weighs as much as."""
_PRIOR_ENTRIES: Final = 120.0
"""Number of entries among which a group forgets one, before any count: about one in an evening."""
_UNEQUAL_TRADE_SHARE: Final = 0.3
"""Share of the trades between players in which the numbers of cards differ."""
_MONOPOLY_SHARE: Final = 0.5
"""Share of monopolies among the cards that change hands."""
_BUILDS: Final = (events.PlaceRoad, events.PlaceSettlement, events.PlaceCity)
_MAX_MONOPOLY_CARDS: Final = 8


def _payment(cost: Sequence[int]) -> Change:
    return tuple(-count for count in cost[:5])


def _exchange(give: int, given: int, take: int, taken: int) -> Change:
    change = [0] * 5
    change[give] -= given
    change[take] += taken
    return tuple(change)


_PAIRS: Final = [(give, take) for give in range(5) for take in range(5) if give != take]
_PAYMENTS: Final = [
    (events.PlaceRoad, _payment(cards.ROAD_COST)),
    (events.PlaceSettlement, _payment(cards.SETTLEMENT_COST)),
    (events.PlaceCity, _payment(cards.CITY_COST)),
    (events.BuyDevelopmentCard, _payment(cards.DEVELOPMENT_COST)),
]
_BANK_TRADES: Final = [(give, rate, take) for rate in (2, 3, 4) for give, take in _PAIRS]
_PLAYER_TRADES: Final = [(1, 1), (2, 1), (1, 2)]
"""Cards given and taken."""

_CHANGES: Final = np.array(
    [change for _, change in _PAYMENTS]
    + [_exchange(give, rate, take, 1) for give, rate, take in _BANK_TRADES]
    + [_exchange(give, given, take, taken) for given, taken in _PLAYER_TRADES for give, take in _PAIRS]
    + [tuple(-count * (n == kind) for n in range(5)) for kind in range(5) for count in range(1, 9)],
    np.int64,
)
"""(changes, 5), the changes of a hand by an act that its owner may have forgotten."""
_FIRST_BANK: Final = len(_PAYMENTS)
_FIRST_TRADE: Final = _FIRST_BANK + len(_BANK_TRADES)
_FIRST_MONOPOLY: Final = _FIRST_TRADE + len(_PLAYER_TRADES) * len(_PAIRS)
_RESIZES: Final[npt.NDArray[np.bool_]] = _CHANGES.sum(1) != 0
_IS_PRODUCING: Final = np.isin(np.arange(len(_CHANGES)), [1, 2])
"""Settlements and cities: their production makes up for the payment, so later payments exclude nothing."""


@dataclass(frozen=True)
class _SeatMasses:
    """The probabilities of forgotten changes of one hand.

    Attributes:
        changes: (changes,), of each of `_CHANGES`.
        gains: of cards that the hand got besides, by a monopoly or from the bank: no payment excludes them.
        checked_entries: number of entries of all players when this hand was last counted.
    """

    changes: Masses = field(default_factory=lambda: np.zeros(len(_CHANGES)))
    gains: float = 0.0
    checked_entries: int = 0


@dataclass(frozen=True)
class ForgottenActs:
    """The acts that nobody may have entered, by the seat whose hand they change.

    Attributes:
        seats: one for each seat, for the turns that are over.
        current: the same with the acts of the current turn; they change with each act of it.
        turns: number of ended turns.
        entered: number of entered acts of each kind.
        left: number of turns at whose end the active player could still have done an act of a kind.
        checked: number of entries that counts have confirmed.
        found: number of acts that turned out to be forgotten.
        just_shown: seats that showed their cards since the last event: they have done nothing after that.
        just_counted: the same for seats whose cards were counted or shown.
        builds_entered: the latest piece was entered by a person, not seen by a camera.
    """

    seats: tuple[_SeatMasses, ...] = ()
    current: tuple[_SeatMasses, ...] = ()
    turns: int = 0
    entered: tuple[tuple[type, int], ...] = ()
    left: tuple[tuple[type, int], ...] = ()
    checked: float = 0.0
    found: int = 0
    just_shown: frozenset[int] = frozenset()
    just_counted: frozenset[int] = frozenset()
    builds_entered: bool = True

    def p_resized(self, seat: int) -> float:
        """Return the probability that a forgotten act has changed the number of cards in a hand."""
        if seat >= len(self.current):
            return 0.0
        masses = self.current[seat]
        return min(1.0, float(masses.changes[_RESIZES].sum()) + masses.gains)

    def p_changed(self, seat: int) -> float:
        """Return the probability that a forgotten act has changed a hand."""
        if seat >= len(self.current):
            return 0.0
        masses = self.current[seat]
        return min(1.0, float(masses.changes.sum()) + masses.gains)

    def likely_acts(self, seat: int, resize: int) -> list[tuple[type, Change, float]]:
        """Return the acts that change a hand by a number of cards, the most probable first.

        Returns:
            The kind of each act of the hand's owner, its change of the hand by resource, and its probability.
        """
        masses = self.current[seat].changes[:_FIRST_TRADE]
        fitting = np.flatnonzero((masses > 0) & (_CHANGES[:_FIRST_TRADE].sum(1) == resize))
        kinds = [kind for kind, _ in _PAYMENTS] + [events.MaritimeTrade] * len(_BANK_TRADES)
        likeliest = sorted(fitting.tolist(), key=lambda n: -masses[n])
        return [(kinds[n], tuple(_CHANGES[n].tolist()), float(masses[n])) for n in likeliest]

    def update(
        self, before: State, event: events.Event, particles: ParticleSet, *, seen: bool, omissions: int
    ) -> ForgottenActs:
        """Return the estimate after an event.

        Args:
            before: the state before the event.
            event: the event.
            particles: the possible hands after it.
            seen: a camera saw the event.
            omissions: number of acts that this event has shown to be forgotten.
        """
        acts = self if self.seats else replace(self, seats=(_SeatMasses(),) * particles.seats)
        is_act = type(event) in _ACTS_PER_TURN and before.phase == "play"
        if is_act and not seen:
            counts = dict(acts.entered)
            counts[type(event)] = counts.get(type(event), 0) + 1
            acts = replace(acts, entered=tuple(counts.items()))
        if isinstance(event, _BUILDS):
            acts = replace(acts, builds_entered=not seen)
        if isinstance(event, events.ShowHand):
            acts = acts._check_shown(before, event)
        elif not isinstance(event, events.EndTurn):
            acts = replace(acts, just_shown=frozenset(), just_counted=frozenset())
        if omissions and not isinstance(event, events.ShowHand):
            acts = replace(acts, found=acts.found + omissions)
        if is_act or isinstance(event, events.Discard):
            acts = acts._exclude_unpayable(particles)
        if before.phase != "play" or not before.has_rolled:
            return replace(acts, current=acts.seats)
        with_turn = acts._add_turn(before, particles)
        if isinstance(event, events.EndTurn):
            left = tuple(
                (kind, dict(acts.left).get(kind, 0) + could)
                for kind, could in _possible_kinds(before, particles).items()
            )
            return replace(
                acts,
                seats=with_turn,
                current=with_turn,
                turns=acts.turns + 1,
                left=left,
                just_shown=frozenset(),
                just_counted=frozenset(),
            )
        return replace(acts, current=with_turn)

    def _p_forgotten(self, kind: type) -> float:
        """Return the probability that an act of a kind was forgotten in a turn, if it is still possible."""
        if kind in _BUILDS and not self.builds_entered:
            return 0.0
        counts = dict(self.entered)
        acts = _ACTS_PER_TURN[kind] * _PRIOR_TURNS + counts.get(kind, 0)
        turns = _LEFT_PER_TURN[kind] * _PRIOR_TURNS + dict(self.left).get(kind, 0)
        return acts / turns * (1.0 + self.found) / (_PRIOR_ENTRIES + self.checked)

    def _add_turn(self, before: State, particles: ParticleSet) -> tuple[_SeatMasses, ...]:
        """Return the probabilities of `seats` with the acts that may have been forgotten in this turn."""
        active = before.active
        seats = list(self.seats)
        traded = self._p_forgotten(events.DomesticTrade) / len(_PAIRS)
        shares = (1 - _UNEQUAL_TRADE_SHARE, _UNEQUAL_TRADE_SHARE / 2, _UNEQUAL_TRADE_SHARE / 2)
        trades = np.repeat([traded * share for share in shares], len(_PAIRS))
        own = np.zeros(len(_CHANGES))
        own[:_FIRST_BANK] = [self._p_forgotten(kind) for kind, _ in _PAYMENTS]
        offered = _bank_trades(before, particles)
        own[_FIRST_BANK:_FIRST_TRADE] = (
            offered * self._p_forgotten(events.MaritimeTrade) / max(1, offered.sum())
        )
        own[_FIRST_TRADE:_FIRST_MONOPOLY] = trades
        has_card = _possible_kinds(before, particles)[events.PlayDevelopmentCard]
        played = self._p_forgotten(events.PlayDevelopmentCard) * has_card
        seats[active] = _add_masses(seats[active], own, played, _most_cards(particles, active))
        monopoly = played * _MONOPOLY_SHARE / 5
        for seat in range(len(seats)):
            if seat != active:
                most = _most_cards(particles, seat)
                others = np.zeros(len(_CHANGES))
                others[_FIRST_TRADE:_FIRST_MONOPOLY] = trades / max(1, len(seats) - 1)
                for kind in range(5):
                    count = min(int(most[kind]), _MAX_MONOPOLY_CARDS)
                    if count:
                        others[_FIRST_MONOPOLY + kind * _MAX_MONOPOLY_CARDS + count - 1] = monopoly
                seats[seat] = _add_masses(seats[seat], others, 0.0, most)
        return tuple(self._exclude_checked_acts(n, masses) for n, masses in enumerate(seats))

    def _exclude_checked_acts(self, seat: int, masses: _SeatMasses) -> _SeatMasses:
        """Return the probabilities of a seat without acts of this turn that its shown cards exclude."""
        known = self.seats[seat]
        if seat in self.just_shown:
            return known
        if seat in self.just_counted:
            return replace(known, changes=np.where(_RESIZES, known.changes, masses.changes))
        return masses

    def _exclude_unpayable(self, particles: ParticleSet) -> ForgottenActs:
        """Return the estimate without the changes after which a hand would have less than no cards."""
        seats = tuple(
            replace(
                masses, changes=masses.changes * (_is_possible(_most_cards(particles, seat)) | _IS_PRODUCING)
            )
            if masses.changes.any()
            else masses
            for seat, masses in enumerate(self.seats)
        )
        return replace(self, seats=seats)

    def _check_shown(self, before: State, event: events.ShowHand) -> ForgottenActs:
        """Return the estimate after a hand was shown, or only its number of cards."""
        seat = before.seat(event.player)
        masses, entered = self.seats[seat], sum(count for _, count in self.entered)
        fits = sum(event.resources) == sum(before.players[seat].hand)
        changes = (
            masses.changes * ~_RESIZES if event.resources[cards.UNIDENTIFIED_KIND] else 0 * masses.changes
        )
        if not fits and (total := float(masses.changes[_RESIZES].sum()) + masses.gains):
            # A settlement or a city that is still missing produces cards that the record lacks.
            changes = np.where(_IS_PRODUCING, masses.changes / total, changes)
        seats = (*self.seats[:seat], _SeatMasses(changes, 0.0, entered), *self.seats[seat + 1 :])
        checked = (entered - masses.checked_entries) / len(self.seats) if fits else 0.0
        named = frozenset() if event.resources[cards.UNIDENTIFIED_KIND] else frozenset({seat})
        return replace(
            self,
            seats=seats,
            checked=self.checked + checked,
            found=self.found + (not fits),
            just_shown=self.just_shown | named,
            just_counted=self.just_counted | {seat},
        )


def _possible_kinds(state: State, particles: ParticleSet) -> dict[type, bool]:
    """Return which kinds of acts the active player can still do."""
    player = state.players[state.active]
    possible = _is_possible(_most_cards(particles, state.active))
    kinds = {kind: bool(possible[n]) for n, (kind, _) in enumerate(_PAYMENTS)}
    return {
        **kinds,
        events.MaritimeTrade: bool(_bank_trades(state, particles).any()),
        events.DomesticTrade: bool(possible[_FIRST_TRADE:_FIRST_MONOPOLY].any()),
        events.PlayDevelopmentCard: sum(player.development) > sum(player.bought_this_turn),
    }


def _bank_trades(state: State, particles: ParticleSet) -> npt.NDArray[np.bool_]:
    """Return which of `_BANK_TRADES` the active player can still do."""
    rates = state.land.rates(state.players[state.active].buildings) if state.land else (4,) * 5
    offered = np.array([rates[give] == rate for give, rate, _ in _BANK_TRADES])
    possible = _is_possible(_most_cards(particles, state.active))
    return np.asarray(offered & possible[_FIRST_BANK:_FIRST_TRADE])


def _most_cards(particles: ParticleSet, seat: int) -> npt.NDArray[np.int64]:
    """Return the most cards of each resource in any possible hand of a seat: (5,)."""
    return np.asarray(particles.hand(seat).max(0), np.int64)


def _is_possible(most: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which changes a hand allows: (changes,)."""
    return np.asarray((_CHANGES + most >= 0).all(1))


def _add_masses(masses: _SeatMasses, more: Masses, gains: float, most: npt.NDArray[np.int64]) -> _SeatMasses:
    return replace(masses, changes=masses.changes + more * _is_possible(most), gains=masses.gains + gains)
