"""Joining a game in progress: one event sets the whole table."""

from __future__ import annotations

from functools import reduce
from operator import or_

from companion.games.base.rules.cards import (
    BANK,
    DECK_SIZE,
    KNIGHT,
    NO_CARDS,
    PIECES,
    UNIDENTIFIED_KIND,
    cards_of_kind,
    remove,
)
from companion.games.base.rules.effects.development import SMALLEST_ARMY
from companion.games.base.rules.events import TakeUp
from companion.games.base.rules.fields import PlacedPiece, Side
from companion.games.base.rules.longest_road import longest_road, longest_road_holder
from companion.games.base.rules.sites import SITE_BIT
from companion.games.base.rules.state import Player, State, evolve


def take_up(state: State, event: TakeUp) -> State:
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


def _players(state: State, event: TakeUp, pieces: tuple[PlacedPiece, ...]) -> tuple[Player, ...]:
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
