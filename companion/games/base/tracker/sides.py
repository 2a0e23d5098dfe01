"""Whose hand it was, by the side of the table that it came from.

Nobody says who sits where. But whoever put a piece down is known by its colour, and where the hand came
from is seen: after the founding every player's side is known four times over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import Player, State
from companion.games.base.tracker import priors
from companion.island.geometry import INTERSECTIONS, PATHS
from companion.observations import BoardSeen


@dataclass(frozen=True)
class HandSide:
    """Where a player reaches in from.

    Attributes:
        degrees: clockwise from the island's north.
        deviation: in degrees, of the hand that comes next.
    """

    degrees: float
    deviation: float

    def likelihood(self, degrees: float) -> float:
        """How much likelier a hand comes from there if it is this player's than if nobody knows whose."""
        off = abs((degrees - self.degrees + 180) % 360 - 180)
        density = math.exp(-0.5 * (off / self.deviation) ** 2) / (self.deviation * math.sqrt(2 * math.pi))
        return priors.ANOTHERS_HAND_SHARE + (1 - priors.ANOTHERS_HAND_SHARE) * 360 * density


def side_of(player: Player, seen: BoardSeen) -> HandSide | None:
    """Where a player reaches in from, by the pieces of the player that stand; None where that isn't clear."""
    hands = [seen.sides.get(PATHS[n]) for n in indices(player.roads)]
    hands += [seen.sides.get(INTERSECTIONS[n]) for n in indices(player.buildings)]
    return mean_side([hand for hand in hands if hand is not None])


def mean_side(hands: Sequence[float]) -> HandSide | None:
    """Where hands come from that are all one player's, in degrees; None where they don't agree."""
    if not hands:
        return None
    x = sum(math.sin(math.radians(side)) for side in hands) / len(hands)
    y = sum(math.cos(math.radians(side)) for side in hands) / len(hands)
    if math.hypot(x, y) < priors.SAME_SIDE:
        return None
    deviation = priors.SIDE_DEGREES * math.sqrt(1 + 1 / len(hands))
    return HandSide(math.degrees(math.atan2(x, y)) % 360, deviation)


def moved_robber(state: State, seat: int, seen: BoardSeen) -> float:
    """How much likelier it is a seat's hand that put the robber where it is seen, as a natural logarithm."""
    if seen.robber_side is None:
        return 0.0
    side = side_of(state.players[seat], seen)
    return 0.0 if side is None else math.log(side.likelihood(seen.robber_side))
