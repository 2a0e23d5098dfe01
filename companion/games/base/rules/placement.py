"""Where a player's pieces may go, as bits of sites; the supply is not asked here."""

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
    """Free paths at an own building or at the end of an own road that no opponent has taken."""
    player = state.players[seat]
    reach = ends_of(player.roads) | player.settlements | player.cities
    if state.options.opponents_block_roads:
        reach &= ~state.opponents(seat)
    return paths_from(reach) & ~state.roads()


def settlement_sites(state: State, seat: int) -> int:
    """Intersections that own roads lead to and that keep the distance rule."""
    return served_sites(state, seat) & ~within_one_path(state.buildings())


def served_sites(state: State, seat: int) -> int:
    """Intersections that own roads lead to, taken or not."""
    roads = state.players[seat].roads
    sites = ends_of(roads)
    if state.options.settlement_needs_roads == 2:
        sites = _after_two_roads(sites, roads, state.opponents(seat))
    return sites


def _after_two_roads(sites: int, roads: int, opponents: int) -> int:
    """Those of the sites that end at least two own roads in a row."""
    found = 0
    for n in indices(sites):
        for path in indices(PATHS_AT_MASK[n] & roads):
            one, other = ENDS_INDEX[path]
            before = other if one == n else one
            if not opponents >> before & 1 and PATHS_AT_MASK[before] & roads & ~(1 << path):
                found |= 1 << n
    return found


def founding_settlement_sites(state: State) -> int:
    """Intersections that keep the distance rule: founding needs no road."""
    return ALL_INTERSECTIONS & ~within_one_path(state.buildings())


def founding_road_sites(state: State, settlement: int) -> int:
    """Free paths next to a founding settlement, by the index of its intersection."""
    return PATHS_AT_MASK[settlement] & ~state.roads()


def first_game_road_sites(state: State, seat: int) -> int:
    """Free paths next to those own settlements that have no own road yet."""
    player = state.players[seat]
    return paths_from(player.settlements & ~ends_of(player.roads)) & ~state.roads()
