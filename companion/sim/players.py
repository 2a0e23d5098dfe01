"""Scripted players: they play legally and simply, and well enough that their games end in an evening.

They decide from the complete state. They prefer good numbers, robbing the leader, and their policy's goals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.base.rules import cards, events
from companion.games.base.rules.choices import legal_events
from companion.games.base.rules.legality import is_legal
from companion.games.base.rules.sites import ENDS_INDEX, NEIGHBOURS_MASK, indices, within_one_path
from companion.games.base.rules.state import CORNERS_MASK, State, road_sites, settlement_sites
from companion.island.geometry import HEXES_AT, INTERSECTIONS, PATH_INDEX, IntersectionId


@dataclass(frozen=True)
class Policy:
    """A scripted player's preferences: the value of each action. The player chooses the highest.

    Attributes:
        city, settlement: value of building one.
        road: value of a road towards a site for a settlement.
        race: value of a road towards the longest road.
        card: value of buying a development card.
        knight: value of playing a knight while the robber blocks one of the player's buildings.
        idle_knight: value of playing one otherwise.
        roll_first_share: share of the turns in which a playable card is held back until after the roll.
        bank: value of a bank trade that makes a purchase possible.
        offers: share of the decisions at which a useful trade is offered.
        cards_offered: cards given for one.
        chance: greatest random addition to each value.
    """

    city: float = 100.0
    settlement: float = 80.0
    road: float = 40.0
    race: float = 12.0
    card: float = 30.0
    knight: float = 60.0
    idle_knight: float = 20.0
    roll_first_share: float = 0.5
    bank: float = 25.0
    offers: float = 0.35
    cards_offered: int = 1
    chance: float = 0.5


BUILDER: Final = Policy()
WAYS_TO_ROLL: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
_GOALS: Final[Sequence[cards.Cards]] = (
    cards.CITY_COST,
    cards.SETTLEMENT_COST,
    cards.DEVELOPMENT_COST,
    cards.ROAD_COST,
)


def choose_event(state: State, rng: random.Random, policy: Policy = BUILDER) -> events.Event:
    """Choose the next event of the active player, or of one who must discard.

    The faces of a roll, the kind of a bought card and the resource of a steal are left open: the world draws
    them.
    """
    offer = _choose_offer(state, rng, policy)
    if offer is not None:
        return offer
    options = [option for option in legal_events(state) if not _is_wasteful(state, option)]
    if state.steal_due and state.options.must_rob:
        # A victim is named even if the victim has no cards.
        options = [option for option in options if isinstance(option, events.Steal)]
    if state.dice is None and rng.random() < policy.roll_first_share:
        options = [option for option in options if isinstance(option, events.Roll)] or options
    worth = [_value(state, option, policy) + rng.random() * policy.chance for option in options]
    return options[worth.index(max(worth))]


def _is_wasteful(state: State, event: events.Event) -> bool:
    """Return whether a trade exceeds the player's harbor rates, or a card's roads can't be built."""
    seat = state.active
    if isinstance(event, events.PlayDevelopmentCard) and event.card == "road_building":
        return state.players[seat].roads_left <= 0 or not road_sites(state, seat)
    if not isinstance(event, events.MaritimeTrade) or state.land is None:
        return False
    rates = state.land.rates(state.players[seat].buildings)
    return any(given > rate for given, rate in zip(event.give[:5], rates, strict=True))


def pips(state: State, at: IntersectionId) -> float:
    """Value an intersection: ways in 36 to roll a resource there, and 0.5 for each different terrain."""
    if state.land is None:
        return 0.0
    layout = state.land.layout
    around = [(layout.terrain(h), layout.number(h)) for h in HEXES_AT[at]]
    ways = sum(WAYS_TO_ROLL[number] for _, number in around if number)
    return ways + 0.5 * len({terrain for terrain, number in around if number})


def _value(state: State, event: events.Event, policy: Policy) -> float:
    """Value an option."""
    match event:
        case events.PlaceSettlement():
            return policy.settlement + pips(state, event.at)
        case events.PlaceCity():
            return policy.city + pips(state, event.at)
        case events.PlaceRoad():
            return _value_road(state, event, policy)
        case events.BuyDevelopmentCard():
            return policy.card
        case events.PlayDevelopmentCard():
            return _value_card(state, event, policy)
        case events.MaritimeTrade():
            useful = _reaches_goal(state, state.seat(event.player), event.take, event.give)
            return policy.bank if useful else -1
        case events.MoveRobber():
            return _value_robber(state, event)
        case events.Steal():
            return _value_steal(state, event)
        case events.Discard():
            # The resource that the player has most of is discarded first.
            hand = state.players[state.seat(event.player)].hand
            return max(have for have, given in zip(hand, event.resources, strict=True) if given)
        case events.Roll():
            return 10.0
        case _:
            return 0.5


