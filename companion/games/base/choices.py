"""Every legal next event of a state, as far as it can be listed.

Listed for the player on turn (and, while cards are owed, for those who owe them). Not listed are
what needs another's consent or an endless choice: domestic trade, several cards discarded or
several maritime trades at once; what depends on cards that nobody identified, development cards
above all; and the pieces of a first game, which its diagram says. What the deck gives and which
card is drawn is chance: a bought card is listed without its kind, a steal without its resource.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from companion.games.base.cards import (
    CITY_COST,
    DEVELOPMENT_CARDS,
    DEVELOPMENT_COST,
    KNIGHT,
    MONOPOLY,
    NONE,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_COST,
    SETTLEMENT_COST,
    YEAR_OF_PLENTY,
    Cards,
    add,
    holds,
    single,
)
from companion.games.base.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.base.options import Colour
from companion.games.base.placement import (
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
    settlement_sites,
)
from companion.games.base.sites import indices
from companion.games.base.state import State, evolve
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS

_CACHE: Final = 1 << 12


@lru_cache(_CACHE)
def _roads(colour: Colour, sites: int) -> tuple[Event, ...]:
    return tuple(PlaceRoad(colour, PATHS[n]) for n in indices(sites))


@lru_cache(_CACHE)
def _settlements(colour: Colour, sites: int) -> tuple[Event, ...]:
    return tuple(PlaceSettlement(colour, INTERSECTIONS[n]) for n in indices(sites))


@lru_cache(_CACHE)
def _cities(colour: Colour, sites: int) -> tuple[Event, ...]:
    return tuple(PlaceCity(colour, INTERSECTIONS[n]) for n in indices(sites))


@lru_cache(_CACHE)
def _trades(colour: Colour, give: int, rate: int, take_from: int) -> tuple[Event, ...]:
    """Giving one kind at its rate for one of the kinds in a set."""
    return tuple(MaritimeTrade(colour, single(give, rate), single(n)) for n in indices(take_from))


@lru_cache(_CACHE)
def _end_turn(colour: Colour) -> tuple[Event, ...]:
    return (EndTurn(colour),)


@lru_cache(_CACHE)
def _buy(colour: Colour) -> tuple[Event, ...]:
    return (BuyDevelopmentCard(colour),)


@lru_cache(_CACHE)
def _years_of_plenty(colour: Colour, bank: Cards) -> tuple[Event, ...]:
    """Any two cards the bank has; the last one where it has no two."""
    pairs = [add(single(a), single(b)) for a in range(5) for b in range(a, 5)]
    if sum(max(0, count) for count in bank[:5]) == 1:
        pairs = [single(a) for a in range(5)]
    return tuple(
        PlayDevelopmentCard(colour, "year_of_plenty", resources=pair) for pair in pairs if holds(bank, pair)
    )


ROLLS: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


@lru_cache(_CACHE)
def _rolls(colour: Colour) -> tuple[Event, ...]:
    return tuple(Roll(colour, dice) for dice in ROLLS)


def legal_events(state: State) -> Sequence[Event]:
    """Every legal next event that can be listed (see the module's words)."""
    if state.phase == "founding":
        return _founding(state)
    if state.phase != "play":
        return []
    if any(state.owed):
        return _discards(state)
    seat = state.active
    player = state.players[seat]
    colour = player.colour
    if state.robber_due:
        return [MoveRobber(colour, h) for h in HEXES if h != state.robber]
    if state.steal_due and state.options.must_rob:
        return _steals(state)
    if state.steal_due:
        # Who may rob may also let it be, with or without saying so.
        return [*_steals(state), *legal_events(evolve(state, steal_due=False))]
    if state.free_roads:
        return _roads(colour, road_sites(state, seat))
    cards = _playable(state) if player.development != NONE else []
    if state.dice is None:
        return [*cards, *_rolls(colour)] if cards else _rolls(colour)
    if player.hand == NONE:
        return [*cards, *_end_turn(colour)] if cards else _end_turn(colour)
    found = cards + _purchases(state)
    if not (state.has_built and state.options.trade_before_building):
        found += _maritime(state)
    found += _end_turn(colour)
    return found


def _steals(state: State) -> list[Event]:
    colour = state.players[state.active].colour
    victims = state.robbable(state.active)
    found: list[Event] = [Steal(colour, state.players[n].colour) for n in victims]
    if not state.options.must_rob or not any(sum(state.players[n].hand) for n in victims):
        found.append(Steal(colour, None))
    return found


def _founding(state: State) -> Sequence[Event]:
    seat = state.founder()
    if seat is None:
        return []
    colour = state.players[seat].colour
    if state.last_founded is None:
        return _settlements(colour, founding_settlement_sites(state))
    return _roads(colour, founding_road_sites(state, state.last_founded))


def _discards(state: State) -> list[Event]:
    """One card at a time, of every seat that owes some."""
    return [
        event
        for player, owed in zip(state.players, state.owed, strict=True)
        if owed
        for event in _single_discards(player.colour, player.hand)
    ]


@lru_cache(_CACHE)
def _single_discards(colour: Colour, hand: Cards) -> tuple[Event, ...]:
    return tuple(Discard(colour, single(n)) for n in range(5) if holds(hand, single(n)))


def _playable(state: State) -> list[Event]:
    limit = state.options.cards_a_turn
    if limit is not None and state.cards_played >= limit:
        return []
    seat = state.active
    player = state.players[seat]
    colour = player.colour

    def ripe(kind: int) -> bool:
        return player.development[kind] > player.fresh[kind]

    found: list[Event] = []
    if ripe(KNIGHT):
        found.append(PlayDevelopmentCard(colour, DEVELOPMENT_CARDS[KNIGHT]))
    if ripe(ROAD_BUILDING) and player.roads_left > 0 and road_sites(state, seat):
        found.append(PlayDevelopmentCard(colour, DEVELOPMENT_CARDS[ROAD_BUILDING]))
    if ripe(YEAR_OF_PLENTY):
        found += _years_of_plenty(colour, state.bank)
    if ripe(MONOPOLY):
        found += (
            PlayDevelopmentCard(colour, DEVELOPMENT_CARDS[MONOPOLY], resource=kind) for kind in RESOURCES
        )
    return found


def _purchases(state: State) -> list[Event]:
    seat = state.active
    player = state.players[seat]
    hand = player.hand
    found: list[Event] = []
    if holds(hand, ROAD_COST) and player.roads_left > 0:
        found += _roads(player.colour, road_sites(state, seat))
    if holds(hand, SETTLEMENT_COST) and player.settlements_left > 0:
        found += _settlements(player.colour, settlement_sites(state, seat))
    if holds(hand, CITY_COST) and player.cities_left > 0:
        found += _cities(player.colour, player.settlements)
    if state.deck and holds(hand, DEVELOPMENT_COST):
        found += _buy(player.colour)
    return found


def _maritime(state: State) -> list[Event]:
    player = state.players[state.active]
    hand = player.hand
    if state.land is None:
        return []
    rates = state.land.rates(player.buildings)
    found: list[Event] = []
    if max(hand) < min(rates):
        return found
    stocked = 0
    for n in range(5):
        if state.bank[n] > 0:
            stocked |= 1 << n
    for n, rate in enumerate(rates):
        if hand[n] >= rate:
            same = 1 << n if state.options.maritime_takes_another else 0
            found += _trades(player.colour, n, rate, stocked & ~same)
    return found
