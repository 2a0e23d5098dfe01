"""A story as somebody knows it, step by step, without what is believed of the hands: quick to be told anew.

What an input would change is asked with every tap on a correction: nothing of it may rest on what others told
in secret, and the hands need not be reckoned again for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.base.account import BaseChapter, BaseStory
from companion.games.base.effects import apply
from companion.games.base.events import Event
from companion.games.base.known import story_known
from companion.games.base.legality import faults
from companion.games.base.options import Colour
from companion.games.base.state import State


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


class KnownStories:
    """What stories come to as a player knows them; None: as everybody does."""

    def __init__(self) -> None:
        self._known: dict[Colour | None, _Tellings] = {}

    def state(self, story: BaseStory, colour: Colour | None = None) -> State:
        """The state as they know it."""
        told = self._of(story, colour)
        return told[-1].after if told else State()

    def faults(self, story: BaseStory, colour: Colour | None = None) -> Mapping[int, tuple[str, ...]]:
        """The rules that chapters break by what they know, by the chapters' numbers."""
        return {one.number: one.faults for one in self._of(story, colour) if one.faults}

    def _of(self, story: BaseStory, colour: Colour | None) -> Sequence[Telling]:
        return self._known.setdefault(colour, _Tellings()).of(story_known(story, colour))


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
