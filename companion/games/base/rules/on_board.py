"""What stands on the board, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.island.pieces import PieceKind


def on_board(state: State) -> Iterator[tuple[str, PieceKind, Colour]]:
    """Every piece: the id of its site, its kind and its colour, by the players in seat order."""
    for player in state.players:
        for kind, sites, ids in _standing(player):
            for n in indices(sites):
                yield ids[n], kind, player.colour


def _standing(player: Player) -> Iterator[tuple[PieceKind, int, Sequence[str]]]:
    """A player's pieces of each kind, as bits, and the ids of the sites that the bits are of."""
    yield "road", player.roads, PATHS
    yield "settlement", player.settlements, INTERSECTIONS
    yield "city", player.cities, INTERSECTIONS
