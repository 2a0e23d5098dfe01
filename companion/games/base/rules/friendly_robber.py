"""A house rule: the robber hurts nobody who has few points (`Options.friendly_robber`)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.rules.state import CORNERS_MASK, State
from companion.island.geometry import HEXES, HexId


def spared_at(state: State, seat: int) -> Mapping[HexId, tuple[int, ...]]:
    """The hexes to which a seat doesn't move a friendly robber, each with the seats that it spares there.

    The desert gives nothing that it could take away, so it stays open. Where it could move to no other hex
    any more, the robber may go anywhere: it has to move.
    """
    spared = state.spared(seat)
    if not spared or state.land is None:
        return {}
    deserts = frozenset(state.land.layout.deserts())
    found = {
        h: there
        for h in HEXES
        if h not in deserts
        and (there := tuple(n for n in spared if state.players[n].buildings & CORNERS_MASK[h]))
    }
    return found if any(h not in found for h in HEXES if h != state.robber) else {}
