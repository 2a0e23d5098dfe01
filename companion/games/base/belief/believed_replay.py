"""A story step by step, with what is believed of the hands at each: what the tracker reckons on.

After a correction in the past all that follows is believed anew; what comes before it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.belief.belief_cache import BeliefCache
from companion.games.base.rules import legality
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    PlayDevelopmentCard,
)
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Retraction
from companion.games.replay import FAR_BACK_STEPS, INFERRED, RecordedEvent, Replay, Step, replayed

BaseHistory = GameHistory[State, Event]
BaseRecordedEvent = RecordedEvent[Event]
BaseStep = Step[State, Event]
BaseReplay = Replay[State, Event]
Believe = Callable[[BaseReplay], "tuple[BelievedStep, ...]"]

WHOLE_STEPS: Final = 160
"""So many of the newest steps keep all that is believed: the last turns are asked about and corrected."""
WHOLE_EVERY_STEPS: Final = 16
"""Of older steps, one in so many keeps all that is believed too: what follows is worked out from there."""
FEW_WORLDS: Final = 16
"""All other steps keep only so many worlds, the heaviest."""
UNSEEN: Final = (BuyDevelopmentCard, DomesticTrade, MaritimeTrade, PlayDevelopmentCard)
"""What only people can tell."""
SURE_P: Final = 0.85
"""On what was told with less certainty than this no hand rests that is called certain."""


@dataclass(frozen=True)
class BelievedStep:
    """One event of the story, what it changed, and what is believed of the hands since.

    Attributes:
        step: the event, and the states before and after it.
        belief: of the hands, once it has happened.
        whole: the belief has all its worlds; else only the heaviest few, to be asked and not told on.
    """

    step: BaseStep
    belief: Belief
    whole: bool = True

    @property
    def recorded(self) -> BaseRecordedEvent:
        """The event, and who told it."""
        return self.step.recorded

    @property
    def before(self) -> State:
        """The state that it met."""
        return self.step.before

    @property
    def after(self) -> State:
        """The state that it left."""
        return self.step.after

    @property
    def tells_all(self) -> bool:
        """Whether every hand that was possible after it is kept: then none is possible that isn't there."""
        return self.whole or len(self.belief.worlds.weights) < FEW_WORLDS

    @property
    def unsure(self) -> bool:
        """Whether it wasn't people who told it."""
        return self.recorded.certainty < 1 or self.recorded.source == INFERRED

    @cached_property
    def violations(self) -> legality.RuleViolation:
        """The rules that the event broke: worked out when somebody first asks."""
        return legality.violations(self.before, self.recorded.event)

    def thin(self) -> BelievedStep:
        """This step with few worlds."""
        return replace(self, belief=self.belief.thinned(FEW_WORLDS), whole=False)


@dataclass(frozen=True)
class BelievedReplay:
    """A whole story, step by step; what is believed of the hands is worked out when it is first asked for.

    Attributes:
        replay: the events, and what they came to.
        in_doubt: colours whose pieces or cards may be otherwise than told, by the last look.
        retractions: what people said was not so.
        belief_cache: beliefs about what may have happened beyond it, each worked out once.
        believe: works out what is believed at each step of a replay.
    """

    replay: BaseReplay = field(default_factory=lambda: Replay((), State()))
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[Retraction[Event], ...] = ()
    belief_cache: BeliefCache = field(default_factory=BeliefCache, compare=False, repr=False)
    believe: Believe = field(default=lambda replay: _believed((), replay.steps), compare=False, repr=False)

    @cached_property
    def steps(self) -> tuple[BelievedStep, ...]:
        """Of every event."""
        return self.believe(self.replay)

    @property
    def state(self) -> State:
        """The state now."""
        return self.replay.state

    @property
    def belief(self) -> Belief:
        """What is believed of the hands now."""
        return self.steps[-1].belief if self.steps else Belief()

    def last_turns(self, count: int) -> tuple[BelievedStep, ...]:
        """What was told in the turn that is on, and in those before it: so many turns in all."""
        first = len(self.steps)
        while first and (count > 1 or not isinstance(self.steps[first - 1].recorded.event, EndTurn)):
            first -= 1
            count -= isinstance(self.steps[first].recorded.event, EndTurn)
        return self.steps[first:]

    def without(self, position: int) -> BelievedReplay:
        """The same story without the step at a position, believed anew from there on."""
        recorded_events = self.replay.recorded[:position] + self.replay.recorded[position + 1 :]
        replay = replayed(self.replay.steps[position].rules, recorded_events, self.replay)
        known = self.steps[:position]
        return replace(self, replay=replay, believe=lambda told: _believed(known, told.steps))


