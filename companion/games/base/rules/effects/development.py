"""Development cards: bought, played, revealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from companion.games.base.rules.cards import (
    DEVELOPMENT_COST,
    DEVELOPMENT_INDEX,
    KNIGHT,
    RESOURCE_INDEX,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    Cards,
    add,
    add_one,
    cards_of_kind,
    holds,
    remove,
)
from companion.games.base.rules.effects.building import placeable_roads
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    PlayDevelopmentCard,
    RevealVictoryPoints,
)
from companion.games.base.rules.state import (
    Player,
    State,
    evolve,
    with_player,
)

SMALLEST_ARMY: Final = 3
FREE_ROADS: Final = 2


def buy_development_card(state: State, event: BuyDevelopmentCard) -> State:
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


def play_development_card(state: State, event: PlayDevelopmentCard) -> State:
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


def _knight(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    army, holder = state.players[seat].played[KNIGHT], state.largest_army
    if army >= SMALLEST_ARMY and (holder is None or army > state.players[holder].played[KNIGHT]):
        holder = seat
    return evolve(state, robber_due=True, largest_army=holder)


def _road_building(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    return evolve(state, free_roads=placeable_roads(state, seat, FREE_ROADS))


def _year_of_plenty(state: State, seat: int, event: PlayDevelopmentCard) -> State:
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


def _monopoly(state: State, seat: int, event: PlayDevelopmentCard) -> State:
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


def reveal_victory_points(state: State, event: RevealVictoryPoints) -> State:
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


_CARD_EFFECTS: Final[Mapping[str, Callable[[State, int, PlayDevelopmentCard], State]]] = {
    "knight": _knight,
    "road_building": _road_building,
    "year_of_plenty": _year_of_plenty,
    "monopoly": _monopoly,
}
