"""Development cards: bought, played, revealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from companion.games.base.rules.cards import (
    DEVELOPMENT_COST,
    DEVELOPMENT_INDEX,
    KNIGHT,
    RESOURCE_INDEX,
    UNIDENTIFIED,
    VICTORY_POINT,
    Cards,
    add,
    add_one,
    holds,
    remove,
    single,
)
from companion.games.base.rules.effects.building import roads_possible
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
    """A card is bought from the deck, face down."""
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = UNIDENTIFIED if event.card is None else DEVELOPMENT_INDEX[event.card]
    return evolve(
        state,
        players=with_player(
            state,
            seat,
            hand=remove(player.hand, DEVELOPMENT_COST),
            development=add_one(player.development, kind, 1),
            fresh=add_one(player.fresh, kind, 1),
        ),
        bank=add(state.bank, DEVELOPMENT_COST),
        deck=max(0, state.deck - 1),
        has_built=True,
    )


def _turned_up(player: Player, kind: int) -> tuple[Cards, Cards]:
    """The cards face down, and those of them bought this turn, without the one of a kind that was played.

    It was no card bought this turn if it may have been another, and a known one rather than one
    that nobody named.
    """
    face_down, fresh = player.development, player.fresh
    held = [n for n in (kind, UNIDENTIFIED) if face_down[n]]
    for n in held:
        if face_down[n] > fresh[n]:
            return add_one(face_down, n, -1), fresh
    if held:
        return add_one(face_down, held[0], -1), add_one(fresh, held[0], -1)
    return face_down, fresh


def play_development_card(state: State, event: PlayDevelopmentCard) -> State:
    """A card is turned up, and does what it says."""
    seat = state.seat(event.player)
    player = state.players[seat]
    kind = DEVELOPMENT_INDEX[event.card]
    face_down, fresh = _turned_up(player, kind)
    state = evolve(
        state,
        players=with_player(
            state,
            seat,
            development=face_down,
            fresh=fresh,
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
    return evolve(state, free_roads=roads_possible(state, seat, FREE_ROADS))


def _year_of_plenty(state: State, seat: int, event: PlayDevelopmentCard) -> State:
    """What the bank has of what was asked; where nobody said what, two cards as far as it has them."""
    bank = state.bank
    if not any(event.resources):
        given = single(UNIDENTIFIED, max(0, min(2, sum(bank))))
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
    """Everybody gives what was counted; else all that is listed of the resource, no more than they have."""
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
            players[n] = evolve(player, hand=remove(player.hand, single(kind, count)))
    players[seat] = evolve(players[seat], hand=add_one(players[seat].hand, kind, taken))
    return evolve(state, players=tuple(players))


def reveal_victory_points(state: State, event: RevealVictoryPoints) -> State:
    """Victory point cards are turned up."""
    seat = state.seat(event.player)
    player = state.players[seat]
    known = min(event.count, player.development[VICTORY_POINT])
    unnamed = min(event.count - known, player.development[UNIDENTIFIED])
    face_down = add_one(add_one(player.development, VICTORY_POINT, -known), UNIDENTIFIED, -unnamed)
    return evolve(
        state,
        players=with_player(
            state,
            seat,
            development=face_down,
            # No more cards were bought this turn than are there.
            fresh=cast(Cards, tuple(map(min, player.fresh, face_down))),
            played=add_one(player.played, VICTORY_POINT, event.count),
        ),
    )


_CARD_EFFECTS: Final[Mapping[str, Callable[[State, int, PlayDevelopmentCard], State]]] = {
    "knight": _knight,
    "road_building": _road_building,
    "year_of_plenty": _year_of_plenty,
    "monopoly": _monopoly,
}
