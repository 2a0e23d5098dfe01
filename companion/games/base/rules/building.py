"""Building roads, settlements and cities, and the longest road that results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Final, cast

from companion.games.base.rules import events
from companion.games.base.rules.cards import (
    BANK,
    CITY_COST,
    DECK_SIZE,
    DEVELOPMENT_COST,
    DEVELOPMENT_INDEX,
    KNIGHT,
    NO_CARDS,
    PIECES,
    RESOURCE_INDEX,
    ROAD_COST,
    SETTLEMENT_COST,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    Cards,
    add,
    add_one,
    cards_of_kind,
    holds,
    remove,
)
from companion.games.base.rules.sites import (
    INTERSECTION_BIT,
    PATH_BIT,
    PATHS_AT_MASK,
    SITE_BIT,
    longest_road,
    longest_road_holder,
)
from companion.games.base.rules.state import (
    FOUNDING_PIECES,
    Player,
    State,
    evolve,
    land_of,
    road_sites,
    with_player,
)
from companion.island.geometry import INTERSECTION_INDEX, IntersectionId


def place_settlement(state: State, event: events.PlaceSettlement) -> State:
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


def take_starting_resources(state: State, event: events.TakeStartingResources) -> State:
    """Give the starting resources of the named settlement (first game: the starred one)."""
    return _end_founding_if_complete(_grant_starting_resources(state, state.seat(event.player), event.at))


def place_city(state: State, event: events.PlaceCity) -> State:
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


def place_road(state: State, event: events.PlaceRoad) -> State:
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


# Development cards: bought, played, revealed.


SMALLEST_ARMY: Final = 3
FREE_ROADS: Final = 2


def buy_development_card(state: State, event: events.BuyDevelopmentCard) -> State:
    """Move a card from the deck to the player, face down."""
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = UNIDENTIFIED_KIND if event.card is None else DEVELOPMENT_INDEX[event.card]
    return evolve(
        state,
        players=with_player(
            state,
            seat,
            hand=remove(player.hand, DEVELOPMENT_COST),
            development=add_one(player.development, kind, 1),
            bought_this_turn=add_one(player.bought_this_turn, kind, 1),
        ),
        bank=add(state.bank, DEVELOPMENT_COST),
        deck=max(0, state.deck - 1),
        has_built=True,
    )


def _remove_played_card(player: Player, kind: int) -> tuple[Cards, Cards]:
    """The face-down cards, and those of them bought this turn, without one played card of a kind.

    Prefers a card bought in an earlier turn, and a known card over an unidentified one.
    """
    face_down, bought = player.development, player.bought_this_turn
    held = [n for n in (kind, UNIDENTIFIED_KIND) if face_down[n]]
    for n in held:
        if face_down[n] > bought[n]:
            return add_one(face_down, n, -1), bought
    if held:
        return add_one(face_down, held[0], -1), add_one(bought, held[0], -1)
    return face_down, bought


def play_development_card(state: State, event: events.PlayDevelopmentCard) -> State:
    """Turn a development card face up and apply its effect."""
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = DEVELOPMENT_INDEX[event.card]
    face_down, fresh = _remove_played_card(player, kind)
    state = evolve(
        state,
        players=with_player(
            state,
            seat,
            development=face_down,
            bought_this_turn=fresh,
            played=add_one(player.played, kind, 1),
        ),
        cards_played=state.cards_played + 1,
    )
    return _CARD_EFFECTS[event.card](state, seat, event) if event.card in _CARD_EFFECTS else state


def _knight(state: State, seat: int, event: events.PlayDevelopmentCard) -> State:
    army, holder = state.players[seat].played[KNIGHT], state.largest_army
    if army >= SMALLEST_ARMY and (holder is None or army > state.players[holder].played[KNIGHT]):
        holder = seat
    return evolve(state, robber_due=True, largest_army=holder)


def _road_building(state: State, seat: int, event: events.PlayDevelopmentCard) -> State:
    return evolve(state, free_roads=placeable_roads(state, seat, FREE_ROADS))


def _year_of_plenty(state: State, seat: int, event: events.PlayDevelopmentCard) -> State:
    """Give the player the requested cards, limited by the bank.

    If nobody named the cards, give two unidentified cards, or as many as the bank has.
    """
    bank = state.bank
    if not any(event.resources):
        given = cards_of_kind(UNIDENTIFIED_KIND, max(0, min(2, sum(bank))))
    elif holds(bank, event.resources):
        given = event.resources
    else:
        given = cast(Cards, tuple(map(min, event.resources, bank)))
    return evolve(
        state,
        players=with_player(state, seat, hand=add(state.players[seat].hand, given)),
        bank=remove(bank, given),
    )


def _monopoly(state: State, seat: int, event: events.PlayDevelopmentCard) -> State:
    """Every opponent gives the counted cards, or all known cards of the resource."""
    if event.resource is None:
        return state
    kind = RESOURCE_INDEX[event.resource]
    taken = 0
    players = list(state.players)
    counted = dict(event.given or ())
    for n, player in enumerate(players):
        count = counted.get(player.colour, min(player.hand[kind], sum(player.hand)))
        if n != seat and count > 0 and not player.resting:
            taken += count
            players[n] = evolve(player, hand=remove(player.hand, cards_of_kind(kind, count)))
    players[seat] = evolve(players[seat], hand=add_one(players[seat].hand, kind, taken))
    return evolve(state, players=tuple(players))


def reveal_victory_points(state: State, event: events.RevealVictoryPoints) -> State:
    """Turn victory point cards face up."""
    seat = state.seat(event.player)
    player = state.players[seat]
    known = min(event.count, player.development[VICTORY_POINT])
    unnamed = min(event.count - known, player.development[UNIDENTIFIED_KIND])
    face_down = add_one(add_one(player.development, VICTORY_POINT, -known), UNIDENTIFIED_KIND, -unnamed)
    return evolve(
        state,
        players=with_player(
            state,
            seat,
            development=face_down,
            # The cards bought this turn are a subset of those face down.
            bought_this_turn=cast(Cards, tuple(map(min, player.bought_this_turn, face_down))),
            played=add_one(player.played, VICTORY_POINT, event.count),
        ),
    )


_CARD_EFFECTS: Final[Mapping[str, Callable[[State, int, events.PlayDevelopmentCard], State]]] = {
    "knight": _knight,
    "road_building": _road_building,
    "year_of_plenty": _year_of_plenty,
    "monopoly": _monopoly,
}


# Joining a game in progress: one event sets the whole table.


def take_up(state: State, event: events.TakeUp) -> State:
    """Set the table and resume play; wait if the island or the pieces are still unknown."""
    pieces = event.pieces
    # Every colour in the event must be seated, even while the event waits.
    colours = {event.on_turn, event.longest_road, event.largest_army}
    colours |= {side.colour for side in event.sides} | {piece.colour for piece in pieces or ()}
    for colour in colours - {None}:
        state.seat(str(colour))
    if state.land is None or pieces is None:
        waits = "layout" if state.land is None else "taking_up"
        return evolve(state, phase=waits, taking_up=event, active=state.seat(event.on_turn))
    players = _players(state, event, pieces)
    bank = BANK
    for player in players:
        bank = remove(bank, player.hand)
    seat = state.seat(event.on_turn)
    holder = None if event.longest_road is None else state.seat(event.longest_road)
    return evolve(
        state,
        phase="play",
        players=players,
        first=seat,
        active=seat,
        turn=1,
        dice=None,
        has_unseen_roll=bool(event.rolled),
        has_built=False,
        robber=event.robber or state.robber,
        started=(1 << len(players)) - 1,
        last_founded=None,
        bank=bank,
        deck=max(0, DECK_SIZE - sum(sum(player.development) + sum(player.played) for player in players)),
        longest_road=longest_road_holder(holder, [player.road_length for player in players]),
        largest_army=_largest_army(players) if event.largest_army is None else state.seat(event.largest_army),
        taking_up=None,
        was_taken_up=True,
    )


def _players(
    state: State, event: events.TakeUp, pieces: tuple[events.PlacedPiece, ...]
) -> tuple[Player, ...]:
    sides = {state.seat(side.colour): side for side in event.sides}
    sites = {kind: [0] * len(state.players) for kind in PIECES}
    for piece in pieces:
        seat = state.seat(piece.colour)
        sites[piece.kind][seat] |= SITE_BIT[piece.at]
    buildings = [one | other for one, other in zip(sites["settlement"], sites["city"], strict=True)]
    found = []
    for seat, player in enumerate(state.players):
        side = sides.get(seat, events.Side(player.colour))
        others = reduce(or_, buildings[:seat] + buildings[seat + 1 :])
        found.append(
            evolve(
                player,
                hand=NO_CARDS if side.hand is None else side.hand,
                development=cards_of_kind(UNIDENTIFIED_KIND, side.development_cards),
                bought_this_turn=NO_CARDS,
                played=side.played,
                roads=sites["road"][seat],
                settlements=sites["settlement"][seat],
                cities=sites["city"][seat],
                road_length=longest_road(sites["road"][seat], others),
            )
        )
    return tuple(found)


def _largest_army(players: tuple[Player, ...]) -> int | None:
    """The seat with the most knights, if it has enough and no other has as many.

    In a tie the first to reach the number holds the card, which the table can't show.
    """
    most = max(player.played[KNIGHT] for player in players)
    seats = [seat for seat, player in enumerate(players) if player.played[KNIGHT] == most]
    return seats[0] if most >= SMALLEST_ARMY and len(seats) == 1 else None
