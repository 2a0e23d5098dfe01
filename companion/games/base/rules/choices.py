"""Legal next events of a state, as far as they can be enumerated.

The list is for the active player, or while discards are due for those who owe them. It omits:

- events that need consent or allow endless choices: domestic trade, discards of several cards,
  combined maritime trades;
- events that depend on unidentified cards, above all development cards;
- the pieces of a first game, whose diagram fixes them.

Outcomes of chance stay open: a bought card has no kind, a steal no resource.
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
    NO_CARDS,
    RESOURCES,
    ROAD_BUILDING,
    ROAD_COST,
    SETTLEMENT_COST,
    YEAR_OF_PLENTY,
    Cards,
    DevelopmentCard,
    add,
    cards_of_kind,
    holds,
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
from companion.games.base.rules.friendly_robber import spared_seats_by_hex
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import (
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
    settlement_sites,
)
from companion.games.base.rules.roll_deck import ROLL_DECK, remaining_cards
from companion.games.base.rules.sites import indices, mask
from companion.games.base.rules.state import BEST_RATE, Player, State, evolve
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, HexId

_CACHE_SIZE: Final = 1 << 12


# Events are immutable, so each is created once and shared between lists.


@lru_cache(_CACHE_SIZE)
def _every_road(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceRoad(colour, path) for path in PATHS)


@lru_cache(_CACHE_SIZE)
def _every_settlement(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceSettlement(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE_SIZE)
def _every_city(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlaceCity(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE_SIZE)
def _roads(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_road(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _settlements(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_settlement(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _cities(colour: Colour, sites: int) -> tuple[Event, ...]:
    every = _every_city(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _trades(colour: Colour, give: int, rate: int, take_from: int) -> tuple[Event, ...]:
    """Trades of one kind at its rate for one card of each kind in a set of bits."""
    return tuple(
        MaritimeTrade(colour, cards_of_kind(give, rate), cards_of_kind(n)) for n in indices(take_from)
    )


@lru_cache(_CACHE_SIZE)
def _end_turn(colour: Colour) -> tuple[Event, ...]:
    return (EndTurn(colour),)


@lru_cache(_CACHE_SIZE)
def _card_purchases(colour: Colour) -> tuple[Event, ...]:
    return (BuyDevelopmentCard(colour),)


@lru_cache(_CACHE_SIZE)
def _card_plays(colour: Colour, card: DevelopmentCard) -> tuple[Event, ...]:
    return (PlayDevelopmentCard(colour, card),)


@lru_cache(_CACHE_SIZE)
def _years_of_plenty(colour: Colour, stock: Cards) -> tuple[Event, ...]:
    """Every choice of two cards from the stock; of its last card if it has only one."""
    pairs = [add(cards_of_kind(a), cards_of_kind(b)) for a in range(5) for b in range(a, 5)]
    if sum(stock) == 1:
        pairs = [cards_of_kind(a) for a in range(5)]
    return tuple(
        PlayDevelopmentCard(colour, "year_of_plenty", resources=pair) for pair in pairs if holds(stock, pair)
    )


@lru_cache(_CACHE_SIZE)
def _monopolies(colour: Colour) -> tuple[Event, ...]:
    return tuple(PlayDevelopmentCard(colour, "monopoly", resource=kind) for kind in RESOURCES)


@lru_cache(_CACHE_SIZE)
def _robber_moves(colour: Colour, robber: HexId | None) -> tuple[Event, ...]:
    return tuple(MoveRobber(colour, h) for h in HEXES if h != robber)


@lru_cache(_CACHE_SIZE)
def _every_discard(colour: Colour) -> tuple[Discard, ...]:
    return tuple(Discard(colour, cards_of_kind(n)) for n in range(5))


@lru_cache(_CACHE_SIZE)
def _rolls(colour: Colour) -> tuple[Event, ...]:
    return tuple(Roll(colour, dice) for dice in ROLL_DECK)


def legal_events(state: State) -> Sequence[Event]:
    """Every legal next event, within the limits that the module's docstring states."""
    if state.phase != "play":
        return _founding(state) if state.phase == "founding" else []
    if any(state.discards_due):
        return _discards(state)
    seat = state.active
    player = state.players[seat]
    colour = player.colour
    if state.robber_due:
        closed = spared_seats_by_hex(state, seat)
        moves = _robber_moves(colour, state.robber)
        if not closed:
            return moves
        return [move for move in moves if isinstance(move, MoveRobber) and move.to not in closed]
    if state.options.must_rob and state.robbery_due:
        return _steals(state)
    if state.steal_due and not state.free_roads:
        # If robbing is optional or the victims have no cards, the player may skip the theft, recorded or not.
        return [*_steals(state), *legal_events(evolve(state, steal_due=False))]
    if state.free_roads:
        return _roads(colour, road_sites(state, seat))
    found = _playable_cards(state, player) if player.development != player.bought_this_turn else []
    if not state.has_rolled:
        if state.options.trade_before_roll and player.hand != NO_CARDS:
            _add_maritime(found, state, player)
        rolls = [Roll(colour, card) for card in remaining_cards(state)] or _rolls(colour)
        return [*found, *rolls] if found else rolls
    if player.hand != NO_CARDS:
        _add_purchases(found, state, seat, player)
        if not (state.has_built and state.options.trade_before_building):
            _add_maritime(found, state, player)
    return [*found, *_end_turn(colour)] if found else _end_turn(colour)


