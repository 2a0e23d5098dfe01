"""A hypothesis: events that the board may have come by, where they lead, what they explain, how likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.games.base.belief import Belief
from companion.games.base.belief.belief_cache import BeliefCache
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.games.base.tracker import priors
from companion.games.base.tracker.differences import Change, Place
from companion.games.game_api import Insert, Reattribute, Replace

Correction = Replace[Event] | Reattribute[Event] | Insert[Event]


@dataclass(frozen=True)
class Hypothesis:
    """What may have happened since the story stopped, or differently than it was told.

    Attributes:
        state: where it leads.
        score: log odds of it against nothing having happened.
        events: what happened, in order.
        inferred: positions of the events that nobody saw.
        corrections: what happened differently than was told; before all events.
        explained: the changes that it explains, by place.
        thoughts: of what may have happened, the same for all hypotheses that an account leads to.
    """

    state: State
    belief_cache: BeliefCache
    score: float = 0.0
    events: tuple[Event, ...] = ()
    inferred: frozenset[int] = frozenset()
    corrections: tuple[Correction, ...] = ()
    explained: Mapping[Place, Change] = field(default_factory=dict)
    _beliefs: tuple[Belief, tuple[tuple[State, Event, State], ...]] = (Belief(), ())

    @cached_property
    def belief(self) -> Belief:
        """What is believed of the hands where it leads: worked out only if somebody asks."""
        belief, steps = self._beliefs
        for before, event, after in steps:
            belief = self.belief_cache.updated(belief, before, event, after)
        return belief

    def hopeless(self, change: Change, prior: float) -> bool:
        """Whether it is not worth weighing what explains a change, with a log probability at the most."""
        return self.score + change.gain + prior < priors.HOPELESS_LOG_ODDS

    def then(
        self, change: Change | None, prior: float, events: Sequence[Event], inferred: Iterable[int] = ()
    ) -> Hypothesis:
        """The hypothesis on which some more happened.

        Args:
            change: that it explains; None: none by itself.
            prior: log probability of it, among all that people do.
            events: what happened.
            inferred: positions among them of those that nobody saw.
        """
        state, steps = _walked(self.state, events)
        known = self.__dict__.get("belief")
        first, earlier = (known, ()) if known is not None else self._beliefs
        return Hypothesis(
            state,
            self.belief_cache,
            self.score + prior + (change.gain if change else 0.0),
            (*self.events, *events),
            self.inferred | {len(self.events) + n for n in inferred},
            self.corrections,
            {**self.explained, change.place: change} if change else self.explained,
            (first, (*earlier, *steps)),
        )

    def told_on(self, happened: _Happened) -> Hypothesis:
        """The hypothesis, led on from elsewhere by what really happened there."""
        state, steps = _walked(happened.state, happened.events)
        return replace(self, state=state, _beliefs=(happened.belief, steps))


def _walked(state: State, events: Sequence[Event]) -> tuple[State, tuple[tuple[State, Event, State], ...]]:
    """Where events lead, and each of them between the states before and after it."""
    steps = []
    for event in events:
        after = apply(state, event)
        steps.append((state, event, after))
        state = after
    return state, tuple(steps)


def retold(
    believed: BelievedReplay,
    hypothesis: Hypothesis,
    change: Change | None,
    prior: float,
    corrections: Sequence[Correction],
) -> Hypothesis:
    """A hypothesis on which something happened differently than was told.

    Args:
        believed: as it was told.
        hypothesis: on which nothing new has happened yet.
        change: that it explains; None: none by itself.
        prior: log probability of such a mistake.
        corrections: what really happened.
    """
    every = (*hypothesis.corrections, *corrections)
    return Hypothesis(
        State(),
        believed.belief_cache,
        hypothesis.score + prior + (change.gain if change else 0.0),
        corrections=every,
        explained={**hypothesis.explained, change.place: change} if change else hypothesis.explained,
    ).told_on(_happened(believed, every))


def just_before(believed: BelievedReplay, hypothesis: Hypothesis, step: BelievedStep) -> Hypothesis:
    """Where a hypothesis, on which nothing new has happened yet, led before a step of the story.

    Args:
        believed: as it was told.
        hypothesis: what is known to have happened differently.
        step: of the account.
    """
    happened = _happened(believed, hypothesis.corrections, until=step)
    return Hypothesis(State(), believed.belief_cache).told_on(happened)


@dataclass(frozen=True)
class _Happened:
    """A stretch of the story as it really went, from a state and a belief on."""

    state: State
    belief: Belief
    events: tuple[Event, ...]


def _happened(
    believed: BelievedReplay, corrections: Sequence[Correction], until: BelievedStep | None = None
) -> _Happened:
    """What happened from the first correction on, up to (without) a step."""
    replaced = {c.number: c.event for c in corrections if isinstance(c, Replace | Reattribute)}
    inserted: dict[int, list[Event]] = {}
    for c in corrections:
        if isinstance(c, Insert):
            inserted.setdefault(c.before, []).append(c.event)
    steps = believed.steps
    end = len(steps) if until is None else steps.index(until)
    touched = {*replaced, *inserted}
    first = next((n for n, step in enumerate(steps[:end]) if step.recorded.number in touched), end)
    events: list[Event] = []
    for step in steps[first:end]:
        number = step.recorded.number
        happened = replaced.get(number, step.recorded.event)
        events += inserted.get(number, ())
        events += () if happened is None else (happened,)
    if until is not None:
        events += inserted.get(until.recorded.number, ())
    state = steps[first - 1].after if first else State()
    belief = steps[first - 1].belief if first else Belief()
    return _Happened(state, belief, tuple(events))
