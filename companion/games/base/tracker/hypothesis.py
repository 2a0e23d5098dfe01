"""A hypothesis: events that may explain the board, the resulting state, and their log odds."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.belief.believed_replay import BeliefCache, BelievedReplay, BelievedStep
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import EndTurn, Event, Roll, UnseenRoll
from companion.games.base.rules.state import State
from companion.games.base.tracker import priors
from companion.games.base.tracker.board_diff import Change, PieceAdded, PieceRemoved, Place
from companion.games.game_api import Insert, Reattribute, Replace
from companion.observations import BoardSeen

Correction = Replace[Event] | Reattribute[Event] | Insert[Event]


@dataclass(frozen=True)
class Hypothesis:
    """Events since the last recorded one, or corrections of recorded ones.

    Attributes:
        state: the resulting state.
        belief_cache: a cache of belief updates, shared by all hypotheses of a replay.
        score: log odds against the hypothesis that nothing happened.
        events: the new events, in order.
        inferred: positions of the events that nobody saw.
        corrections: corrections of recorded events, which come before all new events.
        explained: the explained changes by place.
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
        """The belief about the hands in the resulting state; computed on first access."""
        belief, steps = self._beliefs
        for before, event, after in steps:
            belief = self.belief_cache.update(belief, before, event, after)
        return belief

    def is_hopeless(self, change: Change, prior: float) -> bool:
        """Return whether an explanation of the change, with this upper bound of its prior, can be dropped."""
        return self.score + change.gain + prior < priors.HOPELESS_LOG_ODDS

    def extend(
        self, change: Change | None, prior: float, events: Sequence[Event], inferred: Iterable[int] = ()
    ) -> Hypothesis:
        """Return the hypothesis with additional events.

        Args:
            change: the change that they explain; None: no change of its own.
            prior: their log probability among all that players do.
            events: the additional events.
            inferred: positions among them of those that nobody saw.
        """
        state, steps = _apply_events(self.state, events)
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

    def continue_from(self, happened: _RevisedHistory) -> Hypothesis:
        """Return the hypothesis with its state and belief computed from a revised history."""
        state, steps = _apply_events(happened.state, happened.events)
        return replace(self, state=state, _beliefs=(happened.belief, steps))


def _apply_events(
    state: State, events: Sequence[Event]
) -> tuple[State, tuple[tuple[State, Event, State], ...]]:
    """Return the final state, and each event with the states before and after it."""
    steps = []
    for event in events:
        after = apply(state, event)
        steps.append((state, event, after))
        state = after
    return state, tuple(steps)


def revise_hypothesis(
    believed: BelievedReplay,
    hypothesis: Hypothesis,
    change: Change | None,
    prior: float,
    corrections: Sequence[Correction],
) -> Hypothesis:
    """Return a hypothesis with corrections of recorded events.

    Args:
        believed: the replay as recorded.
        hypothesis: a hypothesis without new events.
        change: the change that the corrections explain; None: no change of its own.
        prior: the log probability of such a mistake.
        corrections: the corrections.
    """
    every = (*hypothesis.corrections, *corrections)
    return Hypothesis(
        State(),
        believed.belief_cache,
        hypothesis.score + prior + (change.gain if change else 0.0),
        corrections=every,
        explained={**hypothesis.explained, change.place: change} if change else hypothesis.explained,
    ).continue_from(_revise_history(believed, every))


def rewind_hypothesis(believed: BelievedReplay, hypothesis: Hypothesis, step: BelievedStep) -> Hypothesis:
    """Return a hypothesis at the state before a step.

    Args:
        believed: the replay as recorded.
        hypothesis: a hypothesis without new events; its corrections apply.
        step: a step of the replay.
    """
    happened = _revise_history(believed, hypothesis.corrections, until=step)
    return Hypothesis(State(), believed.belief_cache).continue_from(happened)


@dataclass(frozen=True)
class _RevisedHistory:
    """A corrected part of the history, with the state and the belief before it."""

    state: State
    belief: Belief
    events: tuple[Event, ...]


