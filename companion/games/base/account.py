"""A story told step by step: the state and the belief before and after every event of it.

A correction in the past tells all that follows anew; what comes before it is taken from the last account.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.games.base import legality
from companion.games.base.belief import Belief
from companion.games.base.effects import apply
from companion.games.base.events import Event
from companion.games.base.state import State
from companion.games.seam import Chapter, Story

BaseStory = Story[State, Event]
BaseChapter = Chapter[Event]


@dataclass(frozen=True)
class Step:
    """One event of the story, and what it changed.

    Attributes:
        chapter: the event, and who told it.
        before: the state that it met.
        after, belief: the state, and what is believed of the hands, once it has happened.
    """

    chapter: BaseChapter
    before: State
    after: State
    belief: Belief

    @cached_property
    def faults(self) -> legality.Fault:
        """The rules that the event broke: worked out when somebody first asks."""
        return legality.faults(self.before, self.chapter.event)


@dataclass(frozen=True)
class Account:
    """A whole story, step by step."""

    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else State()

    @property
    def belief(self) -> Belief:
        """What is believed of the hands now."""
        return self.steps[-1].belief if self.steps else Belief()


class Accounts:
    """Gives a story's account, told on from that of the story before."""

    def __init__(self) -> None:
        self._last = Account()

    def of(self, story: BaseStory) -> Account:
        """The account of a story. Only what differs from the last story is told anew."""
        steps = self._last.steps
        same = 0
        for step, chapter in zip(steps, story.chapters, strict=False):
            if step.chapter.event != chapter.event:
                break
            same += 1
        kept = [
            step if step.chapter == chapter else Step(chapter, step.before, step.after, step.belief)
            for step, chapter in zip(steps[:same], story.chapters, strict=False)
        ]
        state = kept[-1].after if kept else State()
        belief = kept[-1].belief if kept else Belief()
        for chapter in story.chapters[same:]:
            after = apply(state, chapter.event)
            belief = belief.told(state, chapter.event, after)
            kept.append(Step(chapter, state, after, belief))
            state = after
        self._last = Account(tuple(kept))
        return self._last
