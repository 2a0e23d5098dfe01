"""Legal sites for a player's pieces, as bits; the supply is checked elsewhere."""

from __future__ import annotations

from companion.games.base.rules.sites import (
    ALL_INTERSECTIONS,
    ENDS_INDEX,
    PATHS_AT_MASK,
    ends_of,
    indices,
    paths_from,
    within_one_path,
)
from companion.games.base.rules.state import State


def road_sites(state: State, seat: int) -> int:
    """Free paths at the player's buildings, or at a road's end without an opponent's building."""
    player = state.players[seat]
    reach = ends_of(player.roads) | player.settlements | player.cities
    if state.options.opponents_block_roads:
        reach &= ~state.opponents(seat)
    return paths_from(reach) & ~state.roads()


def settlement_sites(state: State, seat: int) -> int:
    """Intersections that own roads reach and that satisfy the distance rule."""
    return reachable_sites(state, seat) & ~within_one_path(state.buildings())


def reachable_sites(state: State, seat: int) -> int:
    """Intersections that own roads reach, occupied or not."""
    roads = state.players[seat].roads
    sites = ends_of(roads)
    if state.options.settlement_needs_roads == 2:
        sites = _sites_after_two_roads(sites, roads, state.opponents(seat))
    return sites


def _sites_after_two_roads(sites: int, roads: int, opponents: int) -> int:
    """The given sites at the end of at least two consecutive own roads."""
    found = 0
    for n in indices(sites):
        for path in indices(PATHS_AT_MASK[n] & roads):
            one, other = ENDS_INDEX[path]
            before = other if one == n else one
            if not opponents >> before & 1 and PATHS_AT_MASK[before] & roads & ~(1 << path):
                found |= 1 << n
    return found


def founding_settlement_sites(state: State) -> int:
    """Intersections that satisfy the distance rule; founding needs no road."""
    return ALL_INTERSECTIONS & ~within_one_path(state.buildings())


def founding_road_sites(state: State, settlement: int) -> int:
    """Free paths at a founding settlement, given by the index of its intersection."""
    return PATHS_AT_MASK[settlement] & ~state.roads()


def first_game_road_sites(state: State, seat: int) -> int:
    """Free paths at the player's settlements that have no road yet."""
    player = state.players[seat]
    return paths_from(player.settlements & ~ends_of(player.roads)) & ~state.roads()
