"""Roads, settlements and cities, in the founding and after it; the longest road that follows."""

from __future__ import annotations

from companion.games.base.rules.cards import (
    CITY_COST,
    NONE,
    ROAD_COST,
    SETTLEMENT_COST,
    Cards,
    add,
    add_one,
    remove,
)
from companion.games.base.rules.events import (
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    TakeStartingResources,
)
from companion.games.base.rules.longest_road import award, longest_road
from companion.games.base.rules.placement import road_sites
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, PATHS_AT_MASK
from companion.games.base.rules.state import (
    FOUNDING_PIECES,
    State,
    evolve,
    land_of,
    with_player,
)
from companion.island.geometry import HEXES_AT, INTERSECTION_INDEX, IntersectionId


def place_settlement(state: State, event: PlaceSettlement) -> State:
    """A settlement is put down: free in the founding, paid for later."""
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit:
        state = _cleared(state, bit)
    player = state.players[seat]
    if state.phase == "founding":
        state = evolve(
            state,
            players=with_player(state, seat, settlements=player.settlements | bit),
            last_founded=INTERSECTION_INDEX[event.at],
        )
        if state.players[seat].settlements.bit_count() == 2 and state.options.setup == "variable":
            state = _starting_resources(state, seat, event.at)
    else:
        cost = _cost(state, SETTLEMENT_COST)
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
    return _with_longest_road(state, *_whose_roads_it_breaks(state, seat, event.at))


def _whose_roads_it_breaks(state: State, seat: int, at: IntersectionId) -> list[int]:
    around = PATHS_AT_MASK[INTERSECTION_INDEX[at]]
    return [
        n for n, other in enumerate(state.players) if n != seat and (other.roads & around).bit_count() > 1
    ]


def _starting_resources(state: State, seat: int, at: IntersectionId) -> State:
    """One card for each producing hex around (base-game-2025, pages 5 and 12)."""
    produces_at = land_of(state).produces_at
    gain = NONE
    for h in HEXES_AT[at]:
        if h in produces_at:
            gain = add_one(gain, produces_at[h], 1)
    return evolve(
        state,
        players=with_player(state, seat, hand=add(state.players[seat].hand, gain)),
        bank=remove(state.bank, gain),
        started=state.started | 1 << seat,
    )


def take_starting_resources(state: State, event: TakeStartingResources) -> State:
    """The starting resources of the settlement named (first game: the starred one)."""
    return _founded(_starting_resources(state, state.seat(event.player), event.at))


def place_city(state: State, event: PlaceCity) -> State:
    """A city takes the place of its settlement, which goes back to the supply."""
    seat = state.seat(event.player)
    bit = INTERSECTION_BIT[event.at]
    if state.buildings() & bit & ~state.players[seat].settlements:
        state = _cleared(state, bit)
    player = state.players[seat]
    cost = _cost(state, CITY_COST)
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
    return _with_longest_road(after, *_whose_roads_it_breaks(after, seat, event.at))


def place_road(state: State, event: PlaceRoad) -> State:
    """A road is put down: free in the founding and by the card, else paid for."""
    seat = state.seat(event.player)
    bit = PATH_BIT[event.at]
    if state.roads() & bit:
        state = _cleared(state, 0, bit)
    player = state.players[seat]
    if state.phase == "founding":
        state = evolve(state, players=with_player(state, seat, roads=player.roads | bit), last_founded=None)
        state = _with_longest_road(state, seat)
        return _founded(state)
    if state.free_roads and seat == state.active:
        state = evolve(state, players=with_player(state, seat, roads=player.roads | bit))
        state = evolve(state, free_roads=roads_possible(state, seat, state.free_roads - 1))
    else:
        cost = _cost(state, ROAD_COST)
        state = evolve(
            state,
            players=with_player(state, seat, roads=player.roads | bit, hand=remove(player.hand, cost)),
            bank=add(state.bank, cost),
            has_built=True,
        )
    return _with_longest_road(state, seat)


def _cost(state: State, cards: Cards) -> Cards:
    """What is paid; pieces of a game that is taken up were paid for long ago."""
    return NONE if state.phase == "taking_up" else cards


def roads_possible(state: State, seat: int, wanted: int) -> int:
    """How many of the roads wanted the supply and the island have a place for, as far as one sees."""
    if not road_sites(state, seat):
        return 0
    return max(0, min(wanted, state.players[seat].roads_left))


def _cleared(state: State, intersection: int, path: int = 0) -> State:
    """The state without the piece that stands where another is put: one site holds one piece."""
    players = tuple(
        evolve(
            player,
            settlements=player.settlements & ~intersection,
            cities=player.cities & ~intersection,
            roads=player.roads & ~path,
        )
        for player in state.players
    )
    return _with_longest_road(evolve(state, players=players), *range(len(players)))


def _founded(state: State) -> State:
    """Play begins once everybody has placed, and has had the starting resources."""
    seats = len(state.players)
    placed = sum(p.buildings.bit_count() + p.roads.bit_count() for p in state.players)
    if placed < FOUNDING_PIECES * seats or state.started != (1 << seats) - 1:
        founder = state.founder()
        return evolve(state, active=state.first if founder is None else founder)
    return evolve(state, phase="play", active=state.first, turn=1, last_founded=None)


def _with_longest_road(state: State, *seats: int) -> State:
    """The state with some seats' road lengths worked out anew, and the card where it belongs."""
    if not seats:
        return state
    players = list(state.players)
    for seat in seats:
        length = longest_road(players[seat].roads, state.opponents(seat))
        if length != players[seat].road_length:
            players[seat] = evolve(players[seat], road_length=length)
    holder = award(state.longest_road, [player.road_length for player in players])
    return evolve(state, players=tuple(players), longest_road=holder)
