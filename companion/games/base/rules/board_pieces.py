"""The pieces on the board, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.island.pieces import PieceKind


def pieces_on_board(state: State) -> Iterator[tuple[str, PieceKind, Colour]]:
    """Every piece as (site id, kind, colour), ordered by seat."""
    for player in state.players:
        for kind, sites, ids in _sites_by_kind(player):
            for n in indices(sites):
                yield ids[n], kind, player.colour


def _sites_by_kind(player: Player) -> Iterator[tuple[PieceKind, int, Sequence[str]]]:
    """A player's sites of each kind of piece as bits, with the site ids of these bits."""
    yield "road", player.roads, PATHS
    yield "settlement", player.settlements, INTERSECTIONS
    yield "city", player.cities, INTERSECTIONS
