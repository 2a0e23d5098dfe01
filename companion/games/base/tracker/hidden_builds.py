"""Find players who may have built or removed pieces under a hand or while no board was found."""

from __future__ import annotations

import math
from collections.abc import Iterator

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import CITY_COST, ROAD_COST, SETTLEMENT_COST, Cards
from companion.games.base.rules.events import PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.legality import violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.placement import road_sites, settlement_sites
from companion.games.base.rules.sites import INTERSECTION_BIT, PATH_BIT, SITE_BIT, indices
from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import PieceAdded, building_times
from companion.games.base.tracker.building import placement
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.hidden_payments import hand_shown_time_s
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.island.geometry import INTERSECTIONS
from companion.island.pieces import Site
from companion.observations import BoardSeen


def hidden_builders(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """Return the colours whose pieces may differ from the record, because sites were not visible.

    These players had a turn meanwhile and could pay. A player who was in doubt already and has lost the cards
    since stays in doubt: the cards may have been paid before.
    """
    if not seen.covered:
        return frozenset()
    state = believed.state
    if state.phase == "founding":
        return _hidden_founders(state, seen)
    found = _hidden_removers(believed, seen)
    times = building_times(believed)
    for seat, player in enumerate(state.players):
        _, until = times[player.colour]
        if until <= hand_shown_time_s(believed, player.colour):
            # Payments before that are already missing from the shown hand.
            continue
        hidden = [site for site, since in seen.covered.items() if since < until]
        costs = list(_possible_costs(state, seat, hidden))
        if costs and (player.colour in believed.in_doubt or _can_pay(believed.belief, state, seat, costs)):
            found |= {player.colour}
    return found


def is_founding_order_unknown(context: TrackerContext, hypothesis: Hypothesis) -> bool:
    """Return whether a founded settlement may as well have been its player's other one.

    The second settlement brings cards, and a hand covered one of them while the other was placed.
    """
    founding = context.believed.state.phase == "founding" or context.believed.state.turn <= 1
    came = [
        change.place
        for change in hypothesis.explained.values()
        if isinstance(change, PieceAdded) and founding
    ]
    return any(
        _is_order_unknown(context.seen, site, INTERSECTIONS[other])
        for site in came
        if site in INTERSECTION_BIT
        for player in hypothesis.state.players
        if player.settlements & SITE_BIT[site]
        for other in indices(player.settlements & ~SITE_BIT[site])
    )


def _is_order_unknown(seen: BoardSeen, one: Site, other: Site) -> bool:
    """Return whether either of two pieces may have been placed before the other."""
    since = {site: seen.since.get(site, -math.inf) for site in (one, other)}
    earliest = {site: seen.earliest.get(site, since[site]) for site in since}
    return earliest[one] < since[other] and earliest[other] < since[one]


def _possible_costs(state: State, seat: int, sites: list[Site]) -> Iterator[Cards]:
    """Yield the cost of each kind of piece that the seat may have built on one of the sites."""
    player = state.players[seat]
    paths = sum(SITE_BIT[site] for site in sites if site in PATH_BIT)
    intersections = sum(SITE_BIT[site] for site in sites if site in INTERSECTION_BIT)
    if paths & road_sites(state, seat) and player.roads_left:
        yield ROAD_COST
    if intersections & settlement_sites(state, seat) and player.settlements_left:
        yield SETTLEMENT_COST
    if intersections & player.settlements and player.cities_left:
        yield CITY_COST


def _can_pay(belief: Belief, state: State, seat: int, costs: list[Cards]) -> bool:
    free = state.free_roads > 0 and seat == state.active and ROAD_COST in costs
    return free or any(belief.p_can_afford(seat, cost) > 0 for cost in costs)


def _hidden_founders(state: State, seen: BoardSeen) -> frozenset[Colour]:
    """Return the founding player's colour, if a legal site is not visible."""
    seat = state.founder()
    if seat is None:
        return frozenset()
    colour = state.players[seat].colour
    pieces = (placement("road" if site in PATH_BIT else "settlement", colour, site) for site in seen.covered)
    return frozenset({colour}) if any(not violations(state, piece) for piece in pieces) else frozenset()


def _hidden_removers(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """Return the colours that built this turn on a site that is not visible any more."""
    this_turn = (step.record.event for step in believed.last_turns(1))
    return frozenset(
        event.player
        for event in this_turn
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and event.at in seen.covered
    )
