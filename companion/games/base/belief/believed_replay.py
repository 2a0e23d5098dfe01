"""A replay with the belief about the hands after every step; the tracker reasons on it.

After a correction only the steps from the corrected one on are recomputed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.rules import events, legality
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory
from companion.games.replay import FAR_BACK_STEPS, INFERRED_SOURCE, RecordedEvent, Replay, Step, replay_events

# Cache the belief updates of hypothetical events.
#
# The tracker evaluates the same hypotheses on every frame until it can commit one of them.


MAX_BELIEFS: Final = 400
"""Capacity of the cache."""


class BeliefCache:
    """A cache of belief updates; it only saves time."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._found: dict[tuple[int, events.Event], tuple[Belief, Belief]] = {}

    def update(self, belief: Belief, before: State, event: events.Event, after: State) -> Belief:
        """Return the belief after an event; `before` must be the state of the given belief."""
        # The key is the object's identity. The cache keeps the object alive, so its id is not reused.
        key = id(belief), event
        if key not in self._found:
            if len(self._found) >= MAX_BELIEFS:
                self._found.clear()
            self._found[key] = belief, belief.update(before, event, after)
        return self._found[key][1]


BaseHistory = GameHistory[State, events.Event]
BaseRecordedEvent = RecordedEvent[events.Event]
BaseStep = Step[State, events.Event]
BaseReplay = Replay[State, events.Event]
ComputeSteps = Callable[[BaseReplay], "tuple[BelievedStep, ...]"]

WHOLE_STEPS: Final = 160
"""Number of newest steps that keep their complete belief: the last turns are queried and corrected most."""
WHOLE_EVERY_STEPS: Final = 16
"""Every so many older steps, one keeps its complete belief as a checkpoint for recomputation."""
MAX_THIN_PARTICLES: Final = 16
"""Number of particles, the heaviest ones, that all other steps keep."""
UNSEEN_EVENTS: Final = (
    events.BuyDevelopmentCard,
    events.DomesticTrade,
    events.MaritimeTrade,
    events.PlayDevelopmentCard,
)
"""Events that no camera can see: only people report them."""
MIN_CERTAINTY_P: Final = 0.85
"""An event recorded with a lower certainty makes the hands that it touches uncertain."""


@dataclass(frozen=True)
class BelievedStep:
    """One recorded event, the states before and after it, and the belief after it.

    Attributes:
        step: the event with its two states.
        belief: the belief about the hands after the event.
        whole: the belief has all its particles. Otherwise it has only the heaviest few: it can be queried but
            not updated.
    """

    step: BaseStep
    belief: Belief
    whole: bool = True

    @property
    def record(self) -> BaseRecordedEvent:
        """The event with its number, source and certainty."""
        return self.step.recorded

    @property
    def state_before(self) -> State:
        """The state before the event."""
        return self.step.before

    @property
    def state_after(self) -> State:
        """The state after the event."""
        return self.step.after

    @property
    def has_all_hands(self) -> bool:
        """Return whether the belief still contains every possible hand."""
        return self.whole or len(self.belief.particles.weights) < MAX_THIN_PARTICLES

    @property
    def is_uncertain(self) -> bool:
        """Return whether the event was inferred or detected, not reported by a person."""
        return self.record.certainty < 1 or self.record.source == INFERRED_SOURCE

    @cached_property
    def violations(self) -> legality.RuleViolation:
        """The rules that the event broke; computed on first access."""
        return legality.violations(self.state_before, self.record.event)

    def thin(self) -> BelievedStep:
        """Return this step with few particles."""
        return replace(self, belief=self.belief.resample(MAX_THIN_PARTICLES), whole=False)


@dataclass(frozen=True)
class BelievedReplay:
    """A replay whose beliefs are computed on first access.

    Attributes:
        replay: the events and their states.
        in_doubt: colours whose pieces or cards may differ from the record, according to the last board
            reading.
        retractions: events that people rejected.
        belief_cache: a cache for the beliefs of hypothetical events after this replay.
        compute_steps: computes the belief at each step of a replay.
    """

    replay: BaseReplay = field(default_factory=lambda: Replay((), State()))
    in_doubt: frozenset[str] = frozenset()
    retractions: tuple[BaseRecordedEvent, ...] = ()
    belief_cache: BeliefCache = field(default_factory=BeliefCache, compare=False, repr=False)
    compute_steps: ComputeSteps = field(
        default=lambda replay: _compute_beliefs((), replay.steps), compare=False, repr=False
    )

    @cached_property
    def steps(self) -> tuple[BelievedStep, ...]:
        """All steps with their beliefs."""
        return self.compute_steps(self.replay)

    @property
    def state(self) -> State:
        """The current state."""
        return self.replay.state

    @property
    def belief(self) -> Belief:
        """The current belief about the hands."""
        return self.steps[-1].belief if self.steps else Belief()

    def last_turns(self, count: int) -> tuple[BelievedStep, ...]:
        """Return the steps of the current turn and of the turns before it: `count` turns in total."""
        first = len(self.steps)
        while first and (count > 1 or not isinstance(self.steps[first - 1].record.event, events.EndTurn)):
            first -= 1
            count -= isinstance(self.steps[first].record.event, events.EndTurn)
        return self.steps[first:]

    def without_step(self, position: int) -> BelievedReplay:
        """Return the replay without the step at a position; later beliefs are recomputed."""
        recorded_events = self.replay.recorded_events[:position] + self.replay.recorded_events[position + 1 :]
        replay = replay_events(self.replay.steps[position].rules, recorded_events, self.replay)
        reusable = self.steps[:position]
        return replace(
            self, replay=replay, compute_steps=lambda changed: _compute_beliefs(reusable, changed.steps)
        )


