"""The history as moments: each event with its time and the states around it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory


@dataclass(frozen=True)
class Moment:
    """One event.

    Attributes:
        t: session seconds, nondecreasing even if events were entered late.
        event: the event.
        before, after: the states before and after it.
    """

    t: float
    event: Event
    before: State
    after: State


def history_moments(history: GameHistory[State, Event]) -> tuple[Moment, ...]:
    """Every event of a history, in the order in which they happened."""
    # An event entered late still happened after its predecessors, so times never decrease.
    times = accumulate((step.recorded.t for step in history.steps), max, initial=0.0)
    next(times)
    return tuple(
        Moment(t, step.event, step.before, step.after) for t, step in zip(times, history.steps, strict=True)
    )
