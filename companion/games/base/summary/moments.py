"""The story event by event, each with the state before and after it."""

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
        t: session seconds; never before those of the moment before, however late it was told.
        event: what happened.
        before, after: the state that it met and the one that it left.
    """

    t: float
    event: Event
    before: State
    after: State


def moments(history: GameHistory[State, Event]) -> tuple[Moment, ...]:
    """Every event of a story, in the order in which they happened."""
    # How late something was told doesn't matter: it happened after what stands before it.
    times = accumulate((step.recorded.t for step in history.steps), max, initial=0.0)
    next(times)
    return tuple(
        Moment(t, step.event, step.before, step.after) for t, step in zip(times, history.steps, strict=True)
    )
