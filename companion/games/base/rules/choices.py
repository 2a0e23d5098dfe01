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

from companion.games.base.rules import cards, events
from companion.games.base.rules.house_rules import ROLL_DECK, remaining_cards, spared_seats_by_hex
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices, mask
from companion.games.base.rules.state import (
    BEST_RATE,
    Player,
    State,
    evolve,
    founding_road_sites,
    founding_settlement_sites,
    road_sites,
    settlement_sites,
)
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS, HexId

_CACHE_SIZE: Final = 1 << 12


# Events are immutable, so each is created once and shared between lists.


@lru_cache(_CACHE_SIZE)
def _every_road(colour: Colour) -> tuple[events.Event, ...]:
    return tuple(events.PlaceRoad(colour, path) for path in PATHS)


@lru_cache(_CACHE_SIZE)
def _every_settlement(colour: Colour) -> tuple[events.Event, ...]:
    return tuple(events.PlaceSettlement(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE_SIZE)
def _every_city(colour: Colour) -> tuple[events.Event, ...]:
    return tuple(events.PlaceCity(colour, at) for at in INTERSECTIONS)


@lru_cache(_CACHE_SIZE)
def _roads(colour: Colour, sites: int) -> tuple[events.Event, ...]:
    every = _every_road(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _settlements(colour: Colour, sites: int) -> tuple[events.Event, ...]:
    every = _every_settlement(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _cities(colour: Colour, sites: int) -> tuple[events.Event, ...]:
    every = _every_city(colour)
    return tuple([every[n] for n in indices(sites)])


@lru_cache(_CACHE_SIZE)
def _trades(colour: Colour, give: int, rate: int, take_from: int) -> tuple[events.Event, ...]:
    """Trades of one kind at its rate for one card of each kind in a set of bits."""
    return tuple(
        events.MaritimeTrade(colour, cards.cards_of_kind(give, rate), cards.cards_of_kind(n))
        for n in indices(take_from)
    )


@lru_cache(_CACHE_SIZE)
def _end_turn(colour: Colour) -> tuple[events.Event, ...]:
    return (events.EndTurn(colour),)


@lru_cache(_CACHE_SIZE)
def _card_purchases(colour: Colour) -> tuple[events.Event, ...]:
    return (events.BuyDevelopmentCard(colour),)


@lru_cache(_CACHE_SIZE)
def _card_plays(colour: Colour, card: cards.DevelopmentCard) -> tuple[events.Event, ...]:
    return (events.PlayDevelopmentCard(colour, card),)


@lru_cache(_CACHE_SIZE)
def _years_of_plenty(colour: Colour, stock: cards.Cards) -> tuple[events.Event, ...]:
    """Every choice of two cards from the stock; of its last card if it has only one."""
    pairs = [cards.add(cards.cards_of_kind(a), cards.cards_of_kind(b)) for a in range(5) for b in range(a, 5)]
    if sum(stock) == 1:
        pairs = [cards.cards_of_kind(a) for a in range(5)]
    return tuple(
        events.PlayDevelopmentCard(colour, "year_of_plenty", resources=pair)
        for pair in pairs
        if cards.holds(stock, pair)
    )


@lru_cache(_CACHE_SIZE)
def _monopolies(colour: Colour) -> tuple[events.Event, ...]:
    return tuple(events.PlayDevelopmentCard(colour, "monopoly", resource=kind) for kind in cards.RESOURCES)


@lru_cache(_CACHE_SIZE)
def _robber_moves(colour: Colour, robber: HexId | None) -> tuple[events.Event, ...]:
    return tuple(events.MoveRobber(colour, h) for h in HEXES if h != robber)


@lru_cache(_CACHE_SIZE)
def _every_discard(colour: Colour) -> tuple[events.Discard, ...]:
    return tuple(events.Discard(colour, cards.cards_of_kind(n)) for n in range(5))


@lru_cache(_CACHE_SIZE)
def _rolls(colour: Colour) -> tuple[events.Event, ...]:
    return tuple(events.Roll(colour, dice) for dice in ROLL_DECK)


def legal_events(state: State) -> Sequence[events.Event]:
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
        return [move for move in moves if isinstance(move, events.MoveRobber) and move.to not in closed]
    if state.options.must_rob and state.robbery_due:
        return _steals(state)
    if state.steal_due and not state.free_roads:
        # If robbing is optional or the victims have no cards, the player may skip the theft, recorded or not.
        return [*_steals(state), *legal_events(evolve(state, steal_due=False))]
    if state.free_roads:
        return _roads(colour, road_sites(state, seat))
    found = _playable_cards(state, player) if player.development != player.bought_this_turn else []
    if not state.has_rolled:
        if state.options.trade_before_roll and player.hand != cards.NO_CARDS:
            _add_maritime(found, state, player)
        rolls = [events.Roll(colour, card) for card in remaining_cards(state)] or _rolls(colour)
        return [*found, *rolls] if found else rolls
    if player.hand != cards.NO_CARDS:
        _add_purchases(found, state, seat, player)
        if not (state.has_built and state.options.trade_before_building):
            _add_maritime(found, state, player)
    return [*found, *_end_turn(colour)] if found else _end_turn(colour)


def _steals(state: State) -> list[events.Event]:
    colour = state.players[state.active].colour
    victims = state.robbable_seats(state.active)
    found: list[events.Event] = [events.Steal(colour, state.players[n].colour) for n in victims]
    if not state.options.must_rob or not any(sum(state.players[n].hand) for n in victims):
        found.append(events.Steal(colour, None))
    return found


def _founding(state: State) -> Sequence[events.Event]:
    seat = state.founder()
    if seat is None:
        return []
    colour = state.players[seat].colour
    if state.last_founded is None:
        return _settlements(colour, founding_settlement_sites(state))
    return _roads(colour, founding_road_sites(state, state.last_founded))


def _discards(state: State) -> list[events.Event]:
    """Discards of a single card by every seat that still owes cards."""
    return [
        event
        for player, owed in zip(state.players, state.discards_due, strict=True)
        if owed
        for event in _every_discard(player.colour)
        if cards.holds(player.hand, event.resources)
    ]


def _playable_cards(state: State, player: Player) -> list[events.Event]:
    limit = state.options.cards_a_turn
    if limit is not None and state.cards_played >= limit:
        return []
    colour, held, bought = player.colour, player.development, player.bought_this_turn
    found: list[events.Event] = []
    if held[cards.KNIGHT] > bought[cards.KNIGHT]:
        found += _card_plays(colour, "knight")
    if held[cards.ROAD_BUILDING] > bought[cards.ROAD_BUILDING]:
        found += _card_plays(colour, "road_building")
    if held[cards.YEAR_OF_PLENTY] > bought[cards.YEAR_OF_PLENTY]:
        # Capping at two of a kind leaves few distinct stocks, so the cache hits often.
        a, b, c, d, e, _ = (max(0, min(2, count)) for count in state.bank)
        found += _years_of_plenty(colour, (a, b, c, d, e, 0))
    if held[cards.MONOPOLY] > bought[cards.MONOPOLY]:
        found += _monopolies(colour)
    return found


def _add_purchases(found: list[events.Event], state: State, seat: int, player: Player) -> None:
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
def _affordable_builds(hand: cards.Cards) -> tuple[bool, bool, bool, bool]:
    """Return whether a hand can pay for a road, a settlement, a city and a development card."""
    return (
        cards.holds(hand, cards.ROAD_COST),
        cards.holds(hand, cards.SETTLEMENT_COST),
        cards.holds(hand, cards.CITY_COST),
        cards.holds(hand, cards.DEVELOPMENT_COST),
    )


def _add_maritime(found: list[events.Event], state: State, player: Player) -> None:
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


def _stocked_kinds(bank: cards.Cards) -> int:
    """The kinds in stock at the bank, as bits; nearly always all of them."""
    return _ALL_KINDS if min(bank[:5]) > 0 else mask(n for n in range(5) if bank[n] > 0)
