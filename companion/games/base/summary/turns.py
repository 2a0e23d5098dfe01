"""How long the turns took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.rules.options import Colour
from companion.games.base.summary.moments import Moment
from companion.games.base.wire import Durations

LONGEST: Final = 3
"""So many of the longest turns are worth telling."""


def turns(told: Sequence[Moment]) -> Durations:
    """Seconds from roll to roll: ``mean`` by colour, and the ``longest`` turns of all.

    Where a game was put by and taken up again, the session's clock has stood still meanwhile.
    """
    taken: list[tuple[float, int, Colour]] = []
    began: float | None = None
    for moment in told:
        if isinstance(moment.event, Roll):
            began = moment.t
        ended = isinstance(moment.event, EndTurn) or moment.after.phase == "over"
        if ended and began is not None and moment.before.players:
            on_turn = moment.before.players[moment.before.active]
            taken.append((moment.t - began, moment.before.turn, on_turn.colour))
            began = None
    by_colour: dict[str, list[float]] = defaultdict(list)
    for seconds, _, colour in taken:
        by_colour[colour].append(seconds)
    longest = sorted(taken, reverse=True)[:LONGEST]
    return {
        "mean": {colour: round(sum(each) / len(each), 1) for colour, each in by_colour.items()},
        "longest": [
            {"seconds": round(seconds, 1), "turn": turn, "colour": colour}
            for seconds, turn, colour in longest
        ],
    }
