"""Durations of turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from companion.games.base.api_types import Durations
from companion.games.base.rules.events import EndTurn, Roll
from companion.games.base.rules.options import Colour
from companion.games.base.summary.moments import Moment

LONGEST_TURN_COUNT: Final = 3
"""Number of longest turns in the summary."""


def turn_durations(moments: Sequence[Moment]) -> Durations:
    """Seconds from a turn's roll to its end: ``mean`` by colour, and the ``longest`` turns of all.

    The session's clock stops while a game is paused.
    """
    taken: list[tuple[float, int, Colour]] = []
    began: float | None = None
    for moment in moments:
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
    longest = sorted(taken, reverse=True)[:LONGEST_TURN_COUNT]
    return {
        "mean": {colour: round(sum(each) / len(each), 1) for colour, each in by_colour.items()},
        "longest": [
            {"seconds": round(seconds, 1), "turn": turn, "colour": colour}
            for seconds, turn, colour in longest
        ],
    }
