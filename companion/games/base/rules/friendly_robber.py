"""House rule: the robber spares players with few points (`Options.friendly_robber`)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.rules.state import CORNERS_MASK, State
from companion.island.geometry import HEXES, HexId


def spared_seats_by_hex(state: State, seat: int) -> Mapping[HexId, tuple[int, ...]]:
    """The hexes to which a seat must not move a friendly robber, each with the seats spared there.

    The desert stays open because it produces nothing. If no other hex remained, every hex is open:
    the robber has to move.
    """
    spared = state.spared_seats(seat)
    if not spared or state.land is None:
        return {}
    deserts = frozenset(state.land.layout.deserts())
    found = {
        h: spared_here
        for h in HEXES
        if h not in deserts
        and (spared_here := tuple(n for n in spared if state.players[n].buildings & CORNERS_MASK[h]))
    }
    return found if any(h not in found for h in HEXES if h != state.robber) else {}
