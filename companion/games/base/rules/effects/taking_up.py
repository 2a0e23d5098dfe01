"""A game that was on already, taken up: the table is set in one step."""

from __future__ import annotations

from functools import reduce
from operator import or_

from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    KNIGHT,
    NONE,
    PIECES,
    UNIDENTIFIED,
    remove,
    single,
)
from companion.games.base.rules.effects.development import SMALLEST_ARMY
from companion.games.base.rules.events import TakeUp
from companion.games.base.rules.fields import Placed, Side
from companion.games.base.rules.longest_road import award, longest_road
from companion.games.base.rules.sites import SITE_BIT
from companion.games.base.rules.state import Player, State, evolve


def take_up(state: State, event: TakeUp) -> State:
    """Play goes on; where the island or the pieces are not known yet, once they are."""
    pieces = event.pieces
    # All that it is about have to sit there, also while it waits.
    said = {event.on_turn, event.longest_road, event.largest_army}
    said |= {side.colour for side in event.sides} | {piece.colour for piece in pieces or ()}
    for colour in said - {None}:
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
        unseen=bool(event.rolled),
        has_built=False,
        robber=event.robber or state.robber,
        started=(1 << len(players)) - 1,
        last_founded=None,
        bank=bank,
        deck=max(0, DECK_SIZE - sum(sum(player.development) + sum(player.played) for player in players)),
        longest_road=award(holder, [player.road_length for player in players]),
        largest_army=_largest_army(players) if event.largest_army is None else state.seat(event.largest_army),
        taking_up=None,
        was_taken_up=True,
    )


def _players(state: State, event: TakeUp, pieces: tuple[Placed, ...]) -> tuple[Player, ...]:
    sides = {state.seat(side.colour): side for side in event.sides}
    sites = {kind: [0] * len(state.players) for kind in PIECES}
    for piece in pieces:
        seat = state.seat(piece.colour)
        sites[piece.kind][seat] |= SITE_BIT[piece.at]
    buildings = [one | other for one, other in zip(sites["settlement"], sites["city"], strict=True)]
    found = []
    for seat, player in enumerate(state.players):
        side = sides.get(seat, Side(player.colour))
        others = reduce(or_, buildings[:seat] + buildings[seat + 1 :])
        found.append(
            evolve(
                player,
                hand=NONE if side.hand is None else side.hand,
                development=single(UNIDENTIFIED, side.development_cards),
                fresh=NONE,
                played=side.played,
                roads=sites["road"][seat],
                settlements=sites["settlement"][seat],
                cities=sites["city"][seat],
                road_length=longest_road(sites["road"][seat], others),
            )
        )
    return tuple(found)


def _largest_army(players: tuple[Player, ...]) -> int | None:
    """Who alone has most knights, and enough of them; who came first to as many, nobody sees."""
    most = max(player.played[KNIGHT] for player in players)
    seats = [seat for seat, player in enumerate(players) if player.played[KNIGHT] == most]
    return seats[0] if most >= SMALLEST_ARMY and len(seats) == 1 else None
