"""Who may have put down, or taken back, what nobody could see: under a hand, or while no board was found."""

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
from companion.games.base.tracker.building import placement
from companion.games.base.tracker.context import TrackerContext
from companion.games.base.tracker.differences import Came, building_times
from companion.games.base.tracker.hypothesis import Hypothesis
from companion.games.base.tracker.paid_for import shown_at
from companion.island.geometry import INTERSECTIONS
from companion.island.pieces import Site
from companion.observations import BoardSeen


def may_have_built(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """The players whose pieces may stand otherwise than told, where nothing has been seen for a while.

    Whoever has had the dice since, and could pay. Who was in doubt already and has lost the cards since stays
    so: they may have been paid before.
    """
    if not seen.covered:
        return frozenset()
    state = believed.state
    if state.phase == "founding":
        return _may_have_founded(state, seen)
    found = _may_have_taken_back(believed, seen)
    times = building_times(believed)
    for seat, player in enumerate(state.players):
        _, until = times[player.colour]
        if until <= shown_at(believed, player.colour):
            # What was paid by then is missing from the hand that was said.
            continue
        hidden = [site for site, since in seen.covered.items() if since < until]
        costs = list(_costs(state, seat, hidden))
        if costs and (player.colour in believed.in_doubt or _pays(believed.belief, state, seat, costs)):
            found |= {player.colour}
    return found


def founded_in_either_order(context: TrackerContext, hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis founds a settlement that may as well have been its player's other one.

    The second one gives cards, and a hand lay over one of them while the other was put down.
    """
    founding = context.believed.state.phase == "founding" or context.believed.state.turn <= 1
    came = [change.place for change in hypothesis.explained.values() if isinstance(change, Came) and founding]
    return any(
        _overlap(context.seen, site, INTERSECTIONS[other])
        for site in came
        if site in INTERSECTION_BIT
        for player in hypothesis.state.players
        if player.settlements & SITE_BIT[site]
        for other in indices(player.settlements & ~SITE_BIT[site])
    )


def _overlap(seen: BoardSeen, one: Site, other: Site) -> bool:
    """Whether either of two pieces may have come before the other."""
    since = {site: seen.since.get(site, -math.inf) for site in (one, other)}
    earliest = {site: seen.earliest.get(site, since[site]) for site in since}
    return earliest[one] < since[other] and earliest[other] < since[one]


def _costs(state: State, seat: int, sites: list[Site]) -> Iterator[Cards]:
    """What a seat would have to pay for each kind of piece that could stand on one of the sites."""
    player = state.players[seat]
    paths = sum(SITE_BIT[site] for site in sites if site in PATH_BIT)
    intersections = sum(SITE_BIT[site] for site in sites if site in INTERSECTION_BIT)
    if paths & road_sites(state, seat) and player.roads_left:
        yield ROAD_COST
    if intersections & settlement_sites(state, seat) and player.settlements_left:
        yield SETTLEMENT_COST
    if intersections & player.settlements and player.cities_left:
        yield CITY_COST


def _pays(belief: Belief, state: State, seat: int, costs: list[Cards]) -> bool:
    free = state.free_roads > 0 and seat == state.active and ROAD_COST in costs
    return free or any(belief.pays(seat, cost) > 0 for cost in costs)


def _may_have_founded(state: State, seen: BoardSeen) -> frozenset[Colour]:
    """Who founds, where a legal place for it can't be seen."""
    seat = state.founder()
    if seat is None:
        return frozenset()
    colour = state.players[seat].colour
    pieces = (placement("road" if site in PATH_BIT else "settlement", colour, site) for site in seen.covered)
    return frozenset({colour}) if any(not violations(state, piece) for piece in pieces) else frozenset()


def _may_have_taken_back(believed: BelievedReplay, seen: BoardSeen) -> frozenset[Colour]:
    """Who built this turn on a site that isn't seen any more."""
    this_turn = (step.recorded.event for step in believed.last_turns(1))
    return frozenset(
        event.player
        for event in this_turn
        if isinstance(event, PlaceRoad | PlaceSettlement | PlaceCity) and event.at in seen.covered
    )
