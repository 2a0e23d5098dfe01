"""A story as everybody knows it, step by step, without what is believed of the hands: quick to be told anew.

What an input would change is asked with every tap on a correction: nothing of it may rest on a secret, and
the hands need not be reckoned again for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.base.account import BaseStory
from companion.games.base.effects import apply
from companion.games.base.events import Event
from companion.games.base.known import story_known
from companion.games.base.legality import faults
from companion.games.base.state import State, evolve


@dataclass(frozen=True)
class Telling:
    """One event as everybody knows it, and what it came to.

    Attributes:
        number: of the chapter.
        event: what happened.
        after: the state after it.
        faults: the rules that it broke.
    """

    number: int
    event: Event
    after: State
    faults: tuple[str, ...]


class PublicStories:
    """Tells stories as everybody knows them; of one like the last, only what differs is told anew."""

    def __init__(self) -> None:
        self._last: tuple[Telling, ...] = ()

    def state(self, story: BaseStory) -> State:
        """The state as everybody knows it; who has won is no secret."""
        told = self._told(story)
        known = told[-1].after if told else State()
        return evolve(known, winner=story.state.winner, phase=story.state.phase)

    def faults(self, story: BaseStory) -> Mapping[int, tuple[str, ...]]:
        """The rules that chapters break, by their numbers."""
        return {telling.number: telling.faults for telling in self._told(story) if telling.faults}

    def _told(self, story: BaseStory) -> tuple[Telling, ...]:
        found: list[Telling] = []
        state = State()
        same = True
        for n, chapter in enumerate(story_known(story, None)):
            kept = self._last[n] if same and n < len(self._last) else None
            same = kept is not None and kept.event == chapter.event
            if kept is None or not same:
                broken = faults(state, chapter.event).words()
                state = apply(state, chapter.event)
                found.append(Telling(chapter.number, chapter.event, state, tuple(broken)))
            else:
                state = kept.after
                found.append(kept if kept.number == chapter.number else replace(kept, number=chapter.number))
        self._last = tuple(found)
        return self._last
