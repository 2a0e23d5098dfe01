"""Scripted players: legal, plain, and brisk enough that their games end in an evening.

They see the whole state, as they see only their own hand and the table, and want what wins: good
numbers, the leader robbed, and what their policy prefers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.base.rules.cards import (
    CITY_COST,
    DEVELOPMENT_COST,
    NONE,
    RESOURCE_INDEX,
    ROAD_COST,
    SETTLEMENT_COST,
    Cards,
    add,
    holds,
    remove,
    single,
)
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
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
from companion.games.base.rules.legality import is_legal
from companion.games.base.rules.placement import road_sites, settlement_sites
from companion.games.base.rules.sites import ENDS_INDEX, NEIGHBOURS_MASK, indices, within_one_path
from companion.games.base.rules.state import CORNERS_MASK, State
from companion.island.geometry import HEXES_AT, INTERSECTIONS, PATH_INDEX, IntersectionId
from companion.sim.policies import BUILDER, Policy

WAYS_TO_ROLL: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
_GOALS: Final[Sequence[Cards]] = (CITY_COST, SETTLEMENT_COST, DEVELOPMENT_COST, ROAD_COST)


def choose(state: State, rng: random.Random, policy: Policy = BUILDER) -> Event:
    """What the player on turn (or one who owes cards) does next, having some policy.

    A roll is chosen without looking: its dice are for the world to throw. So are the kind of a
    bought card and the resource of a steal, which stay None.
    """
    offer = _offer(state, rng, policy)
    if offer is not None:
        return offer
    options = [option for option in legal_events(state) if not _wasted(state, option)]
    if state.steal_due and state.options.must_rob:
        # Whom, they say also where there is nothing to take.
        options = [option for option in options if isinstance(option, Steal)]
    if state.dice is None and rng.random() < policy.waits:
        options = [option for option in options if isinstance(option, Roll)] or options
    worth = [_WORTH[type(option)](state, option, policy) + rng.random() * policy.chance for option in options]
    return options[worth.index(max(worth))]


def _wasted(state: State, event: Event) -> bool:
    """Whether it gives the bank more cards than the player's harbors ask for, or plays roads for no place."""
    seat = state.active
    if isinstance(event, PlayDevelopmentCard) and event.card == "road_building":
        return state.players[seat].roads_left <= 0 or not road_sites(state, seat)
    if not isinstance(event, MaritimeTrade) or state.land is None:
        return False
    rates = state.land.rates(state.players[seat].buildings)
    return any(given > rate for given, rate in zip(event.give[:5], rates, strict=True))


def pips(state: State, at: IntersectionId) -> float:
    """Ways in 36 to roll something for a settlement there, and a little for different resources."""
    if state.land is None:
        return 0.0
    layout = state.land.layout
    around = [(layout.terrain(h), layout.number(h)) for h in HEXES_AT[at]]
    ways = sum(WAYS_TO_ROLL[number] for _, number in around if number)
    return ways + 0.5 * len({terrain for terrain, number in around if number})


def _settlement(state: State, event: PlaceSettlement, wants: Policy) -> float:
    return wants.settlement + pips(state, event.at)


def _city(state: State, event: PlaceCity, wants: Policy) -> float:
    return wants.city + pips(state, event.at)


def _road(state: State, event: PlaceRoad, wants: Policy) -> float:
    """Roads towards a place to settle; without one at hand, or on the way to the longest road."""
    seat = state.seat(event.player)
    free = state.phase == "founding" or state.free_roads > 0
    ends = ENDS_INDEX[PATH_INDEX[event.at]]
    taken = within_one_path(state.buildings())
    best = 0.0
    for n in ends:
        open_here = [n, *indices(NEIGHBOURS_MASK[n])]
        best = max([best, *(pips(state, INTERSECTIONS[m]) for m in open_here if not taken >> m & 1)])
    if free:
        return 50 + best
    if settlement_sites(state, seat) or state.players[seat].settlements_left <= 0:
        lengths = [player.road_length for player in state.players]
        racing = lengths[seat] >= max(lengths) - 1 and state.longest_road != seat
        return wants.race if racing and max(lengths) >= 3 else 2
    return wants.road + best if best else 1


def _buy(state: State, event: BuyDevelopmentCard, wants: Policy) -> float:
    return wants.card


def _card(state: State, event: PlayDevelopmentCard, wants: Policy) -> float:
    if event.card == "knight":
        return wants.knight if _hurts(state, state.seat(event.player)) else wants.idle_knight
    if event.card == "monopoly":
        kind = RESOURCE_INDEX[event.resource or "ore"]
        seat = state.seat(event.player)
        gain = sum(player.hand[kind] for n, player in enumerate(state.players) if n != seat)
        return 10 + 8 * gain if gain > 1 else -1
    if event.card == "year_of_plenty":
        seat = state.seat(event.player)
        return 45 if _reaches(state, seat, event.resources, NONE) else -1
    return 55


