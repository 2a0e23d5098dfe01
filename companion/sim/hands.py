"""Translates the events of a game into scripts of clumsy hands."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from companion.games.base.rules.events import Event, MoveRobber, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.island.geometry import ENDS, INTERSECTIONS, PATHS, position
from companion.island.pieces import Site
from companion.sim.hand_scripts import move_robber, nudge_piece, put_and_take_back, put_piece, replace_by_city
from companion.sim.picture import Piece
from companion.sim.tabletop import Script
from companion.sim.upsets import UPSETS, create_upset

_HESITATION_DISTANCE: Final = 2.2
"""Greatest distance, in hex sides, from the right site to one that a hesitating player tries first."""
_BOARD_EVENTS: Final = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)


def is_visible_on_board(event: Event) -> bool:
    """Return whether an event changes the camera's view of the board."""
    return isinstance(event, _BOARD_EVENTS)


def pieces_by_site(state: State) -> dict[Site, Piece]:
    """Return the pieces on the board, by site."""
    pieces = []
    for player in state.players:
        pieces += [Piece("road", PATHS[n], player.colour) for n in indices(player.roads)]
        pieces += [Piece("settlement", INTERSECTIONS[n], player.colour) for n in indices(player.settlements)]
        pieces += [Piece("city", INTERSECTIONS[n], player.colour) for n in indices(player.cities)]
    return {piece.at: piece for piece in pieces}


class Hands:
    """The hands at one table; those of each player reach in from the player's seat."""

    def __init__(
        self, colours: Sequence[Colour], rng: random.Random, *, clumsy: float = 0.06, upsets: float = 0.0
    ) -> None:
        """Seat the players.

        Args:
            colours: in seat order, clockwise.
            rng: draws all chances.
            clumsy: probability of a hesitation before building, and of a push of a piece afterwards.
            upsets: probability of an upset between two turns.
        """
        first = rng.uniform(0, 360)
        self._directions = {colour: first + n * 360 / len(colours) for n, colour in enumerate(colours)}
        self._rng, self._clumsy, self._upsets = rng, clumsy, upsets

    def scripts_for(self, event: Event, state: State) -> list[Script]:
        """Return the scripts of an event.

        Args:
            event: an event; invisible ones have no scripts.
            state: the state after it.
        """
        if isinstance(event, MoveRobber):
            return [move_robber(event.to, self._hand_direction(event.player))]
        if isinstance(event, PlaceCity):
            return [
                replace_by_city(Piece("city", event.at, event.player), self._hand_direction(event.player))
            ]
        if isinstance(event, PlaceRoad):
            return self._build(Piece("road", event.at, event.player), state)
        if isinstance(event, PlaceSettlement):
            return self._build(Piece("settlement", event.at, event.player), state)
        return []

    def upset_scripts(self) -> list[Script]:
        """Return the script of an upset between two turns, or none, by chance."""
        return [create_upset(self._rng.choice(UPSETS), self._rng)] if self._happens(self._upsets) else []

    def _build(self, piece: Piece, state: State) -> list[Script]:
        scripts = [put_piece(piece, self._hand_direction(piece.colour))]
        taken_sites = set(pieces_by_site(state))
        if self._happens(self._clumsy):
            elsewhere = self._nearby_piece(piece, taken_sites)
            scripts.insert(0, put_and_take_back(elsewhere, self._hand_direction(piece.colour)))
        if self._happens(self._clumsy):
            pushed = self._rng.choice(sorted(taken_sites))
            scripts.append(nudge_piece(pushed, self._hand_direction(piece.colour)))
        return scripts

    def _nearby_piece(self, piece: Piece, taken: set[Site]) -> Piece:
        """Return the same piece on a random free site nearby, or on its own site if there is none."""
        sites: Sequence[Site] = list(ENDS) if piece.kind == "road" else INTERSECTIONS
        free = [
            site
            for site in sites
            if site not in taken and math.dist(position(site), position(piece.at)) < _HESITATION_DISTANCE
        ]
        return Piece(piece.kind, self._rng.choice(free or [piece.at]), piece.colour)

    def _hand_direction(self, colour: Colour) -> float:
        return self._directions[colour] + self._rng.gauss(0, 8)

    def _happens(self, share: float) -> bool:
        return self._rng.random() < share
