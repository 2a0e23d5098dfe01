"""Identify a player's hand by the side of the table that it comes from.

Nobody enters the seating around the table. But a placed piece identifies its player by colour, and the
direction of the hand is seen: after the founding each player's side is known from four pieces.
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
    """The direction from which a player reaches over the board.

    Attributes:
        degrees: clockwise from the island's north.
        deviation: the standard deviation of the next hand's direction, in degrees.
    """

    degrees: float
    deviation: float

    def likelihood(self, degrees: float) -> float:
        """Return the likelihood ratio of a hand from this direction: this player's against anybody's."""
        off = abs((degrees - self.degrees + 180) % 360 - 180)
        density = math.exp(-0.5 * (off / self.deviation) ** 2) / (self.deviation * math.sqrt(2 * math.pi))
        return priors.ANOTHERS_HAND_SHARE + (1 - priors.ANOTHERS_HAND_SHARE) * 360 * density


def side_of(player: Player, seen: BoardSeen) -> HandSide | None:
    """Return a player's side by the pieces on the board; None: it is not clear."""
    hands = [seen.sides.get(PATHS[n]) for n in indices(player.roads)]
    hands += [seen.sides.get(INTERSECTIONS[n]) for n in indices(player.buildings)]
    return mean_side([hand for hand in hands if hand is not None])


def mean_side(hands: Sequence[float]) -> HandSide | None:
    """Return the mean side of one player's hands, given in degrees; None: they disagree."""
    if not hands:
        return None
    x = sum(math.sin(math.radians(side)) for side in hands) / len(hands)
    y = sum(math.cos(math.radians(side)) for side in hands) / len(hands)
    if math.hypot(x, y) < priors.MIN_SIDE_COHERENCE:
        return None
    deviation = priors.SIDE_DEGREES * math.sqrt(1 + 1 / len(hands))
    return HandSide(math.degrees(math.atan2(x, y)) % 360, deviation)


def robber_side_log_odds(state: State, seat: int, seen: BoardSeen) -> float:
    """Return the log likelihood ratio that a seat's hand moved the robber."""
    if seen.robber_side is None:
        return 0.0
    side = side_of(state.players[seat], seen)
    return 0.0 if side is None else math.log(side.likelihood(seen.robber_side))