def _value_road(state: State, event: events.PlaceRoad, policy: Policy) -> float:
    """Value a road: towards a site for a settlement, or towards the longest road if a site is available."""
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
        return policy.race if racing and max(lengths) >= 3 else 2
    return policy.road + best if best else 1


def _value_card(state: State, event: events.PlayDevelopmentCard, policy: Policy) -> float:
    if event.card == "knight":
        return policy.knight if _is_robbed(state, state.seat(event.player)) else policy.idle_knight
    if event.card == "monopoly":
        kind = cards.RESOURCE_INDEX[event.resource or "ore"]
        seat = state.seat(event.player)
        gain = sum(player.hand[kind] for n, player in enumerate(state.players) if n != seat)
        return 10 + 8 * gain if gain > 1 else -1
    if event.card == "year_of_plenty":
        seat = state.seat(event.player)
        return 45 if _reaches_goal(state, seat, event.resources, cards.NO_CARDS) else -1
    return 55


def _is_robbed(state: State, seat: int) -> bool:
    return state.robber is not None and bool(state.players[seat].buildings & CORNERS_MASK[state.robber])


def _reaches_goal(state: State, seat: int, take: cards.Cards, give: cards.Cards) -> bool:
    """Return whether an exchange makes a better goal affordable than before."""
    hand = state.players[seat].hand
    after = cards.add(cards.remove(hand, give), take)
    before = next((n for n, goal in enumerate(_open_goals(state, seat)) if cards.holds(hand, goal)), 9)
    now = next((n for n, goal in enumerate(_open_goals(state, seat)) if cards.holds(after, goal)), 9)
    return now < before


def _open_goals(state: State, seat: int) -> list[cards.Cards]:
    player = state.players[seat]
    able = (
        bool(player.settlements) and player.cities_left > 0,
        player.settlements_left > 0 and bool(settlement_sites(state, seat)),
        state.deck > 0,
        player.roads_left > 0,
    )
    return [goal for goal, possible in zip(_GOALS, able, strict=True) if possible]


def _value_robber(state: State, event: events.MoveRobber) -> float:
    seat = state.seat(event.player)
    worth = 0.0
    corners = CORNERS_MASK[event.to]
    number = state.land.layout.number(event.to) if state.land else None
    for n, player in enumerate(state.players):
        touched = (player.settlements & corners).bit_count() + 2 * (player.cities & corners).bit_count()
        weight = -3.0 if n == seat else 1 + state.public_points(n) / 4
        worth += touched * weight * WAYS_TO_ROLL.get(number or 0, 0)
    return worth


def _value_steal(state: State, event: events.Steal) -> float:
    if event.victim is None:
        return -1
    victim = state.seat(event.victim)
    return min(4, sum(state.players[victim].hand)) + state.public_points(victim)


def _choose_offer(state: State, rng: random.Random, policy: Policy) -> events.DomesticTrade | None:
    """Choose a trade offer for the one missing card of the best goal, if another player can spare it."""
    if state.dice is None or state.phase != "play" or rng.random() > policy.offers:
        return None
    seat = state.active
    player = state.players[seat]
    for goal in _open_goals(state, seat):
        missing = [n for n in range(5) if player.hand[n] < goal[n]]
        if not missing:
            return None
        spare = [n for n in range(5) if player.hand[n] > goal[n]]
        if len(missing) != 1 or goal[missing[0]] - player.hand[missing[0]] != 1 or not spare:
            continue
        most = max(spare, key=lambda n: player.hand[n] - goal[n])
        give = cards.cards_of_kind(most, min(policy.cards_offered, player.hand[most] - goal[most]))
        take = cards.cards_of_kind(missing[0])
        for n, other in enumerate(state.players):
            leader = state.public_points(seat) >= state.options.points_to_win - 2
            if n == seat or leader or other.hand[missing[0]] < 2:
                continue
            event = events.DomesticTrade(player.colour, other.colour, give, take)
            if is_legal(state, event):
                return event
        return None
    return None


def choose_discards(state: State, seat: int, rng: random.Random) -> cards.Cards:
    """Choose all cards that a player discards after a seven: one by one the most frequent resource."""
    hand, given = state.players[seat].hand, list(cards.NO_CARDS)
    for _ in range(state.discards_due[seat]):
        kind = max(range(5), key=lambda n: (hand[n], rng.random()))
        hand = cards.remove(hand, cards.cards_of_kind(kind))
        given[kind] += 1
    return (given[0], given[1], given[2], given[3], given[4], 0)
