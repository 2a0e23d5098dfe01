"""A story as everybody knows it, step by step, without what is believed of the hands: quick to be told anew.

What an input would change is asked with every tap on a correction: nothing of it may rest on a secret, and
the hands need not be reckoned again for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.base.account import BaseChapter, BaseStory
from companion.games.base.effects import apply
from companion.games.base.events import Event
from companion.games.base.known import story_known
from companion.games.base.legality import faults
from companion.games.base.state import State, evolve


@dataclass(frozen=True)
class Telling:
    """One event, and what it came to.

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
    """What stories come to as everybody knows them."""

    def __init__(self) -> None:
        self._known = _Tellings()
        self._told = _Tellings()

    def state(self, story: BaseStory) -> State:
        """The state as everybody knows it; who has won is no secret."""
        known = self._known.of(story_known(story, None))
        state = known[-1].after if known else State()
        return evolve(state, winner=story.state.winner, phase=story.state.phase)

    def faults(self, story: BaseStory) -> Mapping[int, tuple[str, ...]]:
        """The rules that chapters break, by their numbers.

        By what everybody knows, and only where no secret excuses it: who paid with cards had them.
        """
        known = self._known.of(story_known(story, None))
        told = self._told.of(story.chapters)
        found = {
            one.number: tuple(word for word in one.faults if word in other.faults)
            for one, other in zip(known, told, strict=True)
            if one.faults
        }
        return {number: words for number, words in found.items() if words}


class _Tellings:
    """Tells chapters; of those like the last, only what differs is told anew."""

    def __init__(self) -> None:
        self._last: tuple[Telling, ...] = ()

    def of(self, chapters: Sequence[BaseChapter]) -> tuple[Telling, ...]:
        """What each of the chapters came to."""
        found: list[Telling] = []
        state = State()
        for n, chapter in enumerate(chapters):
            kept = self._last[n] if n < len(self._last) else None
            if kept is None or (kept.event is not chapter.event and kept.event != chapter.event):
                # From here on nothing of the last can stay.
                self._last = ()
                broken = faults(state, chapter.event).words()
                state = apply(state, chapter.event)
                found.append(Telling(chapter.number, chapter.event, state, tuple(broken)))
            else:
                state = kept.after
                found.append(kept if kept.number == chapter.number else replace(kept, number=chapter.number))
        self._last = tuple(found)
        return self._last