def _hurts(state: State, seat: int) -> bool:
    return state.robber is not None and bool(state.players[seat].buildings & CORNERS_MASK[state.robber])


def _reaches(state: State, seat: int, take: Cards, give: Cards) -> bool:
    """Whether an exchange makes something buildable that wasn't, without breaking what was."""
    hand = state.players[seat].hand
    after = add(remove(hand, give), take)
    before = next((n for n, goal in enumerate(_wanted(state, seat)) if holds(hand, goal)), 9)
    now = next((n for n, goal in enumerate(_wanted(state, seat)) if holds(after, goal)), 9)
    return now < before


def _wanted(state: State, seat: int) -> list[Cards]:
    player = state.players[seat]
    able = (
        bool(player.settlements) and player.cities_left > 0,
        player.settlements_left > 0 and bool(settlement_sites(state, seat)),
        state.deck > 0,
        player.roads_left > 0,
    )
    return [goal for goal, possible in zip(_GOALS, able, strict=True) if possible]


def _trade(state: State, event: MaritimeTrade, wants: Policy) -> float:
    return wants.bank if _reaches(state, state.seat(event.player), event.take, event.give) else -1


def _robber(state: State, event: MoveRobber, wants: Policy) -> float:
    seat = state.seat(event.player)
    worth = 0.0
    corners = CORNERS_MASK[event.to]
    number = state.land.layout.number(event.to) if state.land else None
    for n, player in enumerate(state.players):
        touched = (player.settlements & corners).bit_count() + 2 * (player.cities & corners).bit_count()
        weight = -3.0 if n == seat else 1 + state.public_points(n) / 4
        worth += touched * weight * WAYS_TO_ROLL.get(number or 0, 0)
    return worth


def _steal(state: State, event: Steal, wants: Policy) -> float:
    if event.victim is None:
        return -1
    victim = state.seat(event.victim)
    return min(4, sum(state.players[victim].hand)) + state.public_points(victim)


def _discard(state: State, event: Discard, wants: Policy) -> float:
    """What there is most of goes first."""
    hand = state.players[state.seat(event.player)].hand
    return max(have for have, given in zip(hand, event.resources, strict=True) if given)


def _offer(state: State, rng: random.Random, wants: Policy) -> DomesticTrade | None:
    """Some cards for one, where it brings the best thing in reach and the other can spare it."""
    if state.dice is None or state.phase != "play" or rng.random() > wants.offers:
        return None
    seat = state.active
    player = state.players[seat]
    for goal in _wanted(state, seat):
        missing = [n for n in range(5) if player.hand[n] < goal[n]]
        if not missing:
            return None
        spare = [n for n in range(5) if player.hand[n] > goal[n]]
        if len(missing) != 1 or goal[missing[0]] - player.hand[missing[0]] != 1 or not spare:
            continue
        most = max(spare, key=lambda n: player.hand[n] - goal[n])
        give = single(most, min(wants.generous, player.hand[most] - goal[most]))
        take = single(missing[0])
        for n, other in enumerate(state.players):
            leader = state.public_points(seat) >= state.options.points_to_win - 2
            if n == seat or leader or other.hand[missing[0]] < 2:
                continue
            event = DomesticTrade(player.colour, other.colour, give, take)
            if is_legal(state, event):
                return event
        return None
    return None


def all_owed(state: State, seat: int, rng: random.Random) -> Cards:
    """The cards a player gives back for a seven, all at once: those there are most of."""
    hand, given = state.players[seat].hand, list(NONE)
    for _ in range(state.owed[seat]):
        kind = max(range(5), key=lambda n: (hand[n], rng.random()))
        hand = remove(hand, single(kind))
        given[kind] += 1
    return (given[0], given[1], given[2], given[3], given[4], 0)


# Each takes its own kind of event, which the type system can't say of a table.
_WORTH: Final[Mapping[type, Callable[..., float]]] = {
    PlaceSettlement: _settlement,
    PlaceCity: _city,
    PlaceRoad: _road,
    BuyDevelopmentCard: _buy,
    PlayDevelopmentCard: _card,
    MaritimeTrade: _trade,
    MoveRobber: _robber,
    Steal: _steal,
    Discard: _discard,
    Roll: lambda state, event, wants: 10.0,
    EndTurn: lambda state, event, wants: 0.5,
}
