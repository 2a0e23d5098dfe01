"""What the hands at a table do for what happens in a game, clumsy as hands are."""

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
from companion.sim.handling import move_robber, nudge, put, taken_back, upgrade
from companion.sim.picture import Piece
from companion.sim.tabletop import Script
from companion.sim.upsets import UPSETS, upset

_NEAR: Final = 2.2
"""Who hesitates tries a place no farther from the right one, in hex sides."""
_SEES_BOARD: Final = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)


def is_on_the_board(event: Event) -> bool:
    """Whether an event changes what a camera over the board sees."""
    return isinstance(event, _SEES_BOARD)


def standing(state: State) -> dict[Site, Piece]:
    """What stands on the board, by its site."""
    pieces = []
    for player in state.players:
        pieces += [Piece("road", PATHS[n], player.colour) for n in indices(player.roads)]
        pieces += [Piece("settlement", INTERSECTIONS[n], player.colour) for n in indices(player.settlements)]
        pieces += [Piece("city", INTERSECTIONS[n], player.colour) for n in indices(player.cities)]
    return {piece.at: piece for piece in pieces}


class Hands:
    """The hands at one table. Each player's come from where the player sits."""

    def __init__(
        self, colours: Sequence[Colour], rng: random.Random, *, clumsy: float = 0.06, upsets: float = 0.0
    ) -> None:
        """Sit down.

        Args:
            colours: in seat order, clockwise.
            rng: chance.
            clumsy: how often somebody hesitates before a piece is built, or pushes one afterwards.
            upsets: how often between two turns something happens to the table.
        """
        first = rng.uniform(0, 360)
        self._from = {colour: first + n * 360 / len(colours) for n, colour in enumerate(colours)}
        self._rng, self._clumsy, self._upsets = rng, clumsy, upsets

    def do(self, event: Event, state: State) -> list[Script]:
        """What they do for an event.

        Args:
            event: what happens; nothing is done where no camera could see it.
            state: once it has happened.
        """
        if isinstance(event, MoveRobber):
            return [move_robber(event.to, self._hand_of(event.player))]
        if isinstance(event, PlaceCity):
            return [upgrade(Piece("city", event.at, event.player), self._hand_of(event.player))]
        if isinstance(event, PlaceRoad):
            return self._build(Piece("road", event.at, event.player), state)
        if isinstance(event, PlaceSettlement):
            return self._build(Piece("settlement", event.at, event.player), state)
        return []

    def between_turns(self) -> list[Script]:
        """What happens besides."""
        return [upset(self._rng.choice(UPSETS), self._rng)] if self._happens(self._upsets) else []

    def _build(self, piece: Piece, state: State) -> list[Script]:
        scripts = [put(piece, self._hand_of(piece.colour))]
        taken = set(standing(state))
        if self._happens(self._clumsy):
            elsewhere = self._near(piece, taken)
            scripts.insert(0, taken_back(elsewhere, self._hand_of(piece.colour)))
        if self._happens(self._clumsy):
            pushed = self._rng.choice(sorted(taken))
            scripts.append(nudge(pushed, self._hand_of(piece.colour)))
        return scripts

    def _near(self, piece: Piece, taken: set[Site]) -> Piece:
        """The same piece on a free site near by, or on its own."""
        sites: Sequence[Site] = list(ENDS) if piece.kind == "road" else INTERSECTIONS
        free = [
            site
            for site in sites
            if site not in taken and math.dist(position(site), position(piece.at)) < _NEAR
        ]
        return Piece(piece.kind, self._rng.choice(free or [piece.at]), piece.colour)

    def _hand_of(self, colour: Colour) -> float:
        return self._from[colour] + self._rng.gauss(0, 8)

    def _happens(self, share: float) -> bool:
        return self._rng.random() < share