def _steals(state: State) -> list[Event]:
    colour = state.players[state.active].colour
    victims = state.robbable_seats(state.active)
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
    """Discards of a single card by every seat that still owes cards."""
    return [
        event
        for player, owed in zip(state.players, state.discards_due, strict=True)
        if owed
        for event in _every_discard(player.colour)
        if holds(player.hand, event.resources)
    ]


def _playable_cards(state: State, player: Player) -> list[Event]:
    limit = state.options.cards_a_turn
    if limit is not None and state.cards_played >= limit:
        return []
    colour, held, bought = player.colour, player.development, player.bought_this_turn
    found: list[Event] = []
    if held[KNIGHT] > bought[KNIGHT]:
        found += _card_plays(colour, "knight")
    if held[ROAD_BUILDING] > bought[ROAD_BUILDING]:
        found += _card_plays(colour, "road_building")
    if held[YEAR_OF_PLENTY] > bought[YEAR_OF_PLENTY]:
        # Capping at two of a kind leaves few distinct stocks, so the cache hits often.
        a, b, c, d, e, _ = (max(0, min(2, count)) for count in state.bank)
        found += _years_of_plenty(colour, (a, b, c, d, e, 0))
    if held[MONOPOLY] > bought[MONOPOLY]:
        found += _monopolies(colour)
    return found


def _add_purchases(found: list[Event], state: State, seat: int, player: Player) -> None:
    road, settlement, city, card = _affordable_builds(player.hand)
    if road and player.roads_left > 0:
        found += _roads(player.colour, road_sites(state, seat))
    if settlement and player.settlements_left > 0:
        found += _settlements(player.colour, settlement_sites(state, seat))
    if city and player.cities_left > 0:
        found += _cities(player.colour, player.settlements)
    if card and state.deck:
        found += _card_purchases(player.colour)


@lru_cache(_CACHE_SIZE)
def _affordable_builds(hand: Cards) -> tuple[bool, bool, bool, bool]:
    """Return whether a hand can pay for a road, a settlement, a city and a development card."""
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
                takes = _stocked_kinds(state.bank)
                found += _trades(player.colour, kind, rate, takes & ~(1 << kind) if another else takes)


_ALL_KINDS: Final = mask(range(5))


def _stocked_kinds(bank: Cards) -> int:
    """The kinds in stock at the bank, as bits; nearly always all of them."""
    return _ALL_KINDS if min(bank[:5]) > 0 else mask(n for n in range(5) if bank[n] > 0)