def _revise_history(
    believed: BelievedReplay, corrections: Sequence[Correction], until: BelievedStep | None = None
) -> _RevisedHistory:
    """Apply corrections, and return the history from the first one up to, but without, a step."""
    replaced = {c.number: c.event for c in corrections if isinstance(c, Replace | Reattribute)}
    inserted: dict[int, list[Event]] = {}
    for c in corrections:
        if isinstance(c, Insert):
            inserted.setdefault(c.before, []).append(c.event)
    steps = believed.steps
    end = len(steps) if until is None else steps.index(until)
    touched = {*replaced, *inserted}
    first = next((n for n, step in enumerate(steps[:end]) if step.record.number in touched), end)
    events: list[Event] = []
    for step in steps[first:end]:
        number = step.record.number
        happened = replaced.get(number, step.record.event)
        events += inserted.get(number, ())
        events += () if happened is None else (happened,)
    if until is not None:
        events += inserted.get(until.record.number, ())
    state = steps[first - 1].state_after if first else State()
    belief = steps[first - 1].belief if first else Belief()
    return _RevisedHistory(state, belief, tuple(events))


# The input of the hypothesis generators: the replay, the board and the differences between them.


FOUNDERS_PIECES: Final = 4
"""Number of last pieces of the founding that may be taken back: those of two players."""


@dataclass(frozen=True)
class TrackerContext:
    """One reading of the board.

    Attributes:
        believed: the replay so far.
        seen: the board reading.
        places: the possible changes by place.
    """

    believed: BelievedReplay
    seen: BoardSeen
    places: Mapping[Place, tuple[Change, ...]]

    def has_settled(self, change: Change, seconds: float) -> bool:
        """Return whether a change has been stable for a time, or the board is about to change."""
        return self.seen.closing or self.has_lasted(change, seconds)

    def has_lasted(self, change: Change, seconds: float) -> bool:
        """Return whether a change has been stable for a time."""
        return self.seen.t - change.since >= seconds

    @cached_property
    def this_turn(self) -> tuple[BelievedStep, ...]:
        """The steps since the last turn end."""
        return self.believed.last_turns(1)

    @cached_property
    def recent_steps(self) -> tuple[BelievedStep, ...]:
        """The steps that may be taken back: this turn's; during the founding, the last two players'."""
        founding = self.believed.state.phase == "founding"
        return self.believed.steps[-FOUNDERS_PIECES:] if founding else self.this_turn

    @cached_property
    def turn_ends(self) -> tuple[BelievedStep, ...]:
        """The turn ends of the last round, the newest first."""
        seats = len(self.believed.state.players)
        steps = self.believed.last_turns(seats)
        return tuple(step for step in reversed(steps) if isinstance(step.record.event, EndTurn))

    @property
    def roll_step(self) -> BelievedStep | None:
        """The recorded roll of this turn; None: there is none."""
        steps = reversed(self.this_turn)
        return next((step for step in steps if isinstance(step.record.event, Roll)), None)

    @property
    def roll_time_s(self) -> float:
        """The session time of this turn's recorded roll, in seconds; minus infinity: there is none."""
        return -math.inf if self.roll_step is None else self.roll_step.record.t

    def missed_rolls_log_p(self, rolls: int, since_s: float, until_s: float = math.inf) -> float:
        """Return the log probability of so many missed rolls between two session times, in seconds."""
        thrown = [
            s.record.event.kind for s in self.believed.steps if isinstance(s.record.event, Roll | UnseenRoll)
        ]
        unread = sum(since_s < t < until_s for t in self.seen.unread)
        return priors.missed_rolls_log_p(rolls, unread, thrown.count(UnseenRoll.kind), len(thrown))

    @property
    def last_turn_end(self) -> BelievedStep | None:
        """The last turn end; None: there is none in the last round."""
        return self.turn_ends[0] if self.turn_ends else None

    def is_moved_piece(self, change: PieceAdded, explained: Container[Place]) -> bool:
        """Return whether a like piece disappeared elsewhere: this one was moved, not built.

        A disappearance that is already explained as a removal does not count.
        """
        return any(
            isinstance(other, PieceRemoved)
            and other.place not in explained
            and other.before == change.after
            and other.gain >= priors.CLEARLY_GONE_LOG_ODDS
            and abs(other.since - change.since) < priors.MOVED_ABOUT_S
            for others in self.places.values()
            for other in others
        )
