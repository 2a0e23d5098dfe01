"""Building roads, settlements and cities, and the longest road that results."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    CITY_COST,
    NO_CARDS,
    ROAD_COST,
    SETTLEMENT_COST,
    Cards,
    add,
    remove,
)
from companion.games.base.rules.events import (
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    TakeStartingResources,
)
from companion.games.base.rules.longest_road import longest_road, longest_road_holder
from companion.games.base.rules.placement import road_sites
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, PATHS_AT_MASK
from companion.games.base.rules.state import (
    FOUNDING_PIECES,
    State,
    evolve,
    land_of,
    with_player,
)
from companion.island.geometry import INTERSECTION_INDEX, IntersectionId


def place_settlement(state: State, event: PlaceSettlement) -> State:
    """Place a settlement: free in the founding, paid later."""
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit:
        state = _clear_site(state, bit)
    player = state.players[seat]
    if state.phase == "founding":
        state = evolve(
            state,
            players=with_player(state, seat, settlements=player.settlements | bit),
            last_founded=INTERSECTION_INDEX[event.at],
        )
        if state.players[seat].settlements.bit_count() == 2 and state.options.setup == "variable":
            state = _grant_starting_resources(state, seat, event.at)
    else:
        cost = _effective_cost(state, SETTLEMENT_COST)
        state = evolve(
            state,
            players=with_player(
                state,
                seat,
                settlements=player.settlements | bit,
                hand=remove(player.hand, cost),
            ),
            bank=add(state.bank, cost),
            has_built=True,
        )
    return _update_longest_road(state, *_seats_with_broken_roads(state, seat, event.at))


def _seats_with_broken_roads(state: State, seat: int, at: IntersectionId) -> list[int]:
    around = PATHS_AT_MASK[INTERSECTION_INDEX[at]]
    return [
        n for n, other in enumerate(state.players) if n != seat and (other.roads & around).bit_count() > 1
    ]


def _grant_starting_resources(state: State, seat: int, at: IntersectionId) -> State:
    gain = land_of(state).starting_resources(at)
    return evolve(
        state,
        players=with_player(state, seat, hand=add(state.players[seat].hand, gain)),
        bank=remove(state.bank, gain),
        started=state.started | 1 << seat,
    )


def take_starting_resources(state: State, event: TakeStartingResources) -> State:
    """Give the starting resources of the named settlement (first game: the starred one)."""
    return _end_founding_if_complete(_grant_starting_resources(state, state.seat(event.player), event.at))


def place_city(state: State, event: PlaceCity) -> State:
    """Replace a settlement by a city and return the settlement to the supply."""
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit & ~state.players[seat].settlements:
        state = _clear_site(state, bit)
    player = state.players[seat]
    cost = _effective_cost(state, CITY_COST)
    after = evolve(
        state,
        players=with_player(
            state,
            seat,
            settlements=player.settlements & ~bit,
            cities=player.cities | bit,
            hand=remove(player.hand, cost),
        ),
        bank=add(state.bank, cost),
        has_built=True,
    )
    if player.settlements & bit:
        return after
    return _update_longest_road(after, *_seats_with_broken_roads(after, seat, event.at))


def place_road(state: State, event: PlaceRoad) -> State:
    """Place a road: free in the founding and by a road building card, else paid."""
    seat = state.seat(event.player)
    bit = PATH_BIT[event.at]
    if state.roads() & bit:
        state = _clear_site(state, 0, bit)
    player = state.players[seat]
    if state.phase == "founding":
        state = evolve(state, players=with_player(state, seat, roads=player.roads | bit), last_founded=None)
        state = _update_longest_road(state, seat)
        return _end_founding_if_complete(state)
    if state.free_roads and seat == state.active:
        state = evolve(state, players=with_player(state, seat, roads=player.roads | bit))
        state = evolve(state, free_roads=placeable_roads(state, seat, state.free_roads - 1))
    else:
        cost = _effective_cost(state, ROAD_COST)
        state = evolve(
            state,
            players=with_player(state, seat, roads=player.roads | bit, hand=remove(player.hand, cost)),
            bank=add(state.bank, cost),
            has_built=True,
        )
    return _update_longest_road(state, seat)


def _effective_cost(state: State, cards: Cards) -> Cards:
    """The price to pay: nothing for the pieces of a game that is joined in progress."""
    return NO_CARDS if state.phase == "taking_up" else cards


def placeable_roads(state: State, seat: int, wanted: int) -> int:
    """The number of wanted roads that the player can place, given the supply and the next free site."""
    if not road_sites(state, seat):
        return 0
    return max(0, min(wanted, state.players[seat].roads_left))


def _clear_site(state: State, intersection: int, path: int = 0) -> State:
    """Remove the piece on a site before another is placed there: a site holds one piece."""
    players = tuple(
        evolve(
            player,
            settlements=player.settlements & ~intersection,
            cities=player.cities & ~intersection,
            roads=player.roads & ~path,
        )
        for player in state.players
    )
    return _update_longest_road(evolve(state, players=players), *range(len(players)))


def _end_founding_if_complete(state: State) -> State:
    """Start play once all founding pieces are placed and all starting resources are given."""
    seats = len(state.players)
    placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in state.players)
    if placed < FOUNDING_PIECES * seats or state.started != (1 << seats) - 1:
        founder = state.founder()
        return evolve(state, active=state.first if founder is None else founder)
    return evolve(state, phase="play", active=state.first, turn=1, last_founded=None)


def _update_longest_road(state: State, *seats: int) -> State:
    """Recompute the road lengths of some seats and the holder of the longest road."""
    if not seats:
        return state
    players = list(state.players)
    for seat in seats:
        length = longest_road(players[seat].roads, state.opponents(seat))
        if length != players[seat].road_length:
            players[seat] = evolve(players[seat], road_length=length)
    holder = longest_road_holder(state.longest_road, [player.road_length for player in players])
    return evolve(state, players=tuple(players), longest_road=holder)