class BelievedReplayCache:
    """Compute the believed replay of a history incrementally from the previous one.

    Old beliefs are thinned, so memory stays bounded however long the game is. A correction far back is
    recomputed from the last whole step before it. The steps from before that correction are kept too, because
    people often undo a wrong correction.
    """

    def __init__(self) -> None:
        self._last = BelievedReplay()
        self._steps: tuple[BelievedStep, ...] = ()
        self._pre_correction_steps: tuple[BelievedStep, ...] = ()

    def get(self, history: BaseHistory) -> BelievedReplay:
        """Return the believed replay of a history; only steps that differ from the last one are computed."""
        last = self._last
        same_context = (history.in_doubt, history.retractions) == (last.in_doubt, last.retractions)
        if same_context and history.replay is last.replay:
            return last
        unchanged = history.replay is last.replay or history.replay == last.replay
        belief_cache = last.belief_cache if unchanged else BeliefCache()
        self._last = BelievedReplay(
            history.replay, history.in_doubt, history.retractions, belief_cache, self._compute_steps
        )
        return self._last

    def _compute_steps(self, replay: BaseReplay) -> tuple[BelievedStep, ...]:
        """Return the steps of a replay with their beliefs."""
        last, source, reusable = self._steps, self._steps, _count_reusable(self._steps, replay.steps)
        corrected = len(last) - reusable >= FAR_BACK_STEPS
        if corrected and (before := _count_reusable(self._pre_correction_steps, replay.steps)) > reusable:
            source, reusable = self._pre_correction_steps, before
        kept = [
            known if known.record == step.recorded else replace(known, step=step)
            for known, step in zip(source[:reusable], replay.steps, strict=False)
        ]
        believed = _compute_beliefs(kept, replay.steps)
        self._steps = _thin_old_steps(believed, min(reusable, len(source) - WHOLE_STEPS))
        if corrected:
            self._pre_correction_steps = last if reusable else ()
        return self._steps


def _compute_beliefs(known: Sequence[BelievedStep], steps: Sequence[BaseStep]) -> tuple[BelievedStep, ...]:
    """Return all steps with their beliefs; `known` are the first ones."""
    believed = list(known)
    belief = believed[-1].belief if believed else Belief()
    for step in steps[len(believed) :]:
        belief = belief.update(
            step.before,
            step.event,
            step.after,
            inferred=_is_inferred(step.recorded),
            certain=_is_certain(step.recorded),
            seen=_is_seen(step.recorded),
        )
        believed.append(BelievedStep(step, belief))
    return tuple(believed)


def _count_reusable(known: Sequence[BelievedStep], steps: Sequence[BaseStep]) -> int:
    """Return how many known steps can be reused; the last one of them is whole."""
    count = 0
    for believed, step in zip(known, steps, strict=False):
        if believed.step is not step and (
            believed.step.event != step.event or _belief_key(believed.record) != _belief_key(step.recorded)
        ):
            break
        count += 1
    while count and not known[count - 1].whole:
        count -= 1
    return count


def _is_certain(recorded: BaseRecordedEvent) -> bool:
    return recorded.certainty >= MIN_CERTAINTY_P


def _is_inferred(recorded: BaseRecordedEvent) -> bool:
    """Return whether nobody saw or reported the event; a camera can only infer trades and cards."""
    return recorded.source == INFERRED_SOURCE or (
        recorded.certainty < 1 and isinstance(recorded.event, UNSEEN_EVENTS)
    )


def _is_seen(recorded: BaseRecordedEvent) -> bool:
    """Return whether a source saw the event: only people are sure of what they enter."""
    return recorded.certainty < 1


def _belief_key(recorded: BaseRecordedEvent) -> tuple[bool, bool, bool]:
    """Return the properties of a recorded event, besides the event, that affect the belief."""
    return _is_inferred(recorded), _is_certain(recorded), _is_seen(recorded)


def _thin_old_steps(steps: Sequence[BelievedStep], thinned: int) -> tuple[BelievedStep, ...]:
    """Return the steps with the old ones thinned; the first `thinned` are thin already."""
    thinned, old = max(0, thinned), max(0, len(steps) - WHOLE_STEPS)
    thinned_steps = (
        step if n % WHOLE_EVERY_STEPS == 0 or not step.whole else step.thin()
        for n, step in enumerate(steps[thinned:old], thinned)
    )
    return (*steps[:thinned], *thinned_steps, *steps[max(thinned, old) :])