class BelievedReplayCache:
    """Gives a story's believed replay, which goes on from that of the story before.

    What is believed of long ago is kept thin, so that it stays small however long the evening; a
    correction far back is believed anew from the last step before it that was kept whole. What was
    believed before that correction is kept as well: people take back what they corrected wrongly.
    """

    def __init__(self) -> None:
        self._last = BelievedReplay()
        self._steps: tuple[BelievedStep, ...] = ()
        self._uncorrected: tuple[BelievedStep, ...] = ()

    def of(self, history: BaseHistory) -> BelievedReplay:
        """The believed replay of a story. Only what differs from the last story is worked out anew."""
        last = self._last
        told = (history.in_doubt, history.retractions) == (last.in_doubt, last.retractions)
        if told and history.replay is last.replay:
            return last
        unchanged = history.replay is last.replay or history.replay == last.replay
        belief_cache = last.belief_cache if unchanged else BeliefCache()
        self._last = BelievedReplay(
            history.replay, history.in_doubt, history.retractions, belief_cache, self._believe
        )
        return self._last

    def _believe(self, replay: BaseReplay) -> tuple[BelievedStep, ...]:
        """What is believed at each step."""
        last, like, same = self._steps, self._steps, _same(self._steps, replay.steps)
        corrected = len(last) - same >= FAR_BACK_STEPS
        if corrected and (before := _same(self._uncorrected, replay.steps)) > same:
            like, same = self._uncorrected, before
        kept = [
            known if known.recorded == step.recorded else replace(known, step=step)
            for known, step in zip(like[:same], replay.steps, strict=False)
        ]
        believed = _believed(kept, replay.steps)
        self._steps = _thinned(believed, min(same, len(like) - WHOLE_STEPS))
        if corrected:
            self._uncorrected = last if same else ()
        return self._steps


def _believed(known: Sequence[BelievedStep], steps: Sequence[BaseStep]) -> tuple[BelievedStep, ...]:
    """Steps with what is believed at each; of the first ones that is known."""
    found = list(known)
    belief = found[-1].belief if found else Belief()
    for step in steps[len(found) :]:
        belief = belief.updated(
            step.before,
            step.event,
            step.after,
            inferred=_inferred(step.recorded),
            sure=_sure(step.recorded),
        )
        found.append(BelievedStep(step, belief))
    return tuple(found)


def _same(known: Sequence[BelievedStep], steps: Sequence[BaseStep]) -> int:
    """How many of the steps that are known can stay as they are, the last of them whole."""
    same = 0
    for one, step in zip(known, steps, strict=False):
        if one.step is not step and (
            one.step.event != step.event or _weight(one.recorded) != _weight(step.recorded)
        ):
            break
        same += 1
    while same and not known[same - 1].whole:
        same -= 1
    return same


def _sure(recorded: BaseRecordedEvent) -> bool:
    return recorded.certainty >= SURE_P


def _inferred(recorded: BaseRecordedEvent) -> bool:
    """Whether nobody saw or said it: no camera sees a card or a trade, though what it saw may need one."""
    return recorded.source == INFERRED or (recorded.certainty < 1 and isinstance(recorded.event, UNSEEN))


def _weight(recorded: BaseRecordedEvent) -> tuple[bool, bool]:
    """What of a recorded event counts for the belief beside its event."""
    return _inferred(recorded), _sure(recorded)


def _thinned(steps: Sequence[BelievedStep], thinned: int) -> tuple[BelievedStep, ...]:
    """The steps, all but some of those long ago with few worlds; the first `thinned` are so already."""
    thinned, old = max(0, thinned), max(0, len(steps) - WHOLE_STEPS)
    thin = (
        step if n % WHOLE_EVERY_STEPS == 0 or not step.whole else step.thin()
        for n, step in enumerate(steps[thinned:old], thinned)
    )
    return (*steps[:thinned], *thin, *steps[max(thinned, old) :])
