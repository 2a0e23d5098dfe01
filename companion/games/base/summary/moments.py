"""The story event by event, each with the state before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.base.effects import apply
from companion.games.base.events import Event
from companion.games.base.state import State
from companion.games.seam import Story


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


def moments(story: Story[State, Event]) -> tuple[Moment, ...]:
    """Every event of a story, in the order in which they happened."""
    found: list[Moment] = []
    state, t = State(), 0.0
    for chapter in story.chapters:
        after = apply(state, chapter.event)
        t = max(t, chapter.t)
        found.append(Moment(t, chapter.event, state, after))
        state = after
    return tuple(found)
