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

from companion.games.base.rules.cards import (
    CITY_COST,
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
    DevelopmentCard,
    add,
    holds,
    single,
)
from companion.games.base.rules.events import (
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
from companion.games.base.rules.friendly_robber import spared_at
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import (
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
    settlement_sites,
)
from companion.games.base.rules.roll_deck import CARDS, left
from companion.games.base.rules.sites import indices, mask
from companion.games.base.rules.state import BEST_RATE, Player, State, evolve
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, HexId

_CACHE: Final = 1 << 12


# Events never change, so each is made once and listed again and again.


@lru_cache(_CACHE)
def _every_road(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceRoad(colour, path) for path in PATHS)


@lru_cache(_CACHE)
def _every_settlement(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceSettlement(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE)
def _every_city(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceCity(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE)
def _roads(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_road(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE)
def _settlements(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_settlement(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE)
def _cities(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_city(colour)
    return tuple([every[n] for n in indices(sites)])


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
def _plays(colour: Colour, card: DevelopmentCard) -> tuple[Event, ...]:
    return (PlayDevelopmentCard(colour, card),)


@lru_cache(_CACHE)
def _years_of_plenty(colour: Colour, stock: Cards) -> tuple[Event, ...]:
    """Any two cards of the stock; the last one where it has no two."""
    pairs = [add(single(a), single(b)) for a in range(5) for b in range(a, 5)]
    if sum(stock) == 1:
        pairs = [single(a) for a in range(5)]
    return tuple(
        PlayDevelopmentCard(colour, "year_of_plenty", resources=pair) for pair in pairs if holds(stock, pair)
    )


@lru_cache(_CACHE)
def _monopolies(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlayDevelopmentCard(colour, "monopoly", resource=kind) for kind in RESOURCES)


@lru_cache(_CACHE)
def _robber_moves(colour: Colour, robber: HexId | None) -> tuple[Event, ...]:
    return tuple(MoveRobber(colour, h) for h in HEXES if h != robber)


@lru_cache(_CACHE)
def _every_discard(colour: Colour) -> tuple[Discard, ...]:
    return tuple(Discard(colour, single(n)) for n in range(5))


@lru_cache(_CACHE)
def _rolls(colour: Colour) -> tuple[Event, ...]:
    return tuple(Roll(colour, dice) for dice in CARDS)


def legal_events(state: State) -> Sequence[Event]:
    """Every legal next event that can be listed (see the module's words)."""
    if state.phase != "play":
        return _founding(state) if state.phase == "founding" else []
    if any(state.owed):
        return _discards(state)
    seat = state.active
    player = state.players[seat]
    colour = player.colour
    if state.robber_due:
        closed = spared_at(state, seat)
        moves = _robber_moves(colour, state.robber)
        if not closed:
            return moves
        return [move for move in moves if isinstance(move, MoveRobber) and move.to not in closed]
    if state.options.must_rob and state.robbery_due:
        return _steals(state)
    if state.steal_due and not state.free_roads:
        # Who may rob, or finds nothing to take, may also let it be, with or without saying so.
        return [*_steals(state), *legal_events(evolve(state, steal_due=False))]
    if state.free_roads:
        return _roads(colour, road_sites(state, seat))
    found = _playable(state, player) if player.development != player.fresh else []
    if not state.rolled:
        if state.options.trade_before_roll and player.hand != NONE:
            _add_maritime(found, state, player)
        rolls = [Roll(colour, card) for card in left(state)] or _rolls(colour)
        return [*found, *rolls] if found else rolls
    if player.hand != NONE:
        _add_purchases(found, state, seat, player)
        if not (state.has_built and state.options.trade_before_building):
            _add_maritime(found, state, player)
    return [*found, *_end_turn(colour)] if found else _end_turn(colour)


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
        for event in _every_discard(player.colour)
        if holds(player.hand, event.resources)
    ]


def _playable(state: State, player: Player) -> list[Event]:
    limit = state.options.cards_a_turn
    if limit is not None and state.cards_played >= limit:
        return []
    colour, held, fresh = player.colour, player.development, player.fresh
    found: list[Event] = []
    if held[KNIGHT] > fresh[KNIGHT]:
        found += _plays(colour, "knight")
    if held[ROAD_BUILDING] > fresh[ROAD_BUILDING]:
        found += _plays(colour, "road_building")
    if held[YEAR_OF_PLENTY] > fresh[YEAR_OF_PLENTY]:
        # Two of a kind are as good as nineteen, and so few stocks differ.
        a, b, c, d, e, _ = (max(0, min(2, count)) for count in state.bank)
        found += _years_of_plenty(colour, (a, b, c, d, e, 0))
    if held[MONOPOLY] > fresh[MONOPOLY]:
        found += _monopolies(colour)
    return found


def _add_purchases(found: list[Event], state: State, seat: int, player: Player) -> None:
    road, settlement, city, card = _affordable(player.hand)
    if road and player.roads_left > 0:
        found += _roads(player.colour, road_sites(state, seat))
    if settlement and player.settlements_left > 0:
        found += _settlements(player.colour, settlement_sites(state, seat))
    if city and player.cities_left > 0:
        found += _cities(player.colour, player.settlements)
    if card and state.deck:
        found += _buy(player.colour)


@lru_cache(_CACHE)
def _affordable(hand: Cards) -> tuple[bool, bool, bool, bool]:
    """Whether a hand pays for a road, a settlement, a city and a development card."""
    return (
        holds(hand, ROAD_COST),
        holds(hand, SETTLEMENT_COST),
        holds(hand, CITY_COST),
        holds(hand, DEVELOPMENT_COST),
    )


def _add_maritime(found: list[Event], state: State, player: Player) -> None:
    hand = player.hand
    if state.land is None or max(hand) < BEST_RATE:
        return
    another = state.options.maritime_takes_another
    for kind, rates in enumerate(state.land.open_rates(player.buildings)):
        for rate in rates:
            if hand[kind] >= rate:
                takes = _stocked(state.bank)
                found += _trades(player.colour, kind, rate, takes & ~(1 << kind) if another else takes)


_ALL_KINDS: Final = mask(range(5))


def _stocked(bank: Cards) -> int:
    """The kinds that the bank has, as bits: nearly always all of them."""
    return _ALL_KINDS if min(bank[:5]) > 0 else mask(n for n in range(5) if bank[n] > 0)
