"""A story told step by step: the state and the belief before and after every event of it.

A correction in the past tells all that follows anew; what comes before it is taken from the last account.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from companion.games.base import legality
from companion.games.base.belief import Belief
from companion.games.base.effects import apply
from companion.games.base.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    PlayDevelopmentCard,
)
from companion.games.base.state import State
from companion.games.base.thoughts import Thoughts
from companion.games.seam import INFERRED, Chapter, Denial, Story

BaseStory = Story[State, Event]
BaseChapter = Chapter[Event]

WHOLE: Final = 160
"""So many of the newest steps keep all that is believed: the last turns are asked about and corrected."""
EVERY: Final = 16
"""Of older steps, each so-manieth does too."""
FEW: Final = 16
"""The others keep so many worlds."""
UNSEEN: Final = (BuyDevelopmentCard, DomesticTrade, MaritimeTrade, PlayDevelopmentCard)
"""What only people can tell."""
SURE: Final = 0.85
"""On what was told with less certainty than this no hand rests that is called certain."""


@dataclass(frozen=True)
class Step:
    """One event of the story, and what it changed.

    Attributes:
        chapter: the event, and who told it.
        before: the state that it met.
        after, belief: the state, and what is believed of the hands, once it has happened.
        whole: the belief has all its worlds; else only the heaviest few, to be asked and not told on.
    """

    chapter: BaseChapter
    before: State
    after: State
    belief: Belief
    whole: bool = True

    @property
    def tells_all(self) -> bool:
        """Whether every hand that was possible after it is kept: then none is possible that isn't there."""
        return self.whole or len(self.belief.worlds.weights) < FEW

    @property
    def unsure(self) -> bool:
        """Whether it wasn't people who told it."""
        return self.chapter.certainty < 1 or self.chapter.source == INFERRED

    @cached_property
    def faults(self) -> legality.Fault:
        """The rules that the event broke: worked out when somebody first asks."""
        return legality.faults(self.before, self.chapter.event)

    def thin(self) -> Step:
        """This step with few worlds."""
        return replace(self, belief=self.belief.thinned(FEW), whole=False)


@dataclass(frozen=True)
class Account:
    """A whole story, step by step.

    Attributes:
        steps: of every event.
        in_doubt: colours whose pieces or cards may be otherwise than told, by the last look.
        denied: what people said was not so.
        thoughts: of what may have happened beyond it.
    """

    steps: tuple[Step, ...] = ()
    in_doubt: frozenset[str] = frozenset()
    denied: tuple[Denial[Event], ...] = ()
    thoughts: Thoughts = field(default_factory=Thoughts, compare=False, repr=False)

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else State()

    @property
    def belief(self) -> Belief:
        """What is believed of the hands now."""
        return self.steps[-1].belief if self.steps else Belief()

    def last_turns(self, count: int) -> tuple[Step, ...]:
        """What was told in the turn that is on, and in those before it: so many turns in all."""
        first = len(self.steps)
        while first and (count > 1 or not isinstance(self.steps[first - 1].chapter.event, EndTurn)):
            first -= 1
            count -= isinstance(self.steps[first].chapter.event, EndTurn)
        return self.steps[first:]

    def without(self, position: int) -> Account:
        """The account of the same story without the step at a position, after one that is whole."""
        return replace(self, steps=_told_on(self.steps[:position], _chapters(self.steps[position + 1 :])))


class Accounts:
    """Gives a story's account, told on from that of the story before.

    What is believed of long ago is kept thin, so that it stays small however long the evening; a
    correction far back is told anew from the last step before it that was kept whole.
    """

    def __init__(self) -> None:
        self._last = Account()

    def of(self, story: BaseStory) -> Account:
        """The account of a story. Only what differs from the last story is told anew."""
        steps = self._last.steps
        same = _same(steps, story.chapters)
        kept = [
            step if step.chapter is chapter or step.chapter == chapter else replace(step, chapter=chapter)
            for step, chapter in zip(steps[:same], story.chapters, strict=False)
        ]
        told = _told_on(kept, story.chapters[same:])
        unchanged = same == len(steps) == len(story.chapters)
        thoughts = self._last.thoughts if unchanged else Thoughts()
        thinned = _thinned(told, min(same, len(steps) - WHOLE))
        self._last = Account(thinned, story.in_doubt, story.denied, thoughts)
        return self._last


def _told_on(steps: Sequence[Step], chapters: Iterable[BaseChapter]) -> tuple[Step, ...]:
    """Steps, and those of the chapters that follow them."""
    found = list(steps)
    state = found[-1].after if found else State()
    belief = found[-1].belief if found else Belief()
    for chapter in chapters:
        after = apply(state, chapter.event)
        belief = belief.told(state, chapter.event, after, inferred=_inferred(chapter), sure=_sure(chapter))
        found.append(Step(chapter, state, after, belief))
        state = after
    return tuple(found)


def _chapters(steps: Iterable[Step]) -> tuple[BaseChapter, ...]:
    return tuple(step.chapter for step in steps)


def _same(steps: Sequence[Step], chapters: Sequence[BaseChapter]) -> int:
    """How many steps can stay as they are, the last of them whole."""
    same = 0
    for step, chapter in zip(steps, chapters, strict=False):
        if step.chapter is not chapter and (
            step.chapter.event != chapter.event or _weight(step.chapter) != _weight(chapter)
        ):
            break
        same += 1
    while same and not steps[same - 1].whole:
        same -= 1
    return same


def _sure(chapter: BaseChapter) -> bool:
    return chapter.certainty >= SURE


def _inferred(chapter: BaseChapter) -> bool:
    """Whether nobody saw or said it: no camera sees a card or a trade, though what it saw may need one."""
    return chapter.source == INFERRED or (chapter.certainty < 1 and isinstance(chapter.event, UNSEEN))


def _weight(chapter: BaseChapter) -> tuple[bool, bool]:
    """What of a chapter counts for the belief beside its event."""
    return _inferred(chapter), _sure(chapter)


def _thinned(steps: Sequence[Step], thinned: int) -> tuple[Step, ...]:
    """The steps, all but some of those long ago with few worlds; the first `thinned` are so already."""
    thinned, old = max(0, thinned), max(0, len(steps) - WHOLE)
    thin = (
        step if n % EVERY == 0 or not step.whole else step.thin()
        for n, step in enumerate(steps[thinned:old], thinned)
    )
    return (*steps[:thinned], *thin, *steps[max(thinned, old) :])
